"""The command check."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from api.calls import check as checking
from api.calls.check import CHECK
from api.calls.puzzle_documents import Subject
from api.cli import options, sources, wording
from api.cli.batch import Reply
from api.cli.continuing import ProgressSource, answer_continuations, progress_source
from api.cli.exit_codes import STATUSES
from api.cli.interruptible import interruptible
from api.cli.sources import Source
from puzzles.texts import translator_for


@click.command()
@sources.puzzles()
@progress_source
@click.option("--grade", is_flag=True, help="Also grade the puzzles: how hard they are for a person.")
@options.seconds
@options.language
@options.as_json
@click.pass_context
def check(
    ctx: click.Context,
    /,
    *,
    source: Source,
    partial_solutions: ProgressSource,
    grade: bool,
    seconds: float,
    language: str,
    as_json: bool,
) -> None:
    """Check whether the puzzles in FILE can be solved, and how well, without showing solutions.

    With --progress or --line, check only what continues a partial solution.
    """

    def handle(subject: Subject, progress: Any | None) -> Reply:
        checked = interruptible(partial(checking.check, subject, seconds, grade, progress))
        graded, translator = grade and progress is None, translator_for(language)
        words = partial(wording.checked, subject, checked, graded, translator)
        return Reply(partial(CHECK.present_result, checked, language), words, STATUSES[checked.status])

    ctx.exit(answer_continuations(source, partial_solutions, "Checking", as_json, handle))
