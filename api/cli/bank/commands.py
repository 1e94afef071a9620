"""The commands about the bank: lineworks bank fill, stats, export and import."""

from __future__ import annotations

import click

from api.cli.lazy import CommandEntry, LazyGroup

_COMMANDS = {
    "fill": CommandEntry("api.cli.bank.fill:fill", "Make puzzles and add them."),
    "stats": CommandEntry("api.cli.bank.stats:stats", "Count the puzzles."),
    "export": CommandEntry("api.cli.bank.export:export", "Write the visible puzzles to files."),
    "import": CommandEntry("api.cli.bank.import_:import_", "Add exported puzzles."),
}


@click.group(cls=LazyGroup, entries=_COMMANDS)
def bank() -> None:
    """Manage the puzzles of the service, with their solutions.

    They are stored in the database that the variable LINEWORKS_DATABASE_URL names, such as
    postgresql://USER@HOST/NAME or sqlite:////PATH. The default is the file lineworks.db in the data folder.
    """
