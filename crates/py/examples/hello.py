"""The graph of the course: who wins from where, in how many plies, and how."""

from __future__ import annotations

import attractor

G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}

arena = attractor.Arena(G, lambda v: v < 4)
for n, layer in enumerate(arena.attractor(1).layers):
    print(f"A_{n} adds {layer}")
print("player 1 moves", arena.strategy(1))
print("always to 5?", arena.check({0: 5}))
