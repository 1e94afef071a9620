"""The pictures in the README and in the rules.

`python -m tests.readme_pictures` draws them again; a test compares them.
"""

from __future__ import annotations

import json
import struct
import tempfile
from pathlib import Path
from typing import Any

import typst

from puzzles.drawing.style import Look
from puzzles.kind import PuzzleKind
from puzzles.registry import game_of, kind_named
from puzzles.texts import LANGUAGES
from solvers import verified
from solvers.protocol import Limits
from solvers.registry import solvers_for

ROOT = Path(__file__).parent.parent
ICON = ROOT / "api" / "web" / "static" / "favicon.svg"
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
    return svg_by_file | _examples()


# The kind of each game's first example in its rules.
_FIRST = {"end_of_line": "end_of_line.cover", "light_line": "light_line.solo", "linja": "linja.endgame"}


def _examples() -> dict[Path, str]:
    """Draws the first example of the rules of each game, unsolved and solved, in every language."""
    svg_by_file: dict[Path, str] = {}
    for game, folder in FOLDERS.items():
        kind, example = kind_named(_FIRST[game]), _example(game)
        puzzle, solution = kind.parse(example["puzzle"]), kind.parse_solution(example["solution"])
        for language in LANGUAGES:
            look = Look(language=language)
            for name, drawn in (("example", None), ("example-solved", solution)):
                drawing = kind.draw(puzzle, drawn, look).unaddressed()
                svg_by_file[folder / f"{name}.{language}.svg"] = drawing.svg
    return svg_by_file


def _example(game: str) -> dict[str, Any]:
    """Returns the puzzle of the first example and its solution."""
    file = FOLDERS[game] / "example.json"
    if file.exists():
        example: dict[str, Any] = json.loads(file.read_text())
        return example
    return dict(game_of(_FIRST[game]).examples[_FIRST[game]])


def _solution(kind: PuzzleKind[Any, Any], puzzle: Any) -> Any:
    """Solves with one named engine; on a busy machine a partner might find another solution."""
    return verified.solve(kind, solvers_for(kind.id), puzzle, "best", Limits(), "search").solution


def icons() -> dict[Path, bytes]:
    """Draws the icons of the web pages: one as a file .ico, and larger ones for pages that are installed."""
    small = _png(ICON, 32)
    ico = struct.pack("<HHHBBBBHHII", 0, 1, 1, 32, 32, 0, 0, 1, 32, len(small), 22) + small
    folder, whole = ICON.parent / "icons", ICON.parent / "icons" / "maskable.svg"
    pictures = {ICON.with_suffix(".ico"): ico, folder / "180.png": _png(whole, 180)}
    for size in (192, 512):
        pictures[folder / f"{size}.png"] = _png(ICON, size)
        # Systems cut it to a circle or to whatever they like.
        pictures[folder / f"maskable-{size}.png"] = _png(whole, size)
    return pictures


def _png(svg: Path, size: int) -> bytes:
    """Draws a square picture as a PNG file of this many points."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / svg.name).write_bytes(svg.read_bytes())
        page = Path(folder) / "page.typ"
        page.write_text(
            f"#set page(width: {size}pt, height: {size}pt, margin: 0pt, fill: none)\n"
            f'#image("{svg.name}", width: {size}pt)'
        )
        png: bytes = typst.compile(str(page), format="png", ppi=72.0)
    return png


if __name__ == "__main__":
    for file, content in icons().items():
        file.write_bytes(content)
    for picture, text in pictures().items():
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(text)
