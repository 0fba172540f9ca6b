"""The grader on alpha-beta: right functions of several styles pass, and classic wrong ones are refused."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from alphabetas import RIGHT, WRONG, AlphaBeta
from attractor import Error, grading
from attractor.grading import Grade, Node, grade
from attractor.grading.trees import OPEN, TreeCase


def failing(report: Grade, kind: str) -> grading.Failure:
    assert not report
    assert report.failure is not None
    assert report.failure.kind == kind, report
    return report.failure


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", RIGHT)
def test_right_functions_pass(name: str, seed: int) -> None:
    report = grade(RIGHT[name], "alphabeta", seed=seed)
    assert report, report
    assert (report.cases, report.skipped, report.surplus, report.failures) == (100, 0, 0, [])


def test_the_textbook_passes() -> None:
    assert str(grade(grading.alphabeta)) == "alphabeta: all 100 cases right"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", WRONG)
def test_wrong_functions_are_refused(name: str, seed: int) -> None:
    report = grade(WRONG[name], "alphabeta", seed=seed)
    assert not report, f"{name} passes"
    assert report.failure is not None and report.failure.case.size < 80, report


def test_a_memo_without_the_window_is_shown_on_a_small_tree() -> None:
    failure = failing(grade(WRONG["memo without the window"], "alphabeta"), "wrong")
    assert failure.case.size <= 11 and not failure.alone


def test_what_is_kept_from_one_call_to_the_next_is_shown_with_both() -> None:
    report = grade(WRONG["memo of nodes without the window"], "alphabeta")
    failure = failing(report, "wrong")
    calls = failure.calls
    assert len(calls) == 2 and calls[0][0] is calls[1][0]
    text = str(report)
    assert "root = Node(" in text and "for call in grade.failure.calls: alphabeta(*call)" in text
    # Each time the arguments are new, and the calls, made one after the other, fail again.
    again: AlphaBeta = WRONG["memo of nodes without the window"]
    returned = [again(*call) for call in calls]
    assert failure.case.windows[-1] == OPEN and returned[-1] != failure.expected  # type: ignore[attr-defined]


def test_what_a_window_allows_is_told_in_both_languages() -> None:
    low, high = TreeCase((3, 0), 2, ((1, 2),)), TreeCase((-4, 0), 1, ((-1, 0),))
    assert low.answer() == ("0, or any bound up to alpha = 1", "0, ou toute borne jusqu'à alpha = 1")
    assert high.answer()[1] == "0, ou toute borne à partir de beta = 0"
    assert TreeCase((1, 2), 1, (OPEN, (0, 1))).answer()[0] == "2; 2, or any bound from beta = 1 on"
    assert TreeCase((1, 2), 1, ((0, 3),)).text("f") == "f(Node([1, 2]), 0, 3)"


def test_generated_trees_are_large_and_their_windows_narrow() -> None:
    chance = random.Random(1)
    cases = [TreeCase.generate(chance, (i + 1) / 200, False) for i in range(200)]
    sizes = sorted(grading.trees._tree_size(case.tree) for case in cases)
    assert sizes[-20] > 50 and sizes[-1] <= 120
    narrow = [case for case in cases if any(beta - alpha <= 2 for alpha, beta in case.windows)]
    assert len(narrow) > 20 and sum(len(case.windows) > 1 for case in cases) > 20
    assert all(alpha < beta for case in cases for alpha, beta in case.windows)


@pytest.mark.parametrize("seed", range(2))
def test_nodes_too_many_are_told(seed: int) -> None:
    for name in ("plain min-max", "cut at >", "window never narrowed"):
        report = grade(WRONG[name], "alphabeta", seed=seed)
        failure = failing(report, "surplus")
        assert failure.case.size == 5
        assert report.surplus >= len(report.failures)
        assert f"{report.surplus} nodes too many" in str(report)
        assert "5 nodes were visited where 4 are enough" in str(report)
        assert "first node that should have been cut: root[" in str(report)


def test_wrong_alphabeta_is_caught_at_its_first_wrong_return() -> None:
    def cuts_too_early(node: Node, alpha: float, beta: float) -> float:
        if not node.children:
            return float(node.value)
        values = []
        for child in node.children:
            values.append(cuts_too_early(child, alpha, beta))
            if len(values) == 2:
                break
        return max(values) if node.player == 1 else min(values)

    failure = failing(grade(cuts_too_early, "alphabeta"), "wrong")
    assert failure.case.size == 4
    assert "First node that differs: root is worth" in str(failure)

    def maximises_always(node: Node, alpha: float, beta: float) -> float:
        if not node.children:
            return float(node.value)
        return max(maximises_always(child, alpha, beta) for child in node.children)

    assert failing(grade(maximises_always, "alphabeta"), "wrong").case.size == 3

    # The root's window is open: the fault that counts lies below it.
    case = TreeCase(((1, 2), (3, 4)), 1)
    ((english, french),) = case.explained(case.outcome(maximises_always))
    assert english == (
        "First node that differs: root[0] is worth 1; called with alpha=-inf and beta=inf, it returned 2"
    )
    assert french.startswith("Premier nœud qui diffère : root[0] vaut 1 ;")


def test_where_calls_cannot_be_observed_the_node_that_was_cut_is_named() -> None:
    class Callable_:
        def __call__(self, node: Node, alpha: float, beta: float) -> float:
            if not node.children:
                return float(node.value)
            return self(node.children[0], alpha, beta)

    case = TreeCase((1, (3, 4)), 1)
    outcome = case.outcome(Callable_())
    assert list(outcome.where) == ["missed", (1,)]
    ((english, _),) = case.explained(outcome)
    assert english == "First node that differs: root[1] was cut, and it matters"


def test_bounds_outside_the_window_are_right() -> None:
    root = Node([[3, 5], [2, 9]])
    left = root.children[0]
    for alpha, beta, returned, impossible in [
        (-math.inf, math.inf, 3, False),
        (-math.inf, math.inf, 5, True),
        (4, 9, 4, False),  # fails low: at most alpha
        (4, 9, 3, False),
        (4, 9, 5, True),
        (0, 2, 2, False),  # fails high: at least beta
        (0, 2, 3, False),
        (0, 2, 1, True),
        (5, 5, 7, False),  # no window, nothing to say
    ]:
        assert grading.trees._Call(left, alpha, beta, returned).impossible == impossible


def test_textbook_alphabeta_is_minmax_with_fewer_visits() -> None:
    chance = random.Random(3)
    for _ in range(200):
        case = TreeCase.generate(chance, 1, False)
        root = Node(case.tree, case.player)
        assert grading.alphabeta(root) == case.expected
        assert len(root.visits) <= case.size


def test_nodes_count_the_visits() -> None:
    root = Node([[3, 5], 4], player=2)
    assert root.visits == []
    assert (root.player, root.value) == (2, None)
    assert root.visits == [()]
    left, right = root.children
    assert repr(root) == "Node([[3, 5], 4], player=2)"
    assert root.visits == [()]
    assert (left.player, right.value, right.children) == (1, 4, [])
    assert root.visits == [(), (0,), (1,)]
    root.children.clear()
    assert len(root.children) == 2
    wrong: list[Any] = [[], [[]], "x", [1, None], True]
    for bad in wrong:
        with pytest.raises(Error, match="neither a number nor a list"):
            Node(bad)
    with pytest.raises(Error, match="player is 3"):
        Node(1, player=3)
