"""Books stay as long as the jobs that printed them."""

from __future__ import annotations

from api.store import books, jobs
from api.store.database import Database


def test_a_book_goes_with_its_job(database: Database) -> None:
    with database.writing() as c:
        for name in ("a", "b"):
            jobs.create(c, name, "book", {}, name, 1.0, None)
        books.add(c, "a", b"%PDF a", None)
        books.add(c, "b", b"%PDF b", b"%PDF answers")
        jobs.cancel(c, "b", 2.0, 10.0)
        jobs.delete_expired(c, 11.0)
        books.delete_orphans(c)
    with database.reading() as c:
        assert books.find(c, "a", "pdf") == b"%PDF a"
        assert books.find(c, "a", "answers") is None
        assert books.find(c, "b", "pdf") is None
