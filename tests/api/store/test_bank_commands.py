"""Tests lineworks bank: added puzzles survive any interruption, and damaged files are rejected."""

from __future__ import annotations

import hashlib
import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from api.calls import generate as generating
from api.calls.puzzle_documents import read_puzzle
from api.calls.solve import solve
from api.cli.bank import export
from api.service.settings import variable
from api.store import bank, dailies
from api.store.bank import NewPuzzle
from api.store.database import Database, TooNew
from puzzles.line_of_text import text_of
from puzzles.registry import kind_named
from tests.api.fake_engines import Generator, use_generator
from tests.api.program import answer, lines, run, start
from tests.api.running_service import FOR_EVER

KIND, GRADE = "end_of_line.cover", "easy"
FILL = ("bank", "fill", "--kind", KIND, "--grade", GRADE)


@pytest.fixture(autouse=True)
def _in_use(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable("database_url"), url)


@cache
def _real() -> tuple[NewPuzzle, ...]:
    """Three puzzles, solved."""
    entries = []
    for record in (generating.generate(KIND, GRADE, seed, {}) for seed in range(3)):
        answered = solve(read_puzzle(record), "best").to_json()
        entries.append(NewPuzzle(record, answered["solution"], answered["score"]))
    return tuple(entries)


def _id(n: int) -> str:
    return str(_real()[n].record["id"])


@pytest.fixture
def filled(database: Database) -> Database:
    """Two puzzles that are shown, the last first, and one in stock."""
    with database.writing() as c:
        dailies.add_stock(c, KIND, GRADE, _real()[0], 1.0)
        for n in (2, 1):
            bank.add(c, _real()[n], "made", 1.0)
            bank.make_visible(c, _id(n), 1.0)
    return database


@pytest.fixture
def empty_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filled: Database) -> Iterator[Database]:
    """An empty database, which the commands use from now on; what `filled` shows is in the folder `out`."""
    assert len(_everything(filled)) == 3
    assert run("bank", "export", "-o", tmp_path / "out").exit_code == 0
    url = f"sqlite:///{tmp_path}/other.db"
    monkeypatch.setenv(variable("database_url"), url)
    with closing(Database(url)) as new_database:
        new_database.migrate()
        yield new_database


def _everything(database: Database) -> list[tuple[Any, ...]]:
    with database.reading() as c:
        return [tuple(row) for row in c.execute(bank.everything(hidden=True))]


def test_fill_adds_puzzles_with_their_best_solutions(database: Database) -> None:
    result = run(*FILL, "--count", "2", "--seed", "5")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "Added 2; 0 were already there.\n", "")
    kind = kind_named(KIND)
    with database.reading() as c:
        records = [record for _, record, _ in bank.page(c, KIND, GRADE, 0, 10)]
        assert records == [generating.generate(KIND, GRADE, seed, {}) for seed in (5, 6)]
        for record in records:
            solution = bank.solution(c, record["id"])
            assert solution is not None
            assert kind.verify(kind.parse(record["puzzle"]), kind.parse_solution(solution[0])) == ()
            assert solution[1] == solve(read_puzzle(record), "best").to_json()["score"]


def test_fill_goes_on_where_it_ended(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*FILL, "--count", "2")
    before = _everything(database)
    calls = []
    real = generating.generate

    def generate(kind: str, grade: str, seed: int, options: dict[str, Any]) -> dict[str, Any]:
        calls.append(seed)
        return real(kind, grade, seed, options)

    monkeypatch.setattr(generating, "generate", generate)
    assert run(*FILL, "--count", "3").stdout == "Added 1; 2 were already there.\n"
    assert run(*FILL, "--count", "3").stdout == "Added 0; 3 were already there.\n"
    assert calls == [1_000_002]
    assert _everything(database)[:2] == before


@pytest.mark.usefixtures("database")
def test_fill_takes_every_kind_and_grade_that_is_named() -> None:
    more = ("--kind", "light_line.place", "--grade", "medium", "--count", "1")
    assert run(*FILL, *more).stdout == "Added 4; 0 were already there.\n"
    stats = answer(run("bank", "stats", "--json"))
    assert stats == {
        "puzzles": [
            {"kind": kind, "grade": grade, "total": 1, "shown": 1, "stock": 0}
            for kind in (KIND, "light_line.place")
            for grade in ("easy", "medium")
        ]
    }


def test_fill_leaves_out_what_it_cannot_make_or_prove(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_generator(monkeypatch, Generator(fails=frozenset({0})))
    result = run(*FILL, "--count", "3", "--seed", "0")
    assert (result.exit_code, result.stdout) == (3, "Added 1; 1 were already there.\n"), (
        "all its puzzles are the same"
    )
    assert result.stderr == f"Error: {KIND} {GRADE}, seed 0: nothing for this seed\n"
    unproven: dict[str, Any] = {"solution": {"line": []}, "score": None, "proven": False}
    monkeypatch.setattr(generating, "solve", lambda *_: SimpleNamespace(to_json=lambda: unproven))
    result = run(*FILL, "--count", "1", "--seed", "7")
    assert (result.exit_code, result.stdout) == (3, "Added 0; 0 were already there.\n")
    assert "seed 7: its best solution was not found" in result.stderr
    assert len(_everything(database)) == 1


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize(("end", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_nothing_that_was_added_is_lost_when_fill_is_ended(
    database: Database, end: signal.Signals, status: int
) -> None:
    count = 40
    with start(*FILL, "--count", str(count)) as process:
        deadline = time.monotonic() + FOR_EVER
        while len(_everything(database)) < 3:
            assert process.poll() is None and time.monotonic() < deadline
        process.send_signal(end)
        process.communicate(timeout=FOR_EVER)
    assert process.returncode == status
    before = _everything(database)
    assert 3 <= len(before) < count, "it was ended in the middle"
    assert all(row.place and row.solution for row in _rows(database)), "each is whole"
    result = run(*FILL, "--count", str(count))
    assert result.stdout == f"Added {count - len(before)}; {len(before)} were already there.\n"
    assert _everything(database)[: len(before)] == before


def _rows(database: Database) -> list[Any]:
    with database.reading() as c:
        return list(c.execute(bank.everything(hidden=True)))


@pytest.mark.usefixtures("filled")
def test_an_export_holds_what_is_shown_in_its_order(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result = run("bank", "export", "-o", folder)
    assert (result.exit_code, result.stdout) == (0, f"{folder}: 2 puzzles, 2 solutions.\n")
    assert (folder / "puzzles.jsonl").read_text() == lines(_real()[2].record, _real()[1].record)
    expected_solutions = [
        {"id": _id(n), "solution": _real()[n].solution, "score": _real()[n].score} for n in (2, 1)
    ]
    assert (folder / "solutions.jsonl").read_text() == lines(*expected_solutions)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest == {"format": 1, "shown": 2} | {
        name: {"lines": 2, "sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest()}
        for name in ("puzzles.jsonl", "solutions.jsonl")
    }


def test_an_import_adds_what_is_missing_and_nothing_twice(
    empty_database: Database, filled: Database, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    with empty_database.writing() as c:
        bank.add(c, NewPuzzle(_real()[1].record), "made", 1.0)
    result = run("bank", "import", folder)
    assert (result.exit_code, result.stdout) == (0, "Added 1; 1 were already there; 0 lines refused.\n")
    assert _everything(empty_database) == _everything(filled)[:2]
    assert run("bank", "import", folder).stdout == "Added 0; 2 were already there; 0 lines refused.\n"
    assert run("bank", "export", "-o", tmp_path / "again").exit_code == 0
    for path in folder.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_what_was_hidden_is_exported_with_all_and_stays_hidden(
    empty_database: Database, filled: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv(variable("database_url"), url)
        assert run("bank", "export", "--all", "-o", tmp_path / "all").stdout.endswith(
            "3 puzzles, 3 solutions.\n"
        )
    assert (
        run("bank", "import", tmp_path / "all").stdout == "Added 3; 0 were already there; 0 lines refused.\n"
    )
    assert _everything(empty_database) == _everything(filled)
    with empty_database.reading() as c:
        stored = bank.find(c, _id(0))
    assert stored is not None and not stored.visible


def _cut(folder: Path) -> None:
    path = folder / "puzzles.jsonl"
    path.write_bytes(path.read_bytes()[:-10])


def _changed(folder: Path) -> None:
    path = folder / "solutions.jsonl"
    path.write_bytes(path.read_bytes().replace(b"S", b"L", 1))


def _missing(folder: Path) -> None:
    (folder / "solutions.jsonl").unlink()


def _no_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def _half_a_manifest(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_bytes(path.read_bytes()[:50])


def _other_format(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))


DAMAGES: dict[Callable[[Path], None], str] = {
    _cut: "puzzles.jsonl: not the file that manifest.json describes: it is damaged or was changed",
    _changed: "solutions.jsonl: not the file that manifest.json describes: it is damaged or was changed",
    _missing: "solutions.jsonl: No such file or directory",
    _no_manifest: "manifest.json: No such file or directory",
    _half_a_manifest: "manifest.json: not JSON",
    _other_format: "manifest.json: /format: expected an integer from 1 to 1, got 2",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_export_is_refused(
    empty_database: Database, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damage(tmp_path / "out")
    result = run("bank", "import", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {tmp_path}/out/{DAMAGES[damage]}")
    assert _everything(empty_database) == []


def _rewrite(folder: Path, puzzles: list[Any], solutions: list[Any]) -> None:
    """Files that someone made, with the checksums that go with them."""
    manifest: dict[str, Any] = {"format": 1, "shown": len(puzzles)}
    for name, documents in (("puzzles.jsonl", puzzles), ("solutions.jsonl", solutions)):
        text = lines(*documents)
        (folder / name).write_text(text)
        sha256 = hashlib.sha256(text.encode()).hexdigest()
        manifest[name] = {"lines": len(documents), "sha256": sha256}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def _solution(n: int, **changes: object) -> dict[str, Any]:
    return {"id": _id(n), "solution": _real()[n].solution, "score": _real()[n].score} | changes


def test_a_bad_line_is_refused_and_the_good_ones_are_kept(empty_database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    zero, first, second = (entry.record for entry in _real())
    line = text_of(kind_named(KIND), kind_named(KIND).parse(second["puzzle"]))
    puzzles = [
        zero,
        "{",
        first | {"id": _id(0)},
        first["puzzle"],
        first | {"new": 1},
        # As published, and with its line of text as the puzzle.
        second | {"url": "https://a/b", "text": line, "title": "Cover", "puzzle": line},
    ]
    mapped_solution = _real()[1].solution
    solutions = [_solution(0, solution=mapped_solution), _solution(2), _solution(2), _solution(1), {"id": 1}]
    _rewrite(folder, puzzles, solutions)
    result = run("bank", "import", folder)
    assert (result.exit_code, result.stdout) == (2, "Added 2; 0 were already there; 8 lines refused.\n")
    places = [line.split(": ")[1].removeprefix(f"{folder}/") for line in result.stderr.splitlines()]
    assert sorted(set(places)) == [
        *(f"puzzles.jsonl, line {n}" for n in (2, 3, 4, 5)),
        *(f"solutions.jsonl, line {n}" for n in (1, 3, 4, 5)),
    ]
    with empty_database.reading() as c:
        assert bank.page(c, None, None, 0, 10) == [(1, zero, None), (2, second, None)], (
            "with the path of its own id"
        )
        assert bank.solution(c, _id(0)) is None
        assert bank.solution(c, _id(2)) == (_real()[2].solution, _real()[2].score)


@pytest.mark.usefixtures("empty_database")
def test_a_wrong_score_is_refused(tmp_path: Path) -> None:
    _rewrite(tmp_path / "out", [_real()[0].record], [_solution(0, score=99)])
    result = run("bank", "import", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (2, "Added 1; 0 were already there; 1 line refused.\n")
    assert "solutions.jsonl, line 1: /score: expected None, got 99" in result.stderr


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_no_half_export_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    def full(_: object) -> bytes:
        raise fault

    monkeypatch.setattr("api.cli.main.interrupted", lambda: None)
    monkeypatch.setattr(export, "line_of", full)
    parent = tmp_path / "parent"
    result = run("bank", "export", "-o", parent / "out")
    assert result.stdout == ""
    assert list(parent.iterdir()) == []


@pytest.mark.usefixtures("filled")
def test_an_export_replaces_nothing(tmp_path: Path) -> None:
    result = run("bank", "export", "-o", tmp_path)
    assert (result.exit_code, result.stderr) == (2, f"Error: {tmp_path}: already exists\n")


@pytest.mark.usefixtures("filled")
def test_stats() -> None:
    assert run("bank", "stats").stdout.splitlines() == [
        "kind               grade     total visible  in stock",
        f"{KIND}  easy         3       2         1",
    ]


@pytest.mark.usefixtures("database")
def test_stats_of_nothing() -> None:
    assert run("bank", "stats").stdout == "The bank is empty. To fill it: lineworks bank fill\n"
    assert answer(run("bank", "stats", "--json")) == {"puzzles": []}


def test_an_unusable_database_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for url, status in (
        ("mysql://a/b", 2),
        ("postgresql://me@127.0.0.1:1/none", 74),
        (f"sqlite:///{tmp_path}", 74),
    ):
        monkeypatch.setenv(variable("database_url"), url)
        result = run("bank", "stats")
        assert (result.exit_code, result.stdout) == (status, "")
        assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1

    def newer(_: Database) -> None:
        raise TooNew("newer")

    monkeypatch.setattr(Database, "migrate", newer)
    monkeypatch.setenv(variable("database_url"), f"sqlite:///{tmp_path}/a.db")
    result = run("bank", "stats")
    assert (result.exit_code, result.stderr) == (2, "Error: newer\n")
