"""Tests the shipped packs and the commands that make and verify them."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from generators import packs as making
from generators.pack_checks import check_pack, duplicate_faults, engines, manifest_faults
from generators.packs import add_edition, extend, json_line, new_record, solution_record
from generators.records import generator_name
from generators.registry import generators_for
from puzzles import packs, registry
from puzzles.grades import GRADES
from puzzles.ids import puzzle_id
from puzzles.packs.reader import DamagedPack, Manifest, PackFiles, lines_of, read_manifest
from puzzles.registry import kind_named
from tests.tiers import reach

KINDS = [kind.id for kind in registry.KINDS]
PACKS = [PackFiles(packs.FOLDER, kind, grade) for kind in KINDS for grade in GRADES]
# A pack that is made within moments.
QUICK = "light_line.head", "easy"


def _name(files: PackFiles) -> str:
    return files.name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder without packs."""
    Manifest.path(tmp_path).write_text('{"first_day": "2026-11-01", "editions": []}')
    return tmp_path


@pytest.fixture
def quick(folder: Path) -> PackFiles:
    """A pack of five puzzles."""
    files = PackFiles(folder, *QUICK)
    extend(files, 5)
    return files


def _bytes(files: PackFiles) -> list[bytes]:
    return [path.read_bytes() for path in files.both]


def _run(folder: Path, monkeypatch: pytest.MonkeyPatch, *args: str) -> Result:
    monkeypatch.setattr(making, "FOLDER", folder)
    return CliRunner().invoke(making.main, args)


def test_packs_are_large_enough() -> None:
    assert packs.grades_by_kind() == dict.fromkeys(KINDS, GRADES)
    for kind in KINDS:
        sizes = {packs.size(kind, grade) for grade in GRADES}
        assert len(sizes) == 1, f"{kind} has not the same number of every grade: {sizes}"
        assert min(sizes) >= generators_for(kind).pack_size


def test_files_and_editions_agree() -> None:
    """All lines of the files are in the last edition, and every file belongs to it."""
    for files in PACKS:
        assert [len(lines_of(path)) for path in files.both] == [packs.size(files.kind, files.grade)] * 2
    expected = {path for files in PACKS for path in files.both} | {Manifest.path(packs.FOLDER)}
    assert {path for path in packs.FOLDER.iterdir() if path.suffix not in (".py", "")} == expected


def test_every_edition_is_still_there() -> None:
    assert list(manifest_faults(packs.FOLDER)) == []
    editions = read_manifest(packs.FOLDER).editions
    for earlier, later in pairwise(editions):
        for kind, grades in earlier.items():
            for grade, extent in grades.items():
                assert later[kind][grade].count >= extent.count


@pytest.mark.parametrize("files", PACKS, ids=_name)
def test_every_line_is_correct(files: PackFiles) -> None:
    kind = kind_named(files.kind)
    records, solutions = ([json.loads(text_line) for text_line in lines_of(path)] for path in files.both)
    assert [json_line(text_line) for text_line in records] == lines_of(files.records)
    assert [json_line(text_line) for text_line in solutions] == lines_of(files.solutions)
    seeds = [record["seed"] for record in records]
    assert len(set(seeds)) == len(seeds)
    for record, solution_entry in zip(records, solutions, strict=True):
        puzzle, solution = kind.parse(record["puzzle"]), kind.parse_solution(solution_entry["solution"])
        name = puzzle_id(kind, puzzle)
        assert (record["id"], solution_entry["id"]) == (name, name)
        assert (record["kind"], record["grade"]) == (files.kind, files.grade)
        assert record["puzzle"] == kind.serialise(puzzle)
        assert kind.verify(puzzle, solution) == ()
        assert kind.score(puzzle, solution) == solution_entry["score"]
        assert solution_entry["engines"] == list(engines(files.kind))


@pytest.mark.parametrize("kind", KINDS)
def test_no_puzzle_is_duplicated(kind: str) -> None:
    assert list(duplicate_faults(packs.FOLDER, kind, GRADES)) == []


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("files", PACKS, ids=_name)
def test_a_puzzle_made_again_is_the_same(files: PackFiles) -> None:
    """Only for puzzles of the current generators."""
    maker = generators_for(files.kind).maker
    lines = list(zip(*map(lines_of, files.both), strict=True))
    for record_line, solution_line in reach(test=lines[-1:], long=[lines[len(lines) // 2], lines[-1]]):
        record = json.loads(record_line)
        if record["generator"] == generator_name(maker):
            record_again = new_record(files, record["seed"], ())
            assert record_again is not None
            assert (json_line(record_again), json_line(solution_record(record_again))) == (
                record_line,
                solution_line,
            )


def test_seeds_count_from_one_and_double_ids_are_skipped(quick: PackFiles) -> None:
    records = [json.loads(record_line) for record_line in lines_of(quick.records)]
    third = records[2]
    assert new_record(quick, third["seed"], {third["id"]}) is None
    expected = [record for seed in range(1, 9) if (record := new_record(quick, seed, ())) is not None]
    assert records == expected[:5]


@pytest.mark.parametrize(("record_loss", "solution_loss"), [(7, 0), (0, 7), (900, 1), (0, 2000), (1, 10**6)])
def test_an_interrupted_run_resumes(quick: PackFiles, record_loss: int, solution_loss: int) -> None:
    """A partial line, or lines whose counterpart was not written yet."""
    complete = _bytes(quick)
    for path, content, loss in zip(quick.both, complete, (record_loss, solution_loss), strict=True):
        path.write_bytes(content[: max(0, len(content) - loss)])
    extend(quick, 5)
    assert _bytes(quick) == complete


@pytest.mark.process
def test_a_killed_run_resumes(folder: Path) -> None:
    files = PackFiles(folder, *QUICK)
    program = (
        "from generators.packs import extend; from puzzles.packs.reader import PackFiles; import pathlib, sys"
    )
    program += "; extend(PackFiles(pathlib.Path(sys.argv[1]), *sys.argv[2:]), 100000)"
    with subprocess.Popen([sys.executable, "-c", program, str(folder), *QUICK]) as process:
        while not files.solutions.exists() or len(lines_of(files.solutions)) < 3:
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    line_count = max(len(lines_of(path)) for path in files.both)
    before = files.records.read_bytes()
    extend(files, line_count + 2)
    uninterrupted = PackFiles(folder / "other", *QUICK)
    uninterrupted.folder.mkdir()
    Manifest.path(uninterrupted.folder).write_bytes(Manifest.path(folder).read_bytes())
    extend(uninterrupted, line_count + 2)
    assert _bytes(files) == _bytes(uninterrupted)
    accepted = before[: before.rindex(b"\n") + 1]
    assert files.records.read_bytes().startswith(accepted)


@pytest.mark.process
def test_the_commands(folder: Path, quick: PackFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs made in subprocesses are the same; a new edition keeps the first."""
    five = _bytes(quick)
    for path in quick.both:
        path.unlink()
    for count in (5, 6):
        assert _run(folder, monkeypatch, "make", "--kind", QUICK[0], "--count", str(count)).exit_code == 0
    assert [whole.startswith(part) for whole, part in zip(_bytes(quick), five, strict=True)] == [True, True]
    first, second = read_manifest(folder).editions
    assert [grades[QUICK[1]].count for (grades,) in (first.values(), second.values())] == [5, 6]
    assert first[QUICK[0]][QUICK[1]].both == tuple(hashlib.sha256(part).hexdigest() for part in five)
    verification = _run(folder, monkeypatch, "verify", "--sample", "2")
    assert verification.exit_code == 0
    assert "manifest: editions 2, packs 4, no faults\n" in verification.stdout
    assert "light_line.head.expert: 2 puzzles solved again, no faults\n" in verification.stdout


def test_no_change_makes_no_edition(folder: Path, quick: PackFiles) -> None:
    add_edition(folder, {quick: 5})
    add_edition(folder, {quick: 5})
    assert len(read_manifest(folder).editions) == 1


def _pack_of_one(folder: Path, kind: str, grade: str) -> PackFiles:
    """Returns a pack of the first shipped puzzle."""
    files = PackFiles(folder, kind, grade)
    for path, shipped in zip(files.both, PackFiles(packs.FOLDER, kind, grade).both, strict=True):
        path.write_bytes(lines_of(shipped)[0])
    return files


def _spoil(path: Path, n: int, **fields: Any) -> None:
    lines = lines_of(path)
    lines[n] = json_line(json.loads(lines[n]) | fields)
    path.write_bytes(b"".join(lines))


def test_a_damaged_line_is_refused_by_name(quick: PackFiles) -> None:
    lines = lines_of(quick.records)
    quick.records.write_bytes(b"".join([*lines[:1], b'{"id": 3\n', *lines[2:]]))
    with pytest.raises(DamagedPack, match=r"^light_line\.head\.easy\.jsonl, line 2: not JSON$"):
        extend(quick, 6)
    assert check_pack(quick).faults == ("light_line.head.easy.jsonl, line 2: not JSON",)
    quick.records.write_bytes(b"".join([lines[1], lines[0], *lines[2:]]))
    with pytest.raises(
        DamagedPack, match=r"^light_line\.head\.easy\.solutions\.jsonl, line 1: not the solution"
    ):
        extend(quick, 6)


def test_a_changed_published_pack_is_not_extended(folder: Path, quick: PackFiles) -> None:
    add_edition(folder, {quick: 4})
    quick.solutions.write_bytes(b"".join(lines_of(quick.solutions)[:3]))
    before = _bytes(quick)
    with pytest.raises(DamagedPack, match=r"^light_line\.head\.easy\.solutions\.jsonl: the first 4 lines"):
        extend(quick, 6)
    assert _bytes(quick) == before
    with pytest.raises(DamagedPack, match="are not those of edition 1"):
        add_edition(folder, {quick: 4})


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"grade": "hard"}, "its grade is hard, not easy"),
        ({"difficulty": 99}, "graded easy"),
        ({"url": "/"}, "its url is /"),
        ({"puzzle": {"kind": QUICK[0]}}, "/cards: missing"),
    ],
)
def test_a_wrong_record_is_found(quick: PackFiles, fields: dict[str, Any], fault: str) -> None:
    _spoil(quick.records, 3, **fields)
    faults = check_pack(quick).faults
    assert all(text.startswith(f"{quick.records.name}, line 4: ") for text in faults)
    assert fault in faults[0]


def test_a_wrong_id_is_found(quick: PackFiles) -> None:
    for path in quick.both:
        _spoil(path, 0, id="0" * 16)
    assert any("line 1: its id is 0000000000000000" in fault for fault in check_pack(quick).faults)


def test_a_duplicate_puzzle_is_found(folder: Path, quick: PackFiles) -> None:
    for path in quick.both:
        path.write_bytes(b"".join([*lines_of(path), lines_of(path)[1]]))
    (duplicate_fault,) = duplicate_faults(folder, quick.kind, (quick.grade,))
    assert duplicate_fault.startswith("light_line.head.easy.jsonl, line 6: ")
    assert duplicate_fault.endswith("is at light_line.head.easy.jsonl, line 2 as well")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind_named(kind).facts.scored])
def test_a_score_that_is_not_the_best_is_found(folder: Path, kind: str) -> None:
    files = _pack_of_one(folder, kind, "easy")
    assert check_pack(files).faults == ()
    score = json.loads(files.solutions.read_bytes())["score"]
    _spoil(files.solutions, 0, score=score - 1)
    faults = check_pack(files).faults
    assert f"its score is {score}, not {score - 1}" in faults[0]
    engine_names = [fault.split(": ", 1)[1].split()[0] for fault in faults[1:]]
    assert engine_names == list(engines(kind)), "no engine proves it"


def test_a_puzzle_with_more_than_one_line_is_found(folder: Path) -> None:
    files = _pack_of_one(folder, "end_of_line.cover", "easy")
    _spoil(files.records, 0, puzzle=json.loads(files.records.read_bytes())["puzzle"] | {"givens": []})
    faults = check_pack(files).faults
    assert any("search counts 2 solutions, not 1" in fault for fault in faults)
    assert any("sat counts 2 solutions, not 1" in fault for fault in faults)


def test_a_wrong_number_of_layouts_is_found(folder: Path) -> None:
    files = _pack_of_one(folder, "light_line.solo", "hard")
    layouts = json.loads(files.records.read_bytes())["layouts"]
    _spoil(files.records, 0, layouts=layouts + 1)
    assert [fault.split(": ", 1)[1] for fault in check_pack(files).faults] == [
        f"{name} counts {layouts} solutions, not {layouts + 1}" for name in engines(files.kind)
    ]


@pytest.mark.long
@pytest.mark.parametrize("files", PACKS, ids=_name)
def test_every_pack_is_verified(files: PackFiles) -> None:
    report = check_pack(files)
    assert report.faults == ()
    assert report.entries == packs.size(files.kind, files.grade)
