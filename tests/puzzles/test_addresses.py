"""Every cell, card, tube and piece of a puzzle is found in its drawing, exactly where it is drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from puzzles.drawing.addresses import card_address, without_addresses
from puzzles.drawing.style import Look
from puzzles.end_of_line import cover
from puzzles.end_of_line import solo as deck_solo
from puzzles.end_of_line.board import CARDS
from puzzles.end_of_line.drawing.answer import MARGIN as ANSWER_MARGIN
from puzzles.end_of_line.drawing.board import MARGIN
from puzzles.end_of_line.drawing.cards import TILE
from puzzles.end_of_line.drawing.signs import SIDE
from puzzles.kind import PuzzleKind
from puzzles.light_line import head, longest, place
from puzzles.light_line import solo as light_solo
from puzzles.light_line.cards import Card, PlacedCard, ends_of, tube_between
from puzzles.light_line.drawing.puzzle import TableView
from puzzles.light_line.drawing.tubes import CARD_HEIGHT, CARD_WIDTH, socket_point
from puzzles.linja import endgame
from puzzles.linja.board import PLAYERS, ROWS, Board
from puzzles.linja.turns import turns
from puzzles.registry import KINDS
from tests.puzzles.svg_inspection import AddressedElement, Point, elements_with
from tests.puzzles.test_style import LOOKS, samples

Kind = PuzzleKind[Any, Any]
light_kinds = pytest.mark.parametrize(
    "kind", (light_solo.KIND, longest.KIND, head.KIND, place.KIND), ids=lambda kind: kind.id
)


def near(point: Point, other: Point) -> bool:
    return point == pytest.approx(other, abs=0.02)


def drawings(kind: Kind) -> Iterator[tuple[Any, Any, Look, str]]:
    """Yields puzzles, unsolved and solved, in each look."""
    for (puzzle, solution), look in product(samples(kind)[:3], LOOKS[:6]):
        for drawn_solution in (None, solution):
            yield puzzle, drawn_solution, look, kind.draw(puzzle, drawn_solution, look).svg


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_drawing_for_paper_has_no_addresses(kind: Kind) -> None:
    name = re.compile(r' data-([a-z-]+)="[^"]*"')
    for puzzle, solution in samples(kind):
        drawing = kind.draw(puzzle, solution)
        bare = drawing.unaddressed()
        assert name.sub("", bare.svg) == name.sub("", drawing.svg)
        assert set(name.findall(bare.svg)) <= {"layer", "piece", "move"}
        assert bare.unaddressed() == bare


@pytest.mark.parametrize("kind", [cover.KIND, deck_solo.KIND], ids=lambda kind: kind.id)
def test_cells(kind: Kind) -> None:
    for puzzle, solution, look, svg in drawings(kind):
        area, margin = puzzle.area, ANSWER_MARGIN if look.answer else MARGIN
        cells = elements_with(svg, "cell")
        assert Counter(cell.address["cell"] for cell in cells) == Counter(
            f"{row},{col}" for row in range(area.rows) for col in range(area.cols)
        )
        for cell in cells:
            row, col = map(int, cell.address["cell"].split(","))
            assert near(cell.middle, (margin + (col + 0.5) * SIDE, margin + (row + 0.5) * SIDE))
        card_by_cell = {
            cell.address["cell"]: cell.address["card"] for cell in cells if "card" in cell.address
        }
        assert card_by_cell == on_board(puzzle, solution)


def on_board(puzzle: Any, solution: Any) -> dict[str, str]:
    """The card on top of each cell of an END OF LINE board that has one."""
    cards = {given.cell: given.card for given in getattr(puzzle, "givens", ())}
    if solution is not None:
        rounds = getattr(solution, "rounds", None)
        line = (
            solution.line if rounds is None else [card for game_round in rounds for card in game_round.cards]
        )
        cards |= {card.cell: card.card for card in line}
    return {f"{row},{col}": card for (row, col), card in cards.items()}


def tiles(svg: str) -> list[AddressedElement]:
    elements = [element for element in elements_with(svg, "card") if "cell" not in element.address]
    assert len({round(element.high[0] - element.low[0], 1) for element in elements}) <= 1
    return elements


def test_the_tray_and_the_deck() -> None:
    for puzzle, _, look, svg in drawings(cover.KIND):
        given_types = {given.card for given in puzzle.givens}
        tray_types = [card for card, n in zip(CARDS, puzzle.tray, strict=True) if n or card in given_types]
        assert [tile.address for tile in tiles(svg)] == (
            [] if look.answer else [{"card": c} for c in tray_types]
        )
    for puzzle, _, look, svg in drawings(deck_solo.KIND):
        deck_tiles = tiles(svg)
        deck = [{"card": card, "deck": str(i)} for i, card in enumerate(puzzle.deck)]
        assert [tile.address for tile in deck_tiles] == ([] if look.answer else deck)
        assert all(tile.high[0] - tile.low[0] >= TILE - 0.02 for tile in deck_tiles)
        # They are drawn in reading order.
        assert deck_tiles == sorted(deck_tiles, key=lambda tile: (round(tile.low[1]), tile.low[0]))


@light_kinds
def test_cards_and_tubes(kind: Kind) -> None:
    for puzzle, solution, look, svg in drawings(kind):
        cards = (*puzzle.cards, *([puzzle.card] if hasattr(puzzle, "card") else ()))
        layout = [*getattr(puzzle, "layout", ()), *getattr(solution, "layout", ())]
        if solution is not None and hasattr(puzzle, "card"):
            layout.append(PlacedCard(puzzle.card.id, solution.row, solution.col, solution.turned))
        if not look.answer:
            assert len(elements_with(svg, "card")) == len(cards)
        check_cards(svg, cards, {placed.card: placed for placed in layout})


def check_cards(svg: str, cards: tuple[Card, ...], layout: dict[str, PlacedCard]) -> None:
    by_address = {card_address(card.id): card for card in cards}
    faces = {face.address["card"]: face for face in elements_with(svg, "card")}
    assert len(faces) == len(elements_with(svg, "card"))
    for address, face in faces.items():
        placed = layout.get(by_address[address].id)
        assert near((face.low[0] + CARD_WIDTH, face.low[1] + CARD_HEIGHT), face.high)
        assert face.address.get("cell") == (None if placed is None else f"{placed.row},{placed.col}")
    for first, second in product(layout.values(), repeat=2):
        a, b = faces[card_address(first.card)], faces[card_address(second.card)]
        assert (first.row < second.row) == (a.low[1] < b.low[1] - 1)
        assert (first.col < second.col) == (a.low[0] < b.low[0] - 1)
    tubes = elements_with(svg, "tube")
    expected = {f"{address}:{i}" for address in faces for i in range(len(by_address[address].tubes))}
    assert Counter(element.address["tube"] for element in tubes) == Counter(expected)
    for element in tubes:
        address, number = element.address["tube"].split(":")
        card, corner = by_address[address], faces[address].low
        placed = layout.get(card.id)
        sockets = ends_of(card.tubes[int(number)], placed is not None and placed.turned)
        for point, socket in zip(element.ends, sockets, strict=True):
            x, y = socket_point(socket)
            assert near(point, (corner[0] + x, corner[1] + y))


def test_the_id_of_a_card_may_be_any_text() -> None:
    ids = ("a:1", "\x00", '"<&>', "ß 7", "\ud800", "#ffffff", "%41", "A")
    cards = tuple(
        Card(card_id, (tube_between("red", "N0", "S0"), tube_between("blue", "W0", "E2"))) for card_id in ids
    )
    layout = (PlacedCard("a:1", -7, 10**12, True), PlacedCard("A", -7, 10**12 + 1, False))
    svg = TableView("x", cards, layout).draw(Look(ink="patterns")).svg
    check_cards(svg, cards, {placed.card: placed for placed in layout})
    assert [card_address(card_id) for card_id in ids[:4]] == ["a%3A1", "%00", "%22%3C%26%3E", "%C3%9F%207"]


def test_rows_and_pieces() -> None:
    for puzzle, solution, look, svg in drawings(endgame.KIND):
        after = None
        if solution is not None and not look.answer and solution.turn.initial is not None:
            after = dict(turns(puzzle.board, puzzle.to_move, puzzle.options))[solution.turn]
        for name, board in ((None, puzzle.board), ("after", after)):
            check_board([element for element in elements_with(svg, "row") if element.board == name], board)


def check_board(elements: list[AddressedElement], board: Board | None) -> None:
    if board is None:
        assert not elements
        return
    rows = {int(element.address["row"]): element for element in elements if "piece" not in element.address}
    assert sorted(rows) == [*range(ROWS)]
    heights = [rows[row].middle[1] for row in range(ROWS)]
    assert heights == sorted(heights, reverse=True)
    pieces = [element for element in elements if "piece" in element.address]
    assert Counter((element.address["piece"], int(element.address["row"])) for element in pieces) == Counter(
        {(player, row): n for player in PLAYERS for row, n in enumerate(board.pieces(player)) if n}
    )
    for piece in pieces:
        nearest = min(range(ROWS), key=lambda row: abs(heights[row] - piece.middle[1]))
        assert nearest == int(piece.address["row"])


def test_only_addresses_are_left_out() -> None:
    markup = '<g data-layer="line" data-cell="1,2"><path data-tube="a:1" data-piece="A" data-row="3"/></g>'
    assert without_addresses(markup) == '<g data-layer="line"><path data-piece="A"/></g>'
