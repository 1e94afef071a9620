"""The commands that ask about puzzles: solve, check, count, verify, show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice, zip_longest
from typing import Any

import click

from api.calls import check as checking
from api.calls import count as counting
from api.calls import solve as solving
from api.calls.engines import engine_names
from api.calls.solve import Answer
from api.calls.steps import has_steps
from api.calls.steps import steps as steps_of
from api.calls.subject import Subject, read_puzzle, read_solution
from api.calls.verify import verify as verify_solution
from api.cli import options, sources, wording
from api.cli.batch import Reply, answer_all, answer_puzzles, interruptible, tell
from api.cli.declared import values_help
from api.cli.exit_codes import BAD, GOOD, NO, STATUSES, UNKNOWN
from api.cli.input import Bad, Item, items
from api.cli.output import drawing_file, write_whole
from api.cli.progress import Display
from api.cli.sources import Source
from api.problem_documents import NoSolution, document_of
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import quote
from solvers.protocol import Goal


@click.command(short_help="Solve puzzles, and draw the solutions.")
@sources.puzzles(engine_seed=True)
@click.option("--best", is_flag=True, help="Look for a solution with the greatest score.")
@options.seconds
@options.engine
@click.option("--moves", is_flag=True, help=values_help())
@click.option("--steps", is_flag=True, help="Tell how a person solves it, step by step.")
@options.as_json
@click.pass_context
def solve(
    ctx: click.Context,
    /,
    *,
    source: Source,
    best: bool,
    seconds: float,
    engine: str | None,
    moves: bool,
    steps: bool,
    as_json: bool,
) -> None:
    """Solve the puzzles in FILE (- is standard input), and draw the solutions."""
    if steps and as_json:
        raise click.UsageError("--steps is for people: leave out --json")
    _refuse_unknown(engine)

    def handle(subject: Subject) -> Reply:
        goal: Goal = "best" if best else "any"
        answer = interruptible(partial(solving.solve, subject, goal, seconds, source.seed, engine, moves))
        return Reply(answer.to_json, partial(words, answer), STATUSES[answer.outcome.status])

    def words(answer: Answer) -> str:
        explained = steps and answer.outcome.status == "solved"
        how = interruptible(partial(_how, answer.subject, seconds)) if explained else []
        return wording.solved(answer, how)

    ctx.exit(answer_puzzles(source, "Solving", as_json, handle))


def _refuse_unknown(engine: str | None) -> None:
    """A name that no kind's engine has is a slip of the command, and not of every line of its input."""
    names = [] if engine is None else interruptible(engine_names)
    if engine is not None and engine not in names:
        raise click.UsageError(f"--engine: expected one of {', '.join(names)}, got {quote(engine)}")


def _how(subject: Subject, seconds: float) -> list[str]:
    if not has_steps(subject.kind.id):
        return wording.no_steps(subject)
    return wording.steps(steps_of(subject, seconds))


@click.command(short_help="Tell whether puzzles can be solved, not how.")
@sources.puzzles()
@click.option("--grade", is_flag=True, help="Grade it, too: how hard it is for a person.")
@options.seconds
@options.as_json
@click.pass_context
def check(ctx: click.Context, /, *, source: Source, grade: bool, seconds: float, as_json: bool) -> None:
    """Tell whether the puzzles in FILE can be solved, and how well, without telling how."""

    def handle(subject: Subject) -> Reply:
        checked = interruptible(partial(checking.check, subject, seconds, grade))
        words = partial(wording.checked, subject, checked, grade)
        return Reply(checked.to_json, words, STATUSES[checked.status])

    ctx.exit(answer_puzzles(source, "Checking", as_json, handle))


@click.command(short_help="Count the different solutions.")
@sources.puzzles()
@options.cap
@options.seconds
@options.engine
@options.as_json
@click.pass_context
def count(
    ctx: click.Context, /, *, source: Source, cap: int, seconds: float, engine: str | None, as_json: bool
) -> None:
    """Count the different solutions of the puzzles in FILE.

    The exit status is 0 when the count is exact or reached the cap, 3 when it ended earlier.
    """

    _refuse_unknown(engine)

    def handle(subject: Subject) -> Reply:
        counted = interruptible(partial(counting.count, subject, cap, seconds, engine))
        done = counted.exact or counted.n >= cap
        words = partial(wording.counted, subject, counted, cap)
        return Reply(counted.to_json, words, GOOD if done else UNKNOWN)

    ctx.exit(answer_puzzles(source, "Counting", as_json, handle))


@click.command(short_help="Hold a solution against the rules.")
@click.argument("puzzle")
@click.argument("solution")
@options.as_json
@click.pass_context
def verify(ctx: click.Context, /, *, puzzle: str, solution: str, as_json: bool) -> None:
    """Hold a SOLUTION against the rules of its PUZZLE.

    SOLUTION may also be the answer of solve --json. For many puzzles it holds as many solutions, in order.
    There is nothing to verify in an answer that is impossible or unknown: it counts for the exit status as it
    does for solve, 1 or 3.
    """
    asked = (
        (puzzle_item, partial(_verified, puzzle_item, solution_item))
        for puzzle_item, solution_item in _pairs(Source(puzzle), solution)
    )
    ctx.exit(answer_all(asked, as_json, Display("Verifying")))


def _verified(puzzle: Item, solution: Item | None) -> Reply:
    try:
        subject, laid = _read_pair(puzzle, solution)
    except Bad as e:
        if not isinstance(e.error, NoSolution):
            raise
        error = e.error
        words = f"Nothing to verify: the answer is {error.status}."
        return Reply(lambda: document_of(error), lambda: words, STATUSES[error.status])
    verified = interruptible(partial(verify_solution, subject, laid))
    # A legal solution of which it was not known in time whether it meets the goal breaks no rule either.
    status = GOOD if verified.valid else NO if verified.violations else UNKNOWN
    return Reply(verified.to_json, partial(wording.verified, verified), status)


def _pairs(
    puzzles: Source, solutions: str | None, labelled: bool = True
) -> Iterator[tuple[Item, Item | None]]:
    if solutions is None:
        yield from ((item, None) for item in puzzles.items(labelled))
        return
    if puzzles.is_input and solutions == "-":
        raise click.UsageError("Standard input cannot be both the puzzle and the solution.")
    for puzzle, solution in zip_longest(puzzles.items(labelled), items(solutions)):
        if puzzle is None:
            raise _left_over(solution, "solutions than puzzles")
        if solution is None:
            raise _left_over(puzzle, "puzzles than solutions")
        yield puzzle, solution


def _left_over(item: Item, more: str) -> Bad:
    return Bad(item.place, BadInput([Problem("", f"it is left over: there are more {more}")]))


@click.command(short_help="Draw puzzles.")
@sources.puzzles()
@click.option("--solution", metavar="FILE", help="Draw this solution into it, right or wrong.")
@click.option("--svg", is_flag=True, help="A picture (SVG) instead of text; of one puzzle only.")
@options.output
@options.force
@click.pass_context
def show(
    ctx: click.Context, /, *, source: Source, solution: str | None, svg: bool, output: str | None, force: bool
) -> None:
    """Draw the puzzles in FILE."""
    output = drawing_file(output, force)
    drawn: list[str] = []
    pairs = _pairs(source, solution, labelled=not svg)
    if svg:
        status = _show_svg(pairs, drawn)
    else:
        asked = ((puzzle, partial(_shown, puzzle, laid)) for puzzle, laid in pairs)
        write = click.echo if output is None else drawn.append
        status = answer_all(asked, False, Display("Drawing"), write)
    if drawn and status == BAD and output is not None:
        click.echo(f"Error: {output}: not written, since not all could be drawn", err=True)
    elif drawn and output is not None:
        write_whole(output, "\n".join(drawn).rstrip("\n") + "\n")
    elif drawn:
        click.echo("\n".join(drawn))
    ctx.exit(status)


def _show_svg(pairs: Iterator[tuple[Item, Item | None]], drawn: list[str]) -> int:
    try:
        found = list(islice(pairs, 2))
        if len(found) > 1:
            raise click.UsageError("--svg draws one puzzle, and FILE holds more.")
        subject, laid = _read_pair(*found[0])
    except Bad as e:
        return tell(e.place, e.error)
    drawn.append(subject.kind.draw(subject.puzzle, laid).svg.rstrip("\n"))
    return GOOD


def _shown(puzzle: Item, solution: Item | None) -> Reply:
    subject, laid = _read_pair(puzzle, solution)
    drawing = subject.kind.draw_text(subject.puzzle, laid).rstrip("\n")
    return Reply(dict, lambda: f"{wording.title(subject)}\n\n{drawing}", GOOD)


def _read_pair(puzzle: Item, solution: Item | None) -> tuple[Subject, Any]:
    subject = puzzle.read(read_puzzle)
    if solution is None:
        return subject, None
    return subject, solution.read(partial(read_solution, subject.kind))
