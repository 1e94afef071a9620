"""Runs the migrations. It loads alembic, which is slow: import it only where tables have to be changed."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from api.store.database import TooNew


def upgrade_tables(connection: Connection, name: str, revision: str = "head") -> None:
    """Applies the migrations up to a revision; TooNew where the database, or that revision, is newer.

    `name`: the database, for that error.
    """
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "api.store:migrations")
    script = ScriptDirectory.from_config(config)
    known = {known_revision.revision for known_revision in script.walk_revisions()} | {"head"}
    current = MigrationContext.configure(connection).get_current_heads()
    for unknown in {*current, revision} - known:
        message = f"was written by a newer version of lineworks (revision {unknown}); use that version"
        raise TooNew(f"{name}: {message}")
    command.upgrade(config, revision)
