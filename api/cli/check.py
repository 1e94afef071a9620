"""The command check."""

from __future__ import annotations

from functools import partial

import click

from api.calls import check as checking
from api.calls.puzzle_documents import Subject
from api.cli import options, sources, wording
from api.cli.batch import Reply, answer_puzzles
from api.cli.exit_codes import STATUSES
from api.cli.interruptible import interruptible
from api.cli.sources import Source


@click.command()
@sources.puzzles()
@click.option("--grade", is_flag=True, help="Also grade the puzzles: how hard they are for a person.")
@options.seconds
@options.as_json
@click.pass_context
def check(ctx: click.Context, /, *, source: Source, grade: bool, seconds: float, as_json: bool) -> None:
    """Check whether the puzzles in FILE can be solved, and how well, without showing solutions."""

    def handle(subject: Subject) -> Reply:
        checked = interruptible(partial(checking.check, subject, seconds, grade))
        words = partial(wording.checked, subject, checked, grade)
        return Reply(checked.to_json, words, STATUSES[checked.status])

    ctx.exit(answer_puzzles(source, "Checking", as_json, handle))
