"""Where play is over: moves, margins; and the limits of matches."""

from __future__ import annotations

import itertools
import json
import os
import pickle
import random
import subprocess
import time
from typing import Any

import pytest
from attractor import Error, LimitReached, Position, game

AGAIN = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
MARGINS = ["othello:4x4", "go:2x2"]


def plays(name: str, count: int, plies: int = 200) -> list[Position]:
    rng, found = random.Random(7), []
    for _ in range(count):
        here = game(name).start
        for _ in range(plies):
            found.append(here)
            if here.finished:
                break
            here = here.play(rng.choice(here.moves))
    return found


def test_after_a_third_repetition_there_are_no_moves() -> None:
    here = game("chess").play_line(AGAIN)
    assert here.finished and here.winner == 0
    assert here.moves == [] and list(here) == []
    with pytest.raises(Error, match="play is over here: e4 cannot be played") as caught:
        here.play("e4")
    assert caught.value.id == "play-is-over"
    before = game("chess").play_line(AGAIN[: -len(" Ng8")])
    assert not before.finished and before.play("Ng8").finished
    # The same position, without what was played before it.
    fresh = game("chess").position(here.text)
    assert fresh == here and not fresh.finished and len(fresh.moves) == 20


def test_what_was_played_before_is_kept_by_pickle() -> None:
    here = game("chess").play_line(AGAIN)
    again = pickle.loads(pickle.dumps(here))
    assert again.finished and again.moves == [] and again.line == here.line
    root = game("chess").position(game("chess").play("e4").text).play("e5")
    again = pickle.loads(pickle.dumps(root))
    assert again == root and again.line == root.line == ["e5"]


def test_a_function_as_heuristic_looks_at_positions_however_they_were_reached() -> None:
    here = game("chess").play_line(AGAIN)
    by_function = here.minimax(1, lambda position: float(len(position.text) * 0))
    assert by_function.visited == game("chess").position(here.text).minimax(1, "zero").visited == 21


@pytest.mark.parametrize(
    "name", ["tictactoe", "connect4:4x4", "nim:3+4+5", "chess", "draughts", "checkers", "morris:6", "teeko"]
)
def test_moves_are_listed_exactly_where_play_goes_on(name: str) -> None:
    for here in plays(name, 4):
        assert here.finished == (here.moves == []) == (here.winner is not None), here


@pytest.mark.parametrize("name", MARGINS)
def test_margins_have_one_sign(name: str) -> None:
    signs = set()
    for here in plays(name, 12):
        if not here.finished:
            assert here.margin is None
            continue
        solved = here.solve()
        assert here.margin == solved.margin is not None
        assert here.margin * (1 if here.winner == here.turn else -1) >= 0
        signs.add((here.turn, (here.margin > 0) - (here.margin < 0)))
    assert len(signs) > 1, signs


def test_margins_are_those_of_the_command() -> None:
    command = os.environ.get("ATTRACTOR")
    if command is None:
        pytest.skip("the environment variable ATTRACTOR does not name the program")
    for here in [p for p in plays("othello:4x4", 3) if len(p.line) > 7]:
        line = [command, "solve", "othello:4x4", "--json", "--moves", " ".join(here.line)]
        told = json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
        assert told["margin"] == here.solve().margin
        assert here.margin in (None, told["margin"])


def first(position: Position) -> Any:
    return position.moves[0]


def test_a_function_in_a_match_keeps_to_the_limits() -> None:
    ttt = game("tictactoe")
    with pytest.raises(Error, match="threads is 4: a function of yours plays one game at a time"):
        ttt.match(first, "random", games=2, threads=4)
    assert ttt.match(first, "random", games=2, threads=1).games == 2

    def slow(position: Position) -> Any:
        time.sleep(0.02)
        return position.moves[0]

    begun = time.monotonic()
    with pytest.raises(LimitReached) as caught:
        ttt.match(slow, "random", games=10_000, seconds=0.3)
    assert caught.value.id == "out-of-time" and time.monotonic() - begun < 5
    # What is left of the time is the machine's.
    begun = time.monotonic()
    with pytest.raises(LimitReached):
        game("connect4").match(first, "perfect", games=3, seconds=0.3, book=False)
    assert time.monotonic() - begun < 20
    with pytest.raises(LimitReached):
        game("dobutsu").match(first, "perfect", games=1, memory="1M")
    for wrong in ({"memory": "much"}, {"seconds": -1}, {"seed": "x"}, {"table": "nowhere"}, {"progress": "x"}):
        with pytest.raises(Error):
            ttt.match(first, "random", games=1, **wrong)  # type: ignore[arg-type]


def test_a_match_of_machines_has_a_time_too() -> None:
    with pytest.raises(LimitReached):
        game("connect4").match("minimax:depth=6", "minimax:depth=6", games=10**6, seconds=0.3)
    with pytest.raises(LimitReached):
        game("connect4").choose("perfect", book=False, seconds=0.2)


def test_a_match_tells_how_far_it_is() -> None:
    told: list[tuple[int, int, str]] = []
    game("tictactoe").match(first, first, games=3, progress=lambda *done: told.append(done))
    assert told == [(1, 3, ""), (2, 3, ""), (3, 3, "")]

    class Enough(Exception):
        pass

    def stop(*done: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        game("tictactoe").match(first, "random", games=3, progress=stop)


def test_long_games_that_end_are_played_to_their_end() -> None:
    long = game("nim:10500,take=1").match(first, first, games=1)
    assert (long.given_up, long.second.wins) == (0, 1)


class Ring:
    """Go on for ever, or stop and win."""

    acyclic = False

    def start(self) -> tuple[int, bool]:
        return (1, False)

    def turn(self, state: tuple[int, bool]) -> int:
        return state[0]

    def moves(self, state: tuple[int, bool]) -> list[str]:
        return [] if state[1] else ["on", "stop"]

    def play(self, state: tuple[int, bool], move: str) -> tuple[int, bool]:
        return (3 - state[0], move == "stop")


def test_games_given_up_are_neither_draws_nor_part_of_the_rates() -> None:
    calls = itertools.count()

    def stops_first(position: Position) -> str:
        return "on" if next(calls) else "stop"

    def goes_on(position: Position) -> str:
        return "on"

    mixed = game(Ring).match(stops_first, goes_on, games=2)
    assert (mixed.games, mixed.given_up, mixed.draws) == (2, 1, 0)
    # One win in one game that ended.
    assert (mixed.first.wins, mixed.first.rate, mixed.first.high) == (1, 1.0, 1.0)
    assert mixed.first.low == pytest.approx(0.20655, abs=1e-5)
    assert (mixed.second.wins, mixed.second.rate, mixed.second.low) == (0, 0.0, 0.0)
    none = game(Ring).match(goes_on, goes_on, games=1)
    assert (none.given_up, none.draws) == (1, 0)
    for side in (none.first, none.second):
        assert (side.wins, side.rate, side.low, side.high) == (0, 0.0, 0.0, 1.0)
