"""Samples for the tests of drawings."""

from __future__ import annotations

import random

from puzzles.light_line.cards import BEYOND, MEETS, SOCKETS, Card, PlacedCard, Section, tube_between
from puzzles.light_line.deck import synthetic_deck
from puzzles.light_line.drawing.puzzle import TableView

DECK = tuple(deck_card.card for deck_card in synthetic_deck().cards)
ODD = (
    Card("six", tuple(tube_between("red", socket, MEETS[socket]) for socket in SOCKETS if socket[0] in "NW")),
    Card(
        "back",
        (
            tube_between("black", "N0", "N2"),
            tube_between("black", "W0", "W1"),
            tube_between("blue", "E0", "E2"),
        ),
    ),
    Card("bare", ()),
)


def walk(seed: int, length: int) -> TableView:
    """Returns cards in a chain, each turned or not, with a line that follows the chain where it can."""
    rng = random.Random(seed)
    cards = tuple(rng.sample(DECK, length + 2))
    row, col = rng.randrange(-3, 3), rng.randrange(-3, 3)
    used_cells = {(row, col)}
    layout = [PlacedCard(cards[0].id, row, col, rng.random() < 0.5)]
    line = [Section(cards[0].id, 0)]
    for card in cards[1:length]:
        last = layout[-1]
        steps = [
            step for step in BEYOND.values() if (last.row + step[0], last.col + step[1]) not in used_cells
        ]
        if not steps:
            break
        down, right = rng.choice(steps)
        layout.append(PlacedCard(card.id, last.row + down, last.col + right, rng.random() < 0.5))
        used_cells.add(layout[-1].cell)
        line.append(Section(card.id, rng.randrange(len(card.tubes))))
    return TableView("LIGHT-LINE! solo", cards, tuple(layout), tuple(line), solved=True)


def chain() -> TableView:
    """Three cards and a red line from the top of the first to the bottom of the last, the second turned."""
    cards = (
        Card("a", (tube_between("red", "N0", "E0"), tube_between("blue", "W1", "E1"))),
        Card("b", (tube_between("red", "E2", "N0"), tube_between("green", "W0", "N1"))),
        Card("c", (tube_between("red", "N2", "S2"), tube_between("yellow", "E0", "S0"))),
    )
    layout = (PlacedCard("a", 4, 7, False), PlacedCard("b", 4, 8, True), PlacedCard("c", 5, 8, False))
    return TableView(
        "LIGHT-LINE! solo", cards, layout, tuple(Section(name, 0) for name in "abc"), solved=True
    )
