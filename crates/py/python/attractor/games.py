"""Games and positions: the same for the games that come with the package and for those written in Python."""

from __future__ import annotations

import json
import math
import numbers
import os
import random
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from . import _attractor
from ._attractor import Drawing, Session
from .arenas import Arena
from .effort import Effort, Memory, Progress, seeded, span, whole
from .errors import refused, said
from .matches import Player, played
from .records import Analysis, Found, Match, MoveValue, Search, Solved, Stats, Tree, number, sides
from .rules import Elsewhere, Rules, Wrapped

if TYPE_CHECKING:
    from .tables import Table

#: A solved table, or its folder.
Tables = Union["Table", str, "os.PathLike[str]", None]
#: A heuristic by name, or a function of a position (of a state, for games written in Python), from player 1's side.
Heuristic = Union[None, str, Callable[[Any], float]]

#: As many nodes as a tree may have that is kept.
_MOST_NODES = 2_000_000
#: Deeper than any search gets.
_DEEP = 499


@dataclass(frozen=True)
class GameInfo:
    """A game that comes with the package."""

    name: str
    #: What the size looks like; empty if there is none.
    size: str
    #: The size where none is given.
    default: str
    options: list[str]
    #: Heuristics by name; the first is used where none is asked for. None for games that need a file.
    heuristics: list[str]
    #: Small instances.
    samples: list[str]
    #: ``"search"`` (no play comes back to a position) or ``"graph"`` (unfolded, attractors).
    solved_by: str


def games() -> list[GameInfo]:
    """Every game that comes with the package.

    >>> [info.name for info in games()][:4]
    ['nim', 'chomp', 'tictactoe', 'mnk']
    """
    return [GameInfo(**info) for info in _attractor.games()]


def game(rules: Union[str, Rules, type[Rules]]) -> Game:
    """A game by its name, or of an object of your own class.

    >>> game("connect4").start.play(4, 4).turn
    1
    >>> class Matches:
    ...     def start(self): return (9, 1)
    ...     def turn(self, state): return state[1]
    ...     def moves(self, state): return [n for n in (1, 2) if n <= state[0]]
    ...     def play(self, state, move): return (state[0] - move, 3 - state[1])
    >>> game(Matches()).solve().outcome
    'loss'
    """
    if isinstance(rules, str):
        return Game(Session.open(rules))
    made: Rules = rules() if isinstance(rules, type) else rules
    return Game(Session.own(made, None), made)


def tree_game(tree: object) -> Game:
    """The game of a tree given by hand: nested lists of numbers with player 1 to move, or the command's dictionaries.

    >>> tree_game([[3, 5], [2, 9]]).minimax(2).value
    3.0
    """
    text = json.dumps(_given(tree))
    return Game(Session.open_tree(text), tree=text)


def _given(tree: object) -> dict[str, Any]:
    if isinstance(tree, Mapping):
        return dict(tree)

    def node(part: object) -> dict[str, Any]:
        if isinstance(part, (list, tuple)):
            return {"children": [node(child) for child in part]}
        if isinstance(part, Mapping):
            return dict(part)
        if isinstance(part, bool) or not isinstance(part, numbers.Real) or math.isnan(part):
            raise refused(
                f"{part!r} in the tree is neither a number nor a list of subtrees",
                f"{part!r}, dans l'arbre, n'est ni un nombre ni une liste de sous-arbres",
            )
        value: Any = int(part) if isinstance(part, numbers.Integral) else float(part)
        return {"value": str(value) if math.isinf(value) else value}

    return {"player": 1, **node(tree)}


def tables_refused() -> Exception:
    """The error of a table for a game written in Python."""
    return refused(
        "tables are for games of the package: one written in Python has no name that is its own",
        "les tables sont pour les jeux du paquet : un jeu écrit en Python n'a pas de nom à lui",
    )


class Place:
    """What can be asked of a position, and of a game: there it is about the start."""

    __slots__ = ()

    if TYPE_CHECKING:
        _session: Session

        @property
        def game(self) -> Game: ...

    # It never changes: a copy would be the same.

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    # What it is.

    @property
    def text(self) -> str:
        """The position in one line of text, as the game writes it."""
        return self._session.position()

    @property
    def state(self) -> Any:
        """The state, in games written in Python; else None."""
        return self._session.state()

    @property
    def turn(self) -> int:
        """Who is to move: 1 or 2."""
        return self._session.turn

    @property
    def moves(self) -> list[Any]:
        """The legal moves by name; in games written in Python the moves themselves. None exactly where play is over."""
        own = self._session.own_moves()
        return self._session.moves() if own is None else own

    @property
    def finished(self) -> bool:
        """Play is over: nobody can move, or what was played ends it, such as a third repetition in chess."""
        return self._session.finished() is not None

    @property
    def winner(self) -> Optional[int]:
        """Who has won: 1, 2, or 0 for nobody; None while play goes on."""
        finish = self._session.finished()
        return None if finish is None else finish[0]

    @property
    def margin(self) -> Optional[int]:
        """By how much the player to move is ahead at the end, as in `solve`, in games that count it.

        >>> here = game("othello:4x4").start
        >>> while not here.finished:
        ...     here = here.play(here.moves[0])
        >>> here.margin == here.solve().margin
        True
        """
        finish = self._session.finished()
        return None if finish is None else finish[1]

    @property
    def line(self) -> list[str]:
        """The moves that led here, by name."""
        return self._session.line()

    @property
    def diagram(self) -> str:
        """The position as a picture in text."""
        return self._session.diagram()

    def __str__(self) -> str:
        return self.diagram

    # Where it leads.

    def play(self, *moves: object) -> Position:
        """The position after a move, or after several.

        >>> game("tictactoe").start.play("b2", "a1").turn
        1
        """
        session = self._session
        for move in moves:
            session = session.play(self._name(session, move))
        return Position(self.game, session)

    def _gone(self, name: str) -> Position:
        """The position after a move, whatever was played before."""
        return Position(self.game, self._session.go(name))

    @staticmethod
    def _name(session: Session, move: object) -> str:
        own = session.own_moves()
        if own is not None:
            for name, known in zip(session.moves(), own):
                if known is move or known == move:
                    return name
        return str(move)

    def play_line(self, text: str) -> Position:
        """The position after moves written as the game writes them, such as ``"4455"``.

        A play that was recorded may go on where a rule about what was played would have ended it.
        """
        return Position(self.game, self._session.play_line(text))

    def __iter__(self) -> Iterator[Position]:
        """The positions after each move."""
        return (self.play(move) for move in self.moves)

    # What it is worth.

    def solve(
        self,
        outcome: bool = False,
        *,
        memory: Memory = "1G",
        threads: Optional[int] = 1,
        seconds: Optional[float] = None,
        progress: Progress = None,
        table: Tables = None,
        book: Union[bool, str, os.PathLike[str], None] = None,
    ) -> Solved:
        """The exact value for the player to move, all best moves and a principal line.

        `outcome`: who wins is enough. `table` and `book` answer what they hold at once; the book that comes with the
        package counts unless `book` is False.

        >>> print(game("nim:3+4+5").solve())
        Player 1, to move, wins in 11 plies.
        """
        with self._effort(memory, threads, seconds, progress, table, book) as effort:
            return self._solved(self._session.solve(outcome, effort.allowed, effort.sources))

    def _effort(self, *given: Any) -> Effort:
        """What is allowed; a table is one of a game of the package."""
        effort = Effort(*given)
        if effort.sources["table"] is not None and self.game._rules is not None:
            raise tables_refused()
        return effort

    def _solved(self, data: dict[str, Any]) -> Solved:
        data["best"] = self._objects(data["best"])
        data["line"] = self._line(data["line"])
        return Solved(**data)

    def _line(self, names: list[str]) -> list[Any]:
        return names if self.game._rules is None else self._session.line_objects(names)

    def _objects(self, names: list[str]) -> list[Any]:
        if self.game._rules is None:
            return names
        known = dict(zip(self._session.moves(), self._session.own_moves() or []))
        return [known.get(name, name) for name in names]

    def analyse(
        self,
        *,
        memory: Memory = "1G",
        threads: Optional[int] = 1,
        seconds: Optional[float] = None,
        progress: Progress = None,
        table: Tables = None,
        book: Union[bool, str, os.PathLike[str], None] = None,
    ) -> Analysis:
        """The same for every legal move.

        >>> [(m.move, m.outcome, m.plies) for m in game("chomp:2x3").analyse().moves][:2]
        [('1,1', 'loss', 1), ('1,2', 'loss', 3)]
        """
        with self._effort(memory, threads, seconds, progress, table, book) as effort:
            analysed = self._session.analyse(effort.allowed, effort.sources)
        data = analysed.data()
        names = self._objects([move["move"] for move in data["moves"]])
        moves = [
            MoveValue(move, value["outcome"], value["plies"], value["margin"])
            for move, value in zip(names, data["moves"])
        ]
        return Analysis(self._solved(data["position"]), moves, analysed, self._here())

    def value(self) -> dict[str, Any]:
        """What the position is worth as part of a sum: value, mean, temperature. For games that have such values."""
        value: dict[str, Any] = self._session.combinatorial()
        return value

    def _here(self) -> Position:
        return Position(self.game, self._session)

    # Looking ahead.

    def _thinking(self, heuristic: Heuristic) -> tuple[Session, Optional[str]]:
        """The session to search with, and the name of the heuristic there."""
        if not callable(heuristic):
            return self._session, heuristic
        rules: Any = Wrapped(self._here()) if self.game._rules is None else Elsewhere(self.game._rules, self.state)
        return Session.own(rules, heuristic), "heuristic"

    def _tree(
        self,
        depth: int,
        algorithm: str,
        heuristic: Heuristic,
        only: Optional[Iterable[object]],
        keep: bool,
        seconds: Optional[float],
        progress: Progress,
        remember: bool = False,
        memory: Memory = "1G",
    ) -> _attractor.Treed:
        session, name = self._thinking(heuristic)
        allowed = None if only is None else only if isinstance(only, str) else self._listed(session, only)
        with Effort(memory, seconds=seconds, progress=progress) as effort:
            return session.tree(
                depth=min(whole("depth", depth), 1 << 20),
                algorithm={"alphabeta": "alpha-beta", "minmax": "minimax"}.get(algorithm, algorithm),
                heuristic=name,
                only=allowed,
                record=keep,
                remember=remember,
                most=_MOST_NODES,
                allowed=effort.allowed,
            )

    def _listed(self, session: Session, moves: Iterable[object]) -> str:
        names = [self._name(session, move) for move in moves]
        spaced = next((name for name in names if any(c.isspace() for c in name)), None)
        if spaced is not None:
            raise refused(
                f"only: the move {spaced!r} has a space in its name, and cannot be listed",
                f"only : le nom du coup {spaced!r} contient un espace, et ne peut pas être énuméré",
            )
        return " ".join(names)

    def _found(self, treed: _attractor.Treed) -> Found:
        data = treed.data()
        return Found(number(data["value"]), self._objects(data["best"]), data["visited"])

    def minimax(
        self,
        depth: int,
        heuristic: Heuristic = None,
        *,
        only: Optional[Iterable[object]] = None,
        seconds: Optional[float] = None,
        progress: Progress = None,
    ) -> Found:
        """Min-max to that depth: the value from player 1's side and all best moves. `only`: moves looked at, for both.

        >>> game("tictactoe").minimax(9, "zero")
        Found(value=0.0, best=['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'], visited=549946)
        """
        return self._found(self._tree(depth, "minimax", heuristic, only, False, seconds, progress))

    def alphabeta(
        self,
        depth: int,
        heuristic: Heuristic = None,
        *,
        only: Optional[Iterable[object]] = None,
        remember: bool = False,
        memory: Memory = "1G",
        seconds: Optional[float] = None,
        progress: Progress = None,
    ) -> Found:
        """Alpha-beta in the order of the moves: the same value, the first best move, fewer nodes.

        `remember`: with a table of positions, so that what is met again is not searched again.

        >>> game("tictactoe").alphabeta(9, "zero").visited < 549946
        True
        """
        return self._found(self._tree(depth, "alpha-beta", heuristic, only, False, seconds, progress, remember, memory))

    def tree(
        self,
        depth: int,
        algorithm: str = "minimax",
        heuristic: Heuristic = None,
        *,
        only: Optional[Iterable[object]] = None,
        seconds: Optional[float] = None,
        progress: Progress = None,
    ) -> Tree:
        """The whole search as a tree with every value and cut, to be looked at or drawn.

        >>> tree = tree_game([[3, 5], [2, 9]]).tree(2, "alpha-beta")
        >>> tree.value, tree.visited, tree.root.children[1].cut
        (3.0, 6, '2 <= alpha = 3')
        """
        treed = self._tree(depth, algorithm, heuristic, only, True, seconds, progress)
        if callable(heuristic) and self.game._rules is None:
            # Boards are those of the game, not of what made a game of the function.
            treed = self._session.treed(*treed.parts())
        data = treed.data()
        value, best = number(data["value"]), self._objects(data["best"])
        return Tree(value, best, data["visited"], data["nodes"], treed, self._here())

    def search(
        self,
        depth: Optional[int] = None,
        seconds: Optional[float] = None,
        heuristic: Heuristic = None,
        *,
        memory: Memory = "1G",
        threads: Optional[int] = 1,
        progress: Progress = None,
        table: Tables = None,
    ) -> Search:
        """The best estimate to a depth or within a time: alpha-beta with a table, one ply deeper each time.

        >>> game("connect4").search(depth=4).best
        ['4']
        """
        session, name = self._thinking(heuristic)
        if depth is None and seconds is None:
            seconds = 1.0
        with self._effort(memory, threads, None, progress, table, False) as effort:
            data = session.search(
                depth=_DEEP if depth is None else min(whole("depth", depth, 1), _DEEP),
                time=span(seconds),
                heuristic=name,
                allowed=effort.allowed,
                sources=effort.sources,
            )
        data["value"] = number(data["value"])
        data["best"], data["line"] = self._objects(data["best"]), self._line(data["line"])
        return Search(**data)

    def heuristic(self, name: Heuristic = None) -> float:
        """What a heuristic says of this position itself, from player 1's side."""
        return self.minimax(0, name).value

    # Counting and playing.

    def perft(self, depth: int, *, progress: Progress = None) -> int:
        """The number of sequences of exactly that many plies.

        >>> game("tictactoe").perft(9)
        127872
        """
        with Effort(progress=progress) as effort:
            return self._session.perft(min(whole("depth", depth), 1 << 20), effort.allowed)

    def stats(self, games: int = 1000, *, seed: int = 1, progress: Progress = None) -> Stats:
        """Random plays: who wins how often, how many moves there are, how long it takes."""
        with Effort(progress=progress) as effort:
            data = self._session.stats(whole("games", games), seeded(seed), effort.allowed)
        return Stats(**{**data, **sides(data)})

    def choose(
        self,
        player: str = "perfect",
        *,
        seed: Optional[int] = None,
        memory: Memory = "1G",
        seconds: Optional[float] = None,
        table: Tables = None,
        book: Union[bool, str, os.PathLike[str], None] = None,
        progress: Progress = None,
    ) -> Any:
        """The move that a machine makes here, such as ``"random"``, ``"minimax:depth=4"``, ``"perfect"``."""
        drawn = random.getrandbits(63) if seed is None else seeded(seed)
        with self._effort(memory, 1, seconds, progress, table, book) as effort:
            name = self._session.choose(player, drawn, effort.allowed, effort.sources)
        return self._objects([name])[0]

    def match(
        self,
        first: Player,
        second: Player,
        games: int = 100,
        *,
        swap: bool = False,
        seed: int = 1,
        memory: Memory = "1G",
        threads: Optional[int] = None,
        seconds: Optional[float] = None,
        progress: Progress = None,
        table: Tables = None,
        book: Union[bool, str, os.PathLike[str], None] = None,
    ) -> Match:
        """Games between two machines, or functions of yours that choose a move; `first` begins, or both in turn.

        A function is given a position and returns one of its moves. It plays one game at a time, so that `threads` is
        at most 1 with it; `seconds`, for all games together, are looked at before each move, and do not interrupt it.

        >>> match = game("connect4").match("minimax:depth=2", "random", games=20)
        >>> match.games, match.first.wins > match.second.wins
        (20, True)
        """
        count = whole("games", games, 1)
        if callable(first) or callable(second):
            if threads is not None and whole("threads", threads, 1) > 1:
                raise refused(
                    f"threads is {threads}: a function of yours plays one game at a time; expected 1 or None",
                    f"threads vaut {threads} : une fonction à vous joue une partie à la fois ; attendu : 1 ou None",
                )
            with self._effort(memory, 1, seconds, progress, table, book) as effort:
                return played(self._here(), (first, second), count, swap, seed, effort)
        with self._effort(memory, threads, seconds, progress, table, book) as effort:
            data = self._session.matches(
                first,
                second,
                games=count,
                swap=bool(swap),
                seed=seeded(seed),
                allowed=effort.allowed,
                sources=effort.sources,
            )
        return Match(**{**data, **sides(data), "players": tuple(data["players"])})

    def arena(
        self,
        states: Optional[int] = None,
        *,
        memory: Memory = "1G",
        progress: Progress = None,
    ) -> Arena[Any]:
        """All positions that can be reached from here, as an arena; at most so many.

        Its vertices are the texts of positions, or the states of a game written in Python.

        >>> arena = game("nim:9,take=1-2").arena()
        >>> len(arena), arena.winner(arena.start)
        (18, 2)
        """
        with Effort(memory, 1, None, progress) as effort:
            most = None if states is None else whole("states", states, 1)
            return Arena._of(self._session.arena(most, effort.allowed), self._here())

    def draw(
        self,
        path: Union[str, os.PathLike[str], None] = None,
        *,
        title: str = "",
        lang: Optional[str] = None,
    ) -> Drawing:
        """The board."""
        drawing = self._session.draw(title, lang)
        if path is not None:
            drawing.save(path)
        return drawing

    def _repr_svg_(self) -> str:
        return self.draw().svg


class Position(Place):
    """A position. It never changes: `play` gives another one.

    Equal positions of a game are equal and hash alike, whatever was played before them.
    """

    __slots__ = ("_game", "_key", "_session")

    def __init__(self, of: Game, session: Session) -> None:
        self._game = of
        self._session = session
        self._key: Optional[Hashable] = None

    @property
    def game(self) -> Game:
        """The game that it is a position of."""
        return self._game

    def __repr__(self) -> str:
        return said(
            f"<Position {self.text!r} of {self.game.name}>",
            f"<Position {self.text!r} du jeu {self.game.name}>",
        )

    def _identity(self) -> Hashable:
        if self._key is None:
            state = self._session.state()
            self._key = (self.game._identity, self.text if self.game._rules is None else state)
        return self._key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[Any, ...]:
        if self.game._rules is None:
            return _reopen, (self.game, self._session.root(), self.line)
        return _replay, (self.game._rules, self.line)


class Game(Place):
    """A game: where play begins, and positions by their text. Asked what a position is, it answers for its start."""

    __slots__ = ("_given", "_identity", "_rules", "_session")

    def __init__(self, session: Session, rules: Optional[Rules] = None, tree: Optional[str] = None) -> None:
        self._session = session
        self._rules = rules
        self._given = tree
        #: The games that positions are of: by name, by the whole tree, or by the very object.
        self._identity: Hashable = (session.spec, tree) if rules is None else id(rules)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._given is not None:
            return _retree, (self._given,)
        return game, (self.name if self._rules is None else self._rules,)

    @property
    def game(self) -> Game:
        """Itself."""
        return self

    @property
    def name(self) -> str:
        """The game's name, as it was opened; the class's name for a game written in Python."""
        return self._session.spec

    @property
    def start(self) -> Position:
        """Where play begins."""
        return Position(self, self._session)

    @property
    def _ends(self) -> bool:
        """Whether every play ends, so that none is given up."""
        if self._rules is not None:
            return False
        (info,) = _attractor.games(self.name.split(":")[0].split(",")[0])
        return bool(info["solved_by"] == "search")

    @property
    def heuristics(self) -> list[str]:
        """Heuristics by name; the first is used where none is asked for."""
        return self._session.heuristics()

    def position(self, text: str) -> Position:
        """The position of a text, as the game writes it; it need not be reachable.

        >>> game("tictactoe").position("XO./.XO/... X").solve().plies
        1
        """
        return Position(self, self._session.at(text))

    def __repr__(self) -> str:
        return said(f"<Game {self.name}>", f"<Jeu {self.name}>")


def _retree(text: str) -> Game:
    return Game(Session.open_tree(text), tree=text)


def _reopen(of: Game, text: str, line: list[str]) -> Position:
    """The line counts: what was played before may have ended the play."""
    here = of.position(text)
    for name in line:
        here = here._gone(name)
    return here


def _replay(rules: Rules, line: list[str]) -> Position:
    again = game(rules)
    session = again._session
    for name in line:
        session = session.play(name)
    return Position(again, session)
