"""Laws that every game obeys, checked on a game written in Python."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Union

from ._attractor import GameError, Session, lasting
from .effort import Effort
from .errors import said
from .rules import Rules

METHODS = "a game has the methods start, turn, moves and play"
FAIL = "a game's own methods do not fail"
RETURN = "start and play return a state"
LISTED = "moves can be listed"
HASHED = "states can be hashed"
TURN = "turn says 1 or 2"
AGAIN = "moves are the same when asked again"
NAMES = "each move is listed once, under a name of its own"
RESULT = "the result of a finished state is 1, 2 or 0"
FINITE = "a heuristic is a finite number"
TWICE = "playing the same move twice gives equal states"
SAME = "playing a move does not change the state before it"
ANSWERS = "what is said of a state stays true"
ACYCLIC = "no play of an acyclic game returns to a state"

#: In French; those that games in Rust obey too follow.
FRENCH = {
    METHODS: "un jeu a les méthodes start, turn, moves et play",
    FAIL: "les méthodes d'un jeu n'échouent pas",
    RETURN: "start et play rendent un état",
    LISTED: "les coups peuvent être énumérés",
    HASHED: "les états peuvent être hachés",
    TURN: "turn rend 1 ou 2",
    AGAIN: "les coups sont les mêmes quand on les redemande",
    NAMES: "chaque coup est énuméré une fois, sous un nom à lui",
    RESULT: "le résultat d'un état final est 1, 2 ou 0",
    FINITE: "une heuristique est un nombre fini",
    TWICE: "jouer deux fois le même coup donne des états égaux",
    SAME: "jouer un coup ne change pas l'état d'avant",
    ANSWERS: "ce qui est dit d'un état reste vrai",
    ACYCLIC: "aucune partie d'un jeu acyclique ne revient à un état",
    "a play of an acyclic game ends": "toute partie d'un jeu acyclique finit",
    "each move is listed once": "chaque coup est énuméré une fois",
    "counting the moves agrees with listing them": "compter les coups et les énumérer donnent le même nombre",
    "a move at random is a legal one, and there is none when play is over": (
        "un coup au hasard est légal, et il n'y en a pas quand la partie est finie"
    ),
    "the result of a finished game without margins is a win, a draw or a loss": (
        "le résultat d'une partie finie, sans écart, est un gain, une nulle ou une perte"
    ),
    "playing the same move twice gives the same position": "jouer deux fois le même coup donne la même position",
    "no play of an acyclic game returns to a position": "aucune partie d'un jeu acyclique ne revient à une position",
    "the canonical position is its own": "la position canonique est la sienne",
    "symmetry keeps the turn and the number of moves": "la symétrie garde le trait et le nombre de coups",
    "symmetry keeps the result": "la symétrie garde le résultat",
    "symmetric positions have symmetric successors": "des positions symétriques ont des successeurs symétriques",
    "moves have different names": "les coups ont des noms différents",
    "a move is found by its name": "un coup se trouve par son nom",
    "a move is found by the name that programs use": "un coup se trouve par le nom que les programmes emploient",
    "a line of moves is cut where it was joined": "une suite de coups se coupe là où elle a été jointe",
    "a position is read as it was written": "une position se lit comme elle a été écrite",
    "every game has the heuristic zero": "tout jeu a l'heuristique zero",
    "a heuristic is found by its name": "une heuristique se trouve par son nom",
    "an estimate is finite": "une estimation est finie",
    "symmetry keeps the estimate": "la symétrie garde l'estimation",
    "the worth of an end is a number": "la valeur d'une fin est un nombre",
    "the text of a linear heuristic is read again": "le texte d'une heuristique linéaire se relit",
    "a linear estimate is the weighted sum of the features": "une estimation linéaire est la somme pondérée des traits",
}


@dataclass(frozen=True)
class BrokenLaw:
    """A law that does not hold, with an example."""

    #: In English, whatever the language: a name for programs.
    law: str
    example: str

    def __str__(self) -> str:
        return f"{said(self.law, FRENCH.get(self.law, self.law) + ' ')}: {self.example}"


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
            return said(
                f"{self.game}: all laws hold on {self.states} states",
                f"{self.game} : toutes les lois sont respectées sur {self.states} état{'s' if self.states > 1 else ''}",
            )
        head = said(f"{self.game}: broken laws", f"{self.game} : lois violées")
        return "\n".join([head, *map(str, self.broken)])


class _Broken(Exception):
    pass


class _Answers(NamedTuple):
    """What a class says of a state."""

    hash: int
    turn: Any
    moves: list[Any]
    result: Any

    def differs(self, other: _Answers) -> str:
        """The first answer that is another one."""
        alike = len(self.moves) == len(other.moves) and all(map(_alike, self.moves, other.moves))
        rest = [name for name in ("hash", "turn", "result") if getattr(self, name) != getattr(other, name)]
        return next(iter(rest), "" if alike else "moves")


def _plain(one: object) -> bool:
    """Whether its class leaves equality to Python."""
    return all("__eq__" not in vars(part) for part in type(one).__mro__[:-1])


def _alike(one: Any, other: Any) -> bool:
    """Moves of a class that does not say when two are equal are only counted."""
    return bool(one is other or one == other or (type(one) is type(other) and _plain(one)))


def check_game(game: Union[Rules, type[Rules]], *, states: int = 2000, plays: int = 20, seed: int = 1) -> Laws:
    """Plays a game of yours and says which law it breaks, with an example; states near the start and of random plays.

    >>> class Wrong:
    ...     def start(self): return (3, 1)
    ...     def turn(self, state): return state[1]
    ...     def moves(self, state): return [1, 2]
    ...     def play(self, state, move): return (state[0] - move, 3 - state[1]) if move <= state[0] else None
    >>> print(check_game(Wrong()))
    Wrong: broken laws
    start and play return a state: Wrong.play((1, 2), 2) returned None; is there a return?
    """
    rules: Any = game() if isinstance(game, type) else game
    looked = _Looked(rules)
    if all(looked.has(method) for method in ("start", "turn", "moves", "play")):
        try:
            looked.near_the_start(states)
            looked.at_random(plays, random.Random(seed))
            if not looked.broken:
                looked.all_again()
        except _Broken:
            pass
        if not looked.broken:
            _inside(rules, len(looked.seen), looked.broken)
    broken = [BrokenLaw(*item) for item in looked.broken.items()]
    return Laws(looked.name, len(looked.seen), broken)


class _Looked:
    """The states that were looked at, and the laws found broken, each with its first example."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.name = type(rules).__name__
        self.broken: dict[str, str] = {}
        self.seen: dict[Any, _Answers] = {}

    def require(self, holds: bool, law: str, example: str) -> None:
        if not holds:
            self.broken.setdefault(law, example)

    def stop(self, law: str, example: str) -> _Broken:
        self.require(False, law, example)
        return _Broken()

    def has(self, method: str) -> bool:
        there = callable(getattr(self.rules, method, None))
        self.require(there, METHODS, f"{self.name}.{method}")
        return there

    def call(self, method: str, *args: Any) -> Any:
        try:
            return getattr(self.rules, method)(*args)
        except Exception as error:
            raise self.stop(FAIL, self.raised(method, args, error)) from error

    def shown(self, method: str, args: tuple[Any, ...]) -> str:
        return f"{self.name}.{method}({', '.join(map(repr, args))})"

    def raised(self, method: str, args: tuple[Any, ...], error: Exception) -> str:
        call, what = self.shown(method, args), f"{type(error).__name__}: {error}"
        return said(f"{call} raised {what}", f"{call} a levé {what}")

    def state(self, method: str, *args: Any) -> Any:
        """A new state."""
        state = self.call(method, *args)
        if state is None:
            call = self.shown(method, args)
            none = said(f"{call} returned None; is there a return?", f"{call} a rendu None ; y a-t-il un return ?")
            raise self.stop(RETURN, none)
        try:
            hash(state)
        except TypeError as error:
            raise self.stop(HASHED, f"{state!r}: {error}") from error
        return state

    def listed(self, state: Any) -> list[Any]:
        moves = self.call("moves", state)
        try:
            return list(moves)
        except Exception as error:
            raise self.stop(LISTED, f"{self.name}.moves({state!r}): {type(error).__name__}: {error}") from error

    def answers(self, state: Any) -> _Answers:
        turn, moves = self.call("turn", state), self.listed(state)
        result = self.call("result", state) if not moves and hasattr(self.rules, "result") else None
        return _Answers(hash(state), turn, moves, result)

    def look(self, state: Any) -> list[Any]:
        """Looks at a state; returns those that it leads to."""
        name, rules, before = self.name, self.rules, repr(state)
        first = self.answers(state)
        self.seen[state] = first
        turn, moves = first.turn, first.moves
        one_or_two = turn in (1, 2) and not isinstance(turn, bool)
        self.require(one_or_two, TURN, f"{name}.turn({before}) = {turn!r}")
        again = self.listed(state)
        then = said("and then", "puis")
        alike = len(moves) == len(again) and all(map(_alike, moves, again))
        self.require(alike, AGAIN, f"{before}: {moves} {then} {again}")
        names = [str(self.call("name", state, m)) if hasattr(rules, "name") else str(m) for m in moves]
        twice = next((n for i, n in enumerate(names) if n in names[:i]), None)
        self.require(twice is None, NAMES, said(f"{twice} in {before}", f"{twice} en {before}"))
        if not moves and hasattr(rules, "result"):
            fine = first.result in (0, 1, 2, "draw") and not isinstance(first.result, bool)
            self.require(fine, RESULT, f"{name}.result({before}) = {first.result!r}")
        if hasattr(rules, "heuristic"):
            value = self.call("heuristic", state)
            finite = isinstance(value, (int, float)) and abs(float(value)) < float("inf")
            self.require(finite, FINITE, f"{name}.heuristic({before}) = {value!r}")
        nexts = []
        for move in moves:
            after = self.state("play", state, move)
            # An object that could be changed, and comes back, was changed or is about to be.
            self.require(after is not state or lasting(state), SAME, self.same_object(state, move))
            self.compare(state, first, SAME, before)
            twin = self.state("play", state, move)
            same = after == twin and hash(after) == hash(twin)
            differ = said(f"{move!r} in {before}", f"{move!r} en {before}") + f": {after!r} {then} {twin!r}"
            self.require(bool(same), TWICE, differ)
            nexts.append(after)
        self.require(repr(state) == before, SAME, before)
        return nexts

    def same_object(self, state: Any, move: Any) -> str:
        call = self.shown("play", (state, move))
        return said(
            f"{call} returned the very object that it was given",
            f"{call} a rendu l'objet même qui lui était donné",
        )

    def compare(self, state: Any, before: _Answers, law: str, shown: str) -> None:
        """Asks again, unless something is broken already."""
        if not self.broken:
            other = before.differs(self.answers(state))
            self.require(not other, law, said(f"{other} of {shown}", f"{other} de {shown}"))

    def near_the_start(self, most: int) -> None:
        queue = deque([self.state("start")])
        while queue and len(self.seen) < most:
            state = queue.popleft()
            if state not in self.seen:
                queue.extend(self.look(state))

    def at_random(self, plays: int, rng: random.Random) -> None:
        for state in self.starts(plays):
            for _ in range(1000):
                if state in self.seen:
                    nexts = [self.state("play", state, move) for move in self.listed(state)]
                else:
                    nexts = self.look(state)
                if not nexts:
                    break
                state = rng.choice(nexts)

    def starts(self, count: int) -> Iterator[Any]:
        for _ in range(count):
            yield self.state("start")

    def all_again(self) -> None:
        """What was said of each state is said once more."""
        for state, before in list(self.seen.items()):
            self.compare(state, before, ANSWERS, repr(state))


def _inside(rules: Any, states: int, broken: dict[str, str]) -> None:
    """The laws that games in Rust obey too, and whether an acyclic game is."""
    laws = {"own-cycle": ACYCLIC, "own-changed": SAME, "own-same-object": SAME, "own-no-state": RETURN}
    with Effort(progress=False) as effort:
        try:
            session = Session.own(rules, None)
            for law, example in session.laws(1, effort.allowed)[1]:
                broken.setdefault(law, example)
            session.arena(max(states, 100_000), effort.allowed)
        except GameError as error:
            broken.setdefault(laws.get(error.id, FAIL), str(error))
        except ValueError:
            pass  # Larger than we look.
