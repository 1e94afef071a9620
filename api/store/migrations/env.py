"""Run by alembic: applies the migrations that are missing, in the transaction of api.store.migrate."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    render_as_batch=True,
    # SQLite, too, can undo these; alembic thinks not, as Python's own transactions cannot.
    transactional_ddl=True,
)
context.run_migrations()
