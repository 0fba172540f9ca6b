"""Connect Four: what every move is worth, an opponent, and a picture of the board."""

from __future__ import annotations

import attractor

position = attractor.game("connect4").play_line("44444")
print(position)
print(position.analyse())
print("alpha-beta to depth 6:", position.alphabeta(6))
print("a strong machine plays", position.choose("search:seconds=0.2", seed=1))
print(position.match("minimax:depth=3", "minimax:depth=1", games=50))
