"""Pins of puzzles: their ids, the records generated from seeds, and the packs."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tests.pins import access, inputs
from tests.pins.access import GRADES, IDS, PACKS
from tests.pins.pin import Pinned

# Options of generate other than the defaults, each with a grade that is quick to generate.
_RECORDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("end_of_line.solo", "easy", ("--rows", "4", "--cols", "5", "--blocked", "2")),
    ("end_of_line.solo", "medium", ("--rows", "4", "--cols", "4", "--blocked", "0")),
    ("end_of_line.cover", "easy", ("--rows", "4", "--cols", "6")),
    ("end_of_line.cover", "medium", ("--blocked", "4")),
    ("end_of_line.cover", "hard", ("--rows", "6", "--cols", "5", "--blocked", "3")),
    ("light_line.solo", "easy", ("--deal", "6")),
    ("light_line.solo", "medium", ("--option", "faces=free")),
    ("light_line.solo", "easy", ("--option", "unique=true")),
    ("light_line.longest", "easy", ("--deal", "6")),
    ("light_line.longest", "hard", ("--option", "faces=free")),
    ("light_line.head", "easy", ("--deal", "7")),
    ("light_line.head", "hard", ("--option", "faces=free")),
    ("light_line.place", "medium", ("--deal", "8")),
    ("light_line.place", "easy", ("--option", "faces=free")),
    ("linja.endgame", "easy", ("--option", "goal=win")),
    ("linja.endgame", "medium", ("--option", "goal=margin")),
    ("linja.endgame", "hard", ("--option", "goal=draw")),
    ("linja.endgame", "medium", ("--option", "extra_move=any")),
    ("linja.endgame", "hard", ("--option", "negatives=false")),
    ("linja.endgame", "expert", ("--option", "extra_move=any", "--option", "negatives=false")),
)
# These take a minute.
_LONG_RECORDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("light_line.solo", "hard", ("--deal", "8", "--option", "unique=true")),
)
_SEEDS = {"light_line.place": (11, 12, 13), "linja.endgame": (12, 13, 14)}


def ids(_: Path) -> Pinned:
    pinned: Pinned = {}
    for kind in IDS:
        for grade in GRADES:
            names = [access.id_of(record["puzzle"]) for record, _ in access.pack(kind, grade)[::10]]
            pinned[f"{kind} {grade}, every tenth of the pack"] = access.digest("\n".join(names))
        inputs_by_name = (
            ("solvable", inputs.solvable),
            ("impossible", inputs.impossible),
            ("twins", inputs.twins),
        )
        for name, puzzles_of in inputs_by_name:
            pinned[f"{kind} {name}"] = [access.id_of(puzzle) for puzzle in puzzles_of(kind)]
        puzzles = [*inputs.solvable(kind), access.pack(kind, "easy")[0][0]["puzzle"]]
        pinned[f"{kind} canonical"] = [
            access.digest(_text(access.canonical(a_puzzle))) for a_puzzle in puzzles
        ]
    return pinned


def _text(document: object) -> str:
    return json.dumps(document, sort_keys=True)


def records(_: Path) -> Pinned:
    """Every grade with the default options, and some others: id, difficulty, and a digest of the record."""
    pinned: Pinned = {}
    for kind in IDS:
        for grade in GRADES:
            for seed in _SEEDS.get(kind, (12,)):
                pinned[f"{kind} {grade} {seed}"] = _record(kind, grade, seed, ())
    return pinned | _with_options(_RECORDS)


def _with_options(records: tuple[tuple[str, str, tuple[str, ...]], ...]) -> Pinned:
    return {
        " ".join((kind, grade, "3", *options)): _record(kind, grade, 3, options)
        for kind, grade, options in records
    }


def long_records(_: Path) -> Pinned:
    """Many seeds of every grade, as digests."""
    pinned: Pinned = {}
    for kind in IDS:
        for grade in GRADES:
            result = access.run("generate", kind, "--grade", grade, "--seed", "100", "--count", "8")
            assert result.exit_code in (0, 3), result.output
            pinned[f"{kind} {grade} 100 to 107"] = access.digest(result.stdout + result.stderr)
    return pinned | _with_options(_LONG_RECORDS)


def _record(kind: str, grade: str, seed: int, options: tuple[str, ...]) -> str:
    result = access.run("generate", kind, "--grade", grade, "--seed", str(seed), *options)
    if result.exit_code:
        return f"{result.exit_code} {result.stderr}"
    record = json.loads(result.stdout)
    return f"{record['id']} {record['difficulty']} {access.digest(result.stdout)}"


def packs(_: Path) -> Pinned:
    """Digests of all shipped files."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(PACKS.glob("*.json*"))
    }
