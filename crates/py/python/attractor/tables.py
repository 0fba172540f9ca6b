"""Solved tables on disk."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

from . import _attractor
from ._attractor import Session
from .effort import Effort, Memory, Progress
from .errors import grouped, said
from .games import Game, Position, game, tables_refused
from .records import Solved


class Table:
    """A solved table on disk: every position of a game with its value.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> table = Table.build("nim:3+4+5", folder + "/nim")
    >>> table.info["positions"], table.probe(game("nim:3+4+5").start).outcome
    (232, 'win')
    """

    _table: _attractor.Table

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        self._table = _attractor.Table(path)

    @classmethod
    def build(
        cls,
        of: Union[str, Game, Position],
        path: Union[str, os.PathLike[str]],
        *,
        memory: Memory = "1G",
        threads: Optional[int] = None,
        scratch: Union[str, os.PathLike[str], None] = None,
        progress: Progress = None,
    ) -> Table:
        """Solves all positions that can be reached, in a folder. Interrupted work goes on where it was."""
        start = game(of) if isinstance(of, str) else of
        if start.game._rules is not None:
            raise tables_refused()
        table = cls.__new__(cls)
        with Effort(memory, threads, None, progress) as effort:
            table._table = _attractor.Table.build(start._session, path, scratch, effort.allowed)
        return table

    @property
    def game(self) -> str:
        """The game's full name."""
        return self._table.game

    @property
    def info(self) -> dict[str, Any]:
        """What ``attractor table info --json`` prints."""
        info: dict[str, Any] = self._table.info()
        return info

    def _session(self) -> Session:
        return Session.open(self._table.game)

    def probe(self, position: Union[str, Position, Game]) -> Optional[Solved]:
        """What the table alone says of a position, or None if it is not there. A text is a position of the game."""
        if isinstance(position, str):
            position = game(self.game).position(position)
        data = self._table.probe(position._session)
        return None if data is None else Solved(**data)

    def verify(self, *, sample: Optional[int] = None, seed: int = 1, progress: Progress = None) -> int:
        """Checks all values, or a sample, against those of the successors. Returns how many entries were compared."""
        with Effort("1G", None, None, progress) as effort:
            return self._table.verify(self._session(), sample, seed, effort.allowed)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Columns position, turn, outcome, draw, plies and images for Polars, pyarrow, DuckDB, ..."""
        with Effort("1G", 1, None, None) as effort:
            return self._table.arrow_stream(self._session(), effort.allowed)

    def __repr__(self) -> str:
        positions = grouped(self.info["positions"])
        return said(f"<Table of {self.game}, {positions} positions>", f"<Table : {self.game}, {positions} positions>")

    def __reduce__(self) -> tuple[Any, ...]:
        # The folder, which is to be there when it is read again.
        return Table, (os.fspath(self._table.path),)
