"""A graph of a million vertices from arrays, without copying them."""

from __future__ import annotations

import time

import attractor
import numpy as np

VERTICES, DEGREE = 1_000_000, 4

rng = np.random.default_rng(1)
offsets = np.arange(VERTICES + 1, dtype=np.int64) * DEGREE
successors = rng.integers(0, VERTICES, VERTICES * DEGREE, dtype=np.int32)
# The last thousand are final.
offsets[-1000:] = offsets[-1001]
successors = successors[: offsets[-1]]
owner = rng.integers(1, 3, VERTICES, dtype=np.uint8)

begun = time.perf_counter()
arena = attractor.Arena.from_arrays(offsets, successors, owner)
won = np.bincount(arena.winners, minlength=3)
print(f"{won[1]:,} won for player 1, {won[2]:,} for player 2, {won[0]:,} drawn; longest {arena.ranks.max()} plies")
print(f"in {time.perf_counter() - begun:.2f} s")
