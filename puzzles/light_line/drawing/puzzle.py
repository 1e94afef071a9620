"""Drawings of LIGHT-LINE! puzzles, as a picture and for the terminal, with any solution or none.

scene works out what of a solution can be drawn and has words for the rest, tubes where a tube runs on a card;
cards draws the cards, text does so for the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt
from re import sub

from puzzles.drawing.blocks import Block, reach, stack, stacked_height
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.legend import Spacing, legend_rows
from puzzles.drawing.letters import lettering_width, text_lines, wrapped
from puzzles.drawing.lists import HARD_SPACE
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.svg import tag, translation
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook, filled
from puzzles.light_line.cards import Card, PlacedCard, Section
from puzzles.light_line.drawing.bands import GREYS
from puzzles.light_line.drawing.cards import (
    ABOVE_CARD,
    MARGIN,
    NAME_LETTERS,
    SPACE,
    board,
    legend_entries,
    shelf,
)
from puzzles.light_line.drawing.scene import SHORT, Scene, card_words, scene_of
from puzzles.light_line.drawing.text import board_lines, hand_lines, note_lines
from puzzles.light_line.drawing.tubes import CARD_HEIGHT, CARD_WIDTH
from puzzles.texts import Part, Phrase, Translator, phrase

SMALL, LINE_HEIGHT, PARAGRAPH_GAP = 7.5, 14.0, 10.0
HEADING = 10.0
# The texts below the cards need some width; a book wants no margins beside the cards.
MIN_WIDTH, MIN_BARE_WIDTH = 560.0, 300.0
LEGEND = Spacing(letters=SMALL, row=20.0, beside=5.0, between=16.0)
# A wrong solution may break thousands of rules, and a name be a word of any length.
MAX_NOTES, LONGEST_WORD = 24, 50
ANSWER_MARGIN, PAPER_MARGIN = 12.0, 4.0
# The longest names of cards in a book.
SHORT_ON_PAPER = 3


@dataclass(frozen=True)
class TableView:
    """What is drawn of a puzzle: cards on the table, a line on them, and cards in the hand.

    A solution may be wrong in any way: what cannot be drawn of it is described in words.

    new             the new card of the puzzle, placed or not
    task            what the player is to do
    origin          where the cards are from
    notes           further texts below the cards
    solved          whether the cards that do not lie are left over, instead of a hand
    several_lines   whether `line` is several whole lines, one after the other
    """

    title: Part
    cards: tuple[Card, ...]
    layout: tuple[PlacedCard, ...] = ()
    line: tuple[Section, ...] = ()
    new: str | None = None
    task: tuple[Part, ...] = ()
    origin: tuple[Part, ...] = ()
    notes: tuple[Part, ...] = ()
    solved: bool = False
    several_lines: bool = False

    def _scene(self, translator: Translator, longest_name: int = SHORT) -> Scene:
        return scene_of(self.cards, self.layout, self.line, translator, self.new, longest_name)

    def text(self, look: TextLook = PLAIN_TEXT) -> str:
        """Draws for the terminal, where title and task stand above the drawing."""
        scene = self._scene(look.translator)
        board = board_lines(scene, self.new, look)
        hand = hand_lines(scene, self._heading(scene), self.new, look)
        notes = note_lines(scene, self.new, replace(self, task=())._texts(scene), look)
        return look.document([board, hand, notes])

    def draw(self, look: Look = PLAIN) -> Drawing:
        scene = self._scene(look.translator, SHORT if look.explained else SHORT_ON_PAPER)
        blocks, width = (self._answer if look.answer and scene.layout else self._blocks)(scene, look)
        margin = ANSWER_MARGIN if look.answer else PAPER_MARGIN if look.on_paper else MARGIN

        def markup() -> str:
            groups, _ = stack(blocks, (margin, margin), SPACE, centred_in=width)
            return look.inked("\n".join(groups), GREYS)

        def description() -> str:
            sentences = " ".join(f"{sentence.rstrip('.')}." for sentence in self._described(scene))
            return sentences.replace(HARD_SPACE, " ")

        height = stacked_height(blocks, SPACE) - SPACE + 2 * margin
        title = _printable(look.translator.render(self.title))
        return Drawing(width + 2 * margin, height, title, description, markup)

    def _answer(self, scene: Scene, look: Look) -> tuple[list[Block], float]:
        """The cards on the table, and their width."""
        block = board(scene, self.new, look)
        return [block], block.width

    def _blocks(self, scene: Scene, look: Look) -> tuple[list[Block], float]:
        """Returns the blocks of the picture from the top down, and its width."""
        if look.on_paper:
            return self._paper_blocks(scene, look)
        blocks: list[Block] = []
        if scene.layout:
            blocks.append(board(scene, self.new, look))
        min_width = MIN_WIDTH if look.explained else MIN_BARE_WIDTH
        width = max(min_width, *(block.width for block in blocks)) if blocks else 0.0
        if scene.rest:
            if scene.layout:
                blocks.append(_lines([self._heading(scene).upper()], width, HEADING))
            per_row = _per_row(len(scene.rest), width)
            blocks.append(shelf(scene, scene.rest, per_row, self.new, look))
            width = max(width, blocks[-1].width)
        texts = self._texts(scene, lettered=True, with_task=look.explained)
        width = max(width, min_width if texts else 240.0)
        if look.explained:
            legend = legend_rows(legend_entries(scene, look), width, width, LEGEND)
            blocks.append(replace(legend, height=legend.height - 4))
        if texts:
            blocks.append(_paragraphs(texts, width))
        return blocks, width

    def _paper_blocks(self, scene: Scene, look: Look) -> tuple[list[Block], float]:
        """The cards on the table with those of the hand beside or below them, and their width."""
        rest = scene.rest
        hand = (
            shelf(scene, rest, _per_row_on_paper(len(rest), look), self.new, look)
            if rest
            else Block("", 0, 0)
        )
        if not scene.layout:
            return [hand], hand.width
        high = look.letters(HEADING)
        title = wrapped(self._heading(scene).upper(), high, max(hand.width, 2 * CARD_WIDTH))
        width = max([hand.width, *(lettering_width(line, high) for line in title)])
        parts = [_lines(title, width, high), hand]

        def headed() -> str:
            return "".join(stack(parts, (0, 0), SPACE, centred_in=width)[0])

        new = Block(headed, width, stacked_height(parts, SPACE) - SPACE)
        table = board(scene, self.new, look)
        beside = table.width + 2 * SPACE + new.width, max(table.height, new.height)
        stacked = max(table.width, new.width), table.height + SPACE + new.height
        if reach(beside, look.proportion) > reach(stacked, look.proportion):
            return [table, new], stacked[0]

        def side_by_side() -> str:
            moved = tag("g", new.markup, transform=translation(table.width + 2 * SPACE, 0))
            return table.markup + moved

        return [Block(side_by_side, *beside)], beside[0]

    def _heading(self, scene: Scene) -> str:
        if not scene.layout:
            key = "light_line.drawing.cards"
        elif self.solved:
            key = "light_line.drawing.not_placed"
        elif [card.id for card in scene.rest] == [self.new]:
            key = "light_line.drawing.to_be_placed"
        else:
            key = "light_line.drawing.hand"
        return scene.translator.text(key)

    def _texts(self, scene: Scene, lettered: bool = False, with_task: bool = True) -> list[str]:
        """The texts below both drawings; `lettered`: in letters that have to be drawn."""
        translator = scene.translator
        line = scene.line_words(self.several_lines)
        parts = (*((*self.task, *self.origin) if with_task else ()), *self.notes)
        notes = [_printable(translator.render(note)) for note in parts[:MAX_NOTES]]
        if len(parts) > MAX_NOTES:
            notes.append(translator.text("light_line.drawing.more_notes", n=len(parts) - MAX_NOTES))
        return [*([] if line is None else [line]), *scene.notes, *scene.full_names(lettered), *notes]

    def _described(self, scene: Scene) -> Iterator[str]:
        """Describes the picture for people who cannot see it."""
        text = scene.translator.text
        if scene.layout:
            placements = "; ".join(
                scene.translator.render(_place_words(scene, placed_card)) for placed_card in scene.layout
            )
            yield text("light_line.drawing.lie", cards=placements)
        if scene.rest:
            names = tuple(scene.names[card.id] for card in scene.rest)
            yield text("light_line.drawing.rest", heading=self._heading(scene), cards=names)
        if self.new is not None and self.new in scene.cards:
            yield text("light_line.drawing.new", card=scene.names[self.new])
        for card in scene.cards.values():
            tubes = card_words(card, scene.translator)
            yield text("light_line.drawing.card", card=scene.names[card.id], tubes=tubes)
        yield from self._texts(scene)


def _place_words(scene: Scene, placed_card: PlacedCard) -> Phrase:
    key = "light_line.drawing.lies_turned" if placed_card.turned else "light_line.drawing.lies"
    return phrase(key, name=scene.names[placed_card.card], where=scene.places.where(placed_card.cell))


def title_lines(title: str, look: TextLook) -> list[str]:
    """Returns the title of a drawing for the terminal, in lines."""
    return filled(_printable(title), look.text_width)


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text)


def _broken(text: str) -> str:
    """Words that are too long for a line, in parts."""
    return sub(rf"\S{{{LONGEST_WORD}}}", r"\g<0> ", text)


def _per_row(count: int, width: float) -> int:
    """Cards in a row: as many as fit a given width, else so that the page is a little wider than high."""
    if width:
        return max(1, int((width + SPACE) // (CARD_WIDTH + SPACE)))
    if count <= 5:
        return count
    rows = -(-count // round(sqrt(1.75 * count)))
    return -(-count // rows)


def _per_row_on_paper(count: int, look: Look) -> int:
    """Cards in a row, so that they are as large as can be on a page of the look's proportion."""
    across, down = CARD_WIDTH + SPACE, CARD_HEIGHT + SPACE + look.letters(NAME_LETTERS) + ABOVE_CARD
    return min(
        range(1, count + 1),
        key=lambda n: reach((n * across, -(-count // n) * down), look.proportion),
        default=1,
    )


def _lines(lines: list[str], width: float, height: float) -> Block:
    pitch = LINE_HEIGHT * height / SMALL
    markup = text_lines(lines, width / 2, height, pitch, 0.5)
    return Block(markup, width, (len(lines) - 1) * pitch + height)


def _paragraphs(texts: list[str], width: float) -> Block:
    paragraphs = (_lines(wrapped(_broken(text), SMALL, width), width, SMALL) for text in texts)
    groups, below = stack(paragraphs, (0, 0), PARAGRAPH_GAP)
    return Block("".join(groups), width, below - PARAGRAPH_GAP)
