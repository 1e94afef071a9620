"""LIGHT-LINE! cards as a picture.

Of two tubes that cross, the later one runs over the earlier, and each carries the letter of its colour. A
card's name stands in its top left corner, or upside down in the other corner when the card is turned. A line
is picked out: it keeps its colours, carries a light and the numbers of its steps, and all other tubes are
faded. An answer has large names, and no letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from puzzles.drawing.addresses import card_address, cell_address, tube_address
from puzzles.drawing.blocks import Block
from puzzles.drawing.legend import LegendEntry
from puzzles.drawing.letters import lettering_width, words
from puzzles.drawing.style import Look
from puzzles.drawing.svg import INK, Point, along, dot, line, number, strokes, tag, translation
from puzzles.light_line.cards import SOCKETS, Card, colour_name, ends_of
from puzzles.light_line.drawing.bands import (
    CARD_EDGE,
    CARD_FILL,
    CASING,
    COLOURS,
    DIM,
    FADED_CASING,
    FADED_TUBE,
    LINE_TUBE,
    NEW_FILL,
    PAPER,
    PLAIN_TUBE,
    TubeStyle,
    band,
    gapless_band,
)
from puzzles.light_line.drawing.scene import (
    Axis,
    Scene,
    Step,
    colour_letter,
    tube_names,
)
from puzzles.light_line.drawing.tubes import (
    CARD_HEIGHT,
    CARD_WIDTH,
    are_close,
    curve,
    curve_d,
    free_spot,
    inward,
    letter_spots,
    socket_point,
    translated,
)
from puzzles.light_line.places import Places
from puzzles.texts import Phrase, Translator, phrase

ROUND, DISC, LETTER = 8.0, 6.2, 6.6
# The width of a name in a corner, and its heights; longer names have plates.
CORNER, CORNER_LETTERS = 10.6, (7.0, 5.8, 4.8)
PLATE, PLATE_HIGH, PLATE_LETTERS = 8.0, 5.5, 6.5
# The greatest height of a name in an answer, and its greatest width.
ANSWER_LETTERS, ANSWER_NAME = 24.0, 70.0
UNDERLINE = 4.5
# Where letters have to be higher, tubes have none: they would hide too much.
MAX_TUBE_LETTERS = 12.0
# On paper, the room between a card and its name above it.
ABOVE_CARD = 5.0
SOCKET = 3.6
MARGIN, LABEL, GAP, SPACE = 16.0, 34.0, 30.0, 16.0
# Of a card above it, and of rows and columns in a book.
NAME_LETTERS = 9.0


@dataclass(frozen=True)
class CardView:
    """A card as it is drawn, with its top left corner at `corner`.

    new     whether it is the new card of the puzzle, placed or not
    turned  whether it lies turned
    place   the row and the column of a placed card
    steps   the steps of the line on it, by the numbers of their tubes
    faded   whether its other tubes are faded
    named   whether its name stands on it
    """

    card: Card
    name: str
    corner: Point
    look: Look
    new: bool = False
    turned: bool = False
    place: tuple[int, int] | None = None
    steps: Mapping[int, Step] = field(default_factory=dict)
    faded: bool = False
    named: bool = True

    def fill(self) -> str:
        return NEW_FILL if self.new else CARD_FILL

    def ends(self) -> list[tuple[str, str]]:
        return [ends_of(tube, self.turned) for tube in self.card.tubes]

    @cached_property
    def name_position(self) -> tuple[Point, float, bool]:
        """The middle of the name when the card is not turned, its height, and whether it needs a plate.

        A corner is always free, but small.
        """
        if self.look.answer:
            height = self.look.letters(ANSWER_LETTERS)
            height *= min(1.0, ANSWER_NAME / lettering_width(self.name, height))
            return self._free_spot(height, tuple(self.card.tubes[i].ends for i in self.steps)), height, True
        for height in map(self.look.letters, CORNER_LETTERS):
            if height <= CORNER_LETTERS[0] and (wide := lettering_width(self.name, height)) <= CORNER:
                return (2.8 + wide / 2, 4 + height / 2), height, False
        every = tuple(tube.ends for tube in self.card.tubes)
        height = self.look.letters(PLATE_LETTERS)
        return self._free_spot(height, every), height, True

    def _free_spot(self, height: float, tubes: tuple[tuple[str, str], ...]) -> Point:
        return free_spot(tubes, *_plate_size(self.name, height))

    def curve_d(self, index: int) -> str:
        return curve_d(translated(curve(*self.ends()[index]), self.corner))


def cards_markup(cards: list[CardView]) -> str:
    """The markup of cards that may touch, in layers: nothing of a card covers its neighbour's tubes."""
    at_origin = {id(view): replace(view, corner=(0.0, 0.0)) for view in cards if not view.look.explained}

    def layer(draw: Callable[[CardView], str]) -> str:
        return "".join(_in_place(draw, view, at_origin.get(id(view))) for view in cards)

    layers = [
        tag("g", layer(_ground), data_layer="cards"),
        tag("g", layer(_tubes), data_layer="tubes"),
        layer(_rings),
        layer(_edge),
        "".join(_frame(view) for view in cards if view.new),
        tag("g", layer(_line), data_layer="line") if any(view.steps for view in cards) else "",
        layer(_joints),
        layer(_name),
        tag("g", layer(_letters), data_layer="letters"),
    ]
    return "\n".join(layer for layer in layers if layer)


def _in_place(draw: Callable[[CardView], str], view: CardView, at_origin: CardView | None) -> str:
    """A part of a card. For a book it is drawn at the origin and moved, as equal shapes take few bytes."""
    if at_origin is None:
        return draw(view)
    if draw in _UNLETTERED and not view.steps:
        look = Look(ink=view.look.ink, legend=False)
        part = _part_at_origin(draw, view.card, look, view.new, view.turned, view.faded)
    else:
        part = draw(at_origin)
    return tag("g", part, transform=translation(*view.corner)) if part else ""


@lru_cache(maxsize=2**12)  # the cards of a deck are in many drawings
def _part_at_origin(
    draw: Callable[[CardView], str], card: Card, look: Look, new: bool, turned: bool, faded: bool
) -> str:
    return draw(CardView(card, "", (0.0, 0.0), look, new, turned, faded=faded))


def _cards_apart(cards: list[CardView]) -> str:
    """The markup of nameless cards that do not touch, for a book: card by card, which takes fewer bytes."""
    return "".join(
        tag("g", _card_apart(view.card, _usual(view.look), view.new), transform=translation(*view.corner))
        for view in cards
    )


def _usual(look: Look) -> Look:
    """The same look for all pages on which a card looks the same."""
    return replace(look, proportion=1.0, min_letters=look.letters(LETTER))


@lru_cache(maxsize=2**10)  # as above
def _card_apart(card: Card, look: Look, new: bool) -> str:
    view = CardView(card, "", (0.0, 0.0), look, new, named=False)
    parts = [_ground, _tubes, _rings, _edge, *((_frame,) if new else ()), _letters]
    return "".join(draw(view) for draw in parts)


def _rect(view: CardView, **attributes: str | float) -> str:
    return tag(
        "rect",
        x=view.corner[0],
        y=view.corner[1],
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        rx=ROUND,
        **attributes,
    )


def _ground(view: CardView) -> str:
    cell = {} if view.place is None else {"data_cell": cell_address(*view.place)}
    return _rect(view, fill=view.fill(), data_card=card_address(view.card.id), **cell)


def _edge(view: CardView) -> str:
    return _rect(view, fill="none", stroke=CARD_EDGE, stroke_width=1.1)


def _frame(view: CardView) -> str:
    return _rect(view, fill="none", stroke=INK, stroke_width=3.6)


def _tubes(view: CardView) -> str:
    """The tubes that are not on the line, the later over the earlier."""
    style = FADED_TUBE if view.faded else PLAIN_TUBE
    return "".join(_tube(view, i, style) for i in range(len(view.card.tubes)) if i not in view.steps)


def _line(view: CardView) -> str:
    return "".join(_tube(view, i, LINE_TUBE) for i in view.steps)


def _tube(view: CardView, index: int, style: TubeStyle) -> str:
    colour, address = view.card.tubes[index].colour, tube_address(view.card.id, index)
    d, ink = view.curve_d(index), view.look.ink
    if view.look.explained or index in view.steps or _runs_over_others(view, index):
        return band(d, colour, view.fill(), style, ink, data_tube=address)
    return gapless_band(d, colour, style, ink, data_tube=address)


def _runs_over_others(view: CardView, index: int) -> bool:
    """Whether a tube that is not on the line needs a gap in others, drawn before it."""
    ends = view.ends()
    return any(are_close(ends[index], ends[i]) for i in range(index) if i not in view.steps)


def _joints(view: CardView) -> str:
    """The line across the cards' edges, without a seam, and a ring where it ends."""
    parts = ""
    for i, step in view.steps.items():
        for end in view.ends()[i]:
            (point,) = translated([socket_point(end)], view.corner)
            if end not in step.met:
                parts += tag("circle", cx=point[0], cy=point[1], r=9.5, fill=CASING)
                parts += tag("circle", cx=point[0], cy=point[1], r=5.2, fill=PAPER)
                continue
            way = inward(end)
            across = line(along(point, way, -1), along(point, way, 1))
            parts += gapless_band(across, view.card.tubes[i].colour, LINE_TUBE, view.look.ink)
    return parts


def _rings(view: CardView) -> str:
    """Half a small open ring for every empty socket: two that meet are a whole one."""
    joined_sockets = {end for ends in view.ends() for end in ends}
    d = ""
    for socket in SOCKETS:
        if socket not in joined_sockets:
            (point,) = translated([socket_point(socket)], view.corner)
            left, right = (along(point, inward(socket), 0, aside) for aside in (-SOCKET, SOCKET))
            d += f"M{_pair(left)}A{number(SOCKET)} {number(SOCKET)} 0 0 1 {_pair(right)}"
    return tag("path", d=d, fill=PAPER, stroke=DIM, stroke_width=1.2) if d else ""


# The parts of a card that depend neither on its place nor on any lettering.
_UNLETTERED = frozenset({_tubes, _rings, _edge})


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _name(view: CardView) -> str:
    if not view.named:
        return ""
    middle, height, plated = view.name_position
    (x, y), (left, top) = middle, view.corner
    parts = ""
    if plated:
        wide, high = _plate_size(view.name, height)
        parts += tag(
            "rect",
            x=x - wide / 2,
            y=y - high / 2,
            width=wide,
            height=high,
            rx=3,
            fill=PAPER,
            stroke=CARD_EDGE,
        )
    parts += words(view.name, (x, y - height / 2), height, 0.5)
    if view.look.answer:
        # Away from its corner, a turned 60 would be read as 09.
        half, low = lettering_width(view.name, height) / 2, y + height / 2 + UNDERLINE
        parts += strokes(line((x - half, low), (x + half, low)), 2)
    moving = translation(left, top)
    if view.turned:
        moving = f"{translation(left + CARD_WIDTH, top + CARD_HEIGHT)} rotate(180)"
    return tag("g", parts, transform=moving)


def _plate_size(name: str, height: float) -> Point:
    room = 0.0 if height <= PLATE_LETTERS else 2 * UNDERLINE
    return lettering_width(name, height) + PLATE, height + PLATE_HIGH + room


def _letters(view: CardView) -> str:
    height = view.look.letters(LETTER)
    if view.look.answer or height > MAX_TUBE_LETTERS:
        return ""
    plates: tuple[Point, ...] = ()
    if view.named and view.name_position[2]:
        (x, y), _, _ = view.name_position
        plates = ((CARD_WIDTH - x, CARD_HEIGHT - y) if view.turned else (x, y),)
    names = tube_names(view.card, view.look.translator)
    parts = ""
    for i, spot in enumerate(letter_spots(tuple(view.ends()), plates)):
        (point,) = translated([spot], view.corner)
        if i in view.steps:
            parts += pill(f"{view.steps[i].number} {names[i]}", point)
        else:
            parts += disc(names[i], point, view.faded, height, dots=not view.look.explained)
    return parts


def disc(letters: str, at: Point, dim: bool = False, height: float = LETTER, dots: bool = False) -> str:
    """The letter of a tube, and its number where its colour has several. `dots`: on two dots instead of a
    circle, which take fewer bytes in a book."""
    x, y = at
    radius = DISC * height / LETTER
    if len(letters) > 1 and height == LETTER:
        height = 5.2
    elif len(letters) > 1:
        radius = max(radius, lettering_width(letters, height) / 2 + 2)
    edge, colour = (FADED_CASING, DIM) if dim else (CASING, INK)
    if dots:
        ground = dot(at, radius + 0.5, edge) + dot(at, radius - 0.5, PAPER)
    else:
        ground = tag("circle", cx=x, cy=y, r=radius, fill=PAPER, stroke=edge, stroke_width=1)
    return ground + words(letters, (x, y - height / 2), height, 0.5, colour)


def pill(letters: str, at: Point) -> str:
    """A step's number on the line and the letter of its tube."""
    (x, y), wide = at, lettering_width(letters, LETTER) + 8
    ground = tag("rect", x=x - wide / 2, y=y - 7, width=wide, height=14, rx=7, fill=CASING, stroke=PAPER)
    return ground + words(letters, (x, y - LETTER / 2), LETTER, 0.5, PAPER)


def board(scene: Scene, new: str | None, look: Look) -> Block:
    """The cards on the table, with the numbers of rows and columns.

    In a book that has a new card, rows and columns have the names of cells; otherwise it has no use for them,
    except where they say how wide a gap is.
    """
    rows = Axis((placed_card.row for placed_card in scene.layout), CARD_HEIGHT, GAP)
    cols = Axis((placed_card.col for placed_card in scene.layout), CARD_WIDTH, GAP)
    in_book = not look.explained and new is not None
    labelled = look.explained or bool(rows.gaps or cols.gaps)
    left, top = (LABEL, LABEL / 2) if labelled else (0.0, 0.0)
    if in_book:
        high = look.letters(NAME_LETTERS)
        left, top = 1.6 * high, high + ABOVE_CARD
    cards = [
        CardView(
            scene.cards[placed_card.card],
            scene.names[placed_card.card],
            (left + cols.starts[placed_card.col], top + rows.starts[placed_card.row]),
            look,
            placed_card.card == new,
            placed_card.turned,
            placed_card.cell,
            {step.tube: step for step in scene.steps if step.card == placed_card.card},
            bool(scene.steps),
            named=not in_book,
        )
        for placed_card in scene.layout
    ]

    def markup() -> str:
        if in_book:
            labels = _cell_names(scene, new, rows, cols, look)
        else:
            labels = _labels(scene.places, rows, cols, look.translator) if labelled else iter(())
        return "".join(labels) + cards_markup(cards)

    return Block(markup, left + cols.length, top + rows.length)


def _cell_names(scene: Scene, new: str | None, rows: Axis, cols: Axis, look: Look) -> Iterator[str]:
    """The letters of the columns and the numbers of the rows, but for those of the new card alone."""
    high, places = look.letters(NAME_LETTERS), scene.places
    cells = [placed_card.cell for placed_card in scene.layout if placed_card.card != new]
    last_row, last_col = (max(cell[i] for cell in cells) for i in range(2))
    for row, y in rows.starts.items():
        if places.top <= row <= last_row:
            at = high, high + ABOVE_CARD + y + CARD_HEIGHT / 2 - high / 2
            yield words(places.row_label(row), at, high, 1, DIM)
    for col, x in cols.starts.items():
        if places.left <= col <= last_col:
            at = 1.6 * high + x + CARD_WIDTH / 2, 0
            yield words(places.column_label(col), at, high, 0.5, DIM)


def _labels(places: Places, rows: Axis, cols: Axis, translator: Translator) -> Iterator[str]:
    for value, x in cols.starts.items():
        if value < places.left:
            continue
        column = translator.text("light_line.drawing.column", col=places.column_label(value))
        yield words(column, (LABEL + x + CARD_WIDTH / 2, 3), 6, 0.5, DIM)
    for value, y in rows.starts.items():
        if value < places.top:
            continue
        row = translator.text("light_line.drawing.row")
        yield words(row, (LABEL - 10, LABEL / 2 + y + CARD_HEIGHT / 2 - 7), 6, 1, DIM)
        yield words(places.row_label(value), (LABEL - 10, LABEL / 2 + y + CARD_HEIGHT / 2 + 4), 6, 1, DIM)
    tears = [
        line((LABEL + x + GAP / 2, LABEL / 2), (LABEL + x + GAP / 2, LABEL / 2 + rows.length))
        for x in cols.gaps
    ]
    tears += [
        line((LABEL, LABEL / 2 + y + GAP / 2), (LABEL + cols.length, LABEL / 2 + y + GAP / 2))
        for y in rows.gaps
    ]
    for tear in tears:
        yield tag("path", d=tear, fill="none", stroke=CARD_EDGE, stroke_width=1.4, stroke_dasharray="2 5")


def shelf(scene: Scene, cards: tuple[Card, ...], per_row: int, new: str | None, look: Look) -> Block:
    """Cards apart from each other in rows. On paper each has its name above it; a new one needs none."""
    named = [look.on_paper and card.id != new for card in cards]
    high = look.letters(NAME_LETTERS)
    above = high + ABOVE_CARD if any(named) else 0.0
    across, down = CARD_WIDTH + SPACE, CARD_HEIGHT + SPACE + above
    corners = [(i % per_row * across, i // per_row * down + above) for i in range(len(cards))]
    views = [
        CardView(card, scene.names[card.id], corner, look, card.id == new, named=not look.on_paper)
        for card, corner in zip(cards, corners, strict=True)
    ]

    def markup() -> str:
        names = "".join(
            words(view.name, (view.corner[0] + CARD_WIDTH / 2, view.corner[1] - above), high, 0.5)
            for view, is_named in zip(views, named, strict=True)
            if is_named
        )
        return (_cards_apart if look.on_paper else cards_markup)(views) + names

    in_row, rows = min(per_row, len(cards)), -(-len(cards) // per_row)
    return Block(markup, in_row * across - SPACE, rows * down - SPACE)


def legend_entries(scene: Scene, look: Look) -> list[LegendEntry]:
    """The letters of the colours of the cards, and the signs of turned cards and of the line."""
    present = {tube.colour for card in scene.cards.values() for tube in card.tubes}
    items: list[tuple[str, float, Phrase]] = []
    for colour in COLOURS:
        if colour in present:
            # A pattern has to be seen on both sides of the letter.
            half = 10.0 if look.ink == "colour" else 20.0
            sample = band(line((-half, 0), (half, 0)), colour, PAPER, PLAIN_TUBE, look.ink)
            letter = look.translator.render(colour_letter(colour))
            items.append((sample + disc(letter, (0, 0)), 2 * half, colour_name(colour)))
    if any(placed_card.turned for placed_card in scene.layout):
        items.append((_turned_icon(), 12.0, phrase("light_line.drawing.turned")))
    if scene.steps:
        step = pill(f"1 {look.translator.render(colour_letter('red'))}", (0, 0))
        items.append((step, 22.0, phrase("light_line.drawing.step")))
        ring = tag("circle", cx=0, cy=0, r=7, fill=CASING) + tag("circle", cx=0, cy=0, r=3.8, fill=PAPER)
        items.append((ring, 14.0, phrase("light_line.drawing.line_end")))
    return [LegendEntry(sign, wide, look.translator.render(meaning)) for sign, wide, meaning in items]


def _turned_icon() -> str:
    card = tag("rect", x=-6, y=-8.5, width=12, height=17, rx=2, fill=CARD_FILL, stroke=CARD_EDGE)
    return card + tag("g", words("4", (-4, -6.7), 6), transform="rotate(180)")
