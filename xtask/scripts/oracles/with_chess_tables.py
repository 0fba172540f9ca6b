"""Endgames of chess: our tables beside the tables of Syzygy and Gaviota, as python-chess reads them.

Arguments: the folder of our tables, one per endgame, and the folder that has `syzygy/regular` and
`gaviota`.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

import chess
import chess.gaviota
import chess.syzygy

from compare import SHOWN, Ours

POSITIONS = 10_000
OUTCOMES = {-2: "loss", 0: "draw", 2: "win"}

NO_ZEROING = {"KQK", "KRK", "KBNK"}
"""Endgames in which the winner neither captures nor moves a pawn before mate, so that Syzygy's
distance is the distance to mate, to a ply."""


def draw_one(men: str, rng: random.Random) -> chess.Board:
    """A legal position with these men, White's king first, either colour having which; a board on
    which nothing can be castled or taken en passant."""
    second = men.index("K", 1)
    while True:
        board = chess.Board(None)
        swap = rng.random() < 0.5
        for i, (sign, square) in enumerate(zip(men, rng.sample(range(64), len(men)), strict=True)):
            board.set_piece_at(square, chess.Piece(chess.Piece.from_symbol(sign).piece_type, (i < second) != swap))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board


def wrong(what: str, board: chess.Board, ours: object, theirs: object) -> str:
    return f"{what} of {board.fen()}: we {ours}, they {theirs}"


class Endgame:
    """The comparison of one table."""

    def __init__(self, men: str, ours: Path, theirs: Path) -> None:
        self.men = men
        self.ours = Ours(f"chess,men={men}")
        self.ours.ask(f"table {ours / men}")
        self.syzygy = chess.syzygy.open_tablebase(str(theirs / "syzygy" / "regular"))
        gaviota = theirs / "gaviota" / f"{men.lower()}.gtb.cp4"
        self.gaviota = chess.gaviota.PythonTablebase() if gaviota.exists() else None
        if self.gaviota:
            self.gaviota.add_directory(str(gaviota.parent))
        self.counts: Counter[str] = Counter()

    def faults(self, board: chess.Board, value: dict[str, object]) -> list[str]:
        """What our value of a position gets wrong by theirs."""
        found = []
        outcome, plies = value["outcome"], value["plies"]
        self.counts[str(outcome)] += 1
        right = OUTCOMES[self.syzygy.probe_wdl(board)]
        self.counts["Syzygy's outcomes"] += 1
        if outcome != right:
            found.append(wrong("outcome", board, outcome, right))
        if plies is None:
            plies = 0
        assert isinstance(plies, int)
        if self.men in NO_ZEROING and right != "draw" and not board.is_checkmate():
            distance = abs(self.syzygy.probe_dtz(board))
            self.counts["Syzygy's distances"] += 1
            if abs(distance - plies) > 1:
                found.append(wrong("distance", board, plies, distance))
        if self.gaviota:
            distance = abs(self.gaviota.probe_dtm(board))
            self.counts["Gaviota's distances"] += 1
            if distance != plies:
                found.append(wrong("distance to mate", board, plies, distance))
        return found

    def run(self) -> bool:
        """Compares positions at random and prints what was found; returns whether there is no fault."""
        begun, rng, faults = time.monotonic(), random.Random(1), []
        # A table that is wrong by a ply, or in an outcome, must be noticed.
        board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
        while self.syzygy.probe_wdl(board := draw_one(self.men, rng)) == 0 or board.is_checkmate():
            pass
        value = self.ours.ask(f"value {board.fen()}")
        assert self.faults(board, {**value, "outcome": "draw"}), "a wrong outcome is not noticed"
        if self.gaviota:
            assert self.faults(board, {**value, "plies": value["plies"] + 1}), "nor a wrong distance"
        self.counts.clear()
        for _ in range(POSITIONS):
            board = draw_one(self.men, rng)
            faults += self.faults(board, self.ours.ask(f"value {board.fen()}"))
        counts = ", ".join(f"{count:,} {name}" for name, count in sorted(self.counts.items()))
        spec = f"chess,men={self.men}"
        print(f"{spec:22} tables: {counts}: {len(faults)} faults, {time.monotonic() - begun:.0f} s")
        for fault in faults[:SHOWN]:
            print(f"  FAULT {fault}")
        sys.stdout.flush()
        self.ours.close()
        return not faults


def main() -> int:
    """Compares every endgame that we have a table of."""
    ours, theirs = map(Path, sys.argv[1:3])
    names = sorted(path.name for path in ours.iterdir() if path.is_dir())
    good = [Endgame(men, ours, theirs).run() for men in names]
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
