//! Tables for programs of data: Arrow's columns, handed over without copying through its C interface.

use arrow_array::{
    ArrayRef, RecordBatch, RecordBatchIterator,
    builder::{LargeStringBuilder, UInt8Builder, UInt32Builder, UInt64Builder},
    ffi_stream::FFI_ArrowArrayStream,
};
use attractor_play::TableRow;
use pyo3::{prelude::*, types::PyCapsule};
use std::{borrow::Cow, sync::Arc};

/// A row of an arena.
pub(crate) struct Vertex<'a> {
    pub(crate) vertex: Cow<'a, str>,
    pub(crate) owner: u8,
    pub(crate) winner: Option<u8>,
    pub(crate) rank: Option<u32>,
    pub(crate) choice: Option<Cow<'a, str>>,
}

/// The columns of an arena.
pub(crate) fn vertices<'a>(rows: impl Iterator<Item = Vertex<'a>>) -> RecordBatch {
    let (mut vertex, mut choice) = (LargeStringBuilder::new(), LargeStringBuilder::new());
    let (mut owner, mut winner, mut rank) = (UInt8Builder::new(), UInt8Builder::new(), UInt32Builder::new());
    for row in rows {
        vertex.append_value(&row.vertex);
        owner.append_value(row.owner);
        winner.append_option(row.winner);
        rank.append_option(row.rank);
        choice.append_option(row.choice);
    }
    batch([
        ("vertex", Arc::new(vertex.finish()), false),
        ("owner", Arc::new(owner.finish()), false),
        ("winner", Arc::new(winner.finish()), true),
        ("rank", Arc::new(rank.finish()), true),
        ("choice", Arc::new(choice.finish()), true),
    ])
}

/// The columns of a solved table, as they grow.
#[derive(Default)]
pub(crate) struct Entries {
    position: LargeStringBuilder,
    turn: UInt8Builder,
    outcome: LargeStringBuilder,
    draw: LargeStringBuilder,
    plies: UInt32Builder,
    images: UInt64Builder,
}

impl Entries {
    pub(crate) fn push(&mut self, row: TableRow) {
        self.position.append_value(row.position);
        self.turn.append_value(row.turn);
        self.outcome.append_value(row.outcome);
        self.draw.append_option(row.draw);
        self.plies.append_option(row.plies);
        self.images.append_value(row.images);
    }

    pub(crate) fn finish(mut self) -> RecordBatch {
        batch([
            ("position", Arc::new(self.position.finish()), false),
            ("turn", Arc::new(self.turn.finish()), false),
            ("outcome", Arc::new(self.outcome.finish()), false),
            ("draw", Arc::new(self.draw.finish()), true),
            ("plies", Arc::new(self.plies.finish()), true),
            ("images", Arc::new(self.images.finish()), false),
        ])
    }
}

fn batch<const N: usize>(columns: [(&str, ArrayRef, bool); N]) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns).expect("all columns have the same length")
}

/// The stream that `__arrow_c_stream__` hands over.
pub(crate) fn stream(py: Python<'_>, batch: RecordBatch) -> PyResult<Bound<'_, PyCapsule>> {
    let schema = batch.schema();
    let reader = RecordBatchIterator::new([Ok(batch)], schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
}
