"""Cases of `attracteurs(G, fA)`."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..arenas import Arena, attracteurs
from .case import Case, Outcome, Words, _shown


@dataclass(frozen=True)
class GraphCase(Case):
    """A graph, and which of its vertices are Alice's."""

    graph: dict[int, list[int]]
    alice: frozenset[int]
    lenient: bool = False
    """An exception, or no answer in time, is right if the graph has a cycle."""

    names = ("G", "fA")
    returns = ("a list of vertices", "une liste de sommets")

    @classmethod
    def generate(cls, chance: random.Random, share: float, cycles: bool) -> GraphCase:
        count = 1 + round(share * 15)
        # The names of vertices are not always 0, 1, 2, ...
        vertices = range(count) if chance.random() < 0.5 else chance.sample(range(100), count)
        alice = frozenset(v for v in vertices if chance.random() < 0.5)
        # Moves go up in this order, which is not that of the names, unless cycles are wanted.
        order = dict(zip(vertices, chance.sample(range(count), count)))
        free = cycles and chance.random() < 0.5
        graph = {
            v: [
                w
                for w in vertices
                if (v in alice) != (w in alice)  # bipartite
                and (free or order[v] < order[w])
                and chance.random() < 5 / count
            ]
            for v in vertices
        }
        return cls(graph, alice)

    @classmethod
    def cyclic(cls, chance: random.Random, count: int) -> list[Case]:
        """Graphs with cycles, for a function that may give up on them."""
        cases: list[Case] = [replace(case, lenient=True) for case in CYCLIC]
        while len(cases) < count:
            case = cls.generate(chance, len(cases) / count, True)
            if case.has_cycle():
                cases.append(replace(case, lenient=True))
        return cases[:count]

    @classmethod
    def known(cls) -> list[Case]:
        return [
            cls({0: []}, frozenset()),
            cls({0: []}, frozenset({0})),
            # Bob's 0 is won in 2 plies by one move and in 4 by the other: layers add up.
            cls({0: [1, 2], 1: [4], 2: [3], 3: [1], 4: []}, frozenset({1, 2})),
            # One line of play, won by Alice from each vertex, and by Bob.
            *(cls({v: [v + 1] if v < 11 else [] for v in range(12)}, frozenset(range(n, 12, 2))) for n in (0, 1)),
        ]

    def has_cycle(self) -> bool:
        return Arena(*self.arguments()).acyclic is not True

    def may_give_up(self) -> bool:
        return self.lenient and self.has_cycle()

    @property
    def size(self) -> int:
        return len(self.graph) + sum(map(len, self.graph.values()))

    def smaller(self) -> Iterator[GraphCase]:
        for gone in self.graph if len(self.graph) > 1 else ():
            rest = {v: [w for w in after if w != gone] for v, after in self.graph.items() if v != gone}
            yield GraphCase(rest, self.alice - {gone}, self.lenient)
        for v, after in self.graph.items():
            for gone in after:
                yield GraphCase({**self.graph, v: [w for w in after if w != gone]}, self.alice, self.lenient)

    def arguments(self) -> tuple[Any, ...]:
        return {v: list(after) for v, after in self.graph.items()}, self.alice.__contains__

    @cached_property
    def expected(self) -> list[int]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of cycles, which are wanted here
            return attracteurs(*self.arguments())

    def text(self, name: str) -> str:
        alice = sorted(self.alice)
        hers = f"{{{', '.join(map(str, alice))}}}" if alice else "()"
        return f"{name}({self.graph}, lambda v: v in {hers})"

    def answer(self) -> Words:
        return str(self.expected), str(self.expected)

    def judge(self, returned: Any) -> Outcome:
        if not isinstance(returned, (list, tuple, Set)):
            return Outcome("type", _shown(returned))
        wrong = [v for v in self.graph if (v in returned) != (v in self.expected)]
        if wrong or len(returned) != len(self.expected):
            return Outcome("wrong", _shown(returned), wrong)
        return Outcome()

    def explained(self, outcome: Outcome) -> Iterator[Words]:
        if outcome.kind != "wrong" or not outcome.where:
            return
        rank = Arena(*self.arguments()).rank
        # What is won or lost in fewer plies comes first: all that this vertex rests upon is right.
        vertex = min((math.inf if n is None else n, v) for v in outcome.where for n in [rank[v]])[1]
        after, hers = self.graph[vertex], vertex in self.alice
        inside = [w for w in after if w in self.expected]
        outside = [w for w in after if w not in self.expected]
        owner = ("Alice's", "à Alice") if hers else ("Bob's", "à Bob")
        if not after:
            why = (
                "final, so that its owner cannot move and has lost",
                "final : son propriétaire ne peut plus jouer et a perdu",
            )
        elif hers and inside:
            why = f"and {inside[0]}, which is in, follows", f"et {inside[0]}, qui y est, le suit"
        elif hers:
            why = "and no vertex that follows is in", "et aucun de ses successeurs n'y est"
        elif outside:
            why = (
                f"and {outside[0]}, which is out, follows",
                f"et {outside[0]}, hors de là, le suit",
            )
        else:
            why = "and all vertices that follow are in", "et tous ses successeurs y sont"
        fault = ("is missing", "manque") if vertex in self.expected else ("should not be there", "est de trop")
        yield (
            f"First vertex that differs: {vertex} {fault[0]} ({owner[0]}, {why[0]})",
            f"Premier sommet qui diffère : {vertex} {fault[1]} ({owner[1]}, {why[1]})",
        )
        if self.may_give_up():
            yield (
                "The graph has a cycle, which those of the course have not: an exception would be right too, "
                "but no wrong answer. A vertex met again before its own value is known is neither won nor lost.",
                "Le graphe a un cycle, ce que ceux du cours n'ont pas : une exception serait juste aussi, mais pas une "
                "réponse fausse. Un sommet retrouvé avant que sa propre valeur soit connue n'est ni gagné ni perdu.",
            )


#: Small graphs with cycles: play that Alice, or Bob, can keep up for ever, and play that leaves the cycle.
CYCLIC = [
    GraphCase({0: [1], 1: [0]}, frozenset({0})),
    GraphCase({0: [1], 1: [0, 2], 2: []}, frozenset({0, 2})),
    GraphCase({0: [1, 3], 1: [2], 2: [1], 3: []}, frozenset({0, 2})),
    GraphCase({0: [1], 1: [0, 2], 2: [3], 3: []}, frozenset({1, 3})),
    GraphCase({0: [1], 1: [2, 0], 2: [3], 3: []}, frozenset({0, 2})),
]
