"""Tests how the values of a file or of standard input are separated."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.cli import input
from api.cli.input import BadDocument, Item
from api.problem_documents import MAX_BYTES
from tests.api.program import PROGRAM, ROOT, lines, run, start, write_file
from tests.api.running_service import FOR_EVER
from tests.api.small_puzzles import COVER, SOLO
from tests.tiers import examples

PRETTY = json.dumps(COVER, indent=2)
LINE = "end_of_line.solo:3x3:B3N:-:3:S,S"
# Many lines, none of them only a bracket.
LOOSE = '{"kind": "a",\n "deck": ["S",\n  "L"]}'
# Valid, but with lines that are values of their own and begin in the first column.
FLUSH = '{"kind": "a", "givens": [\n{"cell": [0, 0]},\n{"cell": [0, 1]}\n]}'


def split(text: str | bytes, one_per_line: bool = False) -> list[Item]:
    stream = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return list(input.items_in("in", stream, one_per_line))


def values(items: list[Item]) -> list[Any]:
    """Returns each value, or None for one that is rejected."""
    documents = []
    for item in items:
        try:
            documents.append(item.read(lambda value: value))
        except BadDocument:
            documents.append(None)
    return documents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('{"a": 1}\n\n{"b": 2}\n', [{"a": 1}, {"b": 2}]),
        ('{"a": 1}{"b": 2} {"c": 3}', [{"a": 1}, {"b": 2}, {"c": 3}]),
        (PRETTY, [COVER]),
        (f"\n\n{PRETTY}\n\n{PRETTY}\n", [COVER, COVER]),
        (LOOSE, [{"kind": "a", "deck": ["S", "L"]}]),
        (f"{LOOSE}\n{LOOSE}\n", [{"kind": "a", "deck": ["S", "L"]}] * 2),
        (FLUSH, [{"kind": "a", "givens": [{"cell": [0, 0]}, {"cell": [0, 1]}]}]),
        (f'{{"a": 1}}\n{PRETTY}\n{{"b": 2}}', [{"a": 1}, COVER, {"b": 2}]),
        ('\ufeff{"a": 1}\r\n{"b": 2}\r\n', [{"a": 1}, {"b": 2}]),
        ("[1,\n2]", [[1, 2]]),
        ("5", [5]),
        (LINE, [LINE]),
        (f"\ufeff  {LINE.upper()} \n", [f"  {LINE.upper()} "]),
        (f'{LINE}\n"{LINE}"\n{{"a": 1}}\n{LINE}', [LINE, LINE, {"a": 1}, LINE]),
        (f'{PRETTY}\n{LINE}\n{PRETTY}\n"{LINE}"\n', [COVER, LINE, COVER, LINE]),
    ],
)
def test_good_values(text: str, expected: list[object]) -> None:
    assert values(split(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [None]),
        (" \n\n", [None]),
        ("{bad}", [None]),
        # One value over many lines, broken, is one bad value and not many.
        (PRETTY.replace('"rows"', "rows"), [None]),
        (PRETTY[:-1], [None]),
        ('{kind: "a",\n "rows": 5}', [None]),
        # In lines, each bad one is one.
        ('{bad}\n{"a": 1}\n', [None, {"a": 1}]),
        ('{"a": 1}\n{bad}\nworse\n{"b": 2}', [{"a": 1}, None, None, {"b": 2}]),
        # A line that was cut off is no reason to lose those after it.
        ('{"kind": "a", "deck": ["S",\n{"a": 1}\n{"b": 2}\n', [None, {"a": 1}, {"b": 2}]),
        ('{"a": 1}\n{"kind": "a", "deck": ["S",\n{"b": 2}\n{"c": 3}\n', [{"a": 1}, None, {"b": 2}, {"c": 3}]),
        ('{"a": 1}\n{"kind": "a", "de', [{"a": 1}, None]),
        ('{"a": 1}\n{\n{"kind": \n', [{"a": 1}, None, None]),
        (f'{{"a": 1}}\n{PRETTY[:-1]}', [{"a": 1}, None]),
        # Too long a number is JSON all the same; where one is expected it is refused.
        ("[" + "9" * 5000 + "]\n[" + "9" * 5000, [[float("inf")], None]),
        ("[" * 5000 + '\n{"a": 1}', [None, {"a": 1}]),
        (f'{{"kind": "a", "deck": ["S",\n{LINE}\n{{bad}}\n{LINE}', [None, LINE, None, LINE]),
    ],
)
def test_bad_values(text: str, expected: list[object]) -> None:
    assert values(split(text)) == expected


def test_bytes_that_are_no_text_are_refused_and_not_mended() -> None:
    (item,) = split(b'{"a": "\xff"}')
    with pytest.raises(BadDocument, match="not UTF-8 at byte 7"):
        item.read(lambda value: value)


def test_lines_are_counted_from_the_beginning_of_the_file() -> None:
    items = split('\n{"a": 1}\n\n{"b": 2} x\n')
    assert [item.line for item in items] == [2, 4]
    with pytest.raises(BadDocument, match=r"^in, line 4: not JSON: .* at line 4 column 10$"):
        items[1].read(lambda value: value)


def test_only_a_value_by_itself_is_alone() -> None:
    for text in ("{}", "{}\n\n", PRETTY, "{bad}", ""):
        assert [item.alone for item in split(text)] == [True]
    for text in ("{}\n{}\n{}", "{}{}{}", f"{PRETTY}\n{{}}{{}}"):
        assert [item.alone for item in split(text)] == [False] * 3
    assert [item.alone for item in split("{}\n", one_per_line=True)] == [False]


@pytest.mark.process
@pytest.mark.parametrize("how", ["pipe", "file", "named"])
@pytest.mark.parametrize("layout", [None, 1])
def test_every_answer_of_a_batch_names_its_line(tmp_path: Path, how: str, layout: int | None) -> None:
    text = json.dumps(COVER, indent=layout) + "\n\n"
    for many in (1, 2):
        path = write_file(tmp_path, "a.txt", text * many)
        with path.open("rb") as file:
            source = subprocess.PIPE if how == "pipe" else file
            with start("show", path if how == "named" else "-", stdin=source) as process:
                out, _ = process.communicate(
                    (text * many).encode() if how == "pipe" else None, timeout=FOR_EVER
                )
        assert out.count(b"Line") == (0 if many == 1 else 2)


@pytest.mark.process
def test_a_pipe_that_stays_open_is_a_batch() -> None:
    with start("show", "-") as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(lines(COVER).encode())
        process.stdin.flush()
        assert process.stdout.readline() == b"Line 1: END OF LINE Cover\n"
        process.stdin.close()
        assert process.wait(FOR_EVER) == 0


def test_a_lines_file_has_a_value_a_line() -> None:
    assert values(split('{"a": 1}\n\n{"b":\n2}\n{}{}\n', one_per_line=True)) == [{"a": 1}, None, None, None]


@pytest.mark.parametrize("name", ["a.jsonl", "a.JSONL", "a.ndjson"])
def test_a_puzzle_over_many_lines_in_a_lines_file(tmp_path: Path, name: str) -> None:
    result = run("show", write_file(tmp_path, name, PRETTY))
    first, *others = result.stderr.splitlines()
    assert first.startswith(f"Error: {tmp_path / name}, line 1: not JSON: ")
    assert first.endswith("; a .jsonl or .ndjson file holds one puzzle per line")
    assert (result.exit_code, len(others)) == (2, PRETTY.count("\n"))


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file_is_bad_whatever_its_name(tmp_path: Path, text: str) -> None:
    for name in ("a.jsonl", "a.json"):
        result = run("show", path := write_file(tmp_path, name, text))
        assert (result.exit_code, result.stderr) == (2, f"Error: {path}: not JSON: it is empty\n")
    assert run("show", "-", stdin=text).stderr == "Error: standard input: not JSON: it is empty\n"


@pytest.mark.parametrize("one_per_line", [True, False])
def test_what_is_too_large_is_refused_and_the_rest_go_on(one_per_line: bool) -> None:
    large = json.dumps("x" * MAX_BYTES)
    items = split(f"{large}\n{{}}\n", one_per_line)
    assert values(items) == [None, {}]
    with pytest.raises(BadDocument, match="larger than 1048576 bytes"):
        items[0].read(lambda value: value)
    fits = json.dumps("x" * (MAX_BYTES - 2))
    assert values(split(f"{fits}\n{{}}\n", one_per_line)) == [json.loads(fits), {}]


def test_a_value_over_many_lines_that_is_too_large_is_refused_once() -> None:
    stream = io.BytesIO(b"[\n" + b"1,\n" * MAX_BYTES + b"1]\n")
    (item,) = input.items_in("in", stream, one_per_line=False)
    assert stream.tell() < MAX_BYTES + 9, "the rest is not even read"
    with pytest.raises(BadDocument, match="larger than"):
        item.read(lambda value: value)


@pytest.mark.process
def test_the_first_answer_does_not_wait_for_the_second_line() -> None:
    with start("show", "-") as process:
        assert process.stdin is not None and process.stdout is not None
        for puzzle in (COVER, SOLO):
            process.stdin.write(lines(puzzle).encode())
            process.stdin.flush()
            while b"Tray" not in (line := process.stdout.readline()) and b"Energy" not in line:
                assert line, "the answer never came"
        process.stdin.close()
        assert process.wait(FOR_EVER) == 0


@pytest.mark.parametrize("command", ["solve", "check", "count", "show"])
def test_bad_files_are_named_in_one_line(command: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    for path, why in ((missing, "No such file or directory"), (tmp_path, "Is a directory")):
        result = run(command, path)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"Error: {path}: {why}\n"


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "utf16.json"
    path.write_bytes(json.dumps(COVER).encode("utf-16"))
    result = run("show", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: {path}: not UTF-8 at byte 0\n"


def test_a_single_file_over_many_lines_is_no_batch(tmp_path: Path) -> None:
    result = run("show", write_file(tmp_path, "pretty.json", PRETTY))
    assert result.exit_code == 0
    assert "Line" not in result.stdout


@pytest.mark.process
def test_standard_input_that_is_closed() -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM, "show", "-"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=FOR_EVER, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, b"", b"Error: standard input: closed\n")


@pytest.mark.process
@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_output_that_is_closed(tmp_path: Path, closed: str) -> None:
    command = [
        "sh",
        "-c",
        f'exec "$@" {closed}',
        "sh",
        *PROGRAM,
        "show",
        str(write_file(tmp_path, "a", COVER)),
    ]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=FOR_EVER, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert bool(ended.stdout) == (closed == "2>&-")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=3), JSON, max_size=3)


@examples(150)
@given(st.lists(st.tuples(OBJECTS, st.sampled_from([None, 1, 4])), min_size=1, max_size=4), st.booleans())
def test_values_however_they_are_laid_out(
    documents: list[tuple[dict[str, Any], int | None]], blank: bool
) -> None:
    texts = [json.dumps(document, indent=indent, ensure_ascii=False) for document, indent in documents]
    assert values(split(("\n\n" if blank else "\n").join(texts))) == [document for document, _ in documents]


@examples(150)
@given(st.lists(st.tuples(OBJECTS, st.integers(0, 80)), min_size=1, max_size=5))
def test_lines_that_were_cut_off(documents: list[tuple[dict[str, Any], int]]) -> None:
    """Cut at 0 is not cut at all; the first is whole, so that it is seen that these are lines."""
    expected: list[Any] = [{"first": 1}]
    text = [json.dumps({"first": 1})]
    for document, cut in documents:
        whole = json.dumps(document | {"kind": "a", "deck": ["S", {"x": [1]}]})
        cut %= len(whole)
        text.append(whole[:cut] if cut else whole)
        expected.append(None if cut else document | {"kind": "a", "deck": ["S", {"x": [1]}]})
    assert values(split("\n".join(text) + "\n")) == expected
