"""The grader: right functions pass, and each kind of wrong one is caught by a small case."""

from __future__ import annotations

import contextlib
import math
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import attractor
import pytest
from attractor import Error, grading
from attractor._attractor import lab_minmax
from attractor.grading import Grade, grade
from attractor.grading.grids import MinmaxCase, UtilityCase
from attractor.lab import puissance4 as lab

Grid = list[list[int]]
Move = tuple[int, int]

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no child processes here")


# What students write: right


def utilite(G: Grid, j: int, W: list[float]) -> float:
    total = 0.0
    for A in lab.A_gagnants:
        mine, others = lab.nbr_pions(A, G, j)
        if others == 0:
            total += W[mine]
        if mine == 0:
            total -= W[others]
    return total


def minmax(G: Grid, j: int, W: list[float], p: int) -> tuple[float, Move | None]:
    moves = lab.coups(G)
    if p == 0 or lab.fini(G) or not moves:
        return utilite(G, j, W), None
    best = -math.inf
    good: list[Move] = []
    for x, y in moves:
        G[x][y] = j
        value = -minmax(G, 3 - j, W, p - 1)[0]
        G[x][y] = 0
        if value > best:
            best, good = value, []
        if value >= best:
            good.append((x, y))
    return best, random.choice(good)


def test_right_functions_pass() -> None:
    functions: list[tuple[Any, str | None]] = [
        (utilite, None),
        (lab.utilite, None),
        (minmax, None),
        (lab.minimax, None),
    ]
    for function, against in functions:
        report = grade(function, against)
        assert report, report
        assert report.passed
        assert (report.cases, report.skipped, report.surplus) == (100, 0, 0)
        assert report.failures == []
        assert report.failure is None
        assert str(report) == f"{function.__name__}: all 100 cases right"


def test_other_seeds_find_no_fault_in_right_functions_either() -> None:
    for seed in range(3):
        assert grade(minmax, cases=30, seed=seed)


# Wrong answers


def failing(report: Grade, kind: str) -> grading.Failure:
    """The smallest failure, of which the report speaks."""
    assert not report
    assert report.failure is not None
    assert report.failure.kind == kind, report
    assert len(report.failures) > 0
    assert report.failure.case.size <= report.failures[0].case.size
    return report.failure


@pytest.mark.parametrize("seed", range(2))
def test_wrong_utilities_are_caught(seed: int) -> None:
    def other_player(G: Any, j: int, W: Any) -> float:
        return lab.utilite(G, 3 - j, W)

    def player_one(G: Any, j: int, W: Any) -> float:
        return lab.utilite(G, 1, W)

    for function in (other_player, player_one):
        failure = failing(grade(function, "utilite", seed=seed), "wrong")
        assert isinstance(failure.case, UtilityCase)
        assert failure.case.size == 2  # one disc

    def own_weights(G: Any, j: int, W: Any) -> float:
        return lab.utilite(G, j, lab.W1)

    failure = failing(grade(own_weights, "utilite", seed=seed), "wrong")
    assert failure.arguments[2] != lab.W1
    assert failure.case.size <= 9

    def half(G: Any, j: int, W: Any) -> Any:
        pairs = [lab.nbr_pions(A, G, j) for A in lab.A_gagnants]
        return sum(W[mine] for mine, others in pairs if not others)

    assert failing(grade(half, "utilite", seed=seed), "wrong").case.size <= 3

    def mixed_alignments(G: Any, j: int, W: Any) -> Any:
        pairs = [lab.nbr_pions(A, G, j) for A in lab.A_gagnants]
        return sum(W[mine] - W[others] for mine, others in pairs)

    # Two discs of one player in an alignment with one of the other: with W1 one disc each cancels.
    failure = failing(grade(mixed_alignments, "utilite", seed=seed), "wrong")
    assert failure.case.size <= 8


def test_wrong_minmax_is_caught() -> None:
    def search(
        leaf: Callable[..., float] = lab.utilite,
        sign: int = -1,
        first: float = -math.inf,
        turns: bool = True,
        ends: bool = True,
        last: int = 0,
        none: bool = False,
    ) -> Any:
        """Min-max with a slip."""

        def minmax(G: Any, j: int, W: Any, p: int) -> tuple[float, Move | None]:
            moves = lab.coups(G)
            if p <= last or not moves or (ends and lab.fini(G)):
                return leaf(G, j, W), None
            best, good = first, None
            for x, y in moves:
                G[x][y] = j
                value = sign * minmax(G, 3 - j if turns else j, W, p - 1)[0]
                G[x][y] = 0
                if value > best or (good is None and not none):
                    best, good = max(value, best), (x, y)
            return best, good

        return minmax

    def graded(function: Any) -> grading.Failure:
        failure = failing(grade(function), "wrong")
        assert isinstance(failure.case, MinmaxCase)
        return failure

    off_by_one = graded(search(last=1))
    assert off_by_one.arguments == (lab.init(), 1, lab.W1, 1)
    assert off_by_one.expected == (7, [(3, 0)])
    assert "put together" in str(off_by_one)

    no_sign = graded(search(sign=1))
    assert no_sign.arguments == (lab.init(), 1, lab.W1, 1)

    same_player = graded(search(turns=False))
    assert same_player.case.size < 210

    wrong_leaf = graded(search(leaf=lambda G, j, W: lab.utilite(G, 1, W)))
    assert wrong_leaf.case.size == 2  # depth 0, one disc
    assert "This is a leaf" in str(wrong_leaf)

    own_weights = graded(search(leaf=lambda G, j, W: lab.utilite(G, j, lab.W2)))
    assert own_weights.case.size < 10

    from_zero = graded(search(first=0))
    assert from_zero.case.size < 215

    # All moves lose, and none of them is above -inf.
    no_move = graded(search(none=True))
    assert no_move.returned == "(-inf, None)"

    plays_on = graded(search(ends=False, leaf=utilite))
    assert math.isinf(plays_on.expected[0])


def test_the_walk_goes_down_to_the_first_position_that_differs() -> None:
    def minmax(G: Grid, j: int, W: list[float], p: int) -> tuple[float, Move | None]:
        """Wrong only at leaves with two discs, player 2's in the first column."""
        moves = lab.coups(G)
        if p == 0 or lab.fini(G) or not moves:
            spoilt = 100 if G[0][0] == 2 and sum(map(sum, G)) == 3 else 0
            return lab.utilite(G, j, W) - spoilt, None
        values = {}
        for x, y in moves:
            G[x][y] = j
            values[x, y] = -minmax(G, 3 - j, W, p - 1)[0]
            G[x][y] = 0
        return max((value, move) for move, value in values.items())

    # An empty grid cannot be shrunk, and at depths 0 and 1 it is right.
    case = MinmaxCase(tuple(map(tuple, lab.init())), 1, tuple(lab.W1), 2)
    failure = grading.Failure("minmax", case, case.outcome(minmax))
    explained = grading.shrinking._explained(minmax, failure, 1.0)
    assert explained.case == case
    assert explained.node is not None
    moves, there = explained.node
    # After (0, 0) the first column is player 1's, and all is right.
    assert moves == [(1, 0), (0, 0)]
    assert there.arguments[1:] == (1, lab.W1, 0)
    assert there.expected == (lab.utilite(*there.arguments[:3]), [])
    text = str(explained)
    assert "First position that differs, after (1, 0), (0, 0):" in text
    assert "This is a leaf" in text


def test_ties_are_right_whichever_is_returned() -> None:
    for pick in (min, max):

        def minmax(G: Any, j: int, W: Any, p: int, pick: Any = pick) -> Any:
            value, best = lab_minmax(G, j, W, p)
            return value, pick(best) if best else None

        assert grade(minmax, cases=60)


def test_numbers_have_a_tolerance_and_infinities_are_equal() -> None:
    def rounded(G: Any, j: int, W: Any) -> float:
        return lab.utilite(G, j, W) * (1 + 1e-12) + 1e-12

    assert grade(rounded, "utilite")

    def large(G: Any, j: int, W: Any) -> float:
        return max(-1e9, min(1e9, lab.utilite(G, j, W)))

    failure = failing(grade(large, "utilite"), "wrong")
    assert abs(failure.expected) == math.inf

    def nan(G: Any, j: int, W: Any) -> float:
        return math.nan

    assert failing(grade(nan, "utilite"), "wrong").returned == "nan"


# What should not happen, and does


def test_a_changed_grid_is_told() -> None:
    def minmax(G: Any, j: int, W: Any, p: int) -> Any:
        result = lab.minmax(G, j, W, p)
        if result[1]:
            x, y = result[1]
            G[x][y] = j
        return result

    failure = failing(grade(minmax), "changed")
    assert failure.arguments == (lab.init(), 1, lab.W1, 1)
    assert "G is not put back as it was before the call; it is now [[0" in str(failure)

    def utilite(G: Any, j: int, W: Any) -> float:
        W.append(0)
        return lab.utilite(G, j, W[:5])

    assert "W is not put back" in str(failing(grade(utilite), "changed"))

    def attracteurs(G: Any, fA: Any) -> list[int]:
        result: list[int] = attractor.attracteurs(G, fA)
        G.clear()
        return result

    assert "it is now {}" in str(failing(grade(attracteurs), "changed"))


def test_an_exception_is_told_with_its_line() -> None:
    def utilite(G: Any, j: int, W: Any) -> float:
        if sum(map(sum, G)) >= 3:
            return float(G[7][0])
        return lab.utilite(G, j, W)

    report = grade(utilite)
    failure = failing(report, "exception")
    assert failure.returned == "IndexError: list index out of range"
    assert "in utilite: return float(G[7][0])" in str(failure)
    assert 3 <= sum(map(sum, failure.arguments[0])) <= 4
    assert 0 < len(report.failures) < report.cases == 100

    def too_few(G: Any, j: int) -> float:
        return 0

    failure = failing(grade(too_few, "utilite", cases=5), "exception")
    assert "takes 2 positional arguments but 3 were given" in failure.returned

    def endless(G: Any, j: int, W: Any) -> float:
        return endless(G, j, W)

    assert "RecursionError" in failing(grade(endless, "utilite", cases=5), "exception").returned

    def leaves(G: Any, j: int, W: Any) -> float:
        sys.exit("enough")

    assert failing(grade(leaves, "utilite", cases=5), "exception").returned == "SystemExit: enough"

    def asks(G: Any, j: int, W: Any) -> float:
        return float(input())

    assert "Error" in failing(grade(asks, "utilite", cases=5), "exception").returned


def test_the_line_is_found_in_another_cell_of_a_notebook() -> None:
    cell: dict[str, Any] = {"lab": lab}
    exec(compile("def half(n):\n    return n / 0\n", "<cell 1>", "exec"), cell)
    exec(compile("def utilite(G, j, W):\n    return half(j)\n", "<cell 2>", "exec"), cell)
    failure = failing(grade(cell["utilite"], cases=2), "exception")
    assert "at line 2, in half" in str(failure)
    # An error inside of a library is told where the student called it.
    exec(compile("def utilite(G, j, W):\n    return lab.fini(j)\n", "<cell 3>", "exec"), cell)
    failure = failing(grade(cell["utilite"], cases=2), "exception")
    assert "at line 2, in utilite" in str(failure)


@pytest.mark.parametrize(
    ("against", "answer", "wanted"),
    [
        ("utilite", None, "a number"),
        ("utilite", "7", "a number"),
        ("utilite", True, "a number"),
        ("minmax", 7, "a pair"),
        ("minmax", (0, 3), "a pair"),
        ("minmax", ("0", None), "a pair"),
        ("minmax", (0, (3, 0), 1), "a pair"),
        ("attracteurs", {0: True}, "a list of vertices"),
        ("attracteurs", None, "a list of vertices"),
        ("alphabeta", (1, 2), "a number"),
    ],
)
def test_a_wrong_type_is_told(against: str, answer: Any, wanted: str) -> None:
    failure = failing(grade(lambda *arguments: answer, against, cases=10), "type")
    assert failure.returned == repr(answer)
    assert f"It should be {wanted}" in str(failure)


@needs_fork
def test_a_hang_costs_a_few_limits_and_no_more() -> None:
    def utilite(G: Any, j: int, W: Any) -> float:
        while lab.fini(G):
            pass
        return lab.utilite(G, j, W)

    begun = time.monotonic()
    report = grade(utilite, seconds=0.2)
    assert time.monotonic() - begun < 6
    failure = failing(report, "time")
    assert lab.fini(failure.arguments[0])
    assert report.cases + report.skipped == 100
    assert report.skipped > 0
    assert "nothing was returned in 0.2 s" in str(report)
    assert f"{report.skipped} more cases were not run" in str(report)


@needs_fork
def test_a_hang_outside_of_python_is_ended_too() -> None:
    def utilite(G: Any, j: int, W: Any) -> float:
        return float(len(str(7 ** (7**9))))  # holds the interpreter for minutes

    failing(grade(utilite, seconds=0.1), "time")


@needs_fork
def test_a_process_that_ends_is_told() -> None:
    def leaves(G: Any, j: int, W: Any) -> float:
        if lab.fini(G):
            os._exit(3)
        return lab.utilite(G, j, W)

    report = grade(leaves, "utilite")
    failure = failing(report, "died")
    assert "the process ended: exit(3)" in str(report)
    assert lab.fini(failure.arguments[0])
    assert report.cases == 100

    def crashes(G: Any, j: int, W: Any) -> float:
        os.kill(os.getpid(), signal.SIGSEGV)
        return 0

    assert "SIGSEGV" in str(failing(grade(crashes, "utilite", cases=5), "died"))

    def forks(G: Any, j: int, W: Any) -> float:
        os.fork()
        return lab.utilite(G, j, W)

    assert grade(forks, "utilite", cases=5)

    def closes(G: Any, j: int, W: Any) -> float:
        os.closerange(3, 200)
        time.sleep(60)
        return 0

    failing(grade(closes, "utilite", cases=2, seconds=0.1), "died")


@needs_fork
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no limit on memory here")
def test_memory_is_limited() -> None:
    def hoards(G: Any, j: int, W: Any) -> float:
        return float(len(bytearray(4 << 30)))

    failure = failing(grade(hoards, "utilite", cases=5), "exception")
    assert failure.returned == "MemoryError"
    assert "in hoards" in str(failure)


@needs_fork
def test_the_students_process_is_not_ours(capfd: pytest.CaptureFixture[str]) -> None:
    seen: list[int] = []

    def utilite(G: Any, j: int, W: Any) -> float:
        seen.append(1)
        random.seed(9)
        print("here I am")
        os.system("echo and here")
        return lab.utilite(G, j, W)

    random.seed(4)
    state = random.getstate()
    assert grade(utilite, cases=3)
    assert random.getstate() == state
    assert seen == []
    assert capfd.readouterr() == ("", "")
    with contextlib.suppress(ChildProcessError):
        assert os.waitpid(-1, os.WNOHANG) == (0, 0)  # no child of ours is left


@needs_fork
def test_what_is_remembered_between_calls_is_told() -> None:
    known: dict[int, bool] = {}

    def attracteurs(G: Any, fA: Any) -> list[int]:
        def won(v: int) -> bool:
            if v not in known:
                known[v] = (any if fA(v) else all)([won(w) for w in G[v]])
            return known[v]

        return [v for v in G if won(v)]

    report = grade(attracteurs)
    failure = failing(report, "wrong")
    assert failure.alone
    assert "Called alone it is right" in str(report)


def test_in_a_thread_where_there_are_no_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork", raising=False)
    assert grade(minmax, cases=20)
    assert failing(grade(lambda G, j, W: 5 / 0, "utilite", cases=5), "exception")
    assert failing(grade(lambda G, j, W: sys.exit(), "utilite", cases=5), "exception")

    def hangs(G: Any, j: int, W: Any) -> float:
        while True:
            time.sleep(0.001)

    report = grade(hangs, "utilite", cases=5, seconds=0.05)
    assert failing(report, "time")
    time.sleep(0.1)
    assert threads_of(hangs) == 0


def threads_of(function: Any) -> int:
    frames = sys._current_frames().values()
    return sum(frame.f_code is function.__code__ for frame in frames)


# Names, languages, reports


def test_the_name_tells_what_to_compare_with() -> None:
    for name, subject in [
        ("minimax", "minmax"),
        ("mon_minmax2", "minmax"),
        ("Utilité", "utilite"),
        ("alpha_beta", "alphabeta"),
        ("attracteur", "attracteurs"),
        ("AttracteursAlice", "attracteurs"),
    ]:
        assert grading._subject(name, None) == subject
    assert grading._subject("whatever", "minimax") == "minmax"
    choices = "'attracteurs', 'utilite', 'minmax', 'alphabeta'"
    with pytest.raises(Error) as caught:
        grade(lambda G: G)
    assert choices in str(caught.value)
    with pytest.raises(Error) as caught:
        grade(minmax, "mimax")
    assert choices in str(caught.value)
    assert "'mimax'" in str(caught.value)
    assert "the nearest is 'minmax'" in str(caught.value)
    with pytest.raises(Error):
        grading._subject("minmax_or_alphabeta", None)


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        ({"function": 7}, "7 is not a function"),
        ({"cases": 0}, "cases is 0"),
        ({"cases": 2.5}, "cases is 2.5"),
        ({"seconds": 0}, "seconds is 0"),
        ({"seconds": math.nan}, "seconds is nan"),
        ({"seconds": "2"}, "seconds is '2'"),
        ({"lang": "de"}, "lang is 'de'"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, Any], culprit: str) -> None:
    with pytest.raises(Error) as caught:
        grade(**{"function": minmax, **arguments})
    assert culprit in str(caught.value)


def test_reports_in_french() -> None:
    assert str(grade(utilite, lang="fr")) == "utilite : 100 cas, tous justes"
    text = str(grade(lambda G, j, W: None, "utilite", lang="fr", cases=5))
    assert "5 cas faux sur 5" in text
    assert "Le plus petit cas faux :" in text
    assert "attendu : 0\nrenvoyé : None\nIl faut renvoyer un nombre." in text


def test_a_report_in_a_notebook_is_escaped() -> None:
    class Evil:
        def __repr__(self) -> str:
            return "<script>alert(1)</script>"

    page = grade(lambda G, j, W: Evil(), "utilite", cases=2)._repr_html_()
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert page.startswith("<div><b>✗ &lt;lambda&gt;: 2 of 2 cases wrong</b><pre>")
    assert grade(utilite, cases=2)._repr_html_() == "<div><b>✓ utilite: all 2 cases right</b></div>"


def test_an_answer_without_a_text_has_one() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError

    failure = failing(grade(lambda G, j, W: Mute(), "utilite", cases=2), "type")
    assert failure.returned == "<Mute>"
    failure = failing(grade(lambda G, j, W: [0] * 10**5, "utilite", cases=2), "type")
    assert len(failure.returned) < 500


def test_the_failing_case_can_be_run_again() -> None:
    report = grade(lambda G, j, W: 1, "utilite", cases=5)
    assert report.failure is not None
    first, second = report.failure.arguments, report.failure.arguments
    assert first == second
    assert first[0] is not second[0]
    assert lab.utilite(*first) == report.failure.expected


def test_reports_repeat() -> None:
    def wrong(G: Any, j: int, W: Any, p: int) -> Any:
        return lab.minmax(G, j, W, max(p - 1, 0))

    assert str(grade(wrong, "minmax", seed=5)) == str(grade(wrong, "minmax", seed=5))


def test_a_coin_is_caught() -> None:
    def attracteurs(G: Any, fA: Any) -> Any:
        return attractor.attracteurs(G, fA) if random.random() > 0.5 else []

    assert not grade(attracteurs, cases=60)
