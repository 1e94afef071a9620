"""The command count."""

from __future__ import annotations

from functools import partial

import click

from api.calls import count as counting
from api.calls.puzzle_documents import Subject
from api.cli import options, sources, wording
from api.cli.batch import Reply, answer_puzzles
from api.cli.exit_codes import GOOD, UNKNOWN
from api.cli.interruptible import interruptible
from api.cli.sources import Source


@click.command()
@sources.puzzles()
@click.option(
    "--cap",
    type=options.Shaped("integer", counting.CAP),
    default=counting.DEFAULT_CAP,
    show_default=True,
    help="Stop counting at this number, at most 1000000.",
)
@options.seconds
@options.engine
@options.as_json
@click.pass_context
def count(
    ctx: click.Context, /, *, source: Source, cap: int, seconds: float, engine: str | None, as_json: bool
) -> None:
    """Count the different solutions of the puzzles in FILE.

    The exit status is 0 when the count is exact or reached the cap, 3 when a limit ended it earlier.
    """
    options.refuse_unknown_engine(engine)

    def handle(subject: Subject) -> Reply:
        counted = interruptible(partial(counting.count, subject, cap, seconds, engine))
        done = counted.exact or counted.n >= cap
        words = partial(wording.counted, subject, counted, cap)
        return Reply(counted.to_json, words, GOOD if done else UNKNOWN)

    ctx.exit(answer_puzzles(source, "Counting", as_json, handle))
