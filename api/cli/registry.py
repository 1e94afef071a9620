"""What the games add to shared commands, a line each; see api.cli.game_extensions."""

from __future__ import annotations

from collections.abc import Mapping

from api.cli.end_of_line import line as end_of_line
from api.cli.game_extensions import Dealing, GeneratorOption, ProgressOption, ValueWording
from api.cli.light_line import dealing as light_line
from api.cli.linja import wording as linja

DEALING: Dealing = light_line.DEALING
GENERATOR_OPTIONS: tuple[GeneratorOption, ...] = (*light_line.GENERATOR_OPTIONS,)
PROGRESS_OPTIONS: tuple[ProgressOption, ...] = (*end_of_line.PROGRESS_OPTIONS,)
# By game, for those whose puzzles have a value.
VALUE_WORDINGS: Mapping[str, ValueWording] = {"linja": linja.VALUES}
# The kind that `lineworks demo` shows.
DEMO_KIND = "end_of_line.cover"
