"""Benchmarks Linja: its table, the search without one, the models, and generated endgames."""

from __future__ import annotations

import os
import resource
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from generators.linja.endgame import GENERATORS
from generators.protocol import Spec
from generators.records import make_record
from puzzles.grades import GRADES
from puzzles.linja.board import MAX_PROGRESS, START, USUAL, Options
from puzzles.linja.endgame import KIND, EndgamePuzzle
from puzzles.linja.turns import results
from solvers.data_folder import VARIABLE
from solvers.linja import endgame
from solvers.linja.engine import EndgameEngine
from solvers.linja.layer_window import cores
from solvers.linja.layers import LATE, placements
from solvers.linja.search import SearchEngine
from solvers.linja.table import Table, open_table, table_path
from solvers.linja.table_builder import build
from solvers.linja.table_file import Reader, file_size
from solvers.protocol import Limits, Solved
from tests.bench import linja_plain
from tests.bench.linja_positions import ALL_OPTIONS, SOURCES, by_size, positions
from tests.bench.timing import centile, format_seconds, table, timed

ENGINES = [engine.load() for engine in endgame.ENGINES]
# Building this many layers compiles the functions.
_FEW = 8
LOOKED_UP = 2_000
# The number of puzzles by stage; confirming early positions by search takes seconds.
GENERATED = {"late": 60, "middle": 4}
# The lowest total progress of the positions for the search, and their number; the range of progress, and the
# time limit in seconds.
SEARCHED = ((LATE, 80), (110, 12), (100, 4))
_WIDE, _PATIENCE = 5, 10.0
# Classes of endgames by the number of positions that they can reach.
CLASSES = [(1, 300), (301, 2_000), (2_001, 8_000), (8_001, 20_000)]
ENDGAMES = 12
_TIMES = ("median", "99 of 100", "worst")


def main() -> None:
    print("  whole table: only as `linja table`; least 30 min, 8 GB of memory, 3 GB of file;", end=" ")
    print("aim 8 min, 1.3 GB of file")
    with tempfile.TemporaryDirectory() as folder:
        rate = _late(Path(folder) / "linja")
        with _data_in(folder):
            _look_up()
            _search()
            _engines(rate)
            _generation()


def whole() -> None:
    """The whole table of the usual rules, made in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder) / "few", USUAL, MAX_PROGRESS - _FEW)
        before = _peak()
        path = Path(folder) / "whole"
        seconds, done = timed(build, path, USUAL, 0)
        assert done
        assert path.stat().st_size == file_size(0)
        start = Table(Reader(path, USUAL)).moves(START, "A")[0].value
        size, memory = path.stat().st_size / 1e9, _peak() / 1e9
    rows = [["whole table", "cores", "time", "memory at most", "of it before", "file", "value of the start"]]
    rows += [["least", "2", "30 min", "8 GB", "", "3 GB", ""], ["aim", "2", "8 min", "", "", "1.3 GB", ""]]
    figures = (f"{seconds / 60:.1f} min", f"{memory:.2f} GB", f"{before / 1e9:.2f} GB", f"{size:.2f} GB")
    table([*rows, ["now", str(cores()), *figures, str(start)]])


def _peak() -> int:
    """Returns the peak memory of this process in bytes."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@contextmanager
def _data_in(folder: str) -> Iterator[None]:
    """Uses the user's tables where they are complete, and those in the folder otherwise."""
    for options in ALL_OPTIONS:
        user_path = table_path(options)
        user_table = open_table(options)
        if user_table is not None and user_table.lowest == 0:
            path = Path(folder) / "linja" / user_path.name
            path.unlink()
            path.symlink_to(user_path.resolve())
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = folder
    try:
        yield
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


def _late(folder: Path) -> float:
    """Benchmarks building the late layers; returns placements a second."""
    build(folder / "few", USUAL, MAX_PROGRESS - _FEW)
    rows = [[f"layers from {LATE} on, {cores()} cores", "placements", "time", "least 30 s, aim 6 s"]]
    n = sum(placements(layer) for layer in range(LATE, MAX_PROGRESS + 1))
    times = []
    for options in ALL_OPTIONS:
        path = folder / table_path(options).name
        times.append(timed(build, path, options, LATE)[0])
        rows.append([path.stem, str(n), format_seconds(times[-1]), _verdict(times[-1], 30, 6)])
    table(rows)
    return n / median(times)


def _verdict(value: float, minimum: float, aim: float) -> str:
    """Compares a figure with the least and the aim; smaller is better if the aim is smaller."""
    sign = 1 if aim < minimum else -1
    return (
        "aim met"
        if sign * value <= sign * aim
        else "least met"
        if sign * value <= sign * minimum
        else "NOT MET"
    )


def _spread(times: Sequence[float]) -> list[str]:
    return [format_seconds(median(times)), format_seconds(centile(times, 99)), format_seconds(max(times))]


def _look_up() -> None:
    """Benchmarks the look-up from a board to all turns with their values, best first."""
    table_by_options = {options: open_table(options) for options in ALL_OPTIONS}
    tables = {
        options: known_table for options, known_table in table_by_options.items() if known_table is not None
    }
    lowest = max(known_table.lowest for known_table in tables.values())
    rows = [["one position from the table", "positions", *_TIMES, "of medians: least 1 ms, aim 0.1 ms"]]

    def ask(puzzle: EndgamePuzzle) -> Any:
        return tables[puzzle.options].moves(puzzle.board, puzzle.to_move)

    for low, high in ((lowest, LATE - 1), (LATE, MAX_PROGRESS - 8)):
        if low > high:
            continue
        for source in SOURCES:
            # No game has less progress than its start.
            begin = max(low, START.progress) if source == "games" else low
            puzzles = positions(begin, high, LOOKED_UP, source)
            for use in ("first use", "again"):
                times = [timed(ask, puzzle)[0] for puzzle in puzzles]
                name = f"{source}, total progress {begin} to {high}, {use}"
                rows.append([name, str(len(times)), *_spread(times), _verdict(median(times), 1e-3, 1e-4)])
    table(rows)


def _search() -> None:
    rows = [["search, no table", "positions", "unfinished", *_TIMES, "of the worst: least 5 s, aim 0.2 s"]]
    searches: dict[str, Callable[[EndgamePuzzle], bool]] = {"the best turn": _best, "all values": _all}
    for low, number in SEARCHED:
        for source in SOURCES:
            puzzles = positions(low, low + _WIDE, number, source)
            for goal, ask in searches.items():
                # For earlier positions all values only take more time.
                if low < LATE and ask is _all:
                    continue
                results = [timed(ask, puzzle) for puzzle in puzzles]
                times = [seconds for seconds, _ in results]
                unfinished = sum(not done for _, done in results)
                name = f"{source}, total progress {low} to {low + _WIDE}, {goal}"
                verdict = _verdict(max(times), 5, 0.2) if low >= LATE else ""
                rows.append([name, str(len(times)), str(unfinished), *_spread(times), verdict])
    table(rows)


def _best(puzzle: EndgamePuzzle) -> bool:
    return isinstance(SearchEngine().solve(puzzle, "best", Limits(seconds=_PATIENCE)), Solved)


def _all(puzzle: EndgamePuzzle) -> bool:
    return not isinstance(SearchEngine().moves(puzzle, Limits(seconds=_PATIENCE)), str)


def _engines(rate: float) -> None:
    """Compares all engines with the plain yardstick on small endgames, for the values of all turns."""
    rows = [
        ["all values, medians", "endgames", *(e.name for e in ENGINES), "plain", *(e.name for e in ENGINES)]
    ]
    plain_rates = []
    for (minimum, maximum), puzzles in by_size(CLASSES, ENDGAMES).items():
        plain, ours = [], [list[float]() for _ in ENGINES]
        for puzzle in puzzles:
            seconds, (expected, n) = timed(_plain, puzzle)
            plain.append(seconds)
            plain_rates.append(n / seconds)
            for engine, times in zip(ENGINES, ours, strict=True):
                _ask(engine, puzzle)
                seconds, values = timed(_ask, engine, puzzle)
                assert values == expected, KIND.serialise(puzzle)
                times.append(seconds)
        medians = [median(times) for times in ours]
        ratios = [f"{median(plain) / m:.3g}x" for m in medians]
        formatted = [*(format_seconds(m) for m in medians), format_seconds(median(plain))]
        rows.append([f"{minimum} to {maximum} positions", str(len(puzzles)), *formatted, *ratios])
    table(rows)
    reference = median(plain_rates)
    print(
        f"  positions a second: late layers {rate:.0f}, plain {reference:.0f}, ratio {rate / reference:.0f}x",
        flush=True,
    )


def _plain(puzzle: EndgamePuzzle) -> tuple[list[int], int]:
    """Returns the values and the number of positions examined."""
    plain = linja_plain.Plain(puzzle.options)
    return plain.values(list(_boards_after(puzzle)), puzzle.to_move), len(plain.values_known)


@cache
def _boards_after(puzzle: EndgamePuzzle) -> tuple[Any, ...]:
    return tuple(results(puzzle.board, puzzle.to_move, puzzle.options))


def _ask(engine: EndgameEngine, puzzle: EndgamePuzzle) -> list[int]:
    values = engine.values(_boards_after(puzzle), puzzle.to_move, puzzle.options, Limits())
    assert not isinstance(values, str), values
    return list(values)


def _generation() -> None:
    """Generation with the table, including confirmation by the search and grading."""
    rows = [["made with the table", "grade", "puzzles", *_TIMES, "a second", "least 5, aim 100"]]
    for stage, number in GENERATED.items():
        if stage != "late" and not _whole(USUAL):
            continue
        for grade in GRADES:
            options = GENERATORS.maker.options.read({"stage": stage})
            specs = [Spec(grade, seed, options) for seed in range(number + 1)]
            make_record(KIND, GENERATORS.maker, specs[0])
            times = [timed(make_record, KIND, GENERATORS.maker, spec)[0] for spec in specs[1:]]
            rate = len(times) / sum(times)
            verdict = _verdict(rate, 5, 100) if stage == "late" else ""
            rows.append([stage, grade, str(len(times)), *_spread(times), f"{rate:.1f}", verdict])
    table(rows)


def _whole(options: Options) -> bool:
    known_table = open_table(options)
    return known_table is not None and known_table.lowest == 0
