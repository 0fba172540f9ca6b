//! How the value went along the moves of a play, and where somebody threw something away.

use crate::{Effort, HistoryPoint, Session};
use attractor_game::{Error, Kind};

/// Every position of the session's line, the first included; also why some were not found out. `tell` hears how many are
/// done, of how many. The session stands where it did.
pub fn history(
    session: &mut dyn Session,
    effort: &Effort<'_>,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<(Vec<HistoryPoint>, Option<Error>), Error> {
    let line = session.line();
    while session.undo() {}
    let (mut points, mut failed, mut wrong) = (Vec::new(), None, None);
    for ply in 0..=line.len() {
        if let Some(name) = ply.checked_sub(1).map(|i| &line[i]) {
            session.play(name)?;
        }
        let found = if failed.is_none() && wrong.is_none() { Some(session.verdict(effort, false)) } else { None };
        let verdict = match found {
            Some(Ok((verdict, _))) => Some(verdict),
            Some(Err(error)) if error.kind() == Kind::Limit => {
                failed = Some(error);
                None
            }
            Some(Err(error)) => {
                wrong = Some(error);
                None
            }
            None => None,
        };
        let turn = session.turn().number();
        let point = HistoryPoint {
            ply,
            name: ply.checked_sub(1).map(|i| line[i].clone()),
            turn,
            outcome: verdict.as_ref().map(|v| v.outcome),
            plies: verdict.as_ref().and_then(|v| v.plies),
            winner: verdict.as_ref().and_then(|v| v.winner),
            blunder: false,
            judged: true,
        };
        let blunder = points.last().is_some_and(|before| gives_away(before, &point));
        let judged =
            points.last().is_none_or(|before: &HistoryPoint| before.outcome.is_some() && point.outcome.is_some());
        points.push(HistoryPoint { blunder, judged, ..point });
        tell(ply + 1, line.len() + 1);
    }
    wrong.map_or(Ok((points, failed)), Err)
}

/// Who moved is worse off than before.
fn gives_away(before: &HistoryPoint, after: &HistoryPoint) -> bool {
    let rank = |point: &HistoryPoint| match point.winner {
        Some(winner) if winner == before.turn => 2,
        None => 1,
        Some(_) => 0,
    };
    before.outcome.is_some() && after.outcome.is_some() && rank(after) < rank(before)
}
