//! The Python extension module `attractor._attractor`: what the package `attractor` is made of.
//!
//! Python keeps what people see (classes, documentation, types); here are the parts that must be fast or must not hold
//! Python's lock. A surface like any other: it knows `play`, and of the solvers only what speaks of explicit graphs.

mod again;
mod arena;
mod arrays;
mod arrow;
mod data;
mod drawing;
mod errors;
mod lab;
mod mapping;
mod own;
mod session;
mod table;
mod work;

use pyo3::prelude::*;

/// Counts what this module allocates, so that `memory=` is kept.
#[global_allocator]
static COUNTING: attractor_memory::Counting = attractor_memory::Counting;

/// See the package `attractor`. Python's lock is used: what is said of it beside every `unsafe` block would not hold in an
/// interpreter without one, which turns it on again for a module that says so.
#[pymodule(gil_used = true)]
fn _attractor(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", py.get_type::<errors::Error>())?;
    // Who makes one in Python need not name it.
    py.get_type::<errors::Error>().setattr("id", "error")?;
    module.add("LimitReached", py.get_type::<errors::LimitReached>())?;
    module.add("GameError", py.get_type::<errors::GameError>())?;
    module.add_class::<arena::Graph>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<session::Analysed>()?;
    module.add_class::<session::Treed>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<drawing::Drawing>()?;
    module.add_function(wrap_pyfunction!(session::games, module)?)?;
    module.add_function(wrap_pyfunction!(errors::set_language, module)?)?;
    module.add_function(wrap_pyfunction!(errors::language_name, module)?)?;
    module.add_function(wrap_pyfunction!(errors::solved_text, module)?)?;
    module.add_function(wrap_pyfunction!(errors::worth_text, module)?)?;
    module.add_function(wrap_pyfunction!(own::lasting, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_utilite, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_minmax, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_random, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_play, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_match, module)?)?;
    module.add_function(wrap_pyfunction!(lab::wilson, module)?)?;
    Ok(())
}
