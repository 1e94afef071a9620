"""Simple arguments, in words, why there is no line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzles.light_line.cards import BLACK, COLOURS, Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.place import PlacePuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.palette import Palette, full_palettes, palettes

# How many cards are named where several are to blame.
_NAMED = 3


def refute_solo(puzzle: SoloPuzzle) -> str | None:
    """Cards that no line of any one colour passes together."""
    bare = [card.id for card in puzzle.cards if not card.tubes]
    if bare:
        return f"{_cards(bare)} no tube"
    own = [(card.id, {each.colour for each in card.tubes}) for card in puzzle.cards]
    said = []
    for colour in COLOURS:
        lacking = [name for name, colours in own if not colours & {colour, BLACK}]
        if not lacking:
            return None
        if colour != BLACK:
            said.append(f"{_cards(lacking)} no {colour} or {BLACK} tube")
    return "no colour is on every card: " + "; ".join(said)


def explain_solo(puzzle: SoloPuzzle) -> str | None:
    from solvers.light_line.socket_parity import most_cards  # noqa: PLC0415  # loads numpy: few ask for it

    torn, most = [], {}
    for palette in full_palettes(puzzle.cards):
        words = _torn(palette, puzzle.cards)
        if words is None:
            most[palette.colour] = most_cards(palette)
        else:
            torn.append(f"in {palette.colour} {words}")
    if not (torn or most) or max(most.values(), default=0) >= len(puzzle.cards):
        return None
    return "; ".join(torn + ([_uneven(most, len(puzzle.cards))] if most else []))


def refute_longest(puzzle: LongestPuzzle) -> str | None:
    return None if any(card.tubes for card in puzzle.cards) else "no card has a tube"


def refute_head(puzzle: HeadPuzzle) -> str | None:
    if puzzle.length > len(puzzle.cards):
        return f"{puzzle.length} cards are to be laid, and there are {len(puzzle.cards)}"
    most = max(palettes(puzzle.cards, wild=False), key=lambda p: len(p.cards))
    if len(most.cards) < puzzle.length:
        return f"no colour is on more than {len(most.cards)} cards, and it takes {puzzle.length}"
    return None


def explain_head(puzzle: HeadPuzzle) -> str | None:
    from solvers.light_line.socket_parity import most_cards  # noqa: PLC0415  # as above

    most = {
        palette.colour: most_cards(palette, once=True)
        for palette in palettes(puzzle.cards, wild=False)
        if len(palette.cards) >= puzzle.length
    }
    if not most or max(most.values()) >= puzzle.length:
        return None
    return _uneven(most, puzzle.length)


def _cards(names: Sequence[str]) -> str:
    """Some cards, and that they have: what, is for the caller to say."""
    shown = ", ".join(names[:_NAMED])
    if len(names) > _NAMED:
        return f"cards {shown} and {len(names) - _NAMED} more have"
    return f"cards {shown} have" if len(names) > 1 else f"card {shown} has"


def _torn(palette: Palette, cards: Sequence[Card]) -> str | None:
    """Cards that no joins connect."""
    near: dict[int, set[int]] = {card: set() for card in palette.cards}
    for join in palette.joins:
        a, b = palette.pieces[join.one[0]].card, palette.pieces[join.other[0]].card
        near[a].add(b)
        near[b].add(a)
    reached = {palette.cards[0]}
    look = [palette.cards[0]]
    while look:
        more = near[look.pop()] - reached
        reached |= more
        look += more
    if len(reached) == len(palette.cards):
        return None
    apart = [card for card in palette.cards if card not in reached]
    fewer = min((sorted(reached), apart), key=len)
    names = [cards[i].id for i in fewer]
    return f"{_cards(names)} no tube that can meet one of the others"


def _uneven(most: Mapping[str, int], wanted: int) -> str:
    """What the ends of the tubes say of each colour: how many cards a line passes at most."""
    told = ", ".join(f"{number} in {colour}" for colour, number in most.items())
    return f"the tubes' ends do not pair up: a line passes at most {told}, and it takes {wanted}"


def refute_place(puzzle: PlacePuzzle) -> str | None:
    own = {each.colour for each in puzzle.card.tubes}
    if not own:
        return f"card {puzzle.card.id} has no tube"
    if not own & {each.colour for card in puzzle.cards for each in card.tubes}:
        return f"no card that lies has a tube of a colour of card {puzzle.card.id}"
    return None
