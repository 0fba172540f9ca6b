"""The Connect Four lab (*Puissance 4*): min-max with weighted alignments.

A grid (*grille*) ``G`` is a list of 7 columns of 6 integers: ``G[x][y]`` is 0 where nobody has
played, else the player, 1 or 2; ``y = 0`` is the bottom row. A move (*coup*) is the cell ``(x, y)``
that is filled. Player 1 begins.

The utility (*utilité*) of a grid for player j, with weights ``W = [w0, w1, w2, w3, w4]``::

    sum of W[discs of j]      over the alignments without a disc of 3-j
  - sum of W[discs of 3-j]    over the alignments without a disc of j

The names are those of the lab; searches and games run in Rust. Whatever is left to chance follows
``random.seed``, or the keyword ``seed``.

>>> G = init()
>>> G[3][0] = 1
>>> utilite(G, 1, W1)
7.0
>>> minmax(init(), 1, W1, 1)
(7.0, (3, 0))
"""

from __future__ import annotations

import itertools
import math
import numbers
import operator
import random
from collections.abc import Sequence
from typing import NamedTuple

from .._attractor import (
    lab_match,
    lab_minmax,
    lab_play,
    lab_random,
    lab_utilite,
    wilson,
)
from ..errors import bad

__all__ = [
    "W1",
    "W2",
    "A_gagnants",
    "Bilan",
    "Part",
    "coups",
    "display",
    "fini",
    "init",
    "joue_partie",
    "joue_partie_h_m",
    "joue_random",
    "mesure_force",
    "minimax",
    "minmax",
    "nbr_pions",
    "probabilite_hasard",
    "probabilité_hasard",
    "test_random",
    "tous_align",
    "utilite",
]

Cell = tuple[int, int]
Alignment = tuple[Cell, Cell, Cell, Cell]
Grid = list[list[int]]

WIDTH, HEIGHT = 7, 6

W1: list[float] = [0, 1, 2, 3, math.inf]
"""An alignment counts as many points as it has discs. The lab fixes ``W1[1] = 1`` and
``w4 = inf`` only: the other weights are our own."""

W2: list[float] = [0, 1, 8, 27, math.inf]
"""Cubes: one long alignment is worth many short ones. Our own choice too."""


# The grid


def init() -> Grid:
    """The empty grid.

    >>> init() == [[0] * 6] * 7
    True
    """
    return [[0] * HEIGHT for _ in range(WIDTH)]


def display(G: Sequence[Sequence[int]]) -> None:
    """Prints the grid, top row first: ``.`` empty, ``x`` player 1, ``o`` player 2.

    >>> G = init()
    >>> G[3][:2] = [1, 2]
    >>> display(G)
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . o . . .
    . . . x . . .
    """
    print(diagram(_grid(G)))


def tous_align() -> list[Alignment]:
    """All alignments (*alignements*): 4 neighbouring cells in a column, a row or a diagonal.

    >>> len(tous_align())
    69
    >>> tous_align()[0]
    ((0, 0), (0, 1), (0, 2), (0, 3))
    """
    found = []
    for x, y in itertools.product(range(WIDTH), range(HEIGHT)):
        for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if x + 3 * dx < WIDTH and 0 <= y + 3 * dy < HEIGHT:
                a, b, c, d = ((x + n * dx, y + n * dy) for n in range(4))
                found.append((a, b, c, d))
    return found


A_gagnants: list[Alignment] = tous_align()
"""The alignments that may win, once and for all."""


def fini(G: Sequence[Sequence[int]]) -> int:
    """Who has four in a row: 1, 2, or 0 where nobody has (a full grid without winner gives 0).

    >>> G = init()
    >>> G[0][:4] = [2, 2, 2, 2]
    >>> fini(G)
    2
    """
    return _winner(_grid(G))


def coups(G: Sequence[Sequence[int]]) -> list[Cell]:
    """The cells that can be filled: the lowest empty one of each column, from left to right.

    Only the columns count: a won grid has moves as long as it is not full; ask `fini` first.

    >>> G = init()
    >>> G[0] = [1, 2, 1, 2, 1, 2]
    >>> G[3][0] = 1
    >>> coups(G)
    [(1, 0), (2, 0), (3, 1), (4, 0), (5, 0), (6, 0)]
    """
    heights = (HEIGHT - column.count(0) for column in _grid(G))
    return [(x, y) for x, y in enumerate(heights) if y < HEIGHT]


# Chance against chance


class Part(NamedTuple):
    """What a player won of some games: number, share, and the share's 95 % interval (Wilson)."""

    victoires: int
    taux: float
    bas: float
    haut: float

    def __str__(self) -> str:
        return f"{_percent(self.taux)} [{_percent(self.bas)} ; {_percent(self.haut)}]"


class Bilan(NamedTuple):
    """What came out of some games: their number, what each player won, the draws."""

    parties: int
    joueur1: Part
    joueur2: Part
    nuls: Part

    def __str__(self) -> str:
        return (
            f"{self.parties} parties, intervalles à 95 %\n"
            f"Joueur 1 : {self.joueur1}\n"
            f"Joueur 2 : {self.joueur2}\n"
            f"Nuls     : {self.nuls}"
        )


def joue_random(*, seed: int | None = None) -> tuple[int, Grid]:
    """Plays a game at random (*au hasard*): the winner (0 for a draw) and the last grid.

    >>> winner, G = joue_random(seed=1)
    >>> winner == fini(G)
    True
    """
    winner, grid = lab_random(_seed(seed))
    return winner, grid


def test_random(*, seed: int | None = None) -> int:  # noqa: PT028 (the lab's name; no test)
    """Plays a game at random, displays the last grid and returns the winner."""
    winner, grid = joue_random(seed=seed)
    print(diagram(grid))
    return winner


def probabilité_hasard(k: int, *, seed: int | None = None) -> Bilan:
    """Plays k games at random; prints and returns each player's share of them.

    >>> bilan = probabilité_hasard(20000, seed=1)  # doctest: +ELLIPSIS
    20000 parties, intervalles à 95 %
    Joueur 1 : 55,... % [5...]
    Joueur 2 : 44,... % [4...]
    Nuls     : 0,... % [0,...]
    >>> bilan.joueur1.bas < 0.556 < bilan.joueur1.haut
    True
    """
    return _measured(W1, 0, 0, k, seed)


probabilite_hasard = probabilité_hasard


# Min-max


def nbr_pions(A: Sequence[Cell], G: Sequence[Sequence[int]], joueur: int) -> tuple[int, int]:
    """The discs (*pions*) in alignment A: those of the player, those of the other one.

    >>> G = init()
    >>> G[0][:3] = [1, 1, 2]
    >>> nbr_pions(A_gagnants[0], G, 1)
    (2, 1)
    """
    player = _player(joueur)
    try:
        cells = [G[x][y] for x, y in A]
    except (IndexError, TypeError, ValueError):
        cells = []
    if len(cells) != 4:
        _grid(G)  # where the grid is to blame, it says so
        raise bad(
            "bad-alignment",
            f"A is {A!r}: not four cells (x, y) of the grid",
            f"A vaut {A!r} : ce ne sont pas quatre cases (x, y) de la grille",
        )
    mine, others = cells.count(player), cells.count(3 - player)
    # Called 69 times per utility: the whole grid is looked at only when something is odd here.
    if mine + others + cells.count(0) != 4:
        _grid(G)
    return mine, others


def utilite(G: Sequence[Sequence[int]], j: int, W: Sequence[float]) -> float:
    """The utility (*utilité*) of G for player j.

    >>> G = init()
    >>> G[3][0] = 1
    >>> utilite(G, 2, W2)
    -7.0
    """
    return lab_utilite(_grid_to_judge(G), _player(j), _weights(W))


def minmax(
    G: Sequence[Sequence[int]], j: int, W: Sequence[float], p: int, *, seed: int | None = None
) -> tuple[float, Cell | None]:
    """The best utility that player j, to move, can reach in p plies, and a move that reaches it.

    The move is drawn at random among equally good ones. It is None, and the value that of
    `utilite`, where p is 0, the game is won or the grid is full. G is left as it is.

    >>> minmax(init(), 1, W1, 0)
    (0.0, None)
    """
    value, best = lab_minmax(_grid_to_judge(G), _player(j), _weights(W), _depth("p", p))
    if not best:
        return value, None
    return value, _chance(seed).choice(best)


minimax = minmax


# Games of min-max


def joue_partie(
    W: Sequence[float], p1: int, p2: int, affiche: bool = False, *, seed: int | None = None
) -> tuple[int, Grid]:
    """Plays min-max to depth p1 against depth p2 (0 plays at random): the winner, the last grid.

    >>> winner, G = joue_partie(W2, 3, 1, False, seed=1)
    >>> winner == fini(G)
    True
    """
    depths = _depth("p1", p1), _depth("p2", p2)
    winner, grid = lab_play(_weights(W), *depths, _seed(seed))
    if affiche:
        print(diagram(grid))
        print(_verdict(winner))
    return winner, grid


def mesure_force(W: Sequence[float], p1: int, p2: int, k: int, *, seed: int | None = None) -> Bilan:
    """Plays k games of depth p1 against depth p2; prints and returns what each player won.

    Games differ by the draws among equally good moves only: where those are rare, so are different
    games, and a small change of W may turn the result. Compare several W, and both orders.

    >>> bilan = mesure_force(W1, 1, 2, 200, seed=1)  # doctest: +ELLIPSIS
    200 parties, intervalles à 95 %
    Joueur 1 : ...
    Joueur 2 : ...
    Nuls     : ...
    >>> bilan.joueur1.haut < bilan.joueur2.bas
    True
    """
    return _measured(W, p1, p2, k, seed)


def joue_partie_h_m(W: Sequence[float], p: int, *, humain: int = 1, seed: int | None = None) -> tuple[int | None, Grid]:
    """Person against machine of depth p: columns 0 to 6 are asked for with ``input``.

    Returns the winner (None where the game was left, with ``q`` or the end of input) and the grid.
    The person begins, and is player 2 with ``humain=2``.
    """
    human, weights, depth, chance = _player(humain), _weights(W), _depth("p", p), _chance(seed)
    G, player = init(), 1
    while not fini(G) and coups(G):
        if player == human:
            move = _asked(G)
            if move is None:
                print("Partie interrompue.")
                return None, G
        else:
            # Depth 0 is the random player.
            move = chance.choice(lab_minmax(G, player, weights, depth)[1] or coups(G))
            print(f"La machine joue en {move[0]}.")
        x, y = move
        G[x][y] = player
        player = 3 - player
    print(diagram(G))
    winner = fini(G)
    print(_verdict(winner))
    return winner, G


def _asked(G: Grid) -> Cell | None:
    """The cell that the person fills, asked for until it can be; None where they leave."""
    playable = dict(coups(G))
    print(diagram(G))
    print(" ".join(map(str, range(WIDTH))))
    while True:
        try:
            answer = input("Votre colonne (q pour quitter) : ").strip()
        except EOFError:
            print()
            return None
        if answer.lower() == "q":
            return None
        x = int(answer) if answer.isdecimal() else -1
        if x in playable:
            return x, playable[x]
        columns = ", ".join(map(str, playable))
        print(f"« {answer} » ne peut pas être joué. Colonnes possibles : {columns}.")


def _measured(W: Sequence[float], p1: int, p2: int, k: int, seed: int | None) -> Bilan:
    depths = _depth("p1", p1), _depth("p2", p2)
    games = _whole("bad-number", "k", k, at_least=1)
    counts = lab_match(_weights(W), *depths, games, _seed(seed), None)
    first, second, draws = (Part(n, n / games, *wilson(n, games)) for n in counts)
    bilan = Bilan(games, first, second, draws)
    print(bilan)
    return bilan


# Words


def diagram(grid: Sequence[Sequence[int]]) -> str:
    """What `display` prints."""
    return "\n".join(" ".join(".xo"[column[y]] for column in grid) for y in reversed(range(HEIGHT)))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".", ",")


def _verdict(winner: int) -> str:
    return f"Le joueur {winner} gagne." if winner else "Match nul."


# What people pass: checked here, so that an error names it by the lab's letters

_COLUMNS = {
    discs + (0,) * (HEIGHT - height)
    for height in range(HEIGHT + 1)
    for discs in itertools.product((1, 2), repeat=height)
}
"""The 127 columns that can be: discs, then nothing. One look-up per column keeps the check cheap
in a student's own search."""


def _grid(G: Sequence[Sequence[int]]) -> Grid:
    """A copy of the grid in plain integers."""
    try:
        columns = [tuple(column) for column in G]
        if len(columns) == WIDTH and all(column in _COLUMNS for column in columns):
            return [[int(cell) for cell in column] for column in columns]
    except TypeError:
        raise bad(
            "bad-grid",
            f"G is {G!r:.60}: not a list of 7 lists of 6 integers",
            f"G vaut {G!r:.60} : ce n'est pas une liste de 7 listes de 6 entiers",
        ) from None
    if len(columns) != WIDTH:
        raise bad(
            "bad-grid",
            f"G has {len(columns)} columns; expected {WIDTH}",
            f"G a {len(columns)} colonnes ; attendu : {WIDTH}",
        )
    x, column = next((x, c) for x, c in enumerate(columns) if c not in _COLUMNS)
    if len(column) != HEIGHT:
        raise bad(
            "bad-grid",
            f"G[{x}] has {len(column)} cells; expected {HEIGHT}",
            f"G[{x}] a {len(column)} cases ; attendu : {HEIGHT}",
        )
    for y, cell in enumerate(column):
        if cell not in (0, 1, 2):
            raise bad(
                "bad-grid",
                f"G[{x}][{y}] is {cell!r}; expected 0, 1 or 2",
                f"G[{x}][{y}] vaut {cell!r} ; attendu : 0, 1 ou 2",
            )
    y = next(y for y in range(1, HEIGHT) if column[y] and not column[y - 1])
    raise bad(
        "bad-grid",
        f"G[{x}][{y}] is a disc that floats: G[{x}][{y - 1}] is empty",
        f"G[{x}][{y}] est un pion qui flotte : G[{x}][{y - 1}] est vide",
    )


def _grid_to_judge(G: Sequence[Sequence[int]]) -> Grid:
    """The grid, where it has a utility: with two winners that would be inf - inf."""
    grid = _grid(G)
    _winner(grid)
    return grid


def _winner(grid: Grid) -> int:
    # Most alignments begin with an empty cell: the rest of them is not looked at.
    winners = {
        grid[a][b]
        for (a, b), (c, d), (e, f), (g, h) in A_gagnants
        if grid[a][b] and grid[a][b] == grid[c][d] == grid[e][f] == grid[g][h]
    }
    if len(winners) == 2:
        raise bad(
            "bad-grid",
            "G has four in a row for both players",
            "G a quatre pions alignés pour chacun des deux joueurs",
        )
    return winners.pop() if winners else 0


def _player(j: int) -> int:
    if j not in (1, 2):
        raise bad("bad-player", f"the player is {j!r}; expected 1 or 2", f"le joueur vaut {j!r} ; attendu : 1 ou 2")
    return int(j)


def _weights(W: Sequence[float]) -> list[float]:
    try:
        weights = list(W)
    except TypeError:
        raise bad(
            "bad-weights",
            f"W is {W!r}: not a list of five weights",
            f"W vaut {W!r} : ce n'est pas une liste de cinq poids",
        ) from None
    if len(weights) != 5:
        raise bad(
            "bad-weights",
            f"W has {len(weights)} weights; expected five: w0 to w4",
            f"W a {len(weights)} poids ; attendu : cinq, de w0 à w4",
        )
    for n, weight in enumerate(weights):
        if not isinstance(weight, numbers.Real) or math.isnan(weight):
            raise bad(
                "bad-weights",
                f"W[{n}] is {weight!r}; expected a number",
                f"W[{n}] vaut {weight!r} ; attendu : un nombre",
            )
    return [float(weight) for weight in weights]


def _depth(name: str, p: int) -> int:
    # A grid is full after 42 plies: looking further sees the same.
    return min(_whole("bad-depth", name, p, at_least=0), WIDTH * HEIGHT)


def _whole(id: str, name: str, number: int, at_least: int) -> int:
    try:
        whole = operator.index(number)
    except TypeError:
        raise bad(
            id,
            f"{name} is {number!r}; expected a whole number",
            f"{name} vaut {number!r} ; attendu : un entier",
        ) from None
    if whole < at_least:
        raise bad(
            id,
            f"{name} is {whole}; expected at least {at_least}",
            f"{name} vaut {whole} ; attendu : au moins {at_least}",
        )
    return whole


def _chance(seed: int | None) -> random.Random:
    return random.Random(_seed(seed))


def _seed(seed: int | None) -> int:
    if seed is None:
        return random.getrandbits(63)  # so that random.seed() makes a lab repeatable
    return _whole("bad-seed", "seed", seed, at_least=0) % 2**64
