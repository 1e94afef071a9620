"""What stands below a board: the meaning of its signs, the rounds, the score, and what it cannot show.

Every block has its top left corner on (0, 0), as those of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from puzzles.drawing.blocks import Block
from puzzles.drawing.legend import LegendEntry, Spacing, legend_rows
from puzzles.drawing.letters import lettering_width, text_lines, words, wrapped
from puzzles.drawing.svg import INK, arrow_head, hatching, line, number, strokes, tag
from puzzles.end_of_line.drawing.board import Board
from puzzles.end_of_line.drawing.cards import (
    CASING,
    GIVEN_FILL,
    PAPER,
    band,
    chevron,
    chevrons,
    open_exits,
    zero_ring,
)
from puzzles.end_of_line.drawing.signs import (
    BLOCKED_EDGE,
    BLOCKED_FILL,
    PLATE_HEIGHT,
    SIDE,
    SLANTS,
    WRONG,
    cross,
    dead_end_bar,
    end_sign,
    round_plate,
    round_plate_width,
    start_sign,
    turning_ring,
    unturned_sign,
)
from puzzles.end_of_line.drawing.solution import columns
from puzzles.texts import ENGLISH, Phrase, Translator, phrase

SMALL, LINE_HEIGHT = 7.5, 15.0
SIGN_WIDTH = 16.0
SPACING = Spacing(letters=SMALL, row=19.0, beside=4.0, between=13.0)


def legend_block(board: Board, below: Iterable[str], width: float) -> Block:
    """The meanings of the signs on this board and on the cards `below` it."""
    entries = [
        LegendEntry(sign, SIGN_WIDTH, board.look.translator.render(meaning))
        for sign, meaning, is_there in _signs(board, frozenset(below))
        if is_there
    ]
    legend = legend_rows(entries, width, width - 20, SPACING)
    return replace(legend, height=legend.height + 5)


@dataclass(frozen=True)
class _Features:
    """The cards that a legend explains, and whether they show an entry and open exits."""

    cards: frozenset[str]
    entry: bool
    exits: bool


def _features(board: Board, below: frozenset[str]) -> _Features:
    trace, start = board.trace, board.area.start.cell
    open_givens = {card for cell, card, _ in board.givens if cell not in trace.piles}
    turned = [card for card in trace.top_cards() if card.entry is not None and card.cell != start]
    unreached = below | open_givens
    return _Features(
        unreached | {card.card for card in turned},
        bool(unreached) or any(card.entry is not None for card in trace.cards),
        bool(unreached) or any(card.unused() for card in turned),
    )


def _signs(board: Board, below: frozenset[str]) -> Iterator[tuple[str, Phrase, bool]]:
    """Each sign, drawn around (0, 0), with what it means, and whether there is one."""
    trace, features = board.trace, _features(board, below)
    on_top = trace.top_cards()
    unturned = any(card.entry is None and card.cell != trace.start for card in on_top)
    turning = any(heading is None and cell not in trace.piles for cell, _, heading in board.givens)
    letter = trace.wraps[0].letter if trace.wraps else ""
    yield (
        _scaled(start_sign((0, 0), board.area.start.heading), 0.42),
        phrase("end_of_line.drawing.start"),
        True,
    )
    yield _entry(), phrase("end_of_line.drawing.entry"), features.entry
    yield open_exits([((-7, 0), "E")], 38), phrase("end_of_line.drawing.open_exit"), features.exits
    yield zero_ring((0, 0), 40), phrase("end_of_line.drawing.lsr0"), "LSR0" in features.cards
    yield _given_frame(), phrase("end_of_line.drawing.given_card"), bool(board.givens)
    yield _scaled(turning_ring((0, 0)), 0.38), phrase("end_of_line.drawing.direction_open"), turning
    yield _blocked(), phrase("end_of_line.drawing.blocked"), bool(board.area.blocked)
    yield _wrap(letter), phrase("end_of_line.drawing.goes_on", letter=letter), bool(letter)
    yield (
        round_plate("1", (-round_plate_width("1") / 2, -PLATE_HEIGHT / 2)),
        phrase("end_of_line.drawing.round_begins"),
        bool(board.rounds),
    )
    yield _dead_end(), phrase("end_of_line.drawing.dead_end"), any(card.dead for card in trace.cards)
    yield _scaled(end_sign((0, 0)), 0.6), phrase("end_of_line.drawing.line_end"), _ends(board)
    yield _scaled(unturned_sign((0, 0)), 0.62), phrase("end_of_line.drawing.no_exit_here"), unturned
    yield (
        words("+", (0, -5), 10, 0.5),
        phrase("end_of_line.drawing.more_here"),
        any(len(pile) > 1 for pile in trace.piles.values()),
    )
    yield (
        strokes(cross((5.5, 5.5)), 2.6, WRONG),
        phrase("end_of_line.drawing.breaks_rule"),
        bool(trace.wrong_cells()),
    )


def _ends(board: Board) -> bool:
    end = board.trace.end()
    return end is not None and end.entry is not None and end.cell != board.trace.start


def _scaled(markup: str, scale: float) -> str:
    return tag("g", markup, transform=f"scale({number(scale)})")


def _entry() -> str:
    side = 40.0
    return band(line((-8, 0), (8, 0)), side) + chevrons(chevron((0.315 * side, 0), "E", side), side)


def _given_frame() -> str:
    return tag(
        "rect", x=-6.5, y=-6.5, width=13, height=13, rx=2.5, fill=GIVEN_FILL, stroke=INK, stroke_width=2.2
    )


def _blocked() -> str:
    square = tag("rect", x=-7, y=-7, width=14, height=14, rx=3, fill=BLOCKED_FILL, stroke=BLOCKED_EDGE)
    return square + strokes(hatching((-5, -5), 10, 5), 1, SLANTS)


def _wrap(letter: str) -> str:
    head = tag("path", d=arrow_head((-10, 0), (1, 0), 8, 13), fill=CASING)
    return head + words(letter, (0, -5.5), 10)


def _dead_end() -> str:
    bar = strokes(dead_end_bar((0, 0), (1, 0)), 5, CASING)
    return _scaled(band(line((-14, 0), (0, 0)), SIDE, PAPER) + bar, 0.6)


def words_block(text: str, height: float, width: float, colour: str = INK) -> Block:
    """Centred lines."""
    pitch = height * 1.9
    lines = wrapped(text, height, width - 20)
    markup = text_lines(lines, width / 2, height, pitch, 0.5, colour)
    return Block(markup, width, (len(lines) - 1) * pitch + 1.5 * height)


def rounds_block(
    rounds: Sequence[str], width: float, translator: Translator = ENGLISH, what: str = "rounds"
) -> Block:
    """Each round's number on its plate, and what it spends and lays, by the numbers on the board.

    `what` they are called: rounds, or actions.
    """
    plate = max((round_plate_width(str(i + 1)) for i in range(len(rounds))), default=0) + 5
    items: list[tuple[int, str]] = []
    for i, text in enumerate(rounds):
        first, *more = wrapped(text, SMALL, width - 20 - plate)
        items += [(i + 1, first), *((0, part) for part in more)]
    widths = [plate + lettering_width(text, SMALL) for _, text in items]
    positions = columns(widths, 12, width - 20)
    ends = [x + wide for (_, x), wide in zip(positions, widths, strict=True)]
    left = (width - max(ends, default=0)) / 2
    heading = f"end_of_line.drawing.{what if rounds else f'no_{what}'}"
    markup = words(translator.text(heading), (width / 2, 0), 11, 0.5)
    for (which, text), (row, x) in zip(items, positions, strict=True):
        y = 22 + row * LINE_HEIGHT
        if which:
            markup += round_plate(str(which), (left + x, y))
        markup += words(text, (left + x + plate, y + (PLATE_HEIGHT - SMALL) / 2), SMALL)
    rows = positions[-1][0] + 1 if positions else 0
    return Block(markup, width, 22 + rows * LINE_HEIGHT)
