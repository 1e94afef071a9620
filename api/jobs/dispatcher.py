"""The dispatcher: takes jobs from the table, has dask work on them, and writes their results to the table.

All its state is in the table. If it dies, or the scheduler or a worker does, the running jobs are taken up
again: its own at once, as a new dispatcher of the service has the same name, those of a service that is gone
when their leases run out. A job may be started twice, but is finished once.
"""

from __future__ import annotations

import math
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client, Future

from api.calls.call import BookFiles, Call, Json
from api.jobs import dask_task, job_queue
from api.jobs.housekeeping import Housekeeping
from api.jobs.job_queue import seconds_of
from api.problem_documents import problem_document
from api.service.logs import LOG
from api.service.processes import BEAT, OWNER, SCHEDULER, end_with_parent
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

# Seconds: between two rounds, of a lease on a job, and between two renewals of it.
_ROUND, _LEASE, _RENEW = 0.1, 10.0, 3.0
# A job that was started this many times is given up.
_ATTEMPTS = 100


@dataclass(frozen=True)
class _Running:
    job: Job
    work: Work
    future: Future[Any]


class Dispatcher:
    def __init__(self, settings: Settings, database: Database, client: Client, owner: str) -> None:
        self._settings, self._database, self._client, self._owner = settings, database, client, owner
        self._cache = AnswerCache(database, settings.keep)
        self._running: dict[str, _Running] = {}
        self._last_renewal = 0.0
        self._heartbeat = Path(os.environ[BEAT])
        self.is_ending = False
        # By key of the task, as the tasks report it; written to the table in the next round.
        self._progress: dict[str, float] = {}
        client.subscribe_topic(dask_task.PROGRESS, self._note_progress)

    def run(self) -> None:
        with self._database.writing() as c:
            rows.release(c, self._owner)
        housekeeping = Housekeeping(self._settings, self._database, self._client)
        while not self.is_ending and self._client.status == "running":
            self._heartbeat.touch()
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
            time.sleep(_ROUND)
        with suppress(DatabaseUnavailable), self._database.writing() as c:
            rows.release(c, self._owner)

    def _free_slots(self) -> int:
        """Returns how many more jobs the cluster takes: one more than it has threads, so that none idles."""
        threads: int = sum(self._client.nthreads().values())
        return max(0, threads + 1 - len(self._running))

    def _claim_jobs(self) -> None:
        now = time.time()
        with self._database.reading() as c:
            if not rows.any_to_claim(c, now):
                return
        free_slots = self._free_slots()
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
        key = f"{job.id}-{job.attempt}-{os.getpid()}"
        packed = work.request("job").pack()
        future = self._client.submit(dask_task.run, packed, key, key=key, pure=False)
        self._running[job.id] = _Running(job, work, future)

    def _drop_unwanted(self) -> None:
        """Cancels the tasks of jobs that are no longer wanted; dask's worker then hangs up on the pool."""
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
            self._running.pop(job_id).future.cancel(force=True)

    def _note_progress(self, event: tuple[float, dict[str, Any]]) -> None:
        """Keeps a task's report for the next round. Runs in a thread of dask's client."""
        _, report = event
        self._progress[report["key"]] = report["value"]

    def _write_progress(self) -> None:
        if not self._progress:
            return
        progress, self._progress = self._progress, {}
        with self._database.writing() as c:
            for running in self._running.values():
                value = progress.get(str(running.future.key))
                if value is not None:
                    rows.set_progress(c, self._owner, running.job.id, running.job.attempt, value)

    def _collect_results(self) -> None:
        for job_id, running in list(self._running.items()):
            if not running.future.done():
                continue
            del self._running[job_id]
            if running.future.status == "finished":
                self._finish(running, running.future.result())
            else:
                # Lost with a worker or the scheduler, or failed: another attempt takes it from the table.
                LOG.warning("task lost", job=job_id, status=running.future.status)
                self._give_back(running.job)

    def _give_back(self, job: Job) -> None:
        with self._database.writing() as c:
            rows.give_back(c, self._owner, job.id, job.attempt)

    def _finish(self, running: _Running, message: Message) -> None:
        job, work = running.job, running.work
        if message.kind == "died":
            self._fail(job, "the process that worked on the job died again and again")
            return
        if message == dask_task.CANCELLED:
            self._give_back(job)
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


def main() -> None:
    end_with_parent()
    settings = read_settings()
    client = Client(settings.cluster or os.environ[SCHEDULER], timeout=30, set_as_default=False)
    dispatcher = Dispatcher(settings, Database(settings.database_url), client, os.environ[OWNER])

    def end(*_: object) -> None:
        dispatcher.is_ending = True

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    dispatcher.run()
    # A normal exit would make the client wait for a scheduler that may be gone.
    os._exit(0 if dispatcher.is_ending else 1)


if __name__ == "__main__":
    main()
