"""Arenas against a plain fixed point, the course's values, and bad input."""

from __future__ import annotations

import random
import warnings
from collections import defaultdict
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any, Callable, Optional

import networkx
import numpy as np
import polars
import pytest
from attractor import Arena, CyclicGraphWarning, Error, attracteurs, bipartite_double

COURSE = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}
Graph = Mapping[Any, list[Any]]


def plain(graph: Graph, owner: Callable[[Any], int], result: Mapping[Any, int], player: int) -> list[set[Any]]:
    """The definition, word for word: A_0, A_1, ... until nothing is added."""
    won = {v for v in graph if not graph[v] and result.get(v, 3 - owner(v)) == player}
    layers = [set(won)]
    while True:
        new = {
            v
            for v in graph
            if v not in won
            and graph[v]
            and (any(w in won for w in graph[v]) if owner(v) == player else all(w in won for w in graph[v]))
        }
        if not new:
            return layers if layers[0] else []
        won |= new
        layers.append(new)


def some_graph(rng: random.Random, name: Callable[[int], Hashable]) -> tuple[dict[Any, list[Any]], dict[Any, int]]:
    n = rng.randrange(1, 12)
    graph = {name(v): [name(rng.randrange(n)) for _ in range(rng.choice([0, 1, 2, 3]))] for v in range(n)}
    return graph, {name(v): rng.choice([1, 2]) for v in range(n)}


def test_graph_of_the_course() -> None:
    arena = Arena(COURSE, lambda v: v < 4)
    assert arena.attractor(1).layers == [[7], [2], [4], [0, 1]]
    assert arena.layers[1] == arena.layers(1) == arena.layers()
    assert arena.attractor(1) == {0, 1, 2, 4, 7}
    assert set(arena.attractor(2)) == {3, 5, 6}
    assert (arena.rank(0), arena.rank[7], arena.attractor(1).rank(3)) == (3, 0, None)
    assert (arena.winner(0), arena.winner(5), arena.start, len(arena), arena.moves) == (1, 2, 0, 8, 9)
    assert arena.verify() and arena.bipartite is True and arena.acyclic is True
    assert (4 in arena, "x" in arena, [1] in arena) == (True, False, False)
    assert arena.report()["layers"]["1"] == [["7"], ["2"], ["4"], ["0", "1"]]
    assert "<td>0, 1</td>" in arena.layers._repr_html_()
    assert "<svg" in arena._repr_svg_() and "<svg" in arena.attractor(1)._repr_svg_()


@pytest.mark.parametrize("name", [lambda v: v, lambda v: f"s{v}", lambda v: (v, "AB"[v % 2]), lambda v: v - 5])
def test_against_the_definition(name: Callable[[int], Hashable]) -> None:
    rng = random.Random(7)
    for _ in range(300):
        graph, owners = some_graph(rng, name)
        result = {v: rng.choice([0, 1, 2]) for v in graph if not graph[v] and rng.random() < 0.5}
        arena = Arena(graph, owners, result=result)
        for player in (1, 2):
            layers = plain(graph, owners.__getitem__, result, player)
            assert [set(layer) for layer in arena.layers[player]] == layers
            assert arena.attractor(player) == set().union(*layers)
        assert arena.verify()
        winners = [arena.winner(v) or 0 for v in arena.vertices]
        assert list(arena.winners) == winners
        assert list(arena.ranks) == [-1 if arena.rank(v) is None else arena.rank(v) for v in arena.vertices]
        assert set(arena.drawn) == {v for v in graph if arena.winner(v) is None}
        if arena.winner(arena.start) is not None:
            assert arena.check(arena.strategy(arena.winner(arena.start) or 0), arena.winner(arena.start) or 0)


def test_course_function_on_acyclic_graphs_and_on_cycles() -> None:
    def recursive(graph: Graph, alice: Callable[[Any], bool]) -> list[Any]:
        def wins(v: Any) -> bool:
            after = [wins(w) for w in graph[v]]
            return (any(after) if alice(v) else all(after)) if after else not alice(v)

        return [v for v in graph if wins(v)]

    rng = random.Random(3)
    for _ in range(200):
        n = rng.randrange(1, 14)
        graph = {v: [rng.randrange(v + 1, n) for _ in range(rng.randrange(4))] if v + 1 < n else [] for v in range(n)}
        alice = {v: rng.random() < 0.5 for v in graph}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert attracteurs(graph, alice.__getitem__) == recursive(graph, alice.__getitem__)
    # A vertex whose successors lie in different layers, and play that need not end.
    graph = {"b": ["a1", "a3"], "a1": ["s"], "a3": ["b2"], "b2": ["a1"], "s": []}
    assert attracteurs(graph, lambda v: v in ("a1", "a3")) == ["b", "a1", "a3", "b2", "s"]
    with pytest.warns(CyclicGraphWarning, match="cycle"):
        assert attracteurs({"a": ["b"], "b": ["a", "s"], "s": []}, lambda v: v == "a") == ["s"]


def test_strategies() -> None:
    arena = Arena(COURSE, lambda v: v < 4)
    assert arena.strategy(1) == {0: 4, 1: 4, 2: 7}
    assert arena.check(arena.strategy(1)) and arena.check(lambda v: arena.strategy(1)[v])
    refuted = arena.check({0: 5})
    assert not refuted and refuted.refutation == [0, 5, 3] and refuted.back_to is None
    circle = Arena({"a": ["b", "s"], "b": ["a"], "s": []}, {"a": 1, "b": 1, "s": 2})
    endless = circle.check({"a": "b", "b": "a"})
    assert not endless and endless.refutation == ["a", "b"] and endless.back_to == 0
    with pytest.raises(Error, match="says nothing at b"):
        circle.check({"a": "b"})
    with pytest.raises(Error, match="no move"):
        circle.check({"b": "s"})
    # A function is asked only where play can get to.
    assert Arena({0: [1], 1: [], 2: [1]}, lambda v: v != 1).check(lambda v: {0: 1}[v])


def test_shapes_and_doubling() -> None:
    arena = Arena({0: [1], 1: [0]}, lambda v: True)
    assert arena.bipartite == [0, 1] and not arena.bipartite
    assert arena.acyclic == [0, 1] and not arena.acyclic
    doubled = bipartite_double({n: [n - k for k in (1, 2) if k <= n] for n in range(10)})
    nim = Arena(doubled, lambda v: v[1], start=(9, 1))
    assert nim.bipartite and nim.acyclic and nim.winner((9, 1)) == 2 and nim.owner((9, 2)) == 2


def test_networkx_there_and_back() -> None:
    arena = Arena(COURSE, lambda v: v < 4)
    graph = arena.to_networkx()
    assert graph.nodes[0] == {"owner": 1, "winner": 1, "rank": 3} and graph.number_of_edges() == 9
    again = Arena.from_networkx(graph)
    assert again.layers == arena.layers and again.vertices == arena.vertices
    by_function = Arena.from_networkx(graph, lambda v: v < 4)
    assert by_function.layers == arena.layers
    drawn: networkx.DiGraph[Any] = networkx.DiGraph()
    drawn.add_node("x", owner=1, result=0)
    assert Arena.from_networkx(drawn).winner("x") is None


def arrays(graph: Graph) -> tuple[Any, Any]:
    offsets = np.cumsum([0, *(len(row) for row in graph.values())])
    return offsets.astype(np.int64), np.array([w for row in graph.values() for w in row], dtype=np.int32)


def test_arrays_are_left_as_they_are() -> None:
    rng = random.Random(5)
    for kinds in ((np.int64, np.int32), (np.uint64, np.uint32)):
        for _ in range(50):
            graph, owners = some_graph(rng, lambda v: v)
            offsets, successors = (a.astype(kind) for a, kind in zip(arrays(graph), kinds))
            arena = Arena.from_arrays(offsets, successors, np.array(list(owners.values()), dtype=np.uint8))
            assert arena.layers == Arena(graph, owners).layers and arena.verify()
            assert offsets.flags.writeable and successors.flags.writeable
    offsets, successors = arrays({0: [1], 1: []})
    owner = np.array([1, 2], dtype=np.uint8)
    assert Arena.from_arrays(offsets, successors, owner, result=np.array([0, 0], dtype=np.uint8)).winner(0) is None
    view = Arena.from_arrays(offsets, successors, owner)
    del offsets, successors
    assert view.winner(0) == 1  # the arrays live as long as the arena


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"offsets": [0, 1, 1]}, "int64 or uint64"),
        ({"offsets": np.array([0, 2, 1], dtype=np.int64)}, "offsets go up"),
        ({"offsets": np.array([1, 1, 1], dtype=np.int64)}, "begin with 0"),
        ({"offsets": np.array([0, 1, 5], dtype=np.int64)}, "last offset is 5"),
        ({"successors": np.array([7], dtype=np.int32)}, "successor 7"),
        ({"successors": np.array([1], dtype=np.float64)}, "int32 or uint32"),
        ({"successors": np.array([[1]], dtype=np.int32)}, "one dimension"),
        ({"successors": np.array([1, 9, 9], dtype=np.int32)[::3]}, None),
        ({"owner": np.array([1, 3], dtype=np.uint8)}, r"owner\(1\) returned 3"),
        ({"owner": np.array([1], dtype=np.uint8)}, "one for each vertex"),
        ({"result": np.array([0, 9], dtype=np.uint8)}, "result of 1 is 9"),
        ({"start": 2}, "start 2 is no vertex"),
    ],
)
def test_bad_arrays(change: dict[str, Any], message: Optional[str]) -> None:
    given: dict[str, Any] = dict(zip(("offsets", "successors"), arrays({0: [1], 1: []})))
    given["owner"] = np.array([1, 2], dtype=np.uint8)
    given.update(change)
    extra = {name: given.pop(name) for name in ("result", "start") if name in given}
    if message is None:
        assert Arena.from_arrays(**given, **extra).winner(0) == 1
        return
    with pytest.raises(Error, match=message):
        Arena.from_arrays(**given, **extra)


def stopping(v: object) -> int:
    raise StopIteration


def raising(v: object) -> int:
    raise RuntimeError(f"no {v}")


@pytest.mark.parametrize(
    ("graph", "owner", "message"),
    [
        ({0: [1]}, lambda v: 1, "0 has the successor 1, which is no vertex"),
        ({"a": ["b"]}, lambda v: 1, "'a' has the successor 'b'"),
        ({0: [[1]]}, lambda v: 1, r"\[1\], a successor of 0, cannot be a vertex: unhashable"),
        ({"a": [{}]}, lambda v: 1, "{}, a successor of 'a'"),
        ({0: 5}, lambda v: 1, "successors of 0 cannot be listed"),
        ({0: []}, lambda v: 3, r"owner\(0\) returned 3; expected 1 or 2"),
        ({0: []}, lambda v: None, r"owner\(0\) returned None"),
        ({0: [], 5: []}, raising, r"owner\(0\) raised RuntimeError: no 0"),
        ({0: [], 5: []}, stopping, r"owner\(0\) raised StopIteration"),
        ({0: [], 5: []}, {0: 1}, r"owner\(5\) raised KeyError: 5"),
    ],
)
def test_bad_graphs(graph: Any, owner: Any, message: str) -> None:
    with pytest.raises(Error, match=message):
        Arena(graph, owner)


def test_arrays_that_are_not_ours_alone() -> None:
    base = np.ones(4, dtype=np.uint32)
    owner = np.array([1, 2], dtype=np.uint8)
    view = Arena.from_arrays(np.array([0, 2, 2]), base[:2], owner)
    base[:] = 4_000_000_000  # a view was copied
    assert view.successors(0) == [1, 1]
    odd = np.frombuffer(b"HDR" + np.array([0, 0], dtype=np.int64).tobytes(), dtype=np.int64, offset=3)
    with pytest.raises(Error, match="contiguous"):
        Arena.from_arrays(odd, np.array([], dtype=np.uint32), owner[:1])
    offsets = np.array([0, 1, 1])
    with pytest.raises(Error):
        Arena.from_arrays(offsets, np.array([9], dtype=np.uint32), owner)
    assert offsets.flags.writeable  # as it was
    empty = Arena.from_arrays(np.array([0]), np.array([], dtype=np.uint32), np.array([], dtype=np.uint8))
    assert len(empty) == 0 and empty.vertices == []


def test_arguments_of_the_wrong_kind() -> None:
    for wrong, message in (
        (lambda: Arena(COURSE, None), "owner is None"),  # type: ignore[arg-type]
        (lambda: Arena(COURSE, {0, 1}), "owner is {0, 1}"),  # type: ignore[arg-type]
        (lambda: Arena(COURSE, lambda v: v < 4, result=lambda v: 1), "result is"),  # type: ignore[arg-type]
        (lambda: Arena(COURSE, lambda v: v < 4, result={"typo": 1}), "'typo', which is no vertex"),  # type: ignore[dict-item]
        (lambda: Arena(COURSE, lambda v: v < 4).check(None), "strategy is None"),  # type: ignore[arg-type]
        (lambda: Arena(COURSE, lambda v: v < 4).attractor(-1), "a player is 1 or 2, not -1"),
        (lambda: Arena(COURSE, lambda v: v < 4).draw(play=[0, 3]), "no move"),
        (lambda: Arena(COURSE, lambda v: v < 4).draw(strategy={0: 3}), "no move"),
        (lambda: Arena.from_networkx(networkx.Graph([(0, 1)])), "undirected"),
    ):
        with pytest.raises(Error, match=message):
            wrong()


def test_other_bad_input() -> None:
    arena = Arena(COURSE, lambda v: v < 4)
    for wrong in (lambda: arena.winner(9), lambda: arena.owner("x"), lambda: arena.successors([1])):
        with pytest.raises(Error, match="is no vertex"):
            wrong()
    with pytest.raises(Error, match="a player is 1 or 2, not 3"):
        arena.attractor(3)
    with pytest.raises(TypeError, match="not list"):
        Arena([0], lambda v: 1)  # type: ignore[arg-type]
    with pytest.raises(Error, match="result of 3 is 7"):
        Arena(COURSE, lambda v: v < 4, result={3: 7})
    with pytest.raises(Error, match="9 is no vertex"):
        Arena(COURSE, lambda v: v < 4, start=9)
    with pytest.raises(Error, match="text:1:6: there is no vertex b"):
        Arena.parse("a 1: b")
    with pytest.raises(Error) as caught:
        arena.draw(columns="rnk")
    assert caught.value.id == "bad-columns" and "did you mean rank" in str(caught.value)
    # The error of whoever is called stays the cause.
    with pytest.raises(Error) as caught:
        Arena({0: []}, raising)
    assert isinstance(caught.value.__cause__, RuntimeError)


@pytest.mark.parametrize("name", [lambda v: v, str])
def test_a_graph_that_changes_while_it_is_read(name: Callable[[int], Any]) -> None:
    graph: Any = defaultdict(list, {name(0): [name(1)], name(1): []})
    with pytest.raises(RuntimeError, match="changed size"):
        Arena(graph, lambda v: len(graph[name(7)]) == 0)  # asking a defaultdict adds a key
    with pytest.raises(RuntimeError, match="changed size"):
        Arena(graph, lambda v: graph.pop(v, []) == [])

    def longer(v: Any) -> bool:
        rows[name(0)].append(name(0))
        return True

    rows: Any = {name(0): [name(1)], name(1): []}
    assert Arena(rows, longer).vertices == [name(0), name(1)]


def test_equal_numbers_are_the_same_vertex() -> None:
    assert Arena({0: [1.0], 1: [True and 2], 2: []}, lambda v: v % 2 == 0).successors(0) == [1]
    assert Arena({0: (1, 1), 1: {0}}, lambda v: True).moves == 2


def test_formats_and_pictures(tmp_path: Path) -> None:
    file = tmp_path / "course.py"
    file.write_text(f"G = {COURSE}\n")
    assert Arena.read(file, owner="v < 4").attractor(1) == {0, 1, 2, 4, 7}
    arena = Arena.parse("start a\na 1: b\nb 2 draw:\n")
    assert (arena.start, arena.winner("a"), arena.result("b"), arena.draw_kind("a")) == ("a", None, 0, "final")
    drawing = arena.draw(tmp_path / "graph.svg", names="Alice/Bob", lang="fr", title="Un jeu")
    assert (tmp_path / "graph.svg").read_text() == drawing.svg and "Alice" in drawing.svg
    for name, begin in (
        ("a.png", b"\x89PNG"),
        ("a.pdf", b"%PDF"),
        ("a.tex", b"\\documentclass"),
        ("a.dot", b"digraph"),
    ):
        assert drawing.render(name).startswith(begin), name
    steps = Arena(COURSE, lambda v: v < 4).draw(player=1)
    assert steps.steps == 4 and steps.step(0).svg != steps.step(4).svg
    hostile = Arena({"<script>": []}, lambda v: True)
    assert "<script>" not in hostile._repr_svg_()


def test_data_frames() -> None:
    frame = polars.DataFrame(Arena(COURSE, lambda v: v < 4))
    assert frame.columns == ["vertex", "owner", "winner", "rank", "choice"]
    assert frame.row(0) == ("0", 1, 1, 3, "4") and frame.row(3) == ("3", 1, 2, 0, None)
