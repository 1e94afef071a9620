"""The co-operative puzzle and its solution."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puzzles.end_of_line.board import Area, Cell, PlacedCard, Start, torus

MIN_PLAYERS, MAX_PLAYERS = 2, 8


@dataclass(frozen=True)
class Player:
    """Where a player's line begins, and the player's deck in drawing order."""

    start: Start
    deck: tuple[str, ...]


@dataclass(frozen=True)
class CoopPuzzle:
    """`blocked` is sorted; `energy` is what each player has; `players` are in the order of round 1."""

    rows: int
    cols: int
    blocked: tuple[Cell, ...]
    energy: int
    players: tuple[Player, ...]

    @cached_property
    def free_cells(self) -> tuple[Cell, ...]:
        """Every cell that the lines must cover, in reading order."""
        covered = {*self.blocked, *(player.start.cell for player in self.players)}
        return tuple(cell for cell in torus(self.rows, self.cols).cells if cell not in covered)

    def area_of(self, player: int) -> Area:
        """The board as the line of one player sees it: the start cards of the others are blocked cells."""
        others = (other.start.cell for i, other in enumerate(self.players) if i != player)
        return Area(self.rows, self.cols, self.players[player].start, tuple(sorted({*self.blocked, *others})))


@dataclass(frozen=True)
class Turn:
    """The cards that a player places in one turn, and the effect that energy was spent on, if any."""

    player: int
    cards: tuple[PlacedCard, ...]
    energy: str | None = None


@dataclass(frozen=True)
class CoopRound:
    """The turns of one round, in the order in which they are played."""

    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class CoopSolution:
    rounds: tuple[CoopRound, ...]
