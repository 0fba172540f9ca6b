"""International and English draughts as pydraughts has them: from the start, and with few pieces,
kings among them."""

from __future__ import annotations

import importlib.metadata
import random
import sys

from draughts.core.game import BLACK, WHITE, Game

from compare import DRAW, Here, Other, compare

PROGRAM = f"pydraughts {importlib.metadata.version('pydraughts')}"


class Draughts(Other):
    """Plays from the start. Whoever begins has the lower side of the board and is called white there."""

    program = PROGRAM

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.english = spec == "checkers"
        self.variant = "english" if self.english else "standard"
        self.squares = 32 if self.english else 50

    def begin(self, rng: random.Random) -> str | None:
        """A position in the letters of the Hub protocol as pydraughts has it."""
        return None

    def restart(self, rng: random.Random) -> str | None:
        text = self.begin(rng)
        self.game = Game(self.variant, text or "startpos")
        self.legal: dict[str, list[list[int]]] | None = None
        # Plies since the last capture.
        self.quiet = 0
        if text is None or not self.english:
            return text
        return text[0].translate(OTHER) + text[:0:-1].translate(OTHER)

    def square(self, number: int) -> int:
        return self.squares + 1 - number if self.english else number

    def name(self, way: list[list[int]], taken: list[int | None]) -> str:
        first, last = self.square(way[0][0]), self.square(way[-1][1])
        squares = sorted(self.square(square) for square in taken if square is not None)
        return f"{first}{'x' if squares else '-'}{last}" + "".join(f"x{s}" for s in squares)

    def ways(self) -> dict[str, list[list[int]]]:
        if self.legal is None:
            moves, taken = self.game.legal_moves()
            self.legal = {self.name(*both): both[0] for both in zip(moves, taken, strict=True)}
        return self.legal

    def moves(self) -> set[str]:
        return set(self.ways())

    def play(self, move: str) -> None:
        self.game.push(self.ways()[move])
        self.quiet = 0 if "x" in move else self.quiet + 1
        self.legal = None

    def turn(self) -> int:
        return 1 if self.game.whose_turn() == WHITE else 2

    def end(self) -> int | None:
        winner = self.game.get_winner()
        return {None: None, 0: DRAW, WHITE: 1, BLACK: 2}[winner]

    def convention(self, what: str, here: Here) -> str | None:
        """Against a king alone, the moves of three pieces, or of fewer, are counted anew there when a
        man has moved."""
        if self.english or what != "end" or here.end != DRAW:
            return None
        sides = [[sign for sign in self.game.get_fen()[1:] if sign in signs] for signs in ("wW", "bB")]
        alone, others = sorted(sides, key=lambda side: (len(side), side.count("w") + side.count("b")))
        limit = 32 if len(others) == 3 else 10
        alike = len(alone) == 1 and alone[0] in "WB" and len(others) <= 3
        since = self.game.consecutive_noncapture_king_moves < limit <= self.quiet
        return "men against a king in draughts" if alike and since else None


OTHER = str.maketrans("wbWB", "bwBW")


class Few(Draughts):
    """Two to eight pieces, most of them kings, wherever they may stand: captures of many kinds."""

    def begin(self, rng: random.Random) -> str | None:
        signs = ["e"] * self.squares
        row = 4 if self.english else 5
        for i, square in enumerate(rng.sample(range(self.squares), rng.randint(2, 8))):
            sign = "wb"[i % 2]
            last = range(row) if sign == "w" else range(self.squares - row, self.squares)
            signs[square] = sign.upper() if square in last or rng.random() < 0.7 else sign
        return rng.choice("WB") + "".join(signs)


def main() -> int:
    """Compares both games; the exit code says whether there was a fault."""
    good = [
        compare(kind(spec), positions, spoiled=1000)
        for spec in ("draughts", "checkers")
        for kind, positions in ((Draughts, 10_000), (Few, 5_000))
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
