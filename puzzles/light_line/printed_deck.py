"""What is known of the printed cards, and how a deck differs from them.

Puzzles need not have such cards: the referee and the engines take any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puzzles.errors import Problem
from puzzles.json_shapes import quote
from puzzles.light_line.cards import MEETS, TURNED, Tube, tube_between
from puzzles.light_line.deck import Deck, DeckCard
from puzzles.plural import plural

# The tubes of every card, each of another colour.
TUBES = 4
# How many cards of the printed deck have each back.
BACKS = {2: 13, 3: 21, 4: 13, 5: 13}
CARDS = sum(BACKS.values())


def joinable(one: str, other: str) -> bool:
    """Whether a printed tube can join two sockets: straight, between opposite sides at equal places, or with
    one bend, between neighbouring sides."""
    if MEETS[one][0] == other[0]:
        return MEETS[one] == other
    return one[0] != other[0]


def face_key(tubes: tuple[Tube, ...]) -> frozenset[frozenset[Tube]]:
    """A key that a face shares with its half turn and with no other face."""
    turned = frozenset(tube_between(tube.colour, *(TURNED[end] for end in tube.ends)) for tube in tubes)
    return frozenset((frozenset(tubes), turned))


def remarks(deck: Deck) -> tuple[Problem, ...]:
    """The differences from the printed deck, none of which makes a deck wrong."""
    differences = list(_differences_in_number(deck))
    without_backs = all(deck_card.back is None for deck_card in deck.cards)
    first: dict[frozenset[frozenset[Tube]], DeckCard] = {}
    for i, deck_card in enumerate(deck.cards):
        at = f"/cards/{i}"
        if deck_card.back is None and not without_backs:
            differences.append(Problem(at, f"{_name(deck_card)} does not say which number is on its back"))
        twin = first.setdefault(face_key(deck_card.card.tubes), deck_card)
        if twin is not deck_card:
            turned = "" if set(twin.card.tubes) == set(deck_card.card.tubes) else ", turned by half a turn"
            differences.append(Problem(at, f"{_name(deck_card)} has the face of {_name(twin)}{turned}"))
        differences += _tube_differences(deck_card, f"{at}/tubes")
    return tuple(differences)


def _name(card: DeckCard) -> str:
    return f"card {quote(card.card.id)}"


def _differences_in_number(deck: Deck) -> Iterator[Problem]:
    if len(deck.cards) != CARDS:
        yield Problem("/cards", f"{plural(len(deck.cards), 'card')}; the printed deck has {CARDS}")
    backs = Counter(deck_card.back for deck_card in deck.cards)
    if backs.keys() == {None}:
        yield Problem("/cards", "no card says which number is on its back")
    elif any(backs[back] != n for back, n in BACKS.items()):
        names, numbers = ", ".join(map(str, BACKS)), ", ".join(str(backs[back]) for back in BACKS)
        printed = ", ".join(map(str, BACKS.values()))
        yield Problem("/cards", f"backs {names} are on {numbers} cards; in the printed deck on {printed}")


def _tube_differences(card: DeckCard, at: str) -> Iterator[Problem]:
    tubes = card.card.tubes
    if len(tubes) != TUBES:
        yield Problem(at, f"{_name(card)} has {plural(len(tubes), 'tube')}; printed cards have {TUBES}")
    for i, tube in enumerate(tubes):
        if tube.colour in (before.colour for before in tubes[:i]):
            yield Problem(f"{at}/{i}", f"{_name(card)} has a {tube.colour} tube already")
        if not joinable(*tube.ends):
            ends = " to ".join(tube.ends)
            yield Problem(f"{at}/{i}", f"{_name(card)}: {ends} is neither straight nor bent exactly once")
