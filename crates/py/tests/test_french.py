"""French does not stop half-way: every sentence that a person can meet exists in both languages."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attractor
import pytest
from attractor import Arena, Error, check_game, game, laws
from attractor.effort import Effort
from attractor.lab import puissance4

SOURCE = Path(attractor.__file__).parent
RULES = Path(__file__).resolve().parents[2] / "game" / "src" / "laws.rs"

#: Functions that are given a sentence in English and in French, and how many arguments stand before.
PAIRS = {"said": 0, "refused": 0, "bad": 1, "_wrong": 2}


@pytest.fixture
def french() -> Iterator[None]:
    before = attractor.language()
    attractor.set_language("fr")
    yield
    attractor.set_language(before)


def calls() -> Iterator[tuple[str, ast.Call]]:
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PAIRS:
                yield file.name, node


def filled_in(node: ast.expr) -> set[str]:
    """What stands in braces in an f-string; plural endings are French alone."""
    found = {ast.unparse(part.value) for part in ast.walk(node) if isinstance(part, ast.FormattedValue)}
    return {text for text in found if not text.startswith(("'s' if", "_counted", "expected", "attendu"))}


def test_every_sentence_is_given_twice_with_the_same_things_filled_in() -> None:
    found = 0
    for file, call in calls():
        assert isinstance(call.func, ast.Name)
        begin = PAIRS[call.func.id]
        pair = call.args[begin : begin + 2]
        assert len(pair) == 2, f"{file}:{call.lineno}: one language only"
        if all(isinstance(part, (ast.JoinedStr, ast.Constant)) for part in pair):
            english, french = pair
            where = f"{file}:{call.lineno}"
            assert ast.unparse(english) != ast.unparse(french) or "[{percent" in ast.unparse(english), where
            if "_counted" not in ast.unparse(french):
                assert filled_in(english) == filled_in(french), where
            found += 1
    assert found > 40


def test_no_sentence_is_raised_in_one_language() -> None:
    """`raise Error("...")` in Python would be English alone."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            texts = [arg for arg in node.exc.args if isinstance(arg, (ast.Constant, ast.JoinedStr))]
            name = ast.unparse(node.exc.func)
            assert not texts or name in (*PAIRS, "needs", "self.stop"), f"{file.name}:{node.lineno}: {name}"


def test_every_law_has_a_french_name() -> None:
    own = set(re.findall(r'^[A-Z]+ = "(.+)"$', (SOURCE / "laws.py").read_text(encoding="utf-8"), re.MULTILINE))
    assert len(own) == 14 and own <= set(laws.FRENCH)
    text = RULES.read_text(encoding="utf-8")
    # Laws of every game; the others belong to companions that a game in Python has not.
    for family in ("rules", "symmetry", "notation", "estimates"):
        body = re.search(rf"    pub fn {family}\(.*?\n    }}\n", text, re.DOTALL)
        assert body is not None, family
        found = re.findall(r'(?:each|require)\(\s*(?:[^",]+,\s*)?"([^"]+)"', body[0])
        assert found and set(found) <= set(laws.FRENCH), set(found) - set(laws.FRENCH)


class Matches:
    def start(self) -> Any:
        return (3, 1)

    def turn(self, state: Any) -> Any:
        return state[1]

    def moves(self, state: Any) -> Any:
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state: Any, move: int) -> Any:
        return (state[0] - move, 3 - state[1])


class Forgetful(Matches):
    def play(self, state: Any, move: int) -> Any:
        return None


class Listed(Matches):
    def start(self) -> Any:
        return type("Row", (list,), {"__hash__": lambda self: hash(tuple(self))})([3, 1])

    def play(self, state: Any, move: int) -> Any:
        state[:] = state[0] - move, 3 - state[1]
        return state


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Arena({0: []}, None), "owner vaut None ; attendu"),  # type: ignore[arg-type]
        (lambda: Arena({0: []}, lambda v: 3), "a rendu 3 ; attendu"),
        (lambda: game("tictactoe").solve(memory="x"), "memory vaut 'x' ; attendu : un nombre d'octets"),
        (lambda: game("tictactoe").solve(seconds=-1), "seconds vaut -1 ; attendu : un nombre positif"),
        (lambda: game("tictactoe").minimax(-1), "depth vaut -1 ; attendu : un entier à partir de 0"),
        (lambda: attractor.tree_game(["a"]), "'a', dans l'arbre, n'est ni un nombre ni"),
        (lambda: game(Forgetful()).solve(), "a rendu None ; attendu : un état"),
        (lambda: game(Listed()).solve(), "a rendu l'objet même qui lui était donné"),
        (lambda: puissance4.fini([]), "G a 0 colonnes ; attendu : 7"),
        (lambda: attractor.grade(5), "5 n'est pas une fonction"),  # type: ignore[arg-type]
        (lambda: game("chess").play_line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8").play("e4"), "la partie est finie ici"),
        (lambda: game(Matches()).match(repr, "random", threads=2), "threads vaut 2"),
        (lambda: game("connect4").solve(seconds=0.01, book=False), "le temps était écoulé"),
    ],
)
def test_errors_are_french(wrong: Any, message: str) -> None:
    with pytest.raises(Error, match=re.escape(message)):
        wrong()


@pytest.mark.usefixtures("french")
def test_errors_of_other_types_are_french() -> None:
    with pytest.raises(TypeError, match="un graphe est un dictionnaire"):
        Arena([0], lambda v: 1)  # type: ignore[arg-type]
    graph: dict[int, list[int]] = {0: [], 1: []}
    with pytest.raises(RuntimeError, match="la taille du graphe a changé"):
        Arena(graph, lambda v: bool(graph.pop(v, None)))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        attractor.attracteurs({0: [1], 1: [0]}, lambda v: v == 0)
    assert str(caught[0].message).startswith("le graphe a un cycle (0 -> 1 -> 0) : ")


@pytest.mark.usefixtures("french")
def test_texts_and_reprs_are_french() -> None:
    arena = Arena({0: [1], 1: []}, lambda v: v == 0)
    assert repr(arena) == "<Arène : 2 sommets, 1 coup>"
    assert repr(arena.draw()).startswith("<Image ") and repr(arena.draw()).endswith("étapes>")
    ttt = game("tictactoe")
    assert repr(ttt) == "<Jeu tictactoe>" and repr(ttt.start).endswith("du jeu tictactoe>")
    assert str(game("nim:3").analyse().moves[2]) == "3 : gagne en 1 coup"
    match = str(ttt.match("first", "first", games=2))
    assert (
        match.startswith("2 parties : first 2 (100,0\N{NO-BREAK SPACE}% [") and " ; " in match and ", nulles 0" in match
    )
    assert "0,0\N{NO-BREAK SPACE}%" in ttt.match("first", "first", games=2)._repr_html_()
    assert str(check_game(Matches)) == "Matches : toutes les lois sont respectées sur 6 états"
    broken = str(check_game(Forgetful))
    assert broken.startswith("Forgetful : lois violées\nstart et play rendent un état : ")
    assert "a rendu None ; y a-t-il un return ?" in broken
    assert check_game(Forgetful).broken[0].law == "start and play return a state"  # a name for programs

    def wrong(G: Any, fA: Any) -> list[int]:
        return []

    report = attractor.grade(wrong, "attracteurs", cases=5)
    assert "cas faux sur" in str(report) and "attendu : " in str(report.failure)


@pytest.mark.usefixtures("french")
def test_progress_is_french() -> None:
    told: list[str] = []

    class Enough(Exception):
        pass

    def tell(done: int, total: int, text: str) -> None:
        told.append(text)
        if len(told) > 6:
            raise Enough

    with pytest.raises(Enough):
        game("connect4").search(depth=30, progress=tell)
    assert any(text.startswith("profondeur ") for text in told), told
    line = Effort(progress=True).line
    assert line is not None
    line(12345, 100000, "x")
    assert line.width > 0
    line.close()


@pytest.mark.usefixtures("french")
def test_sentences_of_rust_are_french() -> None:
    """No error of a game ends in an English sentence: a sample of bad input."""
    english = re.compile(r"\b(the|is not|expected|returned|there is|must)\b")
    for wrong in (
        lambda: game("conect4"),
        lambda: game("tictactoe").play("z9"),
        lambda: game("tictactoe").position("XX"),
        lambda: game("nim:3").minimax(2, "no"),
        lambda: game("nim:3").tree(2, "no"),
        lambda: game("nim:3").match("prfect", "random"),
        lambda: game("nim:3").draw("x.xyz"),
        lambda: Arena.parse("a 1: b"),
        lambda: Arena({0: []}, lambda v: 1).attractor(3),
        lambda: attractor.Table("no such folder"),
        lambda: game("dobutsu").arena(10),
        lambda: Arena({0: []}, lambda v: 1).check({0: 5}),
    ):
        with pytest.raises(Error) as caught:
            wrong()
        assert not english.search(str(caught.value)), caught.value
