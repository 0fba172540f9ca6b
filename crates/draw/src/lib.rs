//! Pictures: game graphs, trees, boards and charts, from plain descriptions to files.
//!
//! A description ([`graph::Graph`], [`tree::Tree`], [`board::Position`], [`chart`]) becomes a [`scene::Scene`] of shapes
//! and texts, and every kind of file is made from that one scene: SVG, PNG, PDF, TikZ and slides; DOT from the
//! description. Words come with the description, so that this crate speaks no language; it knows no game and no solver.
//!
//! ```
//! use attractor_draw::{Format, graph::{Edge, Graph, Vertex, draw}};
//! use attractor_game::Player;
//!
//! let vertex = |name: &str, owner, column| Vertex {
//!     name: name.into(), owner, column, last: column == 1, note: None, attractor: None, board: None, more: 0,
//! };
//! let edge = Edge { from: 0, to: 1, chosen: false, played: false };
//! let graph = Graph {
//!     vertices: vec![vertex("a", Player::One, 0), vertex("<b>", Player::Two, 1)],
//!     edges: vec![edge],
//!     ..Graph::default()
//! };
//! let svg = String::from_utf8(draw(&graph).write(Format::Svg, None)?).unwrap();
//! assert!(svg.starts_with("<svg") && svg.contains("&lt;b&gt;"));
//! # Ok::<(), attractor_game::Error>(())
//! ```

pub mod board;
pub mod chart;
mod font;
pub mod graph;
pub mod layered;
mod output;
mod paint;
pub mod scene;
pub mod tree;

pub use output::{Drawing, Format, Spot};
