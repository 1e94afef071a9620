"""Jobs: claimed once, finished by whoever holds them, and never lost with their worker."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import func, select, text

from api.store import jobs, schema
from api.store.database import Database
from tests.api.store import postgres
from tests.api.store.concurrently import at_once, in_processes

LATE = 1000.0
WAITING = text("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
# Work that is being done by two.
TWICE = (
    select(schema.jobs.c.work_key)
    .where(schema.jobs.c.state == "running")
    .group_by(schema.jobs.c.work_key)
    .having(func.count() > 1)
)


def _create(database: Database, *names: str, work: str | None = None, now: float = 1.0) -> None:
    with database.writing() as c:
        for name in names:
            jobs.create(c, name, "solve", {"name": name}, work or name, now, None)


def _claim(database: Database, owner: str, now: float, lease: float = LATE, limit: int = 10) -> list[str]:
    with database.writing() as c:
        return [job.id for job in jobs.claim(c, owner, now, lease, limit)]


def test_a_job_from_beginning_to_end(database: Database) -> None:
    with database.writing() as c:
        jobs.create(c, "a", "solve", {"puzzle": 1}, "work", 1.0, 60.0)
        assert jobs.count_queued(c) == 1
        (job,) = jobs.claim(c, "me", 2.0, 10.0, 5)
        assert (job.id, job.call, job.body, job.work_key) == ("a", "solve", {"puzzle": 1}, "work")
        assert (job.state, job.created, job.started, job.deadline) == ("running", 1.0, 2.0, 60.0)
        assert (job.attempt, job.owner, job.lease) == (1, "me", 10.0)
        jobs.set_progress(c, "me", "a", 1, 0.5)
        assert jobs.finish(c, "me", "a", 1, "done", {"status": "solved"}, 3.0, 100.0)
        finished_job = jobs.get(c, "a")
    assert finished_job is not None
    assert (finished_job.state, finished_job.result, finished_job.problem) == (
        "done",
        {"status": "solved"},
        None,
    )
    assert (finished_job.progress, finished_job.finished, finished_job.until, finished_job.lease) == (
        0.5,
        3.0,
        100.0,
        None,
    )


def test_a_failed_job_has_a_problem(database: Database) -> None:
    _create(database, "a")
    _claim(database, "me", 2.0)
    with database.writing() as c:
        assert jobs.finish(c, "me", "a", 1, "failed", {"status": 500}, 3.0, 9.0)
        failed = jobs.get(c, "a")
        assert jobs.get(c, "none") is None
        assert jobs.count_by_state(c) == {"failed": 1}
    assert failed is not None
    assert (failed.state, failed.result, failed.problem) == ("failed", None, {"status": 500})


def test_the_oldest_are_claimed_first(database: Database) -> None:
    for name, now in (("c", 3.0), ("a", 1.0), ("b", 2.0), ("d", 4.0)):
        _create(database, name, now=now)
    assert _claim(database, "me", 5.0, limit=3) == ["a", "b", "c"]
    assert _claim(database, "you", 5.0, limit=3) == ["d"]
    assert _claim(database, "you", 5.0) == []


def _create_for(database: Database, client: str | None, names: str, work: str | None = None) -> None:
    with database.writing() as c:
        for name in names.split():
            jobs.create(c, name, "solve", {}, work or name, float(name[1:]), None, client)


def test_clients_are_served_in_turn(database: Database) -> None:
    """The one with the fewest running jobs first, and of several the one that waits longest."""
    _create_for(database, "flood", "a01 a02 a03 a04 a05 a06")
    _create_for(database, "other", "b10 b11")
    _create_for(database, None, "c09 c12")
    assert _claim(database, "me", 99.0, limit=4) == ["a01", "a02", "c09", "b10"]
    assert _claim(database, "me", 99.0, limit=2) == ["b11", "c12"]
    _create_for(database, "late", "d20")
    assert _claim(database, "me", 99.0, limit=1) == ["d20"]
    assert _claim(database, "me", 2000.0, limit=2) == ["a01", "c09"], "their leases have run out"


def test_the_same_work_is_done_for_whoever_has_a_turn(database: Database) -> None:
    _create_for(database, "flood", "a01 a02 a03")
    _create_for(database, "flood", "a04 a05 a06", work="same")
    _create_for(database, "other", "b10", work="same")
    assert _claim(database, "me", 99.0, limit=2) == ["a01", "b10"]
    assert _claim(database, "me", 99.0) == ["a02", "a03"]


def test_what_the_jobs_of_a_client_take(database: Database) -> None:
    _create_for(database, "one", "a01 a02 a03")
    _create_for(database, None, "b01")
    assert _claim(database, "me", 99.0, limit=2) == ["a01", "b01"]
    with database.writing() as c:
        assert jobs.usage_of(c, "one") == jobs.Usage(3, 6, None)
        jobs.finish(c, "me", "a01", 1, "done", {"a": 1}, 5.0, 90.0, file_bytes=1000)
        jobs.cancel(c, "a02", 6.0, 80.0)
        assert jobs.usage_of(c, "one") == jobs.Usage(1, 1014, 80.0)
        assert jobs.usage_of(c, "none") == jobs.Usage(0, 0, None)
        assert jobs.bytes_of_all(c) == 1016
        jobs.delete_expired(c, 90.0)
        assert jobs.bytes_of_all(c) == 4


def test_of_the_same_work_one_runs_at_a_time(database: Database) -> None:
    _create(database, "a1", "a2", "a3", work="same")
    _create(database, "b", now=2.0)
    assert _claim(database, "me", 3.0) == ["a1", "b"]
    assert _claim(database, "you", 3.0) == []
    with database.writing() as c:
        jobs.finish(c, "me", "a1", 1, "done", {}, 4.0, 9.0)
    assert _claim(database, "you", 5.0) == ["a2"]
    with database.writing() as c:
        jobs.cancel(c, "a2", 6.0, 9.0)
    assert _claim(database, "me", 7.0) == ["a3"]


def test_a_job_whose_worker_is_lost_is_claimed_again(database: Database) -> None:
    _create(database, "a")
    assert _claim(database, "lost", 2.0, lease=10.0) == ["a"]
    assert _claim(database, "me", 10.0) == []
    with database.writing() as c:
        (job,) = jobs.claim(c, "me", 10.5, 20.0, 5)
        assert (job.attempt, job.owner, job.started) == (2, "me", 10.5)
        assert not jobs.finish(c, "lost", "a", 1, "done", {"late": True}, 11.0, 99.0)
        jobs.set_progress(c, "lost", "a", 1, 0.9)
        assert jobs.renew(c, "lost", ["a"], 99.0) == set()
        now = jobs.get(c, "a")
        assert now is not None
        assert (now.state, now.progress, now.result, now.lease) == ("running", None, None, 20.0)
        assert jobs.finish(c, "me", "a", 2, "done", {"late": False}, 12.0, 99.0)
        assert not jobs.finish(c, "me", "a", 2, "done", {"late": True}, 12.0, 99.0)


def test_an_attempt_that_is_not_the_last_is_refused_of_its_owner_too(database: Database) -> None:
    _create(database, "a")
    _claim(database, "me", 2.0, lease=3.0)
    assert _claim(database, "me", 4.0) == ["a"]
    with database.writing() as c:
        assert not jobs.finish(c, "me", "a", 1, "done", {}, 5.0, 9.0)
        assert jobs.finish(c, "me", "a", 2, "done", {}, 5.0, 9.0)


def test_a_lease_is_renewed_while_the_job_is_the_owners(database: Database) -> None:
    _create(database, "a", "b", "c", "d")
    assert _claim(database, "me", 2.0, lease=10.0, limit=3) == ["a", "b", "c"]
    with database.writing() as c:
        jobs.cancel(c, "b", 3.0, 9.0)
        assert jobs.renew(c, "me", ["a", "b", "d", "none"], 20.0) == {"a"}
        assert jobs.renew(c, "me", [], 20.0) == set()
    assert _claim(database, "you", 15.0) == ["c", "d"]


def test_a_job_is_cancelled_at_once_unless_it_has_ended(database: Database) -> None:
    _create(database, "queued", "running", "done", now=1.0)
    with database.writing() as c:
        jobs.cancel(c, "queued", 2.0, 50.0)
    assert _claim(database, "me", 3.0) == ["done", "running"]
    with database.writing() as c:
        jobs.finish(c, "me", "done", 1, "done", {"n": 1}, 4.0, 60.0)
        cancelled_jobs = {
            name: jobs.cancel(c, name, 5.0, 50.0) for name in ("queued", "running", "done", "none")
        }
        assert not jobs.finish(c, "me", "running", 1, "done", {}, 6.0, 60.0)
        assert jobs.count_by_state(c) == {"cancelled": 2, "done": 1}
    states = {name: job and (job.state, job.finished, job.until) for name, job in cancelled_jobs.items()}
    assert states == {
        "queued": ("cancelled", 2.0, 50.0),
        "running": ("cancelled", 5.0, 50.0),
        "done": ("done", 4.0, 60.0),
        "none": None,
    }


def test_what_is_released_waits_for_its_turn_again(database: Database) -> None:
    _create(database, "a", "b", "c")
    assert _claim(database, "me", 2.0, limit=2) == ["a", "b"]
    assert _claim(database, "you", 2.0) == ["c"]
    with database.writing() as c:
        jobs.finish(c, "me", "b", 1, "done", {}, 3.0, 9.0)
        jobs.release(c, "me")
        assert jobs.count_by_state(c) == {"queued": 1, "running": 1, "done": 1}
        assert not jobs.finish(c, "me", "a", 1, "done", {}, 3.0, 9.0)
    assert _claim(database, "you", 4.0) == ["a"]


def test_one_that_is_given_back_waits_for_its_turn_again(database: Database) -> None:
    _create(database, "a", "b")
    _claim(database, "me", 2.0)
    with database.writing() as c:
        jobs.give_back(c, "you", "a", 1)
        jobs.give_back(c, "me", "a", 2)
        assert jobs.still_owned(c, "me", ["a", "b"]) == {"a", "b"}
        jobs.give_back(c, "me", "a", 1)
        assert jobs.still_owned(c, "me", ["a", "b", "none"]) == {"b"}
        assert jobs.still_owned(c, "you", ["a", "b"]) == set()
        (job,) = jobs.claim(c, "you", 3.0, LATE, 5)
    assert (job.id, job.attempt, job.owner) == ("a", 2, "you")


def test_jobs_wait_that_could_be_claimed(database: Database) -> None:
    _create(database, "a", "b", work="same")
    with database.writing() as c:
        assert jobs.any_to_claim(c, 2.0)
        jobs.claim(c, "me", 2.0, 10.0, 5)
        assert not jobs.any_to_claim(c, 10.0), "of the same work one runs at a time"
        assert jobs.any_to_claim(c, 10.5), "its lease has run out"
        jobs.finish(c, "me", "a", 1, "done", {}, 5.0, 9.0)
        assert jobs.any_to_claim(c, 6.0)
        jobs.cancel(c, "b", 6.0, 9.0)
        assert not jobs.any_to_claim(c, 6.0)


def test_what_ended_long_ago_is_forgotten(database: Database) -> None:
    _create(database, "old", "new", "waits")
    with database.writing() as c:
        jobs.cancel(c, "old", 2.0, 10.0)
        jobs.cancel(c, "new", 2.0, 11.0)
        jobs.delete_expired(c, 10.0)
        assert [name for name in ("old", "new", "waits") if jobs.get(c, name)] == ["new", "waits"]


def test_two_claims_of_the_same_work_at_once(server: postgres.Server) -> None:
    """The second finds an older job of the same work, and must still see what the first took."""
    with closing(Database(server.new())) as database, ThreadPoolExecutor(1) as executor:
        database.migrate()
        _create(database, "b", work="same", now=2.0)
        with database.writing() as c:
            assert [job.id for job in jobs.claim(c, "me", 3.0, LATE, 5)] == ["b"]
            _create(database, "a", work="same", now=1.0)
            claimed = executor.submit(_claim, database, "you", 3.0)
            while not (claimed.done() or c.execute(WAITING).scalar_one()):
                pass
        assert claimed.result() == []


@pytest.mark.parametrize("works", [1, 7, 60])
def test_no_job_is_claimed_twice_by_threads(database: Database, works: int) -> None:
    """Each finishes what it claims, so that in the end all are done, by one each."""
    with database.writing() as c:
        for n in range(60):
            jobs.create(c, f"{n:02}", "solve", {}, f"work {n % works}", float(n), None)
    claimed = at_once(lambda owner: _work(database, owner), ["one", "two", "three"])
    assert sorted(name for names in claimed for name in names) == [f"{n:02}" for n in range(60)]


@pytest.mark.process
def test_no_job_is_claimed_twice_by_processes(database: Database, url: str) -> None:
    with database.writing() as c:
        for n in range(60):
            jobs.create(c, f"{n:02}", "solve", {}, f"work {n % 7}", float(n), None)
    claimed = in_processes(_work_at, [(url, "one"), (url, "two"), (url, "three")])
    assert sorted(name for names in claimed for name in names) == [f"{n:02}" for n in range(60)]


def _work_at(url_and_owner: tuple[str, str]) -> list[str]:
    url, owner = url_and_owner
    return _work(Database(url), owner)


def _work(database: Database, owner: str) -> list[str]:
    """Until nothing waits; the jobs that were claimed. No work may be done twice meanwhile."""
    names: list[str] = []
    while True:
        with database.writing() as c:
            claimed = jobs.claim(c, owner, 100.0, 200.0, 2)
            waiting = jobs.count_queued(c)
            assert c.execute(TWICE).all() == []
        for job in claimed:
            names.append(job.id)
            with database.writing() as c:
                assert jobs.finish(c, owner, job.id, 1, "done", {}, 100.0, 200.0)
        if not waiting and not claimed:
            return names
