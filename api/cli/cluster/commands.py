"""The commands about clusters: lineworks cluster keys, scheduler and worker."""

from __future__ import annotations

import click

from api.cli.lazy import CommandEntry, LazyGroup

_COMMANDS = {
    "keys": CommandEntry("api.cli.cluster.keys:keys", "Make the keys of a cluster."),
    "scheduler": CommandEntry("api.cli.cluster.scheduler:scheduler", "Run the scheduler of a cluster."),
    "worker": CommandEntry("api.cli.cluster.worker:worker", "Have this machine work for a cluster."),
}


@click.group(cls=LazyGroup, entries=_COMMANDS)
def cluster() -> None:
    """Have the jobs of the service done by several machines.

    All need the same version of lineworks, and the same keys, which show that a machine belongs to the
    cluster. One runs `lineworks cluster scheduler`, and each that works runs `lineworks cluster worker`.
    There, and where `lineworks serve` runs, LINEWORKS_CLUSTER names the scheduler, such as
    tls://10.0.0.1:8786.
    """
