"""The notebooks of the course run from top to bottom, and show what they promise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))
PICTURES = 8
FORMAT: Any = nbformat  # not all of it is typed

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    notebook = FORMAT.read(path, as_version=4)
    FORMAT.validate(notebook)
    return notebook


def test_both_languages() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["course_en", "course_fr"]
    cells = [[(cell.id, cell.cell_type) for cell in read(path).cells] for path in NOTEBOOKS]
    assert cells[0] == cells[1]


@every_notebook
def test_is_kept_without_outputs(path: Path) -> None:
    for cell in read(path).cells:
        assert not cell.get("outputs"), cell.id
        assert cell.get("execution_count") is None, cell.id


@every_notebook
def test_runs(path: Path, tmp_path: Path) -> None:
    notebook = read(path)
    here = {"metadata": {"path": str(tmp_path)}}
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources=here)
    client.execute()  # raises at the first cell that fails
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= PICTURES
    assert all("<svg" in output.data["image/svg+xml"] for output in pictures)
