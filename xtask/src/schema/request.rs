//! The types of questions and of what a page shows, where `attractor_play::request` has them.

#[path = "../../../crates/play/src/request/answers.rs"]
pub(crate) mod answers;
#[path = "../../../crates/play/src/request/questions.rs"]
pub(crate) mod questions;
