"""The commands about Linja as a whole: linja build, verify, play and stats."""

from __future__ import annotations

import click

from api.cli.lazy import CommandEntry, LazyGroup

_COMMANDS = {
    "build": CommandEntry("api.cli.linja.build:build", "Make the table, or continue it.", slow=True),
    "verify": CommandEntry("api.cli.linja.verify:verify", "Verify the checksums of the table.", slow=True),
    "play": CommandEntry("api.cli.linja.play:play", "Play against the computer.", slow=True),
    "stats": CommandEntry(
        "api.cli.linja.stats:stats", "Print what the solution says about the game.", slow=True
    ),
}


@click.group(cls=LazyGroup, entries=_COMMANDS)
def linja() -> None:
    """Compute every position of Linja, and play against a computer that knows them all.

    A table holds the value of every position, for one choice of --extra-move and --no-negatives: a file of
    1.3 GB in the folder that the variable LINEWORKS_DATA names, or else in the user's data folder.
    It consists of layers, numbered by the rows that the pieces of both players have travelled in total: in
    layer 0 all pieces are at home, 42 is the start of the game, and in 168 all have arrived. Layers are made
    from 168 down.
    """
