"""What tells of the service itself: its health, its figures, its document, its pages."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import get_args

from flask import Blueprint, Response
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from api.bank.dailies import days_left, sequences
from api.service.logs import LOG
from api.service.metrics import CONTENT_TYPE, gauge, scraped
from api.service.processes import BEAT
from api.store import bank, jobs
from api.store.database import DatabaseUnavailable
from api.store.jobs import State
from api.web.context import service
from api.web.responses import NO_STORE, TITLES, plain, problem_response
from api.workers.client import Busy, Gone

ABOUT = Blueprint("about", __name__)
# Less than this free in the data folder is a full disk soon.
_LEAST_FREE = 32 * 2**20
# Seconds after which a foreman that shows no sign of life is none.
_MOST_SILENT = 30.0


@ABOUT.get("/healthz")
def healthz() -> Response:
    """Whether this process answers; what it needs is told by readyz."""
    return plain({"status": "ok"})


@ABOUT.get("/readyz")
def readyz() -> Response:
    """Whether what is asked now will be done, part by part."""
    parts = {"database": _database(), "disk": _disk(), "solvers": _solvers(), "jobs": _jobs()}
    bad = [name for name, told in parts.items() if told != "ok"]
    if not bad:
        return plain({"status": "ready", "parts": parts})
    document = {"type": "about:blank", "title": TITLES[503], "status": 503, "parts": parts}
    return problem_response(document | {"detail": f"not ready: {', '.join(bad)}"}, retry=5)


def _database() -> str:
    try:
        with service().database.writing() as c:
            jobs.count_queued(c)
    except DatabaseUnavailable as e:
        LOG.error("database lost", detail=str(e))
        return "lost"
    return "ok"


def _disk() -> str:
    """The database may be on another one than the data folder."""
    data, file = service().settings.data, service().database.file
    told = [_folder(folder) for folder in {data, file.parent if file else data}]
    return next((each for each in told if each != "ok"), "ok")


def _folder(folder: Path) -> str:
    """Something is written: a full disk, or one that may only be read, says so no other way."""
    probe = folder / f".probe-{os.getpid()}"
    try:
        free = shutil.disk_usage(folder).free
        probe.write_bytes(b"\0" * 4096)
    except OSError as e:
        return f"cannot be written: {e.strerror}"
    finally:
        with suppress(OSError):
            probe.unlink()
    return "ok" if free >= _LEAST_FREE else f"nearly full: {free // 2**20} MiB are left"


def _solvers() -> str:
    try:
        service().pool.state(seconds=3)
    except (Gone, Busy) as e:
        return f"no answer: {e}"
    return "ok"


def _jobs() -> str:
    """Whether anybody takes them. Without lineworks serve it is not known who would."""
    beat = os.environ.get(BEAT)
    if beat is None:
        return "ok"
    try:
        silent = time.time() - Path(beat).stat().st_mtime
    except OSError:
        return "nobody takes them yet"
    return "ok" if silent < _MOST_SILENT else f"nobody has taken any for {silent:.0f} s"


class _Gauges(Collector):
    """Asked for when somebody looks."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        # What was counted is told without a database as well, and then most of all asked for.
        with suppress(DatabaseUnavailable):
            yield from self._found()

    def _found(self) -> Iterator[GaugeMetricFamily]:
        with service().database.reading() as c:
            states, tallies = jobs.count_by_state(c), bank.counts(c)
            stock = [([kind, grade], float(days_left(c, kind, grade))) for kind, grade in sequences()]
        counted = [([state], float(states.get(state, 0))) for state in get_args(State)]
        yield gauge("lineworks_jobs", "Jobs in the table", ["state"], counted)
        seen = [([tally.kind, tally.grade], float(tally.shown)) for tally in tallies]
        yield gauge("lineworks_bank", "Puzzles that may be seen", ["kind", "grade"], seen)
        yield gauge(
            "lineworks_stock", "Days after today that there are puzzles for", ["kind", "grade"], stock
        )


@ABOUT.get("/metrics")
def metrics() -> Response:
    response = Response(scraped(_Gauges()), content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = NO_STORE
    return response
