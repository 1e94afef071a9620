"""The pages before a game's puzzles: its rules, and of each kind an example, tips and what its grades ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from api.book.captions import steps_of
from api.book.engines import Engines
from api.book.fitting import Fitter, Room
from api.book.layout import Layout
from api.book.pictures import PrinterFiles, picture
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.style import Look
from puzzles.game import Caption, Game, SolvedPuzzle
from puzzles.grades import GRADES
from puzzles.registry import game_of, kind_named
from puzzles.texts import Translator

Json = dict[str, Any]
# The part of the width of a page that an example takes, the same beside text, and the most of its height.
_EXAMPLE, _BESIDE_TEXT, _HIGH = 0.46, 0.4, 0.25


def example_of(kind_id: str) -> SolvedPuzzle[Any, Any]:
    """Returns a kind's solved example."""
    document, kind = game_of(kind_id).examples[kind_id], kind_named(kind_id)
    puzzle, solution = kind.parse(document["puzzle"]), kind.parse_solution(document["solution"])
    return SolvedPuzzle(puzzle, solution, kind.score(puzzle, solution))


@dataclass(frozen=True)
class RulesPages:
    """Makes the pages of rules as the templates take them."""

    layout: Layout
    look: Look
    files: PrinterFiles
    engines: Engines

    @property
    def translator(self) -> Translator:
        return self.look.translator

    def rules_of(self, game: Game, grades: Mapping[str, Sequence[str]]) -> Json:
        """Returns the rules of a game and of some of its kinds; `grades`: those of its puzzles, by kind."""
        sections = (f"{game.id}.rules.{section}" for section in game.rule_sections)
        return {
            "title": game.name(self.translator),
            "common": [_section(key, self.translator) for key in sections],
            "kinds": [self._kind(game, kind, of_kind) for kind, of_kind in grades.items()],
        }

    def _kind(self, game: Game, kind: str, grades: Sequence[str]) -> Json:
        text = self.translator.text
        return {
            **_section(f"{kind}.rules", self.translator),
            "example": self._example(game, kind),
            "tips": _items(text(f"{kind}.book.tips")),
            "grades": [
                {
                    "stars": list[str](GRADES).index(grade) + 1,
                    "name": text(f"frame.book.grades.{grade}"),
                    "text": text(f"{kind}.book.grades.{grade}"),
                }
                for grade in grades
            ],
        }

    def _example(self, game: Game, kind_id: str) -> Json:
        example, kind = example_of(kind_id), kind_named(kind_id)
        caption, maximum = game.captions[kind_id](example), self.layout.sizes.answer
        puzzle = None
        if not self.layout.is_large:
            puzzle = self._drawing(
                lambda look: kind.draw(example.puzzle, None, look), self.look, self._room(), maximum
            )
        # Large print has no room to say again what the rules say.
        large = self.layout.is_large
        task = (
            self.translator.text(f"{kind_id}.book.example") if large else self.translator.render(caption.task)
        )
        return {
            "task": " ".join(task.split("\n")),
            "puzzle": puzzle,
            "answer": self._drawing(
                lambda look: kind.draw(example.puzzle, example.solution, look),
                replace(self.look, answer=True),
                self._room(),
                maximum,
            ),
            "words": [self.translator.render(words) for words in caption.answer],
            "steps": () if caption.without_steps is None else self._steps(kind_id, example, caption),
        }

    def _steps(self, kind_id: str, example: SolvedPuzzle[Any, Any], caption: Caption) -> tuple[str, ...]:
        return steps_of(self.engines.key_steps(kind_id, example.puzzle), caption, self.translator)

    def _room(self) -> Room:
        page_format = self.layout.page_format
        part = _BESIDE_TEXT if self.layout.is_large else _EXAMPLE
        return Room(part * page_format.across, _HIGH * page_format.down)

    def _drawing(self, draw: Callable[[Look], Drawing], look: Look, room: Room, maximum: float) -> Json:
        fit = Fitter(replace(self.layout.sizes, good=maximum), 0.0).fit(
            lambda letters, proportion: draw(replace(look, min_letters=letters, proportion=proportion)), room
        )
        return self.files.add(picture(fit.drawing), max(fit.readable, min(fit.scale, maximum)))


def _section(key: str, translator: Translator) -> Json:
    return {"title": translator.text(f"{key}.title"), "text": list(_blocks(translator.text(f"{key}.text")))}


def _blocks(text: str) -> Iterator[dict[str, object]]:
    """Yields the paragraphs, and lists of the lines that begin with a dash."""
    for block in text.strip().split("\n\n"):
        if block.startswith("- "):
            yield {"items": _items(block)}
        else:
            yield {"paragraph": " ".join(block.split("\n"))}


def _items(text: str) -> list[str]:
    """The items of a list, each a line that begins with a dash."""
    return [line.removeprefix("- ") for line in text.strip().split("\n")]
