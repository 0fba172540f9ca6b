"""A case of the grader: the arguments of one call, and how the answer is judged."""

from __future__ import annotations

import math
import numbers
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from ..lab.puissance4 import Cell

Kind = Literal["wrong", "type", "changed", "surplus", "exception", "time", "died"]


Words = tuple[str, str]  # the same in English and in French


Student = Callable[..., Any]


class Outcome(NamedTuple):
    """What came of one case. Plain data: the child process sends it as JSON."""

    kind: Literal[Kind, "right"] = "right"
    returned: str = ""
    where: Sequence[Any] = ()  # what went wrong, in the terms of the kind and the case
    surplus: int = 0


class Case(ABC):
    """The arguments of one call, with what ours returns for them."""

    names: ClassVar[tuple[str, ...]]
    returns: ClassVar[Words]

    @classmethod
    @abstractmethod
    def generate(cls, chance: random.Random, share: float, cycles: bool) -> Case:
        """A case at random; the share, 0 to 1, says how large it may be."""

    @classmethod
    @abstractmethod
    def known(cls) -> list[Case]:
        """Cases that every function should meet: chance might not come upon them."""

    @property
    @abstractmethod
    def size(self) -> int: ...

    @abstractmethod
    def smaller(self) -> Iterator[Case]:
        """The cases of smaller size that are nearest to this one."""

    def parts(self) -> list[tuple[Cell, Case]]:
        """The calls that a recursive function makes here, with the moves that lead to them."""
        return []

    @abstractmethod
    def arguments(self) -> tuple[Any, ...]: ...

    def calls(self) -> list[tuple[Any, ...]]:
        """The arguments of each call, where the function is called several times."""
        return [self.arguments()]

    def may_give_up(self) -> bool:
        """Whether this lies outside of what the course asks for, so that no answer is right too, but no wrong one."""
        return False

    @property
    @abstractmethod
    def expected(self) -> Any: ...

    @abstractmethod
    def text(self, name: str) -> str:
        """The call as a person would write it, with a figure below where there is one."""

    @abstractmethod
    def answer(self) -> Words:
        """What is expected, as text."""

    def explained(self, outcome: Outcome) -> Iterator[Words]:
        """Where the outcome differs first."""
        yield from ()

    def outcome(self, function: Student) -> Outcome:
        """Calls the function and judges what it returns."""
        arguments = self.arguments()
        returned = function(*arguments)
        for name, now, before in zip(self.names, arguments, self.arguments()):
            if isinstance(before, (list, dict)) and now != before:
                return Outcome("changed", _shown(returned), [name, _shown(now)])
        return self.judge(returned)

    @abstractmethod
    def judge(self, returned: Any) -> Outcome: ...


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _same(a: float, b: float) -> bool:
    return a == b or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def _judged_number(returned: Any, expected: float) -> Outcome:
    if not _is_number(returned):
        return Outcome("type", _shown(returned))
    return Outcome() if _same(returned, expected) else Outcome("wrong", _shown(returned))


def _number(value: float) -> str:
    return str(int(value)) if math.isfinite(value) and value == int(value) else str(value)


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 400 else text[:400] + "…"
