"""Tests the plays of END OF LINE against the brute force and the engines, and their rules one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from puzzles.end_of_line import cover, solo
from puzzles.end_of_line.board import CARDS, EXITS, HEADINGS, TURNS
from puzzles.end_of_line.card_matching import can_pay, fits, hand_out
from puzzles.end_of_line.moves import Move, PlaceCard, SpendEnergy
from puzzles.end_of_line.play_cover import CoverPosition, Step
from puzzles.end_of_line.play_solo import SoloPosition
from puzzles.errors import BadInput
from puzzles.play import IllegalMove, Outcome
from puzzles.registry import kind_named
from puzzles.texts import BoardCell, phrase
from solvers import verified
from solvers.protocol import Limits
from solvers.registry import solvers_for
from tests.oracle import end_of_line_cover as cover_oracle
from tests.oracle import end_of_line_solo as solo_oracle
from tests.perft import endings, perft

Document = dict[str, Any]
SOLO, COVER = "end_of_line.solo", "end_of_line.cover"
PLAY, COVER_PLAY = solo.KIND.play, cover.KIND.play


def _solo(start: str, deck: str, **fields: Any) -> Document:
    """`start` as in "1 1 N", the deck with blanks."""
    return {"kind": SOLO, "start": _start(start), "deck": deck.split(), **fields}


def _cover(start: str, **fields: Any) -> Document:
    return {"kind": COVER, "start": _start(start), **fields}


def _start(text: str) -> Document:
    row, col, heading = text.split()
    return {"cell": [int(row), int(col)], "heading": heading}


# Puzzles, and how many sequences of 1, 2, 3 ... legal moves they have.
PERFT: dict[str, tuple[Document, tuple[int, ...]]] = {
    "small area, many cards": (
        _solo("1 1 N", "S L R LSR0 SR S L S LS", rows=3, cols=3),
        (5, 33, 136, 1035, 3451, 15178),
    ),
    "two sorts of cards, blocked cells": (
        _solo("0 3 W", "S S L S L L S L S", rows=3, cols=4, blocked=[[1, 1], [2, 2]], energy=2),
        (2, 4, 4, 20, 20, 52, 81, 108, 40, 0),
    ),
    "much energy": (
        _solo("3 0 S", "S S S LR S S S S R S S S S S", rows=4, cols=4, blocked=[[1, 2]], energy=9),
        (2, 4, 6, 28, 24, 46, 110, 189, 309, 382, 532),
    ),
    "a deck that is too short": (
        _solo("2 2 E", "SR SR L L SR", rows=5, cols=3, energy=4),
        (2, 6, 15, 93, 184, 491, 658, 160, 0),
    ),
    "no deck": (_solo("0 0 N", "", rows=3, cols=3), (0,)),
    "a start card that points to a blocked cell": (
        _solo("0 0 E", "S S S S S S S", rows=3, cols=3, blocked=[[0, 1]]),
        (0,),
    ),
    "any way": (_cover("2 2 N", tray={"LSR": 24}), (1, 3, 9, 25, 70, 190, 494, 1270, 3104)),
    "given cards": (
        _cover(
            "1 1 E",
            rows=4,
            cols=3,
            tray={"LS": 3, "R": 3, "LSR0": 2, "S": 2, "LR": 1},
            givens=[{"cell": [3, 2], "card": "LS"}, {"cell": [0, 0], "card": "R", "heading": "S"}],
        ),
        (1, 3, 6, 13, 28, 52, 74, 78, 60, 26, 8),
    ),
    "a tray that is too small": (
        _cover("2 2 N", rows=4, cols=4, blocked=[[0, 0]], tray={"S": 4, "L": 2, "SR": 3}),
        (1, 3, 9, 18, 45, 67, 133, 145, 182, 0),
    ),
    "given cards that the tray does not have": (
        _cover("0 0 N", rows=3, cols=3, tray={"S": 9}, givens=[{"cell": [1, 1], "card": "L"}]),
        (0,),
    ),
}
# Tiny puzzles, and how many of their plays are solved, and how many are lost.
ENDINGS: dict[str, tuple[Document, tuple[int, int]]] = {
    "no energy": (_solo("1 1 N", "S L R LSR0 SR S L S", rows=3, cols=3, energy=0), (272, 2118)),
    "a point of energy": (
        _solo("1 1 N", "S L R S S R L S", rows=3, cols=3, blocked=[[0, 0]], energy=1),
        (18, 308),
    ),
    "few cards of several exits": (
        _solo("0 0 E", "S S L S L R L S S R L", rows=3, cols=4, energy=0),
        (10, 463),
    ),
    "a short deck": (_solo("2 2 E", "SR SR L L SR", rows=5, cols=3, energy=2), (0, 924)),
    "any way": (_cover("0 0 E", rows=3, cols=3, tray={"LSR": 8}), (42, 44)),
    "a tray that is just enough": (
        _cover("0 0 E", rows=3, cols=4, tray={"S": 4, "L": 3, "R": 3, "LR": 1}),
        (70, 384),
    ),
    "a given card in a corner": (
        _cover(
            "0 1 S",
            rows=4,
            cols=4,
            blocked=[[2, 2], [1, 3]],
            tray={"S": 4, "L": 3, "SR": 6, "LSR0": 1},
            givens=[{"cell": [3, 3], "card": "SR"}],
        ),
        (0, 192),
    ),
}


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    document, counts = PERFT[name]
    kind = kind_named(document["kind"])
    position = kind.play.begin(kind.parse(document))
    depths = range(1, len(counts) + 1)
    assert tuple(perft(kind.play, position, depth) for depth in depths) == counts
    oracle_count = solo_oracle.sequences if kind.id == SOLO else cover_oracle.beginnings
    assert tuple(oracle_count(document, depth) for depth in depths) == counts


@pytest.mark.parametrize("name", ENDINGS)
def test_plays_to_the_end(name: str) -> None:
    """The engines count the plays of a solo puzzle that spend no energy, and the lines of a cover puzzle."""
    document, (solved, lost) = ENDINGS[name]
    kind = kind_named(document["kind"])
    puzzle = kind.parse(document)
    counts = endings(kind.play, kind.play.begin(puzzle))
    assert (counts[True], counts[False]) == (solved, lost)
    if kind.id == SOLO:
        assert solo_oracle.endings(document) == (solved, lost)
        document = {**document, "energy": 0}
        solved = solo_oracle.endings(document)[0]
    else:
        assert cover_oracle.count(document) == solved
    solvers = solvers_for(kind.id)
    assert verified.count(solvers, kind.parse(document), 1_000_000).n == solved


def test_the_best_of_all_plays_is_the_best_score_of_the_engines() -> None:
    puzzle = solo.KIND.parse(ENDINGS["a point of energy"][0])

    def best(position: SoloPosition) -> int:
        outcome = PLAY.outcome(position)
        if outcome is not None:
            return -1 if outcome.score is None else outcome.score
        return max(best(PLAY.after(position, move)) for move in PLAY.moves(position))

    answer = verified.solve(solo.KIND, solvers_for(SOLO), puzzle, "best", Limits())
    assert best(PLAY.begin(puzzle)) == answer.score == 2


@pytest.mark.long
def test_the_coverings_of_the_empty_area() -> None:
    """The rules document states this number."""
    puzzle = cover.KIND.parse(_cover("2 2 N", tray={"LSR": 24}))
    assert endings(cover.KIND.play, cover.KIND.play.begin(puzzle))[True] == 59_114


DECK = "S S LS R S L LSR S S R L S S S S S S S"


def _after_moves(position: SoloPosition, *moves: str) -> SoloPosition:
    """Returns the position after moves in notation."""
    for text in moves:
        legal = {PLAY.notation(position, move): move for move in PLAY.moves(position)}
        position = PLAY.after(position, legal[text])
    return position


def _notations(position: SoloPosition) -> set[str]:
    return {PLAY.notation(position, move) for move in PLAY.moves(position)}


def _third_round(deck: str = DECK, energy: int = 2, **fields: Any) -> SoloPosition:
    """On an area of 5x5, after one card, and then two."""
    puzzle = solo.KIND.parse(_solo("2 2 N", deck, energy=energy, **fields))
    return _after_moves(PLAY.begin(puzzle), "S C2", "LS C1", "R C5")


class TestSolo:
    def test_the_first_round_places_one_card(self) -> None:
        position = PLAY.begin(solo.KIND.parse(_solo("2 2 N", DECK)))
        assert position.hand == ("S", "S", "S", "R", "LS")
        assert _notations(position) == {"S C2", "R C2", "LS C2"}, "copies are one move, and no energy yet"
        position = _after_moves(position, "LS C2")
        assert (len(position.rounds), position.cards_to_place()) == (2, 2)
        assert position.hand == ("S", "S", "S", "L", "R"), "drawn up to five at once"
        assert _notations(position) == {f"{card} {cell}" for card in "SLR" for cell in ("C1", "B2")}

    def test_energy_from_the_third_round_on_before_its_first_card_once(self) -> None:
        position = _third_round()
        spendings = {"speed_up", "brake", "reverse", "extra_gas"}
        assert _notations(position) > spendings
        assert not _notations(_after_moves(position, "S D5")) & spendings
        assert not _notations(_after_moves(position, "brake")) & spendings
        assert not _notations(_third_round(energy=0)) & spendings

    @pytest.mark.parametrize("effect,cards", [(None, 2), ("brake", 1), ("speed_up", 3), ("reverse", 2)])
    def test_how_many_cards_a_round_places(self, effect: str | None, cards: int) -> None:
        position = _third_round() if effect is None else _after_moves(_third_round(), effect)
        assert position.cards_to_place() == cards
        for _ in range(cards):
            assert len(position.rounds) == 3
            position = PLAY.after(position, next(m for m in PLAY.moves(position) if isinstance(m, PlaceCard)))
        assert len(position.rounds) == 4
        assert position.energy == (2 if effect is None else 1)

    def test_extra_gas_draws_at_once(self) -> None:
        position = _third_round()
        after_gas = _after_moves(position, "extra_gas")
        assert (len(position.hand), len(after_gas.hand)) == (5, 6)
        assert after_gas.deck == position.deck[1:]
        assert len(_after_moves(after_gas, "S D5", "S E5").hand) == 5

    def test_extra_gas_from_an_empty_deck_is_wasted(self) -> None:
        position = _third_round("S LS R S S L")
        assert position.deck == ()
        after_gas = _after_moves(position, "extra_gas")
        assert (after_gas.hand, after_gas.energy) == (position.hand, 1)

    def test_a_reverse_continues_the_last_card_but_one(self) -> None:
        """The last lies on C5 and points to D5. The exits of the last but one, on C1, point to C5 and B1."""
        position = _after_moves(_third_round(), "reverse")
        assert _notations(position) == {
            f"{card} {cell}" for card in ("S", "L", "LSR") for cell in ("D5", "B1 reverse")
        }
        position = _after_moves(position, "S B1 reverse")
        assert _notations(position) == {f"{card} A1" for card in ("S", "L", "LSR")}, "one card a round"

    def test_the_second_card_of_a_round_can_be_reversed(self) -> None:
        """Then the first, on A5, is the dead end, and the second continues the card on E5."""
        position = _after_moves(_third_round("S S LS R S L LSR S S LSR L S S S S S S"), "S D5", "LSR E5")
        position = _after_moves(position, "reverse", "S A5")
        assert {"S E1 reverse", "S E4 reverse"} < _notations(position)
        after = _after_moves(position, "S E1 reverse")
        assert [card.joint.reverse for card in after.line[-2:]] == [False, True]
        assert not any(text.endswith(" reverse") for text in _notations(after))

    def test_lost_after_a_reverse(self) -> None:
        puzzle = _solo("1 1 N", "R R S R R R L S", rows=3, cols=3, energy=1, blocked=[[0, 2]])
        position = PLAY.begin(solo.KIND.parse(puzzle))
        position = _after_moves(position, "S B1", "R B3", "R C3", "reverse")
        cells = {"cell": BoardCell(2, 2), "behind": BoardCell(2, 1)}
        reason = phrase("end_of_line.play.no_exit_behind", **cells)
        assert PLAY.outcome(position) == Outcome(False, reason=reason)
        position = _after_moves(_third_round(energy=1, blocked=[[0, 1], [4, 3]]), "brake")
        reason = phrase("end_of_line.play.no_exit", cell=BoardCell(4, 2))
        assert PLAY.outcome(position) == Outcome(False, reason=reason)

    def test_the_last_round_ends_with_the_cell_that_completes_the_area(self) -> None:
        blocked = [[r, c] for r in range(5) for c in range(5) if c != 2] + [[3, 2]]
        position = PLAY.begin(solo.KIND.parse(_solo("2 2 N", "S S LSR S S S LR", blocked=blocked)))
        position = _after_moves(position, "S C2", "S C1")
        assert PLAY.outcome(position) is None
        position = _after_moves(position, "LSR C5")
        assert PLAY.outcome(position) == Outcome(True, 1 + 1 + 1 + 4 + 3)
        assert PLAY.moves(position) == ()

    def test_no_free_cell_is_solved_at_once(self) -> None:
        blocked = [[r, c] for r in range(3) for c in range(3) if (r, c) != (1, 1)]
        puzzle = solo.KIND.parse(_solo("1 1 N", "LSR S", rows=3, cols=3, blocked=blocked))
        position = PLAY.begin(puzzle)
        assert PLAY.outcome(position) == Outcome(True, 5 + 1 + 3)
        assert PLAY.solution(position) == solo.SoloSolution(())
        assert PLAY.draw_text(position)

    def test_lost_without_a_card(self) -> None:
        puzzle = solo.KIND.parse(_solo("2 2 N", "S S"))
        position = _after_moves(PLAY.begin(puzzle), "S C2", "S C1")
        reason = phrase("end_of_line.play.no_card_in_hand")
        assert PLAY.outcome(position) == Outcome(False, reason=reason)

    def test_energy_can_be_spent_without_a_playable_card(self) -> None:
        position = _third_round("S LS R", energy=1)
        assert position.hand == ()
        assert PLAY.outcome(position) is None
        assert PLAY.outcome(_after_moves(position, "brake")) is not None

    def test_the_solution_so_far(self) -> None:
        position = _third_round()
        assert [len(game_round.cards) for game_round in PLAY.solution(position).rounds] == [1, 2]
        last_round = PLAY.solution(_after_moves(position, "brake")).rounds[-1]
        assert (last_round.energy, last_round.cards) == ("brake", ())

    @pytest.mark.parametrize(
        "move", [PlaceCard("LR", (1, 2)), PlaceCard("S", (3, 2)), SpendEnergy("brake"), SpendEnergy("rest")]
    )
    def test_illegal_moves(self, move: Move) -> None:
        with pytest.raises(IllegalMove):
            PLAY.after(PLAY.begin(solo.KIND.parse(_solo("2 2 N", DECK))), move)

    @pytest.mark.parametrize(
        "document",
        [None, [], {}, {"energy": "rest"}, {"energy": None}, {"card": "S"}, {"card": "X", "cell": [0, 0]}],
    )
    def test_malformed_moves(self, document: object) -> None:
        with pytest.raises(BadInput):
            PLAY.parse_move(document)


def _line(document: Document, *cells: tuple[int, int]) -> CoverPosition:
    position = COVER_PLAY.begin(cover.KIND.parse(document))
    for cell in cells:
        position = COVER_PLAY.after(position, Step(cell))
    return position


def _steps(position: CoverPosition) -> list[tuple[int, int]]:
    return [move.cell for move in COVER_PLAY.moves(position)]


def _loss_reason(position: CoverPosition) -> str:
    outcome = COVER_PLAY.outcome(position)
    assert outcome is not None
    assert outcome.reason is not None
    return outcome.reason.key.removeprefix("end_of_line.play.")


class TestCover:
    def test_left_straight_on_right(self) -> None:
        position = _line(_cover("2 2 N", tray={"LSR": 24}))
        assert _steps(position) == [(1, 2)]
        position = _line(_cover("2 2 N", tray={"LSR": 24}), (1, 2))
        assert _steps(position) == [(1, 1), (0, 2), (1, 3)]
        keys = [COVER_PLAY.describe(position, move).key for move in COVER_PLAY.moves(position)]
        assert keys == [f"end_of_line.play.step.{turn}" for turn in TURNS]

    def test_a_turn_needs_a_card_of_the_tray(self) -> None:
        document = _cover("2 2 N", tray={"S": 20, "LS": 1, "R": 1})
        assert _steps(_line(document, (1, 2))) == [(1, 1), (0, 2), (1, 3)]
        assert _steps(_line(document, (1, 2), (1, 1))) == [(1, 0), (0, 1)], "the only left turn was taken"

    def test_cards_are_handed_out_when_the_line_is_finished(self) -> None:
        blocked = [
            [r, c] for r in range(3) for c in range(4) if (r, c) not in [(0, 0), (0, 1), (0, 2), (1, 2)]
        ]
        document = _cover("0 0 E", rows=3, cols=4, blocked=blocked, tray={"LR": 1, "SR": 1, "L": 1})
        position = _line(document, (0, 1), (0, 2), (1, 2))
        assert COVER_PLAY.outcome(position) == Outcome(True)
        assert [card.card for card in COVER_PLAY.solution(position).line] == ["SR", "LR", "L"]

    def test_given_cards(self) -> None:
        tray = {"S": 20, "LSR": 3, "R": 2}
        given = {"cell": [1, 2], "card": "R"}
        assert _steps(_line(_cover("2 2 N", tray=tray, givens=[given]), (1, 2))) == [(1, 3)]
        given_with_heading = {"cell": [1, 2], "card": "R", "heading": "E"}
        assert (
            _loss_reason(_line(_cover("2 2 N", tray=tray, givens=[given_with_heading]))) == "no_card_for_turn"
        )

    def test_cards_given_elsewhere_are_not_available(self) -> None:
        document = _cover("2 2 N", tray={"S": 23, "R": 1}, givens=[{"cell": [4, 4], "card": "R"}])
        assert _steps(_line(document, (1, 2))) == [(0, 2)]

    def test_why_a_play_is_lost(self) -> None:
        document = _cover("2 2 N", blocked=[[3, 1], [3, 3]])
        assert _loss_reason(_line(document, (1, 2), (0, 2), (4, 2), (3, 2))) == "no_free_cell"
        assert _loss_reason(_line(_cover("2 2 N", tray={"S": 2}), (1, 2), (0, 2))) == "no_card_for_turn"
        assert _loss_reason(_line(_cover("2 2 N", blocked=[[1, 2]]))) == "no_free_cell"
        document = _cover("2 2 N", tray={"S": 24}, givens=[{"cell": [0, 0], "card": "L"}])
        assert _loss_reason(_line(document)) == "tray_too_small"

    def test_no_free_cell_is_solved_at_once(self) -> None:
        blocked = [[r, c] for r in range(3) for c in range(3) if (r, c) != (1, 1)]
        position = _line(_cover("1 1 N", rows=3, cols=3, blocked=blocked, tray={}))
        assert COVER_PLAY.outcome(position) == Outcome(True)
        assert COVER_PLAY.solution(position) == cover.CoverSolution(())
        assert COVER_PLAY.draw_text(position)

    def test_an_illegal_move(self) -> None:
        with pytest.raises(IllegalMove):
            _line(_cover("2 2 N"), (3, 2))

    @pytest.mark.parametrize("document", [None, [], {}, {"cell": "C3"}, {"cell": [0, 0], "card": "S"}])
    def test_malformed_moves(self, document: object) -> None:
        with pytest.raises(BadInput):
            COVER_PLAY.parse_move(document)


@pytest.mark.parametrize("seed", range(300))
def test_a_tray_that_can_pay_hands_out_cards(seed: int) -> None:
    rng = random.Random(seed)
    tray = tuple(rng.choice((0, 0, 1, 2)) for _ in CARDS)
    turns = [rng.choice((*TURNS, *TURNS, None)) for _ in range(rng.randint(0, sum(tray) + 1))]
    cards = hand_out(tray, turns)
    needs: list[cover_oracle.Need] = sorted(((turn, None) for turn in turns), key=str)
    assert can_pay(tray, turns) == (cards is not None) == cover_oracle.payable(tuple(needs), tray)
    if cards is not None:
        assert all(turn is None or turn in EXITS[card] for card, turn in zip(cards, turns, strict=True))
        assert all(fits(card, turn) for card, turn in zip(cards, turns, strict=True))
        assert all(cards.count(card) <= n for card, n in zip(CARDS, tray, strict=True))


def _odd_area(rng: random.Random) -> Document:
    rows, cols = rng.choice(((3, 3), (3, 4), (4, 3), (3, 8), (8, 3), (3, 20), (5, 5)))
    cells = [[r, c] for r in range(rows) for c in range(cols)]
    start, *blocked = rng.sample(cells, rng.choice((1, 1, 2, 4, len(cells) // 2, len(cells) - 1, len(cells))))
    heading = rng.choice(HEADINGS)
    return {"rows": rows, "cols": cols, "start": {"cell": start, "heading": heading}, "blocked": blocked}


def _odd_solo(rng: random.Random) -> Document:
    deck = rng.choices(CARDS, k=rng.choice((0, 1, 3, 8, 20, 60)))
    return {"kind": SOLO, **_odd_area(rng), "deck": deck, "energy": rng.choice((0, 1, 2, 3, 5, 9))}


def _odd_cover(rng: random.Random) -> Document:
    area = _odd_area(rng)
    used_cells = [*area["blocked"], area["start"]["cell"]]
    free = [[r, c] for r in range(area["rows"]) for c in range(area["cols"]) if [r, c] not in used_cells]
    givens = [
        {"cell": cell, "card": rng.choice(CARDS)}
        for cell in rng.sample(free, min(len(free), rng.randrange(3)))
    ]
    for given in givens:
        given |= {"heading": rng.choice(HEADINGS)} if rng.random() < 0.3 else {}
    tray = {card: rng.choice((0, 1, 5, 9)) for card in CARDS}
    return {"kind": COVER, **area, "tray": tray, "givens": givens}


@pytest.mark.parametrize("seed", range(200))
def test_the_referee_agrees_on_odd_puzzles(seed: int) -> None:
    """The brute force agrees too. Until a play is over, the only fault is that it is unfinished."""
    rng = random.Random(seed)
    document = rng.choice((_odd_solo, _odd_cover))(rng)
    kind = kind_named(document["kind"])
    puzzle = kind.parse(document)
    for _ in range(4):
        position = kind.play.begin(puzzle)
        while moves := kind.play.moves(position):
            assert kind.play.outcome(position) is None
            broken_rules = {violation.rule for violation in kind.verify(puzzle, kind.play.solution(position))}
            assert "covered" in broken_rules
            assert broken_rules <= {"covered", "round_size"}
            position = kind.play.after(position, rng.choice(moves))
        outcome = kind.play.outcome(position)
        assert outcome is not None
        solution = kind.play.solution(position)
        solution_json = kind.serialise_solution(solution)
        assert outcome.solved == (kind.verify(puzzle, solution) == ())
        if kind.id == SOLO:
            assert outcome.score == solo_oracle.legal_score(document, solution_json)
        else:
            assert outcome.solved == cover_oracle.legal(document, solution_json)
