"""Fills a database by the service of an earlier version, over HTTP and by its commands, for test_upgrade.

To keep a copy of the current version, before its tables or rules change:

1. `git worktree add --detach ../version COMMIT`. Let its `today()` return the fifth day of the packs, and
   its housekeeping begin with the third: so it publishes three days, and no more.
2. `python -m tests.api.store.upgrade.fill ../version NAME`, where NAME is what the copy is to be called.
3. Add NAME to COPIES in test_upgrade.
"""

from __future__ import annotations

import lzma
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from tests.api.running_service import RunningService, run_service, wait_until
from tests.api.small_puzzles import COVER, ENDLESS, SOLO, STUCK, TWO_LINES
from tests.api.store import postgres

FOLDER = Path(__file__).parent
# One more than the days that are left in the shortest packs on the fifth day.
_STOCK = 96
_SEARCHES = (
    {"kind": "end_of_line.cover", "rows": 5, "cols": 5},
    {"kind": "end_of_line.cover", "rows": 4, "cols": 4},
)


def main(version: str, name: str) -> None:
    """Writes the copies of both databases to this folder."""
    os.environ |= {"PYTHONPATH": version}
    os.chdir(version)
    with tempfile.TemporaryDirectory(prefix="fill-") as folder:
        data = Path(folder)
        _fill(data, f"sqlite:///{data / 'lineworks.db'}")
        with closing(sqlite3.connect(data / "lineworks.db")) as database:
            database.execute("VACUUM INTO ?", (str(data / "copy.db"),))
        _keep(f"{name}.sqlite.xz", (data / "copy.db").read_bytes())
    with tempfile.TemporaryDirectory(prefix="fill-") as folder, postgres.server() as server:
        url = server.new()
        _fill(Path(folder), url)
        _keep(f"{name}.sql.xz", _dump(url))


def _keep(name: str, content: bytes) -> None:
    (FOLDER / name).write_bytes(lzma.compress(content, preset=9))


def _fill(data: Path, url: str) -> None:
    _import_puzzles(data, url)
    with run_service(
        data,
        LINEWORKS_DATABASE_URL=url,
        LINEWORKS_JOBS="1",
        LINEWORKS_SECONDS="60",
        LINEWORKS_STOCK=str(_STOCK),
    ) as service:
        service.wait_until_ready()
        _ask(service)
        wait_until(lambda: _count(url, "stock") >= 3 and _count(url, "dailies") >= 84)
        _post_jobs(service, url)
        # All at once, so that nothing is given back.
        os.killpg(service.process.pid, signal.SIGKILL)


def _import_puzzles(data: Path, url: str) -> None:
    """Makes two puzzles in another data folder, and brings them into this one."""
    (data / "other").mkdir()
    fill = ("bank", "fill", "--kind", "light_line.place", "--grade", "easy", "--count", "2")
    for database, command in (
        (f"sqlite:///{data / 'other' / 'lineworks.db'}", fill),
        (
            f"sqlite:///{data / 'other' / 'lineworks.db'}",
            ("bank", "export", "-o", str(data / "bank"), "--all"),
        ),
        (url, ("bank", "import", str(data / "bank"))),
    ):
        own = {"LINEWORKS_DATA": str(data / "other"), "LINEWORKS_DATABASE_URL": database}
        subprocess.run([sys.executable, "-m", "api", *command], check=True, env=os.environ | own)


def _ask(service: RunningService) -> None:
    """Has puzzles generated, and answers cached."""
    for kind, seed in (("end_of_line.cover", 5), ("light_line.place", 9)):
        status, record = service.call("POST", "/v1/generate", {"kind": kind, "grade": "easy", "seed": seed})
        assert status == 200, record
    for puzzle in _SEARCHES:
        assert service.call("POST", "/v1/solve", {"puzzle": puzzle})[0] == 200


def _post(service: RunningService, path: str, body: object) -> str:
    status, job = service.call("POST", path, body)
    assert status == 202, job
    return str(job["id"])


def _job(service: RunningService, call: str, **body: Any) -> str:
    return _post(service, "/v1/jobs", {"call": call, "body": body})


def _post_jobs(service: RunningService, url: str) -> None:
    """Leaves jobs in every state."""
    ended = [
        _job(service, "solve", puzzle=SOLO, goal="best"),
        _job(service, "check", puzzle=STUCK),
        _job(service, "generate", kind="light_line.place", options={"nonsense": 1}),
        _post(service, "/v1/books", {"kinds": ["linja.endgame"], "count": 1, "seed": 1, "answers": "apart"}),
    ]
    states = {job_id: service.job(job_id)["state"] for job_id in ended}
    assert [*states.values()] == ["done", "done", "failed", "done"], states
    cancelled = _job(service, "solve", puzzle=ENDLESS, goal="best", seconds=600)
    service.call("DELETE", f"/v1/jobs/{cancelled}")
    _job(service, "solve", puzzle=ENDLESS, goal="any", seconds=1)
    for body in ({"puzzle": TWO_LINES}, {"puzzle": COVER}):
        _job(service, "count", **body)
    _post(service, "/v1/books", {"kinds": ["linja.endgame"], "count": 1, "seed": 2})
    wait_until(lambda: _count(url, "jobs WHERE state = 'running'") > 0, pause=0.01)


def _count(url: str, table: str) -> int:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as c:
        count: int = c.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()
    engine.dispose()
    return count


def _dump(url: str) -> bytes:
    """Dumps a database as plain SQL, which any client can run."""
    program = postgres.programs() / "pg_dump"
    options = ("--inserts", "--rows-per-insert=50", "--no-owner", "--no-acl")
    dump = subprocess.run([program, *options, url], check=True, capture_output=True).stdout
    # Commands of psql, which other clients do not know.
    return b"\n".join(line for line in dump.splitlines() if not line.startswith(b"\\"))


if __name__ == "__main__":
    main(*sys.argv[1:])
