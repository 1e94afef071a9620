"""Tests the lines of the log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from api.service.logs import LOG


def test_an_event_is_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    LOG.info("request", path="/v1\n/é", status=200, folder=Path("a"))
    try:
        raise ValueError("wrong")
    except ValueError as e:
        LOG.error("fault", error=e, id="x")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert first.pop("timestamp").endswith("Z")
    assert first == {"path": "/v1\n/é", "status": 200, "folder": "a", "event": "request", "level": "info"}
    assert second["exception"].startswith("Traceback")
    assert (second["level"], second["id"]) == ("error", "x")
