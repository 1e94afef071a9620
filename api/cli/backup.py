"""The command backup."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from api.cli.bank.database import errors_reported
from api.cli.output import new_file, writing
from api.cli.settings import settings_in_force
from api.store.backup import write_backup
from api.store.database import Database
from puzzles.plural import plural


@click.command()
@click.argument("file")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def backup(file: str, force: bool) -> None:
    """Write all that the database holds to FILE, which appears only once it is complete.

    FILE - is standard output. The service may run meanwhile. `lineworks restore` of this and of later
    versions reads it, into SQLite and PostgreSQL alike. The table of Linja is not in it: it can be computed
    again.
    """
    name = new_file(file, force)
    with errors_reported(), closing(Database(settings_in_force().database_url)) as database:
        rows = _write(database, file, name)
    click.echo(f"{file}: {plural(sum(rows.values()), 'row')} of {plural(len(rows), 'table')}.", err=True)


def _write(database: Database, file: str, name: str | None) -> dict[str, int]:
    with writing(file), _output(name) as output:
        return write_backup(database, output)


@contextmanager
def _output(name: str | None) -> Iterator[BinaryIO]:
    """Opens a new file that gets its name only when it is complete and on the disk."""
    if name is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(os.path.realpath(name))
    if target.exists() and not target.is_file():
        with target.open("wb") as device:
            yield device
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        # Jobs and their results are in it, which are nobody else's business.
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
