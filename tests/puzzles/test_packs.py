"""Tests the reader of packs: entries, damaged files, and reading from an installed wheel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from puzzles import packs
from puzzles.packs.reader import DamagedPack, PackFiles, Packs, lines_of

KIND, GRADE = "light_line.head", "easy"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def files(tmp_path: Path) -> PackFiles:
    """A copy of one pack, with the manifest of all."""
    copy, shipped = (PackFiles(folder, KIND, GRADE) for folder in (tmp_path, packs.FOLDER))
    for path, original in zip(copy.both, shipped.both, strict=True):
        path.write_bytes(original.read_bytes())
    (tmp_path / "manifest.json").write_bytes((packs.FOLDER / "manifest.json").read_bytes())
    return copy


def test_the_shipped_packs() -> None:
    assert packs.first_day() == date(2026, 11, 1)
    assert GRADE in packs.grades_by_kind()[KIND]


def test_an_entry_is_its_line() -> None:
    size = packs.size(KIND, GRADE)
    shipped = PackFiles(packs.FOLDER, KIND, GRADE)
    records, solutions = ([json.loads(line) for line in lines_of(path)] for path in shipped.both)
    for n in (0, 1, size - 1):
        entry = packs.entry(KIND, GRADE, n)
        assert entry.record == records[n]
        assert (entry.solution, entry.score) == (solutions[n]["solution"], solutions[n]["score"])
    assert [pack_entry.record["id"] for pack_entry in packs.entries(KIND, GRADE)] == [
        r["id"] for r in records[:size]
    ]


@pytest.mark.parametrize("n", [-1, packs.size(KIND, GRADE)])
def test_there_is_no_such_number(n: int) -> None:
    with pytest.raises(IndexError, match=f"^{KIND}.{GRADE} has no puzzle number {n}$"):
        packs.entry(KIND, GRADE, n)


@pytest.mark.parametrize(("kind", "grade"), [("line_it.solo", "easy"), (KIND, "none")])
def test_there_is_no_such_pack(kind: str, grade: str) -> None:
    assert packs.size(kind, grade) == 0
    assert list(packs.entries(kind, grade)) == []
    with pytest.raises(IndexError):
        packs.entry(kind, grade, 0)


def test_lines_outside_every_edition_are_not_read(files: PackFiles) -> None:
    """Another process may be appending to the files."""
    for path in files.both:
        with path.open("ab") as file:
            file.write(b'{"id": "half a li')
    copied_packs = Packs(files.folder)
    assert copied_packs.size(KIND, GRADE) == packs.size(KIND, GRADE)
    assert list(copied_packs.entries(KIND, GRADE)) == list(packs.entries(KIND, GRADE))


def test_threads_read_the_same(files: PackFiles) -> None:
    expected = list(packs.entries(KIND, GRADE))
    copied_packs = Packs(files.folder)
    with ThreadPoolExecutor(8) as pool:
        numbers = [*range(len(expected)), *reversed(range(len(expected)))] * 4
        entries = list(pool.map(lambda n: copied_packs.entry(KIND, GRADE, n), numbers))
    assert entries == [expected[n] for n in numbers]


@pytest.mark.parametrize("which", [0, 1])
def test_a_file_that_changed_is_refused_by_name(files: PackFiles, which: int) -> None:
    path = files.both[which]
    path.write_bytes(path.read_bytes().replace(b'"id"', b'"ID"', 1))
    with pytest.raises(DamagedPack, match=f"^{path.name}: the first"):
        Packs(files.folder).entry(KIND, GRADE, 5)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"editions": []}', '{"first_day": "2026-11-01", "editions": [1]}']
)
def test_an_invalid_manifest_is_refused(files: PackFiles, text: str) -> None:
    (files.folder / "manifest.json").write_text(text)
    with pytest.raises(DamagedPack, match=r"^manifest\.json: not a manifest"):
        Packs(files.folder).first_day()


@pytest.mark.process
def test_packs_are_in_the_wheel(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as unpacked:
        unpacked.extractall(tmp_path / "installed")
    program = "from puzzles import packs; print(packs.FOLDER, sum(1 for _ in packs.entries(*sys.argv[1:])))"
    result = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}", KIND, GRADE],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert result.stdout.split() == [
        str(tmp_path / "installed" / "puzzles" / "packs"),
        str(packs.size(KIND, GRADE)),
    ]
