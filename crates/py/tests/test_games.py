"""Games of the package: the course's values, positions as values, searches, matches, tables."""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import attractor
import polars
import pytest
from attractor import Error, LimitReached, Table, game, games, tree_game


@pytest.mark.parametrize("spec", [sample for info in games() for sample in info.samples])
def test_every_game_opens_and_plays(spec: str) -> None:
    here = game(spec).start
    assert here.turn in (1, 2) and here.text and "<svg" in here._repr_svg_()
    for _ in range(200):
        if here.finished:
            break
        assert here.winner is None
        child = here.play(here.moves[-1])
        assert child != here and child.line == [*here.line, here.moves[-1]]
        here = child
    assert here.text == game(spec).position(here.text).text


def test_values_of_the_course() -> None:
    nim = game("nim:9,take=1-2")
    assert (nim.solve().outcome, nim.solve().winner, len(nim.arena())) == ("loss", 2, 18)
    assert [len(layer) for layer in nim.arena().layers[2]] and nim.arena().attractor(2).layers[6:] != []
    for n in range(1, 14):
        assert (game(f"nim:{n},take=1-3,misere").solve().outcome == "loss") == (n % 4 == 1)
    chomp = game("chomp:2x3").arena()
    assert (len(chomp), len(chomp.attractor(1)), chomp.winner(chomp.start)) == (18, 10, 1)
    ttt = game("tictactoe")
    arena = ttt.arena()
    assert (len(arena), len(arena.attractor(1)), len(arena.attractor(2)), len(arena.drawn)) == (5478, 2936, 1474, 1068)
    assert ttt.position("O.O/.X./X.O X").solve().winner == 2
    assert ttt.position(".X./XOO/.OX O").solve().outcome == "draw"
    assert ttt.position(".X./XOO/.OX X").solve().winner == 1
    assert ttt.position("XO./.XO/... X").heuristic("features") == 9
    assert len(game("domineering:4x4").arena()) == 3120
    tree = tree_game(
        {
            "player": 2,
            "value": 12,
            "children": [
                {"value": 3, "children": [{"value": 6, "children": [{"value": 1}, {"value": -5}]},
                                          {"value": 9, "children": [{"value": -2}, {"value": 2}]}]},
                {"value": 1, "children": [{"value": 8, "children": [{"value": -6}, {"value": -4}]},
                                          {"value": 10, "children": [{"value": -3}, {"value": 2}]}]},
                {"value": 7, "children": [{"value": 14, "children": [{"value": -9}, {"value": 6}]},
                                          {"value": 3, "children": [{"value": 3}, {"value": -5}]}]},
            ],
        }
    )  # fmt: skip
    assert [(tree.minimax(n).value, tree.minimax(n).best) for n in (1, 2, 3)] == [(1, ["2"]), (9, ["1"]), (-5, ["3"])]


def test_connect_four_with_three_columns() -> None:
    # The position of the notes, J as X: 10 12 10 at depth 1, then 0 to the right, then a win to the left.
    here = game("connect4").position("......./......./....X../O...OO./OX..XOO/XXOXXXO X")
    assert here.heuristic("cells") == 2
    found = [here.minimax(depth, "cells", only=[3, 4, 5]) for depth in (1, 2, 3)]
    assert [(f.value, f.best) for f in found] == [(12, ["4"]), (0, ["5"]), (math.inf, ["3"])]
    assert game("connect4").minimax(1, "alignments=0/1/4/9").value == 7


def test_positions_are_values() -> None:
    c4 = game("connect4")
    one, two = c4.start.play(4, 3, 5), c4.start.play(5, 3, 4)
    assert one == two and hash(one) == hash(two) and one.line != two.line
    assert one != c4.start and one != game("connect4:5x4").start and one != "text"
    assert {one: 1}[two] == 1
    assert pickle.loads(pickle.dumps(one)) == one
    assert c4.play_line("435") == c4.play(4).play(3, 5) == one
    assert [p.line[-1] for p in c4.start] == ["1", "2", "3", "4", "5", "6", "7"]
    before = c4.start.text
    c4.start.play(4)
    assert c4.start.text == before


def test_trees_are_told_apart_and_copied() -> None:
    one, two = tree_game([[3, 5], [2, 9]]), tree_game([1, 2])
    assert one.start != two.start and one.start == tree_game([[3, 5], [2, 9]]).start
    assert pickle.loads(pickle.dumps(one)).minimax(2).value == 3
    assert pickle.loads(pickle.dumps(one.play("2"))) == one.play("2")
    assert tree_game([math.inf, -math.inf]).minimax(1).value == math.inf
    huge: Any = 10**30
    assert game("tictactoe").minimax(huge).value == 0 and game("tictactoe").solve(memory=huge).outcome == "draw"
    assert game("connect4").start.choose("random", seed=-1) in game("connect4").start.moves


def test_search_agrees_with_itself() -> None:
    c4 = game("connect4").play_line("4453")
    for depth in range(5):
        whole, cut = c4.minimax(depth), c4.alphabeta(depth)
        assert whole.value == cut.value and cut.visited <= whole.visited
        assert cut.best == whole.best[:1]
        if depth:
            assert c4.search(depth=depth).value == pytest.approx(whole.value)
            tree = c4.tree(depth, "alpha-beta")
            assert tree.value == whole.value and tree.visited == cut.visited and tree.nodes == whole.visited
            assert tree.root.value == tree.value and tree.root.player == c4.turn
    by_function = c4.minimax(2, lambda p: float(p.text.count("X") * 10 - len(p.moves)))
    assert by_function.value == 33 and by_function.visited == 57
    assert math.isinf(game("tictactoe").position("XX./OO./... X").minimax(1, "features").value)


def test_analysis_and_line() -> None:
    analysis = game("chomp:2x3").analyse()
    assert [move.move for move in analysis.moves if move.outcome == "win"] == analysis.position.best == ["2,3"]
    here = game("chomp:2x3").start.play(*analysis.position.line)
    assert here.finished and here.winner == 1 and "<svg" in analysis._repr_svg_()
    assert game("domineering:2x2").value()["value"] == "±1"


def test_matches() -> None:
    ttt = game("tictactoe")
    perfect = ttt.match("perfect", "perfect", games=20)
    assert (perfect.draws, perfect.first.wins) == (20, 0)
    one = ttt.match("random", "random", games=500, seed=3)
    assert one == ttt.match("random", "random", games=500, seed=3, threads=2)
    assert one.first.low < one.first.rate < one.first.high and "<table>" in one._repr_html_()
    mine = ttt.match(lambda p: p.moves[0], "random", games=30, swap=True)
    assert mine.first.wins + mine.second.wins + mine.draws == 30 and mine.players[1] == "random"
    assert ttt.start.choose("first") == "a1"
    stats = ttt.stats(2000)
    assert stats.first.low < 0.5849 < stats.first.high and stats.shortest >= 5


def test_perft() -> None:
    assert [game("connect4").perft(n) for n in range(1, 8)] == [7, 49, 343, 2401, 16807, 117649, 823536]


def test_tables(tmp_path: Path) -> None:
    table = Table.build("connect4:4x4", tmp_path / "table", progress=False)
    again = Table(tmp_path / "table")
    c4 = game("connect4:4x4")
    for line in ("", "1", "1234", "112233"):
        here = c4.play_line(line)
        probed = again.probe(here)
        assert probed is not None
        solved = here.solve()
        assert (probed.outcome, probed.plies, probed.best) == (solved.outcome, solved.plies, solved.best)
        assert here.solve(table=table).plies == solved.plies
    assert again.verify() > 0 and again.game == "connect4:4x4"
    frame = polars.DataFrame(again)
    assert frame.columns == ["position", "turn", "outcome", "draw", "plies", "images"]
    info = again.info
    wins = frame.filter(polars.col("outcome") == "win")["images"].sum()
    assert wins == info["won"] and frame["images"].sum() == info["positions"]
    with pytest.raises(Error, match="not of connect4:5x4"):
        again.probe(game("connect4:5x4"))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: game("conect4"), "did you mean connect4"),
        (lambda: game("connect4").play(9), "9 is not a legal move"),
        (lambda: game("connect4").play_line("44x"), "moves:1:3"),
        (lambda: game("tictactoe").position("XX"), "a row has 2 cells"),
        (lambda: game("tictactoe").minimax(-1), "depth is -1"),
        (lambda: game("tictactoe").minimax(2.5), "depth is 2.5"),  # type: ignore[arg-type]
        (lambda: game("tictactoe").minimax(2, "feature"), "did you mean features"),
        (lambda: game("tictactoe").tree(2, "alphbeta"), "did you mean alpha-beta"),
        (lambda: game("connect4").search(seconds=-1), "seconds is -1"),
        (lambda: game("connect4").search(seconds=math.nan), "seconds is nan"),
        (lambda: game("tictactoe").solve(seconds="x"), "seconds is 'x'"),  # type: ignore[arg-type]
        (lambda: game("tictactoe").solve(progress="x"), "progress is 'x'"),  # type: ignore[arg-type]
        (lambda: game("tictactoe").solve(table="nowhere"), "nowhere"),
        (lambda: game("tictactoe").match("random", "random", seed="x"), "seed is 'x'"),  # type: ignore[arg-type]
        (lambda: game("tictactoe").match("perfct", "random"), "did you mean perfect"),
        (lambda: game("tictactoe").solve(memory="much"), "memory is 'much'"),
        (lambda: game("tictactoe").solve(seconds=-1), "seconds is -1"),
        (lambda: game("tictactoe").solve(threads=0), "threads is 0"),
        (lambda: game("tictactoe").minimax(2, only=["z9"]), "z9 is legal nowhere"),
        (lambda: tree_game([[1, "a"]]), "'a' in the tree"),
        (lambda: Table("no such folder"), "no such folder"),
        (lambda: game("connect4").draw("board.xyz"), "xyz"),
        (lambda: attractor.set_language("de"), "fr or en, not de"),
    ],
)
def test_bad_input(wrong: Any, message: str) -> None:
    with pytest.raises(Error, match=message) as caught:
        wrong()
    assert caught.value.id


def test_heuristic_that_fails() -> None:
    def broken(position: attractor.Position) -> float:
        return 1 / 0

    with pytest.raises(attractor.GameError, match="ZeroDivisionError"):
        game("tictactoe").minimax(2, broken)
    with pytest.raises(attractor.GameError, match="finite"):
        game("tictactoe").minimax(2, lambda p: math.nan)


def test_time_and_memory_are_limits() -> None:
    begun = time.monotonic()
    with pytest.raises(LimitReached):
        game("connect4").solve(seconds=0.2, book=False)
    assert time.monotonic() - begun < 10
    with pytest.raises(LimitReached, match="states"):
        game("dobutsu").arena(1000)


def test_progress_is_told_and_may_stop_the_work() -> None:
    told: list[tuple[int, int, str]] = []

    def tell(done: int, total: int, text: str) -> None:
        told.append((done, total, text))
        if len(told) == 3:
            raise StopIteration("enough")

    with pytest.raises(StopIteration):
        game("connect4").solve(book=False, progress=tell)
    assert len(told) == 3 and told[-1][0] >= told[0][0]


def test_the_lock_is_free_while_rust_works() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(LimitReached):
        game("connect4").solve(seconds=0.5, book=False, progress=False)
    done.set()
    thread.join()
    assert ticks > 5


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        "attractor.game('connect4').solve(book=False)",
        "attractor.game('connect4').minimax(20)",
        "attractor.game('connect4').perft(20)",
        "attractor.game('connect4').stats(10**9)",
        "attractor.game('connect4').match('minimax:depth=6', 'minimax:depth=6', games=10**6)",
        "attractor.game('morris:6').arena(memory='8G')",
        "attractor.game(Loop()).solve(memory='8G')",
        "attractor.game(Stuck()).solve()",
    ],
)
def test_interruption(work: str) -> None:
    program = """
import sys, time, attractor
class Loop:
    def start(self): return (0, 1)
    def turn(self, s): return s[1]
    def moves(self, s): return [1, 2]
    def play(self, s, m): return (s[0] + m, 3 - s[1])
class Stuck(Loop):
    def moves(self, s):
        while True: pass
print("begun", flush=True)
try:
    WORK
except KeyboardInterrupt:
    print("interrupted", flush=True)
""".replace("WORK", work)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.7)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        rest, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert rest == "interrupted\n" and process.returncode == 0
    assert time.monotonic() - begun < 30


def test_french() -> None:
    before = attractor.language()
    try:
        attractor.set_language("fr")
        assert str(game("nim:3+4+5").solve()) == "Le joueur 1, qui a le trait, gagne en 11 coups."
        with pytest.raises(Error, match="vouliez-vous dire connect4"):
            game("conect4")
        assert "parties" in str(game("tictactoe").match("random", "random", games=2))
    finally:
        attractor.set_language(before)
