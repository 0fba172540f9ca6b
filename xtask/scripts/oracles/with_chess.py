"""The rules of chess as python-chess has them: from the start, from positions rich in special moves,
and with few men."""

from __future__ import annotations

import random
import sys

import chess

from compare import DRAW, Other, compare

PROGRAM = f"chess {chess.__version__}"

RICH = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/8/1k6/8/2pPp3/8/8/3RK2B b - d3 0 1",
]
"""Castlings, captures en passant (pinned ones too), promotions: positions in common use for counting
moves."""


class Chess(Other):
    """Plays from a source of positions."""

    spec = "chess"
    program = PROGRAM

    def begin(self, rng: random.Random) -> str | None:
        return None

    def restart(self, rng: random.Random) -> str | None:
        text = self.begin(rng)
        self.board = chess.Board(text) if text else chess.Board()
        return text

    def play(self, move: str) -> None:
        self.board.push_uci(move)

    def turn(self) -> int:
        return 1 if self.board.turn == chess.WHITE else 2

    def moves(self) -> set[str]:
        return {move.uci() for move in self.board.legal_moves}

    def end(self) -> int | None:
        """Draws that python-chess lets a player claim end play here."""
        board = self.board
        if board.is_checkmate():
            return 3 - self.turn()
        quiet = board.halfmove_clock >= 100 or board.is_repetition(3)
        if board.is_stalemate() or board.is_insufficient_material() or quiet:
            return DRAW
        return None


class Rich(Chess):
    def begin(self, rng: random.Random) -> str | None:
        return rng.choice(RICH)


class Few(Chess):
    """Kings and one to four other men, wherever they may stand."""

    def begin(self, rng: random.Random) -> str | None:
        while True:
            board = chess.Board(None)
            men = [rng.choice("QRBNPqrbnp") for _ in range(rng.randint(1, 4))]
            for sign, square in zip(["K", "k", *men], rng.sample(range(64), len(men) + 2), strict=True):
                board.set_piece_at(square, chess.Piece.from_symbol(sign))
            board.turn = rng.random() < 0.5
            if board.is_valid():
                return board.fen()


def main() -> int:
    """Compares; the exit code says whether there was a fault."""
    good = [compare(Chess(), 20_000), compare(Rich(), 20_000), compare(Few(), 20_000)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
