"""The command demo."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import click

from api.calls import count as counting
from api.calls import generate as generating
from api.calls import solve as solving
from api.calls.puzzle_documents import read_puzzle
from api.cli import wording
from api.cli.exit_codes import STATUSES, UNKNOWN
from api.cli.interruptible import interruptible
from api.cli.progress import Display
from api.cli.registry import DEMO_KIND
from api.cli.text_look import text_look
from generators.errors import NoneFound

_GRADE = "medium"


@click.command()
@click.pass_context
def demo(ctx: click.Context) -> None:
    """Make a puzzle from today's date, draw it, solve it, and draw the solution."""
    today = datetime.now(UTC).date()
    display = Display("Generating")
    try:
        with display.working():
            make = partial(generating.generate, DEMO_KIND, _GRADE, int(f"{today:%Y%m%d}"), {})
            record = interruptible(make)
    except NoneFound as e:
        click.echo(f"Error: {e}", err=True)
        ctx.exit(UNKNOWN)
    subject = read_puzzle(record)
    click.echo(f"A puzzle made from the date {today:%Y-%m-%d}: {wording.title(subject)}\n")
    click.echo(subject.kind.draw_text(subject.puzzle, look=text_look()))
    answer = interruptible(partial(solving.solve, subject))
    click.echo(wording.solved(answer, ()))
    counted = interruptible(partial(counting.count, subject))
    least = "" if counted.exact else "at least "
    click.echo(f"\nLines through all cells: {least}{counted.n}.")
    ctx.exit(STATUSES[answer.outcome.status])
