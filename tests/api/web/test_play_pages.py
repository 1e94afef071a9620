"""Tests the pages to play on, to deal, to analyse and to order books, and what installs them."""

from __future__ import annotations

import json
import re
import struct
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from werkzeug.test import Client

from api.web.static_files import PAGE, static_files, texts_path
from puzzles import packs
from puzzles.grades import GRADES
from puzzles.registry import GAMES, KIND_IDS, game_of, kind_named
from puzzles.texts import LANGUAGES, catalogue, translator_for
from puzzles.titles import kind_title
from tests.api.web.http_requests import is_problem

TODAY = datetime.now(UTC).date()
YESTERDAY, TOMORROW = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
DAILY_KINDS = sorted(packs.grades_by_kind())
BOARDS = [game.id for game in GAMES if game.has_analysis_board]
PAGES = [
    "/",
    f"/day/{YESTERDAY}",
    "/archive",
    "/play",
    *(f"/play/{kind}" for kind in DAILY_KINDS),
    "/deal",
    *(f"/{game}" for game in BOARDS),
    "/books",
    "/rules",
    "/rules/linja",
    "/offline",
    "/docs",
]


def data_of(page: str) -> dict[str, Any]:
    """Returns what a page says to its module."""
    (text,) = re.findall(r'<script type="application/json" id="page-data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(text)
    return data


@pytest.mark.parametrize("path", PAGES)
def test_everything_that_a_page_loads_is_there(reader: Client, path: str) -> None:
    page = reader.get(path).text
    assert not re.findall(r"<style| style=| on[a-z]+=|<script>", page), "nothing is inline"
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(addresses) == len(set(addresses))
    for address in addresses:
        assert address.startswith(static_files().root)
        assert reader.get(address).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_modules_are_announced_before_they_are_imported(reader: Client, path: str) -> None:
    page, files = reader.get(path).text, static_files()
    scripts = re.findall(r'<script type="module" src="([^"]+)"', page)
    announced = re.findall(r'<link rel="modulepreload" href="([^"]+)"', page)
    loaded = {address.removeprefix(files.root) for address in [*scripts, *announced]}
    assert loaded == set(files.modules(*loaded))


@pytest.mark.parametrize("kind", DAILY_KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_what_its_module_needs(reader: Client, kind: str, language: str) -> None:
    page = reader.get(f"/play/{kind}?grade=hard&date={YESTERDAY}&lang={language}")
    record = reader.get(f"/v1/daily/{kind}/{YESTERDAY}?grade=hard&lang={language}").get_json()
    name = f"/play/{kind}?date={{}}&grade=hard&lang={language}"
    game = game_of(kind).id
    assert data_of(page.text) == {
        "version": static_files().version,
        "static": static_files().root,
        "language": language,
        "query": f"?lang={language}",
        "kind": kind,
        "game": game,
        "title": translator_for(language).render(kind_title(kind)),
        "record": record,
        "solution_url": f"/v1/puzzles/{record['id']}/solution",
        "before": name.format(YESTERDAY - timedelta(days=1)),
        "after": name.format(TODAY),
        "rules": f"/rules/{game}?lang={language}",
    }
    assert reader.get(data_of(page.text)["before"]).status_code == 200
    for module in (texts_path(language, PAGE), texts_path(language, game)):
        assert f'<link rel="modulepreload" href="{static_files().address(module)}">' in page.text


def test_todays_puzzle_has_no_solution_and_no_next_day_yet(reader: Client) -> None:
    kind = DAILY_KINDS[0]
    for path in (f"/play/{kind}", f"/play/{kind}?date={TODAY}&grade=medium"):
        data = data_of(reader.get(path).text)
        assert (data["solution_url"], data["after"], data["query"]) == (None, None, "")
        assert data["record"]["grade"] == "medium"
        assert data["before"] == f"/play/{kind}?date={YESTERDAY}&grade=medium"
    first = data_of(reader.get(f"/play/{kind}?date={packs.first_day()}").text)
    assert first["before"] is None
    puzzle = data["record"]["id"]
    assert data_of(reader.get(f"/p/{puzzle}").text) == data


def test_the_other_languages_of_a_page_are_about_the_same_puzzle(reader: Client) -> None:
    page = reader.get(f"/play/{DAILY_KINDS[0]}?grade=easy&date={YESTERDAY}&lang=es").text
    queries = re.findall(r'<a href="(\?[^"]*)" lang="(\w+)"', page)
    assert [language for _, language in queries] == list(LANGUAGES)
    for query, language in queries:
        assert query == f"?grade=easy&amp;date={YESTERDAY}&amp;lang={language}"


def test_without_scripts_a_page_shows_the_puzzle(reader: Client) -> None:
    page = reader.get(f"/play/{DAILY_KINDS[0]}?date={YESTERDAY}").text
    record = data_of(page)["record"]
    (unscripted,) = re.findall("<noscript>(.*?)</noscript>", page, re.DOTALL)
    for part in (f"/v1/puzzles/{record['id']}.svg", "/solution.svg", "/rules/"):
        assert part in unscripted
    assert f"<h1>{record['title']}, " in page


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/play/none", 404),
        ("/play/end_of_line", 404),
        ("/play/end_of_line.cover?grade=none", 422),
        ("/play/end_of_line.cover?date=yesterday", 422),
        ("/play/end_of_line.cover?date=2026-02-30", 422),
        (f"/play/end_of_line.cover?date={TOMORROW}", 404),
        ("/play/end_of_line.cover?date=0001-01-01", 404),
        ("/play/end_of_line.cover?day=2026-11-01", 422),
        ("/play/end_of_line.cover/", 404),
        ("/play?grade=easy", 422),
        ("/play/", 404),
        ("/p/none", 404),
        ("/p/none.svg", 404),
        ("/deal?lang=fr", 422),
        ("/end_of_line", 404),
        ("/books?count=3", 422),
        ("/offline?a=b", 422),
        ("/service-worker.js?v=1", 422),
    ],
)
def test_what_there_is_no_page_for(reader: Client, path: str, status: int) -> None:
    is_problem(reader.get(path), status)


def test_nothing_in_the_data_of_a_page_ends_its_element(reader: Client) -> None:
    for path in PAGES:
        for text in re.findall(r'id="page-data">(.*?)</script>', reader.get(path).text, re.DOTALL):
            assert not re.search("[<>&]", text)


@pytest.mark.parametrize("kind", DAILY_KINDS)
@pytest.mark.parametrize("grade", GRADES)
def test_every_puzzle_has_a_drawing_of_its_board_alone(reader: Client, kind: str, grade: str) -> None:
    record = reader.get(f"/v1/daily/{kind}?grade={grade}").get_json()
    drawing = reader.get(f"/p/{record['id']}.svg?lang=de")
    assert drawing.content_type == "image/svg+xml"
    assert drawing.headers["Content-Language"] == "de"
    ElementTree.fromstring(drawing.data)
    assert len(drawing.data) < len(reader.get(f"/v1/puzzles/{record['id']}.svg").data)


def test_the_deal_page_knows_what_can_be_laid_out(reader: Client) -> None:
    data = data_of(reader.get("/deal?lang=de").text)
    assert [kind["kind"] for kind in data["kinds"]] == [kind for game in GAMES for kind in game.deal_kinds]
    for kind in data["kinds"]:
        assert kind["game"] == game_of(kind["kind"]).id
        assert kind["name"] == translator_for("de").render(kind_title(kind["kind"]))


@pytest.mark.parametrize("game", BOARDS)
def test_an_analysis_board_knows_its_game(reader: Client, game: str) -> None:
    data = data_of(reader.get(f"/{game}").text)
    assert data["game"] == game
    assert [kind_named(kind).id for kind in data["kinds"]] == data["kinds"]
    assert reader.get(data["rules"]).status_code == 200


def test_the_form_of_books_offers_what_an_order_takes(reader: Client) -> None:
    page = reader.get("/books").text
    shown = {
        name: re.findall(rf'name="{name}" value="([^"]+)"', page) for name in ("kinds", "grades", "count")
    }
    assert shown == {"kinds": list(KIND_IDS), "grades": list(GRADES), "count": ["56"]}
    schema = reader.get("/openapi.json").get_json()["paths"]["/v1/books"]["post"]["requestBody"]
    fields = schema["content"]["application/json"]["schema"]["properties"]
    for name in ("paper", "answers", "ink", "language"):
        (options,) = re.findall(rf'<select name="{name}">(.*?)</select>', page, re.DOTALL)
        assert sorted(re.findall('value="([^"]+)"', options)) == sorted(fields[name]["enum"])
    assert set(re.findall(r'name="(\w+)"', page.partition("<form")[2])) <= set(fields)


def test_the_service_worker_keeps_every_file(reader: Client) -> None:
    worker = reader.get("/service-worker.js")
    assert worker.content_type.startswith("text/javascript")
    assert worker.headers["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in worker.headers["Content-Security-Policy"]
    first, _, rest = worker.text.partition("\n")
    site = json.loads(first.removeprefix("self.SITE = ").removesuffix(";"))
    assert site["version"] == static_files().version
    kept = {path for path in static_files().files if path.endswith((".js", ".css"))}
    assert {address.removeprefix(static_files().root) for address in site["files"]} == kept - {
        "service-worker.js"
    }
    assert reader.get(site["offline"]).status_code == 200
    assert rest == static_files().files["service-worker.js"].content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_can_be_installed(reader: Client, language: str) -> None:
    assert f'<link rel="manifest" href="/manifest.webmanifest?lang={language}">' in (
        reader.get(f"/?lang={language}").text
    )
    answer = reader.get(f"/manifest.webmanifest?lang={language}")
    assert answer.content_type == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert (manifest["lang"], manifest["description"]) == (language, catalogue(language)["page.site.title"])
    for address in (manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])):
        assert reader.get(address).status_code == 200
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = reader.get(icon["src"])
        assert picture.content_type == icon["type"] == "image/png"
        width, height = struct.unpack(">II", picture.data[16:24])
        assert icon["sizes"] == f"{width}x{height}"


def test_only_pages_in_all_languages_follow_the_readers_choice(reader: Client) -> None:
    """The attribute says so to early.js, which would otherwise ask for a page that there is not."""
    assert 'data-languages="de en es"' in reader.get("/").text
    assert "data-languages" not in reader.get("/docs").text
    assert "data-languages" not in reader.get("/none", headers={"Accept": "text/html"}).text


@pytest.mark.parametrize(
    ("path", "name"), [("/", "/"), ("/archive", "/archive"), ("/deal", "/deal"), ("/books", "/books")]
)
def test_the_header_marks_the_page(reader: Client, path: str, name: str) -> None:
    assert re.findall(r'href="([^"]+)" aria-current="page"', reader.get(path).text) == [name]
