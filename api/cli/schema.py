"""The command schema."""

from __future__ import annotations

import json

import click

from puzzles.errors import UnknownKind
from puzzles.registry import kind_named


@click.command()
@click.argument("kind")
@click.option("--solution", is_flag=True, help="The schema of a solution instead.")
def schema(kind: str, solution: bool) -> None:
    """Print the JSON Schema of a KIND of puzzles."""
    try:
        known = kind_named(kind)
    except UnknownKind as e:
        raise click.UsageError(f"KIND: {e.problems[0].detail}") from e
    document = known.solution_schema() if solution else known.puzzle_schema()
    click.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema"} | document, indent=2))
