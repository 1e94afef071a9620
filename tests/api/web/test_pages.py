"""Tests the HTML pages and the feed."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from werkzeug.test import Client

from puzzles import packs
from puzzles.texts import ENGLISH
from puzzles.titles import day_name

TODAY = datetime.now(UTC).date()
YESTERDAY, TOMORROW = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
ATOM = "{http://www.w3.org/2005/Atom}"


def _id(kind: str, grade: str, offset: int) -> str:
    n = (TODAY - packs.first_day()).days + offset
    return str(packs.entry(kind, grade, n).record["id"])


def test_the_front_page_shows_todays_puzzles(reader: Client) -> None:
    page = reader.get("/")
    assert page.content_type == "text/html; charset=utf-8"
    pictures = re.findall(r'src="(/v1/puzzles/[^"]+\.svg)"', page.text)
    assert len(pictures) == sum(map(len, packs.grades_by_kind().values()))
    for picture in pictures:
        assert reader.get(picture).content_type.startswith("image/svg+xml")
    assert 'href="/docs"' in page.text


def test_every_link_of_the_pages_leads_somewhere(reader: Client) -> None:
    todo, visited = ["/"], {"/"}
    while todo:
        page = reader.get(todo.pop())
        assert page.status_code == 200
        for link in re.findall(r'(?:href|src)="(/[^"#]*)"', page.text):
            if link not in visited:
                visited.add(link)
                # One day and one kind stand for the others.
                if not link.startswith(("/day/", "/p/", "/v1/puzzles")) or len(visited) < 60:
                    todo.append(link)
    assert len(visited) > 40


@pytest.mark.parametrize("page", ["/", "/docs"])
def test_pages_let_nothing_else_in(reader: Client, page: str) -> None:
    policy = reader.get(page).headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; img-src 'self'; style-src 'sha256-")


def test_a_page_of_a_puzzle_shows_its_solution_from_the_next_day_on(reader: Client) -> None:
    over, today, to_come = (_id("end_of_line.cover", "hard", offset) for offset in (-1, 0, 1))
    assert f"/v1/puzzles/{over}/solution.svg" in reader.get(f"/p/{over}").text
    assert reader.get(f"/v1/puzzles/{over}/solution.svg").status_code == 200
    assert "solution.svg" not in reader.get(f"/p/{today}").text
    assert reader.get(f"/v1/puzzles/{today}/solution.svg").status_code == 404
    assert reader.get(f"/p/{to_come}").status_code == 404


def test_pages_of_other_days(reader: Client) -> None:
    assert str(YESTERDAY - timedelta(days=1)) in reader.get(f"/day/{YESTERDAY}").text
    assert reader.get(f"/day/{TOMORROW}").status_code == 404
    assert reader.get("/day/tomorrow").status_code == 422
    assert reader.get("/day/9999-12-31").status_code == 404
    assert reader.get("/day/0001-01-01").status_code == 404


def test_the_feed_has_an_entry_a_day(reader: Client) -> None:
    answer = reader.get("/feed.atom")
    feed = ElementTree.fromstring(answer.data)
    assert answer.content_type.startswith("application/atom+xml")
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]
    assert titles[:2] == [
        "The puzzles of " + ENGLISH.render(day_name(day, TODAY)) for day in (TODAY, YESTERDAY)
    ]
    ids = [entry_id.text for entry_id in feed.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids)) == len(titles) + 1
    assert all(feed.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))


def test_the_feed_of_a_kind_and_grade_has_its_puzzle_alone(reader: Client) -> None:
    feed = ElementTree.fromstring(reader.get("/feed.atom?kind=linja.endgame&grade=hard").data)
    entry = next(feed.iter(f"{ATOM}entry"))
    content = entry.findtext(f"{ATOM}content") or ""
    puzzle_id = _id("linja.endgame", "hard", 0)
    assert set(re.findall(r"/p/(\w+)", content)) == {puzzle_id}
    assert f'/v1/puzzles/{puzzle_id}.svg" alt="Linja endgame, hard"' in content
    assert feed.findtext(f"{ATOM}title") == "Lineworks: puzzles of the day, Linja endgame, hard"
