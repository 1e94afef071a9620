"""The README's pictures. `python -m tests.pictures` draws them anew; tests/test_readme.py compares."""

from __future__ import annotations

import json
from pathlib import Path

from puzzles.registry import kind_named
from solvers import answers
from solvers.registry import solvers_for

HOUSE = Path(__file__).parent.parent
FOLDER = HOUSE / "puzzles" / "end_of_line" / "pictures"


def pictures() -> dict[str, str]:
    """Each picture's file name and text, drawn from golden records."""
    drawn = {}
    for name, kind, line, solved in (
        ("cover.svg", "end_of_line.cover", 2, False),
        ("cover-solved.svg", "end_of_line.cover", 2, True),
        ("solo-solved.svg", "end_of_line.solo", 4, True),
    ):
        golden = (HOUSE / "tests" / "golden" / f"{kind}.jsonl").read_text().splitlines()
        it = kind_named(kind)
        puzzle = it.parse(json.loads(golden[line])["puzzle"])
        solution = answers.solve(it, solvers_for(kind), puzzle, "best").solution if solved else None
        drawn[name] = it.draw_svg(puzzle, solution)
    return drawn


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text)
