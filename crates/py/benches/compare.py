"""Speed beside other Python packages and the course's own recursion, in one run; every answer is asserted.

Prints time, nodes a second, and the ratio of times to ours.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from typing import Any, Callable, Optional

import attractor

Work = Callable[[], Any]


def timed(work: Work, least: float = 0.3) -> tuple[float, Any]:
    """The shortest of a few runs, and what it gave."""
    best, begun = float("inf"), time.perf_counter()
    while True:
        start = time.perf_counter()
        answer = work()
        best = min(best, time.perf_counter() - start)
        if time.perf_counter() - begun > least:
            return best, answer


def row(name: str, seconds: float, nodes: Optional[int], ours: float) -> None:
    rate = "" if nodes is None else f"{nodes:>12,} nodes {nodes / seconds:>13,.0f}/s"
    print(f"  {name:<34} {seconds * 1e3:>11.2f} ms {rate:<42} {seconds / ours:>9.1f}x")


# OpenSpiel: rules in C++, search in Python.


def open_spiel(game: str, depth: int) -> tuple[float, float, int]:
    """Time, value and nodes of its alpha-beta with an estimate of 0."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    def search() -> float:
        value: float = minimax.alpha_beta_search(
            pyspiel.load_game(game), value_function=lambda state: 0, maximum_depth=depth
        )[0]
        return value

    seconds, value = timed(search, 0.0)
    return seconds, value, counted(minimax, "_alpha_beta", search)


def open_spiel_minimax(game: str) -> tuple[float, float, int]:
    """The same without cuts."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    def search() -> float:
        state = pyspiel.load_game(game).new_initial_state()
        value: float = minimax.expectiminimax(state, 30, lambda state: 0, 0)[0]
        return value

    seconds, value = timed(search, 0.0)
    return seconds, value, counted(minimax, "expectiminimax", search)


def counted(module: Any, name: str, work: Work) -> int:
    """How often a function of a module is called: in a run of its own, which is not timed."""
    plain, calls = getattr(module, name), 0

    def count(*args: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        return plain(*args, **named)

    setattr(module, name, count)
    try:
        work()
    finally:
        setattr(module, name, plain)
    return calls


# Connect Four as a class in Python, the same bit arithmetic for easyAI and for us.

COLUMNS = range(7)
TOP = [1 << (7 * x + 5) for x in COLUMNS]
BOTTOM = [1 << (7 * x) for x in COLUMNS]
COLUMN = [((1 << 6) - 1) << (7 * x) for x in COLUMNS]


def four(discs: int) -> bool:
    for step in (1, 7, 6, 8):
        pairs = discs & (discs >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


class ConnectFour:
    """States are the discs of player 1, those of player 2, and who is to move."""

    def start(self) -> tuple[int, int, int]:
        return (0, 0, 1)

    def turn(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def moves(self, state: tuple[int, int, int]) -> list[int]:
        one, two, turn = state
        if four(two if turn == 1 else one):
            return []
        taken = one | two
        return [x for x in COLUMNS if not taken & TOP[x]]

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        one, two, turn = state
        taken = one | two
        disc = (taken + BOTTOM[move]) & COLUMN[move] & ~taken
        return (one | disc, two, 2) if turn == 1 else (one, two | disc, 1)

    def result(self, state: tuple[int, int, int]) -> int:
        return 1 if four(state[0]) else 2 if four(state[1]) else 0


def easy_ai(depth: int, table: bool) -> tuple[float, float, int]:
    """Time, value and nodes of easyAI's Negamax on the same rules."""
    import easyAI
    from easyAI.AI import Negamax as module

    class Game(easyAI.TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.discs = [0, 0]

        def possible_moves(self) -> list[int]:
            taken = self.discs[0] | self.discs[1]
            return [x for x in COLUMNS if not taken & TOP[x]]

        def make_move(self, x: int) -> None:
            taken = self.discs[0] | self.discs[1]
            self.discs[self.current_player - 1] |= (taken + BOTTOM[x]) & COLUMN[x] & ~taken

        def unmake_move(self, x: int) -> None:
            own = self.discs[self.current_player - 1] & COLUMN[x]
            other = self.discs[2 - self.current_player] & COLUMN[x]
            top = 1 << ((own | other).bit_length() - 1)
            self.discs[self.current_player - 1] &= ~top

        def lose(self) -> bool:
            return four(self.discs[2 - self.current_player])

        def is_over(self) -> bool:
            return self.lose() or not self.possible_moves()

        def ttentry(self) -> tuple[int, int, int]:
            return (self.discs[0], self.discs[1], self.current_player)

    def search() -> float:
        tt = easyAI.TranspositionTable() if table else None
        algorithm = easyAI.Negamax(depth, lambda game: -100 if game.lose() else 0, tt=tt)
        algorithm(Game())
        value: float = algorithm.alpha
        return value

    seconds, value = timed(search)
    return seconds, value, counted(sys.modules[module.__module__], "negamax", search)


# The course's way: memoised recursion on the graph.


def by_recursion(graph: dict[Any, list[Any]], alice: Callable[[Any], bool]) -> list[Any]:
    """With any and all, which need a list of what comes after."""
    won: dict[Any, bool] = {}

    def wins(v: Any) -> bool:
        if v not in won:
            after = [wins(w) for w in graph[v]]
            if not after:
                won[v] = not alice(v)
            else:
                won[v] = any(after) if alice(v) else all(after)
        return won[v]

    return [v for v in graph if wins(v)]


def by_loops(graph: dict[Any, list[Any]], alice: Callable[[Any], bool]) -> list[Any]:
    """With loops that look at every successor."""
    won: dict[Any, bool] = {}

    def visit(v: Any) -> bool:
        if v in won:
            return won[v]
        hers = alice(v)
        if len(graph[v]) == 0:
            won[v] = not hers
        else:
            won[v] = not hers
            for w in graph[v]:
                if visit(w) == hers:
                    won[v] = hers
        return won[v]

    return [v for v in graph if visit(v)]


def million(vertices: int, degree: int) -> dict[int, list[int]]:
    """Moves lead at most a thousand vertices on, so that recursion is not too deep for the course's function."""
    rng = random.Random(1)
    graph: dict[int, list[int]] = {}
    for v in range(vertices):
        near = min(vertices, v + 1000)
        graph[v] = [rng.randrange(v + 1, near) for _ in range(degree)] if near < vertices else []
    return graph


def even(v: int) -> bool:
    return v % 2 == 0


def compare_graphs() -> None:
    for degree in (2, 4, 8):
        graph = million(1_000_000, degree)
        ours, mine = timed(lambda graph=graph: attractor.attracteurs(graph, even), 2.0)  # type: ignore[misc]
        print(f"A dictionary of 1,000,000 vertices and {degree} moves each, conversion included")
        row("attractor.attracteurs", ours, None, ours)
        row("  of which calls of the owner function", timed(lambda graph=graph: list(map(even, graph)))[0], None, ours)  # type: ignore[misc]
        for name, function in (("with loops", by_loops), ("with any and all", by_recursion)):
            theirs, course = timed(lambda graph=graph, function=function: function(graph, even), 0.0)  # type: ignore[misc]
            assert mine == course
            row(f"the course's recursion, {name}", theirs, None, ours)
    named = {(v, "AB"[v % 2]): [(w, "AB"[w % 2]) for w in row] for v, row in million(1_000_000, 4).items()}
    owner = lambda v: v[1] == "A"  # noqa: E731
    ours, mine = timed(lambda: attractor.attracteurs(named, owner), 2.0)
    theirs, course = timed(lambda: by_recursion(named, owner), 0.0)
    assert mine == course
    print("The same with 4 moves each and tuples for vertices: hashing and comparing them is Python's work")
    row("attractor.attracteurs", ours, None, ours)
    row("the course's recursion", theirs, None, ours)


def compare() -> None:
    print("Tic-tac-toe, min-max of the whole tree")
    ours, found = timed(lambda: attractor.game("tictactoe").minimax(9, "zero"))
    assert found.value == 0 and found.visited == 549_946
    row("attractor", ours, found.visited, ours)
    theirs, value, nodes = open_spiel_minimax("tic_tac_toe")
    assert value == 0
    row("OpenSpiel, expectiminimax", theirs, nodes, ours)

    for depth in (8, 10, 12):
        print(f"Connect Four, alpha-beta to depth {depth}, estimate 0")
        ours, found = timed(lambda depth=depth: attractor.game("connect4").alphabeta(depth, "zero"))  # type: ignore[misc]
        row("attractor, moves in order", ours, found.visited, ours)
        theirs, value, nodes = open_spiel("connect_four", depth)
        assert value == found.value
        row("OpenSpiel, alpha_beta_search", theirs, nodes, ours)
        mine, own = timed(lambda depth=depth: attractor.game(ConnectFour()).alphabeta(depth))  # type: ignore[misc]
        assert own.value == found.value
        row("attractor, rules in Python", mine, own.visited, ours)
        with_table, remembered = timed(
            lambda depth=depth: attractor.game(ConnectFour()).alphabeta(depth, remember=True)  # type: ignore[misc]
        )
        assert remembered.value == found.value
        row("  the same with a table", with_table, remembered.visited, ours)
        for table in (False, True):
            theirs, value, nodes = easy_ai(depth, table)
            assert abs(value) < 1
            row("easyAI" + (", with a table" if table else ""), theirs, nodes, ours)
            print(f"    {theirs / (with_table if table else mine):.1f} times the time of our search of the same class")

    compare_graphs()


if __name__ == "__main__":
    # The course's recursion goes as deep as the graph is long.
    sys.setrecursionlimit(10**9)
    threading.stack_size(1 << 30)
    done = threading.Event()
    worker = threading.Thread(target=lambda: (compare(), done.set()))  # type: ignore[func-returns-value]
    worker.start()
    worker.join()
    sys.exit(0 if done.is_set() else 1)
