"""The command generate."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import click
from click.exceptions import Exit

from api.calls import generate as generating
from api.calls.shapes import any_seed
from api.cli import options as cli_options
from api.cli.batch import tell
from api.cli.declared import HelpfulCommand, options_help
from api.cli.exit_codes import GOOD, UNKNOWN
from api.cli.extensions import GeneratorOption, with_options
from api.cli.input import Bad, whole
from api.cli.interruptible import interruptible
from api.cli.output import Begun, Records, begun, is_file, line_of, output_file
from api.cli.progress import Display
from api.cli.registry import GENERATOR_OPTIONS
from api.problem_documents import Refused
from generators.protocol import NoneFound
from puzzles.errors import Problem, UnknownKind
from puzzles.registry import kind_named

# Options that have a name of their own here; any other is given by --option.
NAMED: tuple[GeneratorOption, ...] = (
    GeneratorOption("rows", "--rows", click.option("--rows", type=int, help="Rows of the board.")),
    GeneratorOption("cols", "--cols", click.option("--cols", type=int, help="Columns of the board.")),
    GeneratorOption(
        "blocked", "--blocked", click.option("--blocked", type=int, help="How many cells are blocked.")
    ),
    *GENERATOR_OPTIONS,
)


@dataclass(frozen=True)
class _Run:
    """Puzzles to make, one for each seed."""

    kind: str
    grade: str
    seeds: range
    options: dict[str, object]
    old: Begun | None = None  # the file to go on with


@click.command(
    cls=HelpfulCommand,
    describe=lambda: options_help({option.name: option.flag for option in NAMED}),
)
@click.argument("kind")
@cli_options.grade
@click.option(
    "--seed",
    type=cli_options.SEED,
    help="The first puzzle's seed; each next has the next. The same seed makes the same puzzle.  "
    "[default: a new one each time]",
)
@cli_options.count_of(1, "How many to make.")
@partial(with_options, options=[named.option for named in NAMED])
@click.option("--option", "others", multiple=True, metavar="NAME=VALUE", help="Any other option of the kind.")
@click.option(
    "-o",
    "output",
    metavar="FILE.jsonl",
    help="Write to FILE (- is standard output), each puzzle as soon as it is made.",
)
@click.option("--force", is_flag=True, help="Replace FILE where it exists.")
@click.option("--resume", is_flag=True, help="Go on where an earlier run of the same command ended.")
@click.pass_context
def generate(
    ctx: click.Context,
    /,
    *,
    kind: str,
    grade: str,
    seed: int | None,
    count: int,
    others: tuple[str, ...],
    output: str | None,
    force: bool,
    resume: bool,
    **named: Any,
) -> None:
    """Make puzzles of a KIND (see lineworks kinds), as JSON Lines of records."""
    try:
        kind_named(kind)
    except UnknownKind as e:
        raise click.UsageError(f"KIND: {e.problems[0].detail}") from e
    output = output_file(output)
    if output is None and (force or resume):
        raise click.UsageError("--force and --resume are about the file of -o.")
    if force and resume:
        raise click.UsageError("--force and --resume exclude each other.")
    options = _options({option.name: _value(option, named[option.name]) for option in NAMED}, others)
    old = begun(output, kind, grade) if output is not None and resume and is_file(output) else None
    run = _Run(kind, grade, _seeds(seed, count, old), options, old)
    if output is None:
        ctx.exit(_make(run, lambda record: click.echo(json.dumps(record))))
    with closing(Records(output, old, force)) as records:
        ctx.exit(_make(run, records.add, to_file=True))


def _value(option: GeneratorOption, value: Any) -> object:
    """The option's value: what its file holds where it is one, refused with its place in the file."""
    read = option.read
    if read is None or value is None:
        return value

    def checked(document: object) -> object:
        read(document)
        return document

    try:
        return whole(value).read(checked)
    except Bad as e:
        raise Exit(tell(e.place, e.error)) from e


def _options(named: dict[str, Any], others: tuple[str, ...]) -> dict[str, object]:
    options: dict[str, object] = {name: value for name, value in named.items() if value is not None}
    for name, value in map(cli_options.setting, others):
        if name in options:
            raise click.UsageError(f"--option {name}: {name} is given twice.")
        options[name] = value
    return options


def _seeds(seed: int | None, count: int, old: Begun | None) -> range:
    """The seeds still to do."""
    begun_at = old.seeds[0] if old is not None and old.seeds else None
    first = next(s for s in (seed, begun_at, any_seed()) if s is not None)
    seeds = cli_options.seeds(first, count)
    if old is None or begun_at is None:
        return seeds
    last, end = old.seeds[-1], seeds.stop
    if begun_at != first:
        where = "before" if begun_at < first else "after"
        raise click.UsageError(f"--seed: the file to resume begins with seed {begun_at}, {where} {first}.")
    if last >= end:
        raise click.UsageError(f"--count: the file to resume goes to seed {last}, past the last, {end - 1}.")
    if old.tail and last + 1 == end:
        raise click.UsageError("--resume: the file's last line is cut off, and is none of this run.")
    return range(last + 1, end)


def _make(run: _Run, write: Callable[[dict[str, Any]], None], to_file: bool = False) -> int:
    """One record a seed; the exit status."""
    status = GOOD
    display = Display("Generating", len(run.seeds), alone=to_file)
    with display.working():
        if run.old is not None and run.old.seeds and run.seeds:
            _goes_on(run, run.old)
        for seed in run.seeds:
            try:
                record = _record(run, seed)
            except NoneFound as e:
                status = UNKNOWN
                with display.aside():
                    click.echo(f"Error: seed {seed}: {e}", err=True)
            else:
                with display.aside():
                    write(record)
            display.step()
    return status


def _record(run: _Run, seed: int) -> dict[str, Any]:
    try:
        return interruptible(partial(generating.generate, run.kind, run.grade, seed, run.options))
    except Refused as e:
        raise click.UsageError("; ".join(map(_option_words, e.problems))) from e


def _goes_on(run: _Run, old: Begun) -> None:
    """Refuses a file that another command made.

    A record does not tell its options, and a puzzle need not show them. What shows them is that the same seed
    makes the same record: so the last one is made again, for the price of one puzzle more.
    """
    try:
        record = _record(run, old.seeds[-1])
    except NoneFound:
        record = {}
    made_by = record.get("generator", old.generator)
    if made_by != old.generator:
        told = f"{old.generator} made the file to resume, and this is {made_by}"
        raise click.UsageError(f"--resume: {told}, which makes other puzzles.")
    if line_of(record) != old.last:
        told = f"seed {old.seeds[-1]} does not make its last record again; it was made with other options"
        raise click.UsageError(f"--resume: {told}, or changed since.")


def _option_words(problem: Problem) -> str:
    name = problem.pointer.removeprefix("/options/").split("/")[0]
    flags = {option.name: option.flag for option in NAMED}
    return f"{flags.get(name, f'--option {name}')}: {problem.detail}"
