"""end_of_line.coop: two to eight players, each with a line and a deck, who cover the area together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line import line_sections
from puzzles.end_of_line.board import (
    AREA_FIELDS,
    CARD_NAME,
    INITIATIVE,
    MAX_CARDS,
    PLACED,
    START,
    Area,
    Start,
    cell_problems,
    outside,
    read_placed,
    write_placed,
)
from puzzles.end_of_line.coop_puzzle import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    CoopPuzzle,
    CoopRound,
    CoopSolution,
    Player,
    Turn,
)
from puzzles.end_of_line.coop_referee import CoopReferee
from puzzles.end_of_line.deal_task import deal_task
from puzzles.end_of_line.drawing.coop import CoopView
from puzzles.end_of_line.drawing.coop_solution import JudgedRounds
from puzzles.end_of_line.drawing.cut_outs import players_cut_outs
from puzzles.end_of_line.play_coop import CoopPlay
from puzzles.end_of_line.solo_puzzle import EFFECTS
from puzzles.end_of_line.symmetry import Symmetry, canonical_twin
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Choice, CountedAs, Described, Integer, ListOf, ObjectShape, kind_name
from puzzles.kind import Facts, Twin, Violation
from puzzles.shaped_kind import ShapedKind
from puzzles.texts import Phrase, phrase

PLAYER = ObjectShape(
    {
        "start": Described(
            START, "Where the player's line begins. The card there is not one of the cards to be laid."
        ),
        "deck": Described(
            ListOf(CARD_NAME, max_items=MAX_CARDS),
            "The player's cards in the order of drawing.",
            ["S", "LS", "R", "S"],
        ),
    },
    what="a player: an object with start and deck",
)
PUZZLE = ObjectShape(
    {
        "kind": kind_name("end_of_line.coop"),
        "rows": AREA_FIELDS["rows"],
        "cols": AREA_FIELDS["cols"],
        "blocked": AREA_FIELDS["blocked"],
        "energy": Described(Integer(0, 9), "The points of energy of each player at the beginning.", 3),
        "players": Described(
            ListOf(PLAYER, max_items=MAX_PLAYERS, min_items=MIN_PLAYERS),
            "The players, in the order of their turns in round 1.",
        ),
    },
    {"blocked": [], "energy": 3},
    what="an end_of_line.coop puzzle",
)
_PLAYER_INDEX = Described(Integer(0, MAX_PLAYERS - 1), "Whose turn it is, counted from 0.", 0)
_ENERGY = Described(
    Choice(EFFECTS, or_null=True), "What a point of energy is spent on in this turn, if it is."
)
_CARDS = Described(ListOf(PLACED, max_items=MAX_CARDS), "The cards in the order of placing.")
TURN = ObjectShape(
    {"player": _PLAYER_INDEX, "energy": _ENERGY, "cards": _CARDS},
    {"energy": None},
    what="a turn: an object with player and cards",
)
ROUND = ObjectShape(
    {"turns": Described(ListOf(TURN, max_items=MAX_CARDS), "The turns in their order.")},
    what="a round: an object with turns",
)
# A solution has at most MAX_CARDS cards, and is largest where each has a round of its own. The referee takes
# more turns and cards, and reports them.
_ROUND_OF_ONE_CARD = replace(
    ROUND,
    fields={"turns": ListOf(replace(TURN, fields={**TURN.fields, "cards": ListOf(PLACED, 1)}), 1)},
)
SOLUTION = ObjectShape(
    {
        "rounds": Described(
            CountedAs(ListOf(ROUND, max_items=MAX_CARDS), ListOf(_ROUND_OF_ONE_CARD, max_items=MAX_CARDS)),
            "The rounds in their order.",
        )
    },
    what="an object with rounds",
)
_TURN_BEGUN = replace(TURN, defaults={"energy": None, "cards": []}, what="a turn: an object with player")
_ROUND_BEGUN = ObjectShape(
    {"turns": Described(ListOf(_TURN_BEGUN, max_items=MAX_CARDS), "The turns; the last may lack cards.")},
    {"turns": []},
    what="a round",
)
PROGRESS = replace(
    SOLUTION,
    fields={
        "rounds": Described(
            CountedAs(
                ListOf(_ROUND_BEGUN, max_items=MAX_CARDS), ListOf(_ROUND_OF_ONE_CARD, max_items=MAX_CARDS)
            ),
            "The rounds so far; the last may lack turns, and the last turn cards.",
        )
    },
    defaults={"rounds": []},
)


class Coop(ShapedKind):
    """The kind; see puzzles.kind.PuzzleKind for what each member is for."""

    id = "end_of_line.coop"
    summary = "END OF LINE co-operative: 2 to 8 players cover the area together, each with a line and a deck."
    facts = Facts(scored=True)
    play = CoopPlay()
    puzzle_shape, solution_shape, progress_shape = PUZZLE, SOLUTION, PROGRESS
    line_form = line_sections.COOP

    def parse(self, document: object) -> CoopPuzzle:
        fields = PUZZLE.read(document)
        players = tuple(
            Player(Start(player["start"]["cell"], player["start"]["heading"]), player["deck"])
            for player in fields["players"]
        )
        puzzle = CoopPuzzle(
            fields["rows"], fields["cols"], tuple(sorted(fields["blocked"])), fields["energy"], players
        )
        problems = _problems(puzzle, fields["blocked"])
        if problems:
            raise BadInput(problems)
        return puzzle

    def serialise(self, puzzle: CoopPuzzle) -> dict[str, Any]:
        return {
            "kind": self.id,
            "rows": puzzle.rows,
            "cols": puzzle.cols,
            "blocked": [list(cell) for cell in puzzle.blocked],
            "energy": puzzle.energy,
            "players": [
                {
                    "start": {"cell": list(player.start.cell), "heading": player.start.heading},
                    "deck": list(player.deck),
                }
                for player in puzzle.players
            ],
        }

    def parse_solution(self, document: object) -> CoopSolution:
        return _read_rounds(SOLUTION.read(document))

    def parse_progress(self, document: object) -> CoopSolution | None:
        """Rounds begun, without a last turn in which nothing was done yet."""
        rounds = list(_read_rounds(PROGRESS.read(document)).rounds)
        if rounds and rounds[-1].turns and rounds[-1].turns[-1] == Turn(rounds[-1].turns[-1].player, ()):
            rounds[-1] = CoopRound(rounds[-1].turns[:-1])
        if rounds and not rounds[-1].turns:
            rounds.pop()
        return CoopSolution(tuple(rounds)) if rounds else None

    def progress_violations(self, puzzle: CoopPuzzle, progress: CoopSolution) -> tuple[Violation, ...]:
        """Free cells, turns to come and cards that the last turn has to place are no violations yet."""
        index = len(progress.rounds) - 1
        last_turn = {"round": index, "turn": len(progress.rounds[-1].turns) - 1}
        missing = (("order", {"round": index}), ("round_size", last_turn))
        return tuple(
            violation
            for violation in self.verify(puzzle, progress)
            if violation.rule != "covered" and (violation.rule, violation.at) not in missing
        )

    def begins_with(self, solution: CoopSolution, progress: CoopSolution) -> bool:
        """Energy is spent before a turn's first card: once a turn is begun its energy is settled."""
        *complete, last_round = progress.rounds
        index = len(complete)
        if len(solution.rounds) <= index or list(solution.rounds[:index]) != complete:
            return False
        turns = solution.rounds[index].turns
        *before, last = last_round.turns
        if len(turns) <= len(before) or list(turns[: len(before)]) != before:
            return False
        whole = turns[len(before)]
        begun = (last.player, last.energy, last.cards)
        return (whole.player, whole.energy, whole.cards[: len(last.cards)]) == begun

    def serialise_solution(self, solution: CoopSolution) -> dict[str, Any]:
        return {
            "rounds": [{"turns": list(map(_write_turn, game_round.turns))} for game_round in solution.rounds]
        }

    def verify(self, puzzle: CoopPuzzle, solution: CoopSolution) -> tuple[Violation, ...]:
        return CoopReferee(puzzle).judge(solution)

    def score(self, puzzle: CoopPuzzle, solution: CoopSolution) -> int:
        turns = [turn for game_round in solution.rounds for turn in game_round.turns]
        left = Counter(card for player in puzzle.players for card in player.deck)
        left.subtract(Counter(card.card for turn in turns for card in turn.cards))
        energy_left = puzzle.energy * len(puzzle.players) - sum(turn.energy is not None for turn in turns)
        return sum(INITIATIVE[card] * n for card, n in left.items()) + energy_left

    def task(self, puzzle: CoopPuzzle, target: int | None = None) -> Phrase:
        lay = phrase(f"{self.id}.task.lay", players=len(puzzle.players))
        return deal_task(self.id, lay, puzzle.energy, target)

    def twin(self, puzzle: CoopPuzzle) -> Twin[CoopPuzzle, CoopSolution]:
        def mapped_puzzle(symmetry: Symmetry) -> CoopPuzzle:
            players = tuple(
                Player(symmetry.start(player.start), tuple(map(symmetry.card, player.deck)))
                for player in puzzle.players
            )
            return replace(puzzle, blocked=tuple(sorted(map(symmetry.cell, puzzle.blocked))), players=players)

        return canonical_twin(puzzle.area_of(0), mapped_puzzle, _order, _mapped_solution)

    def draw_text(
        self, puzzle: CoopPuzzle, solution: CoopSolution | None = None, look: TextLook = PLAIN_TEXT
    ) -> str:
        return CoopView(puzzle, self._judged(puzzle, solution)).text(look)

    def draw(self, puzzle: CoopPuzzle, solution: CoopSolution | None = None, look: Look = PLAIN) -> Drawing:
        return CoopView(puzzle, self._judged(puzzle, solution)).draw(look)

    def cut_outs(self, puzzle: CoopPuzzle, look: Look = PLAIN) -> tuple[CutOut, ...]:
        return tuple(players_cut_outs([player.deck for player in puzzle.players], look))

    def _judged(self, puzzle: CoopPuzzle, solution: CoopSolution | None) -> JudgedRounds | None:
        if solution is None:
            return None
        violations = self.verify(puzzle, solution)
        return JudgedRounds(solution.rounds, violations, None if violations else self.score(puzzle, solution))


KIND = Coop()


def _problems(puzzle: CoopPuzzle, blocked: Sequence[tuple[int, int]]) -> list[Problem]:
    """Where the fields of a document contradict each other; `blocked` is in the document's order."""
    starts = [player.start.cell for player in puzzle.players]
    board = Area(puzzle.rows, puzzle.cols, puzzle.players[0].start, ())
    problems = outside(board, ((f"/players/{i}/start/cell", cell) for i, cell in enumerate(starts)))
    problems += cell_problems(board, "/blocked", blocked)
    for i, cell in enumerate(blocked):
        if cell in starts:
            words = f"the start card of player {starts.index(cell) + 1} stands on this cell"
            problems.append(Problem(f"/blocked/{i}", words))
    for i, cell in enumerate(starts):
        if starts.index(cell) < i:
            words = f"the start card of player {starts.index(cell) + 1} stands on this cell already"
            problems.append(Problem(f"/players/{i}/start/cell", words))
    return problems


def _read_rounds(fields: dict[str, Any]) -> CoopSolution:
    return CoopSolution(
        tuple(CoopRound(tuple(map(_read_turn, fields["turns"]))) for fields in fields["rounds"])
    )


def _read_turn(fields: dict[str, Any]) -> Turn:
    return Turn(fields["player"], tuple(map(read_placed, fields["cards"])), fields["energy"])


def _write_turn(turn: Turn) -> dict[str, Any]:
    energy = {"energy": turn.energy} if turn.energy else {}
    return {"player": turn.player, **energy, "cards": [write_placed(card) for card in turn.cards]}


def _order(puzzle: CoopPuzzle) -> tuple[Any, ...]:
    """Compares puzzles by where things stand, and then by the decks."""
    starts = tuple((player.start.cell, player.start.heading) for player in puzzle.players)
    return starts, puzzle.blocked, tuple(player.deck for player in puzzle.players)


def _mapped_solution(symmetry: Symmetry, solution: CoopSolution) -> CoopSolution:
    return CoopSolution(
        tuple(
            CoopRound(tuple(replace(turn, cards=symmetry.line(turn.cards)) for turn in game_round.turns))
            for game_round in solution.rounds
        )
    )
