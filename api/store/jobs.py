"""The table of jobs: what is to be done, who works on it, and its result.

The dispatcher that works on a job, its owner, holds a lease on it and renews it in time. A job whose lease
ran out may be claimed by any dispatcher. What its former owner may still report is refused, as that attempt
is no longer the current one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Double,
    Row,
    Select,
    Update,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from api.store.database import lock
from api.store.schema import jobs

State = Literal["queued", "running", "done", "failed", "cancelled"]
# The time, in a statement that is made only once, as making it takes longer than running it.
_NOW: BindParameter[float] = bindparam("now", type_=Double)
_UNFINISHED: tuple[State, ...] = ("queued", "running")
_WAITING = {"state": "queued", "owner": None, "lease": None, "started": None, "progress": None}


@dataclass(frozen=True)
class Job:
    """A row of the table, `body`, `result` and `problem` as JSON values.

    work_key  the same for jobs that ask for the same work, of which only one runs at a time
    deadline  when it is too late to go on
    attempt   how often it has been started
    until     when a job that has ended is deleted
    client    the address that posted it; None for jobs that no client posted
    bytes     how much its body, result, problem and files take
    language  that of the request that posted it; None for jobs of versions that had none
    """

    id: str
    call: str
    body: dict[str, Any]
    work_key: str
    state: State
    progress: float | None
    created: float
    started: float | None
    finished: float | None
    deadline: float | None
    attempt: int
    owner: str | None
    lease: float | None
    result: Any
    problem: Any
    until: float | None
    client: str | None
    bytes: int
    language: str | None


@dataclass(frozen=True)
class Usage:
    """What the jobs of a client take: how many are unfinished, and the bytes of all. `until`: when the first
    of those that have ended is deleted."""

    unfinished: int
    bytes: int
    until: float | None


def create(
    c: Connection,
    job_id: str,
    call: str,
    body: dict[str, Any],
    work_key: str,
    now: float,
    deadline: float | None,
    client: str | None = None,
    language: str | None = None,
) -> None:
    text = json.dumps(body)
    work = {"call": call, "body": text, "work_key": work_key, "deadline": deadline}
    origin = {"client": client, "bytes": len(text), "language": language}
    c.execute(insert(jobs).values(id=job_id, state="queued", created=now, attempt=0, **work, **origin))


def count_queued(c: Connection) -> int:
    """How many jobs wait for their turn."""
    return c.execute(select(func.count()).select_from(jobs).where(jobs.c.state == "queued")).scalar_one()


def count_by_state(c: Connection) -> dict[str, int]:
    """Counts the jobs in each state that has any."""
    rows = c.execute(select(jobs.c.state, func.count()).group_by(jobs.c.state))
    return {row.state: row[1] for row in rows}


def usage_of(c: Connection, client: str) -> Usage:
    """Returns what the jobs of a client take."""
    unfinished = func.count().filter(jobs.c.state.in_(_UNFINISHED))
    columns = unfinished, func.coalesce(func.sum(jobs.c.bytes), 0), func.min(jobs.c.until)
    row = c.execute(select(*columns).where(jobs.c.client == client)).one()
    return Usage(row[0], int(row[1]), row[2])


def bytes_of_all(c: Connection) -> int:
    """Returns how many bytes all jobs take."""
    return int(c.execute(select(func.coalesce(func.sum(jobs.c.bytes), 0))).scalar_one())


def get(c: Connection, job_id: str) -> Job | None:
    row = c.execute(select(jobs).where(jobs.c.id == job_id)).one_or_none()
    return None if row is None else _job(row)


def any_to_claim(c: Connection, now: float) -> bool:
    """Whether there is a job to claim. It blocks no writer, and so may be called often."""
    return c.execute(select(select(jobs.c.id).where(*_may_begin(now)).exists())).scalar_one()


def claim(c: Connection, owner: str, now: float, lease_until: float, limit: int) -> list[Job]:
    """Claims free jobs for an owner, of the clients in turn; of those with the same work_key only one."""
    # Of two that claim at once the second must see what the first took, or both could do the same work.
    lock(c, "claim")
    in_turn = c.execute(_in_turn().limit(limit), {_NOW.key: now}).scalars().all()
    # A job that is being cancelled is skipped, and one that was cancelled meanwhile is none to claim.
    still_free = select(jobs.c.id).where(jobs.c.id.in_(in_turn), _is_claimable(now))
    ids = c.execute(still_free.with_for_update(skip_locked=True)).scalars().all()
    claim_values = {
        "state": "running",
        "owner": owner,
        "lease": lease_until,
        "started": now,
        "progress": None,
    }
    c.execute(update(jobs).where(jobs.c.id.in_(ids)).values(**claim_values, attempt=jobs.c.attempt + 1))
    rows = c.execute(select(jobs).where(jobs.c.id.in_(ids)).order_by(jobs.c.created, jobs.c.id))
    return [_job(row) for row in rows]


@cache
def _in_turn() -> Select[str]:
    """Selects the ids of the jobs that may be begun now in the order of their turns.

    The turn of a job is how many of its client's run before it: the client with the fewest running jobs is
    next, and of several clients the one with the oldest job. Of jobs with the same work the first is begun.
    """
    by_age = jobs.c.created, jobs.c.id
    client = func.coalesce(jobs.c.client, "")
    of_same_work = func.row_number().over(partition_by=(client, jobs.c.work_key), order_by=by_age)
    columns = jobs.c.id, jobs.c.created, jobs.c.work_key, client.label("client"), of_same_work.label("n")
    free = select(*columns).where(*_may_begin(_NOW)).subquery()
    working = select(client.label("client"), func.count().label("jobs")).where(_is_running(_NOW))
    running = working.group_by(client).subquery()
    of_client = func.row_number().over(partition_by=free.c.client, order_by=(free.c.created, free.c.id))
    turn = of_client + func.coalesce(running.c.jobs, 0)
    first = select(free, turn.label("turn")).outerjoin(running, running.c.client == free.c.client)
    turns = first.where(free.c.n == 1).subquery()
    order = turns.c.turn, turns.c.created, turns.c.id
    among_clients = (
        func.row_number().over(partition_by=turns.c.work_key, order_by=order).label("among_clients")
    )
    ranked = select(turns, among_clients).subquery()
    query = select(ranked.c.id).where(ranked.c.among_clients == 1)
    return query.order_by(ranked.c.turn, ranked.c.created, ranked.c.id)


def _may_begin(now: float | BindParameter[float]) -> tuple[ColumnElement[bool], ...]:
    """A job that may be begun: it is free, and nobody does the same work."""
    busy = jobs.alias()
    worked_on = select(busy.c.work_key).where(busy.c.state == "running", busy.c.lease >= now)
    return _is_claimable(now), jobs.c.work_key.not_in(worked_on)


def still_owned(c: Connection, owner: str, ids: Iterable[str]) -> set[str]:
    """Which of the jobs are still the owner's, and have not been cancelled."""
    return set(c.execute(select(jobs.c.id).where(*_owned(owner, ids))).scalars())


def renew(c: Connection, owner: str, ids: Iterable[str], lease_until: float) -> set[str]:
    """Renews the leases of the jobs that are still owned, and returns their ids."""
    renewal = update(jobs).where(*_owned(owner, ids)).values(lease=lease_until)
    return set(c.execute(renewal.returning(jobs.c.id)).scalars())


def set_progress(c: Connection, owner: str, job_id: str, attempt: int, value: float) -> None:
    c.execute(_update_attempt(owner, job_id, attempt).values(progress=value))


def finish(
    c: Connection,
    owner: str,
    job_id: str,
    attempt: int,
    state: Literal["done", "failed"],
    outcome: Any,
    now: float,
    until: float,
    file_bytes: int = 0,
) -> bool:
    """Ends a job with its result, or its problem document if it failed; False where the attempt is over."""
    text = json.dumps(outcome)
    ending: dict[str, Any] = {"state": state, "finished": now, "until": until, "lease": None}
    ending["result" if state == "done" else "problem"] = text
    ending["bytes"] = jobs.c.bytes + len(text) + file_bytes
    return c.execute(_update_attempt(owner, job_id, attempt).values(ending)).rowcount == 1


def cancel(c: Connection, job_id: str, now: float, until: float) -> Job | None:
    """Cancels a job, unless it has ended, and returns it as it is then."""
    unfinished = jobs.c.id == job_id, jobs.c.state.in_(_UNFINISHED)
    ended = {"state": "cancelled", "finished": now, "until": until, "lease": None}
    c.execute(update(jobs).where(*unfinished).values(ended))
    return get(c, job_id)


def give_back(c: Connection, owner: str, job_id: str, attempt: int) -> None:
    """Puts a running job back into the queue."""
    c.execute(_update_attempt(owner, job_id, attempt).values(_WAITING))


def release(c: Connection, owner: str) -> None:
    """Puts all jobs that an owner works on back into the queue."""
    c.execute(update(jobs).where(jobs.c.owner == owner, jobs.c.state == "running").values(_WAITING))


def release_all(c: Connection) -> None:
    """Puts all running jobs back into the queue, whoever works on them."""
    c.execute(update(jobs).where(jobs.c.state == "running").values(_WAITING))


def delete_expired(c: Connection, now: float) -> None:
    """Deletes the jobs that ended long enough ago."""
    c.execute(delete(jobs).where(jobs.c.until <= now))


def _is_claimable(now: float | BindParameter[float]) -> ColumnElement[bool]:
    # The states are listed on their own, so that the indexes are used.
    return and_(jobs.c.state.in_(_UNFINISHED), or_(jobs.c.state == "queued", jobs.c.lease < now))


def _is_running(now: float | BindParameter[float]) -> ColumnElement[bool]:
    return and_(jobs.c.state == "running", jobs.c.lease >= now)


def _owned(owner: str, ids: Iterable[str]) -> tuple[ColumnElement[bool], ...]:
    return jobs.c.id.in_(list(ids)), jobs.c.owner == owner, jobs.c.state == "running"


def _update_attempt(owner: str, job_id: str, attempt: int) -> Update:
    """An update of a job that has an effect only while this attempt runs."""
    running = jobs.c.state == "running", jobs.c.owner == owner, jobs.c.attempt == attempt
    return update(jobs).where(jobs.c.id == job_id, *running)


def _job(row: Row[Any]) -> Job:
    json_values = {name: _value(row._mapping[name]) for name in ("body", "result", "problem")}
    return Job(**{**row._mapping, **json_values})


def _value(text: str | None) -> Any:
    return None if text is None else json.loads(text)
