"""Games in which a function of Python chooses moves."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Callable, Optional, Union

from ._attractor import wilson
from .effort import Effort, seeded
from .records import Match, Side

if TYPE_CHECKING:
    from .games import Position

#: A machine by name, or a function that is given a position and returns a move.
Player = Union[str, Callable[["Position"], object]]

#: Plies after which a game that may go on for ever is given up.
_LONGEST = 10_000


def played(start: Position, players: tuple[Player, Player], games: int, swap: bool, seed: int, effort: Effort) -> Match:
    """The result of ``games`` games from a position; the effort is that of all of them together.

    Rates and intervals are over the games that ended, as in matches between machines.
    """
    rng, wins, given_up = random.Random(seeded(seed)), [0, 0], 0
    for i in range(games):
        begins = 1 if swap and i % 2 else 0
        mine = {start.turn: begins, 3 - start.turn: 1 - begins}
        winner = _winner(start, {side: players[k] for side, k in mine.items()}, rng, effort)
        if winner is None:
            given_up += 1
        elif winner:
            wins[mine[winner]] += 1
        effort.tell(i + 1, games)
    names = [p if isinstance(p, str) else getattr(p, "__name__", repr(p)) for p in players]
    ended = games - given_up
    first, second = (Side(won, won / ended if ended else 0.0, *wilson(won, ended)) for won in wins)
    return Match(games, first, second, ended - sum(wins), given_up, (names[0], names[1]))


def _winner(here: Position, players: dict[int, Player], rng: random.Random, effort: Effort) -> Optional[int]:
    """Who wins a game: 1, 2, or 0 for nobody; None if it is given up because it does not end."""
    most = math.inf if here.game._ends else _LONGEST
    plies = 0
    while not here.finished:
        if plies >= most:
            return None
        effort.left()
        player = players[here.turn]
        if callable(player):
            here = here.play(player(here))
        else:
            # How far a single move is does not count.
            allowed = {**effort.allowed, "progress": None}
            here = here._gone(here._session.choose(player, rng.getrandbits(63), allowed, effort.sources))
        plies += 1
    return here.winner
