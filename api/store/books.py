"""The PDFs of the books that jobs made, for as long as the jobs are kept."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, delete, insert, select

from api.store.schema import books, jobs

Part = Literal["pdf", "answers"]


def keep(c: Connection, job_id: str, pdf: bytes, answers: bytes | None) -> None:
    """In the transaction that ends the job: the one is never there without the other."""
    c.execute(insert(books).values(job_id=job_id, pdf=pdf, answers=answers))


def find(c: Connection, job_id: str, part: Part) -> bytes | None:
    return c.execute(select(books.c[part]).where(books.c.job_id == job_id)).scalar()


def forget(c: Connection) -> None:
    """Those of jobs that have been forgotten are deleted."""
    c.execute(delete(books).where(books.c.job_id.not_in(select(jobs.c.id))))
