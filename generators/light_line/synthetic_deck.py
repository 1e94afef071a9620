"""Random card faces of the printed form, and the synthetic deck of such cards.

`python -m generators.light_line.synthetic_deck` writes the deck that is shipped beside
puzzles/light_line/deck.py.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import puzzles.light_line.deck
from generators.seeding import seeded
from puzzles.light_line.cards import COLOURS, SOCKETS, Card, Tube, tube_between
from puzzles.light_line.deck import SYNTHETIC, Deck, DeckCard, write_deck
from puzzles.light_line.printed_deck import BACKS, CARDS, TUBES, face_key, joinable


def random_face(rng: random.Random) -> tuple[Tube, ...]:
    """Returns four tubes of four colours, each straight or with one bend."""
    while True:
        free = rng.sample(SOCKETS, len(SOCKETS))
        tubes: list[Tube] = []
        for colour in rng.sample(COLOURS, TUBES):
            end = free.pop()
            other = next((socket for socket in free if joinable(end, socket)), None)
            if other is None:
                break
            free.remove(other)
            tubes.append(tube_between(colour, end, other))
        if len(tubes) == TUBES:
            return tuple(tubes)


def synthetic_deck() -> Deck:
    """Makes the deck: sixty different faces from a fixed seed, with backs as in the printed deck."""
    rng = seeded("light_line", "synthetic deck", 1)
    faces: dict[frozenset[frozenset[Tube]], tuple[Tube, ...]] = {}
    while len(faces) < CARDS:
        face = random_face(rng)
        faces.setdefault(face_key(face), face)
    backs = [back for back, n in BACKS.items() for _ in range(n)]
    rng.shuffle(backs)
    cards = tuple(
        DeckCard(Card(f"{number:02}", face), back)
        for number, (face, back) in enumerate(zip(faces.values(), backs, strict=True), 1)
    )
    return Deck("the synthetic deck of Lineworks", True, cards)


def deck_text(deck: Deck) -> str:
    """Returns the deck as the text of a file, one card a line."""
    document = write_deck(deck)
    cards = ",\n".join(f"  {json.dumps(card)}" for card in document.pop("cards"))
    head = json.dumps(document, indent=1).removesuffix("\n}")
    return f'{head},\n "cards": [\n{cards}\n ]\n}}\n'


if __name__ == "__main__":
    (Path(puzzles.light_line.deck.__file__).parent / SYNTHETIC).write_text(deck_text(synthetic_deck()))
