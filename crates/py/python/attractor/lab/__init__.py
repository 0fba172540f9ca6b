"""Labs: the functions that students of a course are given, with its names and conventions."""

from __future__ import annotations

from . import puissance4

__all__ = ["puissance4"]
