"""The command linja build."""

from __future__ import annotations

import click

from api.cli import options as cli_options
from api.cli.linja import table
from api.cli.linja.options import extra_move_option, no_negatives_option, read_options
from puzzles.json_shapes import Integer
from puzzles.linja.board import MAX_PROGRESS, ExtraMove

_LAYER = cli_options.Shaped("integer", Integer(0, MAX_PROGRESS))


@click.command()
@click.option(
    "--down-to",
    metavar="LAYER",
    type=_LAYER,
    default=0,
    show_default=True,
    help="The lowest layer to make, 0 to 168.",
)
@extra_move_option
@no_negatives_option
@click.pass_context
def build(ctx: click.Context, /, *, down_to: int, extra_move: ExtraMove | None, no_negatives: bool) -> None:
    """Make the table, or the part of it that is missing.

    The whole table takes a minute or two with two cores, and 0.9 GB of memory. A run that was interrupted
    keeps its finished layers; the same command continues it.
    """
    ctx.exit(table.build(read_options(extra_move, no_negatives), down_to))
