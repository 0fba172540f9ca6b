"""The Connect Four lab: the values of the course, a slow twin, games, bad input."""

from __future__ import annotations

import builtins
import copy
import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attractor import Error
from attractor.lab import puissance4 as p4

Grid = list[list[int]]

loose: Any = p4  # for calls that a type checker would refuse

# Column by column from the left, bottom first; full, and nobody has four in a row.
DRAWN = ["112211", "221122", "112211", "221122", "112211", "221122", "112211"]


def grid(*columns: str) -> Grid:
    """The grid of these columns, each from the bottom: "12" is a disc of 1 under one of 2."""
    given = [[int(cell) for cell in column.ljust(6, "0")] for column in columns]
    return given + p4.init()[len(given) :]


def random_grids(count: int, seed: int = 1) -> Iterator[tuple[Grid, int]]:
    """Grids that play can reach, won ones too, with who is to move."""
    chance = random.Random(seed)
    for _ in range(count):
        G, player = p4.init(), 1
        for _ in range(chance.randrange(43)):
            if p4.fini(G) or not p4.coups(G):
                break
            x, y = chance.choice(p4.coups(G))
            G[x][y] = player
            player = 3 - player
        yield G, player


def twin_utilite(G: Grid, j: int, W: list[float]) -> float:
    pairs = [p4.nbr_pions(A, G, j) for A in p4.A_gagnants]
    return sum(W[n] for n, other in pairs if not other) - sum(W[m] for n, m in pairs if not n)


def twin_minmax(G: Grid, j: int, W: list[float], p: int) -> tuple[float, list[tuple[int, int]]]:
    if p == 0 or p4.fini(G) or not p4.coups(G):
        return twin_utilite(G, j, W), []
    values = {}
    for x, y in p4.coups(G):
        G[x][y] = j
        values[x, y] = -twin_minmax(G, 3 - j, W, p - 1)[0]
        G[x][y] = 0
    best = max(values.values())
    return best, [move for move, value in values.items() if value == best]


# The grid


def test_the_empty_grid_has_columns_of_its_own() -> None:
    G = p4.init()
    G[0][0] = 1
    assert p4.init() == [[0] * 6] * 7
    assert G[1][0] == 0


def test_display_shows_the_top_row_first(capsys: pytest.CaptureFixture[str]) -> None:
    p4.display(grid("12"))
    assert capsys.readouterr().out == ". . . . . . .\n" * 4 + "o . . . . . .\nx . . . . . .\n"


def test_there_are_69_alignments_and_as_many_through_each_cell_as_the_course_says() -> None:
    assert len(p4.tous_align()) == len(set(p4.tous_align())) == 69
    assert p4.A_gagnants == p4.tous_align()
    table = [[3, 4, 5, 7, 5, 4, 3], [4, 6, 8, 10, 8, 6, 4], [5, 8, 11, 13, 11, 8, 5]]
    for y, row in enumerate(table + table[::-1]):
        for x, through in enumerate(row):
            assert sum((x, y) in A for A in p4.A_gagnants) == through


def test_fini_names_the_winner() -> None:
    assert p4.fini(p4.init()) == 0
    assert p4.fini(grid("1111")) == 1
    assert p4.fini(grid("1", "2", "2", "2", "2")) == 2
    assert p4.fini(grid("1", "21", "121", "2121")) == 1
    assert p4.fini(grid("1112", "112", "12", "2")) == 2
    assert p4.fini(grid(*DRAWN)) == 0


def test_coups_gives_what_can_be_filled_won_or_not() -> None:
    assert p4.coups(p4.init()) == [(x, 0) for x in range(7)]
    assert p4.coups(grid(*DRAWN)) == []
    assert p4.coups(grid(*DRAWN[:6], "11221")) == [(6, 5)]
    assert p4.coups(grid("1111"))[0] == (0, 4)


def test_nbr_pions_counts_for_either_player() -> None:
    G = grid("1121")
    assert p4.nbr_pions(p4.A_gagnants[0], G, 1) == (3, 1)
    assert p4.nbr_pions(p4.A_gagnants[0], G, 2) == (1, 3)


# Min-max


def test_values_of_the_course() -> None:
    assert p4.W1[1] == 1
    for W in (p4.W1, p4.W2):
        assert len(W) == 5
        assert W[4] == math.inf
    G = p4.init()
    assert p4.minmax(G, 1, p4.W1, 1) == (7, (3, 0))
    assert p4.minimax is p4.minmax
    G[3][0] = 1
    assert p4.utilite(G, 1, p4.W1) == 7
    assert p4.utilite(G, 2, p4.W1) == -7


def test_utilite_is_that_of_the_definition() -> None:
    for G, player in random_grids(100):
        for W in (p4.W1, p4.W2, [0.5, 2, 3.5, 11, math.inf]):
            assert p4.utilite(G, player, W) == twin_utilite(G, player, W)


def test_minmax_is_that_of_the_definition_and_leaves_the_grid() -> None:
    for n, (G, player) in enumerate(random_grids(24)):
        before = copy.deepcopy(G)
        depth = n % 3
        value, best = twin_minmax(G, player, p4.W2, depth)
        got, move = p4.minmax(G, player, p4.W2, depth)
        assert got == value
        assert move in best if best else move is None
        assert before == G


def test_equally_good_moves_are_drawn_at_random() -> None:
    G = grid("", "1", "1", "1")
    moves = {p4.minmax(G, 1, p4.W1, 1) for _ in range(50)}
    assert moves == {(math.inf, (0, 0)), (math.inf, (4, 0))}
    assert len({p4.minmax(G, 1, p4.W1, 1, seed=7) for _ in range(10)}) == 1
    # All moves lose: they are equally good, and there is one.
    lost = grid("", "2", "2", "2", "", "1", "1")
    value, move = p4.minmax(lost, 1, p4.W1, 2)
    assert value == -math.inf
    assert move in p4.coups(lost)


def test_no_move_is_given_where_the_game_is_over() -> None:
    assert p4.minmax(grid("1111"), 2, p4.W1, 3) == (-math.inf, None)
    assert p4.minmax(grid(*DRAWN), 1, p4.W1, 3) == (0, None)
    # Beyond the end of the game there is nothing more to see.
    assert p4.minmax(grid(*DRAWN[:6], "11221"), 1, p4.W1, 10**30)[1] == (6, 5)


def test_grids_and_weights_may_be_other_sequences() -> None:
    G = tuple(map(tuple, grid("1")))
    assert p4.utilite(G, 1, tuple(p4.W1)) == 3
    assert p4.minmax(G, 2, tuple(p4.W1), 1) == p4.minmax(G, 2, p4.W1, 1)
    numpy = pytest.importorskip("numpy")
    assert p4.utilite(numpy.array(G), 1, numpy.array(p4.W1)) == 3
    assert p4.coups(numpy.array(G)) == p4.coups(G)


# Games


def is_played_out(G: Grid, winner: int) -> bool:
    discs = [sum(column.count(player) for column in G) for player in (1, 2)]
    return p4.fini(G) == winner and discs[0] - discs[1] in (0, 1) and (winner > 0 or not p4.coups(G))


def test_random_games_are_played_out_and_repeatable(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(50):
        winner, G = p4.joue_random(seed=seed)
        assert is_played_out(G, winner)
    assert p4.joue_random(seed=3) == p4.joue_random(seed=3)
    random.seed(5)
    first = [p4.joue_random() for _ in range(3)]
    random.seed(5)
    assert first == [p4.joue_random() for _ in range(3)]
    assert first[0] != first[1]
    winner = p4.test_random(seed=3)
    assert winner == p4.joue_random(seed=3)[0]
    assert len(capsys.readouterr().out.splitlines()) == 6


def test_who_begins_wins_more_often_at_random(capsys: pytest.CaptureFixture[str]) -> None:
    bilan = p4.probabilité_hasard(20000, seed=1)
    assert p4.probabilite_hasard is p4.probabilité_hasard
    assert bilan.parties == 20000
    assert 0.54 < bilan.joueur1.bas < bilan.joueur1.taux < bilan.joueur1.haut < 0.57
    assert 0.43 < bilan.joueur2.bas < bilan.joueur2.taux < bilan.joueur2.haut < 0.46
    assert 0 < bilan.nuls.bas < bilan.nuls.taux < bilan.nuls.haut < 0.01
    assert bilan.joueur1.victoires + bilan.joueur2.victoires + bilan.nuls.victoires == 20000
    printed = capsys.readouterr().out
    low, high = (f"{100 * n:.1f} %".replace(".", ",") for n in bilan.joueur1[2:])
    assert f"[{low} ; {high}]" in printed


@pytest.mark.parametrize("W", [p4.W1, p4.W2])
def test_deeper_play_wins(W: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    first = p4.mesure_force(W, 2, 1, 400, seed=1)
    assert first.joueur2.haut < first.joueur1.bas
    second = p4.mesure_force(W, 1, 2, 400, seed=1)
    assert second.joueur1.haut < second.joueur2.bas
    assert capsys.readouterr().out.count("400 parties, intervalles à 95 %") == 2
    assert p4.mesure_force(W, 1, 2, 400, seed=1) == second


def test_joue_partie_shows_the_grid_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    winner, G = p4.joue_partie(p4.W1, 2, 0, False, seed=4)
    assert is_played_out(G, winner)
    assert capsys.readouterr().out == ""
    assert p4.joue_partie(p4.W1, 2, 0, True, seed=4) == (winner, G)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 7
    assert printed[-1] in ("Le joueur 1 gagne.", "Le joueur 2 gagne.", "Match nul.")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Lets a person type these lines, then the end of input."""
    left = iter(lines)

    def answer(prompt: str = "") -> str:
        for line in left:
            return line
        raise EOFError

    monkeypatch.setattr(builtins, "input", answer)


def test_a_person_plays_the_machine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # Against depth 2 a person who always plays on the left loses.
    typed(monkeypatch, *["0", "1"] * 42)
    winner, G = p4.joue_partie_h_m(p4.W2, 2, seed=1)
    assert winner == 2
    assert is_played_out(G, 2)
    assert "Le joueur 2 gagne." in capsys.readouterr().out


def test_an_illegal_column_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "7", "-1", "²", "trois", "", "3")
    winner, G = p4.joue_partie_h_m(p4.W1, 1, seed=1)
    assert winner is None
    assert G[3][0] == 1
    assert sum(cell > 0 for column in G for cell in column) == 2
    printed = capsys.readouterr().out
    assert printed.count("ne peut pas être joué. Colonnes possibles : 0, 1, 2, 3, 4, 5, 6.") == 5
    assert printed.endswith("Partie interrompue.\n")


def test_a_full_column_is_asked_for_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "0", "1")
    assert p4._asked(grid("121212", "1")) == (1, 1)
    assert "« 0 » ne peut pas être joué" in capsys.readouterr().out


def test_a_person_may_answer_and_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "q")
    winner, G = p4.joue_partie_h_m(p4.W1, 1, humain=2)
    assert winner is None
    assert grid("", "", "", "1") == G


# Bad input


@pytest.mark.parametrize(
    ("G", "culprit"),
    [
        (None, "G is None"),
        ([1, 2, 3], "G is [1, 2, 3]"),
        (p4.init()[:6], "G has 6 columns"),
        ([[0] * 6] * 6 + [[0] * 5], "G[6] has 5 cells"),
        (grid("11", "02"), "G[1][1] is a disc that floats"),
        (grid("11", "12003"), "G[1][4] is 3"),
        ([["0"] * 6] * 7, "G[0][0] is '0'"),
        ([[0.5] * 6] * 7, "G[0][0] is 0.5"),
        (grid("1111", "2222"), "both players"),
    ],
)
def test_a_bad_grid_is_named(G: Any, culprit: str) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: p4.fini(G),
        lambda: p4.utilite(G, 1, p4.W1),
        lambda: p4.minmax(G, 1, p4.W1, 1),
    ]
    if culprit != "both players":
        calls += [lambda: p4.display(G), lambda: p4.coups(G)]
    for call in calls:
        with pytest.raises(Error) as caught:
            call()
        assert culprit in str(caught.value)
        assert caught.value.id == "bad-grid"


@pytest.mark.parametrize(
    ("call", "id", "culprit"),
    [
        (lambda: loose.utilite(loose.init(), 3, loose.W1), "bad-player", "3"),
        (lambda: loose.minmax(loose.init(), "1", loose.W1, 1), "bad-player", "'1'"),
        (lambda: loose.nbr_pions(loose.A_gagnants[0], loose.init(), 0), "bad-player", "0"),
        (lambda: loose.nbr_pions(((0, 0), (9, 9)), loose.init(), 1), "bad-alignment", "(9, 9)"),
        (lambda: loose.nbr_pions(loose.A_gagnants[0], grid("15"), 1), "bad-grid", "G[0][1] is 5"),
        (lambda: loose.nbr_pions(loose.A_gagnants[0], [], 1), "bad-grid", "0 columns"),
        (lambda: loose.utilite(loose.init(), 1, [0, 1, 2]), "bad-weights", "3 weights"),
        (lambda: loose.utilite(loose.init(), 1, [0, 1, "2", 3, 4]), "bad-weights", "W[2] is '2'"),
        (
            lambda: loose.utilite(loose.init(), 1, [0, 1, 2, math.nan, 4]),
            "bad-weights",
            "W[3] is nan",
        ),
        (lambda: loose.joue_partie(7, 1, 1), "bad-weights", "W is 7"),
        (lambda: loose.minmax(loose.init(), 1, loose.W1, -1), "bad-depth", "p is -1"),
        (lambda: loose.minmax(loose.init(), 1, loose.W1, 1.5), "bad-depth", "p is 1.5"),
        (lambda: loose.joue_partie(loose.W1, 1, -2), "bad-depth", "p2 is -2"),
        (lambda: loose.mesure_force(loose.W1, "1", 2, 3), "bad-depth", "p1 is '1'"),
        (lambda: loose.mesure_force(loose.W1, 1, 2, 0), "bad-number", "k is 0"),
        (lambda: loose.probabilité_hasard(2.5), "bad-number", "k is 2.5"),
        (lambda: loose.joue_random(seed=-1), "bad-seed", "seed is -1"),
        (lambda: loose.joue_partie_h_m(loose.W1, -1), "bad-depth", "p is -1"),
        (lambda: loose.joue_partie_h_m(loose.W1, 1, humain=3), "bad-player", "3"),
    ],
)
def test_bad_arguments_are_named(call: Callable[[], Any], id: str, culprit: str) -> None:
    with pytest.raises(Error) as caught:
        call()
    assert culprit in str(caught.value)
    assert caught.value.id == id


def test_grids_that_are_returned_can_be_played_on() -> None:
    for _, grid in (p4.joue_random(seed=1), p4.joue_partie(p4.W1, 1, 1, False)):
        assert all(type(column) is list for column in grid)
        grid[0][0] = 0
