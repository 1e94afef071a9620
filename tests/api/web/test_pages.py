"""Tests the HTML pages and the feed."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from werkzeug.test import Client

from api.web.context import Service
from api.web.markdown import to_html
from puzzles import packs
from puzzles.registry import GAMES
from puzzles.texts import ENGLISH, LANGUAGES
from puzzles.titles import day_name
from tests.api import running_service

ROOT = Path(__file__).parents[3]
TODAY = datetime.now(UTC).date()
YESTERDAY, TOMORROW = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
ATOM = "{http://www.w3.org/2005/Atom}"


def _id(kind: str, grade: str, offset: int) -> str:
    n = (TODAY - packs.first_day()).days + offset
    return str(packs.entry(kind, grade, n).record["id"])


def test_the_front_page_leads_to_all_of_todays_puzzles(reader: Client) -> None:
    page = reader.get("/")
    assert page.content_type == "text/html; charset=utf-8"
    puzzles = re.findall(r'href="/p/(\w+)" data-puzzle="(\w+)" data-grade="(\w+)"', page.text)
    today = {record["id"]: record["grade"] for record in reader.get("/v1/daily").get_json()["puzzles"]}
    assert {address: grade for address, _, grade in puzzles} == today
    assert all(address == puzzle for address, puzzle, _ in puzzles)
    assert 'href="/docs"' in page.text


def test_the_front_page_shows_a_board_of_each_game_and_no_more(reader: Client) -> None:
    page = reader.get("/").text
    pictures = re.findall(r'<img src="(/p/\w+\.svg)"', page)
    assert len(pictures) == len(GAMES) == page.count('class="play"')
    for picture in pictures:
        drawing = reader.get(picture)
        assert drawing.content_type.startswith("image/svg+xml")
        ElementTree.fromstring(drawing.data)
        # The page that the drawing belongs to.
        assert reader.get(picture.removesuffix(".svg")).status_code == 200


def test_every_kind_takes_its_turn_on_the_front_page(published: Service) -> None:
    offered = set()
    client = running_service.client_of(published)
    for n in range(12):
        day = packs.first_day() + timedelta(days=n)
        page = client.get(f"/day/{day}").text
        offered |= set(re.findall(r'class="play".*?data-kind="([\w.]+)"', page, re.DOTALL))
    assert offered == set(packs.grades_by_kind())


def test_every_link_of_the_pages_leads_somewhere(reader: Client) -> None:
    todo, visited = ["/"], {"/"}
    while todo:
        page = reader.get(todo.pop())
        assert page.status_code == 200
        for link in re.findall(r'(?:href|src)="(/[^"#]*)"', page.text):
            if link not in visited:
                visited.add(link)
                # One day and one kind stand for the others.
                if link.startswith(("/favicon", "/static/", "/manifest")):
                    assert reader.get(link).status_code == 200
                elif not link.startswith(("/day/", "/p/", "/v1/puzzles")) or len(visited) < 60:
                    todo.append(link)
    assert len(visited) > 40


@pytest.mark.parametrize("page", ["/", "/docs", "/play", "/play/end_of_line.cover", "/rules/linja"])
def test_pages_let_nothing_else_in(reader: Client, page: str) -> None:
    policy = reader.get(page).headers["Content-Security-Policy"]
    sources = dict(directive.split(" ", 1) for directive in policy.split("; "))
    assert sources.pop("default-src") == "'none'"
    assert set(sources.values()) == {"'self'", "'none'"}
    for own in ("script-src", "style-src", "img-src", "connect-src", "worker-src", "manifest-src"):
        assert sources[own] == "'self'"


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_the_rules_of_every_game_are_a_page_in_every_language(
    reader: Client, game: str, language: str
) -> None:
    page = reader.get(f"/rules/{game}?lang={language}")
    assert (page.status_code, page.headers["Content-Language"]) == (200, language)
    assert page.text.count("<h2>") >= 6
    assert not re.findall(r"\*\*|^\||^#|^- ", page.text, re.MULTILINE), "everything is rendered"
    pictures = re.findall(r'<img [^>]*src="([^"]+)"', page.text)
    assert len(pictures) == 2
    for picture in pictures:
        assert f".{language}.svg" in picture
        assert reader.get(picture).content_type.startswith("image/svg+xml")


def test_the_rules_are_in_the_language_that_the_browser_asks_for(reader: Client) -> None:
    for header, heading in (("de-AT, en;q=0.5", "Anmerkungen"), ("fr", "Notes"), ("", "Notes")):
        page = reader.get("/rules/linja", headers={"Accept-Language": header})
        assert f"<h2>{heading}</h2>" in page.text
        assert "Accept-Language" in ", ".join(page.headers.getlist("Vary"))
    for path in ("/rules/none", "/rules/linja/pictures/none.svg", "/rules/linja/pictures/..%2fx.svg"):
        assert reader.get(path).status_code == 404
    assert reader.get("/rules/linja?lang=fr").status_code == 422


def test_the_rules_say_the_same_in_every_language() -> None:
    def outline(game: str, ending: str) -> list[str]:
        text = (ROOT / "puzzles" / game / f"rules{ending}.md").read_text()
        return re.findall(r"^ *(?:##?|\||-|\d+\.|!)(?= |\[)", text, re.MULTILINE)

    for game in GAMES:
        assert outline(game.id, "") == outline(game.id, ".de") == outline(game.id, ".es")


def test_every_puzzle_page_links_the_rules_of_its_game(reader: Client) -> None:
    assert re.findall(r'href="/rules/(\w+)"', reader.get("/rules").text) == [game.id for game in GAMES]
    assert 'href="/rules"' in reader.get("/").text
    page = reader.get(f"/p/{_id('light_line.head', 'easy', 0)}")
    assert re.findall(r'href="/rules/(\w+)"', page.text) == ["light_line"]


def test_the_archive_has_a_link_to_every_day(reader: Client) -> None:
    days = [packs.first_day() + timedelta(days=n) for n in range((TODAY - packs.first_day()).days + 1)]
    page = reader.get("/archive").text
    assert re.findall(r'href="/day/([0-9-]+)"', page) == [
        str(day)
        for month in sorted({day.replace(day=1) for day in days}, reverse=True)
        for day in days
        if day.replace(day=1) == month and day != TODAY
    ]
    assert f'<time datetime="{TODAY}">' in page
    assert "<h2>noviembre 2026</h2>" in reader.get("/archive?lang=es").text


def test_there_is_an_icon(reader: Client) -> None:
    assert 'href="/favicon.svg"' in reader.get("/").text
    assert reader.get("/favicon.svg").content_type.startswith("image/svg+xml")
    icon = reader.get("/favicon.ico")
    assert icon.content_type == "image/vnd.microsoft.icon"
    assert icon.data[:4] == b"\0\0\1\0"
    assert icon.data[22:30] == b"\x89PNG\r\n\x1a\n"


def test_markdown_is_rendered_as_far_as_the_rules_use_it() -> None:
    text = '# A & B\n\n1. one `x<y`\n   more\n   - **in**\n2. two\n\n![a "b"](p.svg)\n## C\nd\ne\n'
    assert to_html(text, lambda name: f"/{name}").split("\n") == [
        "<h1>A &amp; B</h1>",
        "<ol><li>one <code>x&lt;y</code> more<ul><li><b>in</b></li></ul></li><li>two</li></ol>",
        '<a href="/p.svg"><img class="drawing" src="/p.svg" alt="a &quot;b&quot;"></a>',
        "<h2>C</h2>",
        "<p>d e</p>",
    ]
    table = to_html("| a | b |\n| --- | --- |\n| 1 | 2 |", str)
    assert table == "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
