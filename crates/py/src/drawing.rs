//! Pictures, to be shown or written.

use crate::errors::{language, raise};
use attractor_play::{
    pictures::{Drawing as Picture, Format},
    words::Lang,
};
use pyo3::{exceptions::PyOSError, prelude::*, types::PyBytes};
use std::path::PathBuf;

/// A picture with its steps.
#[pyclass(frozen, module = "attractor")]
pub(crate) struct Drawing {
    picture: Picture,
    remark: Option<String>,
    step: Option<u32>,
}

impl Drawing {
    pub(crate) fn new(picture: Picture, remark: Option<String>) -> Drawing {
        Drawing { picture, remark, step: None }
    }
}

#[pymethods]
impl Drawing {
    /// The picture as SVG.
    #[getter]
    fn svg(&self) -> PyResult<String> {
        let bytes = self.picture.write(Format::Svg, self.step).map_err(raise)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    /// A remark if the picture does not show all.
    #[getter]
    fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// How many steps there are after the first one.
    #[getter]
    fn steps(&self) -> u32 {
        self.picture.last()
    }

    /// The same picture at one of its steps.
    fn step(&self, number: u32) -> Drawing {
        let step = Some(number.min(self.picture.last()));
        Drawing { picture: self.picture.clone(), remark: self.remark.clone(), step }
    }

    /// Writes the picture to a file: `.svg`, `.png`, `.pdf`, `.tex`, `.tikz`, `.beamer.tex` or `.dot`.
    #[pyo3(signature = (path, step = None))]
    fn save(&self, path: PathBuf, step: Option<u32>) -> PyResult<()> {
        let bytes = self.bytes(&path.to_string_lossy(), step)?;
        std::fs::write(&path, bytes).map_err(|why| PyOSError::new_err(format!("{}: {why}", path.display())))
    }

    /// The picture as a file of that name would hold it.
    #[pyo3(signature = (name, step = None))]
    fn render<'py>(&self, py: Python<'py>, name: &str, step: Option<u32>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.bytes(name, step)?))
    }

    fn __repr__(&self) -> String {
        let (width, height) = (self.picture.scene.width, self.picture.scene.height);
        let steps = self.picture.last();
        if language() == Lang::French {
            let plural = if steps < 2 { "" } else { "s" };
            return format!("<Image {width:.0} x {height:.0}, {steps} étape{plural}>");
        }
        format!("<Drawing {width:.0} x {height:.0}, {steps} steps>")
    }
}

impl Drawing {
    fn bytes(&self, name: &str, step: Option<u32>) -> PyResult<Vec<u8>> {
        self.picture.write(Format::of(name).map_err(raise)?, step.or(self.step)).map_err(raise)
    }
}
