"""Tests generate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from api.calls.generate import generate
from api.cli.generate import NAMED
from api.problem_documents import Refused
from generators.registry import generators_for
from puzzles.ids import puzzle_id
from puzzles.json_shapes import load
from puzzles.registry import KINDS, kind_named
from solvers.registry import solvers_for
from tests.api.fake_engines import Generator, use_generator
from tests.api.program import answer, answers, run, write_file

KIND = "end_of_line.cover"
FIELDS = ["id", "kind", "grade", "difficulty", "seed", "generator", "puzzle", "url"]


def seeds(path: Path) -> list[int]:
    return [json.loads(line)["seed"] for line in path.read_text().splitlines()]


def fake(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> Generator:
    generator = Generator(**settings)
    use_generator(monkeypatch, generator)
    return generator


def make(*args: str | Path) -> Result:
    return run("generate", KIND, *args)


@pytest.mark.parametrize("kind", ["end_of_line.cover", "end_of_line.solo"])
def test_records_have_all_their_fields(kind: str) -> None:
    result = run("generate", kind, "--grade", "easy", "--seed", "3", "--rows", "4", "--cols", "5")
    record = answer(result)
    assert list(record) == FIELDS
    puzzle_kind = kind_named(kind)
    name = puzzle_id(puzzle_kind, puzzle_kind.parse(record["puzzle"]))
    assert (record["id"], record["url"]) == (name, f"/v1/puzzles/{name}")
    assert (record["kind"], record["grade"], record["seed"]) == (kind, "easy", 3)
    assert (record["puzzle"]["rows"], record["puzzle"]["cols"]) == (4, 5)
    assert (result.exit_code, result.stderr) == (0, "")
    assert run("solve", "-", "--json", stdin=result.stdout).exit_code == 0


def test_seeds_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch)
    result = make("--seed", "41", "--count", "3", "--grade", "hard")
    assert [(r["seed"], r["grade"]) for r in answers(result)] == [(41, "hard"), (42, "hard"), (43, "hard")]


def test_without_a_seed_every_run_makes_another_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch)
    assert len({answer(make())["seed"] for _ in range(5)}) > 1
    assert answer(make())["grade"] == "medium"


def test_options_by_name_and_in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = fake(monkeypatch)
    assert make("--rows", "5", "--option", "name=4").exit_code == 0
    assert make("--option", "rows=6").exit_code == 0
    assert generator.options_seen == [{"rows": 5, "name": 4}, {"rows": 6, "name": 0}]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            ("--cols", "5"),
            "--cols: end_of_line.cover has no such option; its options are --rows, --option",
        ),
        (("--rows", "10"), "--rows: expected an integer from 3 to 9, got 10"),
        (("--option", "name=x"), '--option name: expected an integer from 0 to 9, got "x"'),
        (("--option", "rows=4", "--rows", "5"), "--option rows: rows is set twice"),
        (("--option", "name=4", "--option", "name=4"), "--option name: name is set twice"),
        (("--option", "name"), "--option expects NAME=VALUE, got 'name'"),
        (("--count", "0"), "'--count': expected an integer from 1"),
        (("--grade", "dull"), "'--grade'"),
        (("--seed", str(2**63 - 1), "--count", "2"), f"the last seed would be {2**63}"),
        (("--resume",), "-o FILE"),
        (("--force",), "-o FILE"),
    ],
)
def test_bad_usage_names_the_option(
    monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], words: str
) -> None:
    fake(monkeypatch)
    result = make(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


def test_an_option_whose_name_stands_twice_in_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch)
    options = load('{"rows": 4, "rows": 5}')
    assert isinstance(options, dict)
    with pytest.raises(Refused, match="/options/rows: duplicate field"):
        generate(KIND, "easy", 1, options)


def test_a_seed_for_which_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, fails=frozenset([2]))
    result = make("--seed", "1", "--count", "3")
    assert [r["seed"] for r in answers(result)] == [1, 3], "the rest go on"
    assert result.stderr == "Error: seed 2: nothing for this seed\n"
    assert result.exit_code == 3


def test_into_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake(monkeypatch)
    path = tmp_path / "a.jsonl"
    result = make("--seed", "1", "--count", "3", "-o", path)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert path.read_text() == make("--seed", "1", "--count", "3").stdout


def test_a_file_is_not_replaced_by_mistake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake(monkeypatch)
    path = write_file(tmp_path, "a.jsonl", "precious")
    result = make("--seed", "1", "-o", path)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {path}: already exists; --resume continues it, --force replaces it\n"
    assert path.read_text() == "precious"
    assert make("--seed", "1", "-o", path, "--force").exit_code == 0
    assert seeds(path) == [1]


def test_bad_options_leave_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake(monkeypatch)
    assert make("--rows", "1", "-o", tmp_path / "a.jsonl").exit_code == 2
    existing_file = write_file(tmp_path, "b.jsonl", "precious")
    assert make("--rows", "1", "-o", existing_file, "--force").exit_code == 2
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("b.jsonl", "precious")]


@pytest.mark.parametrize("cut", [0, 1, 30])
def test_a_run_that_was_ended_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cut: int) -> None:
    """`cut`: characters that were lost at the end; the last line is made again when it is not whole."""
    generator = fake(monkeypatch, fails=frozenset([2]))
    path = tmp_path / "a.jsonl"
    make("--seed", "1", "--count", "4", "-o", path)
    whole = make("--seed", "1", "--count", "6").stdout
    text = path.read_text()
    path.write_text(text[: len(text) - cut])
    generator.options_seen.clear()
    again = make("--seed", "1", "--count", "6", "-o", path, "--resume")
    assert path.read_text() == whole
    assert seeds(path) == [1, 3, 4, 5, 6]
    assert len(generator.options_seen) == (3 if cut == 0 else 4), "only the last whole one is made twice"
    assert again.exit_code == 0
    # Once more, and without saying the seed.
    generator.options_seen.clear()
    assert make("--count", "6", "-o", path, "--resume").exit_code == 0
    assert (path.read_text(), generator.options_seen) == (whole, [])


@pytest.mark.parametrize("tail", ["my precious notes", '{"id": "' + "x" * 9999, "of another seed"])
@pytest.mark.parametrize("before", [0, 1])
def test_what_is_no_part_of_the_next_record_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tail: str, before: int
) -> None:
    fake(monkeypatch)
    if tail == "of another seed":
        tail = make("--seed", "9").stdout.rstrip("\n")
    text = (make("--seed", "1").stdout if before else "") + tail
    path = write_file(tmp_path, "a.jsonl", text)
    result = make("--seed", "1", "--count", "2", "-o", path, "--resume")
    assert (result.exit_code, path.read_text()) == (2, text)
    words = f"line {before + 1} is cut off and is not the beginning of the next record"
    assert result.stderr == f"Error: {path}: {words}; remove it to continue\n"


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (("--rows", "4", "--cols", "5"), 2),
        (("--rows", "4", "--cols", "4", "--blocked", "1"), 2),
        (("--cols", "4"), 2),
        (("--option", "rows=4", "--cols", "4", "--blocked", "0"), 0),
    ],
)
def test_a_file_made_with_other_options_is_left_alone(
    tmp_path: Path, args: tuple[str, ...], status: int
) -> None:
    path = tmp_path / "a.jsonl"
    make("--seed", "1", "--grade", "easy", "--rows", "4", "--cols", "4", "-o", path)
    before = path.read_text()
    result = make("--seed", "1", "--grade", "easy", "--count", "2", *args, "-o", path, "--resume")
    assert (result.exit_code, path.read_text() == before) == (status, status == 2)
    assert ("made with other options" in result.stderr) == (status == 2)


def test_options_with_which_nothing_is_found_are_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake(monkeypatch)
    path = tmp_path / "a.jsonl"
    make("--seed", "1", "-o", path)
    fake(monkeypatch, fails=frozenset([1]))
    result = make("--count", "2", "-o", path, "--resume")
    assert (result.exit_code, seeds(path)) == (2, [1])
    assert "made with other options" in result.stderr


def test_resume_begins_a_file_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake(monkeypatch)
    path = tmp_path / "a.jsonl"
    assert make("--seed", "5", "-o", path, "--resume").exit_code == 0
    assert seeds(path) == [5]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            ("--seed", "1", "--grade", "hard"),
            "line 1 does not continue a run of hard end_of_line.cover records",
        ),
        (("--seed", "2"), "begins with seed 1, before 2"),
    ],
)
def test_another_runs_file_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, args: tuple[str, ...], words: str
) -> None:
    fake(monkeypatch)
    path = tmp_path / "a.jsonl"
    make("--seed", "1", "--count", "2", "-o", path)
    before = path.read_text()
    result = make(*args, "--count", "9", "-o", path, "--resume")
    assert result.exit_code == 2
    assert words in result.stderr
    assert path.read_text() == before


OTHER = {"kind": KIND, "grade": "medium", "generator": f"{KIND}/1"}


@pytest.mark.parametrize(
    "line",
    [
        "{bad}",
        "[]",
        *map(json.dumps, (OTHER, OTHER | {"seed": 1}, OTHER | {"seed": 2, "generator": "other/1"})),
    ],
)
def test_a_file_with_another_line_in_it_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str
) -> None:
    fake(monkeypatch)
    path = tmp_path / "a.jsonl"
    make("--seed", "1", "-o", path)
    before = path.read_text() + line + "\n"
    path.write_text(before)
    result = make("--seed", "1", "--count", "9", "-o", path, "--resume")
    assert (result.exit_code, path.read_text()) == (2, before)
    assert "line 2 does not continue a run" in result.stderr


def test_another_version_of_the_generator_does_not_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake(monkeypatch)
    path = tmp_path / "a.jsonl"
    make("--seed", "1", "-o", path)
    fake(monkeypatch, version=2)
    result = make("--seed", "1", "--count", "2", "-o", path, "--resume")
    assert result.exit_code == 2
    assert (
        "the file was made by end_of_line.cover/1; the current generator is end_of_line.cover/2"
        in result.stderr
    )
    assert seeds(path) == [1]


def test_a_place_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake(monkeypatch)
    target = tmp_path / "no" / "a.jsonl"
    result = make("-o", target)
    assert (result.exit_code, result.stderr) == (74, f"Error: {target}: No such file or directory\n")


def test_a_minus_is_standard_output(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake(monkeypatch)
    monkeypatch.chdir(tmp_path)
    assert make("--seed", "1", "-o", "-").stdout == make("--seed", "1").stdout
    assert list(tmp_path.iterdir()) == []


def test_the_help_tells_the_options_of_every_kind() -> None:
    paragraphs = [" ".join(paragraph.split()) for paragraph in run("generate", "--help").stdout.split("\n\n")]
    flags = {option.name: option.flag for option in NAMED}
    for kind in KINDS:
        (kind_paragraph,) = (
            paragraph for paragraph in paragraphs if kind.id in paragraph.split(":")[0].split(", ")
        )
        for name, schema in generators_for(kind.id).maker.options.schema()["properties"].items():
            assert flags.get(name, f"--option {name}=") in kind_paragraph, name
            assert schema.get("description", "") in kind_paragraph
            if "minimum" in schema:
                flag = f"{flags[name]} " if name in flags else f"--option {name}="
                assert f"{flag}{schema['minimum']} to {schema['maximum']}" in kind_paragraph


def test_the_help_names_every_engine() -> None:
    help_text = " ".join(run("solve", "--help").stdout.split())
    for kind in KINDS:
        names = ", ".join(engine.name for engine in solvers_for(kind.id).engines)
        assert names in help_text, kind.id


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--seed", "1", "--count", "101"), "begins with seed 100, after 1"),
        (("--seed", "101", "--count", "2"), "begins with seed 100, before 101"),
        (("--seed", "100", "--count", "1"), "ends with seed 101, past the last seed of this run, 100"),
    ],
)
def test_seeds_that_a_file_does_not_hold_are_not_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, args: tuple[str, ...], message: str
) -> None:
    fake(monkeypatch)
    target = tmp_path / "a.jsonl"
    make("--seed", "100", "--count", "2", "-o", target)
    before = target.read_bytes()
    result = make(*args, "-o", target, "--resume")
    assert (result.exit_code, message in result.stderr) == (2, True)
    assert target.read_bytes() == before


def test_half_a_record_at_the_end_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake(monkeypatch)
    target = tmp_path / "a.jsonl"
    make("--seed", "100", "--count", "2", "-o", target)
    whole = target.read_bytes()
    target.write_bytes(whole + whole[:20])
    result = make("--seed", "100", "--count", "2", "-o", target, "--resume")
    assert (result.exit_code, "cut off" in result.stderr) == (2, True)
    assert target.read_bytes() == whole + whole[:20]
