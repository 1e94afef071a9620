"""Tests HTTP itself: errors, encodings, rate limits and headers, for any path."""

from __future__ import annotations

import gzip
import os
import shutil
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client

from api.bank.days import today
from api.service.processes import BEAT
from api.service.settings import DEFAULT_LIMITS
from api.store import bank
from api.store.bank import NewPuzzle
from api.web.clients import client_of
from api.web.context import Service
from api.web.rate_limits import RateLimits, Verdict
from puzzles import packs
from tests.api import running_service
from tests.api.small_puzzles import COVER
from tests.api.web.http_requests import BROWSER, OVER, is_problem, on

SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/none", 404),
        ("GET", "/v1/", 404),
        ("GET", "/v1/daily/", 404),
        ("GET", "//v1/daily", 404),
        ("GET", "/v1/daily/none", 404),
        ("GET", "/v1/daily/%FF%FE", 404),
        ("GET", "/v1/daily/linja.endgame/TOMORROW", 404),
        ("GET", "/v1/daily/linja.endgame/2026-10-31", 404),
        ("GET", "/v1/daily/linja.endgame/2026-13-01", 422),
        ("GET", "/v1/daily/linja.endgame/٢٠٢٦-11-01", 422),
        ("GET", "/v1/daily/linja.endgame/20261101", 422),
        ("GET", "/v1/daily/linja.endgame/YESTERDAY%00", 422),
        ("GET", "/v1/daily?grade=easy", 422),
        ("GET", "/v1/daily/linja.endgame?grade=none", 422),
        ("GET", "/v1/daily/linja.endgame?grade=easy&grade=easy", 422),
        ("GET", "/v1/daily/linja.endgame?Grade=easy", 422),
        ("GET", "/v1/puzzles?limit=0", 422),
        ("GET", "/v1/puzzles?limit=101", 422),
        ("GET", "/v1/puzzles?limit=%FF", 422),
        ("GET", "/v1/puzzles?limit=%D9%A3", 422),
        ("GET", "/v1/puzzles?limit=1&limit=2", 422),
        ("GET", "/v1/puzzles?cursor=p1%0A", 422),
        ("GET", "/v1/puzzles?cursor=1", 422),
        ("GET", "/v1/puzzles?cursor=p-1", 422),
        ("GET", "/v1/puzzles?kind=%00", 422),
        ("GET", "/v1/archive?cursor=p1", 422),
        ("GET", "/v1/puzzles/none", 404),
        ("GET", "/v1/puzzles/none.svg", 404),
        ("GET", f"/v1/puzzles/{OVER.upper()}", 404),
        ("GET", f"/v1/puzzles/{OVER}%0A", 404),
        ("GET", "/v1/jobs/%00", 404),
        ("GET", f"/v1/jobs/{'0' * 24}", 404),
        ("DELETE", f"/v1/jobs/{'0' * 24}", 404),
        ("DELETE", "/v1/jobs/%00%FF", 404),
        ("POST", "/v1/daily", 405),
        ("PUT", "/v1/kinds", 405),
        ("TRACE", "/v1/kinds", 405),
        ("NONSENSE", "/v1/kinds", 405),
        ("GET", "/v1/solve", 405),
        ("GET", "/v1/jobs", 405),
        ("PATCH", f"/v1/jobs/{'0' * 24}", 405),
    ],
)  # fmt: skip
def test_what_is_refused_is_a_problem(reader: Client, method: str, path: str, status: int) -> None:
    answer = reader.open(on(path), method=method)
    is_problem(answer, status)
    assert (status == 405) is ("Allow" in answer.headers)
    for name, value in SECURITY.items():
        assert answer.headers[name] == value
    if method == "GET":
        head = reader.head(on(path))
        assert (head.status_code, head.data) == (status, b"")


def test_a_parameter_that_is_wrong_is_named(reader: Client) -> None:
    problem = is_problem(reader.get("/v1/puzzles?limit=x&none=1&kind=a&kind=b"), 422)
    assert {error["parameter"] for error in problem["errors"]} == {"limit", "none", "kind"}


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{}", {}, 415),
        (b"{}", {"Content-Type": "text/plain"}, 415),
        (b"{}", {"Content-Type": "application/json", "Content-Encoding": "identity"}, 422),
        (b"", {"Content-Type": "application/json"}, 400),
        (b"{", {"Content-Type": "application/json"}, 400),
        (b'{"puzzle": NaN}', {"Content-Type": "application/json"}, 400),
        (b"\xff", {"Content-Type": "application/json"}, 400),
        (b"[" * 60 + b"]" * 60, {"Content-Type": "application/json"}, 400),
        (b'{"a":' * 970 + b"1" + b"}" * 970, {"Content-Type": "application/json"}, 400),
        (b"[" * 100_000, {"Content-Type": "application/json"}, 400),
        (
            gzip.compress(b"{}", mtime=0),
            {"Content-Type": "application/json", "Content-Encoding": "gzip"},
            415,
        ),
        (b"[]", {"Content-Type": "application/json"}, 422),
        (b'{"\\ud800": 1, "\\u0000": "\\udfff"}', {"Content-Type": "application/json"}, 422),
        (b"{}", {"Content-Type": "application/json; charset=utf-8"}, 422),
        (b'{"puzzle": {"kind": "linja.endgame", "A": 1e999}}', {"Content-Type": "application/json"}, 422),
    ],
)
@pytest.mark.parametrize("path", ["/v1/solve", "/v1/jobs"])
def test_a_malformed_body_is_refused(
    reader: Client, path: str, body: bytes, headers: dict[str, str], status: int
) -> None:
    is_problem(reader.post(path, data=body, headers=headers), status)


def test_a_call_takes_no_parameters(reader: Client) -> None:
    is_problem(reader.post("/v1/solve?seconds=1", json={"puzzle": COVER}), 422)


@pytest.mark.parametrize(
    "path", ["/", "/v1/daily", "/v1/none", "/v1/puzzles?limit=0", "/healthz", "/metrics"]
)
def test_all_answers_have_the_common_headers(reader: Client, path: str) -> None:
    answer = reader.get(path, environ_overrides={"REMOTE_ADDR": "10.0.0.9"})
    for name, value in SECURITY.items():
        assert answer.headers.getlist(name) == [value]
    assert len(answer.headers.getlist("Content-Security-Policy")) == 1
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "RateLimit" in answer.headers["Access-Control-Expose-Headers"]
    assert ("RateLimit" in answer.headers) is (path != "/healthz")


@pytest.mark.parametrize("request_id", ["abc-1.2_Z", "x" * 64])
def test_a_request_keeps_the_id_that_it_has(reader: Client, request_id: str) -> None:
    assert reader.get("/healthz", headers={"X-Request-Id": request_id}).headers["X-Request-Id"] == request_id


@pytest.mark.parametrize("request_id", ["", "a b", "x" * 65, "a\tb", "ä", 'a"b', "a,b"])
def test_a_request_without_a_good_id_is_given_one(reader: Client, request_id: str) -> None:
    environ = {"HTTP_X_REQUEST_ID": request_id}
    names = [reader.get("/healthz", environ_overrides=environ).headers["X-Request-Id"] for _ in range(2)]
    assert request_id not in names
    assert names[0] != names[1]


class _Log:
    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    def info(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event} | fields)


def test_every_request_is_logged(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    log = _Log()
    monkeypatch.setattr("api.web.middleware.LOG", log)
    reader.get(
        '/v1/none"%0A{}', headers={"X-Request-Id": "this"}, environ_overrides={"REMOTE_ADDR": "9.9.9.9"}
    )
    (event,) = log.events
    assert event.pop("ms") >= 0
    assert event == {
        "event": "request", "id": "this", "method": "GET", "path": '/v1/none"\n{}', "status": 404,
        "client": "9.9.9.9",
    }  # fmt: skip


@pytest.mark.parametrize("host", ["", "a b", 'a"><b>', "a/b", "a@b", "é"])
def test_links_never_name_an_invalid_host(reader: Client, host: str) -> None:
    environ = {"HTTP_HOST": host, "SERVER_NAME": host}
    answer = reader.get("/v1/puzzles?limit=1", environ_overrides=environ)
    is_problem(answer, 421 if host else 400)


def test_links_are_absolute(reader: Client) -> None:
    answer = reader.get("/v1/puzzles?limit=1", headers={"Host": "puzzles.localhost:81"})
    assert answer.headers["Link"].startswith("<http://puzzles.localhost:81/v1/puzzles?")
    assert answer.get_json()["puzzles"][0]["url"].startswith("http://puzzles.localhost:81/v1/puzzles/")
    international = reader.get("/v1/puzzles?limit=1", headers={"Host": "xn--fsq.localhost"})
    assert international.headers["Link"].startswith("<http://xn--fsq.localhost/v1/puzzles?")
    other_response = reader.get("/v1/puzzles?limit=1", headers={"Host": "127.0.0.1"})
    assert other_response.get_json()["puzzles"][0]["url"].startswith("http://127.0.0.1/v1/puzzles/")


def test_links_are_to_the_address_that_is_set(tmp_path: Path, pool_address: str) -> None:
    client = running_service.client_of(
        running_service.service_on(tmp_path, pool_address, base_url="https://set.example/sub")
    )
    answer = client.get("/v1/daily/linja.endgame", headers={"Host": "other", "X-Forwarded-Host": "evil"})
    assert answer.get_json()["url"].startswith("https://set.example/sub/v1/puzzles/")


def test_too_many_requests_are_refused_with_when_to_come_again(tmp_path: Path, pool_address: str) -> None:
    client = running_service.client_of(running_service.service_on(tmp_path, pool_address, reads=3, calls=1))
    responses = [client.get("/v1/kinds") for _ in range(3)]
    assert [answer.status_code for answer in responses] == [200] * 3
    assert [answer.headers["RateLimit-Policy"] for answer in responses] == ['"reads";q=3;w=60'] * 3
    assert [answer.headers["RateLimit"].partition(";t=")[0] for answer in responses] == [
        '"reads";r=2', '"reads";r=1', '"reads";r=0',
    ]  # fmt: skip
    rejection = client.get("/v1/kinds")
    is_problem(rejection, 429)
    assert 1 <= int(rejection.headers["Retry-After"]) <= 21
    page = client.get("/v1/kinds", headers={"Accept": BROWSER})
    assert (page.status_code, page.mimetype) == (429, "text/html")
    head = client.head("/v1/kinds")
    assert (head.status_code, head.data) == (429, b"")
    assert int(head.headers["Content-Length"]) > 0
    assert client.get("/healthz").status_code == 200, "who watches over it is let through"
    assert client.post("/v1/verify", json={}).status_code == 422, "calls have a limit of their own"
    is_problem(client.post("/v1/verify", json={}), 429)
    other_response = client.get("/v1/kinds", environ_overrides={"REMOTE_ADDR": "10.0.0.9"})
    assert other_response.status_code == 200, "nobody pays for another"
    forwarded_response = client.get("/v1/kinds", headers={"X-Forwarded-For": "10.0.0.7"})
    assert forwarded_response.status_code == 429, "who asks is not what the client says"


@pytest.mark.parametrize(
    ("named", "proxies", "client"),
    [
        ("1.1.1.1", 0, "9.9.9.9"),
        ("", 1, "9.9.9.9"),
        ("1.1.1.1", 1, "1.1.1.1"),
        ("6.6.6.6, 1.1.1.1", 1, "1.1.1.1"),
        ("6.6.6.6, 1.1.1.1, 2.2.2.2", 2, "1.1.1.1"),
        ("1.1.1.1", 2, "9.9.9.9"),
        ("1.1.1.1,", 1, "9.9.9.9"),
        ("2001:db8:1:2:3::4", 1, "2001:db8:1:2::/64"),
        ("::ffff:1.2.3.4", 1, "1.2.3.4"),
        ("::1", 1, "::1"),
        ("somebody", 1, "somebody"),
    ],
)
def test_the_client_is_the_one_that_our_outermost_proxy_names(named: str, proxies: int, client: str) -> None:
    assert client_of({"HTTP_X_FORWARDED_FOR": named, "REMOTE_ADDR": "9.9.9.9"}, proxies) == client


def _count(rates: RateLimits, client: str, now: float, cost: float = 1.0) -> Verdict:
    verdict = rates.count(client, "reads", now, cost)
    assert verdict is not None
    return verdict


def test_a_limit_lets_a_burst_through_and_then_so_many_a_minute() -> None:
    rates = RateLimits({"reads": 6})
    assert [_count(rates, "me", 100.0).left for _ in range(6)] == [5, 4, 3, 2, 1, 0]
    rejection = _count(rates, "me", 100.0)
    assert (rejection.allowed, rejection.wait, rejection.reset) == (False, 10.0, 60.0)
    assert not _count(rates, "me", 109.0).allowed
    assert _count(rates, "me", 110.0).allowed
    assert not _count(rates, "me", 110.0).allowed
    assert _count(rates, "me", 170.0).left == 5
    assert _count(rates, "you", 100.0).left == 5
    assert not _count(rates, "me", 0.0).allowed or _count(rates, "me", 61.0).allowed, "a clock set back"


def test_a_limit_is_weighted_by_cost_and_what_is_unused_is_given_back() -> None:
    rates = RateLimits({"reads": 60})
    assert _count(rates, "me", 100.0, cost=40).left == 20
    rejection = _count(rates, "me", 100.0, cost=30)
    assert (rejection.allowed, rejection.left, rejection.wait) == (False, 20, 10.0)
    rates.give_back("me", "reads", 100.0, 35)
    assert _count(rates, "me", 100.0, cost=30).left == 25
    rates.give_back("me", "reads", 100.0, 1000)
    assert _count(rates, "me", 100.0, cost=1000).left == 0, "what costs more than everything costs everything"
    assert not _count(rates, "me", 159.0, cost=1000).allowed
    assert _count(rates, "me", 161.0, cost=1000).allowed


def test_defaults_limit_no_client_on_this_machine() -> None:
    rates = RateLimits({})
    assert rates.count("127.0.0.1", "reads", 1.0) is None
    assert rates.count("::1", "work", 1.0) is None
    assert _count(rates, "10.1.1.1", 1.0).limit == DEFAULT_LIMITS["reads"]


def test_literal_routes_are_no_ids(reader: Client) -> None:
    assert reader.get(f"/v1/puzzles/{OVER}.svg").content_type == "image/svg+xml"
    assert reader.get(f"/v1/puzzles/{OVER}/solution.svg").content_type == "image/svg+xml"
    assert set(reader.get("/v1/archive").get_json()) == {"days", "next"}


def test_pages_stay_as_they_are_while_puzzles_are_added(tmp_path: Path, pool_address: str) -> None:
    service = running_service.service_on(tmp_path, pool_address)
    client = running_service.client_of(service)
    first = client.get("/v1/puzzles?limit=10").get_json()
    entry = packs.entry("end_of_line.cover", "hard", 199)
    with service.database.writing() as c:
        bank.add(c, NewPuzzle(dict(entry.record)), "made", 1.0)
        bank.make_visible(c, entry.record["id"], 1.0)
    assert client.get("/v1/puzzles?limit=10").get_json() == first
    ids, cursor = [], ""
    while cursor is not None:
        page = client.get(f"/v1/puzzles?limit=10{cursor and f'&cursor={cursor}'}").get_json()
        ids += [record["id"] for record in page["puzzles"]]
        cursor = page["next"]
    assert len(ids) == len(set(ids)) == sum(map(len, packs.grades_by_kind().values())) + 1
    assert ids[-1] == entry.record["id"], "what is new comes last"


def test_the_archive_has_pages(reader: Client) -> None:
    days, path = [], "/v1/archive?limit=7"
    while path:
        answer = reader.get(path)
        days += [archive_day["date"] for archive_day in answer.get_json()["days"]]
        following = answer.get_json()["next"]
        path = f"/v1/archive?limit=7&cursor={following}" if following else ""
        assert bool(following) is ("Link" in answer.headers)
    first, n = packs.first_day(), (today() - packs.first_day()).days
    assert [date.fromisoformat(day) for day in days] == [first + timedelta(days=i) for i in range(n, -1, -1)]


def test_a_lost_database_is_reported_and_comes_back(tmp_path: Path, pool_address: str) -> None:
    service = running_service.service_on(tmp_path, pool_address)
    client = running_service.client_of(service)
    daily = client.get("/v1/daily/linja.endgame").get_json()
    file = tmp_path / "lineworks.db"
    file.rename(tmp_path / "away")
    for method, path in (("GET", "/v1/puzzles"), ("GET", f"/v1/jobs/{'0' * 24}"), ("GET", "/readyz")):
        answer = client.open(path, method=method)
        is_problem(answer, 503)
        assert int(answer.headers["Retry-After"]) > 0
    assert client.get("/readyz").get_json()["parts"]["database"].startswith("unavailable: ")
    is_problem(client.post("/v1/jobs", json={"call": "solve", "body": {"puzzle": COVER}}), 503)
    assert client.get("/healthz").status_code == 200
    assert client.get("/v1/daily/linja.endgame").get_json() == daily, "what is ready needs none"
    assert client.post("/v1/verify", json={"puzzle": COVER, "solution": {"line": []}}).status_code == 200
    assert "lineworks_requests_total" in client.get("/metrics").text
    (tmp_path / "away").rename(file)
    assert client.get("/readyz").status_code == 200
    assert client.get("/v1/puzzles").status_code == 200


def test_a_full_disk_is_reported(published: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    client = running_service.client_of(published)
    monkeypatch.setattr("api.web.routes.health._MIN_FREE", 2**80)
    problem = is_problem(client.get("/readyz"), 503)
    assert problem["parts"]["disk"].startswith("nearly full")


def test_the_disk_of_the_database_counts_as_well(
    tmp_path: Path, pool_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    service = running_service.with_data_folder(
        running_service.service_on(tmp_path, pool_address), tmp_path / "data"
    )
    client = running_service.client_of(service)
    assert client.get("/readyz").status_code == 200
    usage = shutil.disk_usage(tmp_path)
    full = {tmp_path: usage._replace(free=0)}
    monkeypatch.setattr("api.web.routes.health.shutil.disk_usage", lambda folder: full.get(folder, usage))
    assert is_problem(client.get("/readyz"), 503)["parts"]["disk"] == "nearly full: 0 MiB left"


def test_a_missing_folder_is_reported(tmp_path: Path, pool_address: str) -> None:
    service = running_service.service_on(tmp_path, pool_address)
    client = running_service.client_of(running_service.with_data_folder(service, tmp_path / "none"))
    problem = is_problem(client.get("/readyz"), 503)
    assert problem["parts"]["disk"].startswith("cannot be written")


def test_a_pool_that_is_gone_is_reported(tmp_path: Path) -> None:
    client = running_service.client_of(running_service.service_on(tmp_path, str(tmp_path / "none")))
    problem = is_problem(client.get("/readyz"), 503)
    assert problem["parts"] == {
        "database": "ok",
        "disk": "ok",
        "solvers": problem["parts"]["solvers"],
        "jobs": "ok",
    }
    assert problem["parts"]["solvers"].startswith("no answer")
    rejection = client.post("/v1/solve", json={"puzzle": COVER})
    is_problem(rejection, 503)
    assert int(rejection.headers["Retry-After"]) > 0


def test_a_dispatcher_that_shows_no_sign_of_life_is_reported(
    published: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = running_service.client_of(published)
    beat = tmp_path / "beat"
    monkeypatch.setenv(BEAT, str(beat))
    assert is_problem(client.get("/readyz"), 503)["parts"]["jobs"] == "no dispatcher has started yet"
    beat.write_text('{"jobs": "ok"}')
    assert client.get("/readyz").status_code == 200
    os.utime(beat, (0, 0))
    assert is_problem(client.get("/readyz"), 503)["parts"]["jobs"].startswith(
        "the dispatcher has been silent for"
    )


def test_a_fault_is_reported_without_a_trace(published: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    client = running_service.client_of(published)
    monkeypatch.setattr("api.web.routes.puzzles.find_puzzle", lambda *_: 1 // 0)
    problem = is_problem(client.get(f"/v1/puzzles/{OVER[::-1]}"), 500)
    assert problem["detail"] == "internal error in lineworks"
