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
from .case import Case, Outcome, Student, Words, _is_number, _judged_number, _number, _same, _shown

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
            raise bad("bad-player", f"the player is {player!r}; expected 1 or 2")
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
            raise bad("bad-tree", f"{tree!r:.60} is neither a number nor a list of trees")

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
    """A tree, and who is to move at its root."""

    tree: Tree
    player: int

    names = ("node", "alpha", "beta")
    returns = ("a number", "un nombre")

    @classmethod
    def generate(cls, chance: random.Random, share: float, cycles: bool) -> TreeCase:
        def grown(depth: int) -> Tree:
            # Few different values: equal ones tell a cut at > from a cut at >=.
            if depth == 0 or (depth < 3 and chance.random() < 0.1):
                return chance.randint(-5, 5)
            return tuple(grown(depth - 1) for _ in range(chance.randint(1, 3)))

        return cls(grown(round(share * 4)), chance.choice((1, 1, 2)))

    @classmethod
    def known(cls) -> list[Case]:
        # Where the second child equals the first, a cut at >= is seen.
        return [cls(0, 1), cls((1, (1, 2)), 1), cls((1, (1, 0)), 2)]

    @property
    def size(self) -> int:
        return _tree_size(self.tree)

    def smaller(self) -> Iterator[TreeCase]:
        if isinstance(self.tree, tuple):
            for child in self.tree:
                yield TreeCase(child, 3 - self.player)
        for tree in _smaller_trees(self.tree, self.player):
            yield replace(self, tree=tree)

    def arguments(self) -> tuple[Any, ...]:
        return Node(self.tree, self.player), -math.inf, math.inf

    @cached_property
    def expected(self) -> float:
        return _tree_value(self.tree, self.player)

    def text(self, name: str) -> str:
        root, *_ = self.arguments()
        return f"{name}({root}, -inf, inf)"

    def answer(self) -> Words:
        return _number(self.expected), _number(self.expected)

    def judge(self, returned: Any) -> Outcome:
        return _judged_number(returned, self.expected)

    def outcome(self, function: Student) -> Outcome:
        root, alpha, beta = self.arguments()
        with _watched(function) as calls:
            returned = function(root, alpha, beta)
        seen = root.visits
        textbook = Node(self.tree, self.player)
        alphabeta(textbook)
        needed = textbook.visits
        judged = self.judge(returned)._replace(surplus=max(0, len(seen) - len(needed)))
        if judged.kind == "wrong":
            faults = (call for call in calls if call.impossible)
            missed = (path for path in needed if path not in seen)
            for call in faults:
                return judged._replace(where=["returned", *call.data()])
            for path in missed:
                return judged._replace(where=["missed", path])
        elif judged.kind == "right" and judged.surplus:
            extra = next(path for path in seen if path not in needed)
            return judged._replace(
                kind="surplus",
                returned=_shown(returned),
                where=["extra", extra, len(seen), len(needed)],
            )
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
        """Whether no alpha-beta returns this: outside the window a bound is enough."""
        alpha, beta, value = self.alpha, self.beta, self.value
        if alpha >= beta:
            return False
        if value <= alpha:
            return self.returned > alpha
        if value >= beta:
            return self.returned < beta
        return not _same(self.returned, value)

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
