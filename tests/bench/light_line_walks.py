"""The sockets and candidate walks that both yardsticks of SOLO-LINE use."""

from typing import Any

Document = dict[str, Any]

TURNED = {
    "N0": "S2", "N1": "S1", "N2": "S0", "S0": "N2", "S1": "N1", "S2": "N0",
    "E0": "W2", "E1": "W1", "E2": "W0", "W0": "E2", "W1": "E1", "W2": "E0",
}  # fmt: skip
COLOURS = ("red", "yellow", "green", "blue")


def most_sections(document: Document, colour: str) -> int:
    """How long a line can be: all sections of its colour, but one only of its first and of its last card.

    0 if there is a card that it cannot pass.
    """
    fitting = [sum(tube[0] in (colour, "black") for tube in card["tubes"]) for card in document["cards"]]
    if not all(fitting):
        return 0
    return sum(fitting) - sum(sorted(more - 1 for more in fitting)[:2])


def possible_colours(document: Document) -> dict[str, int]:
    """The colours that are on every card, and how long their lines can be, the longest first."""
    maximum = {colour: most_sections(document, colour) for colour in COLOURS}
    return {
        colour: maximum[colour] for colour in sorted(COLOURS, key=lambda c: -maximum[c]) if maximum[colour]
    }


def attempts(document: Document) -> list[tuple[str, int]]:
    """Colours and lengths to try for any line: nearly always one of one section a card will do."""
    n = len(document["cards"])
    maximum = possible_colours(document)
    return [(colour, n) for colour in maximum] + [(colour, m) for colour, m in maximum.items() if m > n]
