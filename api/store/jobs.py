"""Jobs: what is to be done, by whom it is being done, and what came of it.

Whoever works on a job has a lease on it, and renews it in time. A job whose lease ran out is anyone's again:
its worker is lost, and what it may still say is refused, as its attempt is no longer the job's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Update,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from api.store.database import hold
from api.store.schema import jobs

State = Literal["queued", "running", "done", "failed", "cancelled"]
_WAITING = {"state": "queued", "owner": None, "lease": None, "started": None, "progress": None}


@dataclass(frozen=True)
class Job:
    """A row of the table, `body`, `result` and `problem` as JSON values.

    work_key  the same for jobs that ask for the same work, of which only one runs at a time
    deadline  when it is too late to go on
    attempt   how often it has been begun
    until     when a job that has ended is forgotten
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


def create(
    c: Connection,
    job_id: str,
    call: str,
    body: dict[str, Any],
    work_key: str,
    now: float,
    deadline: float | None,
) -> None:
    asked = {"call": call, "body": json.dumps(body), "work_key": work_key, "deadline": deadline}
    c.execute(insert(jobs).values(id=job_id, state="queued", created=now, attempt=0, **asked))


def queued(c: Connection) -> int:
    """How many wait for their turn."""
    return c.execute(select(func.count()).select_from(jobs).where(jobs.c.state == "queued")).scalar_one()


def states(c: Connection) -> dict[str, int]:
    """How many jobs there are in each state in which there are any."""
    rows = c.execute(select(jobs.c.state, func.count()).group_by(jobs.c.state))
    return {row.state: row[1] for row in rows}


def get(c: Connection, job_id: str) -> Job | None:
    row = c.execute(select(jobs).where(jobs.c.id == job_id)).one_or_none()
    return None if row is None else _job(row)


def waiting(c: Connection, now: float) -> bool:
    """Whether there is any to claim: to be looked at often, as it keeps nobody from writing."""
    return c.execute(select(_next(now).exists())).scalar_one()


def claim(c: Connection, owner: str, now: float, lease_until: float, limit: int) -> list[Job]:
    """The oldest jobs that nobody works on, now the owner's; of each work at most one."""
    # Of two that claim at once the second must see what the first took, or both could take the same work.
    hold(c, "claim")
    in_turn = _next(now).order_by(jobs.c.created, jobs.c.id).limit(limit)
    # One that is being cancelled is left alone.
    ids = c.execute(in_turn.with_for_update(skip_locked=True)).scalars().all()
    taken = {"state": "running", "owner": owner, "lease": lease_until, "started": now, "progress": None}
    c.execute(update(jobs).where(jobs.c.id.in_(ids)).values(**taken, attempt=jobs.c.attempt + 1))
    rows = c.execute(select(jobs).where(jobs.c.id.in_(ids)).order_by(jobs.c.created, jobs.c.id))
    return [_job(row) for row in rows]


def _next(now: float) -> Select[str]:
    """The ids of the jobs that may be begun now."""
    busy, older = jobs.alias(), jobs.alias()
    worked_on = select(busy.c.work_key).where(busy.c.state == "running", busy.c.lease >= now)
    in_order = or_(
        older.c.created < jobs.c.created, and_(older.c.created == jobs.c.created, older.c.id < jobs.c.id)
    )
    before = select(older.c.id).where(older.c.work_key == jobs.c.work_key, _free(older, now), in_order)
    return select(jobs.c.id).where(_free(jobs, now), jobs.c.work_key.not_in(worked_on), ~before.exists())


def own(c: Connection, owner: str, ids: Iterable[str]) -> set[str]:
    """Those that are still the owner's, and have not been cancelled."""
    return set(c.execute(select(jobs.c.id).where(*_among(owner, ids))).scalars())


def renew(c: Connection, owner: str, ids: Iterable[str], lease_until: float) -> set[str]:
    """As own, and these are the owner's until then."""
    renewed = update(jobs).where(*_among(owner, ids)).values(lease=lease_until)
    return set(c.execute(renewed.returning(jobs.c.id)).scalars())


def progress(c: Connection, owner: str, job_id: str, attempt: int, value: float) -> None:
    c.execute(_own(owner, job_id, attempt).values(progress=value))


def finish(
    c: Connection,
    owner: str,
    job_id: str,
    attempt: int,
    state: Literal["done", "failed"],
    outcome: Any,
    now: float,
    until: float,
) -> bool:
    """`outcome`: the result, or of a failed job the problem. False where the attempt is not the job's."""
    told = {"result" if state == "done" else "problem": json.dumps(outcome)}
    ended = _own(owner, job_id, attempt).values(state=state, finished=now, until=until, lease=None, **told)
    return c.execute(ended).rowcount == 1


def cancel(c: Connection, job_id: str, now: float, until: float) -> Job | None:
    """The job as it is now: cancelled, unless it had ended."""
    going = jobs.c.id == job_id, jobs.c.state.in_(("queued", "running"))
    ended = {"state": "cancelled", "finished": now, "until": until, "lease": None}
    c.execute(update(jobs).where(*going).values(ended))
    return get(c, job_id)


def give_back(c: Connection, owner: str, job_id: str, attempt: int) -> None:
    """It waits for its turn again."""
    c.execute(_own(owner, job_id, attempt).values(_WAITING))


def release(c: Connection, owner: str) -> None:
    """All that the owner works on waits for its turn again."""
    c.execute(update(jobs).where(jobs.c.owner == owner, jobs.c.state == "running").values(_WAITING))


def forget(c: Connection, now: float) -> None:
    """Jobs that ended long enough ago are deleted."""
    c.execute(delete(jobs).where(jobs.c.until <= now))


def _free(of: Any, now: float) -> ColumnElement[bool]:
    # The states by themselves, as that is what the indexes are of.
    return and_(of.c.state.in_(("queued", "running")), or_(of.c.state == "queued", of.c.lease < now))


def _among(owner: str, ids: Iterable[str]) -> tuple[ColumnElement[bool], ...]:
    return jobs.c.id.in_(list(ids)), jobs.c.owner == owner, jobs.c.state == "running"


def _own(owner: str, job_id: str, attempt: int) -> Update:
    """A change of a job that goes only while the attempt is the job's, and runs."""
    running = jobs.c.state == "running", jobs.c.owner == owner, jobs.c.attempt == attempt
    return update(jobs).where(jobs.c.id == job_id, *running)


def _job(row: Row[Any]) -> Job:
    read = {name: _value(row._mapping[name]) for name in ("body", "result", "problem")}
    return Job(**{**row._mapping, **read})


def _value(text: str | None) -> Any:
    return None if text is None else json.loads(text)
