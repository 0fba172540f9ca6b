"""Arenas: explicit game graphs, their attractors, and strategies on them."""

from __future__ import annotations

import html
import os
import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Generic, Literal, Optional, TypeVar, Union

from ._attractor import Drawing, Graph
from .errors import needs, refused, said

if TYPE_CHECKING:
    import networkx
    import numpy as np
    import numpy.typing as npt

    from .games import Place

V = TypeVar("V", bound=Hashable)
Owner = Union[Callable[[V], Union[int, bool]], Mapping[V, Union[int, bool]]]
Strategy = Union[Mapping[V, V], Callable[[V], V]]


class CyclicGraphWarning(UserWarning):
    """The graph has a cycle: the recursive function of the course would be wrong or endless there."""


def _few(vertices: list[Any]) -> str:
    shown = ", ".join(html.escape(repr(v)) for v in vertices[:30])
    return shown if len(vertices) <= 30 else f"{shown}, ... ({len(vertices)})"


def _counted(count: int, french: str) -> str:
    """In French, plurals begin at 2."""
    return f"{count} {french}{'s' if count > 1 else ''}"


class Layers(dict[int, list[list[V]]], Generic[V]):
    """Layers of both attractors: ``layers[1][n]`` is A_n without A_{n-1} of player 1."""

    def __call__(self, player: int = 1) -> list[list[V]]:
        return self[player]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>A<sub>{n}</sub></th>" for n in range(max(map(len, self.values()), default=0)))
        body = "".join(
            f"<tr><th>{player}</th>" + "".join(f"<td>{_few(layer)}</td>" for layer in layers) + "</tr>"
            for player, layers in self.items()
        )
        return f"<table><tr><th></th>{head}</tr>{body}</table>"


class Ranks(dict[V, Optional[int]], Generic[V]):
    """The n of A_n for each vertex; None where nobody wins."""

    def __call__(self, vertex: V) -> Optional[int]:
        return self[vertex]


class Witness(list[V], Generic[V]):
    """Vertices that show that something does not hold: false where a list would be true."""

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Check(Generic[V]):
    """Whether a strategy wins. True or false itself."""

    winning: bool
    #: A play that the strategy allows and that its player does not win.
    refutation: Optional[list[V]] = None
    #: Where that play goes on for ever: from its last vertex back to the one at this index.
    back_to: Optional[int] = None

    def __bool__(self) -> bool:
        return self.winning


class Attractor(Set[V], Generic[V]):
    """The vertices from which a player wins: a set, with the layers that it grew by."""

    def __init__(self, arena: Arena[V], player: int) -> None:
        self._arena = arena
        self.player = player
        self._list: list[V] = arena._graph.attractor(player)
        self._set = frozenset(self._list)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Any:
        return frozenset(it)

    def __contains__(self, vertex: object) -> bool:
        return vertex in self._set

    def __iter__(self) -> Iterator[V]:
        return iter(self._list)

    def __len__(self) -> int:
        return len(self._list)

    def __hash__(self) -> int:
        return hash(self._set)

    @property
    def layers(self) -> list[list[V]]:
        """A_0, then what each A_n adds to A_{n-1}."""
        layers: list[list[V]] = self._arena._graph.layers(self.player)
        return layers

    def rank(self, vertex: V) -> Optional[int]:
        """The least n with the vertex in A_n; None outside."""
        return self._arena._graph.rank(vertex) if vertex in self._set else None

    def draw(self, path: Union[str, os.PathLike[str], None] = None, **options: Any) -> Drawing:
        """The arena with this attractor; see `Arena.draw`."""
        return self._arena.draw(path, player=self.player, **options)

    def _repr_svg_(self) -> str:
        return self.draw().svg

    def __repr__(self) -> str:
        shown = ", ".join(repr(v) for v in self._list[:20]) + (", ..." if len(self) > 20 else "")
        return f"Attractor(player={self.player}, {{{shown}}})"


class Arena(Generic[V]):
    """A game as a graph: vertices, who moves there, where to, and who has won where nobody can move.

    >>> G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}
    >>> arena = Arena(G, lambda v: v < 4)
    >>> arena.attractor(1).layers
    [[7], [2], [4], [0, 1]]
    >>> arena.winner(0), arena.rank(0), arena.strategy(1)
    (1, 3, {0: 4, 1: 4, 2: 7})
    >>> bool(arena.check({0: 5}))
    False

    `owner` is a function or a mapping. It says 1 or 2, or True for player 1 and False for player 2. Who cannot move
    loses, unless `result` says 1, 2 or 0 (a draw) for that vertex. Play begins at `start`, by default the first vertex.
    """

    _graph: Graph

    def __init__(
        self,
        graph: Mapping[V, Iterable[V]],
        owner: Owner[V],
        *,
        start: Optional[V] = None,
        result: Optional[Mapping[V, Union[int, str]]] = None,
    ) -> None:
        if not callable(owner) and not hasattr(owner, "__getitem__"):
            raise refused(
                f"owner is {owner!r}; expected a function or a mapping that says 1 or 2 for each vertex",
                f"owner vaut {owner!r} ; attendu : une fonction ou un dictionnaire qui dit 1 ou 2 pour chaque sommet",
            )
        if result is not None:
            if not isinstance(result, Mapping):
                raise refused(
                    f"result is {result!r}; expected a mapping from final vertices to 1, 2 or 0",
                    f"result vaut {result!r} ; attendu : un dictionnaire qui donne 1, 2 ou 0 pour des sommets finals",
                )
            unknown = next((v for v in result if v not in graph), None)
            if unknown is not None:
                raise refused(
                    f"result speaks of {unknown!r}, which is no vertex",
                    f"result parle de {unknown!r}, qui n'est pas un sommet",
                )
        self._graph = Graph.from_mapping(graph, owner, start, result)
        self._layers: Optional[Layers[V]] = None
        self._ranks: Optional[Ranks[V]] = None
        #: The position that it was unfolded from: its game draws boards.
        self._place: Optional[Place] = None

    @classmethod
    def _of(cls, graph: Graph, place: Optional[Place] = None) -> Arena[Any]:
        arena: Arena[Any] = cls.__new__(cls)
        arena._graph = graph
        arena._layers = None
        arena._ranks = None
        arena._place = place
        return arena

    @classmethod
    def from_networkx(
        cls,
        graph: networkx.DiGraph[Any],
        owner: Union[str, Callable[[Any], Union[int, bool]], Mapping[Any, Union[int, bool]]] = "owner",
        *,
        start: Optional[Any] = None,
        result: Union[str, Mapping[Any, Union[int, str]], None] = "result",
    ) -> Arena[Any]:
        """From a directed graph of networkx; `owner` and `result` may name attributes of its nodes.

        >>> import networkx
        >>> graph = networkx.DiGraph([("a", "b")])
        >>> graph.add_node("a", owner=1), graph.add_node("b", owner=2)
        (None, None)
        >>> Arena.from_networkx(graph).winner("a")
        1
        """
        if not graph.is_directed():
            raise refused(
                "the graph is undirected; moves have a direction: use networkx.DiGraph",
                "le graphe n'est pas orienté, et un coup a un sens : prenez networkx.DiGraph",
            )
        owners = dict(graph.nodes(data=owner)) if isinstance(owner, str) else owner
        given: Any = dict(graph.nodes(data=result)) if isinstance(result, str) else result or {}
        results = {v: r for v, r in given.items() if r is not None}
        rows: dict[Any, list[Any]] = {v: list(graph.successors(v)) for v in graph.nodes}
        return Arena(rows, owners, start=start, result=results)

    @classmethod
    def from_arrays(
        cls,
        offsets: npt.NDArray[np.integer[Any]],
        successors: npt.NDArray[np.integer[Any]],
        owner: npt.NDArray[np.uint8],
        *,
        result: Optional[npt.NDArray[np.uint8]] = None,
        start: int = 0,
    ) -> Arena[int]:
        """From compressed rows: the successors of v are ``successors[offsets[v]:offsets[v + 1]]``.

        Offsets (int64 or uint64) and successors (int32 or uint32) are copied, because an array may be written to at any
        time; those over a ``bytes`` object (``numpy.frombuffer``), which nobody can change, are used as they are.
        `owner` holds 1 and 2, `result` 0, 1 and 2, which count where there are no successors.

        >>> import numpy as np
        >>> offsets, successors = np.array([0, 2, 3, 3]), np.array([1, 2, 2], dtype=np.uint32)
        >>> arena = Arena.from_arrays(offsets, successors, np.array([1, 2, 2], dtype=np.uint8))
        >>> arena.winners, arena.ranks
        (array([1, 1, 1], dtype=uint8), array([1, 1, 0], dtype=int32))
        """
        return cls._of(Graph.from_arrays(offsets, successors, owner, result, start))

    @classmethod
    def read(cls, path: Union[str, os.PathLike[str]], owner: Optional[str] = None) -> Arena[Any]:
        """From a file in any format that the command reads. `owner` is a rule such as ``"v < 4"``."""
        return cls._of(Graph.read(path, owner))

    @classmethod
    def parse(cls, text: str, owner: Optional[str] = None) -> Arena[Any]:
        """The same from text.

        >>> Arena.parse("a 1: b\\nb 2:").winner("a")
        1
        """
        return cls._of(Graph.parse(text, owner))

    # It never changes: a copy would be the same.

    def __copy__(self) -> Arena[V]:
        return self

    def __deepcopy__(self, memo: object) -> Arena[V]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _arena_again, (self._graph.parts(), self._place)

    def __len__(self) -> int:
        return len(self._graph)

    def __contains__(self, vertex: object) -> bool:
        return self._graph.contains(vertex)

    def __iter__(self) -> Iterator[V]:
        return iter(self.vertices)

    def __repr__(self) -> str:
        return said(
            f"<Arena of {len(self)} vertices and {self.moves} moves>",
            f"<Arène : {_counted(len(self), 'sommet')}, {_counted(self.moves, 'coup')}>",
        )

    @property
    def vertices(self) -> list[V]:
        """All vertices, in the order of the graph."""
        vertices: list[V] = self._graph.vertices()
        return vertices

    @property
    def moves(self) -> int:
        """The number of moves."""
        return self._graph.move_count()

    @property
    def start(self) -> V:
        """Where play begins."""
        return self._graph.start()  # type: ignore[no-any-return]

    def owner(self, vertex: V) -> int:
        """Who moves there: 1 or 2."""
        return self._graph.owner(vertex)

    def successors(self, vertex: V) -> list[V]:
        """Where the owner can move to."""
        return self._graph.successors(vertex)

    def result(self, vertex: V) -> Optional[int]:
        """Who has won at a final vertex: 1, 2, or 0 for nobody; None where play goes on."""
        return self._graph.end(vertex)

    def winner(self, vertex: V) -> Optional[int]:
        """Who wins from there: 1 or 2; None if neither can force it."""
        return self._graph.winner(vertex)

    def attractor(self, player: int = 1) -> Attractor[V]:
        """The vertices from which the player wins, whatever the other does."""
        return Attractor(self, player)

    @property
    def layers(self) -> Layers[V]:
        """The layers of both attractors, by player."""
        if self._layers is None:
            self._layers = Layers({p: self._graph.layers(p) for p in (1, 2)})
        return self._layers

    @property
    def rank(self) -> Ranks[V]:
        """The rank of each vertex: plies to the end when the winner hurries and the loser resists."""
        if self._ranks is None:
            self._ranks = Ranks(self._graph.ranks_by_vertex())
        return self._ranks

    @property
    def drawn(self) -> list[V]:
        """The vertices from which neither wins."""
        return self._graph.drawn()

    def draw_kind(self, vertex: V) -> Optional[str]:
        """``"final"`` where both, keeping the draw, can reach a drawn end; else ``"endless"``; None if not drawn."""
        return self._graph.draw_kind(vertex)

    def strategy(self, player: int = 1) -> dict[V, V]:
        """An optimal choice at each vertex of the player: win soon, else keep the draw, else lose late."""
        return self._graph.strategy(player)

    def check(self, strategy: Strategy[V], player: int = 1) -> Check[V]:
        """Whether a strategy wins every play from the start; if not, a play that refutes it."""
        if not callable(strategy) and not isinstance(strategy, Mapping):
            raise refused(
                f"strategy is {strategy!r}; expected a mapping or a function from vertices to successors",
                f"strategy vaut {strategy!r} ; attendu : un dictionnaire ou une fonction des sommets",
            )
        return Check(*self._graph.check(strategy, player))

    def verify(self) -> bool:
        """The independent checker, which knows no solver, accepts our winners, ranks and strategy; else an Error."""
        self._graph.verify()
        return True

    @property
    def bipartite(self) -> Union[Literal[True], Witness[V]]:
        """True, or the first move between two vertices of one player: a list that counts as false."""
        found = self._graph.bipartite()
        return True if found is None else Witness(found)

    @property
    def acyclic(self) -> Union[Literal[True], Witness[V]]:
        """True, or the vertices of a cycle: a list that counts as false."""
        found = self._graph.acyclic()
        return True if found is None else Witness(found)

    @property
    def winners(self) -> npt.NDArray[np.uint8]:
        """The winner from each vertex as an array: 1, 2, or 0 for nobody. Without numpy there is no such attribute."""
        winners: npt.NDArray[np.uint8] = _array(self._graph.winners)
        return winners

    @property
    def ranks(self) -> npt.NDArray[np.int32]:
        """The rank of each vertex as an array; -1 where nobody wins. Without numpy there is no such attribute."""
        ranks: npt.NDArray[np.int32] = _array(self._graph.ranks)
        return ranks

    def report(self) -> dict[str, Any]:
        """All of it as data: what ``attractor graph --json`` prints."""
        report: dict[str, Any] = self._graph.report()
        return report

    def to_networkx(self) -> networkx.DiGraph[Any]:
        """A directed graph of networkx with the attributes owner, winner, rank and result."""
        try:
            import networkx
        except ImportError as error:
            raise needs("Arena.to_networkx", "networkx") from error

        graph: networkx.DiGraph[Any] = networkx.DiGraph()
        for v in self.vertices:
            graph.add_node(v, owner=self.owner(v), winner=self.winner(v), rank=self.rank[v])
            if self.result(v) is not None:
                graph.nodes[v]["result"] = self.result(v)
        for v in self.vertices:
            graph.add_edges_from((v, w) for w in self.successors(v))
        return graph

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Columns vertex, owner, winner, rank and choice for Polars, pyarrow, DuckDB, ..."""
        return self._graph.arrow_stream()

    def draw(
        self,
        path: Union[str, os.PathLike[str], None] = None,
        *,
        player: Optional[int] = None,
        columns: str = "ply",
        strategy: Optional[Strategy[V]] = None,
        play: Optional[Iterable[V]] = None,
        blank: bool = False,
        cumulative: bool = False,
        names: Optional[str] = None,
        around: Optional[V] = None,
        most: Optional[int] = None,
        title: Optional[str] = None,
        boards: bool = False,
        lang: Optional[str] = None,
    ) -> Drawing:
        """The graph: circles for player 1, squares for player 2, layers of the attractors, thick moves of a strategy.

        `player` shows one attractor only; `blank` is the exercise without answers; `columns` are ``"ply"``,
        ``"left"`` or ``"rank"``; `names` such as ``"Alice/Bob"``. With a `path` the picture is written there too.
        """
        drawing = self._graph.draw(
            player=player,
            columns=columns,
            strategy=strategy,
            play=None if play is None else list(play),
            blank=blank,
            cumulative=cumulative,
            names=names,
            around=around,
            most=most,
            title=title,
            boards=boards,
            lang=lang,
        )
        if path is not None:
            drawing.save(path)
        return drawing

    def _repr_svg_(self) -> str:
        return self.draw().svg


def _array(made: Callable[[], Any]) -> Any:
    """An array of numpy, or the error of an attribute that is not there, which `hasattr` and `dir` expect."""
    try:
        return made()
    except ImportError as error:
        raise AttributeError(str(error)) from error


def _arena_again(parts: dict[str, Any], place: Optional[Place]) -> Arena[Any]:
    return Arena._of(Graph.from_parts(parts, None if place is None else place._session), place)


def attracteurs(G: Mapping[V, Iterable[V]], fA: Callable[[V], Union[int, bool]]) -> list[V]:
    """Alice's attractor in the order of G, as the course asks for it: `fA` says whether Alice moves at a vertex.

    >>> G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}
    >>> attracteurs(G, lambda v: v < 4)
    [0, 1, 2, 4, 7]

    A graph with cycles is answered rightly, by layers, with a warning that the recursion of the course would not be:

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     attracteurs({"a": ["b", "s"], "b": ["a"], "s": []}, lambda v: v in "a")
    ['a', 'b', 's']
    >>> caught[0].category.__name__
    'CyclicGraphWarning'
    """
    arena = Arena(G, fA)
    cycle = arena.acyclic
    if cycle is not True:
        assert isinstance(cycle, list)
        many = said(f"{len(cycle)} vertices", f"{len(cycle)} sommets")
        shown = " -> ".join(map(repr, [*cycle[:8], cycle[0]])) if len(cycle) <= 8 else many
        warnings.warn(
            said(
                f"the graph has a cycle ({shown}): recursion as in the course is wrong or endless there; "
                "this answer is right",
                f"le graphe a un cycle ({shown}) : la récursivité du cours y est fausse ou sans fin ; "
                "cette réponse est juste",
            ),
            CyclicGraphWarning,
            stacklevel=2,
        )
    return arena._graph.attractor(1)


def bipartite_double(G: Mapping[V, Iterable[V]]) -> dict[tuple[V, int], list[tuple[V, int]]]:
    """The graph of an impartial game, where both have the same moves, with a copy of each state for each player.

    >>> bipartite_double({1: [0], 0: []})
    {(1, 1): [(0, 2)], (1, 2): [(0, 1)], (0, 1): [], (0, 2): []}
    """
    return {(v, p): [(w, 3 - p) for w in successors] for v, successors in G.items() for p in (1, 2)}
