"""Tests the play of the classic solitaire against the brute force, and its rules one by one."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.end_of_line import classic
from puzzles.end_of_line.classic_puzzle import Action, ClassicSolution, cards_of_actions
from puzzles.end_of_line.play_classic import ClassicPosition
from puzzles.errors import BadInput
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import BoardCell, phrase
from tests.oracle import end_of_line_classic as oracle
from tests.oracle.end_of_line_classic import Game, State
from tests.perft import endings, perft

Document = dict[str, Any]
PLAY = classic.KIND.play


def _puzzle(start: str, deck: str, **fields: Any) -> Document:
    """`start` as in "1 1 N", the deck with blanks."""
    row, col, heading = start.split()
    area = {"start": {"cell": [int(row), int(col)], "heading": heading}}
    return {"kind": "end_of_line.classic", **area, "deck": deck.split(), **fields}


# Puzzles, and how many sequences of 1, 2, 3 ... legal moves they have.
PERFT: dict[str, tuple[Document, tuple[int, ...]]] = {
    "a small area": (
        _puzzle("1 1 N", "S L R LSR0 SR S L S LS", rows=3, cols=3),
        (2, 5, 13, 35, 123, 604, 2798, 10766),
    ),
    "much energy": (
        _puzzle("3 0 S", "S S LSR LR S S S S", rows=4, cols=4, blocked=[[1, 2]], energy=9),
        (2, 5, 13, 48, 252, 1284, 5502),
    ),
    "no energy": (
        _puzzle("0 3 W", "S LS R LR S S", rows=3, cols=4, blocked=[[1, 1], [2, 2]], energy=0),
        (2, 5, 15, 36, 92, 237, 475, 679),
    ),
    "a short deck": (_puzzle("2 2 E", "SR L", rows=5, cols=3), (2, 6, 7, 3, 0)),
    "no deck": (_puzzle("0 0 N", "", rows=3, cols=3), (0,)),
    "a start card that points to a blocked cell": (
        _puzzle("0 0 E", "S S S S S S S", rows=3, cols=3, blocked=[[0, 1]]),
        (0,),
    ),
}
# Tiny puzzles, and how many of their plays are solved, and how many are lost.
ENDINGS: dict[str, tuple[Document, tuple[int, int]]] = {
    "no energy": (
        _puzzle("0 0 E", "S LS L R LSR0 R", rows=3, cols=3, blocked=[[1, 1], [2, 0]], energy=0),
        (16, 1038),
    ),
    "energy": (
        _puzzle("1 1 N", "S L R LR S R S", rows=3, cols=3, blocked=[[0, 0], [2, 2]], energy=2),
        (132, 496),
    ),
    "spare cards": (
        _puzzle("0 0 E", "S LS L R LSR0 R", rows=3, cols=3, blocked=[[1, 1], [2, 0], [2, 1]]),
        (448, 206),
    ),
}


def _is_alive(state: State) -> bool:
    """Whether a card could be placed, if there is one: the play is over where none ever can be."""
    return bool(state.last or (state.energy and state.previous))


def _sequences(game: Game, state: State, length: int) -> int:
    if length == 0:
        return 1
    if not _is_alive(state):
        return 0
    return sum(_sequences(game, after, length - 1) for _, after in game.moves(state))


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    document, counts = PERFT[name]
    position, game = PLAY.begin(classic.KIND.parse(document)), Game(document)
    depths = range(1, len(counts) + 1)
    assert tuple(_sequences(game, game.first(), depth) for depth in depths) == counts
    assert tuple(perft(PLAY, position, depth) for depth in depths) == counts


@pytest.mark.parametrize("name", ENDINGS)
def test_plays_to_the_end(name: str) -> None:
    """Where no card can be placed any more, all that the brute force can do is to discard the rest."""
    document, expected = ENDINGS[name]
    counts = endings(PLAY, PLAY.begin(classic.KIND.parse(document)))
    assert (counts[True], counts[False]) == oracle.endings(document) == expected
    assert oracle.count(document) == expected[0]


def test_the_best_of_all_plays_is_the_best_score() -> None:
    def best(position: ClassicPosition) -> int:
        outcome = PLAY.outcome(position)
        if outcome is not None:
            return -1 if outcome.score is None else outcome.score
        return max(best(PLAY.after(position, move)) for move in PLAY.moves(position))

    for name in ("energy", "spare cards"):
        document = ENDINGS[name][0]
        assert best(PLAY.begin(classic.KIND.parse(document))) == oracle.best(document)


def _after(deck: str, *moves: str, **fields: Any) -> ClassicPosition:
    """Returns the position after moves in notation, on an area of 5x5 with the start card on C3."""
    position = PLAY.begin(classic.KIND.parse(_puzzle("2 2 N", deck, **fields)))
    for text in moves:
        legal = {PLAY.notation(position, move): move for move in PLAY.moves(position)}
        position = PLAY.after(position, legal[text])
    return position


def _notations(position: ClassicPosition) -> list[str]:
    return [PLAY.notation(position, move) for move in PLAY.moves(position)]


class TestRules:
    def test_the_next_card_is_placed_or_discarded(self) -> None:
        position = _after("LR S")
        assert _notations(position) == ["place C2", "discard"], "the start card points there"
        placed = _after("LR S", "place C2")
        assert (placed.deck, placed.pile) == (("S",), ())
        assert _notations(placed) == ["place B2", "place D2", "discard"]
        discarded = _after("LR S", "discard")
        assert (discarded.deck, discarded.pile) == (("S",), ("LR",))
        assert _notations(discarded) == ["place C2", "discard", "recover C2"]

    def test_the_pile_gives_back_its_top_card_any_number_of_times_in_a_row(self) -> None:
        position = _after("S L R LS S", "discard", "discard", "discard", "recover C2", "recover D2")
        assert (position.pile, position.deck) == (("S",), ("LS", "S"))
        assert [card.cell for card in position.line] == [(2, 2), (1, 2), (1, 3)]
        assert "recover D1" in _notations(position)

    def test_the_pile_is_there_once_the_deck_is_empty(self) -> None:
        position = _after("S L", "discard", "discard")
        assert _notations(position) == ["recover C2"]
        assert _notations(_after("S L", "discard", "discard", "recover C2")) == ["recover B2"]

    def test_a_reverse_needs_two_cards_on_the_line(self) -> None:
        assert not any("reverse" in text for text in _notations(_after("LSR LSR S", "place C2")))
        position = _after("LSR LSR S", "place C2", "place B2")
        reverses = [text for text in _notations(position) if text.endswith(" reverse")]
        assert reverses == ["place C1 reverse", "place D2 reverse"]

    def test_a_reverse_costs_a_point_and_leaves_the_last_card_as_a_dead_end(self) -> None:
        position = _after("LSR LSR S S", "place C2", "place B2", "place D2 reverse", energy=2)
        assert position.energy == 1
        assert [card.joint.reverse for card in position.line] == [False, False, False, True]
        # The last card but one is now the dead end, in order of placing.
        assert _notations(position) == [
            *("place E2", "place B3 reverse", "place A2 reverse", "place B1 reverse"),
            "discard",
        ]
        broke = _after("LSR LSR S S", "place C2", "place B2", "place D2 reverse", energy=1)
        assert _notations(broke) == ["place E2", "discard"]

    def test_a_card_of_the_pile_can_be_reversed_too(self) -> None:
        position = _after("S LSR LSR", "discard", "place C2", "place B2")
        assert "recover D2 reverse" in _notations(position)
        assert _after("S LSR LSR", "discard", "place C2", "place B2", "recover D2 reverse").energy == 2

    def test_a_cell_to_which_both_cards_lead_can_be_entered_from_either(self) -> None:
        """C2 is next to B2, and round the edge next to A2."""
        puzzle = _puzzle("2 1 N", "LSR S S", rows=3, cols=3, blocked=[[0, 1]])
        position = PLAY.begin(classic.KIND.parse(puzzle))
        for cell in ((1, 1), (1, 0)):
            position = PLAY.after(position, Action("place", cell))
        assert _notations(position) == ["place C2", "place C2 reverse", "discard"]
        ends = [PLAY.after(position, move).line[-1] for move in PLAY.moves(position)[:2]]
        assert [end.exits for end in ends] == [("W",), ("E",)]

    def test_nothing_follows_the_last_cell(self) -> None:
        blocked = [[r, c] for r in range(5) for c in range(5) if c != 2] + [[3, 2]]
        position = _after("S LR S S L", "place C2", "discard", "place C1", "place C5", blocked=blocked)
        assert PLAY.moves(position) == ()
        assert PLAY.outcome(position) == Outcome(True, score=4 + 2 + 3)

    def test_no_free_cell_is_solved_at_once(self) -> None:
        blocked = [[r, c] for r in range(5) for c in range(5) if (r, c) != (2, 2)]
        position = _after("LSR S", blocked=blocked)
        assert PLAY.outcome(position) == Outcome(True, 5 + 1 + 3)
        assert PLAY.solution(position) == ClassicSolution(())
        assert PLAY.draw_text(position)


class TestLost:
    def test_without_a_card(self) -> None:
        outcome = PLAY.outcome(_after("S S", "place C2", "place C1"))
        assert outcome == Outcome(False, reason=phrase("end_of_line.play.classic.no_card"))

    def test_as_soon_as_no_exit_leads_to_a_free_cell(self) -> None:
        position = _after("S S S S", "place C2", blocked=[[0, 2]])
        reason = phrase("end_of_line.play.classic.no_exit", cell=BoardCell(1, 2))
        assert PLAY.outcome(position) == Outcome(False, reason=reason)
        assert PLAY.moves(position) == (), "not even a card to discard"

    def test_not_while_a_reverse_leads_on(self) -> None:
        moves = ("place C2", "place B2")
        position = _after("LS S S", *moves, blocked=[[1, 0]], energy=1)
        assert _notations(position) == ["place C1 reverse", "discard"]
        reason = phrase("end_of_line.play.classic.no_exit", cell=BoardCell(1, 1))
        position = _after("LS S S", *moves, blocked=[[1, 0]], energy=0)
        assert PLAY.outcome(position) == Outcome(False, reason=reason)
        cells = {"cell": BoardCell(1, 1), "behind": BoardCell(1, 2)}
        position = _after("LS S S", *moves, blocked=[[1, 0], [0, 2]], energy=1)
        reason = phrase("end_of_line.play.classic.no_exit_behind", **cells)
        assert PLAY.outcome(position) == Outcome(False, reason=reason)


@pytest.mark.parametrize(
    "move",
    [
        Action("place", (3, 2)),
        Action("recover", (1, 2)),
        Action("place", (1, 2), reverse=True),
        Action("place"),
    ],
)
def test_illegal_moves(move: Action) -> None:
    with pytest.raises(IllegalMove):
        PLAY.after(_after("S S"), move)


@pytest.mark.parametrize(
    "document", [None, [], {}, "discard", {"do": "draw"}, {"do": "place"}, {"do": "discard", "cell": [0, 0]}]
)
def test_malformed_moves(document: object) -> None:
    with pytest.raises(BadInput):
        PLAY.parse_move(document)


def test_the_cards_of_actions() -> None:
    """Where the deck or the pile has none left, there is no card, and nothing is discarded."""
    place, discard, recover = Action("place", (0, 0)), Action("discard"), Action("recover", (0, 0))
    actions = (recover, discard, discard, recover, place, place, discard, recover, recover)
    cards = [None, "S", "L", "L", "R", None, None, "S", None]
    assert list(cards_of_actions(("S", "L", "R"), actions)) == cards
