"""The commands about the bank: lineworks bank fill, stats, export and import."""

from __future__ import annotations

import click

from api.cli.lazy import CommandEntry, LazyGroup

_COMMANDS = {
    "fill": CommandEntry("api.cli.bank.fill:fill", "Make puzzles and add them."),
    "stats": CommandEntry("api.cli.bank.stats:stats", "Tell how many puzzles there are."),
    "export": CommandEntry("api.cli.bank.export:export", "Write all that is shown to files."),
    "import": CommandEntry("api.cli.bank.import_:import_", "Add what was exported."),
}


@click.group(cls=LazyGroup, entries=_COMMANDS)
def bank() -> None:
    """The puzzles that the service shows, with their solutions.

    They are kept in the database that the variable LINEWORKS_DATABASE_URL names, such as
    postgresql://USER@HOST/NAME or sqlite:////PATH, or else in the file lineworks.db in the data folder.
    """
