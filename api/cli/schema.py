"""The command schema."""

from __future__ import annotations

import json

import click

from api.cli.kind_argument import KindName
from puzzles.registry import kind_named


@click.command()
@click.argument("kind", type=KindName())
@click.option("--solution", is_flag=True, help="The schema of a solution instead.")
def schema(kind: str, solution: bool) -> None:
    """Print the JSON Schema of a KIND of puzzles."""
    known = kind_named(kind)
    document = known.solution_schema() if solution else known.puzzle_schema()
    click.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema"} | document, indent=2))
