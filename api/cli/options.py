"""The options that commands share, read by the same shapes as the JSON requests."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.exceptions import Exit

from api.calls import count as counting
from api.calls import shapes
from api.cli.declared import HelpfulOption, engines_help
from api.cli.exit_codes import BAD
from api.service.settings import Settings, WrongSettings, read_settings
from generators.protocol import GRADES
from puzzles.errors import BadInput, NotJson
from puzzles.json_shapes import Integer, Shape, load

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
        # What is no number in JSON is refused as the text that was typed.
        return read if math.isfinite(read) else text
    return text


SEED = Shaped("integer", shapes.SEED)

seconds = click.option(
    "--seconds",
    type=Shaped("number", shapes.SECONDS),
    default=shapes.DEFAULT_SECONDS,
    show_default=True,
    help="The most time to take, at most 600.",
)
cap = click.option(
    "--cap",
    type=Shaped("integer", counting.CAP),
    default=counting.DEFAULT_CAP,
    show_default=True,
    help="Count no further than this, at most 1000000.",
)
engine = click.option("--engine", metavar="NAME", cls=HelpfulOption, describe=engines_help)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the API's answer, a line a puzzle.")
output = click.option("-o", "output", metavar="FILE", help="Write it to FILE (- is standard output).")
force = click.option("--force", is_flag=True, help="Replace the file of -o where it exists.")
grade = click.option("--grade", type=click.Choice(GRADES), default="medium", show_default=True)


def settings() -> Settings:
    """What the environment sets; what is wrong with it ends the command."""
    try:
        return read_settings()
    except WrongSettings as e:
        # Not the command's usage, which a UsageError would tell.
        click.echo("\n".join(f"Error: {line}" for line in str(e).splitlines()), err=True)
        raise Exit(BAD) from e


def count_of(default: int, told: str) -> Callable[[F], F]:
    """How many puzzles to make, one for each seed."""
    most = Shaped("integer", Integer(1, 10**9))
    return click.option("--count", type=most, default=default, show_default=True, help=told)


def seeds(first: int, count: int) -> range:
    last = first + count - 1
    most = shapes.SEED.most
    if most is not None and last > most:
        raise click.UsageError(f"--seed and --count: the last seed would be {last}, past {most}.")
    return range(first, last + 1)


def setting(text: str) -> tuple[str, object]:
    """NAME=VALUE as a field of the options; the value is JSON where it can be, else a string."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise click.UsageError(f"--option expects NAME=VALUE, got {text!r}")
    try:
        return name, load(value)
    except NotJson:
        return name, value
