"""Solves endgames with SAT: from which positions at least some margin can be forced.

The formula of a graph of positions says: where the player chooses, a margin of m can be forced only if it can
from one of the successors; where the opponent chooses, only if it can from all of them; where the game is
over, only if the margin is at least m. A model is a strategy, which is replayed. Where there is no model, the
proof of that is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from puzzles.linja.board import Board, Options, Player
from solvers.backends import proof_check
from solvers.backends.sat import Sat
from solvers.errors import WrongAnswer
from solvers.linja.engine import EndgameEngine
from solvers.linja.position_graph import Graph, graph
from solvers.linja.strategy import Strategy, replay
from solvers.protocol import Clock, Limits, Stop


@dataclass(frozen=True)
class NoStrategyProof:
    """Clauses that say that a margin can be forced, and a proof that they contradict each other."""

    clauses: Sequence[Sequence[int]]
    proof: Sequence[str]


def sat_values(
    boards: Sequence[Board], player: Player, options: Options, limits: Limits
) -> Sequence[int] | Stop:
    """Returns the values, see solvers.linja.engine.Values.

    The greatest value is proved both ways: a strategy forces it from one of the boards, and nothing forces
    more from any of them."""
    clock = limits.start()
    positions = graph(boards, player, options, clock)
    if isinstance(positions, str):
        return positions
    clauses = Clauses(positions)
    with Sat(clock, limits) as sat:
        values = _Thresholds(clauses, sat).values()
        if values is None:
            return sat.stop or "time"
    # Without a board there is nothing to prove.
    claims = ((max(values), True), (max(values) + 1, False)) if values else ()
    for m, possible in claims:
        evidence = _evidence(clauses, m, clock, limits)
        if isinstance(evidence, str):
            return evidence
        fault = _fault(evidence, player, options, m)
        if fault or isinstance(evidence, Strategy) != possible:
            raise WrongAnswer(
                f"sat answered linja.endgame wrongly at {m}: {fault or 'a second run contradicts it'}"
            )
    return values


class SatEngine(EndgameEngine):
    """See solvers.protocol.Solver."""

    def __init__(self) -> None:
        super().__init__("sat", sat_values)


def forced(
    boards: Sequence[Board], player: Player, options: Options, m: int, limits: Limits
) -> Strategy | NoStrategyProof | Stop:
    """Returns how the player forces a margin of at least m from one of the boards, after a turn of theirs; or
    a proof that there is no way."""
    clock = limits.start()
    positions = graph(boards, player, options, clock)
    return positions if isinstance(positions, str) else _evidence(Clauses(positions), m, clock, limits)


def _fault(evidence: Strategy | NoStrategyProof, player: Player, options: Options, m: int) -> str | None:
    if isinstance(evidence, Strategy):
        return replay(evidence, player, options, m)
    return proof_check.fault(evidence.clauses, evidence.proof)


class Clauses:
    """The formula of a graph, for a required margin.

    Each position has a variable: at least the required margin can be forced from there. Each margin with
    which the game can end has one: more is required. Positions where the game is over need no variable."""

    def __init__(self, positions: Graph) -> None:
        self.graph = positions
        self.margins = positions.margins
        first = len(positions.positions) + 1
        self.more = [first + k for k in range(len(self.margins))]
        self.top = len(positions.positions) + len(self.margins)
        rank = {margin: k for k, margin in enumerate(self.margins)}
        self.literal = list(range(1, first))
        for position, margin in positions.margin.items():
            self.literal[position] = -self.more[rank[margin]]

    def __iter__(self) -> Iterator[Sequence[int]]:
        for lower, higher in zip(self.more, self.more[1:], strict=False):
            yield -higher, lower
        for position, successors in enumerate(self.graph.successors):
            # Many successors may end the game with the same margin.
            needed = dict.fromkeys(self.literal[successor] for successor in successors)
            if needed and self.graph.positions[position][1]:
                yield -self.literal[position], *needed
            else:
                for literal in needed:
                    yield -self.literal[position], literal

    def for_margin(self, m: int) -> Iterator[Sequence[int]]:
        """Yields the clauses that m can be forced from one of the starts."""
        yield from self
        for margin, more in zip(self.margins, self.more, strict=True):
            if margin < m:
                yield (more,)
        yield [self.literal[start] for start in self.graph.starts]

    def forcing(self, positions: Iterable[int], model: set[int]) -> list[int]:
        """Returns the positions from which the model forces the required margin."""
        literals = ((position, self.literal[position]) for position in positions)
        return [position for position, x in literals if (x in model if x > 0 else -x not in model)]

    def strategy(self, model: set[int]) -> Strategy:
        """Returns the choices of the model, from a start from which it forces the margin."""
        start = self.forcing(self.graph.starts, model)[0]
        boards, choices = self.graph.positions, {}
        todo, seen = [start], {start}
        for position in todo:
            successors = self.graph.successors[position]
            if successors and boards[position][1]:
                successors = self.forcing(successors, model)[:1]
                choices[boards[position][0]] = boards[successors[0]][0]
            todo += [successor for successor in successors if successor not in seen]
            seen.update(successors)
        return Strategy(boards[start][0], choices)


class _Thresholds:
    """A formula that is solved for many margins: the required margin is an assumption."""

    def __init__(self, clauses: Clauses, sat: Sat) -> None:
        self.clauses, self.sat = clauses, sat
        sat.load(clauses, clauses.top)
        # So the first model tends to have all positions from which the margin can be forced.
        sat.prefer(range(1, len(clauses.graph.positions) + 1))

    def values(self) -> list[int] | None:
        """Returns the greatest margin that can be forced from each start; None when a limit came first."""
        margins, starts = self.clauses.margins, self.clauses.graph.starts
        value: dict[int, int] = {}
        groups = [(sorted(set(starts)), 0, len(margins) - 1)]
        while groups:
            group, low, high = groups.pop()
            if low == high:
                value.update(dict.fromkeys(group, margins[low]))
            elif group:
                middle = (low + high + 1) // 2
                reaching = self._reaching(group, middle)
                if reaching is None:
                    return None
                rest = [start for start in group if start not in reaching]
                groups += [(sorted(reaching), middle, high), (rest, low, middle - 1)]
        return [value[start] for start in starts]

    def _reaching(self, group: Sequence[int], k: int) -> set[int] | None:
        """Returns the starts of the group from which the k-th margin can be forced.

        It solves for one more of them until there is none left."""
        rest = list(group)
        while rest:
            some = self.sat.new_variable()
            self.sat.add(-some, *(self.clauses.literal[start] for start in rest))
            model = self.sat.solve([self.clauses.more[k - 1], some])
            if model is None:
                return None
            if model is False:
                break
            forcing = self.clauses.forcing(rest, model)
            rest = [start for start in rest if start not in forcing]
        return set(group) - set(rest)


def _evidence(clauses: Clauses, m: int, clock: Clock, limits: Limits) -> Strategy | NoStrategyProof | Stop:
    formula = list(clauses.for_margin(m))
    with Sat(clock, limits, with_proof=True) as sat:
        sat.load(formula, clauses.top)
        model = sat.solve()
        if model is None:
            return sat.stop or "time"
        return NoStrategyProof(formula, sat.proof()) if model is False else clauses.strategy(model)
