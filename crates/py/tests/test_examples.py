"""The examples run, and say what they promise."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SAYS = {
    "hello": "A_3 adds [0, 1]",
    "own_game": "Player 1, to move, loses in 6 plies.",
    "big_graph": "won for player 1",
    "connect_four": "alpha-beta to depth 6",
}


def test_each_is_known() -> None:
    assert {file.stem for file in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_example(name: str) -> None:
    done = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], capture_output=True, text=True, env={"LANG": "C"})
    assert done.returncode == 0, done.stderr
    assert SAYS[name] in done.stdout


@pytest.mark.parametrize("page", ["README.md", "crates/py/README.md"])
def test_front_pages(page: str) -> None:
    text = (EXAMPLES.parents[2] / page).read_text(encoding="utf-8")
    # The end of a block is no part of what it prints.
    text = "".join("\n" if line.startswith("```") else line for line in text.splitlines(keepends=True))
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    failed, tried = doctest.DocTestRunner().run(test)
    assert tried > 3 and failed == 0
