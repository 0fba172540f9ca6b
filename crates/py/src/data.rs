//! Records as Python data: the same fields as `--json` prints.

use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};
use serde::Serialize;
use serde_json::Value;

/// A record as dictionaries, lists and numbers.
pub(crate) fn data<'py>(py: Python<'py>, record: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    value(py, &serde_json::to_value(record).expect("records are plain data"))
}

fn value<'py>(py: Python<'py>, json: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Value::Null => py.None().into_bound(py),
        Value::Bool(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (None, Some(n)) => n.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(value(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, value(py, field)?)?;
            }
            dict.into_any()
        }
    })
}
