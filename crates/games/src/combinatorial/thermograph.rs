//! Thermographs: what a game is worth when every move costs a tax `t`.
//!
//! The left wall is the value when Left begins, the right wall when Right does: `left(t) = max over L of right_L(t) - t`,
//! `right(t) = min over R of left_R(t) + t`, until they meet; from there on both are the *mean*, and the tax where they
//! meet is the *temperature*. Left walls have slope 0 or -1, right walls 0 or +1, so two walls of one kind cross at a
//! point of the same grid as their corners; only where left meets right may half a unit be needed.

use super::Dyadic;

/// A wall: its corners as (tax, value), from tax 0 on, straight between them, constant after the last.
pub(super) type Wall = Vec<(Dyadic, Dyadic)>;

/// The thermograph of a game that is no number.
pub(super) struct Thermograph {
    pub(super) left: Wall,
    pub(super) right: Wall,
    pub(super) mean: Dyadic,
    pub(super) temperature: Dyadic,
}

/// The value of a wall at a tax.
fn at(wall: &[(Dyadic, Dyadic)], tax: Dyadic) -> Dyadic {
    let next = wall.partition_point(|corner| corner.0 < tax);
    if next == wall.len() {
        return wall[next - 1].1;
    }
    let (t, value) = wall[next];
    if t == tax {
        return value;
    }
    let (start, from) = wall[next - 1];
    // Slopes are 0, 1 and -1.
    match value.cmp(&from) {
        std::cmp::Ordering::Less => from - (tax - start),
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from + (tax - start),
    }
}

/// The higher (or lower) of two walls of the same kind, everywhere.
fn outer(a: &[(Dyadic, Dyadic)], b: &[(Dyadic, Dyadic)], higher: bool) -> Wall {
    let mut taxes: Vec<Dyadic> = a.iter().chain(b).map(|corner| corner.0).collect();
    taxes.sort_unstable();
    taxes.dedup();
    let pick = |x: Dyadic, y: Dyadic| if higher { x.max(y) } else { x.min(y) };
    let mut wall = Wall::with_capacity(taxes.len() + 2);
    let mut before: Option<(Dyadic, Dyadic)> = None;
    for t in taxes {
        let (x, y) = (at(a, t), at(b, t));
        let gap = x - y;
        if let Some((start, old)) = before
            && (old.0 < 0) != (gap.0 < 0)
            && old.0 != 0
            && gap.0 != 0
        {
            // Between two corners the gap changes by 1 per unit of tax.
            let cross = start + Dyadic(old.0.abs());
            wall.push((cross, at(a, cross)));
        }
        wall.push((t, pick(x, y)));
        before = Some((t, gap));
    }
    wall
}

/// Drops corners on straight lines.
fn straighten(wall: &mut Wall) {
    let mut kept = 0;
    for i in 0..wall.len() {
        if kept >= 2 {
            let ((t0, v0), (t1, v1), (t2, v2)) = (wall[kept - 2], wall[kept - 1], wall[i]);
            if (v1 - v0).0.signum() == (v2 - v1).0.signum() && t0 < t1 && t1 < t2 {
                kept -= 1;
            }
        }
        wall[kept] = wall[i];
        kept += 1;
    }
    wall.truncate(kept);
    if let [.., (_, a), (_, b)] = wall[..]
        && a == b
    {
        wall.pop();
    }
}

/// From the right walls of the left options and the left walls of the right options, of which there is one each at
/// least. `None` if the numbers do not fit.
pub(super) fn thermograph<'a>(
    left: impl Iterator<Item = &'a [(Dyadic, Dyadic)]>,
    right: impl Iterator<Item = &'a [(Dyadic, Dyadic)]>,
) -> Option<Thermograph> {
    let join = |walls: &mut dyn Iterator<Item = &'a [(Dyadic, Dyadic)]>, higher| {
        let mut all = walls.next().map(<[_]>::to_vec).unwrap_or_default();
        for wall in walls {
            all = outer(&all, wall, higher);
        }
        all
    };
    let (mut left, mut right) = (left, right);
    let (above, below) = (join(&mut left, true), join(&mut right, false));
    let gap = |t: Dyadic| (at(&above, t) - t) - (at(&below, t) + t);
    if gap(Dyadic::ZERO).0 <= 0 {
        // Cold: the stops are equal (a number plus an infinitesimal).
        let mean = at(&above, Dyadic::ZERO);
        let wall = vec![(Dyadic::ZERO, mean)];
        return Some(Thermograph { left: wall.clone(), right: wall, mean, temperature: Dyadic::ZERO });
    }
    let mut taxes: Vec<Dyadic> = above.iter().chain(&below).map(|corner| corner.0).collect();
    taxes.sort_unstable();
    taxes.dedup();
    let (mut left, mut right) = (Wall::new(), Wall::new());
    let mut start = Dyadic::ZERO;
    let mut taxes = taxes.into_iter().skip_while(|t| *t == Dyadic::ZERO).peekable();
    left.push((start, at(&above, start)));
    right.push((start, at(&below, start)));
    let temperature = loop {
        let open = gap(start);
        let end = taxes.peek().copied();
        // After the last corner both options' walls are upright, and the gap closes by 2 per unit of tax.
        match end {
            Some(end) if gap(end).0 > 0 => {
                left.push((end, at(&above, end) - end));
                right.push((end, at(&below, end) + end));
                start = end;
                taxes.next();
            }
            Some(end) if gap(end).0 == 0 => break end,
            Some(end) => {
                // It closes by 1 or 2 per unit: which one, the next unit tells.
                let unit = open - gap(start + Dyadic::UNIT);
                debug_assert!(end > start && (unit.0 == 1 || unit.0 == 2));
                break start + if unit.0 == 1 { open } else { open.half()? };
            }
            None => break start + open.half()?,
        }
    };
    let mean = at(&above, temperature) - temperature;
    left.push((temperature, mean));
    right.push((temperature, mean));
    straighten(&mut left);
    straighten(&mut right);
    Some(Thermograph { left, right, mean, temperature })
}
