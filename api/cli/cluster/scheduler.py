"""The command cluster scheduler."""

from __future__ import annotations

import os

import click
from click.exceptions import Exit

from api.cli.exit_codes import BAD
from api.cli.settings import settings_in_force, warn_of_cluster
from api.service.settings import is_loopback, variable


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8786, show_default=True, help="The port.")
def scheduler(host: str, port: int) -> None:
    """Run the scheduler of a cluster, until Ctrl-C. It accepts only machines that have
    the keys.

    It keeps nothing: the jobs are in the database, and go on when it is started again.
    """
    settings = settings_in_force()
    protocol = "tcp" if (settings.cluster or "").startswith("tcp://") else "tls"
    if protocol == "tcp" and not is_loopback(host):
        problem = f"{variable('cluster')} is {settings.cluster}, which is for this machine alone"
        click.echo(f"Error: --host {host}: {problem}", err=True)
        raise Exit(BAD)
    warn_of_cluster(settings)
    # Read when dask is imported.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "warning")
    from api.jobs.cluster import run_scheduler  # noqa: PLC0415  # half a second of loading

    try:
        run_scheduler(host, port, protocol, settings.cluster_keys)
    except OSError as e:
        click.echo(f"Error: --host {host} --port {port}: {e.strerror or e}", err=True)
        raise Exit(BAD) from e
