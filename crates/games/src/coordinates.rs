//! Cells of a board by name: `a1` is the top-left one, the letter its column, the number its row from the top.

/// Columns have one letter each.
pub(crate) const MAX_COLUMNS: usize = 26;

/// The name of a cell; row and column count from 0.
pub(crate) fn name(row: usize, column: usize) -> String {
    debug_assert!(column < MAX_COLUMNS);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The name of a cell by its number.
pub(crate) fn of_cell(cell: u8, columns: usize) -> String {
    name(usize::from(cell) / columns, usize::from(cell) % columns)
}

/// Row and column of the cell of that name, whatever the size of the board.
pub(crate) fn cell(name: &str) -> Option<(usize, usize)> {
    let letter = name.bytes().next()?.to_ascii_lowercase();
    let digits = name.get(1..)?;
    if !letter.is_ascii_lowercase() || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let row: usize = digits.parse().ok()?;
    Some((row.checked_sub(1)?, usize::from(letter - b'a')))
}

/// Row and column of a cell by its number, for pictures.
pub(crate) fn place(cell: u8, columns: usize) -> (f32, f32) {
    let cell = usize::from(cell);
    ((cell / columns) as f32, (cell % columns) as f32)
}

/// A board with its coordinates around it.
pub(crate) fn diagram(rows: usize, columns: usize, sign: impl Fn(usize, usize) -> char) -> String {
    let margin = rows.to_string().len();
    let mut lines = vec![format!("{:margin$}", "")];
    lines[0].extend((0..columns).flat_map(|c| [' ', char::from(b'a' + c as u8)]));
    for r in 0..rows {
        let mut line = format!("{:>margin$}", r + 1);
        line.extend((0..columns).flat_map(|c| [' ', sign(r, c)]));
        lines.push(line);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_back() {
        assert_eq!(name(0, 0), "a1");
        assert_eq!(name(9, 2), "c10");
        assert_eq!(cell("c10"), Some((9, 2)));
        assert_eq!(cell("B2"), Some((1, 1)));
        for wrong in ["", "a", "a0", "1a", "a+1", "a-1", "é1", "aé", "a99999999999999999999999"] {
            assert_eq!(cell(wrong), None, "{wrong}");
        }
    }
}
