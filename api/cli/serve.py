"""The commands that run the service: serve and settings."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context

import click
from click.exceptions import Exit

from api.cli import options
from api.cli.exit_codes import BAD, FAULT, NO_OUTPUT
from api.service.settings import describe


@click.command(short_help="Serve the HTTP API and the web page.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one."
)
def serve(host: str, port: int) -> None:
    """Serve the HTTP API and the web page, until Ctrl-C. lineworks settings lists what can be set."""
    from api.service.supervisor import CannotStart, Supervisor  # noqa: PLC0415  # nothing else needs them

    found = options.settings()
    try:
        found.data.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        click.echo(f"Error: LINEWORKS_DATA: {found.data}: {e.strerror}", err=True)
        raise Exit(NO_OUTPUT) from e
    _in_a_child(partial(_migrate, found.database_url))
    try:
        Supervisor(found, host, port).run()
    except CannotStart as e:
        click.echo(f"Error: {e}", err=True)
        raise Exit(BAD) from e


@click.command(short_help="List the service's settings.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
def settings(as_json: bool) -> None:
    """List what the environment can set, with the values that hold now."""
    found = list(describe(options.settings()))
    if as_json:
        click.echo(json.dumps({name: value for name, value, _ in found}))
        return
    for name, value, meaning in found:
        click.echo(f"{name}={value}\n    {meaning}")


def _migrate(url: str) -> None:
    from api.store.database import BadUrl, Database, DatabaseUnavailable, TooNew  # noqa: PLC0415  # only in the child

    try:
        Database(url).migrate()
    except (BadUrl, DatabaseUnavailable, TooNew) as e:
        click.echo(f"Error: LINEWORKS_DATABASE_URL: {e}", err=True)
        raise SystemExit(BAD) from e


def _in_a_child(work: Callable[[], None]) -> None:
    """What it loads is of no more use, and would be in memory as long as the service runs."""
    child = get_context("fork").Process(target=work)
    child.start()
    child.join()
    if child.exitcode:
        raise Exit(child.exitcode if child.exitcode > 0 else FAULT)
