"""Trees, the textbook's alpha-beta, and cases of `alphabeta(node, alpha, beta)`."""

from __future__ import annotations

import contextlib
import inspect
import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import FrameType
from typing import Any, NamedTuple, Union

from ..errors import bad
from .case import Case, Outcome, Student, Words, _is_number, _number, _same, _shown

Window = tuple[float, float]

OPEN: Window = (-math.inf, math.inf)

Tree = Union[float, Sequence["Tree"]]


class Node:
    """A node of a game tree: ``player`` (1 maximises, 2 minimises), ``value`` (None but at leaves)
    and ``children`` (an empty list at leaves).

    A tree is made of nested lists of numbers; the players take turns. Looking at a node's
    properties counts as a visit.

    >>> root = Node([[3, 5], [2, 9]])
    >>> root.player, root.value, root.children
    (1, None, [Node([3, 5], player=2), Node([2, 9], player=2)])
    >>> alphabeta(root)
    3
    >>> len(root.visits)
    6
    """

    __slots__ = ("_children", "_path", "_player", "_tree", "_visits")

    def __init__(self, tree: Tree, player: int = 1) -> None:
        if player not in (1, 2):
            raise bad(
                "bad-player",
                f"the player is {player!r}; expected 1 or 2",
                f"le joueur vaut {player!r} ; attendu : 1 ou 2",
            )
        self._grow(tree, player, (), {})

    def _grow(self, tree: Tree, player: int, path: tuple[int, ...], visits: dict[tuple[int, ...], None]) -> None:
        self._tree, self._player, self._path, self._visits = tree, player, path, visits
        self._children: list[Node] = []
        if isinstance(tree, (list, tuple)) and tree:
            for i, below in enumerate(tree):
                child = Node.__new__(Node)
                child._grow(below, 3 - player, (*path, i), visits)
                self._children.append(child)
        elif not _is_number(tree):
            raise bad(
                "bad-tree",
                f"{tree!r:.60} is neither a number nor a list of trees",
                f"{tree!r:.60} n'est ni un nombre ni une liste d'arbres",
            )

    @property
    def player(self) -> int:
        self._visits[self._path] = None
        return self._player

    @property
    def value(self) -> Any:
        self._visits[self._path] = None
        return None if self._children else self._tree

    @property
    def children(self) -> list[Node]:
        self._visits[self._path] = None
        return list(self._children)

    @property
    def visits(self) -> list[tuple[int, ...]]:
        """The visited nodes of the whole tree, in order: each the child numbers on its path."""
        return list(self._visits)

    def __repr__(self) -> str:
        player = "" if self._player == 1 else ", player=2"
        return f"Node({_tree_text(self._tree)}{player})"


def alphabeta(node: Node, alpha: float = -math.inf, beta: float = math.inf) -> Any:
    """The textbook's alpha-beta: children in order, cut as soon as alpha >= beta.

    Returns the node's value where it lies between alpha and beta, else the bound that it passes.
    """
    children = node.children
    if not children:
        return node.value
    maximises = node.player == 1
    for child in children:
        value = alphabeta(child, alpha, beta)
        if maximises:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if maximises else beta


@dataclass(frozen=True)
class TreeCase(Case):
    """A tree, who is to move at its root, and the windows that the root is searched with, one call after the other."""

    tree: Tree
    player: int
    windows: tuple[Window, ...] = (OPEN,)

    names = ("node", "alpha", "beta")
    returns = ("a number", "un nombre")

    @classmethod
    def generate(cls, chance: random.Random, share: float, cycles: bool) -> TreeCase:
        most = 10 + round(share * 110)
        tree = _grown(chance, round(share * 6))
        while _tree_size(tree) > most:
            tree = _grown(chance, round(share * 6))
        player = chance.choice((1, 1, 2))
        # Half of the cases are what a program would call; the others try what the window and what is kept do.
        if chance.random() < 0.5:
            return cls(tree, player)
        value = _tree_value(tree, player)
        count = chance.choice((1, 1, 2, 3))
        return cls(tree, player, tuple(_window(chance, value) for _ in range(count)))

    @classmethod
    def known(cls) -> list[Case]:
        return [
            # Where the second child equals the first, a cut at >= is seen.
            cls(0, 1),
            cls((1, (1, 2)), 1),
            cls((1, (1, 0)), 2),
            # The value is outside of the window, on its ends and inside.
            *[cls((1, (1, 2)), 1, (window,)) for window in ((-math.inf, 1), (1, math.inf), (2, 3), (-1, 0), (0, 2))],
            cls((-4, 0), 1, ((-1, 0),)),
            cls((3, 0), 2, ((1, 2),)),
            # The same tree again: first with a window that yields a bound, then with one that needs the value.
            cls((1, 2), 1, ((-math.inf, 1), OPEN)),
            cls((2, 1), 2, ((2, math.inf), OPEN)),
            *REPEATED,
        ]

    @property
    def size(self) -> int:
        # What an open window shows is easier to follow.
        return _tree_size(self.tree) + 10 * (len(self.windows) - self.windows.count(OPEN) + len(self.windows) - 1)

    def smaller(self) -> Iterator[TreeCase]:
        if len(self.windows) > 1:
            for i in range(len(self.windows)):
                yield replace(self, windows=self.windows[:i] + self.windows[i + 1 :])
        for i, window in enumerate(self.windows):
            if window != OPEN:
                yield replace(self, windows=(*self.windows[:i], OPEN, *self.windows[i + 1 :]))
        if isinstance(self.tree, tuple):
            for child in self.tree:
                yield replace(self, tree=child, player=3 - self.player)
        for tree in _smaller_trees(self.tree, self.player):
            yield replace(self, tree=tree)

    def arguments(self) -> tuple[Any, ...]:
        return self.calls()[-1]

    def calls(self) -> list[tuple[Any, ...]]:
        root = Node(self.tree, self.player)
        return [(root, *window) for window in self.windows]

    @cached_property
    def expected(self) -> float:
        return _tree_value(self.tree, self.player)

    def text(self, name: str) -> str:
        root = Node(self.tree, self.player)
        windows = [f"{_number(alpha)}, {_number(beta)}" for alpha, beta in self.windows]
        if len(windows) == 1:
            return f"{name}({root}, {windows[0]})"
        return "\n".join([f"root = {root}", *(f"{name}(root, {window})" for window in windows)])

    def answer(self) -> Words:
        value = _number(self.expected)
        english, french = [], []
        for alpha, beta in self.windows:
            if self.expected <= alpha:
                english.append(f"{value}, or any bound up to alpha = {_number(alpha)}")
                french.append(f"{value}, ou toute borne jusqu'à alpha = {_number(alpha)}")
            elif self.expected >= beta:
                english.append(f"{value}, or any bound from beta = {_number(beta)} on")
                french.append(f"{value}, ou toute borne à partir de beta = {_number(beta)}")
            else:
                english.append(value)
                french.append(value)
        return "; ".join(english), " ; ".join(french)

    def judge(self, returned: Any) -> Outcome:
        return self._judged(returned, self.windows[-1])

    def _judged(self, returned: Any, window: Window) -> Outcome:
        if not _is_number(returned):
            return Outcome("type", _shown(returned))
        wrong = _impossible(self.expected, *window, returned)
        return Outcome("wrong", _shown(returned)) if wrong else Outcome()

    def outcome(self, function: Student) -> Outcome:
        texts: list[str] = []
        surplus, where = 0, None
        for root, *window in self.calls_watched():
            with _watched(function) as calls:
                returned = function(root, *window)
            texts.append(_shown(returned))
            alpha, beta = window
            judged = self._judged(returned, (alpha, beta))
            seen = root.visits
            textbook = Node(self.tree, self.player)
            alphabeta(textbook, alpha, beta)
            needed = textbook.visits
            surplus += max(0, len(seen) - len(needed))
            if judged.kind != "right":
                judged = judged._replace(returned="; ".join(texts), surplus=surplus)
                return self._located(judged, calls, seen, needed)
            if where is None and len(seen) > len(needed):
                where = ["extra", next(path for path in seen if path not in needed), len(seen), len(needed)]
        if where is None:
            return Outcome()
        return Outcome("surplus", "; ".join(texts), where, surplus)

    def calls_watched(self) -> Iterator[tuple[Any, ...]]:
        """The calls, the visits of those before forgotten."""
        for call in self.calls():
            call[0]._visits.clear()
            yield call

    @staticmethod
    def _located(
        judged: Outcome, calls: list[_Call], seen: list[tuple[int, ...]], needed: list[tuple[int, ...]]
    ) -> Outcome:
        if judged.kind == "wrong":
            for call in calls:
                if call.impossible:
                    return judged._replace(where=["returned", *call.data()])
            for path in needed:
                if path not in seen:
                    return judged._replace(where=["missed", path])
        return judged

    def explained(self, outcome: Outcome) -> Iterator[Words]:
        if not outcome.where or outcome.kind not in ("wrong", "surplus"):
            return
        what, path, *data = outcome.where
        node = "root" + "".join(f"[{i}]" for i in path)
        if what == "returned":
            alpha, beta, value, returned = map(_number, data)
            yield (
                f"First node that differs: {node} is worth {value}; called with alpha={alpha} and "
                f"beta={beta}, it returned {returned}",
                f"Premier nœud qui diffère : {node} vaut {value} ; appelé avec alpha={alpha} et "
                f"beta={beta}, il renvoie {returned}",
            )
        elif what == "missed":
            yield (
                f"First node that differs: {node} was cut, and it matters",
                f"Premier nœud qui diffère : {node} est coupé à tort",
            )
        else:
            seen, needed = data
            yield (
                f"The value is right, but {seen} nodes were visited where {needed} are enough; "
                f"first node that should have been cut: {node}",
                f"La valeur est juste, mais {seen} nœuds sont visités alors que {needed} "
                f"suffisent ; premier nœud à couper : {node}",
            )


def _grown(chance: random.Random, depth: int) -> Tree:
    """A tree of that depth. In some, parts come again, as positions do that several lines of play lead to."""
    again = chance.choice((0.0, 0.3, 0.6))
    known: list[Tree] = []

    def grown(depth: int) -> Tree:
        if depth and known and chance.random() < again:
            return chance.choice(known)
        # Few different values: equal ones tell a cut at > from a cut at >=.
        if depth == 0 or (depth < 3 and chance.random() < 0.1):
            return chance.randint(-5, 5)
        tree = tuple(grown(depth - 1) for _ in range(chance.choice((1, 2, 2, 3))))
        known.append(tree)
        return tree

    return grown(depth)


def _window(chance: random.Random, value: float) -> Window:
    """A window on or beside the value; sometimes open on one side or on both."""
    alpha = value + chance.randint(-4, 2)
    beta = alpha + chance.choice((1, 1, 2, 4))
    return chance.choice(((alpha, beta), (alpha, beta), (alpha, math.inf), (-math.inf, beta), OPEN))


def _tree_text(tree: Tree) -> str:
    if isinstance(tree, Sequence):
        return f"[{', '.join(map(_tree_text, tree))}]"
    return _number(tree)


def _tree_size(tree: Tree) -> int:
    return 1 + sum(map(_tree_size, tree)) if isinstance(tree, Sequence) else 1


def _tree_value(tree: Tree, player: int) -> float:
    """Min-max, by its definition."""
    if not isinstance(tree, Sequence):
        return tree
    values = (_tree_value(child, 3 - player) for child in tree)
    return max(values) if player == 1 else min(values)


def _smaller_trees(tree: Tree, player: int) -> Iterator[Tree]:
    """The trees with a node replaced by its value, or without one of several children."""
    if not isinstance(tree, tuple):
        return
    yield _tree_value(tree, player)
    for i, child in enumerate(tree):
        if len(tree) > 1:
            yield tree[:i] + tree[i + 1 :]
        for less in _smaller_trees(child, 3 - player):
            yield (*tree[:i], less, *tree[i + 1 :])


def _impossible(value: float, alpha: float, beta: float, returned: float) -> bool:
    """Whether no alpha-beta returns this for a tree of that value: outside the window a bound is enough."""
    if alpha >= beta:
        return False
    if value <= alpha:
        return not returned <= alpha
    if value >= beta:
        return not returned >= beta
    return not _same(returned, value)


class _Call(NamedTuple):
    """A call of a student's alpha-beta."""

    node: Node
    alpha: float
    beta: float
    returned: float

    @property
    def value(self) -> float:
        return _tree_value(self.node._tree, self.node._player)

    @property
    def impossible(self) -> bool:
        """Whether no alpha-beta returns this."""
        return _impossible(self.value, self.alpha, self.beta, self.returned)

    def data(self) -> list[Any]:
        return [self.node._path, self.alpha, self.beta, self.value, self.returned]


@contextlib.contextmanager
def _watched(function: Student) -> Iterator[list[_Call]]:
    """Collects the calls of the function, its recursive ones too, in the order of their returns."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    returned: list[_Call] = []
    running: list[list[Any]] = []

    def watch(frame: FrameType, event: str, value: Any) -> None:
        if frame.f_code is not code:
            return
        if event == "call":
            names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
            # By the time it returns, alpha and beta may have moved.
            running.append([frame.f_locals.get(name) for name in names])
        elif event == "return":
            node, *three = [*running.pop()[-3:], value]
            if isinstance(node, Node) and len(three) == 3 and all(map(_is_number, three)):
                returned.append(_Call(node, *map(float, three)))

    sys.setprofile(watch)
    try:
        yield returned
    finally:
        sys.setprofile(None)


def _mirrored(tree: Tree) -> Tree:
    """The tree with the players exchanged."""
    return tuple(map(_mirrored, tree)) if isinstance(tree, Sequence) else -tree


def _repeated() -> Iterator[TreeCase]:
    """A part of these trees comes again: first where a bound is enough, and then where it is not."""
    trees: list[tuple[Tree, int]] = [
        (((-5, (-5, -3)), ((-5, -3),)), 1),
        # The same alpha, another beta, and the other way round.
        ((((-5, (-5, 2)), 2), (-5, 2)), 2),
        ((((2, (0, -2)), -2), (0, -2)), 1),
        # The other player's turn.
        ((-4, (-4, -2), ((-4, -2),)), 1),
    ]
    for tree, player in trees:
        yield TreeCase(tree, player)
        yield TreeCase(_mirrored(tree), 3 - player)


REPEATED = list(_repeated())
