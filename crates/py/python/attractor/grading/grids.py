"""Cases of `utilite(G, j, W)` and `minmax(G, j, W, p)`."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from .._attractor import lab_minmax, lab_utilite
from ..lab.puissance4 import W1, W2, Cell, coups, diagram, fini, init
from .case import Case, Outcome, Words, _is_number, _judged_number, _number, _same, _shown

Columns = tuple[tuple[int, ...], ...]


EMPTY: Columns = ((0,) * 6,) * 7


# Player 1 is to move and loses in 2 plies, whatever they do: three in a row, open at both ends.
LOST: Columns = (EMPTY[0], *[(2, 1, 0, 0, 0, 0)] * 3, *EMPTY[4:])


DRAWN: Columns = (*[(1, 1, 2, 2, 1, 1), (2, 2, 1, 1, 2, 2)] * 3, (1, 1, 2, 2, 1, 1))


@dataclass(frozen=True)
class UtilityCase(Case):
    """A grid, a player and weights."""

    grid: Columns
    player: int
    weights: tuple[float, ...]

    names: ClassVar[tuple[str, ...]] = ("G", "j", "W")
    returns = ("a number", "un nombre")

    @classmethod
    def generate(cls, chance: random.Random, share: float, cycles: bool) -> UtilityCase:
        return cls(_grid(chance, share), chance.choice((1, 2)), _weights(chance))

    @classmethod
    def known(cls) -> list[Case]:
        return [cls(grid, 1, tuple(W1)) for grid in (EMPTY, LOST, DRAWN)]

    @property
    def size(self) -> int:
        discs = sum(cell > 0 for column in self.grid for cell in column)
        return 2 * discs + (self.weights != tuple(W1))

    def smaller(self) -> Iterator[UtilityCase]:
        if self.weights != tuple(W1):
            yield replace(self, weights=tuple(W1))
        for _, grid in _fewer(self.grid):
            yield replace(self, grid=grid)

    def arguments(self) -> tuple[Any, ...]:
        return [list(column) for column in self.grid], self.player, list(self.weights)

    @cached_property
    def expected(self) -> Any:
        return lab_utilite(*self.arguments())

    def text(self, name: str) -> str:
        _, *rest = self.arguments()
        return f"{name}(G, {', '.join(map(str, rest))})\n{diagram(self.grid)}"

    def answer(self) -> Words:
        return _number(self.expected), _number(self.expected)

    def judge(self, returned: Any) -> Outcome:
        return _judged_number(returned, self.expected)


@dataclass(frozen=True)
class MinmaxCase(UtilityCase):
    """A grid, the player to move, weights and a depth."""

    depth: int = 0

    names = ("G", "j", "W", "p")
    returns = (
        "a pair: the value, and the move (x, y), or None where there is none",
        "un couple : la valeur, et le coup (x, y), ou None s'il n'y en a pas",
    )

    @classmethod
    def generate(cls, chance: random.Random, share: float, cycles: bool) -> MinmaxCase:
        grid = _grid(chance, share)
        mover = 1 + sum(cell > 0 for column in grid for cell in column) % 2
        # In plain Python each ply makes a call seven times as long.
        depth = 3 if share > 0.3 and chance.random() < 0.1 else chance.choice((0, 1, 1, 2, 2))
        return cls(grid, mover, _weights(chance), depth)

    @classmethod
    def known(cls) -> list[Case]:
        return [
            cls(EMPTY, 1, tuple(W1), 0),
            cls(EMPTY, 1, tuple(W1), 1),
            cls(LOST, 1, tuple(W1), 2),
            cls(DRAWN, 1, tuple(W1), 1),
        ]

    @property
    def size(self) -> int:
        return 100 * self.depth + super().size

    def smaller(self) -> Iterator[MinmaxCase]:
        if self.depth:
            yield replace(self, depth=self.depth - 1)
        if self.weights != tuple(W1):
            yield replace(self, weights=tuple(W1))
        # Who is to move stays who is to move by the number of discs.
        for owner, grid in _fewer(self.grid):
            if owner != self.player:
                yield replace(self, grid=grid, player=owner)
            for other, less in _fewer(grid):
                if other != owner:
                    yield replace(self, grid=less)

    def parts(self) -> list[tuple[Cell, Case]]:
        if not self.expected[1]:
            return []
        return [
            (
                (x, y),
                replace(
                    self,
                    grid=_filled(self.grid, x, y, self.player),
                    player=3 - self.player,
                    depth=self.depth - 1,
                ),
            )
            for x, y in coups(self.grid)
        ]

    def arguments(self) -> tuple[Any, ...]:
        return (*super().arguments(), self.depth)

    @cached_property
    def expected(self) -> tuple[float, list[Cell]]:
        return lab_minmax(*self.arguments())

    def answer(self) -> Words:
        value, best = self.expected
        moves = list(map(str, best)) or ["None"]
        english, french = (f"({_number(value)}, {word.join(moves)})" for word in (" or ", " ou "))
        return english, french

    def judge(self, returned: Any) -> Outcome:
        if not isinstance(returned, (tuple, list)) or len(returned) != 2:
            return Outcome("type", _shown(returned))
        value, move = returned
        pair = isinstance(move, (tuple, list)) and len(move) == 2
        if not _is_number(value) or not (pair or move is None):
            return Outcome("type", _shown(returned))
        expected, best = self.expected
        good = tuple(move) in best if pair else not best
        return Outcome() if _same(value, expected) and good else Outcome("wrong", _shown(returned))

    def explained(self, outcome: Outcome) -> Iterator[Words]:
        if outcome.kind != "wrong":
            return
        if self.expected[1]:
            depth = self.depth - 1
            yield (
                f"Every child of this position is right at depth {depth}: the fault lies in how they are put together.",
                f"Chaque position fille est juste à la profondeur {depth} : "
                "la faute est dans la façon de les combiner.",
            )
        else:
            yield (
                "This is a leaf: the value is that of utilite, without a move.",
                "C'est une feuille : la valeur est celle d'utilite, sans coup.",
            )


def _grid(chance: random.Random, share: float) -> Columns:
    """A grid that play can reach; a quarter of the plays run into a win and stop there."""
    G, player = init(), 1
    careful = chance.random() < 0.75
    for _ in range(round(share * 42)):
        for x, y in chance.sample(coups(G), len(coups(G))):
            G[x][y] = player
            if not (careful and fini(G)):
                break
            G[x][y] = 0
        else:
            break
        if fini(G):
            break
        player = 3 - player
    return tuple(map(tuple, G))


def _weights(chance: random.Random) -> tuple[float, ...]:
    # Halves add up without rounding: equally good moves stay equal however they are summed.
    own = [chance.randrange(3) / 2, *sorted(chance.sample(range(1, 40), 3)), math.inf]
    return tuple(chance.choice((W1, W2, own)))


def _filled(grid: Columns, x: int, y: int, cell: int) -> Columns:
    column = (*grid[x][:y], cell, *grid[x][y + 1 :])
    return (*grid[:x], column, *grid[x + 1 :])


def _fewer(grid: Columns) -> Iterator[tuple[int, Columns]]:
    """The grids without one of the topmost discs, with whose it was."""
    for x, column in enumerate(grid):
        height = sum(cell > 0 for cell in column)
        if height:
            yield column[height - 1], _filled(grid, x, height - 1, 0)
