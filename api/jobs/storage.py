"""How much room jobs may take: each client's, all together, and on the disk."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress

from sqlalchemy import Connection

from api.service.addresses import is_loopback
from api.service.settings import Settings, variable
from api.store import jobs as rows
from api.store.database import Database

MEGABYTE = 1_000_000
# Bytes of the largest result that is stored, and what is to stay free on the disks of data and database.
MAX_RESULT = 16 * MEGABYTE
MIN_FREE = 200 * MEGABYTE
# Seconds after which a client that was refused may try again, and the longest that it is asked to wait.
_RETRY, _MAX_RETRY = 30, 3600


class Full(RuntimeError):
    """No job can be accepted now, from anybody."""

    retry = _RETRY


class ClientLimit(RuntimeError):
    """A client has too many jobs, or too large ones. `retry`: seconds until it may try again."""

    def __init__(self, message: str, retry: int = _RETRY) -> None:
        super().__init__(message)
        self.retry = retry


def check_disk(database: Database, settings: Settings) -> None:
    """Full where one of the disks is nearly full. The folders may be on different ones."""
    file = database.file
    for folder in {settings.data, file.parent if file else settings.data}:
        # A folder that is gone is for the database to report.
        with suppress(OSError):
            free = shutil.disk_usage(folder).free
            if free < MIN_FREE:
                raise Full(f"the disk is nearly full: {free // MEGABYTE} MB are left; try again later")


def check_room(c: Connection, settings: Settings, client: str | None, size: int) -> None:
    """Full or ClientLimit where a job with a body of that size has no room.

    Where others have filled the queue, a client without an unfinished job has room for one beyond them.
    """
    usage = rows.usage_of(c, client or "") if is_limited(client) else None
    is_new = usage is not None and not usage.unfinished
    if rows.count_queued(c) >= settings.queue * (2 if is_new else 1):
        raise Full("busy: the queue of jobs is full; try again later")
    if rows.bytes_of_all(c) + size > settings.job_storage * MEGABYTE:
        raise Full(f"the stored jobs take {settings.job_storage} MB already; try again later")
    if usage is None:
        return
    if usage.unfinished >= settings.client_jobs:
        raise ClientLimit(
            f"at most {settings.client_jobs} unfinished jobs a client; wait until some have ended"
        )
    if usage.bytes + size > settings.client_storage * MEGABYTE:
        wait = _RETRY if usage.until is None else int(usage.until - time.time()) + 1
        what = f"a client's jobs and results take at most {settings.client_storage} MB"
        detail = f"{what}; those that have ended are deleted after {settings.keep} s"
        raise ClientLimit(detail, min(max(wait, _RETRY), _MAX_RETRY))


def fault_of_result(c: Connection, settings: Settings, client: str | None, size: int) -> str | None:
    """Returns why a result of that size is not stored; None where there is room for it."""
    if size > MAX_RESULT:
        return f"the result has {size} bytes, and at most {MAX_RESULT} are stored"
    if rows.bytes_of_all(c) + size > settings.job_storage * MEGABYTE:
        return (
            f"no room for the result: all jobs may take {settings.job_storage} MB ({variable('job_storage')})"
        )
    if (
        is_limited(client)
        and rows.usage_of(c, client or "").bytes + size > settings.client_storage * MEGABYTE
    ):
        return f"no room for the result: a client's jobs may take {settings.client_storage} MB"
    return None


def is_limited(client: str | None) -> bool:
    """Whether a client has limits of its own: everybody but the command line and this very machine."""
    return client is not None and not is_loopback(client)
