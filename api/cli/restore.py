"""The command restore."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from api.cli.bank.database import errors_reported
from api.cli.batch import CannotUse
from api.cli.input import BadFile
from api.cli.settings import settings_in_force
from api.service.owner_lock import is_service_running
from api.store.database import Database
from api.store.restore import BadBackup, NotEmpty
from api.store.restore import restore as restore_backup
from puzzles.plural import plural


@click.command()
@click.argument("file")
@click.option("--replace", is_flag=True, help="Replace what the database holds, all or nothing.")
def restore(file: str, replace: bool) -> None:
    """Fill an empty database from FILE, which `lineworks backup` wrote. FILE - is standard input.

    All of it is restored, or nothing. Jobs that were running when the backup was taken are queued. The
    service must not run.
    """
    settings = settings_in_force()
    if is_service_running(settings.data):
        raise CannotUse(f"a service is running on {settings.data}; stop it first")
    with errors_reported(), closing(Database(settings.database_url)) as database, _input(file) as stream:
        try:
            rows = restore_backup(database, stream, replace)
        except BadBackup as e:
            raise BadFile(file, str(e)) from e
        except NotEmpty as e:
            raise CannotUse(f"{e}; --replace replaces what it holds") from e
    click.echo(f"{file}: restored {plural(sum(rows.values()), 'row')} of {plural(len(rows), 'table')}.")


@contextmanager
def _input(name: str) -> Iterator[BinaryIO]:
    try:
        if name == "-":
            yield sys.stdin.buffer
            return
        with Path(name).open("rb") as file:
            yield file
    except OSError as e:
        raise BadFile(name, e) from e
