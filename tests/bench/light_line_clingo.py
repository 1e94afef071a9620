"""The yardstick in ASP: a carefully tuned model of SOLO-LINE, as a competent clingo user would write it.

The line is a walk of sections, with its first card unturned in the middle of the grid; the places of the
other cards follow from it. A line can be shortened until its first and its last card have one section each,
and only such walks are modelled: they repeat no section and end as soon as possible.

One thread; grounding is part of the time. The colours are taken one by one, the richest first: a third
quicker for 8 cards than one program for all four. With 12 cards that costs a second or two at times, when
a colour has to be refuted. Of the shipped configurations `tweety` and `frumpy` are the quickest. For counting
it helps to choose in the order of the walk. To choose freely where cards lie and then to follow the line from
card to card was slower by far.
"""

import clingo

from tests.bench.light_line_walks import TURNED, Document, attempts, possible_colours

Placing = tuple[int, int, int]  # row, column, turned
Layout = tuple[Placing, ...]  # by card

STEPS = {"N": (-1, 0, "s"), "E": (0, 1, "w"), "S": (1, 0, "n"), "W": (0, -1, "e")}

SOCKETS = "\n".join(
    f"step({s.lower()},{STEPS[s[0]][0]},{STEPS[s[0]][1]}). opp({s.lower()},{STEPS[s[0]][2]}{s[1]})."
    for s in TURNED
)

WALK = """
% the walk: at least as many sections as there are cards, at most m; way(C,I,U,D,P,Q) says that tube I of
% card C, turned or not (U), followed in direction D, goes from socket P to socket Q
on(1..n).
{ on(T+1) } :- on(T), T >= n, T < m.
1 { go(T,C,I,U,D) : way(C,I,U,D,_,_) } 1 :- on(T).
in(T,P)  :- go(T,C,I,U,D), way(C,I,U,D,P,_).
out(T,Q) :- go(T,C,I,U,D), way(C,I,U,D,_,Q).
:- on(T+1), out(T,P), opp(P,Q), not in(T+1,Q).
go(T,C) :- go(T,C,_,_,_).

% shifts and half turns of the whole; and of the two directions one
:- go(1,_,_,1,_).
last(T) :- on(T), not on(T+1).
:- go(1,C), last(T), go(T,B), B < C.

% where it comes
head(T,A,B) :- on(T+1), out(T,P), step(P,A,B).
at(1,0,0).
at(T+1,R+A,X+B) :- at(T,R,X), head(T,A,B), |R+A| + |X+B| < n.
:- on(T), not 1 { at(T,R,X) } 1.
"""

ONCE = """
:- card(C), not 1 { go(T,C) : on(T) } 1.
:- at(T,R,X), at(V,R,X), T < V.
pos(C,R,X) :- go(T,C), at(T,R,X).
turned(C,U) :- go(_,C,_,U,_).
"""

AGAIN = """
% cards may come again, where they lie
:- card(C), not go(_,C).
pos(C,R,X) :- go(T,C), at(T,R,X).
turned(C,U) :- go(_,C,_,U,_).
:- card(C), turned(C,0), turned(C,1).
:- card(C), 2 { pos(C,R,X) }.
:- at(_,R,X), 2 { pos(C,R,X) }.

% but not the first and the last
:- at(T,0,0), T > 1.
:- go(1,C), go(T,C), T > 1.
:- last(T), go(T,C), go(V,C), V < T.
"""

SHOW = "#show pos/3. #show turned/2. #show go/5."
IN_ORDER = "#heuristic go(T,C,I,U,D) : way(C,I,U,D,_,_), on(T). [m-T, level]"
ARGS = ("--configuration=tweety",)
ALL_ARGS = ("--heuristic=Domain", "--models=0")


def facts(document: Document, colour: str) -> str:
    lines = []
    for card, item in enumerate(document["cards"]):
        lines.append(f"card({card}).")
        for index, (hue, start, end) in enumerate(item["tubes"]):
            if hue not in (colour, "black"):
                continue
            upright, turned = (start.lower(), end.lower()), (TURNED[start].lower(), TURNED[end].lower())
            for side, (p, q) in enumerate((upright, turned)):
                lines.append(f"way({card},{index},{side},0,{p},{q}). way({card},{index},{side},1,{q},{p}).")
    return "\n".join(lines)


def control(document: Document, colour: str, maximum: int, every: bool) -> clingo.Control:
    n = len(document["cards"])
    # The logger is silent, because clingo would note colours without tubes.
    args = [*ARGS, *(ALL_ARGS if every else ()), "-c", f"n={n}", "-c", f"m={maximum}"]
    ctl = clingo.Control(args, logger=lambda _code, _message: None)
    rules = (ONCE if maximum == n else AGAIN) + (IN_ORDER if every else "")
    ctl.add("base", [], SOCKETS + WALK + rules + SHOW + facts(document, colour))
    ctl.ground([("base", [])])
    return ctl


def solve(document: Document) -> Document | None:
    for colour, maximum in attempts(document):
        ctl = control(document, colour, maximum, every=False)
        with ctl.solve(yield_=True) as models:
            for model in models:
                return as_solution(document, model)
    return None


def as_solution(document: Document, model: clingo.Model) -> Document:
    names = [card["id"] for card in document["cards"]]
    layout = [
        {"card": name, "row": row, "col": col, "turned": bool(turned)}
        for name, (row, col, turned) in zip(names, placings(model), strict=True)
    ]
    walk = sorted(
        [argument.number for argument in atom.arguments[:3]]
        for atom in model.symbols(shown=True)
        if atom.match("go", 5)
    )
    return {"layout": layout, "line": [{"card": names[card], "tube": tube} for _, card, tube in walk]}


def placings(model: clingo.Model) -> list[Placing]:
    cells: dict[int, tuple[int, int]] = {}
    turns: dict[int, int] = {}
    for atom in model.symbols(shown=True):
        if atom.match("pos", 3):
            card, row, col = (argument.number for argument in atom.arguments)
            cells[card] = row, col
        elif atom.match("turned", 2):
            turns[atom.arguments[0].number] = atom.arguments[1].number
    return [(*cells[card], turns[card]) for card in sorted(cells)]


def canonical(placed: list[Placing]) -> Layout:
    """Returns one form for all shifts and half turns of a layout: card 0 unturned in the middle."""
    row, col, turned = placed[0]
    sign = -1 if turned else 1
    return tuple((sign * (r - row), sign * (c - col), t ^ turned) for r, c, t in placed)


def count(document: Document, cap: int) -> int:
    """Counts layouts up to cap, in a set because a layout can recur with another line or colour."""
    layouts: set[Layout] = set()
    if cap <= 0:
        return 0
    for colour, maximum in possible_colours(document).items():
        ctl = control(document, colour, maximum, every=True)
        with ctl.solve(yield_=True) as models:
            for model in models:
                layouts.add(canonical(placings(model)))
                if len(layouts) >= cap:
                    return cap
    return len(layouts)
