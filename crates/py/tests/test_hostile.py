"""Objects of Python's that do what they should not: an error or a right answer, never a crash."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from typing import Any, Callable

import numpy as np
import pytest
from attractor import Arena, Error, GameError, game

# An owner function that changes what is being read


def swap(graph: dict[Any, Any], v: Any) -> None:
    """The dictionary keeps its size, but its keys are others."""
    graph.pop(v, None)
    graph[f"new {v}"] = []


def shorten(graph: dict[Any, Any], v: Any) -> None:
    for row in graph.values():
        row.clear()


def fill(graph: dict[Any, Any], v: Any) -> None:
    for row in graph.values():
        row.extend([object()] * 100)


def replace(graph: dict[Any, Any], v: Any) -> None:
    for key in graph:
        graph[key] = None


def rebuild(graph: dict[Any, Any], v: Any) -> None:
    rows = list(graph.items())
    graph.clear()
    gc.collect()
    graph.update(rows)


@pytest.mark.parametrize("name", [lambda v: v, str], ids=["numbers", "texts"])
@pytest.mark.parametrize("change", [swap, shorten, fill, replace, rebuild])
def test_an_owner_that_changes_the_graph(change: Callable[[Any, Any], None], name: Callable[[int], Any]) -> None:
    rng = random.Random(2)
    for when in (0, 1, 50, 99):
        rows = {name(v): [name(rng.randrange(100)) for _ in range(rng.randrange(4))] for v in range(100)}
        before = {v: list(row) for v, row in rows.items()}

        def owner(v: Any, graph: Any = rows, when: int = when) -> int:
            if v == name(when):
                change(graph, v)
            return 1

        try:
            arena = Arena(rows, owner)
        except (Error, RuntimeError):
            continue
        # All vertices are those of the beginning, and every successor is one of them.
        assert arena.vertices == list(before)
        assert all(w in before for v in arena for w in arena.successors(v)) and arena.verify()
        if name(1) == 1:
            # A graph of numbers is read as a whole first.
            assert [arena.successors(v) for v in arena] == [list(dict.fromkeys(before[v])) for v in before]


def test_the_owner_is_asked_once_for_each_vertex() -> None:
    for graph in ({0: [1], 1: []}, {0: [1], 1: (0,)}, {0: [1], 1: [], "x": []}):
        asked: list[Any] = []

        def owner(v: Any, asked: list[Any] = asked) -> int:
            asked.append(v)
            return 1

        Arena(graph, owner)
        assert asked == list(graph)


# Keys whose hash or equality changes, raises or acts


class Vertex:
    """Equal by number; what happens on a comparison can be set."""

    act: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        Vertex.act()
        return self.number % 3

    def __eq__(self, other: object) -> bool:
        Vertex.act()
        return isinstance(other, Vertex) and self.number == other.number


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    yield
    Vertex.act = staticmethod(lambda: None)


def graph_of_vertices() -> dict[Any, list[Any]]:
    return {Vertex(v): [Vertex((v * k) % 30) for k in (1, 2, 3)] for v in range(30)}


@pytest.mark.parametrize("after", [0, 1, 10, 31, 45, 100])
def test_a_hash_or_comparison_that_raises(after: int) -> None:
    graph, left = graph_of_vertices(), [after]

    def act() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise ZeroDivisionError("enough")

    Vertex.act = staticmethod(act)
    with pytest.raises((Error, ZeroDivisionError)):
        Arena(graph, lambda v: 1)


def test_a_hash_that_changes() -> None:
    class Moody:
        def __hash__(self) -> int:
            return random.randrange(1 << 60)

    for _ in range(20):
        keys = [Moody() for _ in range(20)]
        with pytest.raises(Error):
            Arena({v: [rng] for v, rng in zip(keys, reversed(keys))}, lambda v: 1)


def test_a_comparison_that_drops_what_is_compared() -> None:
    graph = graph_of_vertices()

    def act() -> None:
        for row in graph.values():
            row.clear()
        graph.clear()
        gc.collect()

    calls = [0]

    def later() -> None:
        calls[0] += 1
        if calls[0] == 40:
            Vertex.act = staticmethod(lambda: None)
            act()

    Vertex.act = staticmethod(later)
    try:
        arena = Arena(graph, lambda v: 1)
    except (Error, RuntimeError):
        return
    Vertex.act = staticmethod(lambda: None)
    assert len(arena) == 30 and arena.verify()


def test_a_state_whose_hash_or_comparison_raises() -> None:
    class State:
        calls = limit = 0

        def __init__(self, heap: int, mover: int) -> None:
            self.heap, self.mover = heap, mover

        def __hash__(self) -> int:
            State.calls += 1
            if State.calls == State.limit:
                raise ZeroDivisionError("hash")
            return 7

        def __eq__(self, other: Any) -> bool:
            State.calls += 1
            if State.calls == State.limit:
                raise ZeroDivisionError("eq")
            return bool(self.heap == other.heap and self.mover == other.mover)

    class Matches:
        def start(self) -> Any:
            return State(4, 1)

        def turn(self, state: Any) -> int:
            return int(state.mover)

        def moves(self, state: Any) -> list[int]:
            return [n for n in (1, 2) if n <= state.heap]

        def play(self, state: Any, move: int) -> Any:
            return State(state.heap - move, 3 - state.mover)

    for State.limit in range(1, 60):
        State.calls = 0
        try:
            assert game(Matches()).solve().plies == 3
        except (GameError, ZeroDivisionError):
            continue


def test_a_repr_that_raises_or_uses_the_graph() -> None:
    class Loud:
        def __repr__(self) -> str:
            raise ZeroDivisionError

    with pytest.raises(Error, match="<Loud>"):
        Arena({Loud(): [1]}, lambda v: 1)
    with pytest.raises(Error, match="<Loud>"):
        Arena({0: []}, lambda v: Loud())  # type: ignore[arg-type, return-value]


def test_huge_numbers_are_no_vertices() -> None:
    for huge in (2**31, 2**32, 2**63, 2**64, -1, -(2**63), 10**30):
        with pytest.raises(Error, match="no vertex"):
            Arena({0: [huge]}, lambda v: 1)
        with pytest.raises(Error, match="no vertex"):
            Arena({0: []}, lambda v: 1).winner(huge)
        # No error of Python's is left behind.
        assert Arena({0: [huge], huge: []}, lambda v: 1).successors(0) == [huge]
        with pytest.raises(Error, match="expected 1 or 2"):
            Arena({0: []}, lambda v: huge)  # noqa: B023


# Arrays that are written to afterwards


def parts() -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(3)
    degrees = rng.integers(0, 4, 50)
    offsets = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64)
    return offsets, rng.integers(0, 50, offsets[-1]).astype(np.uint32), rng.integers(1, 3, 50).astype(np.uint8)


@pytest.mark.parametrize("solved_before", [True, False])
def test_arrays_that_are_written_to_afterwards(solved_before: bool) -> None:
    offsets, successors, owner = parts()
    expected = Arena.from_arrays(*(a.copy() for a in (offsets, successors, owner)))
    views = [offsets[:], successors[:], owner[:]]
    arena = Arena.from_arrays(offsets, successors, owner)
    if solved_before:
        assert arena.winner(0) == expected.winner(0)
    for array in (offsets, successors, owner, *views):
        array.flags.writeable = True
        array[:] = array.dtype.type(-1) if array.dtype.kind == "i" else np.iinfo(array.dtype).max
    offsets.resize(3, refcheck=False)
    assert arena.layers == expected.layers and arena.verify()
    assert [arena.successors(v) for v in arena] == [expected.successors(v) for v in expected]


def test_arrays_over_bytes_cannot_be_written_to_and_are_not_copied() -> None:
    offsets, successors, owner = parts()
    expected = Arena.from_arrays(offsets, successors, owner)
    held = [np.frombuffer(a.tobytes(), dtype=a.dtype) for a in (offsets, successors, owner)]
    arena = Arena.from_arrays(*held)
    for array in held:
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
        array.dtype = np.uint8  # what an array shows may change, and its memory not
    del held
    gc.collect()
    assert arena.layers == expected.layers and arena.verify()


def test_other_memory_is_copied() -> None:
    offsets, successors, owner = parts()
    expected = Arena.from_arrays(offsets, successors, owner)
    memory = bytearray(successors.tobytes())
    for held in (np.frombuffer(memory, dtype=np.uint32), np.frombuffer(memoryview(memory), dtype=np.uint32)):
        arena = Arena.from_arrays(offsets, held, owner)
        memory[:] = b"\xff" * len(memory)
        assert arena.layers == expected.layers
        memory[:] = successors.tobytes()

    class Bytes(bytes):
        """Not exactly bytes."""

    assert Arena.from_arrays(offsets, np.frombuffer(Bytes(memory), dtype=np.uint32), owner).layers == expected.layers


# A thread that is gone


def test_an_interrupt_meets_no_other_thread() -> None:
    program = """
import threading, attractor
class Deep:
    def start(self): return (0, 1)
    def turn(self, s): return s[1]
    def moves(self, s): return [1]
    def play(self, s, m): return (s[0] + m, 3 - s[1])
strays = []
def other():
    try:
        for _ in range(200000): pass
    except BaseException as error:
        strays.append(error)
class Stop(Exception): pass
for n in range(30):
    told = []
    def tell(*done):
        told.append(1)
        raise Stop
    try:
        attractor.game(Deep()).solve(progress=tell, memory="8G")
    except Stop:
        pass
    threads = [threading.Thread(target=other) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
print(strays)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
