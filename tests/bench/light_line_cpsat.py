"""The yardstick in CP-SAT: the model of SOLO-LINE that a competent user would write, honestly tuned.

The line is a walk of sections, its first card unturned in the middle of the grid; where the other cards lie
follows from it. A line can be cut down until its first and its last card have one section each, and only such
walks are made: they come back to no section, and end as soon as they may.

One worker.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

Document = dict[str, Any]
Literal = Any  # a variable, its negation or a constant: ortools has no one name for them
Cell = tuple[int, int]
Placing = tuple[int, int, bool]
Layout = tuple[Placing, ...]  # by card

TURNED = {
    "N0": "S2", "N1": "S1", "N2": "S0", "S0": "N2", "S1": "N1", "S2": "N0",
    "E0": "W2", "E1": "W1", "E2": "W0", "W0": "E2", "W1": "E1", "W2": "E0",
}  # fmt: skip
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
MEETS = {socket: ACROSS[socket[0]] + socket[1] for socket in TURNED}
COLOURS = ("red", "yellow", "green", "blue")


class Way(NamedTuple):
    """A tube as it is followed."""

    card: int
    tube: int
    colour: str
    turned: bool
    into: str
    out: str


def ways_of(document: Document, colours: tuple[str, ...]) -> list[Way]:
    found = []
    for card, item in enumerate(document["cards"]):
        for tube, (colour, one, other) in enumerate(item["tubes"]):
            if colour == "black" or colour in colours:
                for turned in (False, True):
                    p, q = (TURNED[one], TURNED[other]) if turned else (one, other)
                    found += [Way(card, tube, colour, turned, p, q), Way(card, tube, colour, turned, q, p)]
    return found


class WalkModel:
    """Steps 0 .. most - 1; the first n of them are always made, n the number of cards."""

    def __init__(self, document: Document, colours: tuple[str, ...], most: int) -> None:
        self.n, self.most = len(document["cards"]), most
        self.model = cp_model.CpModel()
        self.true = self.model.new_constant(1)
        self.on = [self.true if t < self.n else self.model.new_bool_var("") for t in range(most)]
        self.colour = {colour: self.model.new_bool_var("") for colour in colours}
        self.model.add_exactly_one(self.colour.values())
        ways = ways_of(document, colours)
        self.go: list[dict[Way, Literal]] = []
        self.out: list[dict[str, Literal]] = []
        self.has: list[list[Literal]] = []
        self.head: list[dict[str, Literal]] = []
        self.at: list[dict[Cell, Literal]] = []
        for t in range(most):
            self.add_section(t, [way for way in ways if t or not way.turned])
            self.add_place(t)
        self.add_ends()
        if most == self.n:
            self.add_once()
        else:
            self.add_again()

    def booleans(self, keys: Any, on: Literal) -> dict[Any, Literal]:
        """One of them is true, none if this step is not made."""
        found = {key: self.model.new_bool_var("") for key in keys}
        self.model.add_exactly_one(*found.values(), ~on)
        return found

    def add_section(self, t: int, ways: list[Way]) -> None:
        model, on = self.model, self.on[t]
        if t >= self.n:
            model.add_implication(on, self.on[t - 1])
        go, out = self.booleans(ways, on), self.booleans(TURNED, on)
        has, head = self.booleans(range(self.n), on), self.booleans(STEPS, on)
        for way, literal in go.items():
            if way.colour in self.colour:
                model.add_implication(literal, self.colour[way.colour])
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
        here = self.booleans(near, self.on[t])
        for (cell, side), to in beside.items():
            arrives = [here[to]] if to in here else []
            model.add_bool_or(~before[cell], ~self.head[t - 1][side], ~self.on[t], *arrives)
        self.at.append(here)

    def add_ends(self) -> None:
        """The first card has the lower number, and it and the last have one section each."""
        model, has = self.model, self.has
        for t in range(self.n - 1, self.most):
            unless = [self.on[t + 1]] if t + 1 < self.most else []
            for card in range(self.n):
                for other in range(card + 1, self.n):
                    model.add_bool_or(~has[0][other], ~has[t][card], ~self.on[t], *unless)
                if self.most > self.n:
                    for u in range(1, t):
                        model.add_bool_or(~has[u][card], ~has[t][card], *unless)

    def add_once(self) -> None:
        for card in range(self.n):
            self.model.add_exactly_one(has[card] for has in self.has)
        for cell in {cell for at in self.at for cell in at}:
            self.model.add_at_most_one(at[cell] for at in self.at if cell in at)

    def add_again(self) -> None:
        """Cards may come again, where they lie."""
        model, true = self.model, self.true
        cells = dict.fromkeys(cell for at in self.at for cell in at)
        lies = [self.booleans(cells, true) for _ in range(self.n)]
        turned = [model.new_bool_var("") for _ in range(self.n)]
        for card in range(self.n):
            model.add_bool_or(has[card] for has in self.has)
        for cell in cells:
            model.add_at_most_one(lie[cell] for lie in lies)
        for t in range(self.most):
            for way, literal in self.go[t].items():
                model.add_implication(literal, turned[way.card] if way.turned else ~turned[way.card])
            for card, lie in enumerate(lies):
                if t:
                    model.add_bool_or(~self.has[0][card], ~self.has[t][card])
                for cell, literal in self.at[t].items():
                    model.add_bool_or(~self.has[t][card], ~literal, lie[cell])

    def read(self, true: Any) -> tuple[list[Way], dict[int, Placing]]:
        """The walk and where its cards lie."""
        walk, laid = [], {}
        for go, at in zip(self.go, self.at, strict=True):
            for way in (way for way, literal in go.items() if true(literal)):
                row, col = next(cell for cell, literal in at.items() if true(literal))
                walk.append(way)
                laid[way.card] = row, col, way.turned
        return walk, laid


def most_sections(document: Document, colour: str) -> int:
    """How long a line can be: all sections of its colour, but one only of its first and of its last card.

    0 if there is a card that it cannot pass.
    """
    fitting = [sum(tube[0] in (colour, "black") for tube in card["tubes"]) for card in document["cards"]]
    if not all(fitting):
        return 0
    return sum(fitting) - sum(sorted(more - 1 for more in fitting)[:2])


def solver_for() -> cp_model.CpSolver:
    """Presolve, probing and inprocessing take longer than the search does."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.use_sat_inprocessing = False
    solver.parameters.symmetry_level = 0
    solver.parameters.linearization_level = 0
    return solver


def models(document: Document) -> Iterator[WalkModel]:
    """For any line: nearly always one of one section a card will do."""
    n = len(document["cards"])
    most = {colour: most_sections(document, colour) for colour in COLOURS}
    able = tuple(colour for colour in COLOURS if most[colour])
    if able:
        yield WalkModel(document, able, n)
    for colour in able:
        if most[colour] > n:
            yield WalkModel(document, (colour,), most[colour])


def solve(document: Document) -> Document | None:
    names = [card["id"] for card in document["cards"]]
    for walk_model in models(document):
        solver = solver_for()
        status = solver.solve(walk_model.model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            walk, laid = walk_model.read(solver.boolean_value)
            layout = [
                {"card": names[card], "row": row, "col": col, "turned": turned}
                for card, (row, col, turned) in sorted(laid.items())
            ]
            return {"layout": layout, "line": [{"card": names[way.card], "tube": way.tube} for way in walk]}
        assert status == cp_model.INFEASIBLE
    return None


def plain(laid: dict[int, Placing]) -> Layout:
    """The same for all shifts and half turns of a layout: card 0 unturned in the middle."""
    row, col, turned = laid[0]
    sign = -1 if turned else 1
    return tuple((sign * (r - row), sign * (c - col), t ^ turned) for _, (r, c, t) in sorted(laid.items()))


class LayoutCounter(cp_model.CpSolverSolutionCallback):
    """A layout can come again, with another line or colour, so they are remembered."""

    def __init__(self, walk_model: WalkModel, seen: set[Layout], cap: int) -> None:
        super().__init__()
        self.walk_model, self.seen, self.cap = walk_model, seen, cap

    def on_solution_callback(self) -> None:
        self.seen.add(plain(self.walk_model.read(self.boolean_value)[1]))
        if len(self.seen) >= self.cap:
            self.stop_search()


def count(document: Document, cap: int) -> int:
    """Layouts up to cap. The walk made step by step is the quickest search by far."""
    seen: set[Layout] = set()
    for colour in COLOURS:
        most = most_sections(document, colour)
        if most and len(seen) < cap:
            walk_model = WalkModel(document, (colour,), most)
            solver = solver_for()
            solver.parameters.search_branching = cp_model.FIXED_SEARCH
            solver.parameters.enumerate_all_solutions = True
            status = solver.solve(walk_model.model, LayoutCounter(walk_model, seen, cap))
            assert len(seen) >= cap or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return min(len(seen), max(0, cap))
