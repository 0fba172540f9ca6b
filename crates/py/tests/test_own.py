"""Games written in Python: the same answers as the games of the package, each method called once, faults named."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from collections import Counter
from typing import Any, Callable

import pytest
from attractor import Error, GameError, LimitReached, Table, check_game, game


class Matches:
    """Take one or two of nine; who cannot move loses."""

    def start(self) -> Any:
        return (9, 1)

    def turn(self, state: Any) -> Any:
        return state[1]

    def moves(self, state: Any) -> Any:
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] - move, 3 - state[1])


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    def start(self) -> str:
        return "." * 9

    def turn(self, state: str) -> int:
        return 1 if state.count("X") == state.count("O") else 2

    def won(self, state: str) -> bool:
        return any(state[a] == state[b] == state[c] != "." for a, b, c in LINES)

    def moves(self, state: str) -> list[int]:
        return [] if self.won(state) else [i for i in range(9) if state[i] == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "XO"[self.turn(state) - 1] + state[move + 1 :]

    def result(self, state: str) -> int:
        return 3 - self.turn(state) if self.won(state) else 0

    def heuristic(self, state: str) -> float:
        return state.count("X", 0, 5) - state.count("O", 0, 5)

    def diagram(self, state: str) -> str:
        return "\n".join(state[i : i + 3] for i in (0, 3, 6))


def test_the_same_as_the_game_of_the_package() -> None:
    mine, theirs = game(TicTacToe), game("tictactoe")
    ours, others = mine.arena(), theirs.arena()
    for count in (len, lambda a: a.moves, lambda a: len(a.attractor(1)), lambda a: len(a.attractor(2))):
        assert count(ours) == count(others)
    assert ours.start == "." * 9 and ours.winner("XX.OO....") == 1 and ours.verify()
    assert mine.solve().outcome == "draw" and len(mine.solve().best) == 9
    for line in ([4, 1], [0, 1, 4], [0, 4, 8, 2]):
        names = [f"{'abc'[i % 3]}{1 + i // 3}" for i in line]
        mine_solved, solved = mine.play(*line).solve(), theirs.play(*names).solve()
        assert (mine_solved.outcome, mine_solved.plies) == (solved.outcome, solved.plies)
        assert [f"{'abc'[i % 3]}{1 + i // 3}" for i in mine_solved.best] == solved.best
    assert mine.minimax(9, "zero").visited == theirs.minimax(9, "zero").visited == 549946
    assert mine.alphabeta(9, "zero").value == 0 and mine.search(depth=9, heuristic="zero").value == 0
    for depth in range(6):
        here = mine.play(4)
        plain, table = here.alphabeta(depth), here.alphabeta(depth, remember=True)
        assert (table.value, table.best) == (plain.value, plain.best)
    assert mine.alphabeta(9, remember=True).visited < mine.alphabeta(9).visited
    assert mine.match("perfect", "perfect", games=5).draws == 5
    assert mine.perft(9) == 127872
    assert mine.start.play(4).diagram == "...\n.X.\n..." and "<svg" in mine._repr_svg_()
    assert "<svg" in mine.tree(2)._repr_svg_() and "<svg" in mine.analyse()._repr_svg_()


def test_positions_are_values_with_states() -> None:
    matches = game(Matches())
    one, two = matches.play(1, 2), matches.play(2, 1)
    assert one == two and hash(one) == hash(two) and one.state == (6, 1)
    assert one.moves == [1, 2] and one.line == ["1", "2"]
    assert one != game(Matches()).play(1, 2)  # another object may have other rules
    assert matches.minimax(2, lambda state: float(state[0])).value == 6  # type: ignore[index]
    assert one.minimax(1, lambda state: float(state[0])).value == 5  # type: ignore[index]


def test_no_method_is_called_twice_for_the_same_state() -> None:
    calls: Counter[Any] = Counter()

    class Counted(TicTacToe):
        def turn(self, state: str) -> int:
            calls["turn", state] += 1
            return 1 if state.count("X") == state.count("O") else 2

        def moves(self, state: str) -> list[int]:
            calls["moves", state] += 1
            return super().moves(state)

        def play(self, state: str, move: int) -> str:
            calls["play", state, move] += 1
            sign = "X" if state.count("X") == state.count("O") else "O"
            return state[:move] + sign + state[move + 1 :]

        def result(self, state: str) -> int:
            calls["result", state] += 1
            return (2 if state.count("X") == state.count("O") else 1) if self.won(state) else 0

        def heuristic(self, state: str) -> float:
            calls["heuristic", state] += 1
            return 0.0

    counted = game(Counted())
    counted.alphabeta(6)
    few = sum(1 for call in calls if call[0] == "play")
    counted.minimax(6)
    counted.search(depth=9)
    counted.solve()
    counted.arena()
    assert max(calls.values()) == 1
    # What alpha-beta cuts is not played.
    assert few < sum(1 for call in calls if call[0] == "play") / 2


def changed(**methods: Callable[..., Any]) -> Any:
    """The game of matches with other methods."""
    return type("Changed", (Matches,), methods)()


def fails(*_: Any) -> Any:
    raise RuntimeError("oh")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (changed(turn=lambda self, s: 3), r"Changed.turn\(\(9, 1\)\) returned 3; expected 1 or 2"),
        (changed(turn=lambda self, s: True), "returned True"),
        (changed(turn=fails), r"Changed.turn\(\(9, 1\)\) raised RuntimeError: oh"),
        (changed(start=fails), r"Changed.start\(\) raised RuntimeError: oh"),
        (changed(start=lambda self: [9, 1]), r"Changed.start\(\) returned \[9, 1\], which cannot be a state"),
        (changed(moves=fails), r"Changed.moves\(\(9, 1\)\) raised RuntimeError: oh"),
        (changed(moves=lambda self, s: 5), r"returned 5, which cannot be listed"),
        (changed(moves=lambda self, s: (fails() for _ in "a")), "raised RuntimeError: oh"),
        (changed(play=fails), r"Changed.play\(\(9, 1\), 1\) raised RuntimeError: oh"),
        (changed(play=lambda self, s, m: [s[0] - m]), r"Changed.play\(\(9, 1\), 1\) returned \[8\], which cannot"),
        (changed(result=lambda self, s: 7), r"Changed.result\(\(0, 1\)\) returned 7|Changed.result\(\(0, 2\)\)"),
        (changed(result=fails), "raised RuntimeError: oh"),
        (changed(play=lambda self, s, m: (s[0], 3 - s[1])), r"comes back to \(9, 1\) by 1, 1; write acyclic = False"),
        # moves lies: it lists a move that play does not know.
        (changed(moves=lambda self, s: [1, 2], play=lambda self, s, m: ((), s[0][m])), "raised TypeError"),
    ],
)
def test_faults_are_named(rules: Any, message: str) -> None:
    for work in (lambda g: g.solve(), lambda g: g.arena(), lambda g: g.analyse()):
        with pytest.raises(GameError, match=message) as caught:
            work(game(rules))
        assert caught.value.id.startswith("own-")
    assert not check_game(rules)


def test_faults_in_other_places() -> None:
    with pytest.raises(GameError, match="has no method start"):
        game(object())  # type: ignore[arg-type]
    bad = game(changed(heuristic=lambda self, s: "many"))
    with pytest.raises(GameError, match="returned 'many'; expected a finite number"):
        bad.minimax(2)
    assert bad.minimax(9, "zero").value == -1  # and play goes on afterwards
    with pytest.raises(GameError, match=r"\(9, 1\)"):
        game(changed(name=fails)).solve()
    # A game that goes on for ever, without coming back, or far away from where it comes back.
    endless = changed(moves=lambda self, s: [1], play=lambda self, s, m: (s[0] + 1, 3 - s[1]))
    with pytest.raises(LimitReached):
        game(endless).solve(memory="4M")
    wide = changed(moves=lambda self, s: [1, -1], play=lambda self, s, m: (s[0] + m, 3 - s[1]))
    with pytest.raises(GameError, match="comes back"):
        game(wide).solve(memory="4M")
    # Limited search on a game with cycles, and solving one that says so.
    cyclic = changed(play=lambda self, s, m: (s[0], 3 - s[1]))
    assert game(cyclic).minimax(6).value == 0
    cyclic.acyclic = False
    assert (game(cyclic).solve().outcome, game(cyclic).solve().draw) == ("draw", "endless")
    assert check_game(cyclic)


def test_exceptions_that_are_not_errors_pass() -> None:
    class Quits(Matches):
        def play(self, state: Any, move: Any) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        game(Quits()).solve()


@pytest.mark.parametrize(
    ("rules", "law"),
    [
        (changed(moves=lambda self, s: [1, 1] if s[0] else []), "each move is listed once"),
        (changed(turn=lambda self, s: 0), "turn says 1 or 2"),
        (changed(result=lambda self, s: "X"), "the result of a finished state is 1, 2 or 0"),
        (changed(heuristic=lambda self, s: float("nan")), "a heuristic is a finite number"),
        (changed(play=lambda self, s, m: (s[0], 3 - s[1])), "no play of an acyclic game returns"),
        (changed(start=lambda self: [9, 1]), "states can be hashed"),
        (changed(name=lambda self, s, m: "take"), "under a name of its own"),
        (changed(play=lambda self, s, m: [s[0] - m, 3 - s[1]]), "states can be hashed"),
        (
            changed(moves=lambda self, s: [1, -1], play=lambda self, s, m: (s[0] + m, 3 - s[1])),
            "no play of an acyclic game returns",
        ),
    ],
)
def test_laws(rules: Any, law: str) -> None:
    laws = check_game(rules)
    assert not laws and any(law in broken.law for broken in laws.broken), str(laws)
    assert all(broken.example for broken in laws.broken)


def test_laws_that_only_asking_twice_shows() -> None:
    class Moody(Matches):
        asked = 0

        def moves(self, state: Any) -> Any:
            self.asked += 1
            return super().moves(state) if self.asked % 2 else []

    assert [broken.law for broken in check_game(Moody()).broken] == ["moves are the same when asked again"]

    class State(list[int]):
        def __hash__(self) -> int:  # type: ignore[override]
            return hash(tuple(self))

    class Mutable(Matches):
        def start(self) -> Any:
            return State([9, 1])

        def play(self, state: Any, move: Any) -> Any:
            state[0] -= move
            state[1] = 3 - state[1]
            return state

    assert not check_game(Mutable)


def test_an_error_reaches_who_caused_it_and_nobody_else() -> None:
    class Far(Matches):
        def moves(self, state: Any) -> Any:
            if state == (500, 1):
                raise ValueError("boom")
            return [1] if state[0] < 600 else []

        def play(self, state: Any, move: Any) -> Any:
            return (state[0] + 1, 3 - state[1])

        def start(self) -> Any:
            return (0, 1)

    shared, done, strays = game(Far()), threading.Event(), []

    def look() -> None:
        while not done.is_set():
            try:
                assert shared.start.moves == [1]
            except GameError as error:
                strays.append(error)

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            for work in (shared.solve, shared.arena, lambda: shared.match("random", "random", games=3)):
                with pytest.raises(GameError, match="boom"):
                    work()
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert not strays


def test_a_message_may_use_the_game() -> None:
    class State(tuple[int, int]):
        def __repr__(self) -> str:
            return f"State with {len(shared.start.moves)} moves"

    class Forgetful(Matches):
        def start(self) -> Any:
            return State((1, 1))

        def play(self, state: Any, move: Any) -> Any:
            return State((state[0] - move, 3 - state[1]))

        def result(self, state: Any) -> Any:
            return None

    shared = game(Forgetful())
    with pytest.raises(GameError, match="State with 1 moves"):
        shared.solve()


def test_long_lines_copies_and_names() -> None:
    class Chain(Matches):
        def start(self) -> Any:
            return (20_000, 1)

        def moves(self, state: Any) -> Any:
            return [1] if state[0] else []

    begun = time.monotonic()
    assert len(game(Chain()).solve().line) == 20_000
    assert time.monotonic() - begun < 30

    class Swapped(Matches):
        """The name of each move is the other move."""

        def name(self, state: Any, move: Any) -> str:
            return str(3 - move)

    here = game(Swapped()).play(1)
    assert here.state == (8, 2) and here.line == ["2"]
    assert copy.copy(here) is here and copy.deepcopy(here) is here
    assert pickle.loads(pickle.dumps(game(Picklable()).play(2))).state == (7, 2)
    with pytest.raises(GameError, match=r"Swapped\.heuristic"):
        here.minimax(1, lambda state: 1 / 0)
    spaced = game(changed(name=lambda self, s, m: f"take {m}"))
    with pytest.raises(Error, match="has a space"):
        spaced.minimax(1, only=[1])
    with pytest.raises(Error, match="tables are for games of the package"):
        Table.build(game(Matches()), "never")
    with pytest.raises(GameError, match="cannot be read from text"):
        game(Matches()).position("(9, 1)")


class Picklable(Matches):
    """At the top of a module, as pickle needs it."""


def test_laws_hold() -> None:
    assert check_game(Matches) and check_game(TicTacToe())
    assert str(check_game(Matches)) == "Matches: all laws hold on 18 states"
