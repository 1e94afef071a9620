"""Tests reading JSON: malformed JSON, what each shape accepts and rejects, and where it locates the fault."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import pytest

from puzzles.errors import BadInput, NotJson, Problem
from puzzles.json_shapes import (
    Boolean,
    Choice,
    Integer,
    ListOf,
    Number,
    ObjectShape,
    Pair,
    Shape,
    Text,
    load,
    quote,
)

BOARD = ObjectShape(
    {
        "size": Integer(3, 20),
        "name": Text(5),
        "cells": ListOf(Pair(Integer(0, 19)), max_items=3),
        "start": ObjectShape(
            {"cell": Pair(), "heading": Choice(("N", "E"))}, what="an object with cell and heading"
        ),
        "note": Choice(("a", "b"), or_null=True),
    },
    {"size": 5, "name": "plain", "cells": []},
    optional=("note",),
)
START = {"cell": [0, 0], "heading": "N"}
PLAIN = {"size": 5, "name": "plain"}

NOT_JSON = [
    b"", b"  \n", b"{", b"}", b'{"a": 1', b"[1,]", b'{"a": 1,}', b'{"a" 1}', b"{'a': 1}", b"{a: 1}",
    b'{1: 2}', b"nul", b"True", b"None", b"1 2", b"{} {}", b"{}x", b"01", b"+1", b".5", b"1.", b"0x10",
    b"1e", b"--1", b"NaN", b"Infinity", b"-Infinity", b"[NaN]", b'{"a": [-Infinity]}', b'"\n"', b'"\x00"',
    b'"\\x41"', b'"a', b"\x00", b"// no\n{}", b"\xff", b'"\xc3"', b'"\xc0\xaf"', b'"\xed\xa0\x80"',
    b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf{}", "{}".encode("utf-16"), "{}".encode("utf-16-le"),
    b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
]  # fmt: skip
TOO_LARGE = [b"1e999", b"-1e999", b"9" * 5000, b"-" + b"9" * 5000, b"1" + b"0" * 350]


def pointers(shape: Shape[Any], value: object, at: str = "") -> list[str]:
    """Returns the pointers of the problems that the shape reports, in order; [] when it accepts the value."""
    try:
        shape.read(value, at)
    except BadInput as e:
        assert all(problem.detail for problem in e.problems)
        return [problem.pointer for problem in e.problems]
    return []


class TestLoad:
    @pytest.mark.parametrize("text", NOT_JSON, ids=range(len(NOT_JSON)))
    def test_malformed_json_is_rejected(self, text: bytes) -> None:
        with pytest.raises(NotJson) as caught:
            load(text)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 100

    def test_not_json_as_text(self) -> None:
        for text in ("", "{", "NaN", "[" * 100_000):
            with pytest.raises(NotJson):
                load(text)

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
            ("\ufeff[]", []),
            (b" \t\r\n[1, 2.0, -0, 1E2]\n ", [1, 2.0, 0, 100.0]),
            ('"\u00e9"'.encode(), "\u00e9"),
            (b'"\\u00e9\\/"', "\u00e9/"),
            (b"null", None),
            (b"true", True),
        ],
    )
    def test_valid_json_is_loaded(self, text: str | bytes, value: object) -> None:
        assert load(text) == value

    @pytest.mark.parametrize("text", TOO_LARGE, ids=range(len(TOO_LARGE)))
    def test_numbers_out_of_all_bounds_are_rejected_at_their_place(self, text: bytes) -> None:
        """The JSON is sound, so it is the shape that refuses: 422, not 400."""
        for shape in (Integer(0, 9), Number(0, 600), Number(-5, 5), Text(), Boolean(), Choice(("a",))):
            assert pointers(ListOf(shape, max_items=1), load(b"[" + text + b"]")) == ["/0"]
        assert pointers(Pair(Integer(0, 19)), load(b"[1, " + text + b"]")) == ["/1"]

    def test_a_cell_that_may_lie_anywhere_is_still_an_integer(self) -> None:
        assert pointers(Pair(), load(b"[1e999, 0.5]")) == ["/0", "/1"]
        assert Pair().read(load(b"[1e300, -100]")) == (int(1e300), -100)

    def test_absurd_nesting_never_ends_in_a_trace(self) -> None:
        for depth in range(0, 1200, 7):
            text = b"[" * depth + b"]" * depth
            try:
                value = load(b'{"size": ' + (text or b"0") + b"}")
            except NotJson:
                continue
            assert pointers(BOARD, value) == ["/size", "/start"]


@pytest.mark.parametrize("text", [b'"a\\u0000b"', b'"\\ud800"', b'"\\udfff\\ud800"'])
def test_text_that_cannot_be_stored_is_refused(text: bytes) -> None:
    with pytest.raises(BadInput, match="a string without NUL or lone surrogates") as raised:
        Text().read(load(text))
    str(raised.value).encode()
    assert Text().read(load(b'"\\ud83d\\ude80"')) == "\N{ROCKET}", "a pair of surrogates is one character"


class TestDuplicateFields:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (b'{"size": 4, "start": {"cell": [0, 0], "heading": "N"}, "size": 4}', ["/size"]),
            (b'{"start": {"cell": [0, 0], "heading": "N", "cell": [1, 1]}}', ["/start/cell"]),
            (b'{"start": {"cell": [0, 0], "heading": "N"}, "a/b": 1, "a/b": 1}', ["/a~1b", "/a~1b"]),
        ],
    )
    def test_are_refused(self, text: bytes, expected: list[str]) -> None:
        assert pointers(BOARD, load(text)) == expected

    def test_among_very_many_names(self) -> None:
        names = [f'"{i}": 0' for i in range(4000)]
        value = load("{" + ", ".join([*names, '"17": 1', '"5": 1']) + "}")
        assert pointers(ObjectShape({str(i): Integer() for i in range(4000)}), value) == ["/17", "/5"]

    def test_in_two_objects_are_allowed(self) -> None:
        assert load(b'[{"a": 1}, {"a": 1}]') == [{"a": 1}, {"a": 1}]


GOOD: Sequence[tuple[Shape[Any], object, object]] = [
    (Integer(), 5, 5),
    (Integer(), 5.0, 5),
    (Integer(), -0.0, 0),
    (Integer(3, 20), 3, 3),
    (Integer(3, 20), 20.0, 20),
    (Integer(0, 2**63 - 1), 2**63 - 1, 2**63 - 1),
    (Choice(("N", "E")), "E", "E"),
    (Choice(("N",), or_null=True), None, None),
    (Text(3), "", ""),
    (Text(3), "abc", "abc"),
    (Boolean(), False, False),
    (Number(0, 600), 600, 600.0),
    (Number(0, 600), 0.25, 0.25),
    (ListOf(Integer(), max_items=2), [], ()),
    (ListOf(Integer(), max_items=2), [1, 2.0], (1, 2)),
    (ListOf(Integer(), max_items=2, min_items=1), [1], (1,)),
    (Pair(), [-1, 10**30], (-1, 10**30)),
    (BOARD, {"start": START}, {**PLAIN, "cells": (), "start": {"cell": (0, 0), "heading": "N"}}),
]  # fmt: skip

BAD: Sequence[tuple[Shape[Any], object, list[str]]] = [
    *((Integer(), value, [""]) for value in (True, False, 5.5, "5", None, [5], START, math.inf, math.nan)),
    *((Integer(3, 20), value, [""]) for value in (2, 21, -3, 2.0, 10**50, 1e300, True)),
    *((Choice(("N", "E")), value, [""]) for value in ("n", "", "NE", " N", None, 0, ["N"], {"N": 1})),
    (Choice(("N",), or_null=True), "null", [""]),
    *((Text(3), value, [""]) for value in ("abcd", None, 3, ["a"])),
    *((Boolean(), value, [""]) for value in (0, 1, "true", None)),
    *((Number(0, 600), value, [""]) for value in (True, "1", None, -0.1, 601, math.inf, math.nan, [1])),
    *((ListOf(Integer(), max_items=9), value, [""]) for value in (None, {}, "12", 1, {"0": 1})),
    (ListOf(Integer(), max_items=2), [1, 2, 3], [""]),
    (ListOf(Integer(), max_items=2), ["a", "b", "c"], [""]),
    (ListOf(Integer(), max_items=2, min_items=1), [], [""]),
    (ListOf(Integer(0, 3), max_items=9), [0, 4, 1, "a", 2, True], ["/1", "/3", "/5"]),
    *((Pair(), v, [""]) for v in (None, [1], [1, 2, 3], {"row": 1, "col": 2}, "12", 1)),
    (Pair(), [1.5, True], ["/0", "/1"]),
    (Pair(Integer(0, 19)), [20, -1], ["/0", "/1"]),
    *((BOARD, value, [""]) for value in (None, [], "x", 1, [START])),
    (BOARD, {}, ["/start"]),
    (BOARD, {"start": START, "note": "c"}, ["/note"]),
    (BOARD, {"start": START, "size": None, "name": None, "cells": None}, ["/size", "/name", "/cells"]),
    (BOARD, {"start": {}}, ["/start/cell", "/start/heading"]),
    (BOARD, {"start": {**START, "head": "N"}}, ["/start/head"]),
    (BOARD, {"start": START, "a/b~c": 1}, ["/a~1b~0c"]),
    (BOARD, {"start": START, "~1": 1}, ["/~01"]),
    (BOARD, {"start": START, "": 1}, ["/"]),
    (BOARD, {"Start": START}, ["/Start", "/start"]),
    (
        BOARD,
        {"x": 0, "size": 2, "cells": [[0, 20], [1], 7], "start": {"cell": [0.5, 0]}, "note": 1},
        ["/x", "/size", "/cells/0/1", "/cells/1", "/cells/2", "/start/cell/0", "/start/heading", "/note"],
    ),
]  # fmt: skip


class TestShapes:
    @pytest.mark.parametrize(("shape", "value", "expected"), GOOD, ids=range(len(GOOD)))
    def test_take(self, shape: Shape[Any], value: object, expected: object) -> None:
        value_read = shape.read(value)
        assert value_read == expected
        assert type(value_read) is type(expected)

    @pytest.mark.parametrize(("shape", "value", "expected"), BAD, ids=range(len(BAD)))
    def test_reject_and_report_every_problem(
        self, shape: Shape[Any], value: object, expected: list[str]
    ) -> None:
        assert sorted(pointers(shape, value)) == sorted(expected)
        assert sorted(pointers(shape, value, "/puzzle")) == sorted(f"/puzzle{at}" for at in expected)

    def test_an_absent_field_reads_as_its_default(self) -> None:
        with_defaults = {"size": 5, "name": "plain", "cells": [], "start": START}
        assert BOARD.read({"start": START}) == BOARD.read(with_defaults)
        assert "note" not in BOARD.read({"start": START})
        assert BOARD.read({"start": START, "note": None})["note"] is None


class TestManyProblems:
    """A hostile document costs little more than its parsing."""

    def test_a_document_of_very_many_values_is_not_parsed(self) -> None:
        with pytest.raises(NotJson, match="more than 262144 values"):
            load(b"[" + b"0," * 2**18 + b"0]")

    def test_a_hundred_problems_are_kept_and_the_others_counted(self) -> None:
        with pytest.raises(BadInput) as caught:
            ListOf(Integer(0, 9), max_items=400).read(["x"] * 400, "/a")
        error = caught.value.under("/b")
        assert [problem.pointer for problem in error.problems] == [f"/b/a/{n}" for n in range(100)]
        assert error.more == 300

    def test_reading_stops_after_a_thousand_problems(self) -> None:
        lists = ListOf(ListOf(Integer(), max_items=400), max_items=400)
        with pytest.raises(BadInput) as caught:
            lists.read([["x"] * 400] * 400)
        assert caught.value.more == 1100

    def test_very_many_stray_fields_are_one_problem(self) -> None:
        for field in ('"%x": 5,', '"size": 5,'):
            for count, one in ((20, False), (40, True)):
                text = "".join(field % n if "%" in field else field for n in range(count))
                document = load('{"start": {"cell": [0, 0], "heading": "N"}, ' + text + '"name": "b"}')
                assert (pointers(BOARD, document) == [""]) is one, (field, count)

    def test_a_quotation_is_cut_before_it_is_written(self) -> None:
        assert quote("x" * 10**6) == '"' + "x" * 56 + "..."
        assert quote([[1, 2], "x" * 10**6]) == '[[1, 2], "' + "x" * 47 + "..."
        assert quote("x" * 58) == '"' + "x" * 58 + '"'


class TestErrors:
    def test_the_message_says_what_was_expected_and_quotes_the_value(self) -> None:
        with pytest.raises(BadInput) as caught:
            BOARD.read({"start": START, "size": 21, "name": {"a": "x" * 500}})
        message = str(caught.value)
        assert "/size: expected an integer from 3 to 20, got 21" in message
        assert "/name: expected a string of at most 5 characters, got " in message
        assert len(message) < 250

    def test_under_another_document(self) -> None:
        error = BadInput([Problem("", "a"), Problem("/b/0", "c")]).under("/puzzle")
        assert error.problems == (Problem("/puzzle", "a"), Problem("/puzzle/b/0", "c"))
        assert str(error) == "/puzzle: a; /puzzle/b/0: c"
        assert str(BadInput([Problem("", "a")])) == "(document): a"

    def test_anything_can_be_quoted(self) -> None:
        for value in (None, True, "a\n", "\u00e9", "\ud800", 1.5, [1], {"a": []}, object(), {1, 2}, 10**4999):
            text = quote(value)
            assert 0 < len(text) <= 60
            assert "\n" not in text

    def test_quotes_are_json_cut_short(self) -> None:
        assert quote({"a": ["\u00e9", None, True]}) == '{"a": ["\u00e9", null, true]}'
        assert quote("x" * 58) == json.dumps("x" * 58)
        assert quote("x" * 59) == '"' + "x" * 56 + "..."
