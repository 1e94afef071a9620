"""Checks packs. Every fault is reported as a sentence that names the file and the line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from generators.records import generator_name
from generators.registry import generators_for
from puzzles.errors import BadInput
from puzzles.ids import puzzle_id
from puzzles.kind import PuzzleKind
from puzzles.packs.reader import (
    DamagedPack,
    PackEntry,
    PackFiles,
    digest,
    lines_of,
    read_entry,
    read_manifest,
)
from puzzles.registry import game_of, kind_named
from solvers import verified
from solvers.protocol import Count, Limits
from solvers.registry import solvers_for

FIRST_ENGINE = "search"


def engines(kind: str) -> tuple[str, str]:
    """Returns the names of two engines of different types. Without names the clock would choose one."""
    second = next(engine.name for engine in solvers_for(kind).engines if engine.name != FIRST_ENGINE)
    return FIRST_ENGINE, second


def solution_faults(
    kind: PuzzleKind[Any, Any], entry: PackEntry, limits: Limits | None = None
) -> Iterator[str]:
    """Yields what is wrong with the solution, or with what record and kind promise about solutions.

    `limits` apply to each call of an engine; a call that ends without an answer is a fault."""
    solvers, limits = solvers_for(kind.id), limits or Limits()
    puzzle, solution = kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution)
    violations = kind.verify(puzzle, solution)
    yield from map(str, violations)
    if violations:
        return
    if kind.score(puzzle, solution) != entry.score:
        yield f"its score is {kind.score(puzzle, solution)}, not {entry.score}"
    value = None
    if solvers.valued is not None:
        judgement = solvers.valued.judge(puzzle, solution, limits)
        if isinstance(judgement, str):
            yield f"its value was not found ({judgement} limit)"
        else:
            yield from map(str, judgement.violations)
            value = judgement.value
    number = 1 if kind.facts.unique else game_of(kind.id).solution_count(entry.record)
    for name in engines(kind.id):
        answer = verified.solve(kind, solvers, puzzle, "best", limits, name)
        result = _words(answer.status, answer.score, answer.value, answer.proven)
        expected = _words("solved", entry.score, value)
        if result != expected:
            yield f"{name} answers {result}; expected {expected}"
        if number is not None:
            counted = verified.count(solvers, puzzle, number + 1, limits, name)
            if counted != Count(number, True):
                yield f"{name} counts {counted.n} solutions, not {number}"


def _words(status: str, score: int | None, value: int | None, proven: bool = True) -> str:
    """Returns an answer in words; `proven` matters only where there is a solution."""
    words = [status]
    if score is not None:
        words.append(f"score {score}")
    if value is not None:
        words.append(f"value {value}")
    if status == "solved" and not proven:
        words.append("not proven to be the best")
    return ", ".join(words)


def entry_faults(files: PackFiles, entry: PackEntry) -> Iterator[str]:
    """Yields what is wrong with a shipped puzzle."""
    record, kind, generators = entry.record, kind_named(files.kind), generators_for(files.kind)
    try:
        puzzle = kind.parse(record["puzzle"])
        kind.parse_solution(entry.solution)
    except BadInput as e:
        yield str(e)
        return
    name = puzzle_id(kind, puzzle)
    expected = {"id": name, "kind": files.kind, "grade": files.grade, "url": f"/v1/puzzles/{name}"}
    yield from (
        f"its {field} is {record.get(field)}, not {value}"
        for field, value in expected.items()
        if record.get(field) != value
    )
    # Another version of the generator may have graded differently, and shipped puzzles never change.
    if record.get("generator") == generator_name(generators.maker):
        grading = generators.grader.grade(puzzle)
        if grading is None or asdict(grading) != {name: record.get(name) for name in asdict(grading)}:
            yield f"graded {grading and grading.grade} {grading and grading.difficulty}, unlike its record"
    yield from solution_faults(kind, entry)


@dataclass(frozen=True)
class PackReport:
    """How many puzzles of a pack were checked, and the faults of its lines."""

    entries: int
    faults: tuple[str, ...]


def check_pack(files: PackFiles, sample: int | None = None) -> PackReport:
    """Checks all puzzles of a pack, or a sample of that size, spread evenly."""
    records, solutions = map(lines_of, files.both)
    n = min(len(records), len(solutions))
    indices = range(n) if sample is None else range(0, n, max(1, n // sample))[:sample]
    faults: list[str] = []
    if len(records) != len(solutions):
        faults.append(f"{files.name}: {len(records)} records, but {len(solutions)} solutions")
    for i in indices:
        try:
            entry = read_entry(files, i, records[i], solutions[i])
        except DamagedPack as e:
            faults.append(str(e))
            continue
        faults += (f"{files.records.name}, line {i + 1}: {fault}" for fault in entry_faults(files, entry))
    return PackReport(len(indices), tuple(faults))


def manifest_faults(folder: Path) -> Iterator[str]:
    """Yields the packs of all editions that are missing or have changed."""
    for number, edition in enumerate(read_manifest(folder).editions, 1):
        for kind, grades in edition.items():
            for grade, extent in grades.items():
                for path, checksum in zip(PackFiles(folder, kind, grade).both, extent.both, strict=True):
                    if digest(lines_of(path)[: extent.count]) != checksum:
                        yield f"{path.name}: the first {extent.count} lines are not those of edition {number}"


def duplicate_faults(folder: Path, kind: str, grades: tuple[str, ...]) -> Iterator[str]:
    """Yields the puzzles that a kind has twice."""
    first_locations: dict[str, str] = {}
    for grade in grades:
        files = PackFiles(folder, kind, grade)
        for n, (record, solution) in enumerate(zip(*map(lines_of, files.both), strict=False)):
            where = f"{files.records.name}, line {n + 1}"
            name = read_entry(files, n, record, solution).record["id"]
            if name in first_locations:
                yield f"{where}: {name} is at {first_locations[name]} as well"
            first_locations[name] = where
