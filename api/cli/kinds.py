"""The command kinds."""

from __future__ import annotations

import click

from puzzles.registry import KINDS


@click.command()
def kinds() -> None:
    """List the kinds of puzzles."""
    width = max(len(kind.id) for kind in KINDS)
    for kind in KINDS:
        click.echo(f"{kind.id:<{width}}  {kind.summary}")
