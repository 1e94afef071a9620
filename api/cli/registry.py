"""What the games add to the command line: a line each. See api.cli.extensions."""

from __future__ import annotations

from collections.abc import Mapping

from api.cli.extensions import Dealing, GeneratorOption, ValueWording
from api.cli.light_line import dealing as light_line
from api.cli.linja import wording as linja

# Where the commands are: the modules import much that imports this.
COMMANDS: tuple[str, ...] = (
    "api.cli.light_line.commands:deal",
    "api.cli.light_line.commands:deck",
    "api.cli.linja.commands:linja",
)
DEALING: Dealing = light_line.DEALING
GENERATOR_OPTIONS: tuple[GeneratorOption, ...] = (*light_line.GENERATOR_OPTIONS,)
# By game, for those whose puzzles have a value.
VALUE_WORDINGS: Mapping[str, ValueWording] = {"linja": linja.VALUES}
# The kind that `lineworks demo` shows.
DEMO_KIND = "end_of_line.cover"
