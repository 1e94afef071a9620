"""The command cluster worker."""

from __future__ import annotations

import click
from click.exceptions import Exit

from api.cli.exit_codes import BAD
from api.cli.settings import settings_in_force, warn_of_cluster
from api.service.settings import variable
from api.service.supervisor import work_for_cluster


@click.command()
@click.option(
    "--threads", type=click.IntRange(1, 256), help="Jobs at the same time; by default LINEWORKS_JOBS."
)
def worker(threads: int | None) -> None:
    """Have this machine work for the cluster that LINEWORKS_CLUSTER names, until Ctrl-C.

    It waits for the scheduler as long as it takes, at the start and whenever the scheduler is lost.
    """
    settings = settings_in_force()
    if settings.cluster is None:
        click.echo(f"Error: set {variable('cluster')} to the scheduler's address", err=True)
        raise Exit(BAD)
    warn_of_cluster(settings)
    work_for_cluster(settings, threads or settings.jobs)
