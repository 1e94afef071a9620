"""The command serve."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from multiprocessing import get_context

import click
from click.exceptions import Exit

from api.bank.prove_again import prove_again
from api.cli.exit_codes import BAD, FAULT, NO_OUTPUT
from api.cli.settings import settings_in_force, warn_of_cluster
from api.service import supervisor
from api.service.settings import is_loopback, variable
from api.store.database import BadUrl, Database, DatabaseUnavailable, TooNew
from api.store.integrity import check_integrity
from solvers.data_folder import make_private

_ADVICE = """The database is damaged, and was left as it is. Move it away (an SQLite file with those
beside it that end in -wal and -shm), and restore a backup with `lineworks restore FILE`."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 picks a free one.",
)
def serve(host: str, port: int) -> None:
    """Serve the HTTP API and the web pages, until Ctrl-C. `lineworks settings` lists the settings."""
    settings = settings_in_force()
    if settings.base_url is None and not is_loopback(host):
        # Links would otherwise be made of whatever address a request names.
        click.echo(
            f"Error: to listen on {host}, set {variable('base_url')}: links are made from it", err=True
        )
        raise Exit(BAD)
    warn_of_cluster(settings)
    try:
        make_private(settings.data)
    except OSError as e:
        click.echo(f"Error: LINEWORKS_DATA: {settings.data}: {e.strerror}", err=True)
        raise Exit(NO_OUTPUT) from e
    _in_a_child(partial(_migrate, settings.database_url))
    try:
        supervisor.serve(settings, host, port)
    except supervisor.CannotStart as e:
        click.echo(f"Error: {e}", err=True)
        raise Exit(BAD) from e


def _migrate(url: str) -> None:
    """Brings the database's tables up to date, and the solutions in them."""
    try:
        with closing(Database(url)) as database:
            database.migrate()
            if not check_integrity(database):
                click.echo("The database is large: only a part of it was checked for damage.", err=True)
            prove_again(database, partial(click.echo, err=True))
    except (BadUrl, DatabaseUnavailable, TooNew) as e:
        click.echo(f"Error: {variable('database_url')}: {e}", err=True)
        if isinstance(e, DatabaseUnavailable) and e.fault == "damaged":
            click.echo(_ADVICE, err=True)
        raise SystemExit(BAD) from e


def _in_a_child(work: Callable[[], None]) -> None:
    """Does the work in a process of its own: its connections may not be there when the service forks, and
    what else it loads would stay in memory."""
    child = get_context("fork").Process(target=work)
    child.start()
    child.join()
    if child.exitcode:
        raise Exit(child.exitcode if child.exitcode > 0 else FAULT)
