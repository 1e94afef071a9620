"""The database of the bank, for commands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from api.cli.batch import CannotMake, CannotUse
from api.cli.settings import settings_in_force
from api.service.settings import variable
from api.store.database import BadUrl, Database, DatabaseUnavailable, TooNew


@contextmanager
def open_database() -> Iterator[Database]:
    """Opens the database of the settings, with its tables up to date."""
    with errors_reported(), closing(Database(settings_in_force().database_url)) as database:
        database.migrate()
        yield database


@contextmanager
def errors_reported() -> Iterator[None]:
    """Reports errors of the database in one line."""
    try:
        yield
    except BadUrl as e:
        raise CannotUse(f"{variable('database_url')}: {e}") from e
    except TooNew as e:
        raise CannotUse(str(e)) from e
    except DatabaseUnavailable as e:
        raise CannotMake(str(e)) from e
