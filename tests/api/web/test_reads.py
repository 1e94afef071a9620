"""What can be read over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from werkzeug.test import Client

from puzzles import packs
from puzzles.registry import KINDS

TODAY = datetime.now(UTC).date()
YESTERDAY = TODAY - timedelta(days=1)


def test_today_has_a_puzzle_of_every_kind_and_grade(reader: Client) -> None:
    answer = reader.get("/v1/daily")
    assert answer.status_code == 200
    found = {(each["kind"], each["grade"]) for each in answer.get_json()["puzzles"]}
    assert found == {(kind, grade) for kind, grades in packs.packed().items() for grade in grades}


@pytest.mark.parametrize("kind", [kind.id for kind in KINDS])
def test_a_daily_is_the_entry_of_its_pack(reader: Client, kind: str) -> None:
    n = (YESTERDAY - packs.first_day()).days
    answer = reader.get(f"/v1/daily/{kind}/{YESTERDAY}?grade=easy")
    assert answer.get_json()["id"] == packs.entry(kind, "easy", n).record["id"]


def test_stock_is_invisible_until_its_day(reader: Client) -> None:
    n = (TODAY - packs.first_day()).days
    for offset, status in ((-1, 200), (0, 200), (1, 404)):
        name = packs.entry("linja.endgame", "hard", n + offset).record["id"]
        for path in (f"/v1/puzzles/{name}", f"/v1/puzzles/{name}.svg"):
            assert reader.get(path).status_code == status
        expected = 200 if offset < 0 else 404
        assert reader.get(f"/v1/puzzles/{name}/solution").status_code == expected


@pytest.mark.parametrize("path", ["/v1/daily", "/v1/kinds", "/v1/puzzles"])
def test_what_is_known_already_is_not_sent_again(reader: Client, path: str) -> None:
    first = reader.get(path)
    again = reader.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
