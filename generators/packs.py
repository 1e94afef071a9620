"""Makes and verifies the packs: the ready puzzles that are shipped in puzzles/packs.

The bytes of a pack depend on its kind and grade alone, never on a clock: they are the same on every machine,
however often a run is killed, and with any number of processes.
"""

from __future__ import annotations

import fcntl
import json
import multiprocessing
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from generators.errors import NoneFound
from generators.pack_checks import (
    FIRST_ENGINE,
    check_pack,
    duplicate_faults,
    engines,
    manifest_faults,
    solution_faults,
)
from generators.protocol import Spec
from generators.records import make_record
from generators.registry import generators_for
from puzzles.grades import GRADES, Grade
from puzzles.ids import canonical_text
from puzzles.packs import FOLDER
from puzzles.packs.reader import (
    DamagedPack,
    Extent,
    Manifest,
    PackEntry,
    PackFiles,
    Packs,
    digest,
    lines_of,
    read_entry,
    read_manifest,
)
from puzzles.plural import plural
from puzzles.registry import KIND_IDS, kind_named
from solvers import verified
from solvers.errors import WrongAnswer
from solvers.registry import solvers_for

T = TypeVar("T")
R = TypeVar("R")

FIRST_DAY = date(2026, 11, 1)


def extend(files: PackFiles, count: int) -> None:
    """Appends puzzles until there are `count`. A run that was killed is continued where it stopped."""
    # No two grades of one generator version can have the same puzzle, so the other packs need not be ready.
    used_ids = _published_ids(files)
    with _exclusive(files):
        entries = _restore(files)
        used_ids |= {entry.record["id"] for entry in entries}
        seed = max((entry.record["seed"] for entry in entries), default=0)
        missing = count - len(entries)
        with files.records.open("ab") as records, files.solutions.open("ab") as solutions:
            while missing > 0:
                seed += 1
                record = new_record(files, seed, used_ids)
                if record is None:
                    continue
                for file, document in ((records, record), (solutions, solution_record(record))):
                    file.write(json_line(document))
                    file.flush()
                used_ids.add(record["id"])
                missing -= 1


def json_line(document: dict[str, Any]) -> bytes:
    return canonical_text(document).encode() + b"\n"


def _published_ids(files: PackFiles) -> set[str]:
    """Returns the ids of the kind's puzzles in the last edition; DamagedPack where its files have changed."""
    packs = Packs(files.folder)
    grades = packs.grades_by_kind().get(files.kind, ())
    return {entry.record["id"] for grade in grades for entry in packs.entries(files.kind, grade)}


@contextmanager
def _exclusive(files: PackFiles) -> Iterator[None]:
    """Locks the pack: a process of a killed run may still be appending to it."""
    with files.records.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _restore(files: PackFiles) -> list[PackEntry]:
    """Cuts off lines that are incomplete or are in one file only, and returns the entries that remain."""
    files.solutions.touch()
    complete = [[text for text in lines_of(path) if text.endswith(b"\n")] for path in files.both]
    n = min(map(len, complete))
    for path, lines in zip(files.both, complete, strict=True):
        os.truncate(path, sum(map(len, lines[:n])))
    return [read_entry(files, i, *both) for i, both in enumerate(zip(*complete, strict=False))]


def new_record(files: PackFiles, seed: int, used_ids: Collection[str]) -> dict[str, Any] | None:
    """Makes the puzzle of this seed; None where the maker finds none, or one whose id is used already."""
    maker = generators_for(files.kind).maker
    spec = Spec(cast(Grade, files.grade), seed, maker.options.read({}))
    try:
        record = make_record(kind_named(files.kind), maker, spec)
    except NoneFound:
        return None
    return None if record["id"] in used_ids else record


def solution_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Solves the puzzle of a record, and confirms the solution with both engines."""
    kind = kind_named(record["kind"])
    puzzle = kind.parse(record["puzzle"])
    answer = verified.solve(kind, solvers_for(kind.id), puzzle, "best", engine=FIRST_ENGINE)
    if answer.solution is None:
        raise WrongAnswer(f"{FIRST_ENGINE} answers {answer.status} to {kind.id} of seed {record['seed']}")
    solution = kind.serialise_solution(answer.solution)
    for fault in solution_faults(kind, PackEntry(record, solution, answer.score)):
        raise WrongAnswer(f"{kind.id} of seed {record['seed']}: {fault}")
    return {
        "id": record["id"],
        "solution": solution,
        "score": answer.score,
        "engines": list(engines(kind.id)),
    }


def add_edition(folder: Path, counts: Mapping[PackFiles, int]) -> None:
    """Publishes an edition: that many puzzles of each of these packs, and all other packs as they were."""
    faults = list(manifest_faults(folder))
    if faults:
        raise DamagedPack("; ".join(faults))
    manifest = read_manifest(folder)
    edition: dict[str, dict[str, Extent]] = {}
    for files in _all_packs(folder, KIND_IDS):
        last = manifest.last.get(files.kind, {}).get(files.grade)
        extent = _extent(files, counts[files]) if files in counts else last
        if extent is not None:
            edition.setdefault(files.kind, {})[files.grade] = extent
    if edition != manifest.last:
        _write(folder, replace(manifest, editions=(*manifest.editions, edition)))


def _extent(files: PackFiles, count: int) -> Extent:
    records, solutions = (digest(lines_of(path)[:count]) for path in files.both)
    return Extent(count, records, solutions)


def _write(folder: Path, manifest: Manifest) -> None:
    document = asdict(manifest) | {"first_day": manifest.first_day.isoformat()}
    path = Manifest.path(folder)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(document, indent=1) + "\n")
    new.replace(path)


def _all_packs(folder: Path, kinds: Iterable[str]) -> list[PackFiles]:
    return [PackFiles(folder, kind, grade) for kind in kinds for grade in GRADES]


def _in_processes(work: Callable[[T], R], packs: Sequence[T]) -> Iterator[R]:
    """Runs the work for every pack in a pool of processes; yields the results in the order of the packs.

    Whatever ends this ends the processes, too: `extend` continues their work later."""
    for kind in KIND_IDS:
        solvers_for(kind).prepare()
    with multiprocessing.get_context("spawn").Pool() as pool:
        yield from pool.imap(work, packs)


def _extend(task: tuple[PackFiles, int]) -> None:
    extend(*task)


@click.group()
def main() -> None:
    """Make and verify the packs of puzzles that are shipped."""


@main.command()
@click.option(
    "--kind", "kinds", type=click.Choice(KIND_IDS), multiple=True, help="Only this kind; all otherwise."
)
@click.option("--count", type=click.IntRange(1), help="How many puzzles of each grade in all.")
def make(kinds: tuple[str, ...], count: int | None) -> None:
    """Append the puzzles that are missing, and publish them as an edition."""
    with _file_errors():
        if not Manifest.path(FOLDER).exists():
            _write(FOLDER, Manifest(FIRST_DAY, ()))
        published = Packs(FOLDER)
        sizes = {
            files: max(count or generators_for(files.kind).pack_size, published.size(files.kind, files.grade))
            for files in _all_packs(FOLDER, kinds or KIND_IDS)
        }
        for files, _ in zip(sizes, _in_processes(_extend, list(sizes.items())), strict=True):
            click.echo(f"{files.name}: {sizes[files]} puzzles")
        add_edition(FOLDER, sizes)


@main.command()
@click.option(
    "--sample", type=click.IntRange(1), help="Check only this many puzzles of each grade, evenly spread."
)
def verify(sample: int | None) -> None:
    """Check the shipped puzzles, and solve them again with two engines."""
    with _file_errors():
        packs = Packs(FOLDER)
        packed = [
            PackFiles(FOLDER, kind, grade)
            for kind, grades in packs.grades_by_kind().items()
            for grade in grades
        ]
        faults = list(manifest_faults(FOLDER))
        click.echo(
            f"manifest: editions {len(packs.manifest.editions)}, packs {len(packed)}, {_fault_count(faults)}"
        )
        work = partial(check_pack, sample=sample)
        for files, report in zip(packed, _in_processes(work, packed), strict=True):
            click.echo(f"{files.name}: {report.entries} puzzles solved again, {_fault_count(report.faults)}")
            faults += report.faults
        for kind, grades in packs.grades_by_kind().items():
            faults += duplicate_faults(FOLDER, kind, grades)
    if faults:
        raise click.ClickException("\n".join(faults))


def _fault_count(faults: Sequence[str]) -> str:
    return plural(len(faults), "fault") if faults else "no faults"


@contextmanager
def _file_errors() -> Iterator[None]:
    """Reports damaged and missing files in one line, without a traceback."""
    try:
        yield
    except (DamagedPack, OSError) as e:
        raise click.ClickException(str(e)) from e


if __name__ == "__main__":
    main()
