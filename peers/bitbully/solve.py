"""A peer to measure against: BitBully, without its opening book.

Reads moves (columns 1 to 7), one position per line; prints `score seconds` for each. The table is cleared before each,
untimed. Scores have the form of the other programs here: a win on the n-th disc of the game is 1 + (42 - n) // 2 for
the winner.
"""

import sys
import time

import bitbully

solver = bitbully.BitBully(opening_book=None)
assert not solver.is_book_loaded()
for line in sys.stdin:
    moves = [int(column) - 1 for column in line.strip()]
    board = bitbully.Board()
    assert not moves or board.play(moves), f"illegal moves: {line!r}"
    solver.reset_transposition_table()
    begun = time.perf_counter()
    score = solver.mtdf(board)
    print(score, f"{time.perf_counter() - begun:.9f}", flush=True)
