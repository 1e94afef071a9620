"""Tests the settings from the environment: read and validated at the start, and described."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from api.cli.serve import serve
from api.service.processes import ALIVE, BEAT, COUNTERS, OWNER, POOL
from api.service.settings import PREFIX, WrongSettings, describe, read_settings
from tests.api.program import answer, run


def _read(**environment: str) -> object:
    (name,) = environment
    return getattr(read_settings({PREFIX + name.upper(): environment[name]}), name)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("data", "/some/where", Path("/some/where")),
        ("database_url", "sqlite:////some/file.db", "sqlite:////some/file.db"),
        ("database_url", "postgresql://me@here/name", "postgresql+psycopg://me@here/name"),
        ("cluster", "tls://10.0.0.1:8786", "tls://10.0.0.1:8786"),
        ("cluster", "tcp://127.0.0.1:8786", "tcp://127.0.0.1:8786"),
        ("cluster", "tcp://[::1]:8786", "tcp://[::1]:8786"),
        ("cluster_keys", "/some/where", Path("/some/where")),
        ("base_url", "https://puzzles.example/", "https://puzzles.example"),
        ("seconds", "60", 60),
        ("waiting", "0", 0),
        ("proxies", "2", 2),
    ],
)
def test_a_setting_is_read(name: str, value: str, expected: object) -> None:
    assert _read(**{name: value}) == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("database_url", "mysql://me@here/name"),
        ("database_url", "lineworks.db"),
        ("cluster", "10.0.0.1:8786"),
        ("cluster", "tls://10.0.0.1"),
        ("cluster", "tls://10.0.0.1:none"),
        ("cluster", "tcp://10.0.0.1:8786"),
        ("cluster", "tcp://scheduler.example:8786"),
        ("base_url", "puzzles.example"),
        ("base_url", "https://puzzles.example/?a=b"),
        ("base_url", "javascript://puzzles.example"),
        ("seconds", "0"),
        ("seconds", "61"),
        ("seconds", "5.0"),
        ("seconds", "\u0665"),
        ("seconds", "-5"),
        ("seconds", " 5"),
        ("queue", "1" * 13),
        ("memory", "99"),
    ],
)
def test_what_cannot_be_used_is_refused(name: str, value: str) -> None:
    with pytest.raises(WrongSettings, match=f"^{PREFIX}{name.upper()}: .*, got "):
        _read(**{name: value})


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(WrongSettings) as raised:
        read_settings(
            {"LINEWORKS_SECOND": "5", "LINEWORKS_JOBS": "none", "LINEWORKS_QUEUE": "-1", "OTHER": "x"}
        )
    assert [line.partition(":")[0] for line in str(raised.value).splitlines()] == [
        "LINEWORKS_SECOND", "LINEWORKS_JOBS", "LINEWORKS_QUEUE",
    ]  # fmt: skip


def test_an_empty_variable_is_none() -> None:
    assert read_settings({"LINEWORKS_SECONDS": "", "LINEWORKS_CLUSTER": ""}) == read_settings({})


def test_what_the_parts_tell_each_other_is_no_misspelt_setting() -> None:
    read_settings(dict.fromkeys((ALIVE, BEAT, COUNTERS, OWNER, POOL), "x"))


@pytest.mark.parametrize("password", ["secret", "se:cret", "se/cret", "se@cret", "se%40cret", "se?cret"])
def test_passwords_are_never_printed(password: str) -> None:
    settings = read_settings({"LINEWORKS_DATABASE_URL": f"postgresql://me:{password}@here:5432/name"})
    descriptions = {name: value for name, value, _ in describe(settings)}["LINEWORKS_DATABASE_URL"]
    assert descriptions == "postgresql+psycopg://me:***@here:5432/name"
    with pytest.raises(WrongSettings) as raised:
        read_settings({"LINEWORKS_DATABASE_URL": f"mysql://me:{password}@here/name"})
    assert "cret" not in str(raised.value)


def test_addresses_without_a_password_are_printed_unchanged() -> None:
    variables = {
        "LINEWORKS_DATABASE_URL": "sqlite:////a:b/c@d.db",
        "LINEWORKS_CLUSTER": "tls://10.0.0.1:8786",
        "LINEWORKS_BASE_URL": "https://puzzles.example:8443/here",
    }
    descriptions = {name: value for name, value, _ in describe(read_settings(variables))}
    assert {name: descriptions[name] for name in variables} == variables


def test_the_command_lists_every_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINEWORKS_SECONDS", "7")
    listed = answer(run("settings", "--json"))
    assert listed["LINEWORKS_SECONDS"] == 7
    assert set(listed) == {name for name, _, _ in describe(read_settings())}
    for name in listed:
        assert f"{name}=" in run("settings").stdout


@pytest.mark.parametrize("command", ["settings", "serve"])
def test_commands_refuse_what_is_wrong(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("LINEWORKS_SECOND", "7")
    result = run(command)
    assert result.exit_code == 2
    assert "LINEWORKS_SECOND: no such setting" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "lineworks.example"])
def test_an_open_address_needs_a_base_url(host: str) -> None:
    result = run("serve", "--host", host)
    assert (result.exit_code, result.stderr.count("LINEWORKS_BASE_URL")) == (2, 1)


@pytest.mark.process
def test_the_service_refuses_a_database_that_it_cannot_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    content = os.urandom(4096)
    (tmp_path / "file").write_bytes(content)
    monkeypatch.setenv("LINEWORKS_DATABASE_URL", f"sqlite:///{tmp_path / 'file'}")
    assert serve.main(["--port", "0"], standalone_mode=False) == 2
    printed = capfd.readouterr().err
    assert str(tmp_path / "file") in printed
    assert "lineworks restore FILE" in printed
    assert (tmp_path / "file").read_bytes() == content
