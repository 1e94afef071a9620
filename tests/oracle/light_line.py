"""An independent brute force for LIGHT-LINE!, written from the rules alone.

It works on well-formed JSON documents, and shares no code with the engines it is compared with. Rows count
downwards, columns to the right; both may be any integers.
The searches of this file place cards in every possible way and examine the result. `light_line_grown` finds
the same in another way, and `light_line_legal` judges solutions with its own definition of how sockets meet.

Where the sheet is silent or ambiguous, the oracle takes these readings:
- Sockets meet only across the side that two cells share. Nothing meets round a corner.
- A tube may join two sockets of one side, for the sheet asks only for two different sockets.
- A socket meets at most one other, so a section is joined to at most two, and every line is a piece of one
  path or ring of sections. "Different sections" therefore means: no section twice. A card may come again,
  with another section. Two sections of one card are never joined to each other, but may be through others.
- A line that closes into a ring is a line: it may be cut open anywhere. Two cards can make a ring of two
  sections, which meet in two places.
- A single section is a line, of length 1. So one card that has a tube is a solved `solo`, of one layout.
- In `solo` a black section serves lines of any colour, but no single line has two colours other than black.
- A line need not be followed to its ends, in any kind: in `head` the sections beyond the chosen ones may lie
  on any of the cards, or be none.
- In `solo` a card that looks the same when turned still has two ways to lie, and equal cards are told apart
  by id: layouts are counted, not pictures.
- In `longest` cards off the line may lie anywhere, apart from the others too; the score counts the cards of
  the line that is given, which need not be the longest of its layout. A deal with any tube has at least 1.
- `longest` and `head` have no count.
- In `head` a line of `length` 1 is any tube.
- In `place` a line is a whole path or ring of one colour, and one grows if it had a section before the card
  came. A new section joined to nothing starts a line; it makes none grow and scores nothing. If several
  sections of the card end up in one line, that line counts once, with all of its sections.
- In `place` the card never lies apart, even though the layout it is added to may be in several parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations, permutations, product
from typing import Any, NamedTuple

COLOURS = ("red", "yellow", "green", "blue", "black")
MAX_FOR_A_PLACING = 10

Cell = tuple[int, int]
# Where sockets can meet: "h" for the level side above the cell, "v" for the upright side left of it; the row
# and column of the cell; and the number of the socket. Two sockets meet if they are at the same point.
Point = tuple[str, int, int, int]


class Placed(NamedTuple):
    card: str
    row: int
    col: int
    turned: bool


class Section(NamedTuple):
    card: str
    tube: int
    colour: str
    ends: tuple[Point, Point]


Layout = tuple[Placed, ...]  # in the order of the cards' ids
Placing = tuple[int, int, bool]


def point(socket: str, row: int, col: int, turned: bool) -> Point:
    side, number = socket[0], int(socket[1])
    if turned:
        side, number = {"N": "S", "S": "N", "E": "W", "W": "E"}[side], 2 - number
    if side in "NS":
        return "h", row + (side == "S"), col, number
    return "v", row, col + (side == "E"), number


class Deal:
    """The cards of a puzzle, by id."""

    def __init__(self, cards: Iterable[dict[str, Any]]) -> None:
        self.cards = {card["id"]: card for card in cards}
        self.ids = tuple(sorted(self.cards))
        self.sections = cache(self._sections)

    def _sections(self, placed: Placed) -> tuple[Section, ...]:
        card, row, col, turned = placed
        return tuple(
            Section(card, index, colour, (point(start, row, col, turned), point(end, row, col, turned)))
            for index, (colour, start, end) in enumerate(self.cards[card]["tubes"])
        )

    def strands(self, layout: Layout, colours: set[str]) -> list[list[Section]]:
        """The longest lines of these colours, each as its sections in no order.

        That is: classes of sections that are joined, directly or through others. As a socket meets at most
        one other, such a class is a path or a ring, so there is one line through all of its sections.
        """
        at: dict[Point, list[Section]] = {}
        for section in chain.from_iterable(map(self.sections, layout)):
            if section.colour in colours:
                strand = [section]
                first, second = (at.get(end, []) for end in section.ends)
                strand += first
                if second is not first:
                    strand += second
                for member in strand:
                    for end in member.ends:
                        at[end] = strand
        return list({id(strand): strand for strand in at.values()}.values())


def palettes(wild: bool) -> list[set[str]]:
    """The sets of colours that a line may have; a line of black only is in all the wild ones."""
    if wild:
        return [{colour, "black"} for colour in COLOURS if colour != "black"]
    return [{colour} for colour in COLOURS]


def in_order(strand: list[Section]) -> tuple[list[Section], bool]:
    """Returns a strand in the order of its line, and whether it is a ring."""
    at: dict[Point, list[Section]] = {}
    for section in strand:
        for end in section.ends:
            at.setdefault(end, []).append(section)
    loose = [end for end, members in at.items() if len(members) == 1]
    entry = loose[0] if loose else strand[0].ends[0]
    line = [at[entry][0]]
    while len(line) < len(strand):
        entry = line[-1].ends[1] if line[-1].ends[0] == entry else line[-1].ends[0]
        line += [section for section in at[entry] if section is not line[-1]]
    return line, not loose


@cache
def shapes(size: int) -> tuple[frozenset[Cell], ...]:
    """All connected sets of `size` cells, each shifted so that its least row and least column are 0."""
    if size == 1:
        return (frozenset({(0, 0)}),)
    larger_shapes = {
        shifted(shape | {beside})
        for shape in shapes(size - 1)
        for cell in shape
        for beside in neighbours(cell)
        if beside not in shape
    }
    return tuple(sorted(larger_shapes, key=sorted))


def shifted(shape: frozenset[Cell]) -> frozenset[Cell]:
    top, left = min(row for row, _ in shape), min(col for _, col in shape)
    return frozenset((row - top, col - left) for row, col in shape)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    row, col = cell
    return (row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)


def canonical(layout: Iterable[Placed]) -> Layout:
    """Returns the canonical form under shifts and half turns: first card unturned, corner at 0, 0.

    The half turn of the whole turns every card, so of the two exactly one has its first card not turned.
    """
    placed_cards = sorted(layout)
    if placed_cards[0].turned:
        placed_cards = [Placed(card, -row, -col, not turned) for card, row, col, turned in placed_cards]
    top, left = min(placed.row for placed in placed_cards), min(placed.col for placed in placed_cards)
    return tuple(Placed(card, row - top, col - left, turned) for card, row, col, turned in placed_cards)


def as_layout(entries: Iterable[dict[str, Any]]) -> Layout:
    """The layout of a solution document."""
    placed_cards = (
        Placed(item["card"], int(item["row"]), int(item["col"]), item["turned"]) for item in entries
    )
    return tuple(sorted(placed_cards))


def connected_layouts(ids: tuple[str, ...]) -> Iterator[Layout]:
    """Every layout of just these cards, in canonical form, on which a line could pass all of them.

    Nothing is missed. Two joined sections lie on neighbouring cells, so the cells that a line passes are
    connected; with a card on every cell the layout is a connected shape. All such shapes
    are here up to shifts (take away a cell that is a leaf of a spanning tree: what is left is connected and
    one smaller), and in each shape all orders of the cards and all ways to turn them, save that the first
    stays unturned, which leaves one of every pair of layouts that are half turns of each other.
    """
    for shape in shapes(len(ids)):
        for cells in permutations(sorted(shape)):
            for turns in product((False, True), repeat=len(ids) - 1):
                placings = zip(ids, cells, (False, *turns), strict=True)
                yield tuple(Placed(card, row, col, turned) for card, (row, col), turned in placings)


def passes_all(deal: Deal, layout: Layout, wild: bool) -> bool:
    """Whether a line passes every card; if one does, so does the strand of which it is a piece."""
    return any(
        len({section.card for section in strand}) == len(layout)
        for colours in palettes(wild)
        for strand in deal.strands(layout, colours)
    )


def passes_each_once(deal: Deal, layout: Layout, wild: bool) -> bool:
    """Whether there is a line with exactly one section on every card."""
    size = len(layout)
    for colours in palettes(wild):
        for strand in deal.strands(layout, colours):
            line, ring = in_order(strand)
            if len(line) < size:
                continue
            # A ring may be cut open anywhere, so its pieces may run on past the end of the list.
            starts = len(line) if ring else len(line) - size + 1
            pieces = ((line + line)[start : start + size] for start in range(starts))
            if any(len({section.card for section in piece}) == size for piece in pieces):
                return True
    return False


def has_ring(deal: Deal, layout: Layout, wild: bool) -> bool:
    """Whether there is a ring with a section on every card."""
    return any(
        in_order(strand)[1] and len({section.card for section in strand}) == len(layout)
        for colours in palettes(wild)
        for strand in deal.strands(layout, colours)
    )


def layouts_solo(document: dict[str, Any]) -> set[Layout]:
    deal = Deal(document["cards"])
    if any(not card["tubes"] for card in document["cards"]):
        return set()
    return {layout for layout in connected_layouts(deal.ids) if passes_all(deal, layout, wild=True)}


def solo_count(document: dict[str, Any]) -> int:
    return len(layouts_solo(document))


def solo_solvable(document: dict[str, Any]) -> bool:
    deal = Deal(document["cards"])
    return any(passes_all(deal, layout, wild=True) for layout in connected_layouts(deal.ids))


def best_longest(document: dict[str, Any]) -> int | None:
    """Returns the greatest score, or None if there is no tube.

    Only the cards of the line need to be placed, because removing the others leaves the line unchanged.
    """
    deal = Deal(document["cards"])
    for size in range(len(deal.ids), 0, -1):
        for ids in combinations(deal.ids, size):
            if any(passes_all(deal, layout, wild=False) for layout in connected_layouts(ids)):
                return size
    return None


def head_possible(document: dict[str, Any]) -> bool:
    deal = Deal(document["cards"])
    return any(
        passes_each_once(deal, layout, wild=False)
        for ids in combinations(deal.ids, int(document["length"]))
        for layout in connected_layouts(ids)
    )


def placings(document: dict[str, Any]) -> dict[Placing, int]:
    """Returns every legal placing with its score."""
    new = document["card"]["id"]
    deal = Deal([*(item["card"] for item in document["layout"]), document["card"]])
    layout = as_layout({**item, "card": item["card"]["id"]} for item in document["layout"])
    cells = {(placed.row, placed.col) for placed in layout}
    beside = {cell for old in cells for cell in neighbours(old)} - cells
    score_by_placing: dict[Placing, int] = {}
    for (row, col), turned in product(sorted(beside), (False, True)):
        extended = (*layout, Placed(new, row, col, turned))
        score = 0
        for colours in palettes(wild=False):
            for strand in deal.strands(extended, colours):
                if {section.card == new for section in strand} == {False, True}:
                    score += len(strand)
        if score:
            score_by_placing[row, col, turned] = min(score, MAX_FOR_A_PLACING)
    return score_by_placing


def kidz(document: dict[str, Any]) -> bool:
    """Whether the card can be placed, as in KIDZ-LINE."""
    return bool(placings(document))
