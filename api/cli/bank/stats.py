"""The command bank stats."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from api.cli.bank.database import open_database
from api.store import bank


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def stats(as_json: bool) -> None:
    """Count the puzzles of each kind and grade: all, visible, and in stock for the dailies."""
    with open_database() as database, database.reading() as connection:
        tallies = [asdict(tally) for tally in bank.counts(connection)]
    if as_json:
        click.echo(json.dumps({"puzzles": tallies}))
    elif not tallies:
        click.echo("The bank is empty. To fill it: lineworks bank fill")
    else:
        width = max(len(tally["kind"]) for tally in tallies)
        click.echo(f"{'kind':<{width}}  grade     total visible  in stock")
        for tally in tallies:
            numbers = f"{tally['total']:>7} {tally['shown']:>7}  {tally['stock']:>8}"
            click.echo(f"{tally['kind']:<{width}}  {tally['grade']:<6} {numbers}")
