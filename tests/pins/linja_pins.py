"""Pins of Linja: the computer's turns, and the files of tables."""

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
# The table contains the layers from here on.
_LAYER = "146"


def _options() -> Iterator[tuple[str, Document]]:
    for extra_move, negatives in product(("own", "any"), (True, False)):
        yield f"{extra_move} {negatives}", {"extra_move": extra_move, "negatives": negatives}


def opponent(folder: Path) -> Pinned:
    """The computer's first turn, with the person on the other side."""
    pinned: Pinned = {}
    for grade, n in product(GRADES, range(5)):
        puzzle = access.pack(_KIND, grade)[n][0]["puzzle"]
        for name, options in _options():
            file = folder / "a.json"
            file.write_text(json.dumps(puzzle | options))
            # Not each seed with each position; the choice must depend on both.
            seeds = (n, 1000 + n)
            pinned[f"{grade} {n} {name}"] = {
                f"{strength} of 5, seed {seed}": _choice(file, puzzle["to_move"], strength, seed)
                for strength, seed in product(_STRENGTHS, seeds)
            }
    return pinned


def _choice(file: Path, to_move: str, strength: int, seed: int) -> list[str]:
    side = "B" if to_move == "A" else "A"
    words = ("--from", file, "--as", side, "--strength", str(strength), "--seed", str(seed))
    result = access.run("linja", "play", *words, stdin="quit\n")
    assert result.exit_code == 0, result.output
    return _PLAYS.findall(result.stdout)


def games(folder: Path) -> Pinned:
    """The output of whole games: hints, a turn taken back, invalid input."""
    pinned: Pinned = {}
    input_lines = "help\nturns\nhint\nboard\n9 9\nrow\nback\n"
    for n, (name, options) in enumerate(_options()):
        puzzle = access.pack(_KIND, "medium")[n][0]["puzzle"]
        file = folder / "a.json"
        file.write_text(json.dumps(puzzle | options))
        turn = "0"
        for _ in range(4):
            command = ("linja", "play", "--from", file, "--strength", "4", "--seed", "7")
            output = access.run(*command, stdin=f"{input_lines}hint\n").stdout
            turn = output.rsplit(": when both", 1)[0].rsplit("\n", 1)[-1]
            input_lines += f"{turn}\n"
        result = access.run(*command, stdin=f"{input_lines}back\nquit\n")
        pinned[name] = [result.exit_code, *result.stdout.splitlines()]
        input_lines = "turns\n"
    return pinned


def table(folder: Path) -> Pinned:
    """The file that is built, and the output of the commands on it."""
    pinned: Pinned = {"constants": access.table_constants()}
    with access.environment(**{access.VARIABLE: str(folder)}):
        for name, options in _options():
            words = ["--extra-move", options["extra_move"]] + ["--no-negatives"] * (not options["negatives"])
            assert access.run("linja", "build", "--down-to", _LAYER, *words).exit_code == 0
            verify_result = access.run("linja", "verify", *words)
            pinned[f"{name} verified"] = [
                verify_result.exit_code,
                verify_result.stdout.replace(str(folder), "DATA"),
            ]
            stats_result = access.run("linja", "stats", *words)
            pinned[f"{name} stats"] = [
                stats_result.exit_code,
                stats_result.stderr.replace(str(folder), "DATA"),
            ]
    header = access.table_constants()["header"]
    for path in sorted((folder / "linja").iterdir()):
        raw = path.read_bytes()
        pinned[path.name] = {
            "header": json.loads(raw[:header]),
            "bytes": len(raw),
            "sha256": hashlib.sha256(raw).hexdigest(),
        }
    return pinned


def stats(folder: Path) -> Pinned:
    """The statistics of a game, and the file that stores them."""
    begin = {"A": (0, 0, 0, 1, 1, 2, 2, 6), "B": (8, 1, 1, 1, 1, 0, 0, 0)}
    statistics, stored = access.survey(folder, begin, int(_LAYER) - 2)
    return {
        **statistics,
        "kept about": stored["about"],
        "kept": access.digest(json.dumps(stored, sort_keys=True)),
    }


def moves(_: Path) -> Pinned:
    """Every turn of a position with its value, in the order of the output."""
    pinned: Pinned = {}
    for grade, (name, options) in product(GRADES, _options()):
        puzzle = access.pack(_KIND, grade)[5][0]["puzzle"] | options
        for engine in ("search", "table"):
            words = ("solve", "--json", "--moves", "--engine", engine, "-")
            answer = json.loads(access.run(*words, stdin=access.text_of(puzzle)).stdout)
            fields = [answer[field] for field in ("status", "value", "moves")]
            pinned[f"{grade} {name} {engine}"] = [fields[0], fields[1], access.digest(json.dumps(fields[2]))]
    return pinned
