"""Tests the plays of LIGHT-LINE! against the brute force and the engines."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any

import pytest

from puzzles.drawing.terminal import TextLook
from puzzles.errors import BadInput
from puzzles.kind import PuzzleKind
from puzzles.light_line import head, longest, place, solo
from puzzles.light_line.cards import Cell, PlacedCard, Section, neighbours
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.place import Placement
from puzzles.light_line.play import LinePlay, LinePosition, Stop
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import ENGLISH, translator_for
from solvers.light_line import longest as longest_solvers
from solvers.light_line import place as place_solvers
from solvers.light_line import solo as solo_solvers
from solvers.protocol import Limits, Solved
from tests.oracle import light_line as oracle
from tests.oracle.light_line_instances import (
    head_instance,
    longest_instance,
    place_instance,
    printed_card,
    solo_instance,
    with_ids,
)
from tests.perft import AnyPlay, endings, perft
from tests.puzzles.light_line.shorthand import card, chain, straight

Document = dict[str, Any]
Position = LinePosition[Any]
LINE_KINDS: tuple[PuzzleKind[Any, LineSolution], ...] = (solo.KIND, longest.KIND, head.KIND)


def printed_deal(kind: str, number: int, seed: str, **fields: Any) -> Document:
    """Returns a deal of random cards like the printed ones."""
    rng = random.Random(seed)
    return chain(kind, *with_ids(rng, [printed_card(rng) for _ in range(number)]), **fields)


def canonical(layout: Iterable[PlacedCard]) -> oracle.Layout:
    return oracle.canonical(oracle.Placed(x.card, x.row, x.col, x.turned) for x in layout)


def layouts(play: LinePlay[Any], puzzle: Any) -> Iterator[dict[oracle.Layout, Position]]:
    """Yields, by number of cards, the different layouts that can be reached, each with a position."""
    layer: dict[oracle.Layout, Position] = {}
    following = [play.begin(puzzle)]
    while following:
        layer = {canonical(position.layout): position for position in following if position.layout}
        if layer:
            yield layer
        following = [
            play.after(position, move)
            for position in (layer.values() if layer else following)
            for move in play.moves(position)
            if isinstance(move, PlacedCard)
        ]


def outcomes(play: LinePlay[Any], position: Position) -> Iterator[Outcome]:
    """Yields the outcomes of the plays that place no more cards."""
    outcome = play.outcome(position)
    if outcome is not None:
        yield outcome
    for move in play.moves(position):
        if not isinstance(move, PlacedCard):
            yield from outcomes(play, play.after(position, move))


def solvable(play: LinePlay[Any], position: Position) -> bool:
    return any(outcome.solved for outcome in outcomes(play, position))


class TestLayouts:
    def test_are_those_of_the_brute_force(self) -> None:
        document = printed_deal("solo", 4, "layouts")
        ids = oracle.Deal(document["cards"]).ids
        layers = list(layouts(solo.KIND.play, solo.KIND.parse(document)))
        assert [len(layer) for layer in layers] == [4, 48, 576, 3_648]
        assert set(layers[-1]) == set(oracle.connected_layouts(ids))

    @pytest.mark.parametrize("number", [1, 2, 3, 4])
    def test_in_every_order_of_laying(self, number: int) -> None:
        document = printed_deal("solo", number, "orders")
        position = solo.KIND.play.begin(solo.KIND.parse(document))
        all_layouts = oracle.connected_layouts(oracle.Deal(document["cards"]).ids)
        expected = [1, 16, 576, 33_792][number - 1]
        assert sum(_orders([card[1:3] for card in layout]) for layout in all_layouts) == expected
        assert perft(solo.KIND.play, position, number) == expected


def _orders(cells: list[Cell]) -> int:
    """Counts the orders of the cells in which each cell is beside an earlier one."""
    return sum(
        all(set(neighbours(cell)) & set(order[:i]) for i, cell in enumerate(order) if i)
        for order in permutations(cells)
    )


class TestPerft:
    @pytest.mark.parametrize(
        ("document", "lost", "solved"),
        [
            (chain("solo", straight("a")), 0, 1),
            (chain("solo", straight("a"), straight("b")), 16, 16),
            (chain("solo", straight("a"), straight("b", "black")), 16, 16),
            (chain("solo", straight("a"), straight("b", "blue")), 32, 0),
            (printed_deal("solo", 3, "perft"), 6_880, 88),
            (chain("longest", straight("a"), card("b")), 0, 17),
            (printed_deal("longest", 2, "perft"), 0, 148),
            (chain("head", straight("a"), straight("b"), length=1), 0, 2),
            (chain("head", straight("a"), straight("b"), length=3), 16, 0),
            (printed_deal("head", 3, "perft", length=2), 348, 36),
        ],
    )
    def test_plays_to_the_end(self, document: Document, lost: int, solved: int) -> None:
        kind = next(kind for kind in LINE_KINDS if kind.id == document["kind"])
        counts = endings(kind.play, kind.play.begin(kind.parse(document)))
        assert (counts[False], counts[True]) == (lost, solved)


def _solo(seed: str, maximum: int) -> None:
    document = solo_instance(random.Random(seed), maximum)
    puzzle, play = solo.KIND.parse(document), solo.KIND.play
    *_, last = layouts(play, puzzle)
    solvable_layouts = {layout for layout, position in last.items() if solvable(play, position)}
    assert solvable_layouts == oracle.layouts_solo(document), seed
    assert solo_solvers.SOLVERS.counting is not None
    count = solo_solvers.SOLVERS.counting.engine("search").count(puzzle, 1_000_000, Limits())
    assert (count.n, count.exact) == (len(solvable_layouts), True), seed


def _longest(seed: str, maximum: int) -> None:
    document = longest_instance(random.Random(seed), maximum)
    puzzle, play = longest.KIND.parse(document), longest.KIND.play
    ends = [
        outcome
        for layer in layouts(play, puzzle)
        for position in layer.values()
        for outcome in outcomes(play, position)
    ]
    best = max((outcome.score for outcome in ends if outcome.score is not None), default=None)
    assert best == oracle.best_longest(document), seed
    outcome = longest_solvers.SOLVERS.engine("search").solve(puzzle, "best", Limits())
    assert best == (outcome.score if isinstance(outcome, Solved) else None), seed


def _head(seed: str, maximum: int) -> None:
    document = head_instance(random.Random(seed), maximum)
    puzzle, play = head.KIND.parse(document), head.KIND.play
    *_, last = layouts(play, puzzle)
    assert any(solvable(play, position) for position in last.values()) == oracle.head_possible(document), seed


def _place(seed: str, maximum: int) -> None:
    document = place_instance(random.Random(seed), maximum)
    puzzle, play = place.KIND.parse(document), place.KIND.play
    begin, score_by_placing = play.begin(puzzle), {}
    for move in play.moves(begin):
        outcome = play.outcome(play.after(begin, move))
        assert outcome is not None
        score_by_placing[move.row, move.col, move.turned] = outcome.score
    assert score_by_placing == oracle.placings(document), seed
    assert place_solvers.SOLVERS.counting is not None
    count = place_solvers.SOLVERS.counting.engine("search").count(puzzle, 1_000, Limits())
    assert perft(play, begin, 1) == count.n, seed


CHECKS: dict[str, Callable[[str, int], None]] = {
    "solo": _solo,
    "longest": _longest,
    "head": _head,
    "place": _place,
}


@pytest.mark.parametrize("kind", CHECKS)
def test_plays_agree_with_the_brute_force_and_the_engines(kind: str) -> None:
    for i in range(4):
        CHECKS[kind](f"play {kind} {i}", 3)


@pytest.mark.long
@pytest.mark.parametrize("kind", CHECKS)
@pytest.mark.parametrize("chunk", range(4))
def test_plays_agree_on_more_and_larger_deals(kind: str, chunk: int) -> None:
    for i in range(4, 40):
        CHECKS[kind](f"play {kind} {chunk} {i}", 3)
    for i in range(4):
        CHECKS[kind](f"play {kind} {chunk} {i}", 4)


def play_after(kind_name: str, *moves: Any, cards: list[Document], **fields: Any) -> tuple[AnyPlay, Position]:
    document = chain(kind_name, *cards, **fields)
    kind = next(candidate for candidate in LINE_KINDS if candidate.id == document["kind"])
    position = kind.play.begin(kind.parse(document))
    for move in moves:
        position = kind.play.after(position, move)
    return kind.play, position


A, B = PlacedCard("a", 0, 0, False), PlacedCard("b", 0, 1, False)
A0, B0 = Section("a", 0), Section("b", 0)


class TestRules:
    def test_the_first_card_lies_at_the_origin_and_is_not_turned(self) -> None:
        play, position = play_after("solo", cards=[straight("a"), straight("b")])
        assert play.moves(position) == (A, PlacedCard("b", 0, 0, False))

    def test_no_card_is_laid_apart_or_on_another(self) -> None:
        play, position = play_after("solo", A, cards=[straight("a"), straight("b")])
        for cell in ((0, 0), (1, 1), (0, 2)):
            with pytest.raises(IllegalMove):
                play.after(position, PlacedCard("b", *cell, False))

    def test_solo_follows_no_line_before_all_cards_lie(self) -> None:
        play, position = play_after("solo", A, cards=[straight("a"), straight("b")])
        assert A0 not in play.moves(position)

    def test_black_goes_with_every_colour_in_solo_alone(self) -> None:
        cards = [straight("a"), straight("b", "black")]
        play, position = play_after("solo", A, B, A0, cards=cards)
        assert play.moves(position) == (B0,)
        play, position = play_after("longest", A, B, A0, cards=cards)
        assert play.outcome(position) == Outcome(solved=True, score=1)
        play, position = play_after("head", A, B, A0, cards=cards, length=2)
        assert play.moves(position) == ()

    def test_a_line_of_two_colours_and_black_is_none(self) -> None:
        cards = [straight("a"), straight("b", "black"), straight("c", "blue")]
        play, position = play_after("solo", A, B, PlacedCard("c", 0, 2, False), A0, B0, cards=cards)
        outcome = play.outcome(position)
        assert outcome is not None
        assert outcome.reason is not None
        words = "the line cannot go on from card b, and has passed only 2 of 3 cards"
        assert ENGLISH.render(outcome.reason) == words

    def test_the_second_section_decides_where_a_line_grows(self) -> None:
        cards = [straight("a"), straight("b"), straight("c")]
        play, position = play_after("solo", A, B, PlacedCard("c", 0, -1, False), A0, cards=cards)
        assert play.moves(position) == (B0, Section("c", 0))
        position = play.after(position, B0)
        assert play.outcome(position) is not None

    def test_a_ring_of_two_sections(self) -> None:
        cards = [card("a", "red E0 E2"), card("b", "red W0 W2")]
        play, position = play_after("longest", A, B, A0, cards=cards)
        assert play.moves(position) == (B0, Stop())
        assert play.outcome(play.after(position, B0)) == Outcome(solved=True, score=2)

    def test_a_line_may_come_back_to_a_card_but_not_in_head(self) -> None:
        cards = [card("a", "red E0 N0", "red E2 S0"), card("b", "red W0 W2")]
        back = Section("a", 1)
        play, position = play_after("longest", A, B, A0, B0, cards=cards)
        assert play.moves(position) == (back, Stop())
        assert play.outcome(play.after(position, back)) == Outcome(solved=True, score=2)
        play, position = play_after("head", A, B, A0, B0, cards=cards, length=2)
        assert play.outcome(position) == Outcome(solved=True)

    def test_longest_stops_at_any_time(self) -> None:
        play, position = play_after("longest", A, B, A0, Stop(), cards=[straight("a"), straight("b")])
        assert play.outcome(position) == Outcome(solved=True, score=1)

    @pytest.mark.parametrize(
        ("kind", "fields", "words"),
        [
            ("solo", {}, "no card on the table has a tube with which a line could begin"),
            ("longest", {}, "no card on the table has a tube with which a line could begin"),
            ("head", {"length": 2}, "there are not enough cards: the puzzle asks for 2"),
        ],
    )
    def test_a_play_without_a_line_is_lost(self, kind: str, fields: Document, words: str) -> None:
        play, position = play_after(kind, A, cards=[card("a")], **fields)
        outcome = play.outcome(position)
        assert outcome is not None
        assert outcome.reason is not None
        assert ENGLISH.render(outcome.reason) == words

    def test_a_card_that_makes_no_line_grow(self) -> None:
        document = {
            "kind": place.KIND.id,
            "layout": [{"card": straight("a"), "row": 0, "col": 0, "turned": False}],
            "card": straight("b", "blue"),
        }
        play = place.KIND.play
        position = play.begin(place.KIND.parse(document))
        outcome = play.outcome(position)
        assert outcome is not None
        assert outcome.reason is not None
        assert ENGLISH.render(outcome.reason) == "no line grows, wherever card b is laid"
        assert play.solution(position) is None


class TestMoves:
    @pytest.mark.parametrize(
        ("move", "document"),
        [
            (PlacedCard("a", -1, 0, True), {"card": "a", "row": -1, "col": 0, "turned": True}),
            (Section("a", 2), {"card": "a", "tube": 2}),
            (Stop(), {"stop": True}),
        ],
    )
    def test_as_json(self, move: Any, document: Document) -> None:
        assert longest.KIND.play.serialise_move(move) == document
        assert longest.KIND.play.parse_move(document) == move

    def test_a_placing_as_json(self) -> None:
        document = {"row": 1, "col": -2, "turned": False}
        assert place.KIND.play.parse_move(document) == Placement(1, -2, False)
        assert place.KIND.play.serialise_move(Placement(1, -2, False)) == document

    @pytest.mark.parametrize(
        ("document", "pointers"),
        [
            ("a", [""]),
            ({}, [""]),
            ({"card": "a"}, ["/row", "/col", "/turned"]),
            ({"card": "a", "row": 0.5, "col": 0, "turned": 1}, ["/row", "/turned"]),
            ({"card": 1, "tube": "0"}, ["/card", "/tube"]),
            ({"stop": False}, ["/stop"]),
            ({"stop": True, "card": "a"}, ["/card"]),
        ],
    )
    def test_bad_json(self, document: object, pointers: list[str]) -> None:
        with pytest.raises(BadInput) as refusal:
            longest.KIND.play.parse_move(document)
        assert [problem.pointer for problem in refusal.value.problems] == pointers

    def test_as_typed_and_in_words(self) -> None:
        cards = [card("a", "red E0 N0", "red E2 S0"), card("No. 1", "red E0 E2")]
        play, position = play_after("longest", cards=cards)
        # A name that looks like another card's number is replaced by the card's own number.
        moves = (A, PlacedCard("No. 1", 0, 1, True), A0, Stop())
        renderings = []
        for move in moves:
            renderings.append((play.notation(position, move), ENGLISH.render(play.describe(position, move))))
            position = play.after(position, move)
        assert renderings == [
            ("a 0,0", "Lay card a on A1"),
            ("No. 2 0,1 t", "Lay card No. 2 on B1, turned"),
            ("a R1", "Begin the line on card a: red 1"),
            ("stop", "Stop: the line ends here"),
        ]

    @pytest.mark.parametrize("language", ["de", "en", "es"])
    def test_a_position_in_every_language(self, language: str) -> None:
        play, position = play_after("solo", A, B, A0, cards=[straight("a"), straight("b")])
        text = play.draw_text(position, TextLook(language))
        assert translator_for(language).text("light_line.drawing.terminal.on_line") in text
