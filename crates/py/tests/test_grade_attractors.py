"""The grader on attractors: right functions of several styles pass, and classic wrong ones are refused."""

from __future__ import annotations

from typing import Any

import attractor
import pytest
from attractor import grading
from attractor.grading import Grade, grade
from attractor.grading.graphs import GraphCase
from attractors import RIGHT, WRONG, by_layers, one_layer_only, recursive

#: Those that answer on graphs with cycles too.
ANSWER = ["by layers", "by counters", "as many rounds as vertices"]


def failing(report: Grade, kind: str) -> grading.Failure:
    """The smallest failure, of which the report speaks."""
    assert not report
    assert report.failure is not None
    assert report.failure.kind == kind, report
    assert report.failure.case.size <= report.failures[0].case.size
    return report.failure


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", RIGHT)
def test_right_functions_pass(name: str, seed: int) -> None:
    report = grade(RIGHT[name], "attracteurs", seed=seed, seconds=0.5)
    assert report, report
    answers = name in ANSWER
    assert (report.cases, report.left, report.skipped) == ((125, 0, 0) if answers else (100, 25, 0))
    assert report.failures == [] and report.failure is None
    assert answers == bool(grade(RIGHT[name], "attracteurs", seed=seed, seconds=0.5, cycles=True))
    assert grade(RIGHT[name], "attracteurs", seed=seed, cycles=False).left == 0


def test_what_was_left_out_is_told() -> None:
    assert str(grade(attractor.attracteurs)) == "attracteurs: all 125 cases right"
    head, rest = str(grade(recursive, "attracteurs")).splitlines()
    assert head == "recursive: all 100 cases right"
    assert rest == "25 graphs with cycles were left out, since it refuses them: the course has none"
    assert "25 graphes avec cycles" in str(grade(recursive, "attracteurs", lang="fr"))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", WRONG)
def test_wrong_functions_are_refused(name: str, seed: int) -> None:
    report = grade(WRONG[name], "attracteurs", seed=seed)
    assert not report, f"{name} passes"
    failure = failing(report, "wrong")
    assert failure.case.size <= 23


def test_a_vertex_that_is_open_is_not_lost() -> None:
    report = grade(WRONG["open is lost"], "attracteurs")
    assert isinstance(failing(report, "wrong").case, GraphCase)
    assert "The graph has a cycle" in str(report) and "neither won nor lost" in str(report)
    assert grade(WRONG["open is lost"], "attracteurs", cycles=False)
    assert "Le graphe a un cycle" in str(grade(WRONG["open is lost"], "attracteurs", lang="fr"))


@pytest.mark.parametrize("seed", range(2))
def test_wrong_attractors_are_caught(seed: int) -> None:
    def sinks_all_won(G: Any, fA: Any) -> list[int]:
        known: dict[int, bool] = {}

        def won(v: int) -> bool:
            if v not in known:
                known[v] = not G[v] or (any if fA(v) else all)(won(w) for w in G[v])
            return known[v]

        return [v for v in G if won(v)]

    failure = failing(grade(sinks_all_won, "attracteurs", seed=seed), "wrong")
    assert (failure.expected, failure.returned) == ([], "[0]")
    assert isinstance(failure.case, GraphCase)
    assert list(failure.case.graph.values()) == [[]]
    assert "First vertex that differs: 0 should not be there (Alice's, final" in str(failure)

    def players_swapped(G: Any, fA: Any) -> list[int]:
        return recursive(G, lambda v: not fA(v))

    assert len(failing(grade(players_swapped, "attracteurs", seed=seed), "wrong").arguments[0]) == 1

    def any_for_both(G: Any, fA: Any) -> list[int]:
        known: dict[int, bool] = {}

        def won(v: int) -> bool:
            if v not in known:
                known[v] = any([won(w) for w in G[v]]) if G[v] else not fA(v)
            return known[v]

        return [v for v in G if won(v)]

    # Bob's vertex with a good and a bad move for him; the bad one needs Alice to win after it.
    failure = failing(grade(any_for_both, "attracteurs", seed=seed), "wrong")
    assert len(failure.arguments[0]) == 4
    assert "Bob's, and" in str(failure)
    assert "which is out, follows" in str(failure)

    failure = failing(grade(one_layer_only, "attracteurs", seed=seed, cases=400), "wrong")
    assert failure.case.size <= 12
    assert "is missing (Bob's, and all vertices that follow are in)" in str(failure)


def test_the_first_vertex_that_differs_has_the_least_rank() -> None:
    def nothing(G: Any, fA: Any) -> list[int]:
        return []

    # 2 is final and Bob's: rank 0; 1 and 0 rest upon it.
    case = GraphCase({0: [1], 1: [2], 2: []}, frozenset({1}))
    outcome = case.outcome(nothing)
    assert list(outcome.where) == [0, 1, 2]
    ((english, french),) = case.explained(outcome)
    assert english.startswith("First vertex that differs: 2 is missing (Bob's, final")
    assert french.startswith("Premier sommet qui diffère : 2 manque (à Bob, final")


def test_cycles_are_asked_for() -> None:
    assert grade(recursive, "attracteurs")
    failure = failing(grade(recursive, "attracteurs", cycles=True), "exception")
    assert failure.returned.startswith("RecursionError")
    assert failure.case.size == 4
    assert grade(by_layers, "attracteurs", cycles=True)


def test_a_vertex_twice_is_wrong() -> None:
    def twice(G: Any, fA: Any) -> list[int]:
        return recursive(G, fA) * 2

    assert failing(grade(twice, "attracteurs"), "wrong").returned == "[0, 0]"
