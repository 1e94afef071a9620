"""Tests the call read: any form of a puzzle in, all its forms and names out."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import Client

from puzzles import packs
from puzzles.ids import puzzle_id
from puzzles.line_of_text import text_of
from puzzles.registry import KIND_IDS, kind_named
from puzzles.texts import LANGUAGES, translator_for
from puzzles.titles import kind_title, puzzle_title
from tests.api.web.http_requests import is_problem


@pytest.mark.parametrize("name", KIND_IDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_puzzle_reads_the_same(reader: Client, name: str, language: str) -> None:
    kind, record = kind_named(name), packs.entry(name, "easy", 0).record
    puzzle, translator = kind.parse(record["puzzle"]), translator_for(language)
    expected: dict[str, Any] = {
        "puzzle": kind.serialise(puzzle),
        "kind": name,
        "text": text_of(kind, puzzle),
        "id": puzzle_id(kind, puzzle),
        "title": translator.render(kind_title(name)),
        "task": translator.render(kind.task(puzzle)),
        "target": None,
    }
    for form in (record["puzzle"], expected["text"]):
        answer = reader.post(f"/v1/read?lang={language}", json={"puzzle": form})
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
        assert answer.get_json() == expected
    graded = reader.post(f"/v1/read?lang={language}", json={"puzzle": dict(record)}).get_json()
    assert graded == expected | {"title": translator.render(puzzle_title(name, "easy"))}


def test_a_record_says_its_target(reader: Client) -> None:
    entry = packs.entry("light_line.place", "easy", 0)
    answer = reader.post("/v1/read", json={"puzzle": dict(entry.record) | {"target": 3}}).get_json()
    assert answer["target"] == 3
    assert "3" in answer["task"]


def test_defaults_are_written_out(reader: Client) -> None:
    answer = reader.post("/v1/read", json={"puzzle": "end_of_line.cover:4x4"}).get_json()
    assert answer["puzzle"]["start"] == {"cell": [2, 2], "heading": "N"}
    assert answer["text"].startswith("end_of_line.cover:4x4:C3N:-:")


@pytest.mark.parametrize(
    ("puzzle", "pointer"),
    [
        ("nothing", "/puzzle"),
        ({"kind": "none"}, "/puzzle/kind"),
        ("end_of_line.cover:4x4:Z9N", "/puzzle"),
        ({"kind": "end_of_line.cover", "row": 4}, "/puzzle/row"),
    ],
)
def test_what_is_no_puzzle_is_refused(reader: Client, puzzle: object, pointer: str) -> None:
    problem = is_problem(reader.post("/v1/read", json={"puzzle": puzzle}), 422)
    assert any(error["pointer"].startswith(pointer) for error in problem["errors"])
