"""Tests caching: what may be cached, by whom and how long, and what is not sent again."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from werkzeug.datastructures import Headers
from werkzeug.test import Client, TestResponse

from api.bank.days import today
from api.web.context import Service
from api.web.response_cache import CachedResponse, Key, ResponseCache, accepts_gzip, key_of
from tests.api import running_service
from tests.api.web.http_requests import OVER, is_problem, on

KEPT = [
    "/v1/kinds",
    "/v1/daily",
    "/v1/daily/linja.endgame",
    "/v1/daily/linja.endgame/YESTERDAY",
    "/v1/archive",
    "/v1/archive/YESTERDAY",
    "/v1/puzzles",
    f"/v1/puzzles/{OVER}",
    f"/v1/puzzles/{OVER}.svg",
    f"/v1/puzzles/{OVER}/solution",
    f"/v1/puzzles/{OVER}/solution.svg",
    "/",
    "/day/YESTERDAY",
    f"/p/{OVER}",
    "/docs",
    "/openapi.json",
    "/feed.atom",
]


@pytest.fixture(params=KEPT)
def path(request: pytest.FixtureRequest) -> str:
    return on(str(request.param))


def _empty(service: Service) -> None:
    """Nothing is ready any more."""
    service.responses.clear()


def _same(first: Headers, second: Headers, *but: str) -> bool:
    left_out = {"X-Request-Id", "RateLimit", *but}
    return {n: v for n, v in first if n not in left_out} == {n: v for n, v in second if n not in left_out}


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_head_tells_what_get_would(published: Service, path: str, encoding: str) -> None:
    """First of a service that has cached nothing, and then from its cache."""
    client = running_service.client_of(published)
    _empty(published)
    coding = {"Accept-Encoding": encoding}
    first, get_response, again = (
        client.head(path, headers=coding),
        client.get(path, headers=coding),
        client.head(path, headers=coding),
    )
    assert first.status_code == get_response.status_code == again.status_code == 200
    assert first.data == again.data == b""
    assert int(first.headers["Content-Length"]) == len(get_response.data) > 0
    assert _same(first.headers, get_response.headers, "Cache-Control")
    assert _same(again.headers, get_response.headers, "Cache-Control")


@pytest.mark.parametrize("ready", [False, True])
def test_clients_with_the_current_version_get_304(published: Service, path: str, ready: bool) -> None:
    client = running_service.client_of(published)
    response = client.get(path)
    etag = response.headers["ETag"]
    for if_none_match in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        if not ready:
            _empty(published)
        for method in ("GET", "HEAD"):
            again = client.open(path, method=method, headers={"If-None-Match": if_none_match})
            assert (again.status_code, again.data) == (304, b"")
            described = "Content-Type", "Content-Length", "Content-Language"
            assert _same(again.headers, response.headers, *described, "Cache-Control")
            assert "Content-Type" not in again.headers
    assert client.get(path, headers={"If-None-Match": '"other", ""'}).status_code == 200


def test_gzip_is_another_representation_of_the_same(reader: Client, path: str) -> None:
    plain = reader.get(path)
    small = reader.get(path, headers={"Accept-Encoding": "gzip"})
    assert plain.headers["Vary"] == small.headers["Vary"]
    assert plain.headers["Vary"].startswith("Accept-Encoding")
    assert "Content-Encoding" not in plain.headers
    if len(plain.data) < 800:
        assert "Content-Encoding" not in small.headers
        return
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data)
    assert small.headers["ETag"] != plain.headers["ETag"]


@pytest.mark.parametrize(
    ("header", "is_compressed"),
    [
        ("", False),
        ("gzip", True),
        ("deflate, GZIP ;q=0.5", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; Q=0.000, *", False),
        ("*;q=0, gzip", True),
        ("br, *;q=0", False),
        ("identity", False),
        ("gzippy", False),
        ("a," * 31 + "gzip", True),
        ("a," * 32 + "gzip", False),
    ],
)
def test_which_requests_get_gzip(header: str, is_compressed: bool) -> None:
    assert accepts_gzip(header) is is_compressed


def _max_age(answer: TestResponse) -> int:
    assert answer.headers["Cache-Control"].startswith("public, max-age=")
    return int(answer.headers["Cache-Control"].partition("max-age=")[2].partition(",")[0])


@pytest.mark.parametrize(
    "address",
    [
        "/v1/daily/linja.endgame/YESTERDAY",
        "/v1/daily/linja.endgame/TODAY",
        "/v1/archive/YESTERDAY",
        f"/v1/puzzles/{OVER}",
        f"/v1/puzzles/{OVER}/solution",
    ],
)
def test_what_never_changes_may_be_kept_for_ever(reader: Client, address: str) -> None:
    assert reader.get(on(address)).headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("address", ["/v1/daily", "/v1/daily/linja.endgame", "/", "/feed.atom"])
def test_what_is_todays_may_be_kept_until_midnight(reader: Client, address: str) -> None:
    midnight = datetime.combine(today() + timedelta(days=1), datetime.min.time(), UTC)
    seconds_left = (midnight - datetime.now(UTC)).total_seconds()
    assert _max_age(reader.get(address)) <= seconds_left + 1


@pytest.mark.parametrize("address", ["/v1/daily", "/v1/daily/linja.endgame", "/", "/feed.atom"])
def test_an_answer_that_midnight_overtakes_is_not_cached(
    published: Service, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was asked for yesterday, and is sent today."""
    client = running_service.client_of(published)
    _empty(published)
    yesterday = today() - timedelta(days=1)
    with monkeypatch.context() as patch:
        patch.setattr("api.web.routes.puzzles.today", lambda: yesterday)
        patch.setattr("api.web.routes.days.today", lambda: yesterday)
        patch.setattr("api.web.routes.pages.today", lambda: yesterday)
        late = client.get(address)
    assert (late.status_code, _max_age(late)) == (200, 0)
    assert client.get(address).data != late.data


def test_a_puzzle_is_closed_until_its_day_is_over_and_its_page_cached_no_longer(reader: Client) -> None:
    name = reader.get("/v1/daily/linja.endgame").get_json()["id"]
    assert _max_age(reader.get(f"/p/{name}")) <= 86_400
    solution = reader.get(f"/v1/puzzles/{name}/solution")
    is_problem(solution, 404)


def test_the_cache_drops_what_is_old_and_what_was_longest_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    def response(body: bytes, until: float = 10.0) -> CachedResponse:
        return CachedResponse(None, (), body, '"a"', "/", until)

    def key(path: str, query: str = "") -> Key:
        return Key(path, query, "http://localhost", "en", "")

    monkeypatch.setattr("api.web.response_cache._MAX_BYTES", 3 * 1130)
    monkeypatch.setattr("api.web.response_cache._MAX_QUERY_BYTES", 2 * 1130)
    cache = ResponseCache()
    cache.put(key("old"), response(b"", 5.0))
    assert cache.get(key("old"), 4.9) is not None
    assert cache.get(key("old"), 5.0) is None
    for name in "abc":
        cache.put(key(name), response(b"x" * 100))
    assert cache.get(key("a"), 0.0) is not None
    cache.put(key("d"), response(b"x" * 100))
    assert [name for name in "abcd" if cache.get(key(name), 0.0)] == ["a", "c", "d"]
    for n in range(20):
        cache.put(key("list", f"after={n}"), response(b"x" * 100))
    assert [name for name in "abcd" if cache.get(key(name), 0.0)] == ["a", "c", "d"], (
        "queries have their own room"
    )
    assert [n for n in range(20) if cache.get(key("list", f"after={n}"), 0.0)] == [18, 19]
    cache.put(key("large"), response(b"x" * 10_000))
    assert cache.get(key("large"), 0.0) is None


@pytest.mark.parametrize(
    ("query", "same"),
    [("", "&&"), ("kind=a&grade=b", "grade=b&kind=a"), ("kind=a%2Eb", "kind=a.b"), ("kind=", "&kind")],
)
def test_queries_that_say_the_same_have_one_key(query: str, same: str) -> None:
    def key(query: str, base_url: str | None = None, host: str = "localhost") -> Key:
        environ: Any = {"PATH_INFO": "/", "QUERY_STRING": query, "wsgi.url_scheme": "http", "HTTP_HOST": host}
        return key_of(environ, base_url)

    assert key(query) == key(same) == key(same + "&" * 50) != key(query + "&more=1")
    assert key(query) != key(query, host="other")
    base = "https://lineworks.example"
    assert key(query, base) == key(query, base, host="other"), "links do not depend on what a request claims"


def test_a_query_with_very_many_parameters_is_refused_unread(reader: Client) -> None:
    assert is_problem(reader.get("/v1/kinds?" + "&".join(["a"] * 16)), 422)["errors"]
    for query in ("&".join(["a"] * 17), "&" * 20 + "&".join(["a"] * 4000)):
        assert "errors" not in is_problem(reader.get(f"/v1/kinds?{query}"), 422)
        environ: Any = {"PATH_INFO": "/", "QUERY_STRING": query, "wsgi.url_scheme": "http"}
        assert key_of(environ, "http://here")[1] == query
