"""The command line, `lineworks`. It only translates: the answers are those of api.calls."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import Any

import click

from api import cli_ask, cli_make
from api.cli_run import FAULT
from puzzles.errors import UnknownKind
from puzzles.registry import KINDS, kind_named
from solvers.answers import WrongAnswer

INTERRUPTED = 130
CUT_OFF = 141  # what a shell says of a program that a closed pipe ended
NO_OUTPUT = 74

EPILOG = """Exit status: 0 solved, solvable, valid; 1 impossible, invalid; 2 bad input or usage; 3 unknown (a
limit ended the work). Of a batch, the greatest of its lines'."""


class _Lineworks(click.Group):
    """Ends without a trace, however it ends."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            # At once: the usual end would wait for the thread that is still at work.
            os._exit(INTERRUPTED)
        except (WrongAnswer, AssertionError, MemoryError) as e:
            told = e if str(e) else type(e).__name__
            click.echo(f"Error: a fault of lineworks, please report it: {told}", err=True)
            ctx.exit(FAULT)
        except BrokenPipeError:
            _drop_output()
            ctx.exit(CUT_OFF)
        except OSError as e:
            _drop_output()
            click.echo(f"Error: {e.strerror or e}", err=True)
            ctx.exit(NO_OUTPUT)


def _drop_output() -> None:
    """What is still to be written would fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=_Lineworks, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lineworks", prog_name="lineworks")
def main() -> None:
    """Solve, check, count, verify, draw and make line puzzles.

    FILE holds a puzzle or a puzzle record as JSON; - is standard input. A JSON Lines file, or more than one
    value on standard input, is a batch: an answer a line, in order.
    """
    # A terminal that lacks a character of a drawing shows a question mark for it.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


@click.command(short_help="List the kinds of puzzles.")
def kinds() -> None:
    """List the kinds of puzzles."""
    width = max(len(kind.id) for kind in KINDS)
    for kind in KINDS:
        click.echo(f"{kind.id:<{width}}  {kind.summary}")


@click.command(short_help="Print a kind's JSON Schema.")
@click.argument("kind")
@click.option("--solution", is_flag=True, help="The schema of a solution instead.")
def schema(kind: str, solution: bool) -> None:
    """Print the JSON Schema of a KIND of puzzles."""
    try:
        known = kind_named(kind)
    except UnknownKind as e:
        raise click.UsageError(f"KIND: {e.problems[0].detail}") from e
    found = known.solution_schema() if solution else known.puzzle_schema()
    click.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema"} | found, indent=2))


for _command in (cli_ask.solve, cli_ask.check, cli_ask.count, cli_ask.verify, cli_ask.show,
                 cli_make.generate, cli_make.demo, kinds, schema):  # fmt: skip
    main.add_command(_command)

if __name__ == "__main__":
    main(prog_name="lineworks")
