"""Grading a student's own function: `grade` runs it on generated cases and compares it with ours.

Four functions can be graded, with the signatures of the course:

- ``attracteurs(G, fA)``: the list of Alice's attractor; ``G`` is the adjacency dictionary of an
  acyclic bipartite graph, ``fA(v)`` tells whether v is hers, who cannot move loses;
- ``utilite(G, j, W)`` and ``minmax(G, j, W, p)``: those of `attractor.lab.puissance4`;
- ``alphabeta(node, alpha, beta)``: the value of a tree, given as its root `Node`, where it lies
  between alpha and beta; else a bound. One tree may be searched several times, with other windows.

The student's code runs in a child process with a time and a memory limit: endless loops, exceptions
and crashes become failures of the report. Cases go from small to large, and the smallest one that
fails is shrunk as long as it fails.

>>> from attractor.lab import puissance4 as lab
>>> def minmax(G, j, W, p):
...     return lab.utilite(G, j, W), None
>>> print(grade(minmax, cases=20))  # doctest: +ELLIPSIS
minmax: ... of 20 cases wrong
Smallest failing case:
    minmax(G, 1, [0, 1, 2, 3, inf], 1)
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
expected: (7, (3, 0))
returned: (0.0, None)
Every child of this position is right at depth 0: the fault lies in how they are put together.
To run it again: minmax(*grade.failure.arguments)
"""

from __future__ import annotations

import contextlib
import difflib
import math
import random
import time
import unicodedata
from collections.abc import Sequence

from .._attractor import language
from ..errors import bad
from .case import Case, Student
from .graphs import GraphCase
from .grids import MinmaxCase, UtilityCase
from .report import Failure, Grade
from .running import _outcomes
from .shrinking import _explained
from .trees import Node, TreeCase, alphabeta

__all__ = ["Failure", "Grade", "Node", "alphabeta", "grade"]


def grade(
    function: Student,
    against: str | None = None,
    *,
    cases: int = 100,
    seconds: float = 2.0,
    seed: int = 1,
    cycles: bool | None = None,
    lang: str | None = None,
) -> Grade:
    """Runs a student's function on generated cases and compares it with ours.

    ``against`` is ``"attracteurs"``, ``"utilite"``, ``"minmax"`` or ``"alphabeta"``; without it the
    function's name tells. Each case may take that many ``seconds``. A function ``attracteurs`` that is
    right on all ``cases`` is tried on a quarter more, graphs with cycles, which the course does not
    ask for: an exception is right there, and no answer in time, but no wrong answer. With
    ``cycles=True`` they are among the cases, with ``cycles=False`` there are none. ``lang`` is the
    report's language, ``"en"`` or ``"fr"``; by default the one that was set.

    Equally good moves are all right. Numbers are compared with a tolerance. An alpha-beta that
    visits more nodes than the textbook's (see `alphabeta`) fails, and its surplus is told.

    >>> from attractor import attracteurs
    >>> print(grade(attracteurs, cases=20))
    attracteurs: all 25 cases right
    >>> bool(grade(lambda G, fA: [v for v in G if fA(v)], "attracteurs", cases=20))
    False
    """
    if not callable(function):
        raise bad("bad-function", f"{function!r:.60} is not a function", f"{function!r:.60} n'est pas une fonction")
    lang = language() if lang is None else lang
    if lang not in ("en", "fr"):
        raise bad(
            "bad-language",
            f"lang is {lang!r}; expected 'en' or 'fr'",
            f"lang vaut {lang!r} ; attendu : 'en' ou 'fr'",
        )
    if not isinstance(cases, int) or cases < 1:
        raise bad(
            "bad-number",
            f"cases is {cases!r}; expected a whole number, at least 1",
            f"cases vaut {cases!r} ; attendu : un entier, au moins 1",
        )
    if not isinstance(seconds, (int, float)) or not 0 < seconds < math.inf:
        raise bad(
            "bad-number",
            f"seconds is {seconds!r}; expected a number above 0",
            f"seconds vaut {seconds!r} ; attendu : un nombre positif",
        )
    name = getattr(function, "__name__", type(function).__name__)
    subject = _subject(name, against)

    chance = random.Random(seed)
    kind = SUBJECTS[subject]
    made = kind.known()[:cases]
    more = cases - len(made)
    made += [kind.generate(chance, (i + 1) / more, bool(cycles)) for i in range(more)]
    made.sort(key=lambda case: case.size)
    tried = Tried(function, name, seconds)
    tried.run(made)
    skipped = cases - tried.cases
    if cycles is None and kind is GraphCase and not tried.failures:
        tried.run(GraphCase.cyclic(chance, max(2, cases // 4)))
    failures = tried.failures
    # A wrong value says more than nodes too many.
    first = next((failure for failure in failures if failure.kind != "surplus"), next(iter(failures), None))
    failure = None if first is None else _explained(function, first, seconds)
    return Grade(name, subject, tried.cases, skipped, failures, failure, tried.surplus, lang, tried.left)


class Tried:
    """What came of the cases that were tried."""

    def __init__(self, function: Student, name: str, seconds: float) -> None:
        self.function, self.name, self.seconds = function, name, seconds
        self.failures: list[Failure] = []
        self.cases = self.surplus = self.left = 0
        self.lost = 0.0

    def run(self, cases: Sequence[Case]) -> None:
        """Tries cases until the failing ones have taken too long."""
        before = time.monotonic()
        with contextlib.closing(_outcomes(self.function, cases, self.seconds)) as outcomes:
            for i, (case, outcome) in enumerate(zip(cases, outcomes)):
                now = time.monotonic()
                if outcome.kind in ("exception", "time", "died") and case.may_give_up():
                    # It would give up on the others too.
                    self.left = len(cases) - i
                    break
                self.cases += 1
                self.surplus += outcome.surplus
                if outcome.kind != "right":
                    self.failures.append(Failure(self.name, case, outcome))
                    self.lost += now - before
                if self.lost > 3 * self.seconds:
                    break  # what hangs would hang in all of them
                before = now


ALIASES = {
    "attracteurs": "attracteurs",
    "attracteur": "attracteurs",
    "attractors": "attracteurs",
    "attractor": "attracteurs",
    "utilite": "utilite",
    "utility": "utilite",
    "minmax": "minmax",
    "minimax": "minmax",
    "alphabeta": "alphabeta",
}


def _subject(name: str, against: str | None) -> str:
    """What to compare with: `against`, or what the function's name says."""
    asked = str(name if against is None else against)
    letters = "".join(filter(str.isalpha, unicodedata.normalize("NFKD", asked.lower())))
    if letters in ALIASES:
        return ALIASES[letters]
    inside = {subject for alias, subject in ALIASES.items() if alias in letters}
    if against is None and len(inside) == 1:
        return inside.pop()
    nearest = ALIASES[difflib.get_close_matches(letters, ALIASES, n=1, cutoff=0)[0]]
    known = ", ".join(map(repr, SUBJECTS))
    raise bad(
        "unknown-function",
        f"{asked!r} does not say what to compare with; expected against={known} (the nearest is {nearest!r})",
        f"{asked!r} ne dit pas à quoi comparer ; attendu : against={known} (le plus proche est {nearest!r})",
    )


SUBJECTS: dict[str, type[Case]] = {
    "attracteurs": GraphCase,
    "utilite": UtilityCase,
    "minmax": MinmaxCase,
    "alphabeta": TreeCase,
}
