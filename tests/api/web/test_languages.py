"""Tests the language of answers: how it is chosen, and what is in it."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from werkzeug.test import Client

from api.calls.call import Reader, write_body
from api.calls.generate import GENERATE
from api.calls.solve import SOLVE
from api.calls.verify import VERIFY
from api.jobs.job_queue import end
from api.store import answer_cache as rows
from api.store import jobs, schema
from api.web.context import Service
from api.web.languages import accepted_language
from api.web.response_cache import key_of
from api.workers.answer_cache import AnswerCache, cacheable_call
from puzzles import packs
from puzzles.grades import GRADES
from puzzles.registry import GAMES, KIND_IDS, kind_named
from puzzles.texts import LANGUAGES, BoardCell, phrase, translator_for
from puzzles.texts.stored import store
from puzzles.titles import dated_title, day_name, grade_name, kind_title, puzzle_title
from tests.api import running_service
from tests.api.small_puzzles import COVER

TODAY = datetime.now(UTC).date()
YESTERDAY = TODAY - timedelta(days=1)
PAGES = ("/", f"/day/{YESTERDAY}", "/feed.atom")
KIND, SCORED_KIND = "end_of_line.cover", "light_line.place"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("fr, it;q=0.5", "en"),
        ("fr, es;q=0.2, en;q=0.1", "es"),
        ("de-AT, en;q=0.8", "de"),
        ("ES_mx", "es"),
        ("en;q=0.5, de;q=0.7, es;q=0.6", "de"),
        ("de;q=0.5, es;q=0.5", "de"),
        ("de;q=0, es;q=0.001", "es"),
        ("de;q=2, es", "es"),
        ("*", "en"),
        ("fr, *;q=0.1", "en"),
        ("en;q=0.1, *", "de"),
        ("de;q=0", "en"),
        (";;,=q,\x00", "en"),
    ],
)
def test_the_header_chooses_one_of_our_languages(header: str, language: str) -> None:
    assert accepted_language(header) == language


def test_the_key_of_the_cache_holds_the_language_and_not_the_header() -> None:
    def key(header: str, query: str = "") -> tuple[str, ...]:
        environ: Any = {"PATH_INFO": "/", "QUERY_STRING": query, "wsgi.url_scheme": "http"}
        return key_of(environ | {"HTTP_ACCEPT_LANGUAGE": header}, None)

    assert key("de") == key("de-CH, fr;q=0.9") != key("es") != key("")
    assert key("fr") == key("") == key("en-GB")
    assert key("es", "lang=de") == key("", "lang=de") != key("es")


@pytest.mark.parametrize("path", [*PAGES, "/v1/daily", "/v1/kinds", "/v1/puzzles"])
def test_an_answer_in_a_language_says_so(published: Service, path: str) -> None:
    """First of a service that has cached nothing, and then from its cache."""
    client = running_service.client_of(published)
    published.responses.clear()
    answers: dict[str, str] = {}
    for _ in range(2):
        for language in LANGUAGES:
            answer = client.get(path, headers={"Accept-Language": f"{language}-XX, en;q=0.1"})
            assert answer.headers["Content-Language"] == language
            assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language"
            assert answers.setdefault(language, answer.headers["ETag"]) == answer.headers["ETag"]
            chosen = client.get(f"{path}?lang={language}", headers={"Accept-Language": "fr"})
            assert chosen.headers["Content-Language"] == language
    assert len(set(answers.values())) == len(LANGUAGES)
    assert client.get(f"{path}?lang=fr").status_code == 422


def test_responses_in_no_language_are_cached_once(published: Service) -> None:
    client = running_service.client_of(published)
    name = packs.entry(KIND, "easy", 0).record["id"]
    for path in (f"/v1/puzzles/{name}.svg", "/docs", "/openapi.json"):
        published.responses.clear()
        headers = [client.get(path, headers={"Accept-Language": language}).headers for language in LANGUAGES]
        assert {(h["Vary"], h.get("Content-Language")) for h in headers} == {("Accept-Encoding", None)}
        assert len(published.responses._plain._responses) == 1
        assert client.get(f"{path}?lang=de").status_code == 422


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_name_puzzles_as_people_do(reader: Client, language: str) -> None:
    translator = translator_for(language)
    name = packs.entry(SCORED_KIND, "hard", (YESTERDAY - packs.first_day()).days).record["id"]
    record = reader.get(f"/v1/puzzles/{name}?lang={language}").get_json()
    page = reader.get(f"/p/{name}?lang={language}").text
    title = dated_title(puzzle_title(SCORED_KIND, "hard"), YESTERDAY, TODAY)
    assert f"<h1>{translator.render(title)}</h1>" in page
    assert record["task"] in page
    for path in (*PAGES, f"/p/{name}"):
        text = reader.get(f"{path}?lang={language}").text
        assert f'lang="{language}"' in text
        # Ids may stand in addresses, where nobody reads them.
        text = re.sub(r"<script.*?</script>", "", text)
        read = re.sub(r"""(href|src|id|data-kind|data-date|datetime)=(&quot;|").*?\2""", "", text)
        assert not [kind for kind in KIND_IDS if kind in read]
        assert not re.search(r"\d{4}-\d{2}-\d{2}(?!T)", read)
    front = reader.get(f"/?lang={language}").text
    assert all(translator.render(kind_title(kind)) in front for kind in KIND_IDS)
    assert all(game.name(translator) in front for game in GAMES)
    assert translator.render(day_name(TODAY, TODAY)) in front


def test_records_have_a_title_a_task_and_a_target(reader: Client) -> None:
    """In answers about a day, about a puzzle, and in pages of the bank."""
    n = (TODAY - packs.first_day()).days
    for kind_id in KIND_IDS:
        kind, entry = kind_named(kind_id), packs.entry(kind_id, "hard", n)
        record = reader.get(f"/v1/daily/{kind_id}?grade=hard").get_json()
        assert record["target"] == entry.score
        assert (record["target"] is None) is not kind.facts.scored
        puzzle = kind.parse(record["puzzle"])
        assert record["task"] == translator_for("en").render(kind.task(puzzle, entry.score))
        assert record["title"] == translator_for("en").render(puzzle_title(kind_id, "hard"))
        assert record["date"] == str(TODAY)
        assert record["solution_opens"] == f"{TODAY + timedelta(days=1)}T00:00:00Z"
        assert record == reader.get(f"/v1/puzzles/{record['id']}").get_json()
        assert record == reader.get(f"/v1/daily/{kind_id}/{TODAY}?grade=hard").get_json()
        assert record in reader.get("/v1/daily").get_json()["puzzles"]
    spanish_grades = [translator_for("es").render(grade_name(grade)) for grade in GRADES]
    listed = reader.get("/v1/puzzles?lang=es&limit=3").get_json()
    assert {record["title"].rpartition(", ")[2] for record in listed["puzzles"]} <= set(spanish_grades)
    assert listed["next"] is not None
    assert "lang=es" in reader.get("/v1/puzzles?lang=es&limit=1").headers["Link"]


def test_a_record_is_verified_against_its_target(client: Client, reader: Client) -> None:
    entry = packs.entry(SCORED_KIND, "easy", 0)
    record = reader.get(f"/v1/puzzles/{entry.record['id']}?lang=de").get_json()

    def target_met(puzzle: object) -> object:
        body = {"puzzle": puzzle, "solution": entry.solution}
        answer = client.post("/v1/verify", json=body).get_json()
        assert answer["valid"]
        return answer.get("target_met", "absent")

    assert target_met(record) is True
    assert target_met(record | {"target": record["target"] + 1}) is False
    assert target_met(record | {"target": None}) == target_met(dict(entry.record)) == "absent"


def test_jobs_keep_the_target_of_a_record_and_present_its_texts(reader: Client) -> None:
    entry = packs.entry(SCORED_KIND, "easy", 0)
    record = reader.get(f"/v1/puzzles/{entry.record['id']}").get_json()
    body = VERIFY.read({"puzzle": record, "solution": dict(entry.solution)})
    passed_on = VERIFY.read(json.loads(json.dumps(write_body(body))))
    assert VERIFY.work(passed_on, lambda _: None).to_json()["target_met"] is True
    # The results of jobs of earlier versions have no target.
    for stored, target in ((dict(entry.record), None), (dict(entry.record, target=entry.score), entry.score)):
        answer = GENERATE.present(stored, Reader("http://localhost", "de"), "")
        assert answer["url"] == f"http://localhost{entry.record['url']}"
        assert (answer["title"], answer["target"]) == ("LIGHT-LINE! LINE, leicht", target)


BROKEN = {"line": [{"cell": [1, 1], "card": "L"}, {"cell": [0, 1], "card": "S"}]}
VERIFY_BODY = {"puzzle": COVER, "solution": BROKEN}
MESSAGES = {
    "en": "Step 2: no exit of the last card, at B2, points to B1.",
    "es": "Paso 2: ninguna salida de la última carta, la de B2, apunta a B1.",
    "de": "Schritt 2: Kein Ausgang der letzten Karte auf B2 führt auf B1.",
}
REASONS = {
    "en": "the start card points at B2, which is blocked",
    "es": "la carta de inicio apunta a B2, que está bloqueada",
    "de": "die Startkarte zeigt auf B2, und dieses Feld ist gesperrt",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_violations_are_in_the_language_of_the_reader(client: Client, language: str) -> None:
    def post(call: str, **body: Any) -> Any:
        answer = client.post(f"/v1/{call}", json=body, headers={"Accept-Language": f"{language}-XX"})
        assert (answer.headers["Content-Language"], answer.headers["Vary"]) == (language, "Accept-Language")
        assert client.post(f"/v1/{call}?lang={language}", json=body).headers["Content-Language"] == language
        return answer.get_json()

    (violation,) = post("verify", **VERIFY_BODY)["violations"]
    assert violation == {"rule": "exit", "message": MESSAGES[language], "at": {"step": 1}}
    blocked = COVER | {"blocked": [*COVER["blocked"], [1, 1]], "givens": []}
    for call in ("solve", "check"):
        assert post(call, puzzle=blocked)["reason"] == REASONS[language]
        # A broken rule is a sentence; as a reason it ends without a full stop.
        assert post(call, puzzle=COVER, progress=BROKEN)["reason"] + "." == MESSAGES[language]


def test_cached_answers_are_in_no_language(client: Client, service: Service) -> None:
    """Those of earlier versions are in English."""
    body = {"puzzle": COVER}
    cacheable = cacheable_call(SOLVE, SOLVE.read(body))
    assert cacheable is not None
    unsolved = {"status": "impossible", "solution": None, "score": None, "bound": None, "proven": True}
    reason = phrase("end_of_line.refutation.start_blocked", cell=BoardCell(1, 1))
    for stored, texts in ((store(reason), REASONS), (REASONS["en"], dict.fromkeys(LANGUAGES, REASONS["en"]))):
        answer = unsolved | {"engine": "argument", "seconds": 1.0, "reason": stored}
        cache = AnswerCache(service.database, 60)
        with service.database.writing() as c:
            rows.delete_expired(c, 1e12)
        cache.store(cacheable, answer, 9.0, final=True)
        for language, text in texts.items():
            assert client.post(f"/v1/solve?lang={language}", json=body).get_json()["reason"] == text


def test_a_job_is_in_the_language_of_the_request_that_posted_it(client: Client, service: Service) -> None:
    headers = {"Accept-Language": "es"}
    job = client.post("/v1/jobs", json={"call": "verify", "body": VERIFY_BODY}, headers=headers).get_json()
    assert client.post("/v1/jobs?lang=xx", json={}).status_code == 422
    with service.database.writing() as c:
        (claimed,) = jobs.claim(c, "me", 1.0, 1e12, 1)
    result = VERIFY.work(VERIFY.read(claimed.body), lambda _: None).to_json()
    end(service.database, service.settings, "me", claimed, "done", json.loads(json.dumps(result)))

    def message(query: str = "") -> tuple[str, str]:
        answer = client.get(f"/v1/jobs/{job['id']}{query}", headers={"Accept-Language": "de"})
        result = answer.get_json()["result"]
        return answer.headers["Content-Language"], result["violations"][0]["message"]

    assert message() == ("es", MESSAGES["es"])
    assert message("?lang=en") == ("en", MESSAGES["en"])
    with service.database.writing() as c:
        # A job of an earlier version.
        c.execute(update(schema.jobs).values(language=None))
    assert message() == ("de", MESSAGES["de"])
