"""The dispatcher: takes jobs from the table, has them worked on, and writes their results to the table.

All its state is in the table. If it dies, or the pool, the cluster or a worker does, the running jobs are
taken up again: its own at once, as a new dispatcher of the service has the same name, those of a service that
is gone when their leases run out. A job may be started twice, but is finished once.
"""

from __future__ import annotations

import json
import math
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from api.calls.call import BookFiles, Call, Json
from api.jobs import job_queue
from api.jobs.housekeeping import Housekeeping
from api.jobs.job_queue import seconds_of
from api.jobs.local_runner import LocalRunner
from api.jobs.runner import Runner, Task
from api.problem_documents import problem_document
from api.service.cluster_keys import check_cluster
from api.service.logs import LOG
from api.service.processes import BEAT, OWNER, POOL, end_with_parent
from api.service.settings import Settings, read_settings
from api.store import jobs as rows
from api.store.database import Database, DatabaseUnavailable
from api.store.jobs import Job
from api.workers.answer_cache import AnswerCache
from api.workers.intake import kind_in
from api.workers.known_calls import UnknownCall, call_named
from api.workers.protocol import Message
from api.workers.work import Fault, Work, count_reply, find_answer, store_and_cache
from puzzles.errors import BadInput

# Seconds: between two rounds at most, of a lease on a job, between two renewals of it, and between two
# heartbeats.
_ROUND, _LEASE, _RENEW, _BEAT = 0.1, 10.0, 3.0, 1.0
# A job that was started this many times is given up. After one was lost none is started for some seconds, as
# whatever lost it may lose others as quickly as they are started.
_ATTEMPTS, _PAUSE = 100, 1.0


@dataclass(frozen=True)
class _Running:
    job: Job
    work: Work
    task: Task


class Dispatcher:
    """`wake` is set by the runner whenever a task is done, and ends the pause between two rounds."""

    def __init__(
        self, settings: Settings, database: Database, runner: Runner, owner: str, wake: Event
    ) -> None:
        self._settings, self._database, self._runner, self._owner = settings, database, runner, owner
        self._wake = wake
        self._cache = AnswerCache(database, settings.keep)
        self._running: dict[str, _Running] = {}
        # By job, as it is in the table.
        self._progress: dict[str, float] = {}
        self._last_renewal = self._last_loss = 0.0
        self._heartbeat = Heartbeat(Path(os.environ[BEAT]))
        self.is_ending = False

    def run(self) -> None:
        with self._database.writing() as c:
            rows.release(c, self._owner)
        housekeeping = Housekeeping(self._settings, self._database, self._runner)
        while not self.is_ending:
            self._heartbeat.beat(self._runner.state())
            try:
                self._drop_unwanted()
                self._write_progress()
                self._collect_results()
                self._claim_jobs()
                housekeeping.tick(idle=not self._running)
            except DatabaseUnavailable as e:
                # The leases may run out meanwhile; results of such jobs are refused, and the jobs done again.
                LOG.error("database unavailable", detail=str(e))
                time.sleep(1)
            self._wake.wait(_ROUND)
            self._wake.clear()
        with suppress(DatabaseUnavailable), self._database.writing() as c:
            rows.release(c, self._owner)

    def _claim_jobs(self) -> None:
        now = time.time()
        if now - self._last_loss < _PAUSE:
            return
        with self._database.reading() as c:
            if not rows.any_to_claim(c, now):
                return
        free_slots = self._runner.free_slots()
        if not free_slots:
            return
        with self._database.writing() as c:
            jobs = rows.claim(c, self._owner, now, now + _LEASE, free_slots)
        for job in jobs:
            self._start(job)

    def _start(self, job: Job) -> None:
        try:
            call = call_named(job.call)
            body = call.read(job.body)
        except (UnknownCall, BadInput) as e:
            # Perhaps another version accepted it.
            self._fail(job, f"this version cannot read the job: {e}")
            return
        if job.attempt > _ATTEMPTS or (job.deadline is not None and time.time() > job.deadline):
            self._fail(job, "given up: the job was started too often, or waited too long")
            return
        work = Work.of(call, body, seconds_of(body, self._settings))
        reply = find_answer(self._cache, work)
        if reply is not None and reply.answer is not None:
            self._complete(job, call, reply.answer)
            count_reply(call.name, kind_in(body), reply)
            return
        self._running[job.id] = _Running(job, work, self._runner.submit(work.request("job")))

    def _drop_unwanted(self) -> None:
        """Cancels the tasks of jobs that are no longer wanted."""
        if not self._running:
            return
        now = time.time()
        if now - self._last_renewal > _RENEW:
            self._last_renewal = now
            with self._database.writing() as c:
                wanted_ids = rows.renew(c, self._owner, self._running, now + _LEASE)
        else:
            with self._database.reading() as c:
                wanted_ids = rows.still_owned(c, self._owner, self._running)
        for job_id in self._running.keys() - wanted_ids:
            self._forget(job_id).task.cancel()

    def _forget(self, job_id: str) -> _Running:
        self._progress.pop(job_id, None)
        return self._running.pop(job_id)

    def _write_progress(self) -> None:
        reports = {job_id: running.task.progress() for job_id, running in self._running.items()}
        news = {
            job_id: value
            for job_id, value in reports.items()
            if value is not None and value != self._progress.get(job_id)
        }
        if not news:
            return
        with self._database.writing() as c:
            for job_id, value in news.items():
                rows.set_progress(c, self._owner, job_id, self._running[job_id].job.attempt, value)
        self._progress |= news

    def _collect_results(self) -> None:
        for job_id, running in list(self._running.items()):
            if not running.task.done():
                continue
            self._forget(job_id)
            message = running.task.outcome()
            if message is None:
                # Another attempt takes it from the table.
                self._last_loss = time.time()
                self._give_back(running.job)
            else:
                self._finish(running, message)

    def _give_back(self, job: Job) -> None:
        with self._database.writing() as c:
            rows.give_back(c, self._owner, job.id, job.attempt)

    def _finish(self, running: _Running, message: Message) -> None:
        job, work = running.job, running.work
        if message.kind == "died":
            self._fail(job, "the process that worked on the job died again and again")
            return
        try:
            reply = work.reply(message)
        except Fault as e:
            LOG.error("fault", call=job.call, job=job.id, detail=str(e))
            self._fail(job, "internal error in lineworks: the answer could not be confirmed")
            return
        count_reply(work.call.name, kind_in(work.body), reply)
        if reply.problem is not None:
            self._end_job(job, "failed", reply.problem)
        elif reply.answer is None:
            too_slow = reply.stop_reason == "time"
            reason = f"not finished in {work.seconds:g} s" if too_slow else "the work took too much memory"
            self._fail(job, reason)
        else:
            # Cached even if it was quick: the same question may be waiting in the table.
            published_reply = store_and_cache(self._database, self._cache, work, reply, math.inf)
            self._complete(job, work.call, published_reply.answer or reply.answer)

    def _complete(self, job: Job, call: Call, answer: Json) -> None:
        self._end_job(job, "done", *call.split_files(answer))

    def _fail(self, job: Job, reason: str) -> None:
        self._end_job(job, "failed", problem_document(500, reason))

    def _end_job(self, job: Job, state: Any, outcome: Json, files: BookFiles | None = None) -> None:
        job_queue.end(self._database, self._settings, self._owner, job, state, outcome, files)


class Heartbeat:
    """The file that shows the dispatcher alive, and whether jobs are worked on."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._state, self._last = "", 0.0

    def beat(self, state: str) -> None:
        now = time.monotonic()
        if state == self._state and now - self._last < _BEAT:
            return
        self._state, self._last = state, now
        passing = self._file.with_suffix(".new")
        try:
            passing.write_text(json.dumps({"jobs": state}))
            passing.replace(self._file)
        except OSError as e:
            # The jobs go on; that the dispatcher seems dead is noticed soon enough.
            LOG.error("no heartbeat", detail=str(e))


def _runner(settings: Settings, on_end: Callable[[], None]) -> Runner:
    if settings.cluster is None:
        return LocalRunner(os.environ[POOL], settings.jobs, on_end)
    from api.jobs import cluster_runner  # noqa: PLC0415  # dask is large, and only a cluster needs it

    return cluster_runner.connect(settings.cluster, settings.cluster_keys, on_end)


def main() -> None:
    end_with_parent()
    settings = read_settings()
    warning = check_cluster(settings)
    if warning is not None:
        LOG.warning(warning)
    wake = Event()
    runner = _runner(settings, wake.set)
    dispatcher = Dispatcher(settings, Database(settings.database_url), runner, os.environ[OWNER], wake)

    def end(*_: object) -> None:
        dispatcher.is_ending = True

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    dispatcher.run()
    # A normal exit would wait for the tasks, which end with their connections.
    os._exit(0)
