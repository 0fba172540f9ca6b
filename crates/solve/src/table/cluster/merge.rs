//! The finished table: members send what they packed to the first, in groups, and it writes them in order.

use super::{
    super::{
        FILE, Figures, Progress, Stage, beside,
        file::{Packed, Writer},
        publish, unwritable,
    },
    Task,
    member::{Goods, Member, confused},
    pieces::Kept,
};
use attractor_game::Error;
use std::collections::BTreeMap;

/// The piece of a packed file that has its figures.
pub(super) const FIGURES: usize = u32::MAX as usize - 1;
/// Blocks of a piece.
const BLOCKS: u8 = 1;
/// Pieces that are sent together, for each member.
const GROUP: usize = 4;

/// Writes the table of all pieces, each of which has an owner.
pub(super) fn merge(
    task: &Task<'_>,
    member: &mut Member<'_>,
    kept: &Kept,
    owners: &[usize],
    longest: u32,
) -> Result<(), Error> {
    let (me, members) = (member.index, member.count);
    let mut figures = Figures::default();
    for word in member.gather(&kept.read(FIGURES)?)? {
        let some = String::from_utf8(word).ok().and_then(|lines| Figures::from_lines(&lines)).ok_or_else(confused)?;
        figures.merge(&some);
    }
    let partial = beside(task.out, ".partial");
    let mut writer = None;
    if me == 0 {
        std::fs::create_dir_all(&partial).map_err(|e| unwritable(&partial, e))?;
        writer = Some(Writer::create(&partial.join(FILE), task.name, true, longest, 1)?);
    }
    let mut done = 0;
    for first in (0..owners.len()).step_by(GROUP * members) {
        let mut came: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        let mut take = |_: &mut Member<'_>, goods: Goods| {
            let (number, bytes) = goods.bytes.split_first_chunk().ok_or_else(confused)?;
            came.insert(u32::from_le_bytes(*number) as usize, bytes.to_vec());
            Ok(())
        };
        for number in (first..owners.len().min(first + GROUP * members)).filter(|number| owners[*number] == me) {
            let mut bytes = (number as u32).to_le_bytes().to_vec();
            bytes.extend(kept.read(number)?);
            member.send(0, BLOCKS, bytes, &mut take)?;
        }
        member.settle(&[], &mut take)?;
        if let Some(writer) = &mut writer {
            for bytes in came.into_values() {
                let blocks = Packed::take_all(&bytes).ok_or_else(confused)?;
                done += blocks.iter().map(Packed::count).sum::<u64>();
                writer.append(blocks)?;
            }
            task.tell(member, Progress { stage: Stage::Writing, layer: 0, done, total: None });
        }
    }
    if let Some(writer) = writer {
        writer.finish(&figures)?;
        publish(&partial, task.out)?;
    }
    // Nobody clears its work away before the table is there.
    member.gather(&[])?;
    task.tell(
        member,
        Progress { stage: Stage::Writing, layer: 0, done: figures.positions, total: Some(figures.positions) },
    );
    Ok(())
}
