"""Rules written in Python: what a class of your own has, and rules made of others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .games import Position


class Rules(Protocol):
    """What a game of your own has: four methods on immutable, hashable states.

    A state stays as it is: `play` returns another one. Of states that could be changed (objects, lists in a class of
    their own) this is checked whenever a move is played: an error says so, and no answer rests upon a changed state.

    Optional: ``result(state)`` on states without moves, 1, 2 or 0 (default: who cannot move loses);
    ``heuristic(state)`` from player 1's side; ``name(state, move)`` and ``diagram(state)``, texts; ``acyclic = False``
    where play may come back.
    """

    def start(self) -> Any:
        """Where play begins."""

    def turn(self, state: Any, /) -> int:
        """Who is to move: 1 or 2."""

    def moves(self, state: Any, /) -> Iterable[Any]:
        """The legal moves; none exactly when play is over."""

    def play(self, state: Any, move: Any, /) -> Any:
        """The state after a legal move; the one before stays as it is."""


class Wrapped:
    """A game of the package as rules in Python, so that a heuristic may be a function of positions."""

    acyclic = False
    #: Positions never change, so that nobody need look.
    _attractor_lasting = True

    def __init__(self, start: Position) -> None:
        self._start = start
        self._attractor_name = start.game.name

    def start(self) -> Position:
        return self._start

    def turn(self, state: Position) -> int:
        return state.turn

    def moves(self, state: Position) -> list[Any]:
        # Equal positions are one state here, however they were reached: no rule about what was played ends them.
        return state._session.legal()

    def play(self, state: Position, move: str) -> Position:
        return state._gone(move)

    def result(self, state: Position) -> int:
        return state.winner or 0


class Elsewhere:
    """Rules that begin elsewhere."""

    def __init__(self, rules: Rules, start: Any) -> None:
        self._rules = rules
        self._start = start
        self._attractor_name = type(rules).__name__

    def start(self) -> Any:
        return self._start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)
