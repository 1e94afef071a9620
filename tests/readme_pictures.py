"""The README's pictures. `python -m tests.readme_pictures` draws them anew, a test compares them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from puzzles.kind import PuzzleKind
from puzzles.registry import kind_named
from solvers import verified
from solvers.protocol import Limits
from solvers.registry import solvers_for

HOUSE = Path(__file__).parent.parent
FOLDERS = {game: HOUSE / "puzzles" / game / "pictures" for game in ("end_of_line", "light_line", "linja")}


def pictures() -> dict[Path, str]:
    """Each picture's file and text, drawn from golden records."""
    drawn: dict[Path, str] = {}
    for name, kind, line, solved in (
        ("cover.svg", "end_of_line.cover", 2, False),
        ("cover-solved.svg", "end_of_line.cover", 2, True),
        ("solo-solved.svg", "end_of_line.solo", 4, True),
        ("solo.svg", "light_line.solo", 5, False),
        ("solo-solved.svg", "light_line.solo", 5, True),
        ("place-solved.svg", "light_line.place", 2, True),
        ("endgame.svg", "linja.endgame", 7, False),
        ("endgame-solved.svg", "linja.endgame", 7, True),
    ):
        golden = (HOUSE / "tests" / "golden" / f"{kind}.jsonl").read_text().splitlines()
        it = kind_named(kind)
        puzzle = it.parse(json.loads(golden[line])["puzzle"])
        solution = _solution(it, puzzle) if solved else None
        drawn[FOLDERS[kind.split(".")[0]] / name] = it.draw(puzzle, solution).unaddressed().svg
    return drawn


def _solution(kind: PuzzleKind[Any, Any], puzzle: Any) -> Any:
    """By an engine that is named: on a busy machine a partner might answer, with another solution."""
    return verified.solve(kind, solvers_for(kind.id), puzzle, "best", Limits(), "search").solution


if __name__ == "__main__":
    for picture, text in pictures().items():
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(text)
