//! A table as a Parquet file, which programs for data read as it is.
//!
//! | column | holds |
//! |---|---|
//! | `position` | a position in the game's notation |
//! | `turn` | who is to move: 1 or 2 |
//! | `outcome` | `win`, `draw` or `loss` for the player to move |
//! | `draw` | `final` or `endless`, for draws |
//! | `plies` | plies to the end; 0 when play is over; none for draws |
//! | `images` | how many positions a symmetry of the board makes equal to this one, itself included |
//!
//! A row is an entry of the table. Positions that differ only in who is called player 1 share a row where the game's numbers
//! do not tell them apart; `images` does not count those. The file's metadata name the game. Rows are written in groups, and only
//! one group is in memory.

use crate::{
    outcomes::{draw_word, outcome_word},
    table::TableEntry,
};
use attractor_game::{Draw, Error, Outcome, Value};
use attractor_solve::table::Table;
use parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::{parser::parse_message_type, types::ColumnPath},
};
use std::{
    io::{self, Write},
    sync::Arc,
};

const SCHEMA: &str = "message table {
    required binary position (STRING);
    required int32 turn;
    required binary outcome (STRING);
    optional binary draw (STRING);
    optional int32 plies;
    required int64 images;
}";

/// Rows of a group.
const ROWS: usize = 1 << 18;
/// A group ends earlier if its positions have so many bytes.
const BYTES: usize = 64 << 20;

/// Goes through the entries of a table, labelled with their positions, and returns their number.
type Walk<'a> = dyn FnMut(&mut dyn FnMut(TableEntry) -> Result<(), Error>) -> Result<u64, Error> + 'a;

/// Writes a table as Parquet. An [`Error`] comes inside the one that is returned.
pub(crate) fn write(table: &Table, out: &mut (dyn Write + Send), walk: &mut Walk<'_>) -> io::Result<u64> {
    write_rows(table, out, walk).map_err(|failed| match failed {
        Failed::Told(error) if error.id() == "search-stopped" => {
            io::Error::other(Error::limit("table-export-stopped", "stopped; no file was written"))
        }
        Failed::Told(error) => io::Error::other(error),
        Failed::Writing(ParquetError::External(error)) => {
            error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
        }
        Failed::Writing(error) => io::Error::other(error),
    })
}

fn write_rows(table: &Table, out: &mut (dyn Write + Send), walk: &mut Walk<'_>) -> Result<u64, Failed> {
    let mut file = SerializedFileWriter::new(out, schema()?, Arc::new(properties(table)?))?;
    let (mut group, mut unwritten) = (Group::default(), None);
    let rows = walk(&mut |entry| {
        group.push(entry);
        if group.full()
            && let Err(failed) = file.next_row_group().map_err(Failed::from).and_then(|to| group.write(to))
        {
            unwritten = Some(failed);
            // Ends the walk; what is returned is the failure itself.
            return Err(Error::limit("search-stopped", "stopped before the answer was found"));
        }
        Ok(())
    });
    let rows = match (unwritten, rows) {
        (Some(failed), _) => return Err(failed),
        (None, rows) => rows?,
    };
    if !group.turn.is_empty() {
        group.write(file.next_row_group()?)?;
    }
    file.close()?;
    Ok(rows)
}

/// An entry of a table, as programs for data want it: the columns of the file.
#[derive(Clone, PartialEq, Debug)]
pub struct TableRow {
    /// A position in the game's notation.
    pub position: String,
    /// Who is to move: 1 or 2.
    pub turn: u8,
    /// `win`, `draw` or `loss` for the player to move.
    pub outcome: &'static str,
    /// `final` or `endless`, for draws.
    pub draw: Option<&'static str>,
    /// Plies to the end; none for draws.
    pub plies: Option<u32>,
    /// How many positions a symmetry of the board makes equal to this one, itself included.
    pub images: u64,
}

impl From<TableEntry> for TableRow {
    fn from(entry: TableEntry) -> TableRow {
        TableRow {
            position: entry.label,
            turn: entry.turn.number(),
            outcome: outcome_word(entry.value.outcome()),
            draw: draw_word(entry.value),
            plies: entry.value.plies(),
            images: entry.images,
        }
    }
}

/// Why it could not be written.
enum Failed {
    Told(Error),
    Writing(ParquetError),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        Failed::Told(error)
    }
}

impl From<ParquetError> for Failed {
    fn from(error: ParquetError) -> Failed {
        Failed::Writing(error)
    }
}

fn schema() -> Result<Arc<parquet::schema::types::Type>, ParquetError> {
    parse_message_type(SCHEMA).map(Arc::new)
}

/// Nothing in the file depends on the time.
fn properties(table: &Table) -> Result<WriterProperties, ParquetError> {
    let position = ColumnPath::from("position");
    let game = KeyValue::new("game".to_owned(), Some(table.game().to_owned()));
    Ok(WriterProperties::builder()
        .set_created_by(format!("attractor {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(vec![game]))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        // An index of pages would be kept in memory to the end.
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        // Every position is another one, and begins as its neighbour does.
        .set_column_dictionary_enabled(position.clone(), false)
        .set_column_encoding(position, Encoding::DELTA_BYTE_ARRAY)
        .build())
}

/// Rows that are not written yet, column by column. Columns that may be empty keep what is there, and a level for each row:
/// 1 if it is, else 0.
#[derive(Default)]
struct Group {
    position: Vec<ByteArray>,
    turn: Vec<i32>,
    outcome: Vec<Outcome>,
    draw: Vec<Draw>,
    drawn: Vec<i16>,
    plies: Vec<i32>,
    decided: Vec<i16>,
    images: Vec<i64>,
    bytes: usize,
}

impl Group {
    fn push(&mut self, TableEntry { label, turn, value, images }: TableEntry) {
        self.bytes += label.len();
        self.position.push(label.into_bytes().into());
        self.turn.push(turn.number().into());
        self.outcome.push(value.outcome());
        if let Value::Draw(draw) = value {
            self.draw.push(draw);
        }
        self.drawn.push(matches!(value, Value::Draw(_)).into());
        self.plies.extend(value.plies().map(|plies| plies as i32));
        self.decided.push(value.plies().is_some().into());
        self.images.push(images as i64);
    }

    fn full(&self) -> bool {
        self.turn.len() >= ROWS || self.bytes >= BYTES
    }

    /// Writes the rows and forgets them.
    fn write<W: Write + Send>(&mut self, mut to: SerializedRowGroupWriter<'_, W>) -> Result<(), Failed> {
        let words = |words: &mut dyn Iterator<Item = &'static str>| words.map(ByteArray::from).collect::<Vec<_>>();
        let outcome = words(&mut self.outcome.iter().map(|&outcome| outcome_word(outcome)));
        let draw = words(&mut self.draw.iter().filter_map(|&draw| draw_word(Value::Draw(draw))));
        column::<ByteArrayType, W>(&mut to, &self.position, None)?;
        column::<Int32Type, W>(&mut to, &self.turn, None)?;
        column::<ByteArrayType, W>(&mut to, &outcome, None)?;
        column::<ByteArrayType, W>(&mut to, &draw, Some(&self.drawn))?;
        column::<Int32Type, W>(&mut to, &self.plies, Some(&self.decided))?;
        column::<Int64Type, W>(&mut to, &self.images, None)?;
        to.close()?;
        *self = Group::default();
        Ok(())
    }
}

fn column<T: DataType, W: Write + Send>(
    to: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let Some(mut column) = to.next_column()? else {
        return Err(ParquetError::General("a column too many".into()));
    };
    column.typed::<T>().write_batch(values, there, None)?;
    column.close()
}
