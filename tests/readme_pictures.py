"""The pictures in the README. `python -m tests.readme_pictures` draws them again; a test compares them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from puzzles.kind import PuzzleKind
from puzzles.registry import kind_named
from solvers import verified
from solvers.protocol import Limits
from solvers.registry import solvers_for

ROOT = Path(__file__).parent.parent
FOLDERS = {game: ROOT / "puzzles" / game / "pictures" for game in ("end_of_line", "light_line", "linja")}


def pictures() -> dict[Path, str]:
    """Draws every picture from a golden record; returns the SVG text by file."""
    svg_by_file: dict[Path, str] = {}
    for name, kind_id, line, solved in (
        ("cover.svg", "end_of_line.cover", 2, False),
        ("cover-solved.svg", "end_of_line.cover", 2, True),
        ("solo-solved.svg", "end_of_line.solo", 4, True),
        ("solo.svg", "light_line.solo", 5, False),
        ("solo-solved.svg", "light_line.solo", 5, True),
        ("place-solved.svg", "light_line.place", 2, True),
        ("endgame.svg", "linja.endgame", 7, False),
        ("endgame-solved.svg", "linja.endgame", 7, True),
    ):
        record_lines = (ROOT / "tests" / "golden" / f"{kind_id}.jsonl").read_text().splitlines()
        kind = kind_named(kind_id)
        puzzle = kind.parse(json.loads(record_lines[line])["puzzle"])
        solution = _solution(kind, puzzle) if solved else None
        svg_by_file[FOLDERS[kind_id.split(".")[0]] / name] = kind.draw(puzzle, solution).unaddressed().svg
    return svg_by_file


def _solution(kind: PuzzleKind[Any, Any], puzzle: Any) -> Any:
    """Solves with one named engine; on a busy machine a partner might find another solution."""
    return verified.solve(kind, solvers_for(kind.id), puzzle, "best", Limits(), "search").solution


if __name__ == "__main__":
    for picture, text in pictures().items():
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(text)
