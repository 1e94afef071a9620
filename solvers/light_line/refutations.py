"""Simple refutations, in words: why there is no line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzles.light_line.cards import BLACK, COLOURS, Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.place import PlacePuzzle
from puzzles.light_line.solo import SoloPuzzle
from puzzles.plural import plural
from solvers.light_line.palette import Palette, full_palettes, palettes

# The most cards that a message names where several are the reason.
_NAMED = 3


def refute_solo(puzzle: SoloPuzzle) -> str | None:
    """Returns which cards no line of any one colour can pass together."""
    tubeless = [card.id for card in puzzle.cards if not card.tubes]
    if tubeless:
        return f"{_cards(tubeless)} no tube"
    colours_by_card = [(card.id, {tube.colour for tube in card.tubes}) for card in puzzle.cards]
    reasons = []
    for colour in COLOURS:
        lacking = [name for name, colours in colours_by_card if not colours & {colour, BLACK}]
        if not lacking:
            return None
        if colour != BLACK:
            reasons.append(f"{_cards(lacking)} no {colour} or {BLACK} tube")
    return "no colour is on every card: " + "; ".join(reasons)


def refute_solo_thoroughly(puzzle: SoloPuzzle) -> str | None:
    from solvers.light_line.socket_parity import max_cards_of_line  # noqa: PLC0415  # loads numpy, which few calls need

    split, max_cards = [], {}
    for palette in full_palettes(puzzle.cards):
        words = _disconnected(palette, puzzle.cards)
        if words is None:
            max_cards[palette.colour] = max_cards_of_line(palette)
        else:
            split.append(f"in {palette.colour}, {words}")
    if not (split or max_cards) or max(max_cards.values(), default=0) >= len(puzzle.cards):
        return None
    return "; ".join(split + ([_uneven(max_cards, len(puzzle.cards))] if max_cards else []))


def refute_longest(puzzle: LongestPuzzle) -> str | None:
    return None if any(card.tubes for card in puzzle.cards) else "no card has a tube"


def refute_head(puzzle: HeadPuzzle) -> str | None:
    if puzzle.length > len(puzzle.cards):
        have = len(puzzle.cards)
        there_are = f"there {'is' if have == 1 else 'are'} only {have}"
        return f"{plural(puzzle.length, 'card')} must be laid, but {there_are}"
    largest = max(palettes(puzzle.cards, wild=False), key=lambda p: len(p.cards))
    if len(largest.cards) < puzzle.length:
        most = plural(len(largest.cards), "card")
        return f"no colour is on more than {most}, but the line needs {puzzle.length}"
    return None


def refute_head_thoroughly(puzzle: HeadPuzzle) -> str | None:
    from solvers.light_line.socket_parity import max_cards_of_line  # noqa: PLC0415  # as above

    max_cards = {
        palette.colour: max_cards_of_line(palette, single=True)
        for palette in palettes(puzzle.cards, wild=False)
        if len(palette.cards) >= puzzle.length
    }
    if not max_cards or max(max_cards.values()) >= puzzle.length:
        return None
    return _uneven(max_cards, puzzle.length)


def _cards(names: Sequence[str]) -> str:
    """Returns the beginning of a sentence about cards, up to the word "has" or "have"."""
    first = ", ".join(names[:_NAMED])
    if len(names) > _NAMED:
        return f"cards {first} and {len(names) - _NAMED} more have"
    return f"cards {first} have" if len(names) > 1 else f"card {first} has"


def _disconnected(palette: Palette, cards: Sequence[Card]) -> str | None:
    """Returns which cards no joins connect with the others; None where all are connected."""
    near: dict[int, set[int]] = {card: set() for card in palette.cards}
    for join in palette.joins:
        a, b = palette.sections[join.one[0]].card, palette.sections[join.other[0]].card
        near[a].add(b)
        near[b].add(a)
    connected = {palette.cards[0]}
    stack = [palette.cards[0]]
    while stack:
        more = near[stack.pop()] - connected
        connected |= more
        stack += more
    if len(connected) == len(palette.cards):
        return None
    apart = [card for card in palette.cards if card not in connected]
    fewer = min((sorted(connected), apart), key=len)
    names = [cards[i].id for i in fewer]
    return f"{_cards(names)} no tube that can meet one of the others"


def _uneven(max_cards: Mapping[str, int], length: int) -> str:
    """Returns for each colour how many cards a line can run through at most, by the ends of the tubes."""
    limits = ", ".join(f"{plural(number, 'card')} in {colour}" for colour, number in max_cards.items())
    return f"the tubes' ends do not pair up: a line can run through at most {limits}, but it needs {length}"


def refute_place(puzzle: PlacePuzzle) -> str | None:
    own_colours = {tube.colour for tube in puzzle.card.tubes}
    if not own_colours:
        return f"card {puzzle.card.id} has no tube"
    if not own_colours & {tube.colour for card in puzzle.cards for tube in card.tubes}:
        return f"no card on the table has a tube in any of the colours of card {puzzle.card.id}"
    return None
