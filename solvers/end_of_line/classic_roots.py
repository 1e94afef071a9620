"""Where searches for classic solutions begin: at the start card, or after a partial solution."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.end_of_line.board import EXITS, INITIATIVE, Cell, PlacedCard
from puzzles.end_of_line.classic_puzzle import (
    MIN_CARDS_TO_REVERSE,
    Action,
    ClassicPuzzle,
    ClassicSolution,
)
from solvers.protocol import Impossible, Outcome, Solved, Unknown


@dataclass(frozen=True)
class LineEnd:
    """A card that the line can go on from: its cell, the heading in, and the turns of its exits."""

    cell: Cell
    heading: str
    turns: str


@dataclass(frozen=True)
class Root:
    """What has happened before a search begins.

    actions  those of the partial solution
    placed   the cards on the board, in order of placing
    last     the card that was placed last, or the start card
    before   the card placed last but one, which a reverse continues; None where there is none
    pile     the cards on the discard pile, the top card last
    deck     the cards that are not drawn yet
    energy   the points left
    """

    puzzle: ClassicPuzzle
    actions: tuple[Action, ...]
    placed: tuple[PlacedCard, ...]
    last: LineEnd
    before: LineEnd | None
    pile: tuple[str, ...]
    deck: tuple[str, ...]
    energy: int

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that can still be placed, those of the pile first."""
        return self.pile + self.deck

    @property
    def free(self) -> tuple[Cell, ...]:
        """The cells that are still to be covered."""
        covered = {card.cell for card in self.placed}
        return tuple(cell for cell in self.puzzle.area.free_cells() if cell not in covered)

    def solution(self, line: list[tuple[Cell, bool]], cards: list[int]) -> ClassicSolution:
        """Returns the actions that place these cards, numbered by their place in `cards` of the root.

        `line`: the cells in order of placing, and whether a reverse leads to each."""
        actions, pile, drawn = list(self.actions), list(range(len(self.pile))), len(self.pile)
        for (cell, reverse), card in zip(line, cards, strict=True):
            if card < drawn:
                if pile.pop() != card:
                    raise AssertionError("the card is not on top of the pile")
                actions.append(Action("recover", cell, reverse))
                continue
            actions += [Action("discard")] * (card - drawn)
            pile += range(drawn, card)
            drawn = card + 1
            actions.append(Action("place", cell, reverse))
        return ClassicSolution(tuple(actions))


def start_root(puzzle: ClassicPuzzle) -> Root:
    """Returns the root of a puzzle of which nothing is solved yet."""
    start = LineEnd(puzzle.area.start.cell, puzzle.area.start.heading, "S")
    return Root(puzzle, (), (), start, None, (), puzzle.deck, puzzle.energy)


def root_after(puzzle: ClassicPuzzle, progress: ClassicSolution) -> Root:
    """Returns the root after a partial solution, which breaks no rule."""
    area, root = puzzle.area, start_root(puzzle)
    ends, placed = [root.last], list(root.placed)
    pile: list[str] = []
    drawn, energy = 0, puzzle.energy
    for action in progress.actions:
        if action.do == "recover":
            card = pile.pop()
        else:
            card, drawn = puzzle.deck[drawn], drawn + 1
        if action.cell is None:
            pile.append(card)
            continue
        heading = area.heading_between(ends[-2 if action.reverse else -1].cell, action.cell)
        if heading is None:
            raise ValueError(f"{action.cell} continues nothing")
        energy -= action.reverse
        ends.append(LineEnd(action.cell, heading, EXITS[card]))
        placed.append(PlacedCard(card, action.cell))
    before = ends[-2] if len(placed) >= MIN_CARDS_TO_REVERSE else None
    deck = puzzle.deck[drawn:]
    return Root(puzzle, progress.actions, tuple(placed), ends[-1], before, tuple(pile), deck, energy)


def trivial_outcome(root: Root, max_cells: int | None = None) -> Outcome[ClassicSolution] | None:
    """Returns the outcome that needs no search: nothing to cover, too few cards, or too many cells.

    `max_cells` is how many cells the engine takes on."""
    cells = len(root.free)
    if cells == 0:
        score = sum(INITIATIVE[card] for card in root.cards) + root.energy
        return Solved(ClassicSolution(root.actions), True, score, score)
    if len(root.cards) < cells:
        return Impossible()
    return Unknown("size") if max_cells is not None and cells > max_cells else None


def greatest_score(root: Root) -> int:
    """Returns a bound on every score: as if the cards of greatest initiative were left over."""
    ranked = sorted((INITIATIVE[card] for card in root.cards), reverse=True)
    return sum(ranked[: len(root.cards) - len(root.free)]) + root.energy
