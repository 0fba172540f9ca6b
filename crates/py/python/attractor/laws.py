"""Laws that every game obeys, checked on a game written in Python."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from typing import Any, Union

from ._attractor import GameError, Session
from .effort import Effort
from .rules import Rules


@dataclass(frozen=True)
class BrokenLaw:
    """A law that does not hold, with an example."""

    law: str
    example: str

    def __str__(self) -> str:
        return f"{self.law}: {self.example}"


@dataclass(frozen=True)
class Laws:
    """What was looked at and what is broken. True if nothing is."""

    #: The class.
    game: str
    #: States that were looked at.
    states: int
    broken: list[BrokenLaw]

    def __bool__(self) -> bool:
        return not self.broken

    def __str__(self) -> str:
        if self:
            return f"{self.game}: all laws hold on {self.states} states"
        return "\n".join([f"{self.game}: broken laws", *map(str, self.broken)])


class _Broken(Exception):
    pass


def check_game(game: Union[Rules, type[Rules]], *, states: int = 2000, plays: int = 20, seed: int = 1) -> Laws:
    """Plays a game of yours and says which law it breaks, with an example; states near the start and of random plays.

    >>> class Wrong:
    ...     def start(self): return (3, 1)
    ...     def turn(self, state): return state[1]
    ...     def moves(self, state): return [1, 2]
    ...     def play(self, state, move): return (state[0] - move, 3 - state[1]) if move <= state[0] else None
    >>> print(check_game(Wrong()))  # doctest: +ELLIPSIS
    Wrong: broken laws
    a game's own methods do not fail: Wrong.turn(None) raised TypeError: ...
    """
    rules: Any = game() if isinstance(game, type) else game
    name = type(rules).__name__
    broken: dict[str, str] = {}

    def require(holds: bool, law: str, example: str) -> None:
        if not holds:
            broken.setdefault(law, example)

    def call(method: str, *args: Any) -> Any:
        try:
            return getattr(rules, method)(*args)
        except Exception as error:
            shown = ", ".join(map(repr, args))
            law = "a game's own methods do not fail"
            broken.setdefault(law, f"{name}.{method}({shown}) raised {type(error).__name__}: {error}")
            raise _Broken from error

    def listed(state: Any) -> list[Any]:
        moves = call("moves", state)
        try:
            return list(moves)
        except Exception as error:
            shown = f"{name}.moves({state!r}): {type(error).__name__}: {error}"
            broken.setdefault("moves can be listed", shown)
            raise _Broken from error

    for method in ("start", "turn", "moves", "play"):
        if not callable(getattr(rules, method, None)):
            broken.setdefault("a game has the methods start, turn, moves and play", f"{name}.{method}")
    if broken:
        return Laws(name, 0, [BrokenLaw(*item) for item in broken.items()])

    seen: set[Any] = set()

    def look(state: Any) -> list[Any]:
        """Looks at a state; returns those that it leads to."""
        before = repr(state)
        turn = call("turn", state)
        require(turn in (1, 2), "turn says 1 or 2", f"{name}.turn({before}) = {turn!r}")
        moves, again = listed(state), listed(state)
        require(moves == again, "moves are the same when asked again", f"{before}: {moves} and then {again}")
        names = [str(call("name", state, m)) if hasattr(rules, "name") else str(m) for m in moves]
        twice = next((n for i, n in enumerate(names) if n in names[:i]), None)
        require(twice is None, "each move is listed once, under a name of its own", f"{twice} in {before}")
        if not moves and hasattr(rules, "result"):
            result = call("result", state)
            fine = result in (0, 1, 2, "draw") and not isinstance(result, bool)
            require(fine, "the result of a finished state is 1, 2 or 0", f"{name}.result({before}) = {result!r}")
        if hasattr(rules, "heuristic"):
            value = call("heuristic", state)
            finite = isinstance(value, (int, float)) and abs(float(value)) < float("inf")
            require(finite, "a heuristic is a finite number", f"{name}.heuristic({before}) = {value!r}")
        nexts = []
        for move in moves:
            after, twin = call("play", state, move), call("play", state, move)
            try:
                same = after == twin and hash(after) == hash(twin)
            except TypeError as error:
                require(False, "states can be hashed", f"{after!r}: {error}")
                raise _Broken from error
            require(
                bool(same),
                "playing the same move twice gives equal states",
                f"{move!r} in {before}: {after!r} and then {twin!r}",
            )
            nexts.append(after)
        require(repr(state) == before, "playing a move does not change the state before it", before)
        return nexts

    try:
        start = call("start")
        try:
            hash(start)
        except TypeError as error:
            require(False, "states can be hashed", f"{start!r}: {error}")
            raise _Broken from error
        queue = deque([start])
        while queue and len(seen) < states:
            state = queue.popleft()
            if state not in seen:
                seen.add(state)
                queue.extend(look(state))
        rng = random.Random(seed)
        for _ in range(plays):
            state = start
            for _ in range(1000):
                if state in seen:
                    nexts = [call("play", state, move) for move in listed(state)]
                else:
                    seen.add(state)
                    nexts = look(state)
                if not nexts:
                    break
                state = rng.choice(nexts)
    except _Broken:
        pass
    if not broken:
        _inside(rules, len(seen), broken)
    return Laws(name, len(seen), [BrokenLaw(*item) for item in broken.items()])


def _inside(rules: Any, states: int, broken: dict[str, str]) -> None:
    """The laws that games in Rust obey too, and whether an acyclic game is."""
    with Effort(progress=False) as effort:
        try:
            session = Session.own(rules, None)
            for law, example in session.laws(1, effort.allowed)[1]:
                broken.setdefault(law, example)
            session.arena(max(states, 100_000), effort.allowed)
        except GameError as error:
            cycle = error.id == "own-cycle"
            law = "no play of an acyclic game returns to a state" if cycle else "a game's own methods do not fail"
            broken.setdefault(law, str(error))
        except ValueError:
            pass  # Larger than we look.
