"""Errors that Python's side makes, with an id like those of Rust's."""

from __future__ import annotations

from ._attractor import Error


def bad(id: str, text: str) -> Error:
    """Bad input: what is wrong, under a name for programs."""
    error = Error(text)
    error.id = id
    return error


def refused(text: str) -> Error:
    """An argument that cannot be taken."""
    return bad("bad-argument", text)
