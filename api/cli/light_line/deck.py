"""The commands about decks of LIGHT-LINE! cards: deck check, show and write."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import click

from api.cli import options
from api.cli.batch import problem_lines, report_error
from api.cli.input import BadDocument
from api.cli.light_line.dealing import deck_in
from api.cli.output import new_file, write_whole
from api.cli.text_look import look_for
from api.problem_documents import MAX_LISTED, more_than_listed, problems_to_json
from puzzles.errors import Problem
from puzzles.light_line.cards import COLOURS
from puzzles.light_line.deck import Deck, shipped_text
from puzzles.light_line.drawing.puzzle import TableView, title_lines
from puzzles.light_line.printed_deck import BACKS, remarks
from puzzles.plural import plural


@click.group()
def deck() -> None:
    """Check and draw decks of LIGHT-LINE! cards.

    The printed cards are not public: the deck that is shipped is a synthetic one. If you own the box,
    you can type in its cards, as a JSON file:

    \b
    {"name": "my box",
     "cards": [
      {"id": "01", "back": 3, "tubes": [["red", "N0", "E1"], ["blue", "W2", "E2"],
                                        ["green", "N2", "S2"], ["black", "S0", "W0"]]},
      {"id": "02", "back": 5, "tubes": [["yellow", "W1", "E1"]]}
     ]}

    A deck has 1 to 60 cards. A card has an id of its own, any text; "back", the number on its back, 2 to 5,
    which is optional; and at most 6 tubes, each a colour (red, yellow, green, blue or black) and the two
    sockets that it joins. No socket has two tubes. "synthetic": true says that a deck is not a printed one.

    The sockets of a card, held upright, its short sides top and bottom:

    \b
          N0  N1  N2
        +------------+
     W0 |            | E0
     W1 |            | E1
     W2 |            | E2
        +------------+
          S0  S1  S2

    `deck write` writes a whole deck as a starting point, `deck check` reports errors and differences from
    what is known of the printed deck, and `deck show` draws the cards to compare them. Then: lineworks solve
    --deal 8 --deck FILE
    """


@deck.command(short_help="Check a deck file.")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.pass_context
def check(ctx: click.Context, /, *, file: str, as_json: bool) -> None:
    """Check the deck in FILE (- is standard input), and list how it differs from what is known of the printed
    deck: the number of cards, their backs, and the form of their tubes.

    Such differences are not errors: every command deals from such a deck.
    """
    try:
        card_deck = deck_in(file)
    except BadDocument as e:
        ctx.exit(report_error(e.location, e.error, as_json))
    differences = remarks(card_deck)
    if as_json:
        named = {"name": card_deck.name, "synthetic": card_deck.synthetic, "cards": len(card_deck.cards)}
        listed = {"remarks": problems_to_json(differences)[:MAX_LISTED]} | more_than_listed(differences)
        click.echo(json.dumps({"valid": True, **named, **listed}))
    else:
        click.echo("\n".join(_description(card_deck, differences)))


def _description(card_deck: Deck, differences: tuple[Problem, ...]) -> Iterator[str]:
    colours = Counter(tube.colour for each in card_deck.cards for tube in each.card.tubes)
    backs = Counter(each.back for each in card_deck.cards)
    # The title of a synthetic deck says so.
    origin = "" if card_deck.synthetic else ", not synthetic"
    yield f"{card_deck.title}: {plural(len(card_deck.cards), 'card')}{origin}."
    yield f"Tubes: {', '.join(f'{colours[colour]} {colour}' for colour in COLOURS)}."
    known = [f"{back or 'none'} on {plural(backs[back], 'card')}" for back in (*BACKS, None) if backs[back]]
    yield f"Backs: {', '.join(known)}."
    if differences:
        yield "Differences from the printed deck:"
    else:
        yield "No differences from the form of the printed deck."
    yield from (f"  {words}" for words in problem_lines(differences))


@deck.command(short_help="Draw the cards of a deck.")
@click.argument("file", required=False)
@click.option("--svg", is_flag=True, help="A picture (SVG) instead of text.")
@options.output
@options.force
@click.pass_context
def show(ctx: click.Context, /, *, file: str | None, svg: bool, output: str | None, force: bool) -> None:
    """Draw the cards of the deck in FILE (- is standard input), or of the one that is shipped."""
    output = new_file(output, force)
    try:
        card_deck = deck_in(file)
    except BadDocument as e:
        ctx.exit(report_error(e.location, e.error))
    title = f"{card_deck.title}, {plural(len(card_deck.cards), 'card')}"
    cards = tuple(each.card for each in card_deck.cards)
    if svg:
        # The title of a picture is not visible in it, so it is a note, too.
        _put(output, TableView(title, cards, notes=(title,)).draw().svg)
    else:
        look = look_for(output)
        _put(output, "\n".join([*title_lines(title, look), "", TableView(title, cards).text(look)]))


@deck.command(short_help="Write the shipped deck, as a starting point.")
@options.output
@options.force
def write(output: str | None, force: bool) -> None:
    """Write the file of the shipped deck, a synthetic one, as a starting point for your own."""
    _put(new_file(output, force), shipped_text())


def _put(output: str | None, text: str) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
