"""The command deal."""

from __future__ import annotations

from functools import partial

import click

from api.cli.batch import report_error
from api.cli.game_extensions import with_options
from api.cli.input import BadDocument
from api.cli.light_line.dealing import NUMBER, OPTIONS, deal_of
from api.cli.sources import seed_option


@click.command()
@click.argument("number", metavar="N", type=NUMBER)
@partial(with_options, options=(seed_option(), *OPTIONS))
@click.pass_context
def deal(
    ctx: click.Context,
    /,
    *,
    number: int,
    seed: int | None,
    deck: str | None,
    kind: str | None,
    length: int | None,
) -> None:
    """Deal N LIGHT-LINE! cards, and print the puzzle as JSON.

    The same puzzle is dealt by the --deal of solve, check, count and show.
    """
    try:
        puzzle = deal_of(number, seed, deck, kind, length).item(labelled=False, number="N")
    except BadDocument as e:
        ctx.exit(report_error(e.location, e.error))
    click.echo(puzzle.text)
