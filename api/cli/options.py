"""The options that commands share, read by the same shapes as the JSON requests."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

from api.calls import common_shapes
from api.calls.engines import engine_names
from api.cli.interruptible import interruptible
from api.cli.kind_help import HelpfulOption, engines_help
from puzzles.errors import BadInput, NotJson
from puzzles.grades import GRADES
from puzzles.json_shapes import Integer, Shape, load, quote
from puzzles.texts import LANGUAGES

F = TypeVar("F", bound=Callable[..., Any])


class Shaped(click.ParamType[Any]):
    """A number on the command line, held to the limits that it has in a request."""

    def __init__(self, name: str, shape: Shape[Any]) -> None:
        self.name, self.shape = name, shape

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self.shape.read(_number(value))
        except BadInput as e:
            self.fail(e.problems[0].detail, param, ctx)


def _number(text: Any) -> object:
    for number in (int, float):
        try:
            read = number(text)
        except ValueError:
            continue
        # JSON has no such number, so it is refused as the text that was typed.
        return read if math.isfinite(read) else text
    return text


SEED = Shaped("integer", common_shapes.SEED)

seconds = click.option(
    "--seconds",
    type=Shaped("number", common_shapes.SECONDS),
    default=common_shapes.DEFAULT_SECONDS,
    show_default=True,
    help="The time limit for each puzzle, at most 600.",
)
engine = click.option("--engine", metavar="NAME", cls=HelpfulOption, describe=engines_help)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON instead of text, one line for each puzzle."
)
language = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="The language of the texts.",
)
output = click.option("-o", "output", metavar="FILE", help="Write to FILE (- is standard output).")
force = click.option("--force", is_flag=True, help="Replace the file of -o if it exists.")
grade = click.option(
    "--grade", type=click.Choice(GRADES), default="medium", show_default=True, help="How hard the puzzle is."
)


def refuse_unknown_engine(name: str | None) -> None:
    """Refuses a name that no kind's engine has, once for the command and not for every line of its input."""
    names = [] if name is None else interruptible(engine_names)
    if name is not None and name not in names:
        raise click.UsageError(f"--engine: expected one of {', '.join(names)}, got {quote(name)}")


def count_of(default: int, help_text: str) -> Callable[[F], F]:
    """How many puzzles to make, one for each seed."""
    count_shape = Shaped("integer", Integer(1, 10**9))
    return click.option("--count", type=count_shape, default=default, show_default=True, help=help_text)


def seeds(first: int, count: int) -> range:
    """As many seeds in a row; refuses those past the greatest."""
    last = first + count - 1
    maximum = common_shapes.MAX_SEED
    if maximum is not None and last > maximum:
        raise click.UsageError(f"--seed and --count: the last seed would be {last}, past {maximum}.")
    return range(first, last + 1)


def name_and_value(text: str) -> tuple[str, object]:
    """Splits NAME=VALUE; the value is read as JSON where it is JSON, else as a string."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise click.UsageError(f"--option expects NAME=VALUE, got {text!r}")
    try:
        return name, load(value)
    except NotJson:
        return name, value
