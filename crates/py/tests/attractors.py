"""Attractors as students write them: right in several styles, and wrong in the classic ways."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

Graph = dict[int, list[int]]
Owner = Callable[[int], bool]
Attractors = Callable[[Graph, Owner], Any]


# Right


def recursive(G: Graph, fA: Owner) -> list[int]:
    known: dict[int, bool] = {}

    def won(v: int) -> bool:
        if v not in known:
            known[v] = (any if fA(v) else all)(won(w) for w in G[v])
        return known[v]

    return [v for v in G if won(v)]


def plain_recursive(G: Graph, fA: Owner) -> list[int]:
    """Nothing is kept."""

    def won(v: int) -> bool:
        if fA(v):
            return any(won(w) for w in G[v])
        return all(won(w) for w in G[v])

    return [v for v in G if won(v)]


def by_layers(G: Graph, fA: Owner) -> set[int]:
    found: set[int] = set()
    while True:
        more = {v for v in G if (any if fA(v) else all)(w in found for w in G[v])}
        if more == found:
            return found
        found = more


def by_counters(G: Graph, fA: Owner) -> list[int]:
    """Backwards from the ends, in time of the number of moves."""
    before: dict[int, list[int]] = {v: [] for v in G}
    for v, after in G.items():
        for w in after:
            before[w].append(v)
    left = {v: 1 if fA(v) else len(G[v]) for v in G}
    queue = deque(v for v in G if not G[v] and not fA(v))
    found = set(queue)
    while queue:
        for v in before[queue.popleft()]:
            left[v] -= 1
            if left[v] <= 0 and v not in found:
                found.add(v)
                queue.append(v)
    return sorted(found)


def as_many_rounds_as_vertices(G: Graph, fA: Owner) -> tuple[int, ...]:
    found = dict.fromkeys(G, False)
    for _ in G:
        for v, after in G.items():
            if not found[v]:
                found[v] = any(found[w] for w in after) if fA(v) else all(found[w] for w in after)
    return tuple(v for v in G if found[v])


def in_topological_order(G: Graph, fA: Owner) -> list[int]:
    """Waits for ever where there is a cycle."""
    known: dict[int, bool] = {}
    while len(known) < len(G):
        for v in G:
            if v not in known and all(w in known for w in G[v]):
                known[v] = (any if fA(v) else all)(known[w] for w in G[v])
    return [v for v in G if known[v]]


RIGHT: dict[str, Attractors] = {
    "recursive": recursive,
    "plain recursive": plain_recursive,
    "by layers": by_layers,
    "by counters": by_counters,
    "as many rounds as vertices": as_many_rounds_as_vertices,
    "in topological order": in_topological_order,
}


# Wrong


def slip(
    hers: Callable[[Iterable[bool]], bool] = any,
    his: Callable[[Iterable[bool]], bool] = all,
    sink: Callable[[bool], bool] = lambda alice: not alice,
    kept: Callable[[list[int], Graph, Owner], Any] = lambda found, G, fA: found,
) -> Attractors:
    """The recursive function, in which one thing may be another."""

    def attracteurs(G: Graph, fA: Owner) -> Any:
        known: dict[int, bool] = {}

        def won(v: int) -> bool:
            if v not in known:
                if not G[v]:
                    known[v] = sink(fA(v))
                else:
                    known[v] = (hers if fA(v) else his)([won(w) for w in G[v]])
            return known[v]

        return kept([v for v in G if won(v)], G, fA)

    return attracteurs


def open_is_lost(G: Graph, fA: Owner) -> list[int]:
    """A vertex is marked False as soon as it is begun, so that a cycle ends; what rests upon it is kept."""
    known: dict[int, bool] = {}

    def won(v: int) -> bool:
        if v not in known:
            known[v] = False
            known[v] = (any if fA(v) else all)([won(w) for w in G[v]])
        return known[v]

    return [v for v in G if won(v)]


def open_is_won(G: Graph, fA: Owner) -> list[int]:
    known: dict[int, bool] = {}

    def won(v: int) -> bool:
        if v not in known:
            known[v] = True
            known[v] = (any if fA(v) else all)([won(w) for w in G[v]])
        return known[v]

    return [v for v in G if won(v)]


def path_is_lost(G: Graph, fA: Owner) -> list[int]:
    """A vertex on the way counts as lost, and what was found by that is kept."""
    known: dict[int, bool] = {}

    def won(v: int, way: tuple[int, ...]) -> bool:
        if v in way:
            return False
        if v not in known:
            known[v] = (any if fA(v) else all)([won(w, (*way, v)) for w in G[v]])
        return known[v]

    return [v for v in G if won(v, ())]


def one_pass(before: bool) -> Attractors:
    """The vertices in their order, once; what was not visited yet counts as lost, or as won."""

    def attracteurs(G: Graph, fA: Owner) -> list[int]:
        known: dict[int, bool] = {}
        for v in G:
            known[v] = (any if fA(v) else all)(known.get(w, before) for w in G[v])
        return [v for v in G if known[v]]

    return attracteurs


def rounds(count: int) -> Attractors:
    """So many rounds and no more."""

    def attracteurs(G: Graph, fA: Owner) -> set[int]:
        found: set[int] = set()
        for _ in range(count):
            found = {v for v in G if (any if fA(v) else all)(w in found for w in G[v])}
        return found

    return attracteurs


def one_layer_only(G: Graph, fA: Owner) -> list[int]:
    """The course's slip: A_(k+1) looks at A_k alone."""
    layer = {v for v in G if not G[v] and not fA(v)}
    found = set(layer)
    for _ in G:
        layer = {v for v in G if G[v] and (any if fA(v) else all)(w in layer for w in G[v])}
        found |= layer
    return sorted(found)


def by_distance(G: Graph, fA: Owner) -> list[int]:
    """By the parity of the shortest way to an end: the rank of a vertex need not be that."""
    distance = {v: 0 for v in G if not G[v]}
    for n in range(len(G)):
        for v in G:
            if v not in distance and any(distance.get(w) == n for w in G[v]):
                distance[v] = n + 1
    return [v for v in G if v in distance and (distance[v] % 2 == 1) == fA(v)]


def any_predecessor(G: Graph, fA: Owner) -> list[int]:
    """Backwards, and the first successor found makes Bob's vertices won as well."""
    found = {v for v in G if not G[v] and not fA(v)}
    while True:
        more = found | {v for v in G if any(w in found for w in G[v])}
        if more == found:
            return sorted(found)
        found = more


def from_the_first(G: Graph, fA: Owner) -> list[int]:
    """Only what can be reached from the first vertex."""
    reached: list[int] = []

    def walk(v: int) -> None:
        if v not in reached:
            reached.append(v)
            for w in G[v]:
                walk(w)

    walk(next(iter(G)))
    right = set(by_layers(G, fA))
    return [v for v in reached if v in right]


def numbered(G: Graph, fA: Owner) -> list[int]:
    """Vertices taken for 0, 1, 2, ..."""
    right = by_layers(G, fA)
    return [v for v in range(len(G)) if v in right]


def greatest_fixed_point(G: Graph, fA: Owner) -> set[int]:
    """All are won until shown to be lost: endless play counts for Alice."""
    found = set(G)
    while True:
        fewer = {v for v in G if (any if fA(v) else all)(w in found for w in G[v])}
        if fewer == found:
            return found
        found = fewer


WRONG: dict[str, Attractors] = {
    "all ends won": slip(sink=lambda alice: True),
    "no end won": slip(sink=lambda alice: False),
    "ends for the opponent": slip(sink=lambda alice: alice),
    "any for both": slip(his=any),
    "all for both": slip(hers=all),
    "any and all exchanged": slip(hers=all, his=any),
    "Alice's alone": slip(kept=lambda found, G, fA: [v for v in found if fA(v)]),
    "without the ends": slip(kept=lambda found, G, fA: [v for v in found if G[v]]),
    "the others": slip(kept=lambda found, G, fA: [v for v in G if v not in found]),
    "some twice": slip(kept=lambda found, G, fA: found + found[:1]),
    "first successor alone": slip(hers=lambda values: bool(next(iter(values)))),
    "last successor alone": slip(his=lambda values: bool([*values][-1])),
    "open is lost": open_is_lost,
    "open is won": open_is_won,
    "way is lost": path_is_lost,
    "unvisited is lost": one_pass(False),
    "unvisited is won": one_pass(True),
    "three rounds": rounds(3),
    "ten rounds": rounds(10),
    "one layer only": one_layer_only,
    "by distance": by_distance,
    "any predecessor": any_predecessor,
    "from the first vertex": from_the_first,
    "numbered from zero": numbered,
    "greatest fixed point": greatest_fixed_point,
}
