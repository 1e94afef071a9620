"""The commands about Linja as a whole: linja build, verify, play and stats."""

from __future__ import annotations

import click

from api.cli.lazy import CommandEntry, LazyGroup

_COMMANDS = {
    "build": CommandEntry("api.cli.linja.build:build", "Make the table, or go on with it.", slow=True),
    "verify": CommandEntry("api.cli.linja.verify:verify", "Hold the table against its checksums.", slow=True),
    "play": CommandEntry("api.cli.linja.play:play", "Play against the computer.", slow=True),
    "stats": CommandEntry("api.cli.linja.stats:stats", "Tell what the solution says of the game.", slow=True),
}


@click.group(cls=LazyGroup, entries=_COMMANDS)
def linja() -> None:
    """Compute every position of Linja once and for all, and play against what is known then.

    A table holds the value of every position, for one choice of --extra-move and --no-negatives: a file of
    1.3 GB in the folder that the variable LINEWORKS_DATA names, or else in the user's data folder.
    It consists of layers, numbered by how many rows the pieces of both players have travelled in all: 0 is
    where all stand at home, 42 the start of the game, 168 where all have arrived. They are made from 168
    down.
    """
