"""The command show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import click

from api.cli import options, sources, wording
from api.cli.batch import Reply, answer_all, report_error
from api.cli.exit_codes import BAD, GOOD
from api.cli.input import BadDocument, Item
from api.cli.output import new_file, write_whole
from api.cli.progress import Display
from api.cli.puzzles_with_solutions import pairs, read_pair
from api.cli.sources import Source
from api.cli.text_look import look_for
from puzzles.drawing.terminal import TextLook
from puzzles.line_of_text import text_of


@click.command()
@sources.puzzles()
@click.option("--solution", metavar="FILE", help="Draw this solution as well, right or wrong.")
@click.option("--svg", is_flag=True, help="A picture (SVG) instead of text, for one puzzle only.")
@options.output
@options.force
@click.pass_context
def show(
    ctx: click.Context, /, *, source: Source, solution: str | None, svg: bool, output: str | None, force: bool
) -> None:
    """Draw the puzzles in FILE, each with its line of text."""
    output = new_file(output, force)
    drawings: list[str] = []
    items = pairs(source, solution, labelled=not svg)
    if svg:
        status = _draw_svg(items, drawings)
    else:
        look = look_for(output)
        tasks = ((item, partial(_draw_text, item, solution_item, look)) for item, solution_item in items)
        write = click.echo if output is None else drawings.append
        status = answer_all(tasks, False, Display("Drawing"), write)
    if drawings and status == BAD and output is not None:
        click.echo(f"Error: {output}: not written, because not all puzzles could be drawn", err=True)
    elif drawings and output is not None:
        write_whole(output, "\n".join(drawings).rstrip("\n") + "\n")
    elif drawings:
        click.echo("\n".join(drawings))
    ctx.exit(status)


def _draw_svg(items: Iterator[tuple[Item, Item | None]], drawings: list[str]) -> int:
    """Adds the picture of the only puzzle to the drawings; the exit status."""
    try:
        first_two = list(islice(items, 2))
        if len(first_two) > 1:
            raise click.UsageError("--svg draws one puzzle, but FILE holds several.")
        subject, solution = read_pair(*first_two[0])
    except BadDocument as e:
        return report_error(e.location, e.error)
    drawings.append(subject.kind.draw(subject.puzzle, solution).svg.rstrip("\n"))
    return GOOD


def _draw_text(puzzle_item: Item, solution_item: Item | None, look: TextLook) -> Reply:
    subject, solution = read_pair(puzzle_item, solution_item)
    drawing = subject.kind.draw_text(subject.puzzle, solution, look).rstrip("\n")
    line = text_of(subject.kind, subject.puzzle)
    return Reply(dict, lambda: f"{wording.heading(subject)}\n\n{drawing}\n\n{line}", GOOD)
