"""Connect Four as BitBully has it: rules, and the exact values of positions and their best moves.

Argument: our command.
"""

from __future__ import annotations

import importlib.metadata
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bitbully import BitBully, Board

from compare import DRAW, SHOWN, Other, compare

PROGRAM = f"bitbully {importlib.metadata.version('bitbully')}"
VALUES = 3000
CELLS = 42


class Rules(Other):
    spec = "connect4"
    program = PROGRAM

    def restart(self, rng: random.Random) -> str | None:
        self.board = Board()
        return None

    def play(self, move: str) -> None:
        assert self.board.play(int(move) - 1)

    def turn(self) -> int:
        return int(self.board.current_player())

    def moves(self) -> set[str]:
        return {str(column + 1) for column in self.board.legal_moves()}

    def end(self) -> int | None:
        if not self.board.is_game_over():
            return None
        return self.board.winner() or DRAW


def line(rng: random.Random) -> str:
    """A line at random of 8 to 36 moves that has not ended."""
    while True:
        board, moves = Board(), ""
        for _ in range(rng.randint(8, 36)):
            column = rng.choice(board.legal_moves())
            board.play(column)
            moves += str(column + 1)
            if board.is_game_over():
                break
        else:
            return moves


def score(solved: dict[str, Any], discs: int) -> int:
    """Our value as a score of BitBully's: a win by the n-th disc is 1 + (42 - n) // 2."""
    if solved["outcome"] == "draw":
        return 0
    size = 1 + (CELLS - discs - int(solved["plies"])) // 2
    return size if solved["outcome"] == "win" else -size


def values(command: str) -> bool:
    """Compares values and best moves; returns whether there is no fault."""
    begun, rng, faults = time.monotonic(), random.Random(1), []
    lines = [line(rng) for _ in range(VALUES)]
    with tempfile.TemporaryDirectory() as folder:
        batch = Path(folder) / "lines"
        batch.write_text("".join(f"{moves}\n" for moves in lines))
        # A small table: it is cleared before each position.
        solve = [command, "solve", "connect4", "--batch", str(batch), "--json", "--memory", "64M"]
        answers = subprocess.run(solve, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    solved = [json.loads(answer) for answer in answers.splitlines()]
    assert len(solved) == len(lines)
    agent, counts = BitBully(), {"win": 0, "draw": 0, "loss": 0}
    for moves, ours in zip(lines, solved, strict=True):
        board = Board()
        assert board.play([int(move) - 1 for move in moves])
        scores = agent.score_all_moves(board)
        value = max(scores.values())
        best = {str(column + 1) for column, score in scores.items() if score == value}
        if (score(ours, len(moves)), set(ours["best"])) != (value, best):
            faults.append(f"connect4 {moves}: we {ours}, they {value} by {sorted(best)}")
        counts[ours["outcome"]] += 1
    print(
        f"{'connect4':22} {PROGRAM:18} {VALUES:7,} values with all best moves ({counts['win']:,} wins,"
        f" {counts['draw']:,} draws, {counts['loss']:,} losses): {len(faults)} faults,"
        f" {time.monotonic() - begun:.0f} s"
    )
    for fault in faults[:SHOWN]:
        print(f"  FAULT {fault}")
    sys.stdout.flush()
    return not faults


def main() -> int:
    """Compares rules and values; the exit code says whether there was a fault."""
    good = [compare(Rules(), 20_000), values(sys.argv[1])]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
