"""Makes and verifies the packs: puzzles that are shipped ready, in puzzles/packs.

No clock decides anything here, and no other kind or grade: the bytes are the same on every machine, however
often the making is killed, and with however many processes.
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

from generators.pack_checks import (
    FIRST_ENGINE,
    check_pack,
    engines,
    manifest_faults,
    solution_faults,
    twice_faults,
)
from generators.protocol import GRADES, Grade, NoneFound, Spec, make_record
from generators.registry import generators_for
from puzzles.ids import canonical_text
from puzzles.packs import FOLDER
from puzzles.packs.reader import (
    DamagedPack,
    Entry,
    Extent,
    Files,
    Manifest,
    Packs,
    digest,
    lines_of,
    read_entry,
    read_manifest,
)
from puzzles.registry import KIND_IDS, kind_named
from solvers import verified
from solvers.errors import WrongAnswer
from solvers.registry import solvers_for

T = TypeVar("T")
R = TypeVar("R")

FIRST_DAY = date(2026, 11, 1)


def extend(files: Files, count: int) -> None:
    """Append what is missing to so many puzzles. A run that was killed goes on where it was."""
    # Among puzzles of one version no other grade can have the same one, so it need not be waited for.
    taken = _published(files)
    with _alone(files):
        there = _restored(files)
        taken |= {entry.record["id"] for entry in there}
        seed = there[-1].record["seed"] if there else 0
        missing = count - len(there)
        with files.records.open("ab") as records, files.solutions.open("ab") as solutions:
            while missing > 0:
                seed += 1
                record = made(files, seed, taken)
                if record is None:
                    continue
                for file, document in ((records, record), (solutions, solved(record))):
                    file.write(line(document))
                    file.flush()
                taken.add(record["id"])
                missing -= 1


def line(document: dict[str, Any]) -> bytes:
    return canonical_text(document).encode() + b"\n"


def _published(files: Files) -> set[str]:
    """The ids of the kind's puzzles in the last edition; DamagedPack where its files are not."""
    packs = Packs(files.folder)
    grades = packs.grades_by_kind().get(files.kind, ())
    return {entry.record["id"] for grade in grades for entry in packs.entries(files.kind, grade)}


@contextmanager
def _alone(files: Files) -> Iterator[None]:
    """What a killed run started may still append: one waits for it."""
    with files.records.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _restored(files: Files) -> list[Entry]:
    """What is there, after cutting off what is not there in full, in both files."""
    files.solutions.touch()
    whole = [[each for each in lines_of(path) if each.endswith(b"\n")] for path in files.both]
    n = min(map(len, whole))
    for path, lines in zip(files.both, whole, strict=True):
        os.truncate(path, sum(map(len, lines[:n])))
    return [read_entry(files, i, *both) for i, both in enumerate(zip(*whole, strict=False))]


def made(files: Files, seed: int, taken: Collection[str]) -> dict[str, Any] | None:
    """The record of this seed; None where none is found, or one that is there already."""
    maker = generators_for(files.kind).maker
    spec = Spec(cast(Grade, files.grade), seed, maker.options.read({}))
    try:
        record = make_record(kind_named(files.kind), maker, spec)
    except NoneFound:
        return None
    return None if record["id"] in taken else record


def solved(record: Mapping[str, Any]) -> dict[str, Any]:
    """The line of solutions for the record, proved by both engines."""
    kind = kind_named(record["kind"])
    puzzle = kind.parse(record["puzzle"])
    answer = verified.solve(kind, solvers_for(kind.id), puzzle, "best", engine=FIRST_ENGINE)
    if answer.solution is None:
        raise WrongAnswer(f"{FIRST_ENGINE} answers {answer.status} to {kind.id} of seed {record['seed']}")
    solution = kind.serialise_solution(answer.solution)
    for fault in solution_faults(kind, Entry(record, solution, answer.score)):
        raise WrongAnswer(f"{kind.id} of seed {record['seed']}: {fault}")
    return {
        "id": record["id"],
        "solution": solution,
        "score": answer.score,
        "engines": list(engines(kind.id)),
    }


def add_edition(folder: Path, counts: Mapping[Files, int]) -> None:
    """Publish so many puzzles of these packs, beside what the last edition has of others."""
    faults = list(manifest_faults(folder))
    if faults:
        raise DamagedPack("; ".join(faults))
    manifest = read_manifest(folder)
    edition: dict[str, dict[str, Extent]] = {}
    for files in _every(folder, KIND_IDS):
        before = manifest.last.get(files.kind, {}).get(files.grade)
        extent = _extent(files, counts[files]) if files in counts else before
        if extent is not None:
            edition.setdefault(files.kind, {})[files.grade] = extent
    if edition != manifest.last:
        _write(folder, replace(manifest, editions=(*manifest.editions, edition)))


def _extent(files: Files, count: int) -> Extent:
    records, solutions = (digest(lines_of(path)[:count]) for path in files.both)
    return Extent(count, records, solutions)


def _write(folder: Path, manifest: Manifest) -> None:
    document = asdict(manifest) | {"first_day": manifest.first_day.isoformat()}
    path = Manifest.path(folder)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(document, indent=1) + "\n")
    new.replace(path)


def _every(folder: Path, kinds: Iterable[str]) -> list[Files]:
    return [Files(folder, kind, grade) for kind in kinds for grade in GRADES]


def _in_processes(work: Callable[[T], R], packs: Sequence[T]) -> Iterator[R]:
    """In the order of the packs. Whatever ends this ends the processes, too: all can go on later."""
    for kind in KIND_IDS:
        solvers_for(kind).prepare()
    with multiprocessing.get_context("spawn").Pool() as pool:
        yield from pool.imap(work, packs)


def _extend(task: tuple[Files, int]) -> None:
    extend(*task)


@click.group()
def main() -> None:
    """The packs of puzzles that are shipped."""


@main.command()
@click.option(
    "--kind", "kinds", type=click.Choice(KIND_IDS), multiple=True, help="Only this kind; all otherwise."
)
@click.option("--count", type=click.IntRange(1), help="So many puzzles of each grade in all.")
def make(kinds: tuple[str, ...], count: int | None) -> None:
    """Append the puzzles that are missing, and publish them as an edition."""
    with _refusals():
        if not Manifest.path(FOLDER).exists():
            _write(FOLDER, Manifest(FIRST_DAY, ()))
        published = Packs(FOLDER)
        wanted = {
            files: max(count or generators_for(files.kind).pack_size, published.size(files.kind, files.grade))
            for files in _every(FOLDER, kinds or KIND_IDS)
        }
        for files, _ in zip(wanted, _in_processes(_extend, list(wanted.items())), strict=True):
            click.echo(f"{files.name}: {wanted[files]} puzzles")
        add_edition(FOLDER, wanted)


@main.command()
@click.option("--sample", type=click.IntRange(1), help="Only so many puzzles of each grade, evenly spread.")
def verify(sample: int | None) -> None:
    """Check and solve again, with two engines, what is shipped."""
    with _refusals():
        packs = Packs(FOLDER)
        packed = [
            Files(FOLDER, kind, grade) for kind, grades in packs.grades_by_kind().items() for grade in grades
        ]
        faults = list(manifest_faults(FOLDER))
        click.echo(f"manifest: editions {len(packs.manifest.editions)}, packs {len(packed)}, {_told(faults)}")
        work = partial(check_pack, sample=sample)
        for files, checked in zip(packed, _in_processes(work, packed), strict=True):
            click.echo(f"{files.name}: {checked.entries} puzzles solved again, {_told(checked.faults)}")
            faults += checked.faults
        for kind, grades in packs.grades_by_kind().items():
            faults += twice_faults(FOLDER, kind, grades)
    if faults:
        raise click.ClickException("\n".join(faults))


def _told(faults: Sequence[str]) -> str:
    return f"{len(faults) or 'no'} faults"


@contextmanager
def _refusals() -> Iterator[None]:
    """Files that are damaged or missing, told in a line."""
    try:
        yield
    except (DamagedPack, OSError) as e:
        raise click.ClickException(str(e)) from e


if __name__ == "__main__":
    main()
