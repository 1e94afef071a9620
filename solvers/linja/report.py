"""Statistics of a complete table: the value of the start, best play, and the distribution of values.

What takes minutes to compute is cached in a small file beside the table, with the checksum of the table.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from puzzles.linja.board import START, Board, Options, Player, opponent
from puzzles.linja.notation import turn_notation
from puzzles.linja.turns import apply
from solvers.linja.survey import MOVER, Counts, Longest, Survey, steps, survey
from solvers.linja.table import Table, table_path
from solvers.linja.table_file import Reader

# Raised whenever the format of the cache file changes: a file of another format is computed again.
_FORMAT = 1
FIRST: Player = "A"
Step = Callable[[], None]
# Given the number of steps of the work, it returns the function to call at each step.
StartProgress = Callable[[int], Step]


def _no_progress(_: int) -> Step:
    return lambda: None


class Incomplete(Exception):
    """The table does not go down to the first layer."""

    def __init__(self, path: Path, lowest: int | None) -> None:
        super().__init__(path, lowest)
        self.path, self.lowest = path, lowest


class BestPlay(NamedTuple):
    """The play from a position on: the turns in text form, and the final board."""

    turns: tuple[str, ...]
    end: Board


def stats(options: Options, start_progress: StartProgress = _no_progress) -> dict[str, Any]:
    """Returns all statistics as JSON; Incomplete where the table is, BadTable where it cannot be used."""
    path = table_path(options)
    if not path.exists():
        raise Incomplete(path, None)
    reader = Reader(path, options)
    if reader.lowest:
        raise Incomplete(path, reader.lowest)
    rules: dict[str, Any] = {"extra_move": options.extra_move, "negatives": options.negatives}
    return rules | {"start": opening(reader)} | cached_survey(reader, start_progress)


def opening(reader: Reader) -> dict[str, Any]:
    """Returns the value of the start, its best turns, and a game in which both play best."""
    table = Table(reader)
    moves = table.moves(START, FIRST)
    value = moves[0].value
    play = best_play(table, START, FIRST, reader.options)
    return {
        "value": value,
        "best_turns": [turn_notation(START, FIRST, move.turn) for move in moves if move.value == value],
        "turns_by_value": dict(Counter(str(move.value) for move in moves)),
        "best_play": list(play.turns),
        "end": {"A": list(play.end.A), "B": list(play.end.B)},
    }


def best_play(table: Table, board: Board, player: Player, options: Options) -> BestPlay:
    """Plays a game in which both players make the first of their best turns."""
    turns = []
    while not board.over:
        turn = table.moves(board, player)[0].turn
        turns.append(turn_notation(board, player, turn))
        board, player = apply(board, player, options, turn), opponent(player)
    return BestPlay(tuple(turns), board)


def cached_survey(reader: Reader, start_progress: StartProgress = _no_progress) -> dict[str, Any]:
    """Returns the survey from the cache file, or else computes it."""
    cache = reader.path.with_suffix(".stats.json")
    about = {"format": _FORMAT, "table": _digest(reader)}
    with suppress(OSError, ValueError):
        document = json.loads(cache.read_text())
        if isinstance(document, dict) and document.get("about") == about:
            return dict(document["survey"])
    result = _to_json(
        survey(reader, START, FIRST, start_progress(steps(START, reader.lowest))), Table(reader)
    )
    # Where the cache cannot be written, the result is returned all the same.
    with suppress(OSError):
        new = cache.with_name(f"{cache.name}.{os.getpid()}.new")
        new.write_text(json.dumps({"about": about, "survey": result}))
        new.replace(cache)
    return result


def _digest(reader: Reader) -> str:
    """Returns a checksum of the whole table, by the checksums of its layers."""
    return hashlib.sha256(b"".join(entry.digest for entry in reader.entries if entry)).hexdigest()


def _to_json(result: Survey, table: Table) -> dict[str, Any]:
    return {
        "turns_to_win": result.first,
        "placements": _counts_to_json(result.every, table),
        "reached": _counts_to_json(result.reached, table),
    }


def _counts_to_json(counts: Counts, table: Table) -> dict[str, Any]:
    values = counts.values
    total = sum(values.values())
    return {
        "count": total,
        "won": sum(n for value, n in values.items() if value > 0),
        "drawn": values.get(0, 0),
        "lost": sum(n for value, n in values.items() if value < 0),
        "mean": sum(value * n for value, n in values.items()) / total if total else None,
        "by_value": {str(value): n for value, n in values.items()},
        "by_turns_to_win": {str(turns): n for turns, n in counts.turns.items()},
        "longest_win": counts.longest and _longest_to_json(counts.longest, table),
    }


def _longest_to_json(longest: Longest, table: Table) -> dict[str, Any]:
    board = longest.board
    # The table has the value for the player who has just moved.
    (value,) = table.values([board], opponent(MOVER))
    position = {"A": list(board.A), "B": list(board.B), "to_move": MOVER}
    return {"turns": longest.turns, **position, "value": -value}
