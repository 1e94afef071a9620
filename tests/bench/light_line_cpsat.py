"""The yardstick in CP-SAT: a carefully tuned model of SOLO-LINE, as a competent user would write it.

The line is a walk of sections, with its first card unturned in the middle of the grid; the places of the
other cards follow from it. A line can be shortened until its first and its last card have one section each,
and only such walks are modelled: they repeat no section and end as soon as possible.

One worker. The colours are taken one by one, the richest first: a third quicker for 8 cards than one model
for all four. With 12 cards that costs a second or two at times, when a colour has to be refuted. Presolve,
probing and inprocessing take longer than the search does, ten times as long together. For counting, a fixed
search along the walk is the quickest.
"""

from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from tests.bench.light_line_walks import TURNED, Document, attempts, possible_colours

Literal = Any  # a variable, its negation or a constant: ortools has no one name for them
Cell = tuple[int, int]
Placing = tuple[int, int, bool]
Layout = tuple[Placing, ...]  # by card

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
MEETS = {socket: ACROSS[socket[0]] + socket[1] for socket in TURNED}


class Way(NamedTuple):
    """A tube, followed in one direction."""

    card: int
    tube: int
    turned: bool
    into: str
    out: str


def ways_of(document: Document, colour: str) -> list[Way]:
    ways = []
    for card, item in enumerate(document["cards"]):
        for tube, (hue, start, end) in enumerate(item["tubes"]):
            if hue in (colour, "black"):
                for turned in (False, True):
                    p, q = (TURNED[start], TURNED[end]) if turned else (start, end)
                    ways += [Way(card, tube, turned, p, q), Way(card, tube, turned, q, p)]
    return ways


class WalkModel:
    """Steps 0 .. most - 1; the first n of them are always made, n the number of cards."""

    def __init__(self, document: Document, colour: str, maximum: int) -> None:
        self.n, self.maximum = len(document["cards"]), maximum
        self.model = cp_model.CpModel()
        self.true = self.model.new_constant(1)
        self.on: list[Literal] = []
        ways = ways_of(document, colour)
        self.ways: dict[tuple[int, str], list[Way]] = {}
        for way in ways:
            self.ways.setdefault((way.card, way.out), []).append(way)
        self.go: list[dict[Way, Literal]] = []
        self.out: list[dict[str, Literal]] = []
        self.has: list[list[Literal]] = []
        self.head: list[dict[str, Literal]] = []
        self.at: list[dict[Cell, Literal]] = []
        for t in range(maximum):
            self.add_section(t, [way for way in ways if t or not way.turned])
            self.add_place(t)
        self.add_ends()
        if maximum == self.n:
            self.add_once()
        else:
            self.add_again()

    def booleans(self, keys: Any, on: Literal) -> dict[Any, Literal]:
        """Returns variables of which exactly one is true, or none if this step is not made."""
        variables = {key: self.model.new_bool_var("") for key in keys}
        self.model.add_exactly_one(*variables.values(), ~on)
        return variables

    def add_section(self, t: int, ways: list[Way]) -> None:
        model, on = self.model, self.true if t < self.n else self.model.new_bool_var("")
        if t >= self.n:
            model.add_implication(on, self.on[t - 1])
        self.on.append(on)
        go, out = self.booleans(ways, on), self.booleans(TURNED, on)
        has, head = self.booleans(range(self.n), on), self.booleans(STEPS, on)
        for way, literal in go.items():
            model.add_implication(literal, has[way.card])
            model.add_implication(literal, out[way.out])
            if t:
                model.add_implication(literal, self.out[t - 1][MEETS[way.into]])
        for card, literal in has.items():
            model.add_bool_or(~literal, *(go[way] for way in ways if way.card == card))
        for socket, literal in out.items():
            model.add_implication(literal, head[socket[0]])
            model.add_bool_or(~literal, *(go[way] for way in ways if way.out == socket))
            if t:
                fitting = (go[way] for way in ways if way.into == MEETS[socket])
                model.add_bool_or(~self.out[t - 1][socket], ~on, *fitting)
        self.go.append(go)
        self.out.append(out)
        self.has.append(list(has.values()))
        self.head.append(head)

    def add_place(self, t: int) -> None:
        """Never back to the middle, and never farther than the cards reach."""
        if not t:
            self.at.append({(0, 0): self.true})
            return
        model, before = self.model, self.at[t - 1]
        beside = {
            ((row, col), side): (row + down, col + right)
            for row, col in before
            for side, (down, right) in STEPS.items()
        }
        near = dict.fromkeys(z for z in beside.values() if 0 < abs(z[0]) + abs(z[1]) < self.n)
        cells = self.booleans(near, self.on[t])
        for (cell, side), to in beside.items():
            arrives = [cells[to]] if to in cells else []
            model.add_bool_or(~before[cell], ~self.head[t - 1][side], ~self.on[t], *arrives)
        self.at.append(cells)

    def add_ends(self) -> None:
        """The first card has the lower number, and it and the last have one section each."""
        model, has = self.model, self.has
        for t in range(self.n - 1, self.maximum):
            unless = [self.on[t + 1]] if t + 1 < self.maximum else []
            for card in range(self.n):
                for other in range(card + 1, self.n):
                    model.add_bool_or(~has[0][other], ~has[t][card], ~self.on[t], *unless)
                if self.maximum > self.n:
                    for u in range(1, t):
                        model.add_bool_or(~has[u][card], ~has[t][card], *unless)

    def add_once(self) -> None:
        for card in range(self.n):
            self.model.add_exactly_one(has[card] for has in self.has)
        for cell in {cell for at in self.at for cell in at}:
            self.model.add_at_most_one(at[cell] for at in self.at if cell in at)

    def add_again(self) -> None:
        """Cards may be passed again, where they lie."""
        model, true = self.model, self.true
        cells = dict.fromkeys(cell for at in self.at for cell in at)
        lies = [self.booleans(cells, true) for _ in range(self.n)]
        turned = [model.new_bool_var("") for _ in range(self.n)]
        for card in range(self.n):
            model.add_bool_or(has[card] for has in self.has)
        for cell in cells:
            model.add_at_most_one(lie[cell] for lie in lies)
        for t in range(self.maximum):
            for way, literal in self.go[t].items():
                model.add_implication(literal, turned[way.card] if way.turned else ~turned[way.card])
            for card, lie in enumerate(lies):
                if t:
                    model.add_bool_or(~self.has[0][card], ~self.has[t][card])
                for cell, literal in self.at[t].items():
                    model.add_bool_or(~self.has[t][card], ~literal, lie[cell])

    def read(self, true: Any) -> tuple[list[Way], dict[int, Placing]]:
        """Returns the walk and the places of its cards, with few look-ups, which are slow when counting."""
        walk, placed, row, col = [], {}, 0, 0
        for t in range(self.maximum):
            if not true(self.on[t]):
                break
            card = next(card for card, literal in enumerate(self.has[t]) if true(literal))
            out = next(socket for socket, literal in self.out[t].items() if true(literal))
            way = next(way for way in self.ways[card, out] if way in self.go[t] and true(self.go[t][way]))
            walk.append(way)
            placed[card] = row, col, way.turned
            down, right = STEPS[out[0]]
            row, col = row + down, col + right
        return walk, placed


def plain_solver() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.use_sat_inprocessing = False
    solver.parameters.symmetry_level = 0
    solver.parameters.linearization_level = 0
    return solver


def solve(document: Document) -> Document | None:
    names = [card["id"] for card in document["cards"]]
    for colour, maximum in attempts(document):
        walk_model, solver = WalkModel(document, colour, maximum), plain_solver()
        status = solver.solve(walk_model.model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            walk, placed = walk_model.read(solver.boolean_value)
            layout = [
                {"card": names[card], "row": row, "col": col, "turned": turned}
                for card, (row, col, turned) in sorted(placed.items())
            ]
            return {"layout": layout, "line": [{"card": names[way.card], "tube": way.tube} for way in walk]}
        assert status == cp_model.INFEASIBLE
    return None


def canonical(placed: dict[int, Placing]) -> Layout:
    """Returns one form for all shifts and half turns of a layout: card 0 unturned in the middle."""
    row, col, turned = placed[0]
    sign = -1 if turned else 1
    return tuple((sign * (r - row), sign * (c - col), t ^ turned) for _, (r, c, t) in sorted(placed.items()))


class LayoutCounter(cp_model.CpSolverSolutionCallback):
    """Collects layouts in a set, because a layout can recur with another line or colour."""

    def __init__(self, walk_model: WalkModel, layouts: set[Layout], cap: int) -> None:
        super().__init__()
        self.walk_model, self.layouts, self.cap = walk_model, layouts, cap

    def on_solution_callback(self) -> None:
        self.layouts.add(canonical(self.walk_model.read(self.boolean_value)[1]))
        if len(self.layouts) >= self.cap:
            self.stop_search()


def count(document: Document, cap: int) -> int:
    """Counts layouts up to cap."""
    layouts: set[Layout] = set()
    for colour, maximum in possible_colours(document).items():
        if len(layouts) >= cap:
            break
        walk_model, solver = WalkModel(document, colour, maximum), plain_solver()
        outs = [literal for out in walk_model.out for literal in out.values()]
        walk_model.model.add_decision_strategy(outs, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
        solver.parameters.enumerate_all_solutions = True
        status = solver.solve(walk_model.model, LayoutCounter(walk_model, layouts, cap))
        assert len(layouts) >= cap or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return min(len(layouts), max(0, cap))
