"""What an answer may cost, and who hears how far it is."""

from __future__ import annotations

import os
import re
import sys
import time
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from ._attractor import Error, LimitReached
from .errors import grouped, refused, said

if TYPE_CHECKING:
    from .tables import Table

Progress = Union[None, bool, Callable[[int, int, str], object]]
Memory = Union[int, str]

#: More than any machine has.
_MOST = 1 << 62
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def memory_bytes(memory: Memory) -> int:
    """A size such as ``"512M"`` in bytes.

    >>> memory_bytes("2K"), memory_bytes(100)
    (2048, 100)
    """
    if isinstance(memory, int) and not isinstance(memory, bool) and memory > 0:
        return min(memory, _MOST)
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?\s*", str(memory), re.IGNORECASE)
    if found is None or float(found[1]) <= 0:
        raise _wrong(
            "memory",
            memory,
            'a number of bytes or a text such as "512M" or "2G"',
            'un nombre d\'octets ou un texte comme "512M" ou "2G"',
        )
    return min(int(float(found[1]) * _UNITS[found[2].upper()]), _MOST)


def _wrong(name: str, value: object, expected: str, attendu: str) -> Error:
    return refused(f"{name} is {value!r}; expected {expected}", f"{name} vaut {value!r} ; attendu : {attendu}")


def span(seconds: object) -> Optional[float]:
    """A time in seconds, or the error that says what is wrong with it."""
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds > 0:
        raise _wrong("seconds", seconds, "a number above 0", "un nombre positif")
    return float(min(seconds, 1e9))


def seeded(seed: object) -> int:
    """Any whole number as a seed of 64 bits."""
    try:
        return int(seed.__index__()) & (1 << 64) - 1  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        raise _wrong("seed", seed, "a whole number", "un entier") from None


def whole(name: str, value: object, least: int = 0) -> int:
    """A whole number that is not too small, or the error that says so."""
    try:
        number = value.__index__()  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        raise _wrong(name, value, f"a whole number from {least} on", f"un entier à partir de {least}") from None
    if isinstance(value, bool) or number < least:
        raise _wrong(name, value, f"a whole number from {least} on", f"un entier à partir de {least}")
    return min(int(number), _MOST)


class _Line:
    """A line on standard error that says how far work is, once it takes long."""

    def __init__(self, after: float) -> None:
        self.begun = time.monotonic()
        self.next = self.begun + after
        self.width = 0

    def __call__(self, done: int, total: int, text: str) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + 0.2
        seconds = now - self.begun
        rate = f"{grouped(round(done / seconds))}/s" if seconds > 0 else ""
        if total:
            part = min(1.0, done / total)
            left = seconds / part - seconds if part > 0 else 0.0
            bar = "█" * int(20 * part) + "·" * (20 - int(20 * part))
            line = f"{part:4.0%} |{bar}| {grouped(done)}/{grouped(total)} [{_clock(seconds)}<{_clock(left)}, {rate}]"
        else:
            line = f"{grouped(done)} [{_clock(seconds)}, {rate}]"
        line = f"{line} {text}"[:100]
        # What was longer before is wiped.
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = len(line)

    def close(self) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def _watched() -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def _opened(table: Union[Table, str, os.PathLike[str], None]) -> object:
    """A table, or the folder of one."""
    if table is None:
        return None
    from . import _attractor

    return _attractor.Table(table) if isinstance(table, (str, os.PathLike)) else table._table


class Effort:
    """Keyword arguments of long work, checked and ready for Rust."""

    def __init__(
        self,
        memory: Memory = "1G",
        threads: Optional[int] = 1,
        seconds: Optional[float] = None,
        progress: Progress = None,
        table: Union[Table, str, os.PathLike[str], None] = None,
        book: Union[bool, str, os.PathLike[str], None] = None,
    ) -> None:
        number = (os.cpu_count() or 1) if threads is None else whole("threads", threads, 1)
        time_allowed = span(seconds)
        self.line: Optional[_Line] = None
        if progress is not None and not isinstance(progress, bool) and not callable(progress):
            raise _wrong(
                "progress",
                progress,
                "True, False, None or a function (done, total, text)",
                "True, False, None ou une fonction (fait, total, texte)",
            )
        tell: Optional[Callable[[int, int, str], object]]
        if callable(progress):
            tell = progress
        elif progress or (progress is None and _watched()):
            tell = self.line = _Line(0.0 if progress else 1.0)
        else:
            tell = None
        self.allowed: dict[str, Any] = {
            "memory": memory_bytes(memory),
            "threads": number,
            "seconds": time_allowed,
            "progress": tell,
        }
        self.sources: dict[str, Any] = {
            "table": _opened(table),
            "book": None if book is None or isinstance(book, bool) else str(os.fspath(book)),
            "usual": book is None or book is True,
        }

        self._ends = None if time_allowed is None else time.monotonic() + time_allowed

    def __enter__(self) -> Effort:
        return self

    def left(self) -> None:
        """Where several calls share the time: the next one has what is left of it; an error if nothing is."""
        if self._ends is None:
            return
        left = self._ends - time.monotonic()
        if left <= 0:
            error = LimitReached(
                said(
                    "time was up before the answer was found",
                    "le temps était écoulé avant que la réponse ne soit trouvée",
                )
            )
            error.id = "out-of-time"
            raise error
        self.allowed["seconds"] = left

    def tell(self, done: int, total: int) -> None:
        """Says how far work of Python's own is."""
        tell = self.allowed["progress"]
        if tell is not None:
            tell(done, total, "")

    def __exit__(self, *_: object) -> None:
        if self.line is not None:
            self.line.close()
