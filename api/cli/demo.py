"""The command demo."""

from __future__ import annotations

import sys

import click

from api.bank.days import today
from api.cli.daily import drawing_of, entry_of
from api.cli.prompt import read_line
from api.cli.registry import DEMO_KIND

_GRADE = "medium"


@click.command()
def demo() -> None:
    """Show a puzzle of today, and its solution when you ask for it."""
    day = today()
    entry = entry_of(DEMO_KIND, _GRADE, day)
    click.echo(drawing_of(entry, day))
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(f"\nIts solution: lineworks daily {DEMO_KIND} --solution")
    elif read_line("\nPress Enter to see the solution: ") is not None:
        click.echo(f"\n{drawing_of(entry, day, solution=True)}")
