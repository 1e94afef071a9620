"""The commands about the bank: lineworks bank fill, stats, export and import."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from api.cli import options
from api.cli.batch import Unmade, Unusable
from api.service.settings import variable
from generators.protocol import GRADES
from puzzles.registry import KIND_IDS

if TYPE_CHECKING:
    from api.store.database import Database


@contextmanager
def opened() -> Iterator[Database]:
    """The database, with its tables."""
    from api.store.database import BadUrl, Database, DatabaseUnavailable, TooNew  # noqa: PLC0415  # sqlalchemy is slow to load

    try:
        with closing(Database(options.settings().database_url)) as database:
            database.migrate()
            yield database
    except BadUrl as e:
        raise Unusable(f"{variable('database_url')}: {e}") from e
    except TooNew as e:
        raise Unusable(str(e)) from e
    except DatabaseUnavailable as e:
        raise Unmade(str(e)) from e


@click.group(short_help="Fill, count, export and import the bank of puzzles.")
def bank() -> None:
    """The puzzles that the service shows, with their solutions.

    They are kept in the database that the variable LINEWORKS_DATABASE_URL names, such as
    postgresql://USER@HOST/NAME or sqlite:////PATH, or else in the file lineworks.db in the data folder.
    """


@bank.command(short_help="Make puzzles and add them.")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KIND_IDS), help="Only of this kind; repeatable."
)
@click.option(
    "--grade", "grades", multiple=True, type=click.Choice(GRADES), help="Only this grade; repeatable."
)
@options.count_of(10, "How many of each kind and grade, one for each seed.")
@click.option(
    "--seed",
    type=options.SEED,
    default=1_000_000,
    show_default=True,
    help="The first seed; the least ones made the packs, which are kept for the dailies.",
)
@click.pass_context
def fill(
    ctx: click.Context, /, *, kinds: tuple[str, ...], grades: tuple[str, ...], count: int, seed: int
) -> None:
    """Make puzzles and solve them, and add each at once.

    Whatever ends the work, what was added stays, and the same command goes on: a seed whose puzzle was added
    is not done again.
    """
    seeds = options.seeds(seed, count)
    from api.cli.bank import fill as cli_bank_fill  # noqa: PLC0415  # sqlalchemy is slow to load

    with opened() as database:
        ctx.exit(cli_bank_fill.fill(database, kinds or KIND_IDS, grades or GRADES, seeds))


@bank.command(short_help="Tell how many puzzles there are.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def stats(as_json: bool) -> None:
    """Tell how many puzzles there are of each kind and grade, are shown, and are put by for the dailies."""
    from api.store import bank as store  # noqa: PLC0415  # as above

    with opened() as database, database.reading() as connection:
        tallies = [asdict(tally) for tally in store.counts(connection)]
    if as_json:
        click.echo(json.dumps({"puzzles": tallies}))
    elif not tallies:
        click.echo("The bank is empty. To fill it: lineworks bank fill")
    else:
        width = max(len(tally["kind"]) for tally in tallies)
        click.echo(f"{'kind':<{width}}  grade     total   shown  in stock")
        for tally in tallies:
            numbers = f"{tally['total']:>7} {tally['shown']:>7}  {tally['stock']:>8}"
            click.echo(f"{tally['kind']:<{width}}  {tally['grade']:<6} {numbers}")


@bank.command(short_help="Write all that is shown to files.")
@click.option("-o", "output", metavar="FOLDER", required=True, help="The folder to make.")
@click.option("--all", "hidden", is_flag=True, help="Also what is put by for the dailies or not yet shown.")
@click.pass_context
def export(ctx: click.Context, /, *, output: str, hidden: bool) -> None:
    """Write the puzzles to FOLDER, all or nothing.

    \b
    puzzles.jsonl    a record a line, in the order in which they came to be shown
    solutions.jsonl  id, solution and score, a line a puzzle
    manifest.json    how many lines these have, and their checksums
    """
    from api.cli.bank import transfer  # noqa: PLC0415  # as above

    with opened() as database:
        ctx.exit(transfer.export(database, output, hidden))


@bank.command("import", short_help="Add what was exported.")
@click.argument("folder")
@click.pass_context
def import_(ctx: click.Context, /, *, folder: str) -> None:
    """Add the puzzles that lineworks bank export wrote to FOLDER, and show them.

    The files are held against their checksums, and every line against the rules. A bad line is refused, and
    the others are added; what is there already stays as it is.
    """
    from api.cli.bank import transfer  # noqa: PLC0415  # as above

    with opened() as database:
        ctx.exit(transfer.import_(database, folder))
