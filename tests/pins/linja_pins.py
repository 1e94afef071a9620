"""Pins of Linja: what the computer chooses, and the file of a table."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tests.pins import access
from tests.pins.access import GRADES, Document
from tests.pins.pin import Pinned

_KIND = "linja.endgame"
_STRENGTHS = range(1, 6)
_PLAYS = re.compile(r"^The computer plays (.*)$", re.MULTILINE)
# The table's file has the layers from here on.
_LAYER = "146"


def _options() -> Iterator[tuple[str, Document]]:
    for extra_move, negatives in product(("own", "any"), (True, False)):
        yield f"{extra_move} {negatives}", {"extra_move": extra_move, "negatives": negatives}


def opponent(folder: Path) -> Pinned:
    """The turn that the computer makes at once, as the person has the other side."""
    found: Pinned = {}
    for grade, n in product(GRADES, range(5)):
        puzzle = access.pack(_KIND, grade)[n][0]["puzzle"]
        for name, options in _options():
            file = folder / "a.json"
            file.write_text(json.dumps(puzzle | options))
            # Not each seed with each position: what matters is that both count.
            seeds = (n, 1000 + n)
            found[f"{grade} {n} {name}"] = {
                f"{strength} of 5, seed {seed}": _choice(file, puzzle["to_move"], strength, seed)
                for strength, seed in product(_STRENGTHS, seeds)
            }
    return found


def _choice(file: Path, to_move: str, strength: int, seed: int) -> list[str]:
    side = "B" if to_move == "A" else "A"
    words = ("--from", file, "--as", side, "--strength", str(strength), "--seed", str(seed))
    result = access.run("linja", "play", *words, given="quit\n")
    assert result.exit_code == 0, result.output
    return _PLAYS.findall(result.stdout)


def games(folder: Path) -> Pinned:
    """All that is said while one plays: best turns as hints, a turn taken back, nonsense."""
    found: Pinned = {}
    typed = "help\nturns\nhint\nboard\n9 9\nrow\nback\n"
    for n, (name, options) in enumerate(_options()):
        puzzle = access.pack(_KIND, "medium")[n][0]["puzzle"]
        file = folder / "a.json"
        file.write_text(json.dumps(puzzle | options))
        turn = "0"
        for _ in range(4):
            asked = ("linja", "play", "--from", file, "--strength", "4", "--seed", "7")
            told = access.run(*asked, given=f"{typed}hint\n").stdout
            turn = told.rsplit(": when both", 1)[0].rsplit("\n", 1)[-1]
            typed += f"{turn}\n"
        result = access.run(*asked, given=f"{typed}back\nquit\n")
        found[name] = [result.exit_code, *result.stdout.splitlines()]
        typed = "turns\n"
    return found


def table(folder: Path) -> Pinned:
    """The file as it is built, and what the commands say of it."""
    found: Pinned = {"constants": access.table_constants()}
    with access.environment(**{access.VARIABLE: str(folder)}):
        for name, options in _options():
            words = ["--extra-move", options["extra_move"]] + ["--no-negatives"] * (not options["negatives"])
            assert access.run("linja", "build", "--down-to", _LAYER, *words).exit_code == 0
            verified = access.run("linja", "verify", *words)
            found[f"{name} verified"] = [verified.exit_code, verified.stdout.replace(str(folder), "DATA")]
            refused = access.run("linja", "stats", *words)
            found[f"{name} stats"] = [refused.exit_code, refused.stderr.replace(str(folder), "DATA")]
    header = access.table_constants()["header"]
    for path in sorted((folder / "linja").iterdir()):
        raw = path.read_bytes()
        found[path.name] = {
            "header": json.loads(raw[:header]),
            "bytes": len(raw),
            "sha256": hashlib.sha256(raw).hexdigest(),
        }
    return found


def stats(folder: Path) -> Pinned:
    """What is told of a game, and the file in which it is kept."""
    begin = {"A": (0, 0, 0, 1, 1, 2, 2, 6), "B": (8, 1, 1, 1, 1, 0, 0, 0)}
    told, kept = access.survey(folder, begin, int(_LAYER) - 2)
    return {**told, "kept about": kept["about"], "kept": access.digest(json.dumps(kept, sort_keys=True))}


def moves(_: Path) -> Pinned:
    """Every turn of a position with its value, in the order in which they are told."""
    found: Pinned = {}
    for grade, (name, options) in product(GRADES, _options()):
        puzzle = access.pack(_KIND, grade)[5][0]["puzzle"] | options
        for engine in ("search", "table"):
            words = ("solve", "--json", "--moves", "--engine", engine, "-")
            told = json.loads(access.run(*words, given=access.text_of(puzzle)).stdout)
            said = [told[field] for field in ("status", "value", "moves")]
            found[f"{grade} {name} {engine}"] = [said[0], said[1], access.digest(json.dumps(said[2]))]
    return found
