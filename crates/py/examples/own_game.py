"""A game of your own: four methods, and it is solved, drawn and played."""

from __future__ import annotations

import attractor

State = tuple[int, int]


class Matches:
    """Take one or two matches of nine; who cannot move loses. A state is the matches left and who is to move."""

    def start(self) -> State:
        return (9, 1)

    def turn(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> list[int]:
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state: State, move: int) -> State:
        return (state[0] - move, 3 - state[1])


print(attractor.check_game(Matches))
game = attractor.game(Matches())
print(game.solve())
print("after one match:", game.start.play(1).solve().best)
print(game.match("perfect", "random", games=100, swap=True))
print(len(game.arena()), "states,", len(game.arena().attractor(2)), "won for player 2")
