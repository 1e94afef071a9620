"""Tests which web pages may use the API, and under which names it answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from werkzeug.test import Client

from api.service.settings import WrongSettings, read_settings
from api.web.context import Service
from api.web.cross_origin import CrossOrigin
from tests.api import running_service
from tests.api.small_puzzles import COVER
from tests.api.web.http_requests import is_problem

ELSEWHERE = "https://example.org"


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/v1/daily", "GET, HEAD"),
        ("/v1/solve", "POST"),
        (f"/v1/jobs/{'0' * 24}", "DELETE, GET, HEAD"),
        ("/rules/linja", "GET, HEAD"),
    ],
)
def test_a_preflight_allows_what_the_resource_takes(reader: Client, path: str, methods: str) -> None:
    headers = {
        "Origin": ELSEWHERE,
        "Access-Control-Request-Method": methods.split(", ", maxsplit=1)[0],
        "Access-Control-Request-Headers": "content-type",
        "Access-Control-Request-Private-Network": "true",
    }
    answer = reader.options(path, headers=headers)
    assert (answer.status_code, answer.data) == (204, b"")
    assert "Content-Type" not in answer.headers
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Allow-Methods"] == methods
    assert answer.headers["Access-Control-Allow-Headers"] == "Accept-Language, Content-Type, If-None-Match"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Access-Control-Allow-Private-Network" not in answer.headers


def test_pages_from_elsewhere_may_read_every_answer(reader: Client) -> None:
    body = {"puzzle": COVER, "solution": {"line": []}}
    answers = [
        reader.post("/v1/verify", json=body, headers={"Origin": ELSEWHERE}),
        reader.post("/v1/verify", json={}, headers={"Origin": ELSEWHERE}),
        reader.options("/v1/none", headers={"Origin": ELSEWHERE}),
    ]
    assert [answer.status_code for answer in answers] == [200, 422, 404]
    for answer in answers:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]
        assert "Origin" not in answer.headers.getlist("Vary")


def test_a_setting_limits_the_origins(tmp_path: Path, pool_address: str) -> None:
    origins = f"{ELSEWHERE},http://localhost:5173"
    client = running_service.client_of(running_service.service_on(tmp_path, pool_address, origins=origins))
    for origin in (*origins.split(","), "https://example.org:444", "null", None):
        answer = client.get("/v1/kinds", headers={} if origin is None else {"Origin": origin})
        assert answer.status_code == 200, "the browser refuses the page, not the service"
        is_allowed = origin in origins.split(",")
        assert answer.headers.get("Access-Control-Allow-Origin") == (origin if is_allowed else None)
        assert "Origin" in answer.headers.getlist("Vary")


def test_origins_are_written_as_browsers_write_them() -> None:
    def read(value: str) -> str:
        return read_settings({"LINEWORKS_ORIGINS": value}).origins

    assert read_settings({}).origins == read("*") == "*"
    assert read("https://a.example, http://[::1]:8000") == "https://a.example,http://[::1]:8000"
    for wrong in ("a.example", "https://a.example/", "https://A.example", "*,https://a.example", "null"):
        with pytest.raises(WrongSettings):
            read(wrong)


def test_pages_from_elsewhere_have_limits_on_this_machine_as_well(published: Service) -> None:
    client = running_service.client_of(published)

    def is_limited(**headers: str) -> bool:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return "RateLimit" in client.get("/v1/kinds", headers=names).headers

    assert is_limited(Origin=ELSEWHERE)
    assert is_limited(Origin="null")
    assert is_limited(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")
    assert not is_limited()
    assert not is_limited(Origin="http://localhost:5173")
    assert not is_limited(Origin="http://127.0.0.1:8000")
    assert not is_limited(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate"), "a link was followed"


def test_our_own_pages_are_not_from_elsewhere() -> None:
    ours = CrossOrigin.of("*", "https://puzzles.example/sub")
    assert not ours.is_from_elsewhere({"HTTP_ORIGIN": "https://puzzles.example"})
    assert ours.is_from_elsewhere({"HTTP_ORIGIN": "http://puzzles.example"})
    assert ours.is_from_elsewhere({"HTTP_ORIGIN": "https://["})


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("lineworks.localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("10.0.0.1", True),
        ("puzzles.example:8000", False),
        ("localhost.puzzles.example", False),
        ("127.0.0.1.puzzles.example", False),
        ("2130706433.puzzles.example", False),
        ("[::1", False),
    ],
)
def test_without_a_base_url_only_names_outside_dns_are_accepted(
    reader: Client, host: str, is_ours: bool
) -> None:
    answer = reader.get("/v1/kinds", headers={"Host": host})
    if is_ours:
        assert answer.status_code == 200
    else:
        assert is_problem(answer, 421)["type"] == "/problems/wrong-host"
    assert reader.get("/healthz", headers={"Host": host}).status_code == 200, "monitors use any name"
