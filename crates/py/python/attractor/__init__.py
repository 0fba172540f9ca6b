"""Attractor solves, plays and shows two-player games of perfect information.

>>> import attractor
>>> G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}
>>> attractor.Arena(G, lambda v: v < 4).attractor(1).layers
[[7], [2], [4], [0, 1]]
>>> attractor.game("tictactoe").solve().outcome
'draw'

Player 1 (J0, Alice, X, yellow, Vertical) maximises wherever values are from one side; distances are in plies.
"""

from ._attractor import Drawing, Error, GameError, LimitReached, __version__, language, set_language
from .arenas import (
    Arena,
    Attractor,
    Check,
    CyclicGraphWarning,
    Layers,
    Ranks,
    Witness,
    attracteurs,
    bipartite_double,
)
from .games import Game, GameInfo, Position, game, games, tree_game
from .grading import Failure, Grade, grade
from .laws import BrokenLaw, Laws, check_game
from .records import (
    Analysis,
    Found,
    Match,
    MoveValue,
    Node,
    Search,
    Side,
    Solved,
    Stats,
    Tree,
)
from .rules import Rules
from .tables import Table

__all__ = [
    "Analysis",
    "Arena",
    "Attractor",
    "BrokenLaw",
    "Check",
    "CyclicGraphWarning",
    "Drawing",
    "Error",
    "Failure",
    "Found",
    "Game",
    "GameError",
    "GameInfo",
    "Grade",
    "Laws",
    "Layers",
    "LimitReached",
    "Match",
    "MoveValue",
    "Node",
    "Position",
    "Ranks",
    "Rules",
    "Search",
    "Side",
    "Solved",
    "Stats",
    "Table",
    "Tree",
    "Witness",
    "__version__",
    "attracteurs",
    "bipartite_double",
    "check_game",
    "game",
    "games",
    "grade",
    "language",
    "set_language",
    "tree_game",
]
