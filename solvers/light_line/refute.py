"""Simple arguments, in words, why there is no line."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.light_line.cards import BLACK, Card
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.place import PlacePuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.ends import most_cards
from solvers.light_line.palette import Palette, palettes

# How many cards are named where several are to blame.
_NAMED = 3


def refute_solo(puzzle: SoloPuzzle) -> str | None:
    """Cards that no line of any one colour passes together."""
    bare = [card.id for card in puzzle.cards if not card.tubes]
    if bare:
        return f"{_cards(bare)} no tube"
    lacking = {
        p.colour: [card.id for i, card in enumerate(puzzle.cards) if not p.on_card[i]]
        for p in palettes(puzzle.cards, wild=True)
    }
    if all(lacking.values()):
        said = (f"{_cards(names)} no {colour} or {BLACK} tube" for colour, names in lacking.items())
        return "no colour is on every card: " + "; ".join(said)
    return None


def explain_solo(puzzle: SoloPuzzle) -> str | None:
    said = []
    for palette in palettes(puzzle.cards, wild=True):
        if len(palette.cards) == palette.size:
            words = _torn(palette, puzzle.cards) or _uneven(palette, palette.size, once=False)
            if words is None:
                return None
            said.append(f"{palette.colour}: {words}")
    return "; ".join(said) or None


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
    said = []
    for palette in palettes(puzzle.cards, wild=False):
        if len(palette.cards) >= puzzle.length:
            words = _uneven(palette, puzzle.length, once=True)
            if words is None:
                return None
            said.append(f"{palette.colour}: {words}")
    return "; ".join(said) or None


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


def _uneven(palette: Palette, wanted: int, once: bool) -> str | None:
    most = most_cards(palette, once)
    if most >= wanted:
        return None
    return f"by where its tubes end a line passes {most} cards at most, and it takes {wanted}"


def refute_place(puzzle: PlacePuzzle) -> str | None:
    own = {each.colour for each in puzzle.card.tubes}
    if not own:
        return f"card {puzzle.card.id} has no tube"
    if not own & {each.colour for card in puzzle.cards for each in card.tubes}:
        return f"no card that lies has a tube of a colour of card {puzzle.card.id}"
    return None
