//! Symmetries of a rectangular board, as permutations of its cells applied to whole sets of cells at once.

/// Where each cell goes; sets are mapped eight cells at a time. Cell `row * columns + column` is bit of that number.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Permutation {
    /// For each byte of the set, the image of each of its values.
    images: Vec<[u128; 256]>,
}

impl Permutation {
    /// The permutation that takes each cell to `image(cell)`.
    pub(crate) fn new(cells: usize, image: impl Fn(usize) -> usize) -> Permutation {
        let mut images = vec![[0; 256]; cells.div_ceil(8)];
        for cell in 0..cells {
            let bit = 1 << (cell % 8);
            for (byte, set) in images[cell / 8].iter_mut().enumerate() {
                if byte & bit != 0 {
                    *set |= 1 << image(cell);
                }
            }
        }
        Permutation { images }
    }

    /// The image of a set of cells.
    #[inline]
    pub(crate) fn apply(&self, set: u128) -> u128 {
        self.images.iter().enumerate().fold(0, |image, (i, byte)| image | byte[(set >> (8 * i)) as usize & 255])
    }
}

/// The reflections and the half turn: they keep rows rows and columns columns. Without the identity.
pub(crate) fn upright(rows: usize, columns: usize) -> Vec<Permutation> {
    symmetries(rows, columns, false)
}

/// All symmetries of the board, with the quarter turns and diagonal reflections if it is square. Without the identity.
pub(crate) fn all(rows: usize, columns: usize) -> Vec<Permutation> {
    symmetries(rows, columns, rows == columns)
}

fn symmetries(rows: usize, columns: usize, transposed_too: bool) -> Vec<Permutation> {
    let mut list = Vec::new();
    for transposed in [false, true] {
        if transposed && !transposed_too {
            break;
        }
        for code in 0..4 {
            let image = |cell: usize| {
                let (mut r, mut c) = (cell / columns, cell % columns);
                if code & 1 != 0 {
                    r = rows - 1 - r;
                }
                if code & 2 != 0 {
                    c = columns - 1 - c;
                }
                if transposed { c * columns + r } else { r * columns + c }
            };
            if transposed || code != 0 {
                list.push(Permutation::new(rows * columns, image));
            }
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_keeps_neighbours_and_differs_from_the_others() {
        // An L that no symmetry but the identity keeps.
        let set: u128 = 0b1_0000_0011;
        let mut images: Vec<u128> = all(4, 4).iter().map(|s| s.apply(set)).collect();
        images.push(set);
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
        assert!(images.iter().all(|i| i.count_ones() == 3));
        assert_eq!(
            upright(2, 3).iter().map(|s| s.apply(0b000_001)).collect::<Vec<_>>(),
            [0b001_000, 0b000_100, 0b100_000]
        );
    }
}
