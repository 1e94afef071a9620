"""Run by alembic: applies the migrations that are missing, in the transaction of api.store.migrate."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    render_as_batch=True,
    # SQLite can roll these back, too. Alembic assumes it cannot, as with Python's own transactions.
    transactional_ddl=True,
)
context.run_migrations()
