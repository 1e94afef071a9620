"""The options of Linja that are not in a puzzle's file."""

from __future__ import annotations

import click

from puzzles.linja.board import EXTRA_MOVES, ExtraMove, Options

extra_move_option = click.option(
    "--extra-move",
    type=click.Choice(EXTRA_MOVES),
    help="Whose piece an extra move may move: the player's own, or any.  [default: own]",
)
no_negatives_option = click.option("--no-negatives", is_flag=True, help="No piece scores below 0.")


def read_options(extra_move: ExtraMove | None, no_negatives: bool) -> Options:
    """The options of the game that the command line describes."""
    return Options(extra_move or "own", not no_negatives)
