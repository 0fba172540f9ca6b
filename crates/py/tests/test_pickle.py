"""What is found goes through pickle, copy and other processes, and is the same there."""

from __future__ import annotations

import copy
import dataclasses
import multiprocessing
import operator
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from attractor import Arena, Error, Table, game, tree_game
from attractor._attractor import Graph

protocols = pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))


def again(thing: Any, protocol: int = 5) -> Any:
    return pickle.loads(pickle.dumps(thing, protocol))


class Matches:
    def start(self) -> Any:
        return (5, 1)

    def turn(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[int]:
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state: Any, move: int) -> Any:
        return (state[0] - move, 3 - state[1])


def arenas() -> dict[str, Arena[Any]]:
    numpy = pytest.importorskip("numpy")
    rng = random.Random(3)
    graph = {v: sorted(rng.sample(range(30), rng.randrange(4))) for v in range(30)}
    twice = {"a": ["b", "b", "c"], "b": ["a"], "c": []}
    return {
        "numbers": Arena(graph, lambda v: v % 3 != 0),
        "objects": Arena({(v, "x"): [(w, "x") for w in row] for v, row in graph.items()}, lambda v: v[0] < 9),
        "merged": Arena(twice, {"a": 1, "b": 2, "c": 2}, result={"c": 0}, start="b"),
        "names": Arena.parse("start b\na 1: b\nb 2: a c\nc 1 draw:"),
        "arrays": Arena.from_arrays(
            numpy.array([0, 2, 2]), numpy.array([1, 1], dtype=numpy.uint32), numpy.array([1, 2], dtype=numpy.uint8)
        ),
        "a game": game("nim:2+2").arena(),
        "own": game(Matches()).arena(),
        "empty": Arena({}, lambda v: 1),
    }


@protocols
@pytest.mark.parametrize("kind", ["numbers", "objects", "merged", "names", "arrays", "a game", "own", "empty"])
def test_arenas(kind: str, protocol: int) -> None:
    arena = arenas()[kind]
    back = again(arena, protocol)
    assert back.vertices == arena.vertices and back.start == arena.start and back.moves == arena.moves
    assert [back.successors(v) for v in back] == [arena.successors(v) for v in arena]
    assert [back.result(v) for v in back] == [arena.result(v) for v in arena]
    assert back.layers == arena.layers and back.strategy(1) == arena.strategy(1)
    assert len(arena) == 0 or (back.report() == arena.report() and back.draw().svg == arena.draw().svg)
    assert again(back, protocol).report() == arena.report() if len(arena) else True
    assert copy.copy(arena) is arena and copy.deepcopy(arena) is arena
    assert again(arena.attractor(1), protocol) == arena.attractor(1)


def test_boards_of_an_arena_are_kept() -> None:
    arena = game("tictactoe").play("a1", "b1", "c1", "b2", "a2", "c2").arena()
    assert again(arena).draw(boards=True).svg == arena.draw(boards=True).svg != arena.draw().svg


PLACES: dict[str, Any] = {
    "a game": lambda: game("tictactoe").play("b2", "a1"),
    "a position": lambda: game("tictactoe").position("XO./.XO/... X"),
    "margins": lambda: game("othello:4x4").play_line("a2"),
    "a tree": lambda: tree_game([[3, 5], [2, 9]]),
    "own": lambda: game(Matches()).play(1),
}


def place_of(kind: str) -> Any:
    if kind == "margins":
        here = game("othello:4x4").start
        return here.play(here.moves[0])
    return PLACES[kind]()


@protocols
@pytest.mark.parametrize("kind", ["a game", "a position", "margins", "own"])
def test_analyses(kind: str, protocol: int) -> None:
    analysis = place_of(kind).analyse()
    back = again(analysis, protocol)
    assert back == analysis and str(back) == str(analysis)
    assert back.draw().svg == analysis.draw().svg and back.draw(blank=True).svg == analysis.draw(blank=True).svg
    assert copy.copy(analysis) == copy.deepcopy(analysis) == analysis
    assert dataclasses.asdict(back.position) == dataclasses.asdict(analysis.position)


@protocols
@pytest.mark.parametrize("kind", list(PLACES))
@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_trees(kind: str, algorithm: str, protocol: int) -> None:
    tree = place_of(kind).tree(2, algorithm)
    back = again(tree, protocol)
    assert back == tree and back.root == tree.root
    assert back.draw().svg == tree.draw().svg and back.draw(boards=True).svg == tree.draw(boards=True).svg
    assert copy.copy(tree) == copy.deepcopy(tree) == tree


def test_a_tree_of_a_function_as_heuristic() -> None:
    tree = game("tictactoe").tree(1, heuristic=lambda p: float(p.text.count("X")))
    back = again(tree)
    assert back == tree and back.draw(boards=True).svg == tree.draw(boards=True).svg


def test_deep_trees() -> None:
    deep = game("nim:400,take=1").tree(400)
    assert pickle.dumps(again(deep)) == pickle.dumps(deep)


def test_tables(tmp_path: Path) -> None:
    table = Table.build("nim:3", tmp_path / "nim", progress=False)
    assert again(table).info == table.info and copy.deepcopy(table).game == table.game


def test_in_another_process() -> None:
    arena, analysis = Arena({0: [1], 1: []}, lambda v: v == 0), game("nim:3").analyse()
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        assert pool.map(operator.methodcaller("winner", 0), [arena]) == [1]
        assert pool.map(operator.attrgetter("position"), [analysis]) == [analysis.position]


PARTS: dict[str, Any] = Arena({0: [1], 1: []}, lambda v: v == 0)._graph.parts()


@pytest.mark.parametrize(
    "change",
    [
        {"offsets": b""},
        {"offsets": bytes(24)},
        {"offsets": b"\xff" * 24},
        {"successors": b"\x01\x00\x00"},
        {"successors": b"\x09\x00\x00\x00"},
        {"owners": b"\x01\x07"},
        {"owners": b"\x01"},
        {"results": b""},
        {"start": 2},
        {"start": -1},
        {"start": None},
        {"names": ["a"]},
        {"vertices": [1, 2, 3]},
        {"vertices": 5},
        {"merged": -1},
    ],
)
def test_damaged_arenas_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Error):
        Graph.from_parts({**PARTS, **change}, None)
    for name in PARTS:
        with pytest.raises(Error):
            Graph.from_parts({key: value for key, value in PARTS.items() if key != name}, None)


def test_damaged_trees_and_analyses_are_refused() -> None:
    session = game("nim:3")._session
    node = (None, 1, 0.0, True, None, None, 0)
    for rows in ([], [node, node], [(*node[:6], 1)], [(*node[:6], 2), node]):
        with pytest.raises(Error):
            session.treed((0.0, [], 1, 1, rows), None)
    data = game("nim:3").analyse()._analysed.data()
    wrongs: list[Any] = [{}, {**data, "moves": 5}, {**data, "position": {**data["position"], "outcome": "w"}}]
    for wrong in wrongs:
        with pytest.raises((Error, KeyError)):
            session.analysed(wrong)
