"""Tests the files for running the service: they are valid, and name only settings and metrics that exist."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from werkzeug.test import Client

from api.problem_documents import MAX_BYTES
from api.service.settings import describe, read_settings
from tests.programs import path_of
from tests.readme_pictures import ROOT

DEPLOY = ROOT / "api" / "deploy"
COMPOSE_FILES = ("compose.yaml", "compose.replicas.yaml")
UNITS = sorted((DEPLOY / "systemd").iterdir())
# Who else may be in a container, and is not built here.
IMAGES = {"nginx", "database"}
# The exposure that the page states. Lower is better.
MAX_EXPOSURE = 1.4


def _read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text())


def test_only_settings_that_exist_are_named() -> None:
    known = {variable for variable, _, _ in describe(read_settings({}))}
    named = {
        (str(file.relative_to(DEPLOY)), name)
        for file in DEPLOY.rglob("*")
        if file.is_file()
        for name in re.findall(r"\bLINEWORKS_[A-Z_]+", file.read_text())
    }
    assert {name for _, name in named} >= {"LINEWORKS_BASE_URL", "LINEWORKS_PROXIES"}
    assert {(file, name) for file, name in named if name not in known} == set()


@pytest.mark.parametrize("name", COMPOSE_FILES)
def test_every_container_is_closed_up(name: str) -> None:
    for service, options in _read(f"containers/{name}")["services"].items():
        assert options["read_only"], service
        assert options["cap_drop"] == ["ALL"], service
        assert options["security_opt"] == ["no-new-privileges:true"], service
        assert {"mem_limit", "cpus", "pids_limit"} <= options.keys(), service
        if service not in IMAGES:
            assert options["build"]["dockerfile"] == "api/deploy/containers/Dockerfile"
            assert options["image"] == "lineworks", service
            assert options.get("user") is None, f"{service} runs as the user of the image"


@pytest.mark.parametrize("name", COMPOSE_FILES)
def test_a_compose_file_refers_to_what_it_defines(name: str) -> None:
    document = _read(f"containers/{name}")
    for service, options in document["services"].items():
        volumes = {mount.split(":")[0] for mount in options["volumes"] if mount[0] not in "./$"}
        assert volumes <= document["volumes"].keys(), service
        assert set(options.get("secrets", ())) <= document.get("secrets", {}).keys(), service
        assert set(options.get("networks", ())) <= document.get("networks", {}).keys(), service
        assert set(options.get("depends_on", ())) <= document["services"].keys(), service


def test_the_image_is_built_from_what_there_is() -> None:
    lines = (DEPLOY / "containers" / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    copied = [words.split()[:-1] for step, words in steps if step == "COPY" and "--from" not in words]
    assert all((ROOT / name).exists() for names in copied for name in names)
    assert [words.rpartition(" AS ")[0] or words for step, words in steps if step == "FROM"] == [
        "python:3.11-slim-bookworm"
    ] * 2
    assert [words for step, words in steps if step == "USER"] == ["10001:10001"]
    allowed = (ROOT / ".dockerignore").read_text().split("\n")
    for name in (
        "requirements.lock",
        "pyproject.toml",
        "README.md",
        "api",
        "solvers",
        "generators",
        "puzzles",
    ):
        assert f"!{name}" in allowed


def test_the_tools_of_the_build_are_pinned_where_the_image_looks_for_them() -> None:
    """It takes them from pyproject.toml by a pattern, and uv from the lock."""
    found = re.findall(
        r'^ *"((?:editables|hatchling)==[^"]*)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE
    )
    assert len(found) == 2
    assert re.search(r"^uv==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)


@pytest.mark.process
def test_the_units_are_valid_and_closed_up(tmp_path: Path) -> None:
    tool = path_of("systemd-analyze")
    for unit in UNITS:
        text = unit.read_text().replace("/opt/lineworks/.venv/bin", str(ROOT / ".venv" / "bin"))
        text = text.replace(str(ROOT / ".venv" / "bin" / "lineworks"), shutil.which("true") or "")
        text = text.replace(str(ROOT / ".venv" / "bin" / "python"), shutil.which("true") or "")
        (tmp_path / unit.name).write_text(text)
    files = [str(tmp_path / unit.name) for unit in UNITS]
    verified = subprocess.run(
        [tool, "verify", "--man=no", *files], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    services = [file for file in files if file.endswith(".service")]
    # Nothing here needs a running systemd.
    rated = subprocess.run(
        [tool, "security", "--offline=true", f"--threshold={MAX_EXPOSURE * 10:.0f}", "--no-pager", *services],
        capture_output=True,
        text=True,
        check=False,
    )
    assert rated.returncode == 0, [line for line in rated.stdout.splitlines() if "exposure level" in line]


def _expressions() -> Iterator[str]:
    for group in _read("monitoring/alerts.yaml")["groups"]:
        for rule in group["rules"]:
            assert rule["annotations"]["summary"]
            assert rule["labels"]["severity"] in ("page", "ticket")
            yield rule["expr"]
    dashboard = json.loads((DEPLOY / "monitoring" / "dashboard.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


def test_rules_and_dashboard_use_metrics_that_there_are(reader: Client) -> None:
    reader.get("/healthz")
    text = reader.get("/metrics").get_data(as_text=True)
    types = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    there = set(types) | {f"{name}_bucket" for name, type_ in types.items() if type_ == "histogram"}
    used = {name for expression in _expressions() for name in re.findall(r"\blineworks_\w+", expression)}
    assert len(used) >= 6
    assert used <= there
    for expression in _expressions():
        assert expression.count("(") == expression.count(")"), expression
        assert expression.count("{") == expression.count("}"), expression


def test_nginx_takes_the_largest_body_of_all() -> None:
    assert MAX_BYTES == 2**20
    assert "client_max_body_size 1m;" in (DEPLOY / "nginx.conf").read_text()
