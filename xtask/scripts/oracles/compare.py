"""Compares our rules with those of another program, position by position.

Both sides make the same random moves. At each position they must agree on the player to move, the
legal moves, whether play has ended, and who won. A difference is either a convention, which the
comparison names and recognises exactly, or a fault. The conventions are those of the guide's page
"Where we differ".

Our side is the example `positions` of the crate `attractor-play`, a process of its own, whose path
the environment variable POSITIONS gives.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

DRAW = 0
"""How a play ended if nobody won; else it is the winner's number."""

SHOWN = 3
"""Faults that are printed in full."""


@dataclass(frozen=True)
class Here:
    """A position as we have it. The moves are those that may still be made: none after the end."""

    text: str
    turn: int
    moves: frozenset[str]
    end: int | None
    margin: int | None


class Ours:
    """Our rules and values of one game."""

    def __init__(self, spec: str) -> None:
        command = [os.environ["POSITIONS"]]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.ask(f"open {spec}")

    def ask(self, line: str) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(f"{line}: {answer['error']}")
        return answer

    def here(self, line: str) -> Here:
        answer = self.ask(line)
        over = answer["finished"]
        end = (answer["winner"] or DRAW) if over else None
        moves = frozenset() if over else frozenset(answer["moves"])
        return Here(answer["position"], answer["turn"], moves, end, answer["margin"])

    def restart(self, text: str | None = None) -> Here:
        return self.here("restart" if text is None else f"at {text}")

    def play(self, move: str) -> Here:
        return self.here(f"play {move}")

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Other(ABC):
    """Another program's rules of one game, with moves as we call them."""

    program: str
    spec: str
    line: list[str]
    """The positions of the play so far, as we write them: for conventions about what was played."""

    @abstractmethod
    def restart(self, rng: random.Random) -> str | None:
        """Goes to where a play begins: a position in our notation, or nothing for the start."""

    @abstractmethod
    def play(self, move: str) -> None: ...

    @abstractmethod
    def turn(self) -> int:
        """The player to move: 1 or 2. It counts only as long as play has not ended."""

    @abstractmethod
    def moves(self) -> set[str]: ...

    @abstractmethod
    def end(self) -> int | None:
        """The winner, `DRAW`, or nothing as long as play has not ended."""

    def convention(self, what: str, here: Here) -> str | None:
        """The convention that accounts for a difference in `what`: turn, moves, end or winner."""
        return None


@dataclass
class Result:
    """What a comparison found."""

    positions: int = 0
    plays: int = 0
    ends: Counter[int] = field(default_factory=Counter)
    conventions: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, str]] = field(default_factory=list)


def differences(here: Here, other: Other) -> Iterator[tuple[str, str]]:
    """What differs at a position: its kind, and both sides' answers."""
    end = other.end()
    if (end is None) != (here.end is None):
        yield "end", f"we: {here.end}, they: {end} (none: goes on, 0: draw)"
        return
    if end is not None:
        if end != here.end:
            yield "winner", f"we: {here.end}, they: {end} (0: draw)"
        return
    if other.turn() != here.turn:
        yield "turn", f"we: {here.turn}, they: {other.turn()}"
    if (moves := other.moves()) != here.moves:
        ours, theirs = sorted(here.moves - moves), sorted(moves - here.moves)
        yield "moves", f"only ours: {' '.join(ours) or '-'}; only theirs: {' '.join(theirs) or '-'}"


Spoil = Callable[[Here], Here]


def run(ours: Ours, other: Other, positions: int, seed: int, spoil: Spoil | None = None) -> Result:
    """Plays at random until that many positions are compared; ends at the first fault if one side
    is spoiled."""
    rng, result = random.Random(seed), Result()
    while result.positions < positions:
        begin = other.restart(rng)
        here, line, other.line = ours.restart(begin), [], []
        result.plays += 1
        while True:
            result.positions += 1
            other.line.append(here.text)
            seen = spoil(here) if spoil else here
            for what, both in differences(seen, other):
                if convention := other.convention(what, seen):
                    result.conventions[convention] += 1
                    continue
                place = f"{other.spec} {begin or 'start'} {' '.join(line)}".rstrip()
                result.faults.append((what, f"{place}\n  {here.text}\n  {what}: {both}"))
                if spoil:
                    return result
            if here.end is not None:
                result.ends[here.end] += 1
            if here.end is not None or other.end() is not None or result.positions >= positions:
                break
            common = sorted(here.moves & other.moves())
            if not common:
                break
            line.append(rng.choice(common))
            other.play(line[-1])
            here = ours.play(line[-1])
    return result


def spoils(rng: random.Random) -> dict[str, Spoil]:
    """Ways of getting a rule wrong, and the kind of difference that shows it."""

    def lose_a_move(here: Here) -> Here:
        if len(here.moves) < 2:
            return here
        return replace(here, moves=here.moves - {rng.choice(sorted(here.moves))})

    def add_a_move(here: Here) -> Here:
        return here if here.end is not None else replace(here, moves=here.moves | {"?"})

    def other_turn(here: Here) -> Here:
        return here if here.end is not None else replace(here, turn=3 - here.turn)

    def end_too_soon(here: Here) -> Here:
        return here if here.end is not None else replace(here, end=1, moves=frozenset())

    def other_winner(here: Here) -> Here:
        return here if here.end is None else replace(here, end=2 if here.end != 2 else 1)

    return {
        "a move is missing": lose_a_move,
        "a move is added": add_a_move,
        "the wrong player moves": other_turn,
        "play ends too soon": end_too_soon,
        "the wrong player wins": other_winner,
    }


def compare(other: Other, positions: int, seed: int = 1, spoiled: int = 3000) -> bool:
    """Compares a game's rules and prints what was found; returns whether there is no fault.

    First the comparison must notice five errors put into our side within `spoiled` positions:
    otherwise its agreement would mean nothing.
    """
    begun = time.monotonic()
    ours = Ours(other.spec)
    for name, spoil in spoils(random.Random(seed)).items():
        if not run(ours, other, spoiled, seed, spoil).faults:
            print(f"  FAULT {other.spec}, {other.program}: the comparison does not notice that {name}")
            return False
    result = run(ours, other, positions, seed)
    ours.close()
    ends = result.ends
    print(
        f"{other.spec:22} {other.program:18} {result.positions:7,} positions of {result.plays:5,} plays,"
        f" {sum(ends.values()):5,} ends ({ends[1]:,} won by 1, {ends[2]:,} by 2, {ends[DRAW]:,} drawn):"
        f" {len(result.faults)} faults, {time.monotonic() - begun:.0f} s"
    )
    for convention, count in sorted(result.conventions.items()):
        print(f"{'':22} convention {convention}: {count:,} positions")
    for _, fault in result.faults[:SHOWN]:
        print(f"  FAULT {fault}")
    sys.stdout.flush()
    return not result.faults
