"""Every example of the guide is run, and what it prints is compared with the page.

In the pages of `book/src/en` and `book/src/fr`:

- a fence with `<!-- file: NAME -->` before it is a file that the page's examples may read;
- a fence with `<!-- from: PATH -->` before it is a part of that file of the repository;
- a `console` fence holds commands, `$ attractor ...`, each with what it prints below. `...` stands
  for any part of a line, or, alone on a line, for any lines. The exit code is 0, or the one that a
  comment gives: `# exit code 1`;
- a `python` fence holds a doctest; all of a page share their names;
- each picture is drawn by a command of its page.

The commands need the program, whose path the environment variable ATTRACTOR gives.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "book" / "src"
PAGES = [page for lang in ("en", "fr") for page in sorted((SOURCE / lang).glob("*.md"))]
LOCALES = {"en": "en_US.UTF-8", "fr": "fr_FR.UTF-8"}

IDS = [f"{page.parent.name}/{page.stem}" for page in PAGES]

every_page = pytest.mark.parametrize("page", PAGES, ids=IDS)


@dataclass(frozen=True)
class Fence:
    """A block between ``` and ```: its language, the comment before it, its text, and the line that
    it begins at."""

    language: str
    label: tuple[str, str] | None
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command of the program with what it prints."""

    line: str
    prints: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.line, comments=True)

    @property
    def exit_code(self) -> int:
        told = re.search(r"# .*?(\d)$", self.line)
        return int(told[1]) if told else 0

    @property
    def draws(self) -> str | None:
        words = self.words
        return words[words.index("--draw") + 1] if "--draw" in words else None


def fences(page: Path) -> Iterator[Fence]:
    label: tuple[str, str] | None = None
    language: str | None = None
    body: list[str] = []
    begin = 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if language is not None:
            if line == "```":
                yield Fence(language, label, "".join(f"{text}\n" for text in body), begin)
                language, label = None, None
            else:
                body.append(line)
        elif line.startswith("```"):
            language, body, begin = line[3:].strip(), [], number
        elif comment := re.fullmatch(r"<!-- (file|from): (\S+) -->", line):
            label = (comment[1], comment[2])
        elif line:
            label = None
    assert language is None, f"{page}: a fence is not closed"


def commands(page: Path) -> Iterator[Command]:
    for fence in fences(page):
        if fence.language == "console":
            head, *parts = re.split(r"^\$ ", fence.text, flags=re.MULTILINE)
            assert not head, f"{page}:{fence.line}: a console begins with a command"
            for part in parts:
                line, _, prints = part.replace("\\\n", "").partition("\n")
                yield Command(line, prints)


def write_files(page: Path, folder: Path) -> None:
    for fence in fences(page):
        if fence.label and fence.label[0] == "file":
            (folder / fence.label[1]).write_text(fence.text, encoding="utf-8")


def same(printed: str, expected: str) -> bool:
    pattern = ""
    for line in expected.rstrip().splitlines():
        any_part = re.escape(line).replace(re.escape("..."), ".*?")
        pattern += r"(?:.*\n)*?" if line == "..." else rf"{any_part}\n"
    return re.fullmatch(pattern, printed.rstrip() + "\n") is not None


def test_same() -> None:
    assert same("a 1\nx\ny\nb\n", "a ...\n...\nb")
    assert same("a\nb\n", "a\n...\nb")
    assert not same("a\nb\n", "a\nc")
    assert not same("a\nb\n", "a...")


def slug(heading: str) -> str:
    """The anchor that mdBook gives a heading."""
    plain = re.sub(r"[`*]", "", heading).strip().lower()
    return "".join("-" if c.isspace() else c for c in plain if c.isalnum() or c in "-_ ")


def text_only(page: Path) -> str:
    return re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", page.read_text(encoding="utf-8"))


@every_page
def test_commands(page: Path, tmp_path: Path) -> None:
    program = os.environ.get("ATTRACTOR")
    if not program:
        pytest.skip("the environment variable ATTRACTOR does not name the program")
    program = shutil.which(program)
    assert program, "ATTRACTOR names no program"
    write_files(page, tmp_path)
    ours = {"LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "ATTRACTOR_BOOK"}
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment["LANG"] = LOCALES[page.parent.name]
    for command in commands(page):
        name, *words = command.words
        assert name == "attractor", f"{page}: {command.line}"
        done = subprocess.run(
            [program, *words],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=300,
        )
        told = f"{page}: $ {command.line}\n{done.stdout}\n{done.stderr}"
        assert done.returncode == command.exit_code, told
        assert same(done.stdout, command.prints), f"{told}\ninstead of\n{command.prints}"
        if (drawn := command.draws) and drawn.endswith(".svg"):
            kept = SOURCE / "images" / page.parent.name / drawn
            if os.environ.get("UPDATE_GUIDE"):
                kept.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(tmp_path / drawn, kept)
            same_picture = kept.exists() and kept.read_bytes() == (tmp_path / drawn).read_bytes()
            assert same_picture, f"{told}\n{kept} has changed: draw it again with UPDATE_GUIDE=1"


@every_page
def test_python(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "ATTRACTOR_BOOK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", LOCALES[page.parent.name])
    names: dict[str, object] = {"__name__": "__main__"}
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    said: list[str] = []
    for fence in fences(page):
        if fence.language == "python":
            assert ">>> " in fence.text or fence.label, f"{page}:{fence.line}: runs nothing"
            example = parser.get_doctest(fence.text, names, page.stem, str(page), fence.line)
            runner.run(example, out=said.append, clear_globs=False)
            names = example.globs
    assert not runner.failures, "".join(said)


@every_page
def test_parts_of_files(page: Path) -> None:
    for fence in fences(page):
        if fence.label and fence.label[0] == "from":
            whole = (ROOT / fence.label[1]).read_text(encoding="utf-8")
            assert fence.text in whole, f"{page}:{fence.line}: not in {fence.label[1]}"


def test_pages_come_in_pairs() -> None:
    english = [page.name for page in PAGES if page.parent.name == "en"]
    french = [page.name for page in PAGES if page.parent.name == "fr"]
    assert english
    assert english == french
    for name in english:
        pair = [SOURCE / lang / name for lang in ("en", "fr")]
        run = [len(list(commands(page))) for page in pair]
        assert run[0] == run[1], f"{name}: other commands"
        cells = [sum(fence.text.count(">>> ") for fence in fences(page)) for page in pair]
        assert cells[0] == cells[1], f"{name}: other lines of Python"


def test_links() -> None:
    for page in SOURCE.rglob("*.md"):
        for target in re.findall(r"\]\(([^)\s]+)\)", text_only(page)):
            if re.match(r"https?://", target):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            assert file.is_file(), f"{page}: {target} is not there"
            assert SOURCE in file.parents, f"{page}: {target} is not in the book"
            if anchor:
                headings = re.findall(r"(?m)^#+ (.*)$", file.read_text(encoding="utf-8"))
                assert anchor in map(slug, headings), f"{page}: {target} is no heading"


@every_page
def test_pictures_are_drawn_here(page: Path) -> None:
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text_only(page))
    folder = f"../images/{page.parent.name}"
    drawn = {f"{folder}/{command.draws}" for command in commands(page) if command.draws}
    assert set(shown) <= drawn
    assert len(shown) == len(set(shown))


def test_every_picture_is_shown() -> None:
    for lang in LOCALES:
        text = "".join(page.read_text(encoding="utf-8") for page in (SOURCE / lang).glob("*.md"))
        for picture in (SOURCE / "images" / lang).iterdir():
            assert f"../images/{lang}/{picture.name}" in text, f"{picture} is shown nowhere"


def test_summary_lists_every_page() -> None:
    listed = re.findall(r"\]\(([^)]+)\)", (SOURCE / "SUMMARY.md").read_text(encoding="utf-8"))
    there = {str(page.relative_to(SOURCE)) for page in SOURCE.rglob("*.md")} - {"SUMMARY.md"}
    assert len(listed) == len(set(listed))
    assert set(listed) == there
