"""Tests reading puzzles over HTTP."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from werkzeug.test import Client

from puzzles import packs
from puzzles.registry import KINDS
from solvers.registry import solvers_for
from tests.api import running_service

TODAY = datetime.now(UTC).date()
YESTERDAY = TODAY - timedelta(days=1)


def test_today_has_a_puzzle_of_every_kind_and_grade(reader: Client) -> None:
    answer = reader.get("/v1/daily")
    assert answer.status_code == 200
    kinds_and_grades = {(puzzle["kind"], puzzle["grade"]) for puzzle in answer.get_json()["puzzles"]}
    assert kinds_and_grades == {
        (kind, grade) for kind, grades in packs.grades_by_kind().items() for grade in grades
    }


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


def test_the_kinds_tell_what_can_be_asked_of_them(reader: Client) -> None:
    kinds = {kind["id"]: kind for kind in reader.get("/v1/kinds").get_json()["kinds"]}
    assert list(kinds) == [kind.id for kind in KINDS]
    for kind in KINDS:
        assert ("count" in kinds[kind.id]["calls"]) is (solvers_for(kind.id).counting is not None)
        assert kinds[kind.id]["schema"] == kind.puzzle_schema()


def test_a_daily_is_medium_by_default(reader: Client) -> None:
    for kind in packs.grades_by_kind():
        assert reader.get(f"/v1/daily/{kind}").get_json()["grade"] == "medium"
        assert reader.get(f"/v1/daily/{kind}?grade=expert").get_json()["grade"] == "expert"


def test_an_old_day_is_what_it_was(reader: Client) -> None:
    first = packs.first_day()
    day = reader.get(f"/v1/archive/{first}").get_json()
    assert day["date"] == str(first)
    names = {(record["kind"], record["grade"]): record["id"] for record in day["puzzles"]}
    for (kind, grade), name in names.items():
        assert packs.entry(kind, grade, 0).record["id"] == name
        assert reader.get(f"/v1/daily/{kind}/{first}?grade={grade}").get_json()["id"] == name


def test_a_day_before_the_first_or_to_come_has_nothing(reader: Client) -> None:
    for day in (
        packs.first_day() - timedelta(days=1),
        TODAY + timedelta(days=1),
        TODAY + timedelta(days=400),
    ):
        for path in (f"/v1/archive/{day}", f"/v1/daily/linja.endgame/{day}", f"/day/{day}"):
            assert reader.get(path).status_code == 404


def test_solutions_solve(reader: Client) -> None:
    for kind in KINDS:
        name = packs.entry(kind.id, "easy", 0).record["id"]
        record = reader.get(f"/v1/puzzles/{name}").get_json()
        document = reader.get(f"/v1/puzzles/{name}/solution").get_json()
        puzzle, solution = kind.parse(record["puzzle"]), kind.parse_solution(document["solution"])
        assert kind.verify(puzzle, solution) == ()
        assert kind.score(puzzle, solution) == document["score"]


def test_nothing_that_can_be_read_names_what_is_to_come(reader: Client) -> None:
    """Tests pages, lists, feeds and figures of all kinds and grades."""
    n = (TODAY - packs.first_day()).days + 1
    hidden = {
        packs.entry(kind, grade, m).record["id"]
        for kind, grades in packs.grades_by_kind().items()
        for grade in grades
        for m in range(n, packs.size(kind, grade))
    }
    paths = [
        "/",
        "/v1/daily",
        "/v1/archive",
        "/feed.atom",
        "/metrics",
        "/docs",
        "/openapi.json",
        f"/day/{TODAY}",
    ]
    cursor = ""
    while cursor is not None:
        path = f"/v1/puzzles?limit=100{cursor and f'&cursor={cursor}'}"
        paths.append(path)
        cursor = reader.get(path).get_json()["next"]
    for path in paths:
        assert not hidden & set(re.findall("[0-9a-z]{16}", reader.get(path).text))


def test_only_so_many_days_are_kept_in_memory(
    tmp_path: Path, pool_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader of the whole archive must not fill it; and the days stay what they were."""
    monkeypatch.setattr("api.bank.dailies._CACHED_DAYS", 3)
    dailies = running_service.service_on(tmp_path, pool_address).dailies
    days = [packs.first_day() + timedelta(days=n) for n in range(6)]
    before = [dailies.publish(day) for day in days]
    assert sorted(dailies._complete_days) == days[3:]
    assert [dailies.publish(day) for day in days] == before


def test_an_incomplete_day_is_not_cached_for_long(
    tmp_path: Path, pool_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pack that ended, and no stock: the day is not whole, but may become so."""
    size = packs.size
    ended = ("linja.endgame", "hard")
    monkeypatch.setattr(packs, "size", lambda *of: 1 if of == ended else size(*of))
    client = running_service.client_of(running_service.service_on(tmp_path, pool_address))
    assert client.get("/v1/daily/linja.endgame?grade=hard").status_code == 404
    assert client.get("/v1/daily/linja.endgame?grade=easy").status_code == 200
    for path in ("/v1/daily", "/", f"/v1/archive/{YESTERDAY}"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert int(answer.headers["Cache-Control"].rpartition("=")[2]) <= 60
