//! Right checksums for books that were changed: for tests and for fuzzing. It follows the description of the format and shares
//! no code with its reader and writer.

/// Makes all checksums of a book right, as far as it can be read; and its own length.
pub(crate) fn book(bytes: &mut [u8]) {
    let word =
        |bytes: &[u8], at: usize| bytes.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize);
    let seal = |bytes: &mut [u8], begin: usize, end: usize| -> Option<()> {
        let sum = crc32fast::hash(bytes.get(begin..end)?);
        bytes.get_mut(end..end + 4)?.copy_from_slice(&sum.to_le_bytes());
        Some(())
    };
    let mut all = || -> Option<()> {
        let head = 16usize.checked_add(word(bytes, 12)?)?.checked_add(16)?;
        let bits = word(bytes, head - 12)?;
        let length = (bytes.len() as u64).to_le_bytes();
        bytes.get_mut(head + 16..head + 24)?.copy_from_slice(&length);
        seal(bytes, 0, head + 24)?;
        let count = word(bytes, head)?;
        let (index, each) = (head + 28, bits.div_ceil(8).checked_add(4)?);
        let blocks = count.div_ceil(512);
        let mut at = index.checked_add(blocks.checked_mul(each)?)?;
        seal(bytes, index, at)?;
        at += 4;
        for block in 0..blocks {
            let length = word(bytes, index + (block + 1) * each - 4)?;
            let end = at.checked_add(length)?;
            seal(bytes, at, end.checked_sub(4)?)?;
            at = end;
        }
        Some(())
    };
    let _ = all();
}
