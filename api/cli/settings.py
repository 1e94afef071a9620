"""The command settings, and the service's settings for the commands that need them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import click
from click.exceptions import Exit

from api.cli.exit_codes import BAD
from api.service.cluster_keys import check_cluster
from api.service.settings import Settings, WrongSettings, describe, read_settings


def settings_in_force() -> Settings:
    """What the environment sets; what is wrong with it ends the command."""
    with _wrong_settings_reported():
        return read_settings()


def warn_of_cluster(settings: Settings) -> None:
    """Ends the command where the cluster's keys cannot be used, and warns of a cluster without any."""
    with _wrong_settings_reported():
        warning = check_cluster(settings)
    if warning is not None:
        click.echo(f"Warning: {warning}", err=True)


@contextmanager
def _wrong_settings_reported() -> Iterator[None]:
    try:
        yield
    except WrongSettings as e:
        # Not a UsageError, which would add how the command is used.
        click.echo("\n".join(f"Error: {line}" for line in str(e).splitlines()), err=True)
        raise Exit(BAD) from e


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
def settings(as_json: bool) -> None:
    """List the settings, which are environment variables, with their current values."""
    rows = list(describe(settings_in_force()))
    if as_json:
        click.echo(json.dumps({name: value for name, value, _ in rows}))
        return
    for name, value, meaning in rows:
        click.echo(f"{name}={value}\n    {meaning}")
