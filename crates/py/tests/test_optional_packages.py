"""Without numpy, networkx, polars or IPython: a clear error where one is needed, never a panic, and all else works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: Every public attribute of every kind of object that the package makes, and every method that needs no argument.
ALL_OF_IT = """
import inspect, warnings
import attractor
from attractor import Arena, game

warnings.simplefilter("ignore")
course = Arena({0: [1], 1: []}, lambda v: v == 0)
place = game("tictactoe").play("b2")
made = [
    course, course.attractor(1), course.layers, course.rank, course.check({0: 1}), course.draw(),
    Arena.parse("a 1: b\\nb 2:"),
    place, place.game, place.arena, game("nim:3").solve(), game("nim:3").analyse(), game("nim:3").tree(2),
    game("nim:3").minimax(2), game("nim:3").search(2), game("nim:3").stats(5),
    game("nim:3").match("random", "random", 2),
    attractor.grade(attractor.attracteurs, cases=5), attractor.games()[0],
]
for thing in made:
    for name in dir(thing):
        ours = ("__arrow_c_stream__", "__repr__", "__str__", "__reduce__", "__hash__")
        if name.startswith("__") and name not in ours:
            continue
        try:
            found = getattr(thing, name, None)  # what hasattr does
            if callable(found) and not inspect.isclass(found):
                found()
        except Exception:
            pass  # an argument is missing, or a package: that is no panic
"""

HEAD = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
from attractor import Arena
arena = Arena({{0: [1], 1: []}}, lambda v: v == 0)
"""


def run(text: str, *blocked: str, folder: Path | None = None) -> str:
    command = [sys.executable, "-c", HEAD.format(blocked=blocked) + text]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env={"LANG": "C", "PYTHONUTF8": "1"})
    assert done.returncode == 0, done.stderr
    assert "panic" not in done.stderr.lower(), done.stderr
    return done.stdout


def test_no_attribute_panics() -> None:
    run(ALL_OF_IT, "numpy", "networkx", "polars", "IPython", "ipykernel")


@pytest.mark.parametrize("name", ["winners", "ranks"])
def test_without_numpy_there_is_no_such_attribute(name: str) -> None:
    text = f"""
print(hasattr(arena, {name!r}), getattr(arena, {name!r}, "none"))
try:
    arena.{name}
except AttributeError as error:
    print(error, type(error.__cause__).__name__)
"""
    assert run(text, "numpy") == f"False none\nArena.{name} needs numpy: pip install numpy ImportError\n"


def test_without_numpy_arrays_are_refused_with_the_remedy() -> None:
    text = """
try:
    Arena.from_arrays([0, 1, 1], [1], [1, 2])
except ImportError as error:
    print(error)
print(arena.winner(0), arena.layers[1])
"""
    assert run(text, "numpy") == "Arena.from_arrays needs numpy: pip install numpy\n1 [[1], [0]]\n"


def test_a_file_called_numpy_is_no_numpy(tmp_path: Path) -> None:
    """As students call them."""
    text = """
import numpy
print(hasattr(arena, "winners"), hasattr(arena, "ranks"))
try:
    Arena.from_arrays([0], [], [])
except ImportError as error:
    print(error)
"""
    for content in ("x = 1\n", "__version__ = '2.0.0'\n"):
        (tmp_path / "numpy.py").write_text(content)
        # The folder of a program is looked at first, as that of `-c` is.
        printed = run(text, folder=tmp_path)
        assert printed == "False False\nArena.from_arrays needs numpy: pip install numpy\n"


def test_without_networkx_the_remedy_is_named() -> None:
    text = """
try:
    arena.to_networkx()
except ImportError as error:
    print(error, type(error.__cause__).__name__)
"""
    assert run(text, "networkx") == "Arena.to_networkx needs networkx: pip install networkx ModuleNotFoundError\n"
