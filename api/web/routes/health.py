"""The health of the service: healthz, readyz, metrics."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import get_args

from flask import Blueprint, Response
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from api.bank.dailies import days_left, sequences
from api.problem_documents import NOT_READY, problem_document
from api.service.logs import LOG
from api.service.metrics import CONTENT_TYPE, gauge, render_metrics
from api.service.processes import BEAT
from api.store import bank, jobs
from api.store.database import DatabaseUnavailable, Fault
from api.store.jobs import State
from api.web.context import service
from api.web.responses import NO_STORE, problem_response, uncached_json
from api.workers.client import Busy, Gone

BLUEPRINT = Blueprint("health", __name__)
# A folder with fewer free bytes is reported as nearly full.
_MIN_FREE = 32 * 2**20
_FAULTS: Mapping[Fault, str] = {
    "read-only": "unavailable: it can only be read",
    "full": "unavailable: its disk is full",
    "damaged": "unavailable: it is damaged",
    "lost": "unavailable: it cannot be reached",
    "busy": "unavailable: another program keeps it locked",
}
# Seconds without a sign of life after which the dispatcher counts as dead.
_MAX_SILENT = 30.0


@BLUEPRINT.get("/healthz")
def healthz() -> Response:
    """Whether this process answers; readyz reports what it needs."""
    return uncached_json({"status": "ok"})


@BLUEPRINT.get("/readyz")
def readyz() -> Response:
    """Whether the service is ready to do its work, part by part."""
    parts = {"database": _database(), "disk": _disk(), "solvers": _solvers(), "jobs": _jobs()}
    failing = [name for name, state in parts.items() if state != "ok"]
    if not failing:
        return uncached_json({"status": "ready", "parts": parts})
    document = problem_document(503, f"not ready: {', '.join(failing)}", problem_type=NOT_READY)
    return problem_response(document | {"parts": parts}, retry=5)


def _database() -> str:
    """Checks that the database can be written, by a transaction that is committed."""
    try:
        service().probe.check()
    except DatabaseUnavailable as e:
        LOG.error("database unavailable", detail=str(e))
        return _FAULTS[e.fault]
    return "ok"


def _disk() -> str:
    """Checks that the folders of data and database can be written. They may be on different disks."""
    data, file = service().settings.data, service().database.file
    states = [_folder(folder) for folder in {data, file.parent if file else data}]
    return next((state for state in states if state != "ok"), "ok")


def _folder(folder: Path) -> str:
    """Checks that a folder can be written, by writing: nothing else shows a full or read-only disk."""
    probe = folder / f".probe-{os.getpid()}"
    try:
        free = shutil.disk_usage(folder).free
        probe.write_bytes(b"\0" * 4096)
    except OSError as e:
        return f"cannot be written: {e.strerror}"
    finally:
        with suppress(OSError):
            probe.unlink()
    return "ok" if free >= _MIN_FREE else f"nearly full: {free // 2**20} MiB left"


def _solvers() -> str:
    try:
        service().pool.state(seconds=3)
    except (Gone, Busy) as e:
        return f"no answer: {e}"
    return "ok"


def _jobs() -> str:
    """Reports what the dispatcher says. Without `lineworks serve` there is no dispatcher to check."""
    beat = os.environ.get(BEAT)
    if beat is None:
        return "ok"
    try:
        seconds = time.time() - Path(beat).stat().st_mtime
        state = str(json.loads(Path(beat).read_text())["jobs"])
    except OSError:
        return "no dispatcher has started yet"
    return state if seconds < _MAX_SILENT else f"the dispatcher has been silent for {seconds:.0f} s"


class _Gauges(Collector):
    """The gauges, which are read from the database when metrics are requested."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        # Without the database the counters are still reported: they are needed most then.
        with suppress(DatabaseUnavailable):
            yield from self._gauges()

    def _gauges(self) -> Iterator[GaugeMetricFamily]:
        with service().database.reading() as c:
            states, tallies = jobs.count_by_state(c), bank.counts(c)
            stock = [([kind, grade], float(days_left(c, kind, grade))) for kind, grade in sequences()]
        job_counts = [([state], float(states.get(state, 0))) for state in get_args(State)]
        yield gauge("lineworks_jobs", "Jobs in the table", ["state"], job_counts)
        visible_counts = [([tally.kind, tally.grade], float(tally.shown)) for tally in tallies]
        yield gauge("lineworks_bank", "Published puzzles", ["kind", "grade"], visible_counts)
        yield gauge(
            "lineworks_stock", "Days after today for which there are puzzles", ["kind", "grade"], stock
        )


@BLUEPRINT.get("/metrics")
def metrics() -> Response:
    response = Response(render_metrics(_Gauges()), content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = NO_STORE
    return response
