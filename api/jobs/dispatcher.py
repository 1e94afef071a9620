"""The foreman: takes jobs out of the table, has dask work on them, and writes down what came of it.

It keeps nothing that the table does not tell. If it dies, or the scheduler or a worker does, the jobs that
were being worked on are taken up again: its own at once, as a new foreman of the service has the same name,
those of a service that is gone when their lease runs out. A job may so be begun twice, but is finished once.
"""

from __future__ import annotations

import json
import math
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client, Future

from api.book.job import files_of, result_of
from api.calls.catalogue import BOOK, Body, Call, UnknownCall, call_named, written
from api.jobs import dask_task
from api.jobs.housekeeping import Chores
from api.jobs.service import seconds_of
from api.problem_documents import fault_document
from api.service.logs import LOG
from api.service.metrics import counted
from api.service.processes import BEAT, OWNER, SCHEDULER, end_with_parent
from api.service.settings import Settings, read_settings
from api.store import books
from api.store import jobs as rows
from api.store.database import Database, Lost
from api.store.jobs import Job
from api.workers.client import Desk
from api.workers.remote import Asking, Fault, Question, Reply, question_of, replied
from puzzles.errors import BadInput

# Seconds: between two looks at the table, for which a job is the foreman's, and between two renewals of that.
_ROUND, _LEASE, _RENEW = 0.1, 10.0, 3.0
# A job begun so often has seen more than bad luck.
_ATTEMPTS = 100


@dataclass(frozen=True)
class _Begun:
    job: Job
    call: Call
    body: Body
    question: Question | None
    seconds: float
    future: Future[Any]


class Foreman:
    def __init__(self, settings: Settings, database: Database, client: Client, owner: str) -> None:
        self._settings, self._database, self._client, self._owner = settings, database, client, owner
        self._asking = Asking(settings, database, Desk(""))
        self._begun: dict[str, _Begun] = {}
        self._renewed = 0.0
        self._beat = Path(os.environ[BEAT])
        self.ended = False
        # By task, as the tasks tell it; noted in the table from time to time.
        self._told: dict[str, float] = {}
        client.subscribe_topic(dask_task.PROGRESS, self._hear)

    def run(self) -> None:
        with self._database.writing() as c:
            rows.release(c, self._owner)
        chores = Chores(self._settings, self._database, self._client)
        while not self.ended and self._client.status == "running":
            self._beat.touch()
            try:
                self._look()
                self._note_progress()
                self._collect()
                self._take()
                chores.round(idle=not self._begun)
            except Lost as e:
                # The leases may run out meanwhile; what is finished then is refused, and done again.
                LOG.error("database lost", detail=str(e))
                time.sleep(1)
            time.sleep(_ROUND)
        with suppress(Lost), self._database.writing() as c:
            rows.release(c, self._owner)

    def _slots(self) -> int:
        """What the cluster can do at once, less what it does; one more waits there, so that none idles."""
        threads: int = sum(self._client.nthreads().values())
        return max(0, threads + 1 - len(self._begun))

    def _take(self) -> None:
        now = time.time()
        with self._database.reading() as c:
            if not rows.waiting(c, now):
                return
        free = self._slots()
        if not free:
            return
        with self._database.writing() as c:
            claimed = rows.claim(c, self._owner, now, now + _LEASE, free)
        for job in claimed:
            self._begin(job)

    def _begin(self, job: Job) -> None:
        try:
            call = call_named(job.call)
            body = call.read(job.body)
        except (UnknownCall, BadInput) as e:
            # Accepted by another version, perhaps.
            self._failed(job, f"this version does not read it: {e}")
            return
        if job.attempt > _ATTEMPTS or (job.deadline is not None and time.time() > job.deadline):
            self._failed(job, "given up: it was begun too often, or waited too long")
            return
        seconds = seconds_of(body, self._settings)
        question = question_of(call, body)
        kept = None if question is None else self._asking.kept(question, seconds)
        if kept is not None:
            self._done(job, kept)
            counted(call, body, Reply(kept, was_kept=True))
            return
        request = {
            "call": job.call,
            "body": written(body) | ({"seconds": seconds} if call.timed else {}),
            "lane": "job",
            "seconds": seconds,
        }
        key = f"{job.id}-{job.attempt}-{os.getpid()}"
        future = self._client.submit(dask_task.run, json.dumps(request), key, key=key, pure=False)
        self._begun[job.id] = _Begun(job, call, body, question, seconds, future)

    def _look(self) -> None:
        """Which are still wanted. Those that are not are dropped, and dask's worker hangs up on the desk."""
        if not self._begun:
            return
        now = time.time()
        if now - self._renewed > _RENEW:
            self._renewed = now
            with self._database.writing() as c:
                wanted = rows.renew(c, self._owner, self._begun, now + _LEASE)
        else:
            with self._database.reading() as c:
                wanted = rows.own(c, self._owner, self._begun)
        for job_id in self._begun.keys() - wanted:
            self._begun.pop(job_id).future.cancel(force=True)

    def _hear(self, event: tuple[float, dict[str, Any]]) -> None:
        """In the client's thread."""
        _, told = event
        self._told[told["key"]] = told["value"]

    def _note_progress(self) -> None:
        if not self._told:
            return
        told, self._told = self._told, {}
        with self._database.writing() as c:
            for begun in self._begun.values():
                value = told.get(str(begun.future.key))
                if value is not None:
                    rows.progress(c, self._owner, begun.job.id, begun.job.attempt, value)

    def _collect(self) -> None:
        for job_id, begun in list(self._begun.items()):
            if not begun.future.done():
                continue
            del self._begun[job_id]
            if begun.future.status == "finished":
                self._answered(begun, begun.future.result())
            else:
                # Lost with a worker or the scheduler, or failed: the table gives it to whoever asks next.
                LOG.warning("task lost", job=job_id, status=begun.future.status)
                with self._database.writing() as c:
                    rows.give_back(c, self._owner, job_id, begun.job.attempt)

    def _answered(self, begun: _Begun, message: dict[str, Any]) -> None:
        if "gone" in message:
            self._failed(begun.job, "what worked on it died, time and again")
            return
        if message.get("stopped") == "cancelled":
            with self._database.writing() as c:
                rows.give_back(c, self._owner, begun.job.id, begun.job.attempt)
            return
        try:
            reply = replied(begun.call, begun.body, message)
        except Fault as e:
            LOG.error("fault", call=begun.job.call, job=begun.job.id, detail=str(e))
            self._failed(begun.job, "a fault of lineworks; the answer could not be confirmed")
            return
        counted(begun.call, begun.body, reply)
        if reply.problem is not None:
            self._ended(begun.job, "failed", reply.problem)
        elif reply.answer is None:
            told = (
                f"not finished in {begun.seconds:g} s" if message["stopped"] == "time" else "too much memory"
            )
            self._failed(begun.job, told)
        else:
            # However little it took: the same may be waiting in the table.
            settled = self._asking.settled(
                begun.call, begun.body, begun.question, reply, begun.seconds, math.inf
            )
            self._done(begun.job, settled.answer or reply.answer)

    def _done(self, job: Job, answer: dict[str, Any]) -> None:
        if job.call == BOOK.name:
            self._ended(job, "done", result_of(answer), files_of(answer))
        else:
            self._ended(job, "done", answer)

    def _failed(self, job: Job, why: str) -> None:
        self._ended(job, "failed", fault_document(why))

    def _ended(
        self, job: Job, state: Any, outcome: dict[str, Any], files: tuple[bytes, bytes | None] | None = None
    ) -> None:
        now = time.time()
        ended = state, outcome, now, now + self._settings.keep
        with self._database.writing() as c:
            if rows.finish(c, self._owner, job.id, job.attempt, *ended) and files is not None:
                books.keep(c, job.id, *files)


def main() -> None:
    end_with_parent()
    settings = read_settings()
    client = Client(settings.cluster or os.environ[SCHEDULER], timeout=30, set_as_default=False)
    foreman = Foreman(settings, Database(settings.database_url), client, os.environ[OWNER])

    def end(*_: object) -> None:
        foreman.ended = True

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    foreman.run()
    # The client's own end waits for a scheduler that may be gone; nothing here needs it.
    os._exit(0 if foreman.ended else 1)


if __name__ == "__main__":
    main()
