"""What Python's side says to people: each sentence in English and in French; errors with an id like those of Rust's."""

from __future__ import annotations

from ._attractor import Error, language


def said(english: str, french: str) -> str:
    """The sentence of the language that was set."""
    return french if language() == "fr" else english


def grouped(number: int) -> str:
    """A whole number with its thousands apart.

    >>> grouped(1234567)
    '1,234,567'
    """
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}") if language() == "fr" else f"{number:,}"


def percent(share: float) -> str:
    """A share of 1 as people read it.

    >>> percent(0.125)
    '12.5%'
    """
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%".replace(".", ",") if language() == "fr" else f"{share:.1%}"


def bad(id: str, english: str, french: str) -> Error:
    """Bad input: what is wrong, under a name for programs."""
    error = Error(said(english, french))
    error.id = id
    return error


def refused(english: str, french: str) -> Error:
    """An argument that cannot be taken."""
    return bad("bad-argument", english, french)


def needs(what: str, package: str) -> ImportError:
    """A package that is not there, and what would bring it."""
    return ImportError(
        said(
            f"{what} needs {package}: pip install {package}",
            f"{what} a besoin de {package} : pip install {package}",
        ),
        name=package,
    )
