"""Solves cover puzzles as a person does: named techniques, the easiest that helps at every step.

For every cell the person keeps the states that are still possible (see solvers.end_of_line.cover_kernel: with
which heading the line enters, by which turn it leaves, or that it ends there), and strikes out those that are
not. Every technique is sound: it strikes out only what is in no line, so a line found this way is the only
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import reduce

import numpy as np

from puzzles.end_of_line.board import HEADINGS, Cell
from puzzles.end_of_line.cover import CoverPuzzle
from puzzles.texts import BoardCell, Phrase, phrase
from solvers.end_of_line import cover_kernel as kernel
from solvers.end_of_line.cover_arrays import CoverRules
from solvers.protocol import ENDLESS, Clock

# Techniques in the order in which a person tries them, by name; a later one is harder.
ONLY_WAY = "only one way"
RING = "no closed ring"
ONE_END = "one end"
NO_CARD = "no card left"
CUT_OFF = "cut off"
BOTTLENECK = "bottleneck"
SHORT_WHAT_IF = "short what-if"
LONG_WHAT_IF = "long what-if"
TECHNIQUES = (ONLY_WAY, RING, ONE_END, NO_CARD, CUT_OFF, BOTTLENECK, SHORT_WHAT_IF, LONG_WHAT_IF)

# The most assumptions tried for a puzzle: ten times what the generator's hardest 8x8 puzzles need.
MAX_TRIALS = 60_000

_TURN_PHRASES = (
    phrase("end_of_line.steps.turn.L"),
    phrase("end_of_line.steps.turn.S"),
    phrase("end_of_line.steps.turn.R"),
)
_WAY_PHRASES = tuple(phrase(f"end_of_line.steps.way.{heading}") for heading in HEADINGS)


@dataclass(frozen=True)
class Step:
    """A step of reasoning: its technique, its words, and how many steps of the line it settled."""

    technique: str
    words: Phrase
    settled: int


@dataclass(frozen=True)
class Strike:
    """The states to keep in a cell, and why; `words` is None where that needs no explanation."""

    cell: int
    keep: int
    words: Phrase | None = None


class TooMuch(Exception):
    """More must be tried than anyone would, or the clock ran out: the difficulty stays unknown."""


class Contradiction(Exception):
    """No line is left: the puzzle, or the assumption, is impossible. `words` say where one sees that."""

    def __init__(self, words: Phrase) -> None:
        self.words = words
        super().__init__(words)


class Person:
    """Solves one puzzle as a person does; `steps` are the steps so far."""

    def __init__(self, puzzle: CoverPuzzle, clock: Clock = ENDLESS) -> None:
        self._clock = clock
        self._rules = CoverRules(puzzle)
        self.model = self._rules.model
        self.cells: list[Cell] = list(puzzle.area.cells())
        self._board_cells = [BoardCell(*cell) for cell in self.cells]
        self.nbr = self.model.nbr
        self.free = self.model.free
        self.given = self.model.given
        self.supply = self.model.supply
        self.dom = self.model.root()
        self.arcs: set[tuple[int, int]] = set()
        self.steps: list[Step] = []
        self._forced_moves: dict[str, list[Phrase]] = {}  # by the key of the reason
        self._trials = 0

    def solve(self, hardest: str = LONG_WHAT_IF) -> bool:
        """Solves with the techniques up to `hardest`; returns whether they lead to the whole line."""
        if not self.free:
            return True
        if not self.model.possible or any(self.dom[c] == 0 for c in self.free):
            raise Contradiction(phrase("end_of_line.steps.no_way"))
        self._settle(ONLY_WAY, [Strike(cell, self.dom[cell]) for cell in self.free], fresh=True)
        return self._go_on(hardest)

    def _go_on(self, hardest: str) -> bool:
        techniques: tuple[tuple[str, Callable[[], Iterator[Strike]]], ...] = (
            (RING, self._ring),
            (ONE_END, self._one_end),
            (NO_CARD, self._no_card),
            (CUT_OFF, self._cut_off),
            (BOTTLENECK, self._bottleneck),
            (SHORT_WHAT_IF, lambda: self._what_if(False)),
            (LONG_WHAT_IF, lambda: self._what_if(True)),
        )
        allowed = TECHNIQUES.index(hardest)
        while not self.done():
            for technique, find in techniques[:allowed]:
                strike = next(find(), None)
                if strike is not None:
                    self._settle(technique, [strike])
                    break
            else:
                return False
        return True

    def done(self) -> bool:
        return not self.open_cells()

    def has_line(self) -> bool:
        """Whether what is settled is one line for which there are cards; in an impossible puzzle it is not.

        Raises Contradiction where a chain closes to a ring, or some turn has too few cards."""
        for _ in self._no_card():
            pass
        return not self.free or len(self._chain(self.model.first)) == len(self.free)

    def open_cells(self) -> list[Cell]:
        """Returns the cells that have more than one state left."""
        return [self.cells[cell] for cell in self.free if self.dom[cell].bit_count() > 1]

    def _settle(self, technique: str, strikes: list[Strike], *, fresh: bool = False) -> None:
        """Strikes out states, and notes the steps of the line that then have only one way left."""
        queue: list[int] = []
        self._forced_moves = {}
        for strike in strikes:
            self._keep(strike.cell, strike.keep, queue, force=fresh)
        if strikes[0].words is not None:
            self.steps.append(Step(technique, strikes[0].words, 0))
        while queue:
            self._agree(queue.pop(0), queue)
        if self._forced_moves:
            reasons = [phrase(why, moves=tuple(moves)) for why, moves in self._forced_moves.items()]
            words = reduce(lambda one, other: phrase("end_of_line.steps.both", one=one, other=other), reasons)
            self.steps.append(Step(ONLY_WAY, words, sum(map(len, self._forced_moves.values()))))

    def _keep(self, cell: int, keep: int, queue: list[int], *, force: bool = False) -> None:
        old = self.dom[cell]
        new = old & keep
        if new == 0:
            raise Contradiction(phrase("end_of_line.steps.nothing_left", cell=self._at(cell)))
        if new == old and not force:
            return
        self.dom[cell] = new
        queue.append(cell)
        outs, ins = outs_of(new), ins_of(new)
        if outs in _HEADING_OF:
            self._note(cell, self.nbr[cell][_HEADING_OF[outs]], "end_of_line.steps.only_out")
        if ins in _HEADING_OF:
            self._note(self.nbr[cell][(_HEADING_OF[ins] + 2) % 4], cell, "end_of_line.steps.only_in")

    def _note(self, cell: int, ahead: int, why: str) -> None:
        if (cell, ahead) not in self.arcs:
            self.arcs.add((cell, ahead))
            move = phrase("end_of_line.steps.move", start=self._at(cell), end=self._at(ahead))
            self._forced_moves.setdefault(why, []).append(move)

    def _agree(self, cell: int, queue: list[int]) -> None:
        """Strikes out the steps to and from a cell that only one of the two cells allows.

        A step that one cell requires is settled in the other, too."""
        ins, outs = ins_of(self.dom[cell]), outs_of(self.dom[cell])
        for h in range(4):
            ahead, behind = self.nbr[cell][h], self.nbr[cell][(h + 2) % 4]
            if self.dom[ahead]:
                if outs == 1 << h:
                    self._keep(ahead, _ENTER[h], queue)
                elif not outs >> h & 1:
                    self._keep(ahead, kernel.FULL ^ _ENTER[h], queue)
            if self.dom[behind]:
                if ins == 1 << h:
                    self._keep(behind, _LEAVE[h], queue)
                elif not ins >> h & 1:
                    self._keep(behind, kernel.FULL ^ _LEAVE[h], queue)

    def _at(self, cell: int) -> BoardCell:
        return self._board_cells[cell]

    def _chain(self, cell: int) -> list[int]:
        """Returns the cells of the chain of settled steps that begins at `cell`."""
        chain = [cell]
        while (outs := outs_of(self.dom[chain[-1]])) in _HEADING_OF:
            ahead = self.nbr[chain[-1]][_HEADING_OF[outs]]
            if ahead in chain:
                raise Contradiction(phrase("end_of_line.steps.ring_through", cell=self._at(ahead)))
            chain.append(ahead)
        return chain

    def _step_heading(self, cell: int, goal: int) -> int | None:
        """Returns the heading of the step from one cell to another; None when it is impossible."""
        outs = outs_of(self.dom[cell])
        return next((h for h in range(4) if self.nbr[cell][h] == goal and outs >> h & 1), None)

    def _ring(self) -> Iterator[Strike]:
        """A chain of steps must not close to a ring, and the line must not end before all cells are
        covered."""
        line = self._chain(self.model.first)
        for cell in self.free:
            if cell == self.model.first or ins_of(self.dom[cell]) in _HEADING_OF:
                continue
            chain = self._chain(cell)
            last = chain[-1]
            closes = self._step_heading(last, cell) if len(chain) > 1 else None
            if closes is not None:
                words = phrase("end_of_line.steps.ring", start=self._at(last), end=self._at(cell))
                yield Strike(last, kernel.FULL ^ _LEAVE[closes], words)
            early = self._step_heading(line[-1], cell)
            if (
                early is not None
                and outs_of(self.dom[last]) == 16
                and len(line) + len(chain) < len(self.free)
            ):
                words = phrase("end_of_line.steps.too_early", start=self._at(line[-1]), end=self._at(cell))
                yield Strike(line[-1], kernel.FULL ^ _LEAVE[early], words)

    def _one_end(self) -> Iterator[Strike]:
        """The line ends in exactly one cell: nowhere else once that is known, and in the last cell that can
        be it."""
        can = [cell for cell in self.free if self.dom[cell] & kernel.ENDS]
        must = [cell for cell in can if not self.dom[cell] & kernel.NOT_ENDS]
        if not can:
            raise Contradiction(phrase("end_of_line.steps.end_nowhere"))
        if len(must) > 1:
            raise Contradiction(
                phrase("end_of_line.steps.two_ends", one=self._at(must[0]), other=self._at(must[1]))
            )
        if len(can) == 1 and not must:
            words = phrase("end_of_line.steps.ends_only", cell=self._at(can[0]))
            yield Strike(can[0], kernel.ENDS, words)
        for cell in can:
            if must and cell not in must:
                words = phrase("end_of_line.steps.ends_there", end=self._at(must[0]), cell=self._at(cell))
                yield Strike(cell, kernel.NOT_ENDS, words)

    def _no_card(self) -> Iterator[Strike]:
        """Yields the turns that cells must do without, since other cells need every card that has these
        turns."""
        for turns in range(1, 8):
            need = [c for c in self.free if not self.given[c] and turns_of(self.dom[c]) & ~turns == 0]
            if len(need) > self.supply[turns]:
                raise Contradiction(self._too_few_cards(turns, len(need)))
            if len(need) < self.supply[turns]:
                continue
            for cell in self.free:
                unavailable = turns_of(self.dom[cell]) & turns
                if self.given[cell] or not unavailable or cell in need:
                    continue
                keep = sum(1 << s for s in range(16) if not turns >> (s & 3) & 1)
                yield Strike(cell, keep, self._no_card_for(cell, turns))

    def _too_few_cards(self, turns: int, cells: int) -> Phrase:
        """Says that more cells need a card with one of these turns than there are such cards."""
        if self.supply[turns] == 0:
            return phrase("end_of_line.steps.missing_card", turns=_turn_names(turns))
        key = "end_of_line.steps.too_few_cards"
        return phrase(key, n=self.supply[turns], turns=_turn_names(turns), cells=cells)

    def _no_card_for(self, cell: int, turns: int) -> Phrase:
        """Says that no card with one of these turns is left for a cell."""
        if self.supply[turns] == 0:
            return phrase("end_of_line.steps.none_left", turns=_turn_names(turns), cell=self._at(cell))
        key = "end_of_line.steps.no_card"
        return phrase(key, n=self.supply[turns], turns=_turn_names(turns), cell=self._at(cell))

    def _reachable(
        self, without: tuple[int, int] | None, only: tuple[int, int] | None, by: set[tuple[int, int]]
    ) -> set[int]:
        """Returns the cells that the line has or can still reach from its tip.

        It may not take the step `without`, and from the first cell of `only` it must take that step. The
        steps by which the cells were reached are added to `by`: no other step can be necessary."""
        if self._clock.stopped() is not None:
            raise TooMuch
        line = self._chain(self.model.first)
        on_line, seen = set(line), {line[-1]}
        todo = [line[-1]]
        while todo:
            cell = todo.pop()
            outs = outs_of(self.dom[cell])
            for h in range(4):
                ahead = self.nbr[cell][h]
                if not outs >> h & 1 or ahead in seen or ahead in on_line or (cell, ahead) == without:
                    continue
                if only is not None and cell == only[0] and ahead != only[1]:
                    continue
                seen.add(ahead)
                by.add((cell, ahead))
                todo.append(ahead)
        return seen | on_line

    def _cut_off(self) -> Iterator[Strike]:
        """The tip of the line must not take a step after which some cells can no longer be reached."""
        tip = self._chain(self.model.first)[-1]
        outs = outs_of(self.dom[tip])
        for h in range(4):
            if outs >> h & 1 and outs & (outs - 1):
                unreachable = set(self.free) - self._reachable(None, (tip, self.nbr[tip][h]), set())
                if unreachable:
                    cells = tuple(map(self._at, sorted(unreachable)))
                    words = phrase(
                        "end_of_line.steps.cut_off", way=_WAY_PHRASES[h], cell=self._at(tip), cells=cells
                    )
                    yield Strike(tip, kernel.FULL ^ _LEAVE[h], words)

    def _bottleneck(self) -> Iterator[Strike]:
        """A step without which some cells could not be reached at all must be taken."""
        needed: set[tuple[int, int]] = set()
        self._reachable(None, None, needed)
        for cell in self.free:
            outs = outs_of(self.dom[cell])
            if outs in _HEADING_OF or outs == 16:
                continue
            for h in range(4):
                ahead = self.nbr[cell][h]
                if (cell, ahead) in needed and set(self.free) - self._reachable((cell, ahead), None, set()):
                    words = phrase("end_of_line.steps.bottleneck", start=self._at(cell), end=self._at(ahead))
                    yield Strike(cell, _LEAVE[h], words)

    def _what_if(self, deep: bool) -> Iterator[Strike]:
        """Assumes one thing about one cell; if that leads to a contradiction, it is false.

        A short what-if follows only steps with one way left. A long one uses all the easier techniques, too,
        and that the end must be reachable from every cell."""
        for cell in sorted(self.free, key=lambda c: self.dom[c].bit_count()):
            if self.dom[cell].bit_count() == 1:
                continue
            for part, words in self._assumptions(cell):
                if self._fails(cell, part, deep):
                    supposed = phrase("end_of_line.steps.suppose", what=words, then=self._why(cell, part))
                    yield Strike(cell, kernel.FULL ^ part, supposed)

    def _assumptions(self, cell: int) -> Iterator[tuple[int, Phrase]]:
        """Yields what one can assume of a cell: a way out, a way in, or the end of the line."""
        states, at = self.dom[cell], self._at(cell)
        parts = [
            (_LEAVE[h], phrase("end_of_line.steps.leaves", cell=at, way=_WAY_PHRASES[h])) for h in range(4)
        ]
        parts += [
            (_ENTER[h], phrase("end_of_line.steps.enters", cell=at, way=_WAY_PHRASES[h])) for h in range(4)
        ]
        parts += [(kernel.ENDS, phrase("end_of_line.steps.ends", cell=at))]
        for part, words in parts:
            if states & part and states & ~part:
                yield part, words

    def _fails(self, cell: int, part: int, deep: bool) -> bool:
        self._trials += 1
        if self._trials > MAX_TRIALS or self._clock.stopped() is not None:
            raise TooMuch
        trial = np.array(self.dom, np.uint16)
        trial[cell] &= np.uint16(part)
        return not self._rules.follow(trial, cell, deep=deep)

    def _why(self, cell: int, part: int) -> Phrase:
        """Explains where an assumption fails: the kernel returns only that it does."""
        trial = copy(self)
        trial.dom, trial.arcs, trial.steps = self.dom.copy(), self.arcs.copy(), []
        try:
            trial._settle(ONLY_WAY, [Strike(cell, part)], fresh=True)
            trial._go_on(BOTTLENECK)
        except Contradiction as e:
            return phrase("end_of_line.steps.then", what=e.words)
        return phrase("end_of_line.steps.then", what=phrase("end_of_line.steps.no_end"))


# The functions below return, for a set of states, the headings in, the headings out (16: the line may end)
# and the turns (8: the line may end), all as bits.
_ENTER: tuple[int, ...] = kernel.ENTER
_LEAVE: tuple[int, ...] = kernel.LEAVE
_OUT_BITS = kernel.OUT_BITS
_HEADING_OF = {1 << h: h for h in range(len(HEADINGS))}


def ins_of(states: int) -> int:
    return sum(1 << h for h in range(4) if states & _ENTER[h])


def outs_of(states: int) -> int:
    return (
        _OUT_BITS[0][states & 15]
        | _OUT_BITS[1][states >> 4 & 15]
        | _OUT_BITS[2][states >> 8 & 15]
        | _OUT_BITS[3][states >> 12]
    )


def turns_of(states: int) -> int:
    return (states | states >> 4 | states >> 8 | states >> 12) & 15


def _turn_names(turns: int) -> Phrase:
    """Names the turns of a set: "a left turn or a step straight on"."""
    names = (_TURN_PHRASES[turn] for turn in range(3) if turns >> turn & 1)
    return reduce(lambda one, other: phrase("end_of_line.steps.or", one=one, other=other), names)
