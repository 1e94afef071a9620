"""What continues partial solutions, by exhaustive play, and random partial solutions of every kind.

A kind without an entry in CONTINUATIONS fails tests/solvers/test_continuations.py by name.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from puzzles.end_of_line.board import CARDS, EXITS, HEADINGS, Round
from puzzles.end_of_line.card_matching import hand_out
from puzzles.end_of_line.cover import CoverPuzzle, LineCell, PartialLine
from puzzles.end_of_line.play_cover import CoverPlay, turns_along
from puzzles.end_of_line.play_solo import PlaceCard, SoloPlay, SoloPosition
from puzzles.end_of_line.solo import SoloPuzzle, SoloSolution
from puzzles.light_line import head, longest, solo
from puzzles.light_line.cards import PlacedCard as LaidCard
from puzzles.light_line.cards import Section, neighbours
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.place import PartialPlacement, PlacePlay, PlacePuzzle
from puzzles.light_line.play import LinePosition, sections_ahead
from puzzles.linja.endgame import EndgamePuzzle, goal_threshold
from puzzles.linja.turns import Turn, turns
from tests.oracle import (
    end_of_line_classic_instances,
    end_of_line_coop_instances,
    end_of_line_instances,
    light_line_instances,
    linja,
    linja_instances,
)
from tests.oracle import end_of_line_continuations as end_of_line

Document = dict[str, Any]


class TooMany(Exception):
    """There is more to play than a test has time for."""


@dataclass(frozen=True)
class Expected:
    """`best` is None where nothing continues, and 0 for kinds without a score; `count` is there where it is
    counted."""

    best: int | None
    count: int | None = None


@dataclass(frozen=True)
class Continuations:
    """What a test needs of a kind.

    instance  a random tiny puzzle
    begin     a random partial solution; None where none came about
    expected  what continues it; `effort` limits how many positions are played
    """

    instance: Callable[[random.Random], Document]
    begin: Callable[[random.Random, Any], Any | None]
    expected: Callable[[Any, Any, int], Expected]


_SOLO, _COVER, _PLACE = SoloPlay(), CoverPlay(), PlacePlay()


def _solo_instance(rng: random.Random) -> Document:
    instances = end_of_line_instances
    return rng.choice((instances.late_reverse_instance, instances.solo_instance))(rng)


def _begin_solo(rng: random.Random, puzzle: SoloPuzzle) -> SoloSolution | None:
    """Plays with a liking for energy and reverses; mostly where the rest can be solved."""
    position, careful = _SOLO.begin(puzzle), rng.random() < 0.7
    for _ in range(rng.randrange(1, 12)):
        moves = list(_SOLO.moves(position))
        rng.shuffle(moves)
        moves.sort(key=lambda move: isinstance(move, PlaceCard) and not move.reverse and rng.random() < 0.6)
        following = (_SOLO.after(position, move) for move in moves)
        chosen = next((p for p in following if not careful or _best_score([p], 500) is not None), None)
        if chosen is None:
            break
        position = chosen
    rounds = _SOLO.solution(position).rounds
    return SoloSolution(rounds) if rounds else None


def _solo(puzzle: SoloPuzzle, progress: SoloSolution, effort: int) -> Expected:
    return Expected(_best_score(list(_solo_positions(_SOLO.begin(puzzle), progress)), effort))


def _solo_positions(position: SoloPosition, progress: SoloSolution) -> Iterator[SoloPosition]:
    """Yields the positions of all plays of a partial solution."""
    rounds, wanted = _SOLO.solution(position).rounds, progress.rounds
    if rounds == wanted:
        yield position
        return
    same = rounds[:-1] == wanted[: len(rounds)][:-1] and len(rounds) <= len(wanted)
    if same and rounds:
        last, goal = rounds[-1], wanted[len(rounds) - 1]
        same = last.energy == goal.energy and goal.cards[: len(last.cards)] == last.cards
    if same:
        for move in _SOLO.moves(position):
            yield from _solo_positions(_SOLO.after(position, move), progress)


def _best_score(positions: list[SoloPosition], effort: int) -> int | None:
    """Plays all that can follow."""
    known: dict[tuple[Any, ...], int | None] = {}

    def best(position: SoloPosition) -> int | None:
        if not position.free:
            return position.score()
        ends = [(card.cell, card.exits) for card in position.line[-2:]]
        begun = position.round != Round(()), position.round.energy, position.may_reverse
        key = (position.free, *ends, position.hand, position.energy, *begun, position.cards_to_place())
        if key not in known:
            if len(known) > effort:
                raise TooMany
            known[key] = _greatest(best(_SOLO.after(position, move)) for move in _SOLO.moves(position))
        return known[key]

    return _greatest(map(best, positions))


def _greatest(scores: Iterable[int | None]) -> int | None:
    return max((score for score in scores if score is not None), default=None)


def _cover_lines(position: Any) -> Iterator[tuple[Any, ...]]:
    if not position.free:
        yield position.line
    for move in _COVER.moves(position):
        yield from _cover_lines(_COVER.after(position, move))


def _begin_cover(rng: random.Random, puzzle: CoverPuzzle) -> PartialLine | None:
    """The beginning of a line, mostly of a solution, with all, some or none of its cards; of the cards, some
    are changed. It may take steps for which the tray has no cards."""
    lines = list(_cover_lines(_COVER.begin(puzzle)))
    position = _COVER.begin(puzzle)
    if lines and rng.random() < 0.8:
        line = rng.choice(lines)
        position = replace(position, line=line[: rng.randrange(1, len(line) + 1)] if line else ())
    while rng.random() < 0.3 and (moves := _COVER.moves(position)):
        position = _COVER.after(position, rng.choice(moves))
    cards = [card.card for card in _COVER.solution(position).line]
    begun = [
        LineCell(cell, rng.choice(CARDS) if rng.random() < 0.15 else card)
        for cell, card in zip(position.line, cards, strict=True)
    ]
    free = set(position.free)
    while begun and rng.random() < 0.2:
        beside = [puzzle.area.neighbour(begun[-1].cell, heading) for heading in HEADINGS]
        ahead = [LineCell(cell) for cell in beside if cell in free]
        begun += rng.sample(ahead, min(1, len(ahead)))
        free.discard(begun[-1].cell)
    left_open = rng.choice((0, 0.5, 1))
    line = tuple(replace(laid, card=None) if rng.random() < left_open else laid for laid in begun)
    return PartialLine(line) if line else None


def _cover(puzzle: CoverPuzzle, progress: PartialLine, _: int) -> Expected:
    begun = tuple(laid.cell for laid in progress.line)
    stated = {laid.cell: laid.card for laid in progress.line if laid.card is not None}
    given = {given.cell: given.card for given in puzzle.givens}
    count = 0
    if all(given.get(cell, card) == card for cell, card in stated.items()):
        for line in _cover_lines(_COVER.begin(puzzle)):
            if line[: len(begun)] == begun:
                count += _is_paid(puzzle, line, given | stated)
    return Expected(0 if count else None, count)


def _is_paid(puzzle: CoverPuzzle, line: tuple[Any, ...], settled: dict[Any, str]) -> bool:
    tray = dict(zip(CARDS, puzzle.tray, strict=True))
    for card in settled.values():
        tray[card] -= 1
    turns = list(zip(line, turns_along(puzzle, line), strict=True))
    fit = all(turn is None or turn in EXITS[settled[cell]] for cell, turn in turns if cell in settled)
    rest = [turn for cell, turn in turns if cell not in settled]
    return fit and min(tray.values()) >= 0 and hand_out([tray[card] for card in CARDS], rest) is not None


def _begin_layout(rng: random.Random, puzzle: Any) -> LineSolution | None:
    """Some cards, mostly beside each other, in a place of the grid; and sometimes a line over them."""
    if len(puzzle.cards) > 5:
        return None
    names = [card.id for card in puzzle.cards]
    rng.shuffle(names)
    layout: tuple[LaidCard, ...] = (LaidCard(names[0], rng.randrange(-9, 9), 4, rng.random() < 0.5),)
    for name in names[1 : rng.randrange(max(1, len(names) - 2), len(names) + 1)]:
        cells = [cell for card in layout for cell in neighbours(card.cell)]
        ways = [LaidCard(name, *cell, turned) for cell in cells for turned in (False, True)]
        rng.shuffle(ways)
        if rng.random() < 0.1:
            ways = [LaidCard(name, 40, 40, False), LaidCard(name, 10**18, 4, True)]
        # Mostly a place where a line runs through the cards.
        layout = (*layout, max(ways[:12], key=lambda way: _longest_over(puzzle, (*layout, way))))
    line: tuple[Section, ...] = ()
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        ahead = sections_ahead(LinePosition(puzzle, layout, line), wild=False)
        line = (*line, rng.choice(ahead)) if ahead else line
    return LineSolution(layout, line)


def _longest_over(puzzle: Any, layout: tuple[LaidCard, ...]) -> int:
    if len({card.cell for card in layout}) < len(layout):
        return -1
    return max((_length(line) for line in _lines(puzzle, layout, (), True, False)), default=0)


def _length(line: tuple[Section, ...]) -> int:
    return len({section.card for section in line})


def _lines(
    puzzle: Any, layout: tuple[LaidCard, ...], line: tuple[Section, ...], wild: bool, single: bool
) -> Iterator[tuple[Section, ...]]:
    position = LinePosition(puzzle, layout, line)
    if line:
        yield line
    for section in sections_ahead(position, wild):
        if not (single and section.card in position.passed):
            yield from _lines(puzzle, layout, (*line, section), wild, single)


def _layouts(
    puzzle: Any, laid: tuple[LaidCard, ...], most: int, seen: set[frozenset[LaidCard]], effort: int
) -> Iterator[tuple[LaidCard, ...]]:
    """Yields every layout of at most so many cards, each card beside another one."""
    if frozenset(laid) in seen:
        return
    seen.add(frozenset(laid))
    if len(seen) > effort:
        raise TooMany
    yield laid
    occupied = {card.cell for card in laid}
    beside = {cell for place in occupied for cell in neighbours(place)} - occupied
    for card in puzzle.cards if len(laid) < most else ():
        if card.id not in {other.card for other in laid}:
            for cell in beside:
                for turned in (False, True):
                    more = (*laid, LaidCard(card.id, *cell, turned))
                    yield from _layouts(puzzle, more, most, seen, effort)


def _complete(most: int, *, wild: bool, single: bool) -> Callable[[Any, LineSolution, int], Expected]:
    """Where `most` cards are laid, and the line passes all of them."""

    def expected(puzzle: Any, progress: LineSolution, effort: int) -> Expected:
        count = sum(
            any(
                _length(line) == most and not (single and len(line) > most)
                for line in _lines(puzzle, layout, progress.line, wild, single)
            )
            for layout in _layouts(puzzle, progress.layout, most, set(), effort)
            if len(layout) == most
        )
        return Expected(0 if count else None, count)

    return expected


def _light_solo(puzzle: solo.SoloPuzzle, progress: LineSolution, effort: int) -> Expected:
    return _complete(len(puzzle.cards), wild=True, single=False)(puzzle, progress, effort)


def _light_head(puzzle: head.HeadPuzzle, progress: LineSolution, effort: int) -> Expected:
    found = _complete(puzzle.length, wild=False, single=True)(puzzle, progress, effort)
    return Expected(found.best)


def _light_longest(puzzle: longest.LongestPuzzle, progress: LineSolution, effort: int) -> Expected:
    lengths = [
        _length(line)
        for layout in _layouts(puzzle, progress.layout, len(puzzle.cards), set(), effort)
        for line in _lines(puzzle, layout, progress.line, wild=False, single=False)
    ]
    return Expected(max(lengths, default=None))


def _begin_place(rng: random.Random, puzzle: PlacePuzzle) -> PartialPlacement | None:
    placements = _PLACE.moves(_PLACE.begin(puzzle))
    if not placements:
        return None
    some = rng.choice(placements)
    row, col, turned = (rng.random() < 0.5 for _ in range(3))
    progress = PartialPlacement(
        some.row + rng.choice((0, 0, 0, 1)) if row else None,
        some.col if col else None,
        some.turned if turned else None,
    )
    return None if progress == PartialPlacement() else progress


def _place(puzzle: PlacePuzzle, progress: PartialPlacement, _: int) -> Expected:
    settled = {name: value for name, value in vars(progress).items() if value is not None}
    begin = _PLACE.begin(puzzle)
    after = [
        _PLACE.outcome(_PLACE.after(begin, move))
        for move in _PLACE.moves(begin)
        if settled.items() <= vars(move).items()
    ]
    return Expected(_greatest(outcome.score for outcome in after if outcome is not None), len(after))


def _begin_turn(rng: random.Random, puzzle: EndgamePuzzle) -> Turn | None:
    legal = [turn for turn, _ in turns(puzzle.board, puzzle.to_move, puzzle.options)]
    if not legal or rng.random() < 0.1:
        return Turn(rng.randrange(8), rng.choice((None, rng.randrange(8))))
    whole = rng.choice(legal)
    if rng.random() < 0.5:
        return Turn(whole.initial)
    return Turn(whole.initial, whole.second, whole.extra if rng.random() < 0.5 else None)


def _turn(puzzle: EndgamePuzzle, progress: Turn, _: int) -> Expected:
    """Values the turns with the oracle of Linja."""
    options = puzzle.options
    position = linja.Position(puzzle.board.A, puzzle.board.B, puzzle.to_move)
    outcomes = linja.turns(position, options.extra_move)
    values = linja.results(position, options.extra_move, options.negatives) if outcomes else {}
    threshold = goal_threshold(puzzle.goal, max(values.values(), default=0))
    extra = progress.extra and (progress.extra.owner, progress.extra.start, progress.extra.end)
    boards = {
        (a, b)
        for turn, a, b, over in outcomes
        if turn.initial == progress.initial
        and progress.second in (None, turn.second)
        and extra in (None, turn.extra)
        and values[a, b, over] >= threshold
    }
    return Expected(0 if boards else None, len(boards))


CONTINUATIONS: dict[str, Continuations] = {
    "end_of_line.solo": Continuations(_solo_instance, _begin_solo, _solo),
    "end_of_line.classic": Continuations(
        end_of_line_classic_instances.instance,
        end_of_line.begin_classic,
        lambda puzzle, progress, _: Expected(*end_of_line.classic(puzzle, progress)),
    ),
    "end_of_line.coop": Continuations(
        end_of_line_coop_instances.instance,
        end_of_line.begin_coop,
        lambda puzzle, progress, _: Expected(end_of_line.coop(puzzle, progress)),
    ),
    "end_of_line.cover": Continuations(end_of_line_instances.cover_instance, _begin_cover, _cover),
    "light_line.solo": Continuations(light_line_instances.solo_instance, _begin_layout, _light_solo),
    "light_line.longest": Continuations(light_line_instances.longest_instance, _begin_layout, _light_longest),
    "light_line.head": Continuations(light_line_instances.head_instance, _begin_layout, _light_head),
    "light_line.place": Continuations(light_line_instances.place_instance, _begin_place, _place),
    "linja.endgame": Continuations(linja_instances.instance, _begin_turn, _turn),
}
