"""Tests a cluster: its keys, who may connect to it, and jobs that it does."""

from __future__ import annotations

import ssl
import stat
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import pytest

from api.service.cluster_keys import ClusterKeys
from tests.api.program import run
from tests.api.running_cluster import RunningCluster, run_cluster
from tests.api.running_service import RunningService, run_service, wait_until
from tests.api.service.process_tree import family, kill
from tests.api.small_puzzles import COVER

CLUSTER = {"LINEWORKS_CLUSTER": "tls://127.0.0.1:8786"}


def _make_keys(folder: Path) -> ClusterKeys:
    assert run("cluster", "keys", folder).exit_code == 0
    return ClusterKeys(folder)


def test_keys_are_closed_to_others_and_never_overwritten(tmp_path: Path) -> None:
    keys = _make_keys(tmp_path / "keys")
    assert keys.problem() is None
    assert [stat.S_IMODE(path.stat().st_mode) for path in (keys.folder, keys.key)] == [0o700, 0o600]
    before = [file.read_bytes() for file in keys.files]
    again = run("cluster", "keys", keys.folder)
    assert (again.exit_code, again.stderr.count("keys already")) == (2, 1)
    assert [file.read_bytes() for file in keys.files] == before


@pytest.mark.parametrize("name", ["ca.pem", "cert.pem", "key.pem"])
@pytest.mark.parametrize("content", [None, b"", b"nonsense"])
def test_a_key_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes | None
) -> None:
    keys = _make_keys(tmp_path / "keys")
    if content is None:
        (keys.folder / name).unlink()
    else:
        (keys.folder / name).write_bytes(content)
    monkeypatch.setenv("LINEWORKS_CLUSTER", "tls://127.0.0.1:8786")
    monkeypatch.setenv("LINEWORKS_CLUSTER_KEYS", str(keys.folder))
    for command in (("serve",), ("cluster", "worker"), ("cluster", "scheduler")):
        result = run(*command)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"Error: LINEWORKS_CLUSTER_KEYS: {keys.folder}/")
        assert "`lineworks cluster keys`" in result.stderr


def test_a_key_of_another_cluster_or_open_to_others_is_refused(tmp_path: Path) -> None:
    keys, others = _make_keys(tmp_path / "keys"), _make_keys(tmp_path / "others")
    keys.key.chmod(0o644)
    assert keys.problem() == f"{keys.key}: other users can read it or write to it; close it with chmod 600"
    keys.key.chmod(0o600)
    keys.key.write_bytes(others.key.read_bytes())
    assert str(keys.certificate) in str(keys.problem())


@pytest.mark.parametrize(
    ("command", "environment", "problem"),
    [
        (("cluster", "worker"), {}, "set LINEWORKS_CLUSTER "),
        (
            ("cluster", "worker"),
            {"LINEWORKS_CLUSTER": "tcp://10.0.0.1:8786"},
            "LINEWORKS_CLUSTER: only tls://",
        ),
        (
            ("cluster", "scheduler", "--host", "0.0.0.0"),
            {"LINEWORKS_CLUSTER": "tcp://127.0.0.1:8786"},
            "--host 0.0.0.0: ",
        ),
    ],
)
def test_a_cluster_without_keys_is_for_one_machine(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], environment: Mapping[str, str], problem: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    result = run(*command)
    assert (result.exit_code, result.stderr.startswith(f"Error: {problem}")) == (2, True)


def _is_refused(cluster: RunningCluster, keys: ClusterKeys | None) -> bool:
    """Whether the scheduler ends a connection before it has said or read anything."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if keys is not None:
        context.load_cert_chain(keys.certificate, keys.key)
    try:
        urllib.request.urlopen(f"https://127.0.0.1:{cluster.port}", context=context, timeout=30)
    except urllib.error.URLError as e:
        return isinstance(e.reason, ssl.SSLError)
    except OSError as e:
        return isinstance(e, ssl.SSLError)
    return False


def _jobs_part(service: RunningService) -> str:
    parts = service.call("GET", "/readyz")[1]["parts"]
    return str(parts["jobs"])


@pytest.mark.slow
@pytest.mark.process
def test_a_cluster_does_the_jobs_and_lets_nobody_else_in(tmp_path: Path) -> None:
    with (
        run_cluster(tmp_path) as cluster,
        run_service(tmp_path, 0, LINEWORKS_STOCK="0", **cluster.environment) as service,
    ):
        cluster.start("scheduler")
        wait_until(lambda: _jobs_part(service) == "the cluster has no workers")
        assert _is_refused(cluster, None)
        assert _is_refused(cluster, _make_keys(tmp_path / "others"))
        status, job = service.call("POST", "/v1/jobs", {"call": "solve", "body": {"puzzle": COVER}})
        assert status == 202
        cluster.start("worker")
        assert service.job(job["id"])["state"] == "done"
        assert service.is_ready()
        # What it leaves behind is removed by the next start.
        remains = set(cluster.folder.iterdir())
        for pid in family(cluster.processes["worker"].pid):
            kill(pid)
        cluster.start("worker")
        assert len(remains) == 3
        assert len(remains & set(cluster.folder.iterdir())) == 2
