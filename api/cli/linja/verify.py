"""The command linja verify."""

from __future__ import annotations

import click

from api.cli.linja import table
from api.cli.linja.options import extra_move_option, no_negatives_option, read_options
from puzzles.linja.board import ExtraMove


@click.command()
@extra_move_option
@no_negatives_option
@click.pass_context
def verify(ctx: click.Context, /, *, extra_move: ExtraMove | None, no_negatives: bool) -> None:
    """Verify the checksums of the table, and print how far down it goes.

    The exit status is 0 when the table is intact, 1 when it is damaged or was made for other rules, 3 when
    there is none.
    """
    ctx.exit(table.verify(read_options(extra_move, no_negatives)))
