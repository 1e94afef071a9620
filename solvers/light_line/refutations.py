"""Simple refutations: why there is no line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from puzzles.light_line.cards import BLACK, COLOURS, Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.place import PlacePuzzle
from puzzles.light_line.solo import SoloPuzzle
from puzzles.texts import Part, Phrase, phrase
from solvers.light_line.palette import Palette, full_palettes, palettes

# The most cards that a message names where several are the reason.
_NAMED = 3


def refute_solo(puzzle: SoloPuzzle) -> Phrase | None:
    """Returns which cards no line of any one colour can pass together."""
    tubeless = [card.id for card in puzzle.cards if not card.tubes]
    if tubeless:
        return _about_cards("no_tube", tubeless)
    colours_by_card = [(card.id, {tube.colour for tube in card.tubes}) for card in puzzle.cards]
    reasons = []
    for colour in COLOURS:
        lacking = [name for name, colours in colours_by_card if not colours & {colour, BLACK}]
        if not lacking:
            return None
        if colour != BLACK:
            reasons.append(_about_cards("no_tube_of", lacking, colour=_in_colour(colour)))
    return phrase("light_line.refutation.no_common_colour", reasons=_joined(reasons))


def refute_solo_thoroughly(puzzle: SoloPuzzle) -> Phrase | None:
    from solvers.light_line.socket_parity import max_cards_of_line  # noqa: PLC0415  # loads numpy, which few calls need

    split: list[Phrase] = []
    max_cards: dict[str, int] = {}
    for palette in full_palettes(puzzle.cards):
        reason = _disconnected(palette, puzzle.cards)
        if reason is None:
            max_cards[palette.colour] = max_cards_of_line(palette)
        else:
            split.append(reason)
    if not (split or max_cards) or max(max_cards.values(), default=0) >= len(puzzle.cards):
        return None
    return _joined(split + ([_uneven(max_cards, len(puzzle.cards))] if max_cards else []))


def refute_longest(puzzle: LongestPuzzle) -> Phrase | None:
    return None if any(card.tubes for card in puzzle.cards) else phrase("light_line.refutation.no_tubes")


def refute_head(puzzle: HeadPuzzle) -> Phrase | None:
    if puzzle.length > len(puzzle.cards):
        return phrase("light_line.refutation.too_few_cards", length=puzzle.length, n=len(puzzle.cards))
    largest = max(palettes(puzzle.cards, wild=False), key=lambda p: len(p.cards))
    if len(largest.cards) < puzzle.length:
        most = len(largest.cards)
        return phrase("light_line.refutation.too_few_of_a_colour", n=most, length=puzzle.length)
    return None


def refute_head_thoroughly(puzzle: HeadPuzzle) -> Phrase | None:
    from solvers.light_line.socket_parity import max_cards_of_line  # noqa: PLC0415  # as above

    max_cards = {
        palette.colour: max_cards_of_line(palette, single=True)
        for palette in palettes(puzzle.cards, wild=False)
        if len(palette.cards) >= puzzle.length
    }
    if not max_cards or max(max_cards.values()) >= puzzle.length:
        return None
    return _uneven(max_cards, puzzle.length)


def _about_cards(text: str, names: Sequence[str], **parts: Part) -> Phrase:
    """Returns a sentence about cards, of which it names the first."""
    cards: Part = tuple(names[:_NAMED])
    if len(names) > _NAMED:
        cards = phrase("light_line.refutation.and_more", cards=cards, more=len(names) - _NAMED)
    return phrase(f"light_line.refutation.{text}", cards=cards, n=len(names), **parts)


def _in_colour(colour: str) -> Phrase:
    return phrase(f"light_line.refutation.in_colour.{colour}")


def _joined(reasons: Sequence[Phrase]) -> Phrase:
    return reduce(lambda one, other: phrase("light_line.refutation.both", one=one, other=other), reasons)


def _disconnected(palette: Palette, cards: Sequence[Card]) -> Phrase | None:
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
    return _about_cards("apart", names, colour=_in_colour(palette.colour))


def _uneven(max_cards: Mapping[str, int], length: int) -> Phrase:
    """Returns for each colour how many cards a line can run through at most, by the ends of the tubes."""
    limits = tuple(
        phrase("light_line.refutation.cards_of", n=number, colour=_in_colour(colour))
        for colour, number in max_cards.items()
    )
    return phrase("light_line.refutation.uneven_ends", limits=limits, length=length)


def refute_place(puzzle: PlacePuzzle) -> Phrase | None:
    own_colours = {tube.colour for tube in puzzle.card.tubes}
    if not own_colours:
        return _about_cards("no_tube", [puzzle.card.id])
    if not own_colours & {tube.colour for card in puzzle.cards for tube in card.tubes}:
        return phrase("light_line.refutation.no_such_colours", card=puzzle.card.id)
    return None
