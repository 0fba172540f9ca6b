"""Answers as data. Field names are those of the command's ``--json``."""

from __future__ import annotations

import html
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Union

from ._attractor import Analysed, Drawing, Treed, language, solved_text, worth_text
from .errors import percent, said

if TYPE_CHECKING:
    from .games import Place

_Path = Union[None, str, "os.PathLike[str]"]


def number(value: Any) -> float:
    """A number as JSON holds it: infinite ones are words there."""
    return float(value)


@dataclass(frozen=True)
class Solved:
    """A solved position. `outcome` and `plies` are for the player to move."""

    game: str
    position: str
    #: Who is to move: 1 or 2.
    turn: int
    #: ``"win"``, ``"draw"`` or ``"loss"``.
    outcome: str
    #: Plies to the end; 0 when finished; None for draws, margins and where only the outcome was asked for.
    plies: Optional[int]
    #: ``"final"`` or ``"endless"``, for draws.
    draw: Optional[str]
    #: By how much the player to move is ahead in the end, in games that count it; negative if the other is.
    margin: Optional[int]
    #: All best moves.
    best: list[Any]
    #: A principal line.
    line: list[Any]
    #: Positions on which search was entered.
    nodes: int
    seconds: float = field(compare=False)

    @property
    def winner(self) -> Optional[int]:
        """Who wins: 1 or 2; None if nobody does."""
        return {"win": self.turn, "loss": 3 - self.turn}.get(self.outcome)

    def __str__(self) -> str:
        return solved_text(self.turn, self.outcome, self.plies, self.margin, self.draw)


@dataclass(frozen=True)
class MoveValue:
    """A move and what it is worth to the player who makes it."""

    move: Any
    outcome: str
    #: Plies to the end, this move included.
    plies: Optional[int]
    #: By how much the player who makes it is ahead in the end, in games that count it.
    margin: Optional[int]

    def __str__(self) -> str:
        return said(f"{self.move}: ", f"{self.move} : ") + worth_text(self.outcome, self.plies, self.margin)


@dataclass(frozen=True)
class Analysis:
    """A position with the value of every legal move."""

    position: Solved
    moves: list[MoveValue]
    _analysed: Analysed = field(repr=False, compare=False)
    #: Where it was asked.
    _place: Place = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return _analysis_again, (self.position, self.moves, self._place, self._analysed.data())

    def draw(
        self,
        path: _Path = None,
        *,
        blank: bool = False,
        names: Optional[str] = None,
        title: str = "",
        lang: Optional[str] = None,
    ) -> Drawing:
        """The board with a chip on every move: result and plies by shape and word."""
        return _saved(self._analysed.draw(blank, names, title, lang), path)

    def _repr_svg_(self) -> str:
        return self.draw().svg

    def __str__(self) -> str:
        return "\n".join([str(self.position), *map(str, self.moves)])


def _analysis_again(position: Solved, moves: list[MoveValue], place: Place, data: Any) -> Analysis:
    return Analysis(position, moves, place._session.analysed(data), place)


def _tree_again(found: tuple[Any, ...], place: Place, parts: Any, whole: Any) -> Tree:
    value, best, visited, nodes = found
    return Tree(value, best, visited, nodes, place._session.treed(parts, whole), place)


def _saved(drawing: Drawing, path: _Path) -> Drawing:
    if path is not None:
        drawing.save(path)
    return drawing


@dataclass(frozen=True)
class Found:
    """What min-max or alpha-beta found. `value` is from player 1's side."""

    value: float
    #: All best moves by min-max; the first by alpha-beta, which proves only that one.
    best: list[Any]
    #: Nodes visited, root and leaves included.
    visited: int


@dataclass(frozen=True)
class Node:
    """A node of a search tree."""

    move: Optional[str]
    #: Who moves here.
    player: int
    #: What the search returned, from player 1's side; None where it did not come.
    value: Optional[float]
    #: The first best child of its parent.
    chosen: bool
    #: The condition that cut the moves left, such as ``6 >= beta = 4``.
    cut: Optional[str]
    children: list[Node]
    #: Alpha and beta on entry.
    window: Optional[tuple[float, float]] = None

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Node:
        window = data.get("window")
        return cls(
            move=data["move"],
            player=data["player"],
            value=None if data["value"] is None else number(data["value"]),
            chosen=data["chosen"],
            cut=data["cut"],
            children=[cls._of(child) for child in data["children"]],
            window=None if window is None else (number(window[0]), number(window[1])),
        )


@dataclass(frozen=True)
class Tree:
    """A search to limited depth with all it saw. Values are from player 1's side."""

    value: float
    best: list[Any]
    visited: int
    #: Nodes of the whole tree; None if there are too many to count.
    nodes: Optional[int]
    _treed: Treed = field(repr=False, compare=False)
    #: Where it begins.
    _place: Place = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        found = (self.value, self.best, self.visited, self.nodes)
        return _tree_again, (found, self._place, *self._treed.parts())

    @property
    def root(self) -> Node:
        """The tree itself."""
        return Node._of(self._treed.data()["tree"])

    def draw(
        self,
        path: _Path = None,
        *,
        levels: Optional[int] = None,
        blank: bool = False,
        boards: bool = False,
        names: Optional[str] = None,
        title: str = "",
        lang: Optional[str] = None,
    ) -> Drawing:
        """The tree with values at its nodes; what alpha-beta cut is grey. `blank` is the exercise."""
        drawing = self._treed.draw(levels=levels, blank=blank, boards=boards, names=names, title=title, lang=lang)
        return _saved(drawing, path)

    def _repr_svg_(self) -> str:
        return self.draw().svg


@dataclass(frozen=True)
class Search:
    """The best estimate within a time or depth. `value` is from player 1's side."""

    game: str
    position: str
    turn: int
    heuristic: str
    value: float
    #: Plies looked ahead.
    depth: int
    best: list[Any]
    line: list[Any]
    nodes: int
    seconds: float = field(compare=False)


@dataclass(frozen=True)
class Side:
    """How often one side won, with its interval at 95 %."""

    wins: int
    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.wins} ({percent(self.rate)} {_between(self.low, self.high)})"


def _between(low: float, high: float) -> str:
    # A comma is part of a number in French.
    return said(f"[{percent(low)}, {percent(high)}]", f"[{percent(low)} ; {percent(high)}]")


def sides(data: dict[str, Any]) -> dict[str, Side]:
    """The two sides of a record of Rust's."""
    return {name: Side(**data[name]) for name in ("first", "second")}


@dataclass(frozen=True)
class Match:
    """The result of a match."""

    games: int
    first: Side
    second: Side
    draws: int
    #: Games given up because they did not end.
    given_up: int
    players: tuple[str, str]

    def __str__(self) -> str:
        one, two = self.players
        return said(
            f"{self.games} games: {one} {self.first}, {two} {self.second}, draws {self.draws}",
            f"{self.games} parties : {one} {self.first}, {two} {self.second}, nulles {self.draws}",
        )

    def _repr_html_(self) -> str:
        french = language() == "fr"
        games, draws = ("parties", "nulles") if french else ("games", "draws")
        heads = ("joueur", "victoires", "part") if french else ("player", "wins", "rate")
        head = "".join(f"<th>{word}</th>" for word in (*heads, "95 %"))
        rows = [(self.players[0], self.first), (self.players[1], self.second)]
        body = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{side.wins}</td><td>{percent(side.rate)}</td>"
            f"<td>{_between(side.low, side.high)}</td></tr>"
            for name, side in rows
        )
        return f"<table><caption>{self.games} {games}, {self.draws} {draws}</caption><tr>{head}</tr>{body}</table>"


@dataclass(frozen=True)
class Stats:
    """What random plays show."""

    games: int
    first: Side
    second: Side
    draws: int
    given_up: int
    #: Moves per unfinished position.
    branching: float
    most_moves: int
    #: Plies per play: mean, shortest, longest.
    length: float
    shortest: int
    longest: int
    #: Decimal logarithm of the number of plays (Knuth's estimate).
    tree_log10: float
