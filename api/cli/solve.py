"""The command solve."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from api.calls import solve as solving
from api.calls.puzzle_documents import Subject
from api.calls.solve import SOLVE, Answer
from api.calls.steps import has_steps
from api.calls.steps import steps as steps_of
from api.cli import options, sources, wording
from api.cli.batch import Reply
from api.cli.continuing import ProgressSource, answer_continuations, progress_source
from api.cli.exit_codes import STATUSES
from api.cli.interruptible import interruptible
from api.cli.kind_help import values_help
from api.cli.sources import Source
from puzzles.texts import Translator, translator_for
from solvers.protocol import Goal


@click.command()
@sources.puzzles(engine_seed=True)
@progress_source
@click.option("--best", is_flag=True, help="Look for a solution with the greatest score.")
@options.seconds
@options.engine
@click.option("--moves", is_flag=True, help=values_help())
@click.option("--steps", is_flag=True, help="Explain how a person would solve it, step by step.")
@options.language
@options.as_json
@click.pass_context
def solve(
    ctx: click.Context,
    /,
    *,
    source: Source,
    partial_solutions: ProgressSource,
    best: bool,
    seconds: float,
    engine: str | None,
    moves: bool,
    steps: bool,
    language: str,
    as_json: bool,
) -> None:
    """Solve the puzzles in FILE (- is standard input), and draw the solutions.

    With --progress or --line, continue a partial solution.
    """
    if steps and as_json:
        raise click.UsageError("--steps and --json cannot be used together.")
    options.refuse_unknown_engine(engine)

    translator = translator_for(language)

    def handle(subject: Subject, progress: Any | None) -> Reply:
        goal: Goal = "best" if best else "any"
        answer = interruptible(
            partial(solving.solve, subject, goal, seconds, source.seed, engine, moves, progress)
        )
        to_json = partial(SOLVE.present_result, answer, language)
        return Reply(to_json, partial(words, answer), STATUSES[answer.outcome.status])

    def words(answer: Answer) -> str:
        if answer.outcome.status != "solved":
            return wording.solved(answer, (), translator)
        lines = interruptible(partial(_steps, answer.subject, seconds, translator)) if steps else []
        heading = wording.heading(answer.subject, translator)
        return wording.solved(answer, [*lines, "", heading], translator)

    ctx.exit(answer_continuations(source, partial_solutions, "Solving", as_json, handle))


def _steps(subject: Subject, seconds: float, translator: Translator) -> list[str]:
    """How a person solves the puzzle, in lines."""
    if not has_steps(subject.kind):
        return wording.no_steps(subject, translator)
    return wording.steps(steps_of(subject, seconds), translator)
