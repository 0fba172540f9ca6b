"""The smallest case that fails, and the first node that differs."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable
from dataclasses import replace

from ..lab.puissance4 import Cell
from .case import Case, Outcome, Student
from .report import Failure
from .running import _outcomes


def _explained(function: Student, failure: Failure, seconds: float) -> Failure:
    """The failure on the smallest case that fails alike, with the first node that differs."""
    deadline = time.monotonic() + 5 * seconds
    alone = _first(function, [failure.case], seconds, lambda outcome: outcome.kind != "right")
    if alone is None:
        return replace(failure, alone=True)
    failure = replace(failure, outcome=alone[1])

    def alike(outcome: Outcome) -> bool:
        # One fault is followed: exceptions are to be of the same type, whatever they say.
        kinds = [(o.kind, o.kind == "exception" and o.returned.partition(":")[0]) for o in (failure.outcome, outcome)]
        return kinds[0] == kinds[1]

    while time.monotonic() < deadline:
        found = _first(function, list(failure.case.smaller()), seconds, alike, deadline)
        if found is None:
            break
        failure = replace(failure, case=found[0], outcome=found[1])
    if failure.kind != "wrong":
        return failure

    moves: list[Cell] = []
    there = failure
    while True:
        parts = there.case.parts()
        cases = [case for _, case in parts]
        found = _first(function, cases, seconds, lambda outcome: outcome.kind != "right")
        if found is None:
            return replace(failure, node=(moves, there))
        moves.append(next(move for move, case in parts if case is found[0]))
        there = replace(there, case=found[0], outcome=found[1])


def _first(
    function: Student,
    cases: list[Case],
    seconds: float,
    wanted: Callable[[Outcome], bool],
    deadline: float = math.inf,
) -> tuple[Case, Outcome] | None:
    """The first of the cases with a wanted outcome."""
    with contextlib.closing(_outcomes(function, cases, seconds)) as outcomes:
        for case, outcome in zip(cases, outcomes):
            if wanted(outcome):
                return case, outcome
            if time.monotonic() > deadline:
                break
    return None
