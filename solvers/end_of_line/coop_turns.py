"""What several lines on one board have in common: their turns, and how a puzzle's solutions can be laid out.

Lines meet nowhere, and every player has a turn in every round, so that only the last round depends on the
order of turns: those before the player who covers the last cell play a whole turn in it, those behind do not
play. Turns are numbered from 1, like rounds; cards of a line by index, from 0, in order of placing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from puzzles.end_of_line.board import INITIATIVE, PlacedCard
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopRound, CoopSolution, Turn
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND, HAND_SIZE, round_size
from puzzles.end_of_line.turn_order import turn_order
from solvers.protocol import Impossible, Outcome, Solved


@dataclass(frozen=True)
class Begun:
    """The turns that a player has begun; the last of them may be incomplete."""

    turns: tuple[Turn, ...] = ()

    @property
    def cards(self) -> tuple[PlacedCard, ...]:
        return tuple(card for turn in self.turns for card in turn.cards)

    def energy_spent(self) -> int:
        return sum(turn.energy is not None for turn in self.turns)


NOTHING_BEGUN = CoopSolution(())


def begun_by(puzzle: CoopPuzzle, progress: CoopSolution) -> tuple[Begun, ...]:
    """Returns what each player has begun in a partial solution that breaks no rule."""
    turns: list[list[Turn]] = [[] for _ in puzzle.players]
    for played_round in progress.rounds:
        for turn in played_round.turns:
            turns[turn.player].append(turn)
    return tuple(Begun(tuple(of_player)) for of_player in turns)


@dataclass(frozen=True)
class Line:
    """One player's part of a solution."""

    turns: tuple[Turn, ...]
    cards: tuple[PlacedCard, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(card for turn in self.turns for card in turn.cards))

    def before_turn(self, number: int) -> list[str]:
        """The cards that lie when a round begins."""
        return [card.card for turn in self.turns[: number - 1] for card in turn.cards]


def starts_of_turns(begun: Begun, energy: int, rounds: int) -> list[list[int]]:
    """Returns by turn the indices at which it can begin, up to the turn after the last round.

    `energy` is what is left to spend; entry 0 is for turn 1."""
    starts: list[list[int]] = [[0]]
    reached = {0: 0}  # index -> the least energy spent so far
    for number in range(1, rounds + 1):
        after: dict[int, int] = {}
        if number <= len(begun.turns):
            sizes = {round_size(number, begun.turns[number - 1].energy): 0}
        else:
            sizes = {round_size(number, None): 0}
            if number >= FIRST_ENERGY_ROUND:
                sizes |= {round_size(number, effect): 1 for effect in ("speed_up", "brake")}
        for index, spent in reached.items():
            for size, cost in sizes.items():
                if spent + cost <= energy:
                    after[index + size] = min(after.get(index + size, energy), spent + cost)
        reached = after
        starts.append(sorted(reached))
    return starts


def possible_rounds(puzzle: CoopPuzzle, begun: Sequence[Begun], energy: Sequence[int]) -> list[int]:
    """Returns the numbers of rounds that a solution can have, those that spend the least energy first.

    `energy` is what each player may still spend."""
    cells = len(puzzle.free_cells)
    first = max(1, *(len(of_player.turns) for of_player in begun))
    possible = []
    for rounds in range(first, cells + 2):
        starts = [starts_of_turns(of, points, rounds) for of, points in zip(begun, energy, strict=True)]
        if sum(of_player[rounds - 1][0] for of_player in starts) >= cells:
            break
        if sum(of_player[rounds][-1] for of_player in starts) >= cells:
            possible.append(rounds)
    usual = next((r for r in possible if sum(_plain_end(of, r) for of in begun) >= cells), None)
    return sorted(possible, key=lambda r: (usual is not None and abs(r - usual), r))


def _plain_end(begun: Begun, rounds: int) -> int:
    """The length of a line after whole rounds in which no more energy is spent."""
    return starts_of_turns(begun, 0, rounds)[rounds][0]


def last_turn_order(lines: Sequence[Line], rounds: int) -> tuple[int, ...]:
    return turn_order({p: line.before_turn(rounds) for p, line in enumerate(lines)})


def is_in_order(lines: Sequence[Line]) -> bool:
    """Whether those who have a turn in the last round come before those who have none, and the player whose
    turn is cut short comes last of them."""
    rounds = max(len(line.turns) for line in lines)
    order = last_turn_order(lines, rounds)
    playing = [player for player in order if len(lines[player].turns) == rounds]
    if list(order[: len(playing)]) != playing:
        return False
    return all(
        len(lines[player].turns[-1].cards) == round_size(rounds, lines[player].turns[-1].energy)
        for player in playing[:-1]
    )


def solution_of(lines: Sequence[Line]) -> CoopSolution:
    """Returns the solution that lines in order make."""
    rounds = []
    for number in range(1, max(len(line.turns) for line in lines) + 1):
        order = last_turn_order(lines, number)
        turns = (lines[p].turns[number - 1] for p in order if number <= len(lines[p].turns))
        rounds.append(CoopRound(tuple(turns)))
    return CoopSolution(tuple(rounds))


def everything_left(puzzle: CoopPuzzle) -> int:
    """The initiatives of all cards and all energy: the score of a solution that places and spends nothing."""
    cards = sum(INITIATIVE[card] for player in puzzle.players for card in player.deck)
    return cards + puzzle.energy * len(puzzle.players)


def score_of(puzzle: CoopPuzzle, solution: CoopSolution) -> int:
    turns = [turn for played_round in solution.rounds for turn in played_round.turns]
    placed = sum(INITIATIVE[card.card] for turn in turns for card in turn.cards)
    return everything_left(puzzle) - placed - sum(turn.energy is not None for turn in turns)


def greatest_score(puzzle: CoopPuzzle) -> int | None:
    """Returns a bound on every score: as if every player could always keep the cards of greatest initiative.

    None where no way to share out the cells among the players lets all have cards enough."""
    nothing = [Begun()] * len(puzzle.players)
    values = [_values_left(player.deck, puzzle.energy) for player in puzzle.players]
    scores = (
        _greatest_sum(
            [list(_lengths(nothing[p], puzzle.energy, rounds, values[p])) for p in range(len(values))],
            len(puzzle.free_cells),
        )
        for rounds in possible_rounds(puzzle, nothing, [puzzle.energy] * len(nothing))
    )
    return max((score for score in scores if score is not None), default=None)


def _values_left(deck: Sequence[str], energy: int) -> list[int]:
    """Returns by length of the line the greatest sum of the initiatives left and of energy, where none is
    spent to change the length."""
    initiatives = [INITIATIVE[card] for card in deck]

    def left(length: int, drawn: int) -> int:
        return sum(initiatives) - sum(sorted(initiatives[:drawn])[:length])

    return [
        energy
        + max(
            left(n, n + HAND_SIZE - 1) if n else sum(initiatives),
            # One more card in hand costs a point.
            left(n, n + HAND_SIZE) - 1 if energy else 0,
        )
        for n in range(len(deck) + 1)
    ]


def _lengths(begun: Begun, energy: int, rounds: int, values: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yields the lengths that a line can have, and the value of the greatest that can be left then."""
    for spent in range(energy + 1):
        starts = starts_of_turns(begun, spent, rounds)
        for length in range(starts[rounds - 1][0], min(starts[rounds][-1], len(values) - 1) + 1):
            yield length, values[length] - spent


def _greatest_sum(choices: Sequence[Sequence[tuple[int, int]]], total: int) -> int | None:
    """Returns the greatest value of one choice each, whose lengths add up to the total."""
    best: dict[int, int] = {0: 0}
    for of_player in choices:
        following: dict[int, int] = {}
        for length, value in of_player:
            for before, sum_before in best.items():
                n = before + length
                if n <= total:
                    following[n] = max(following.get(n, -1), sum_before + value)
        best = following
    return best.get(total)


def trivial_outcome(
    puzzle: CoopPuzzle, progress: CoopSolution = NOTHING_BEGUN
) -> Outcome[CoopSolution] | None:
    """Returns the outcome that needs no search: nothing left to cover, or too few cards."""
    laid = sum(len(begun.cards) for begun in begun_by(puzzle, progress))
    if laid == len(puzzle.free_cells):
        score = score_of(puzzle, progress)
        return Solved(progress, True, score, score)
    if sum(len(player.deck) for player in puzzle.players) < len(puzzle.free_cells):
        return Impossible()
    return None
