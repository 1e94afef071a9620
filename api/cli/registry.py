"""What the games add to shared commands, a line each; see api.cli.game_extensions."""

from __future__ import annotations

from collections.abc import Mapping

from api.cli.end_of_line import line as end_of_line_progress
from api.cli.end_of_line import own_cards as end_of_line
from api.cli.game_extensions import (
    Dealing,
    GeneratorOption,
    ProgressOption,
    TypedForms,
    TypedPuzzle,
    ValueWording,
)
from api.cli.light_line import dealing as light_line
from api.cli.light_line import typed_moves as light_line_moves
from api.cli.linja import wording as linja

DEALING: Dealing = light_line.DEALING
TYPED_PUZZLE: TypedPuzzle = end_of_line.TYPED_PUZZLE
GENERATOR_OPTIONS: tuple[GeneratorOption, ...] = (*light_line.GENERATOR_OPTIONS,)
PROGRESS_OPTIONS: tuple[ProgressOption, ...] = (*end_of_line_progress.PROGRESS_OPTIONS,)
# By game, for those whose puzzles have a value.
VALUE_WORDINGS: Mapping[str, ValueWording] = {"linja": linja.VALUES}
# By game, for those whose moves are typed in other words than their notation.
TYPED_FORMS: Mapping[str, TypedForms] = {"light_line": light_line_moves.typed_forms}
# The kind that `lineworks demo` shows.
DEMO_KIND = "end_of_line.cover"
