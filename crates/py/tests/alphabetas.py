"""Alpha-beta as students write it: right in several styles, and wrong in the classic ways."""

from __future__ import annotations

import math
from typing import Any, Callable

from attractor.grading import Node

AlphaBeta = Callable[[Node, float, float], Any]


# Right


def textbook(node: Node, alpha: float, beta: float) -> float:
    """Fail-hard: the bound is returned where the value lies outside."""
    if not node.children:
        return float(node.value)
    for child in node.children:
        value = textbook(child, alpha, beta)
        if node.player == 1:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if node.player == 1 else beta


def fail_soft(node: Node, alpha: float, beta: float) -> float:
    if not node.children:
        return float(node.value)
    best = -math.inf if node.player == 1 else math.inf
    for child in node.children:
        value = fail_soft(child, alpha, beta)
        if node.player == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def negamax(node: Node, alpha: float, beta: float) -> float:
    def search(node: Node, sign: int, alpha: float, beta: float) -> float:
        if not node.children:
            return sign * float(node.value)
        best = -math.inf
        for child in node.children:
            best = max(best, -search(child, -sign, -beta, -alpha))
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best

    if node.player == 1:
        return search(node, 1, alpha, beta)
    return -search(node, -1, -beta, -alpha)


def two_functions(node: Node, alpha: float, beta: float) -> float:
    def largest(node: Node, alpha: float, beta: float) -> float:
        if not node.children:
            return float(node.value)
        value = -math.inf
        for child in node.children:
            value = max(value, smallest(child, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def smallest(node: Node, alpha: float, beta: float) -> float:
        if not node.children:
            return float(node.value)
        value = math.inf
        for child in node.children:
            value = min(value, largest(child, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    return (largest if node.player == 1 else smallest)(node, alpha, beta)


def clamped(node: Node, alpha: float, beta: float) -> float:
    """The value is put into the window at each leaf."""
    if not node.children:
        return min(max(float(node.value), alpha), beta)
    for child in node.children:
        value = clamped(child, alpha, beta)
        alpha, beta = (max(alpha, value), beta) if node.player == 1 else (alpha, min(beta, value))
        if beta <= alpha:
            break
    return alpha if node.player == 1 else beta


def remembering(node: Node, alpha: float, beta: float) -> float:
    """A table of bounds for equal trees, kept for the whole search, as Knuth and Moore's readers do it."""
    table: dict[str, tuple[float, float]] = {}

    def search(node: Node, alpha: float, beta: float) -> float:
        children = node.children
        if not children:
            return float(node.value)
        low, high = table.get(repr(node), (-math.inf, math.inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        a, b = max(alpha, low), min(beta, high)
        first, last = a, b
        best = -math.inf if node.player == 1 else math.inf
        for child in children:
            value = search(child, a, b)
            if node.player == 1:
                best = max(best, value)
                a = max(a, best)
            else:
                best = min(best, value)
                b = min(b, best)
            if a >= b:
                break
        if best <= first:
            table[repr(node)] = (low, best)
        elif best >= last:
            table[repr(node)] = (best, high)
        else:
            table[repr(node)] = (best, best)
        return best

    return search(node, alpha, beta)


def window_in_the_key(node: Node, alpha: float, beta: float) -> float:
    memo: dict[tuple[str, float, float], float] = {}

    def search(node: Node, alpha: float, beta: float) -> float:
        key = (repr(node), alpha, beta)
        if key not in memo:
            best = -math.inf if node.player == 1 else math.inf
            a, b = alpha, beta
            for child in node.children:
                value = search(child, a, b)
                best = max(best, value) if node.player == 1 else min(best, value)
                a, b = (max(a, best), b) if node.player == 1 else (a, min(b, best))
                if a >= b:
                    break
            memo[key] = best if node.children else float(node.value)
        return memo[key]

    return search(node, alpha, beta)


def on_a_stack(node: Node, alpha: float, beta: float) -> float:
    """Without recursion."""
    stack: list[list[Any]] = [[node, alpha, beta, iter(node.children)]]
    value: Any = None
    while stack:
        frame = stack[-1]
        here, a, b, rest = frame
        if not here.children:
            value = float(here.value)
            stack.pop()
            continue
        if value is not None:
            a, b = (max(a, value), b) if here.player == 1 else (a, min(b, value))
            frame[1:3] = a, b
            value = None
        child = next(rest, None) if a < b else None
        if child is None:
            value = a if here.player == 1 else b
            stack.pop()
        else:
            stack.append([child, a, b, iter(child.children)])
    return float(value)


class AnObject:
    def __call__(self, node: Node, alpha: float, beta: float) -> float:
        if not node.children:
            return float(node.value)
        best = None
        for child in node.children:
            value = self(child, alpha, beta)
            if best is None or (value > best if node.player == 1 else value < best):
                best = value
            if node.player == 1:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                return best
        assert best is not None
        return best


RIGHT: dict[str, AlphaBeta] = {
    "textbook": textbook,
    "fail soft": fail_soft,
    "negamax": negamax,
    "two functions": two_functions,
    "clamped": clamped,
    "a table of bounds": remembering,
    "window in the key": window_in_the_key,
    "on a stack": on_a_stack,
    "an object": AnObject(),
}


# Wrong


def slip(
    *,
    cut: Callable[[int, float, float, float], bool] = lambda player, best, alpha, beta: alpha >= beta,
    narrow: Callable[[int, float, float, float], tuple[float, float]] = lambda player, best, alpha, beta: (
        (max(alpha, best), beta) if player == 1 else (alpha, min(beta, best))
    ),
    first: Callable[[int, float, float], float] = lambda player, alpha, beta: -math.inf if player == 1 else math.inf,
    maximises: Callable[[Node, int], bool] = lambda node, depth: node.player == 1,
    inner: Callable[[float, float], tuple[float, float]] = lambda alpha, beta: (alpha, beta),
    outer: Callable[[float, float], tuple[float, float]] = lambda alpha, beta: (alpha, beta),
    deepest: int = 99,
    leaf: Callable[[Node], float] = lambda node: float(node.value),
    enough: Callable[[int, float], bool] = lambda player, value: False,
    order: Callable[[list[Node]], list[Node]] = lambda children: children,
    last: Callable[[float, float, float], float] = lambda best, alpha, beta: best,
) -> AlphaBeta:
    """Alpha-beta, in which one thing may be another."""

    def search(node: Node, alpha: float, beta: float, depth: int) -> float:
        children = order(node.children)
        if not children:
            return leaf(node)
        if depth >= deepest:
            return 0.0
        player = 1 if maximises(node, depth) else 2
        best = first(player, alpha, beta)
        for child in children:
            value = search(child, *inner(alpha, beta), depth + 1)
            best = max(best, value) if player == 1 else min(best, value)
            alpha, beta = narrow(player, best, alpha, beta)
            if cut(player, best, alpha, beta) or enough(player, value):
                break
        return last(best, alpha, beta)

    def alphabeta(node: Node, alpha: float, beta: float) -> float:
        return search(node, *outer(alpha, beta), 0)

    return alphabeta


def memo(key: Callable[[Node, float, float], Any], lasting: bool = False) -> AlphaBeta:
    """What was found is kept under a key that says too little."""
    kept: dict[Any, float] = {}

    def search(node: Node, alpha: float, beta: float) -> float:
        if not node.children:
            return float(node.value)
        name = key(node, alpha, beta)
        if name not in kept:
            best = -math.inf if node.player == 1 else math.inf
            for child in node.children:
                value = search(child, alpha, beta)
                best = max(best, value) if node.player == 1 else min(best, value)
                alpha, beta = (max(alpha, best), beta) if node.player == 1 else (alpha, min(beta, best))
                if alpha >= beta:
                    break
            kept[name] = best
        return kept[name]

    def alphabeta(node: Node, alpha: float, beta: float) -> float:
        if not lasting:
            kept.clear()
        return search(node, alpha, beta)

    return alphabeta


def signs(window: bool = True, value: bool = True, leaf: bool = True, root: bool = True) -> AlphaBeta:
    """Negamax, in which a sign is missing."""

    def search(node: Node, sign: int, alpha: float, beta: float) -> float:
        if not node.children:
            return sign * float(node.value) if leaf else float(node.value)
        best = -math.inf
        for child in node.children:
            found = search(child, -sign, *((-beta, -alpha) if window else (alpha, beta)))
            best = max(best, -found if value else found)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def alphabeta(node: Node, alpha: float, beta: float) -> float:
        if node.player == 1 or not root:
            return search(node, 1, alpha, beta)
        return -search(node, -1, -beta, -alpha)

    return alphabeta


def not_restored(node: Node, alpha: float, beta: float) -> float:
    """Alpha and beta are those of the whole search, and are not put back after a child."""
    window = [alpha, beta]

    def search(node: Node) -> float:
        if not node.children:
            return float(node.value)
        best = -math.inf if node.player == 1 else math.inf
        for child in node.children:
            value = search(child)
            if node.player == 1:
                best = max(best, value)
                window[0] = max(window[0], best)
            else:
                best = min(best, value)
                window[1] = min(window[1], best)
            if window[0] >= window[1]:
                break
        return best

    return search(node)


def forced_moves_skipped(node: Node, alpha: float, beta: float) -> float:
    """A pass, or any single move, is skipped without the other player being asked next."""

    def search(node: Node, player: int, alpha: float, beta: float) -> float:
        while len(node.children) == 1:
            node = node.children[0]
        if not node.children:
            return float(node.value)
        best = -math.inf if player == 1 else math.inf
        for child in node.children:
            value = search(child, 3 - player, alpha, beta)
            best = max(best, value) if player == 1 else min(best, value)
            alpha, beta = (max(alpha, best), beta) if player == 1 else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    return search(node, node.player, alpha, beta)


def shallow_only(node: Node, alpha: float, beta: float) -> float:
    """Each node begins with an open window but for its parent's best: deep cuts are lost."""
    if not node.children:
        return float(node.value)
    best = -math.inf if node.player == 1 else math.inf
    for child in node.children:
        value = shallow_only(child, *((best, math.inf) if node.player == 1 else (-math.inf, best)))
        best = max(best, value) if node.player == 1 else min(best, value)
        if best >= beta if node.player == 1 else best <= alpha:
            break
    return best


WRONG: dict[str, AlphaBeta] = {
    "plain min-max": slip(cut=lambda player, best, alpha, beta: False),
    "memo without the window": memo(lambda node, alpha, beta: repr(node)),
    "memo of nodes without the window": memo(lambda node, alpha, beta: node, lasting=True),
    "memo with alpha alone": memo(lambda node, alpha, beta: (repr(node), alpha)),
    "memo with beta alone": memo(lambda node, alpha, beta: (repr(node), beta)),
    "memo without the player": memo(lambda node, alpha, beta: (str(node._tree), alpha, beta)),
    "memo of all calls": memo(lambda node, alpha, beta: repr(node), lasting=True),
    "cut at >": slip(cut=lambda player, best, alpha, beta: alpha > beta),
    "cut at alpha + 1": slip(cut=lambda player, best, alpha, beta: alpha + 1 >= beta),
    "cut by the wrong bound": slip(
        cut=lambda player, best, alpha, beta: best >= alpha if player == 1 else best <= beta,
        narrow=lambda player, best, alpha, beta: (alpha, beta),
    ),
    "cut turned round": slip(cut=lambda player, best, alpha, beta: alpha <= beta),
    "cut for one player alone": slip(cut=lambda player, best, alpha, beta: player == 1 and alpha >= beta),
    "cut on zero": slip(cut=lambda player, best, alpha, beta: alpha >= beta or best == 0),
    "window never narrowed": slip(
        narrow=lambda player, best, alpha, beta: (alpha, beta),
        cut=lambda player, best, alpha, beta: best >= beta if player == 1 else best <= alpha,
    ),
    "alpha narrowed for both": slip(narrow=lambda player, best, alpha, beta: (max(alpha, best), beta)),
    "beta narrowed for both": slip(narrow=lambda player, best, alpha, beta: (alpha, min(beta, best))),
    "alpha and beta exchanged": slip(inner=lambda alpha, beta: (beta, alpha)),
    "window opened for the children": slip(inner=lambda alpha, beta: (-math.inf, math.inf)),
    "window of the root ignored": slip(outer=lambda alpha, beta: (-math.inf, math.inf)),
    "window of the root closed by one": slip(outer=lambda alpha, beta: (alpha + 1, beta)),
    "begins at zero": slip(first=lambda player, alpha, beta: 0.0),
    "begins at the other end": slip(first=lambda player, alpha, beta: beta if player == 1 else alpha),
    "returns alpha always": slip(last=lambda best, alpha, beta: alpha),
    "returns the first win": slip(enough=lambda player, value: value > 0 if player == 1 else value < 0),
    "returns the best leaf": slip(enough=lambda player, value: abs(value) == 5),
    "looks at two children": slip(order=lambda children: children[:2]),
    "leaves out the last child": slip(order=lambda children: children[: max(1, len(children) - 1)]),
    "goes backwards": slip(order=lambda children: children[::-1]),
    "one ply too few": slip(deepest=5),
    "four plies": slip(deepest=4),
    "maximises always": slip(maximises=lambda node, depth: True),
    "player 1 at the root": slip(maximises=lambda node, depth: depth % 2 == 0),
    "players exchanged": slip(maximises=lambda node, depth: node.player == 2),
    "a sign at leaves": slip(leaf=lambda node: float(node.value) if node.player == 1 else -float(node.value)),
    "zero is no value": slip(leaf=lambda node: float(node.value) or -1.0),
    "window not turned round": signs(window=False),
    "value not negated": signs(value=False),
    "leaf not negated": signs(leaf=False),
    "root taken for player 1's": signs(root=False),
    "alpha and beta not restored": not_restored,
    "forced moves skipped": forced_moves_skipped,
    "deep cuts lost": shallow_only,
}
