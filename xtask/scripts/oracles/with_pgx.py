"""The rules of Pgx: Connect Four, tic-tac-toe, Othello, dobutsu (animal shogi there), go and chess."""

from __future__ import annotations

import importlib.metadata
import os
import random
import sys
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np
import pgx
from pgx import animal_shogi
from pgx._src.games.chess import FROM_PLANE
from pgx.go import Go as GoEnv

from compare import DRAW, Here, Other, Ours, compare

GOALS = np.asarray(FROM_PLANE)
"""Where an action of chess leads from a square."""

PROGRAM = f"pgx {importlib.metadata.version('pgx')}"


class Pgx(Other):
    """A game whose moves are Pgx's actions under other names."""

    program = PROGRAM

    def __init__(self, spec: str, env: Any) -> None:
        self.spec = spec
        # A batch of one: branches that become selections run a hundred times as fast.
        self.step = jax.jit(jax.vmap(env.step))
        self.start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), 1))
        self.first = int(self.start.current_player[0])

    def restart(self, rng: random.Random) -> str | None:
        self.become(self.start)
        return None

    def become(self, state: Any) -> None:
        self.state = state
        # One copy out of the batch, for all questions.
        parts = (state.legal_action_mask, state.current_player, state._step_count)
        self.mask, self.player, self.plies = (np.asarray(part)[0] for part in parts)
        self.over = self.winner(state)
        self.names: dict[str, int] | None = None

    def after(self, action: int) -> Any:
        return self.step(self.state, np.array([action], dtype=np.int32))

    def name(self, action: int) -> str:
        """What we call an action."""
        raise NotImplementedError

    def actions(self) -> dict[str, int]:
        if self.names is None:
            legal = map(int, np.flatnonzero(self.mask))
            self.names = {self.name(action): action for action in legal}
        return self.names

    def moves(self) -> set[str]:
        return set(self.actions())

    def play(self, move: str) -> None:
        self.become(self.after(self.actions()[move]))

    def turn(self) -> int:
        return 1 if self.player == self.first else 2

    def end(self) -> int | None:
        return self.over

    def winner(self, state: Any) -> int | None:
        if not np.asarray(state.terminated)[0]:
            return None
        reward = float(np.asarray(state.rewards)[0][self.first])
        return DRAW if reward == 0 else 1 if reward > 0 else 2


class Columns(Pgx):
    def name(self, action: int) -> str:
        return str(action + 1)


class Cells(Pgx):
    """Cells in the order of reading; the action behind the last one is a pass."""

    def __init__(self, spec: str, env: Any, columns: int) -> None:
        super().__init__(spec, env)
        self.columns = columns

    def name(self, action: int) -> str:
        row, column = divmod(action, self.columns)
        return "pass" if row == self.columns else f"{chr(ord('a') + column)}{row + 1}"


class Othello(Cells):
    """When neither can move, both pass there before play ends."""

    def convention(self, what: str, here: Here) -> str | None:
        passes = what == "end" and here.end is not None and self.moves() == {"pass"}
        if not passes:
            return None
        state = self.step(self.after(64), np.array([64], dtype=np.int32))
        return "passes before the end of Othello" if self.winner(state) == here.end else None


class Go(Pgx):
    """A board that comes back may be made there, and loses; with a komi of a half there is no draw."""

    KOMI = 0.5

    def __init__(self, size: int) -> None:
        super().__init__(f"go:{size}x{size}", GoEnv(size=size, komi=Go.KOMI, max_terminal_steps=2000))
        self.size = size

    def name(self, action: int) -> str:
        row, column = divmod(action, self.size)
        return "pass" if row == self.size else f"{'ABCDEFGHJ'[column]}{self.size - row}"

    def convention(self, what: str, here: Here) -> str | None:
        if what == "winner":
            drawn = here.margin == 0 and self.end() == 2
            return "half a point of komi in go" if drawn else None
        actions = self.actions()
        if what != "moves" or here.moves - set(actions):
            return None
        children = [self.after(actions[move]) for move in set(actions) - here.moves]
        lost = all(self.winner(child) == 3 - here.turn for child in children)
        return "superko ends go" if lost else None


class Chess(Pgx):
    """Castling, promotion and the numbering of squares as in AlphaZero's network."""

    PROMOTIONS = "rbn"
    LONGEST = 512

    def become(self, state: Any) -> None:
        self.men = np.asarray(state._x.board)[0]
        super().become(state)

    def name(self, action: int) -> str:
        start, plane = divmod(action, 73)
        to = int(GOALS[start, plane])
        black = self.turn() == 2
        names = [f"{'abcdefgh'[square // 8]}{8 - square % 8 if black else square % 8 + 1}" for square in (start, to)]
        if plane < 9:
            return "".join(names) + Chess.PROMOTIONS[plane // 3]
        pawn = self.men[start] == 1
        return "".join(names) + ("q" if pawn and to % 8 == 7 else "")

    def convention(self, what: str, here: Here) -> str | None:
        drawn = what == "end" and self.end() == DRAW and self.plies >= Chess.LONGEST
        return "plays of 512 plies end chess" if drawn else None


def can_be_made(state: Any, label: Any) -> Any:
    """Whether a piece can go there in dobutsu, by Pgx's own tables, be the lion safe then or not."""
    action = animal_shogi.Action._from_label(label)
    piece, goal = state._board[action.from_], state._board[action.to]
    ours = (piece >= animal_shogi.PAWN) & (piece <= animal_shogi.GOLD)
    free = (goal == animal_shogi.EMPTY) | (goal > animal_shogi.GOLD)
    step = animal_shogi._can_move(piece, action.from_, action.to)
    drop = (goal == animal_shogi.EMPTY) & (state._hand[0, action.drop_piece] > 0)
    return jax.numpy.where(action.is_drop, drop, ours & (action.to != -1) & free & step)


class Dobutsu(Pgx):
    """A lion may not be left where it can be taken; who cannot help it has lost. A position that comes
    up for the third time is a draw, and so is a play of 256 plies."""

    KINDS = "CEG"
    LONGEST = 256

    def __init__(self, spec: str, env: Any) -> None:
        super().__init__(spec, env)
        self.ahead = Ours(spec)
        self.reach = jax.jit(jax.vmap(can_be_made, (None, 0)))

    def name(self, action: int) -> str:
        way, cell = divmod(action, 12)
        if way >= 8:
            return f"{Dobutsu.KINDS[way - 8]}*{self.cell(cell)}"
        x, y = divmod(cell, 4)
        x += [-1, -1, -1, 0, 0, 1, 1, 1][way]
        y += [-1, 0, 1, -1, 1, -1, 0, 1][way]
        return f"{self.cell(cell)}-{self.cell(4 * x + y)}"

    def cell(self, cell: int) -> str:
        """The name of a cell. Columns count from the right there, and player 2 turns the board."""
        cell = cell if self.turn() == 1 else 11 - cell
        return f"{'cba'[cell // 4]}{cell % 4 + 1}"

    def loses_lion(self, here: Here, move: str) -> bool:
        """Whether the lion of the player who makes this move can be taken then."""
        if move not in self.ahead.restart(here.text).moves:
            return False
        after = self.ahead.play(move)
        rows = after.text.split()[0].split("/")
        lion = "L" if here.turn == 1 else "l"
        cells = {f"{'abc'[c]}{r + 1}" for r, row in enumerate(rows) for c in range(3) if row[c] == lion}
        return any(answer[-2:] in cells for answer in after.moves)

    def convention(self, what: str, here: Here) -> str | None:
        if what == "moves":
            state = jax.tree.map(lambda part: part[0], self.state)
            every = np.flatnonzero(self.reach(state, np.arange(132)))
            safe = {move for move in here.moves if not self.loses_lion(here, move)}
            same = {self.name(int(a)) for a in every} == here.moves and safe == self.moves()
            return "lions are left en prise in dobutsu" if same else None
        if what != "end" or here.end is not None:
            return None
        if self.end() == 3 - here.turn and all(self.loses_lion(here, move) for move in here.moves):
            return "mate ends dobutsu"
        if self.end() == DRAW and self.line.count(here.text) >= 3:
            return "repetition ends dobutsu"
        if self.end() == DRAW and self.plies >= Dobutsu.LONGEST:
            return "plays of 256 plies end dobutsu"
        return None


def main() -> int:
    """Compares every game; the exit code says whether there was a fault."""
    good = [
        compare(Columns("connect4", pgx.make("connect_four")), 10_000),
        compare(Cells("tictactoe", pgx.make("tic_tac_toe"), 3), 10_000),
        compare(Othello("othello", pgx.make("othello"), 8), 10_000),
        compare(Dobutsu("dobutsu", pgx.make("animal_shogi")), 10_000),
        compare(Go(5), 10_000),
        compare(Go(9), 10_000),
        compare(Chess("chess", pgx.make("chess")), 10_000),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
