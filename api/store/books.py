"""The PDF files of ordered books, for as long as their jobs are kept."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, delete, insert, select

from api.store.schema import books, jobs

Part = Literal["pdf", "answers"]


def add(c: Connection, job_id: str, pdf: bytes, answers: bytes | None) -> None:
    """Adds the files of a book, in the transaction that ends its job: neither is there without the other."""
    c.execute(insert(books).values(job_id=job_id, pdf=pdf, answers=answers))


def find(c: Connection, job_id: str, part: Part) -> bytes | None:
    return c.execute(select(books.c[part]).where(books.c.job_id == job_id)).scalar()


def delete_orphans(c: Connection) -> None:
    """Deletes the books whose jobs have been deleted."""
    c.execute(delete(books).where(books.c.job_id.not_in(select(jobs.c.id))))
