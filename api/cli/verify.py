"""The command verify."""

from __future__ import annotations

from functools import partial

import click

from api.calls.verify import VERIFY
from api.calls.verify import verify as verify_solution
from api.cli import options, wording
from api.cli.batch import Reply, answer_all
from api.cli.exit_codes import GOOD, NO, STATUSES, UNKNOWN
from api.cli.input import BadDocument, Item
from api.cli.interruptible import interruptible
from api.cli.progress import Display
from api.cli.puzzles_with_solutions import pairs, read_pair
from api.cli.sources import Source
from api.problem_documents import NoSolution, document_of
from puzzles.texts import translator_for


@click.command()
@click.argument("puzzle")
@click.argument("solution")
@options.language
@options.as_json
@click.pass_context
def verify(ctx: click.Context, /, *, puzzle: str, solution: str, language: str, as_json: bool) -> None:
    """Verify a SOLUTION against the rules of its PUZZLE.

    SOLUTION may also be an answer of solve --json. If PUZZLE holds many puzzles, SOLUTION holds as many
    solutions, in the same order. An answer that says "impossible" or "unknown" has no solution to verify; the
    exit status is then that of solve, 1 or 3.
    """
    tasks = (
        (puzzle_item, partial(_verify, puzzle_item, solution_item, language))
        for puzzle_item, solution_item in pairs(Source((puzzle,)), solution)
    )
    ctx.exit(answer_all(tasks, as_json, Display("Verifying")))


def _verify(puzzle: Item, solution: Item | None, language: str) -> Reply:
    try:
        subject, parsed = read_pair(puzzle, solution)
    except BadDocument as e:
        if not isinstance(e.error, NoSolution):
            raise
        return _nothing_to_verify(e.error)
    verified = interruptible(partial(verify_solution, subject, parsed))
    # A legal solution of which it was not known in time whether it meets the goal breaks no rule either.
    status = GOOD if verified.valid else NO if verified.violations else UNKNOWN
    words = partial(wording.verified, verified, translator_for(language))
    return Reply(partial(VERIFY.present_result, verified, language), words, status)


def _nothing_to_verify(error: NoSolution) -> Reply:
    words = f'Nothing to verify: the answer says "{error.status}" and has no solution.'
    return Reply(partial(document_of, error), lambda: words, STATUSES[error.status])
