"""The printed cards, as far as it is known of what form they are, and what of a deck is otherwise.

Nothing here is asked of a puzzle: the checker and the engines take any card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puzzles.errors import Problem
from puzzles.light_line.cards import MEETS, TURNED, Tube, tube
from puzzles.light_line.deck import Deck, DeckCard
from puzzles.shape import quote

# On every card, each of another colour.
TUBES = 4
# How many cards of the printed deck have which back.
BACKS = {2: 13, 3: 21, 4: 13, 5: 13}
CARDS = sum(BACKS.values())


def joinable(one: str, other: str) -> bool:
    """Straight: opposite sides at equal places. One bend: neighbouring sides."""
    if MEETS[one][0] == other[0]:
        return MEETS[one] == other
    return one[0] != other[0]


def face_key(tubes: tuple[Tube, ...]) -> frozenset[frozenset[Tube]]:
    """The same for a face and its half turn, and for no other."""
    turned = frozenset(tube(each.colour, *(TURNED[end] for end in each.ends)) for each in tubes)
    return frozenset((frozenset(tubes), turned))


def remarks(deck: Deck) -> tuple[Problem, ...]:
    """What is not as in the printed deck, which makes no deck wrong."""
    of_cards = (remark for i, each in enumerate(deck.cards) for remark in _of_card(each, f"/cards/{i}"))
    return (*_of_numbers(deck), *of_cards, *_of_twins(deck))


def _of_numbers(deck: Deck) -> Iterator[Problem]:
    if len(deck.cards) != CARDS:
        yield Problem("/cards", f"{len(deck.cards)} cards; the printed deck has {CARDS}")
    backs = Counter(each.back for each in deck.cards)
    if any(backs[back] != n for back, n in BACKS.items()):
        names, found = ", ".join(map(str, BACKS)), ", ".join(str(backs[back]) for back in BACKS)
        printed = ", ".join(map(str, BACKS.values()))
        yield Problem("/cards", f"backs {names}: {found} cards; in the printed deck {printed}")


def _of_card(of: DeckCard, at: str) -> Iterator[Problem]:
    name, tubes = f"card {quote(of.card.id)}", of.card.tubes
    if of.back is None:
        yield Problem(at, f"{name} has no back")
    colours = len({each.colour for each in tubes})
    if not len(tubes) == colours == TUBES:
        told = f"{name} has {len(tubes)} tubes of {colours} colours"
        yield Problem(f"{at}/tubes", f"{told}; a printed one has {TUBES} of {TUBES}")
    for i, each in enumerate(tubes):
        if not joinable(*each.ends):
            told = f"{name} has a tube from {each.ends[0]} to {each.ends[1]}"
            yield Problem(f"{at}/tubes/{i}", f"{told}; a printed one is straight or has one bend")


def _of_twins(deck: Deck) -> Iterator[Problem]:
    """Cards with a face that is there already."""
    first: dict[frozenset[frozenset[Tube]], DeckCard] = {}
    for i, each in enumerate(deck.cards):
        one = first.setdefault(face_key(each.card.tubes), each)
        if one is not each:
            turned = "" if set(one.card.tubes) == set(each.card.tubes) else ", turned by half a turn"
            told = f"card {quote(each.card.id)} has the face of card {quote(one.card.id)}{turned}"
            yield Problem(f"/cards/{i}", told)
