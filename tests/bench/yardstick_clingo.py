"""The yardstick in ASP: a carefully tuned model of END OF LINE, as a competent clingo user would write it.

One thread; grounding is part of the time. Of the shipped configurations `tweety` was the quickest on solo
deals (for the best score: with core-guided optimisation and redundant step constraints, in half the time of
the other strategies or less) and `frumpy` on covers (5 times as quick as any other at counting them all).
"""

import time
from collections.abc import Callable
from typing import Any

import clingo

from tests.bench.board import (
    EXITS,
    INITIATIVE,
    TURN_SETS,
    TURNS,
    Board,
    Tray,
    energy_of,
    read_board,
    read_tray,
    to_rounds,
)

GEOMETRY = """
dir(0..3).
turn(D,(D+3)\\4,l) :- dir(D).    turn(D,D,s) :- dir(D).    turn(D,(D+1)\\4,r) :- dir(D).
"""

SOLO = """
% rounds: round(P) says that a round starts with card P; energy from round 3 on, which starts with card 3
round(0).    round(1).
round(P+1) :- act(P,brake), place(P+1).
round(P+2) :- round(P), P > 0, not act(P,brake), place(P+2).
{ act(P,brake); act(P,reverse); act(P,extra_gas) : P+5 < M, size(M) } 1 :- round(P), P >= 3.
:- energy(E), E+1 { act(P,A) }.

% back(P): card P continues from the last but one; a reverse spent to no use gains nothing
1 { back(P); back(P+1) : place(P+1) } 1 :- act(P,reverse).

% the walk: at(P,C) cell of card P, enter(P,D) the heading with which the line enters it
1 { enter(P,D) : dir(D) } 1 :- place(P), P > 0.
enter(0,D) :- heading(D).
at(0,C) :- first(C).
at(P,B) :- at(P-1,C), enter(P,D), next(C,D,B), place(P), not back(P).
at(P,B) :- at(P-2,C), enter(P,D), next(C,D,B), back(P).
:- place(P), not 1 { at(P,C) } 1.
:- cell(C), not 1 { at(P,C) } 1.

% the cards: their exits
1 { type(P,T) : total(T,_) } 1 :- place(P).
need(P,X) :- enter(P,D), enter(P+1,E), turn(D,E,X), not back(P+1).
need(P,X) :- enter(P,D), enter(P+2,E), turn(D,E,X), back(P+2).
:- need(P,X), type(P,T), not exit(T,X).
:- enter(P,D), enter(P+1,(D+2)\\4), not back(P+1).
:- enter(P,D), enter(P+2,(D+2)\\4), back(P+2).

% the hand: before card P at least P+4 cards are drawn, 1 more if it starts a round or follows extra gas
% in its round, and 2 more if it starts a round with extra gas; have(P,T,N): N copies among P+4
more(P,1) :- round(P).    more(P,1) :- act(P-1,extra_gas), place(P).    more(P,2) :- act(P,extra_gas).
:- have(P,T,N), #sum { 1,Q : type(Q,T), Q <= P; -1,more(I) : deck(P+3+I,T), more(P,I) } > N.
:- total(T,N), N+1 { type(P,T) }.

#show at/2.    #show type/2.    #show round/1.    #show act/2.
"""

BEST = """
% left(T,J): at least J copies of T are never placed
{ left(T,J) : J = 1..N, J <= K } :- total(T,N), spare(K).
:- left(T,J), J > 1, not left(T,J-1).
:- spare(K), not K { left(T,J) } K.
:- total(T,N), left(T,J), not { type(P,T) } N-J.
#maximize { I,T,J : left(T,J), initiative(T,I); -1,P : act(P,_) }.

% redundant, but they make refutations shorter
:- at(P,B), P > 0, not back(P), not at(P-1,C) : next(C,_,B).
:- at(P,C), place(P+1), not back(P+1), not at(P+1,B) : next(C,_,B).
"""

COVER = """
% go(C,E): the line leaves cell C with heading E; every cell but the last is left once, all are entered once
1 { last(C) : cell(C) } 1.
1 { go(C,E) : next(C,E,_); last(C) } 1 :- cell(C).
enter(C,D) :- first(C), heading(D).
enter(B,E) :- go(C,E), next(C,E,B).
:- cell(C), not 1 { enter(C,D) } 1.
:- enter(C,D), go(C,(D+2)\\4).
turns(C,X) :- enter(C,D), go(C,E), turn(D,E,X).

% one line, and no rings beside it
#edge (C,B) : go(C,E), next(C,E,B).

% givens, and the tray by Hall's theorem
:- given(C), turns(C,X), not exit(C,X).
:- given(C,D), not enter(C,D).
:- cap(Q,N), N+1 { turns(C,X) : in(X,Q), not given(C) }.
"""

SOLO_ARGS = ("--models=1", "--configuration=tweety")
BEST_ARGS = ("--models=0", "--configuration=tweety", "--opt-strategy=usc")
COVER_ARGS = ("--configuration=frumpy",)


def board_facts(board: Board) -> list[str]:
    facts = [f"cell({c})." for c in range(len(board.cells))]
    for cell, around in enumerate(board.step):
        facts += [f"next({cell},{d},{to})." for d, to in enumerate(around) if to is not None]
    facts.append(f"first({board.first}). heading({board.heading}).")
    return facts


def solo_facts(puzzle: dict[str, Any], board: Board) -> str:
    deck: list[str] = puzzle["deck"]
    n, size = len(board.cells), len(deck)
    facts = board_facts(board)
    facts.append(f"place(0..{n - 1}). size({size}). spare({size - n}). energy({energy_of(puzzle)}).")
    facts += [f"deck({k},{card.lower()})." for k, card in enumerate(deck)]
    for card in sorted(set(deck)):
        low = card.lower()
        facts.append(f"total({low},{deck.count(card)}). initiative({low},{INITIATIVE[card]}).")
        facts += [f"exit({low},{x.lower()})." for x in EXITS[card]]
        counts = [deck[: place + 4].count(card) for place in range(n)]
        facts += [f"have({p},{low},{have})." for p, have in enumerate(counts) if have <= p and p + 4 < size]
    return "\n".join(facts)


def cover_facts(board: Board, tray: Tray) -> str:
    facts = board_facts(board)
    for cell, card in tray.given.items():
        facts.append(f"given({cell}).")
        facts += [f"exit({cell},{x.lower()})." for x in EXITS[card]]
    facts += [f"given({cell},{heading})." for cell, heading in tray.entry.items()]
    for number, turns in enumerate(TURN_SETS):
        if tray.caps[turns] < len(board.cells) - len(tray.given):
            facts.append(f"cap({number},{tray.caps[turns]}).")
            facts += [f"in({x.lower()},{number})." for x in TURNS if x in turns]
    return "\n".join(facts)


def control(text: str, args: tuple[str, ...]) -> clingo.Control:
    # The logger is silent, because clingo would note absent facts (no givens, no deck left).
    ctl = clingo.Control(list(args), logger=lambda _code, _message: None)
    ctl.add("base", [], GEOMETRY + text)
    ctl.ground([("base", [])])
    return ctl


def run(
    ctl: clingo.Control, deadline: float, on_model: Callable[[clingo.Model], bool | None]
) -> clingo.SolveResult:
    """Solve until the end or the deadline."""
    with ctl.solve(on_model=on_model, async_=True) as handle:
        if not handle.wait(max(0.0, deadline - time.monotonic())):
            handle.cancel()
        result: clingo.SolveResult = handle.get()
        return result


def read_solution(board: Board, model: clingo.Model) -> dict[str, Any]:
    where, cards = [0] * len(board.cells), [""] * len(board.cells)
    starts: set[int] = set()
    acts: dict[int, str] = {}
    for atom in model.symbols(shown=True):
        place = atom.arguments[0].number
        if atom.name == "at":
            where[place] = atom.arguments[1].number
        elif atom.name == "type":
            cards[place] = atom.arguments[1].name.upper()
        elif atom.name == "act":
            acts[place] = atom.arguments[1].name
        else:
            starts.add(place)
    return to_rounds(board, starts, acts, where, cards)


def hopeless(puzzle: dict[str, Any], board: Board) -> bool:
    return len(puzzle["deck"]) < len(board.cells) or board.first is None


def solo_any(puzzle: dict[str, Any], seconds: float) -> tuple[str, dict[str, Any] | None]:
    """Returns a solution: ("solved" | "impossible" | "unknown", solution)."""
    deadline = time.monotonic() + seconds
    board = read_board(puzzle)
    if not board.cells:
        return "solved", {"rounds": []}
    if hopeless(puzzle, board):
        return "impossible", None
    solutions: list[dict[str, Any]] = []

    def keep(model: clingo.Model) -> bool:
        solutions.append(read_solution(board, model))
        return False

    result = run(control(SOLO + solo_facts(puzzle, board), SOLO_ARGS), deadline, keep)
    if solutions:
        return "solved", solutions[0]
    return ("impossible" if result.unsatisfiable else "unknown"), None


def solo_best(puzzle: dict[str, Any], seconds: float) -> tuple[str, int | None, bool]:
    """Returns the greatest score: (status, best score found, proven)."""
    deadline = time.monotonic() + seconds
    board, energy = read_board(puzzle), energy_of(puzzle)
    if not board.cells:
        return "solved", energy + sum(INITIATIVE[card] for card in puzzle["deck"]), True
    if hopeless(puzzle, board):
        return "impossible", None, True
    scores: list[int] = []

    def keep(model: clingo.Model) -> None:
        # There is no cost at all where every card is placed and no round can have energy.
        scores.append(energy - sum(model.cost))

    result = run(control(SOLO + BEST + solo_facts(puzzle, board), BEST_ARGS), deadline, keep)
    if scores:
        return "solved", max(scores), bool(result.exhausted)
    return ("impossible", None, True) if result.unsatisfiable else ("unknown", None, False)


def cover_count(puzzle: dict[str, Any], cap: int, seconds: float) -> tuple[int, bool]:
    """Counts the lines up to cap; also returns whether the count is exact (not ended by cap or time)."""
    deadline = time.monotonic() + seconds
    board = read_board(puzzle)
    tray = read_tray(puzzle, board)
    if not board.cells:
        return min(1, cap), cap > 1
    if board.first is None or not tray.payable:
        return 0, cap > 0
    count = 0

    def keep(_model: clingo.Model) -> bool:
        nonlocal count
        count += 1
        return count < cap

    if cap <= 0:
        return 0, False
    result = run(control(COVER + cover_facts(board, tray), ("--models=0", *COVER_ARGS)), deadline, keep)
    return count, count < cap and bool(result.exhausted)
