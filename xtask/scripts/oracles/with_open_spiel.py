"""The rules of OpenSpiel: Connect Four, tic-tac-toe, m,n,k, Othello, nim, chess, checkers, awale
(called oware there) and go."""

from __future__ import annotations

import importlib.metadata
import random
import sys
from collections.abc import Iterator
from typing import Any

import pyspiel

from compare import DRAW, Here, Other, compare

PROGRAM = f"open_spiel {importlib.metadata.version('open_spiel')}"


def winner(state: Any) -> int | None:
    """How a play ended, if it has."""
    if not state.is_terminal():
        return None
    first = state.returns()[0]
    return DRAW if first == 0 else 1 if first > 0 else 2


class Spiel(Other):
    """A game whose moves are OpenSpiel's actions under other names."""

    program = PROGRAM

    def __init__(self, spec: str, name: str, **parameters: Any) -> None:
        self.spec = spec
        self.game = pyspiel.load_game(name, parameters)

    def restart(self, rng: random.Random) -> str | None:
        self.state = self.game.new_initial_state()
        return None

    def turn(self) -> int:
        return int(self.state.current_player()) + 1

    def name(self, action: int) -> str:
        """What we call an action."""
        raise NotImplementedError

    def actions(self) -> dict[str, int]:
        return {self.name(action): action for action in self.state.legal_actions()}

    def moves(self) -> set[str]:
        return set(self.actions())

    def play(self, move: str) -> None:
        self.state.apply_action(self.actions()[move])

    def end(self) -> int | None:
        return winner(self.state)


class Columns(Spiel):
    def name(self, action: int) -> str:
        return str(action + 1)


class Cells(Spiel):
    """Cells in the order of reading; the action behind the last one is a pass."""

    def __init__(self, spec: str, name: str, rows: int, columns: int, **parameters: Any) -> None:
        super().__init__(spec, name, **parameters)
        self.cells = [f"{chr(ord('a') + c)}{r + 1}" for r in range(rows) for c in range(columns)]

    def name(self, action: int) -> str:
        return self.cells[action] if action < len(self.cells) else "pass"


class Nim(Spiel):
    def name(self, action: int) -> str:
        pile, take = self.state.action_to_string(0, action).rstrip(";").split(", ")
        return f"{chr(ord('a') + int(pile.split(':')[1]) - 1)}{take.split(':')[1]}"


class Oware(Spiel):
    """A position that comes back ends play there: each takes the seeds of the own row."""

    def name(self, action: int) -> str:
        return str(self.state.action_to_string(0, action)).lower()

    def convention(self, what: str, here: Here) -> str | None:
        if what != "end" or here.end is not None or here.text not in self.line[:-1]:
            return None
        rows, taken, _ = here.text.split()
        upper, lower = (sum(map(int, row.split("-"))) for row in rows.split("/"))
        one, two = map(int, taken.split("+"))
        lead = one + lower - two - upper
        right = DRAW if lead == 0 else 1 if lead > 0 else 2
        return "repetition ends awale" if self.end() == right else None


class Go(Spiel):
    """A board that comes back may be made there, and ends play as a draw."""

    def __init__(self, size: int, komi: int = 0) -> None:
        spec = f"go:{size}x{size}" + (f",komi={komi}" if komi else "")
        # The limit is one that no play at random reaches.
        super().__init__(spec, "go", board_size=size, komi=float(komi), max_game_length=5000)
        self.size = size

    def name(self, action: int) -> str:
        row, column = divmod(action, self.size)
        return "pass" if row == self.size else f"{'ABCDEFGHJ'[column]}{row + 1}"

    def convention(self, what: str, here: Here) -> str | None:
        actions = self.actions()
        if what != "moves" or here.moves - set(actions):
            return None
        children = [self.state.child(actions[move]) for move in set(actions) - here.moves]
        return "superko ends go" if all(winner(child) == DRAW for child in children) else None


class Chess(Spiel):
    def name(self, action: int) -> str:
        return str(pyspiel.chess.action_to_move(action, self.state.board()).to_lan())

    def turn(self) -> int:
        # Black is player 0 there.
        return 2 - int(self.state.current_player())

    def end(self) -> int | None:
        end = super().end()
        return 3 - end if end else end


class Checkers(Spiel):
    """Each jump is an action there; 40 plies without a capture are a draw, and repetition is not."""

    QUIET = 40

    def restart(self, rng: random.Random) -> str | None:
        self.quiet = 0
        return super().restart(rng)

    def square(self, name: str) -> int:
        """The number of a square. The player who begins is at the bottom there, and with us at the
        top."""
        row, column = 8 - int(name[1]), ord(name[0]) - ord("a")
        return 33 - (4 * row + column // 2 + 1)

    def ways(self, state: Any, done: list[str], actions: list[int]) -> Iterator[tuple[str, list[int]]]:
        """Our moves with the actions that make them up."""
        player = state.current_player()
        for action in state.legal_actions():
            step = state.action_to_string(player, action)
            way, taken = [*done, step], [*actions, action]
            child = state.child(action)
            if child.current_player() == player:
                yield from self.ways(child, way, taken)
            else:
                yield self.whole(way), taken

    def whole(self, way: list[str]) -> str:
        first, last = self.square(way[0][:2]), self.square(way[-1][2:])
        taken = sorted(
            self.square(chr((ord(s[0]) + ord(s[2])) // 2) + str((int(s[1]) + int(s[3])) // 2))
            for s in way
            if abs(ord(s[0]) - ord(s[2])) == 2
        )
        return f"{first}{'x' if taken else '-'}{last}" + "".join(f"x{square}" for square in taken)

    def moves(self) -> set[str]:
        return {move for move, _ in self.ways(self.state, [], [])}

    def play(self, move: str) -> None:
        self.quiet = 0 if "x" in move else self.quiet + 1
        for action in dict(self.ways(self.state, [], []))[move]:
            self.state.apply_action(action)

    def convention(self, what: str, here: Here) -> str | None:
        if what != "end":
            return None
        if here.end is None and self.end() == DRAW and self.quiet >= Checkers.QUIET:
            return "forty quiet plies end checkers"
        # Between two of the same position nothing was captured, and no man moved.
        third = here.end == DRAW and self.line.count(here.text) == 3
        return "repetition ends checkers with us" if third else None


def main() -> int:
    """Compares every game; the exit code says whether there was a fault."""
    good = [
        compare(Columns("connect4", "connect_four"), 20_000),
        compare(Columns("connect4:5x4", "connect_four", columns=5, rows=4), 10_000),
        compare(Cells("tictactoe", "tic_tac_toe", 3, 3), 10_000),
        compare(Cells("mnk:5,4,3", "mnk", 5, 4, m=4, n=5, k=3), 10_000),
        compare(Cells("othello", "othello", 8, 8), 20_000),
        compare(Nim("nim:3+4+5", "nim", pile_sizes="3;4;5", is_misere=False), 10_000),
        compare(Nim("nim:1+3+5+7,misere", "nim", pile_sizes="1;3;5;7", is_misere=True), 10_000),
        compare(Oware("awale", "oware"), 20_000),
        compare(Oware("awale:2", "oware", num_seeds_per_house=2), 20_000),
        compare(Go(5), 20_000),
        compare(Go(7, komi=3), 10_000),
        compare(Go(9), 10_000),
        compare(Checkers("checkers", "checkers"), 20_000),
        compare(Chess("chess", "chess"), 20_000),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
