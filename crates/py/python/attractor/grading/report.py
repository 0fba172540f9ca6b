"""What a grading says, in English and in French."""

from __future__ import annotations

import html
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .._attractor import language
from ..lab.puissance4 import Cell
from .case import Case, Kind, Outcome, Words


@dataclass(frozen=True, repr=False)
class Grade:
    """The report of `grade`: true when every case is right; printed, a text to read."""

    function: str
    against: str
    cases: int
    """Cases that were run."""
    skipped: int
    """Cases that were not run, because the failing ones took too long."""
    failures: list[Failure]
    """The cases that failed, from small to large."""
    failure: Failure | None
    """The smallest failing case, shrunk, with the first node that differs."""
    surplus: int
    """Nodes that an alpha-beta visited and the textbook's does not, in all cases together."""
    lang: str = "en"
    left: int = 0
    """Graphs with cycles that were left out because the function gives up on them, which is right."""

    @property
    def passed(self) -> bool:
        return not self.failures

    def __bool__(self) -> bool:
        return self.passed

    def _words(self) -> Iterator[Words]:
        name, wrong = self.function, len(self.failures)
        if self.failure is None:
            yield f"{name}: all {self.cases} cases right", f"{name} : {self.cases} cas, tous justes"
            if self.left:
                yield (
                    f"{self.left} graphs with cycles were left out, since it refuses them: the course has none",
                    f"{self.left} graphes avec cycles n'ont pas été essayés, car elle les refuse : le cours n'en a pas",
                )
            return
        yield (
            f"{name}: {wrong} of {self.cases} cases wrong",
            f"{name} : {wrong} cas faux sur {self.cases}",
        )
        if self.skipped:
            yield (
                f"{self.skipped} more cases were not run: the failing ones took too long",
                f"{self.skipped} autres cas n'ont pas été essayés : les cas faux durent trop",
            )
        if self.surplus:
            yield (
                f"{self.surplus} nodes too many were visited, in all cases together",
                f"{self.surplus} nœuds de trop ont été visités, sur l'ensemble des cas",
            )
        yield "Smallest failing case:", "Le plus petit cas faux :"
        yield from self.failure.words()
        again = f"{name}(*grade.failure.arguments)"
        if len(self.failure.case.calls()) > 1:
            again = f"for call in grade.failure.calls: {name}(*call)"
        yield f"To run it again: {again}", f"Pour le rejouer : {again}"

    def __str__(self) -> str:
        return _said(self._words(), self.lang)

    __repr__ = __str__  # a prompt shows the report

    def _repr_html_(self) -> str:
        headline, _, rest = str(self).partition("\n")
        mark = "✓" if self.passed else "✗"
        body = f"<pre>{html.escape(rest)}</pre>" if rest else ""
        return f"<div><b>{mark} {html.escape(headline)}</b>{body}</div>"


@dataclass(frozen=True)
class Failure:
    """A case that failed. Its text is what `Grade` prints about it."""

    function: str
    case: Case
    outcome: Outcome
    alone: bool = False
    """Whether the case is right when it is the only one."""
    node: tuple[list[Cell], Failure] | None = None
    """Of min-max: the moves to the first position that differs, and what happens there."""

    @property
    def kind(self) -> Kind:
        """``wrong`` answer, wrong ``type`` of answer, arguments ``changed``, a ``surplus`` of
        visited nodes, an ``exception``, no answer in ``time``, or the process ``died``."""
        assert self.outcome.kind != "right"
        return self.outcome.kind

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments, new each time: ``function(*failure.arguments)`` runs the case again."""
        return self.case.arguments()

    @property
    def calls(self) -> list[tuple[Any, ...]]:
        """The arguments of each call, new each time, where the case calls the function several times."""
        return self.case.calls()

    @property
    def expected(self) -> Any:
        """What ours returns; of min-max the value with all best moves."""
        return self.case.expected

    @property
    def returned(self) -> str:
        """What the function returned, as text; of an exception its type and message."""
        return self.outcome.returned

    def __str__(self) -> str:
        return _said(self.words(), language())

    def words(self) -> Iterator[Words]:
        """The case, what was expected, what happened, and the first node that differs."""
        call = "    " + self.case.text(self.function).replace("\n", "\n    ")
        yield call, call
        yield from self._happened()
        if self.alone:
            yield (
                "Called alone it is right: something stays from one call to the next "
                "(a global variable, a default argument), or chance is at work.",
                "Appelée seule, elle est juste : quelque chose reste d'un appel à l'autre "
                "(variable globale, argument par défaut), ou le hasard s'en mêle.",
            )
        elif self.node:
            moves, there = self.node
            if moves:
                path, call = ", ".join(map(str, moves)), there.case.text(self.function)
                yield (
                    f"First position that differs, after {path}:",
                    f"Première position qui diffère, après {path} :",
                )
                call = "    " + call.replace("\n", "\n    ")
                yield call, call
                yield from there._happened()
            yield from there.case.explained(there.outcome)
        else:
            yield from self.case.explained(self.outcome)

    def _happened(self) -> Iterator[Words]:
        answer, where, returned = self.case.answer(), self.outcome.where, self.returned
        yield f"expected: {answer[0]}", f"attendu : {answer[1]}"
        if self.kind == "exception":
            yield f"raised: {returned}", f"exception : {returned}"
            if where:
                line, name, code = where
                yield f"at line {line}, in {name}: {code}", f"ligne {line}, dans {name} : {code}"
        elif self.kind == "time":
            yield f"nothing was returned in {where[0]:g} s", f"rien n'est renvoyé en {where[0]:g} s"
        elif self.kind == "died":
            how = signal.Signals(-where[0]).name if where[0] < 0 else f"exit({where[0]})"
            yield f"the process ended: {how}", f"le processus s'est arrêté : {how}"
        else:
            yield f"returned: {returned}", f"renvoyé : {returned}"
        if self.kind == "type":
            wanted = self.case.returns
            yield f"It should be {wanted[0]}.", f"Il faut renvoyer {wanted[1]}."
        elif self.kind == "changed":
            name, now = where
            yield (
                f"{name} is not put back as it was before the call; it is now {now}",
                f"{name} n'est pas remis dans son état d'avant l'appel ; c'est devenu {now}",
            )


def _said(words: Iterable[Words], lang: str) -> str:
    return "\n".join(pair[lang == "fr"] for pair in words)
