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
from api.calls.common_shapes import any_seed
from api.calls.engines import generators_of
from api.cli import options as cli_options
from api.cli.batch import report_error
from api.cli.exit_codes import GOOD, UNKNOWN
from api.cli.game_extensions import GeneratorOption, with_options
from api.cli.input import BadDocument, read_single
from api.cli.interruptible import interruptible
from api.cli.kind_argument import KindName
from api.cli.kind_help import HelpfulCommand, options_help
from api.cli.output import EarlierRun, Records, is_file, line_of, output_file, read_earlier_run
from api.cli.progress import Display
from api.cli.registry import GENERATOR_OPTIONS
from api.problem_documents import Refused
from generators.errors import NoneFound
from puzzles.errors import Problem

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
    earlier: EarlierRun | None = None  # the run to continue


@click.command(
    cls=HelpfulCommand,
    describe=lambda: options_help({option.name: option.flag for option in NAMED}),
)
@click.argument("kind", type=KindName())
@cli_options.grade
@click.option(
    "--seed",
    type=cli_options.SEED,
    help="Seed of the first puzzle; the others count up from it. The same seed makes the same puzzle.  "
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
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option("--resume", is_flag=True, help="Continue where an earlier run of the same command ended.")
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
    output = output_file(output)
    if output is None and (force or resume):
        raise click.UsageError("--force and --resume need -o FILE.")
    if force and resume:
        raise click.UsageError("--force and --resume cannot be used together.")
    options = _options({option.name: _value(option, named[option.name]) for option in NAMED}, others)
    resumable = output is not None and resume and is_file(output)
    earlier = read_earlier_run(str(output), kind, grade) if resumable else None
    run = _Run(kind, grade, _seeds(seed, count, earlier), options, earlier)
    if output is None:
        ctx.exit(_make(run, lambda record: click.echo(json.dumps(record))))
    with closing(Records(output, earlier, force)) as records:
        ctx.exit(_make(run, records.add, to_file=True))


def _value(option: GeneratorOption, value: Any) -> object:
    """The value of an option; of one that names a file, the document in it."""
    read = option.read
    if read is None or value is None:
        return value

    def checked(document: object) -> object:
        read(document)
        return document

    try:
        return read_single(value).read(checked)
    except BadDocument as e:
        raise Exit(report_error(e.location, e.error)) from e


def _options(named: dict[str, Any], others: tuple[str, ...]) -> dict[str, object]:
    options: dict[str, object] = {name: value for name, value in named.items() if value is not None}
    for name, value in map(cli_options.name_and_value, others):
        if name in options:
            raise click.UsageError(f"--option {name}: {name} is set twice.")
        options[name] = value
    return options


def _seeds(seed: int | None, count: int, earlier: EarlierRun | None) -> range:
    """The seeds that are left to do."""
    begin = earlier.seeds[0] if earlier is not None and earlier.seeds else None
    first = next(s for s in (seed, begin, any_seed()) if s is not None)
    seeds = cli_options.seeds(first, count)
    if earlier is None or begin is None:
        return seeds
    last, end = earlier.seeds[-1], seeds.stop
    if begin != first:
        where = "before" if begin < first else "after"
        raise click.UsageError(f"--seed: the file to resume begins with seed {begin}, {where} {first}.")
    if last >= end:
        raise click.UsageError(
            f"--count: the file to resume ends with seed {last}, past the last seed of this run, {end - 1}."
        )
    if earlier.tail and last + 1 == end:
        raise click.UsageError("--resume: the file's last line is cut off and does not belong to this run.")
    return range(last + 1, end)


def _make(run: _Run, write: Callable[[dict[str, Any]], None], to_file: bool = False) -> int:
    """Makes a record for every seed; returns the exit status."""
    status = GOOD
    display = Display("Generating", len(run.seeds), alone=to_file)
    with display.working():
        if run.earlier is not None and run.earlier.seeds and run.seeds:
            _check_earlier_run(run, run.earlier)
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
        raise click.UsageError("; ".join(_option_words(run.kind, problem) for problem in e.problems)) from e


def _check_earlier_run(run: _Run, earlier: EarlierRun) -> None:
    """Refuses the file of a run with other options.

    Records do not contain the options of their generator. But the same seed and options make the same record,
    so the last record is made again and compared.
    """
    try:
        record = _record(run, earlier.seeds[-1])
    except NoneFound:
        record = {}
    generator = record.get("generator", earlier.generator)
    if generator != earlier.generator:
        names = f"the file was made by {earlier.generator}; the current generator is {generator}"
        raise click.UsageError(f"--resume: {names}, which makes other puzzles.")
    if line_of(record) != earlier.last:
        last = f"seed {earlier.seeds[-1]} no longer gives the file's last record"
        raise click.UsageError(
            f"--resume: {last}: the file was made with other options, or has been changed."
        )


def _option_words(kind: str, problem: Problem) -> str:
    name, detail = problem.pointer.removeprefix("/options/").split("/")[0], problem.detail
    known_names = generators_of(kind).maker.options.schema()["properties"]
    if name not in known_names:
        detail = f"{kind} has no such option; its options are {', '.join(map(_flag, known_names))}"
    return f"{_flag(name)}: {detail}"


def _flag(name: str) -> str:
    """How an option of generators is written on the command line."""
    flags = {option.name: option.flag for option in NAMED}
    return flags.get(name, f"--option {name}")
