"""Checks that what is wrong with a solution, and why a puzzle is impossible, is said in every language.

The samples break every rule and have every simple refutation, so that each text is filled at least once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from puzzles.end_of_line import cover
from puzzles.linja.turns import Turn
from puzzles.registry import GAMES, kind_of
from puzzles.texts import ENGLISH, LANGUAGES, BoardCell, Part, Phrase, catalogue, phrase, translator_for
from puzzles.texts.stored import render_stored, store
from solvers.linja import endgame as linja_solvers
from solvers.linja.continuation import ContinuationEngine
from solvers.linja.engine import EndgameEngine
from solvers.protocol import Continuation, Impossible, Limits
from solvers.registry import solvers_for
from tests.puzzles.light_line.shorthand import card, chain, solution, straight

Document = dict[str, Any]

# Those of the contract, but for kinds to come and for goals, which engines judge.
RULES = """
range blocked occupied exit hand round_size energy covered after_end tray given
card_unknown card_twice card_missing card_count overlap tube_index not_placed section_twice
colour gap broken not_all_cards one_section empty_line not_beside no_line_grows
draw discard
over no_piece full distance second extra pass
"""

# On the empty area the line goes up from C3.
SOLO: Document = {"kind": "end_of_line.solo", "deck": ["S", "L", "S", "S", "S", "S"], "energy": 1}
CLASSIC: Document = SOLO | {"kind": "end_of_line.classic"}
COVER: Document = {
    "kind": "end_of_line.cover",
    "rows": 3,
    "cols": 3,
    "start": {"cell": [2, 1], "heading": "N"},
    "blocked": [[0, 0], [0, 2], [1, 0], [1, 2], [2, 0], [2, 2]],
    "tray": {"S": 2},
    "givens": [{"cell": [0, 1], "card": "S", "heading": "E"}],
}
COVER_LINE = [([1, 1], "S"), ([0, 1], "S")]
THREE = chain("solo", straight("a"), card("b", "red W1 E1", "blue N0 S0"), straight("c"))
LAY = {"row": 0, "col": 0, "turned": False}
PLACE: Document = {
    "kind": "light_line.place",
    "layout": [{"card": straight("a"), **LAY}],
    "card": straight("b"),
}
BOARD = {"A": [6, 1, 1, 1, 1, 1, 1, 0], "B": [0, 1, 1, 1, 1, 1, 1, 6]}
LINJA: Document = {"kind": "linja.endgame", **BOARD, "to_move": "A"}
OVER: Document = LINJA | {"A": [0, 0, 0, 0, 0, 0, 0, 12], "B": [12, 0, 0, 0, 0, 0, 0, 0]}
LATE: Document = LINJA | {"A": [0, 0, 0, 0, 0, 5, 1, 6], "B": [5, 0, 0, 1, 0, 0, 5, 1]}
# The turn 4 5+ of A earns an extra move, and row 6 is full.
EARNED: Document = LINJA | {"A": [0, 0, 0, 0, 1, 1, 0, 10], "B": [1, 0, 0, 0, 0, 1, 6, 4]}
OPEN: Document = LINJA | {"A": [12, 0, 0, 0, 0, 0, 0, 0], "B": [0, 0, 0, 0, 0, 0, 0, 12]}


def _rounds(*rounds: tuple[str | None, list[tuple[str, list[int]]]]) -> Document:
    return {
        "rounds": [
            {"energy": energy, "cards": [{"card": name, "cell": cell} for name, cell in cards]}
            for energy, cards in rounds
        ]
    }


def _line(*cards: tuple[list[int], str]) -> Document:
    return {"line": [{"cell": cell, "card": name} for cell, name in cards]}


def _actions(*actions: tuple[str, list[int]] | tuple[str]) -> Document:
    """Actions, each with its cell if it places a card; `behind` stands for a card placed by a reverse."""
    names = {"behind": {"do": "place", "reverse": True}}
    return {
        "actions": [names.get(do, {"do": do}) | ({"cell": cell[0]} if cell else {}) for do, *cell in actions]
    }


def _turn(**moves: Any) -> Document:
    return {"turn": {"initial": {"from": 0}, "second": None, "extra": None} | moves}


def _extra(start: int, end: int, piece: str = "A") -> Document:
    return {"piece": piece, "from": start, "to": end}


def wrong_solutions() -> Iterator[tuple[Document, Document]]:
    """Yields puzzles with solutions that break rules."""
    full = SOLO | {"rows": 3, "cols": 3, "blocked": COVER["blocked"], "start": COVER["start"]}
    far: list[tuple[str, list[int]]] = [("S", [9, 9]), ("LSR", [2, 2]), ("S", [1, 2]), ("S", [1, 2])]
    yield SOLO | {"blocked": [[1, 2]]}, _rounds((None, far), ("brake", []), ("reverse", [("S", [4, 4])]))
    yield SOLO, _rounds((None, []), (None, []), *2 * [("speed_up", [("S", [3, 3])])])
    yield SOLO | {"deck": ["S"]}, _rounds((None, [("S", [1, 2]), ("S", [0, 2])]))
    later: tuple[str | None, list[tuple[str, list[int]]]] = ("reverse", [("S", [1, 2]), ("S", [3, 3])])
    yield SOLO, _rounds((None, [("S", [1, 2])]), (None, [("S", [0, 2]), ("S", [4, 2])]), later)
    yield full, _rounds((None, [("S", [1, 1])]), (None, [("S", [0, 1]), ("S", [0, 1])]), (None, []))
    yield CLASSIC, _actions(("behind", [1, 2]), ("recover", [0, 2]), ("behind", [2, 1]), ("behind", [4, 4]))
    yield CLASSIC | {"deck": ["S"]}, _actions(("discard",), ("discard",))
    yield COVER, _line(*COVER_LINE, *COVER_LINE)
    yield COVER, _line(COVER_LINE[0], ([0, 1], "LSR"))
    yield COVER | {"tray": {"S": 1}}, _line(*COVER_LINE)
    yield THREE, solution("a 0 0, a 5 5, b 0 0, d 1 1", "x0 a0 b7 b-1 c0")
    yield THREE, solution("a 0 0, b 0 1, c 0 2", "a0 b0 a0 b1 c0 a0")
    yield THREE, solution("", "")
    yield THREE, solution("a 0 0, b 0 1, c 0 2", "a0 b0")
    head = THREE | {"kind": "light_line.head"}
    yield head | {"length": 2}, solution("a 0 0, b 0 1, c 0 2", "a0 b0 b1")
    yield head | {"length": 3}, solution("a 0 0", "a0")
    yield PLACE, LAY
    yield PLACE, LAY | {"row": 4}
    yield PLACE, LAY | {"row": 1}
    yield OVER, _turn()
    yield LINJA, {"turn": "pass"}
    yield LINJA, _turn(initial={"from": 9}, second={"from": -1}, extra=_extra(3, 6))
    yield LINJA, _turn(initial={"from": 7})
    yield LINJA, _turn()
    yield LINJA, _turn(second={"from": 0}, extra=_extra(0, 1, "B"))
    yield LATE, _turn(initial={"from": 6}, second={"from": 5})
    yield LATE, _turn(initial={"from": 7})
    yield LATE, _turn(initial={"from": 5})
    yield EARNED, _turn(initial={"from": 4}, second={"from": 5}, extra=_extra(5, 6))
    extra = _extra(0, 1, "B")
    yield EARNED | {"extra_move": "any"}, _turn(initial={"from": 4}, second={"from": 5}, extra=extra)
    yield OPEN, _turn(second={"from": 0})


def wrong_goals() -> Iterator[tuple[Document, int, int]]:
    """Yields endgames with the value of the best turn, and of one that misses the goal."""
    yield LINJA | {"goal": "win"}, 3, 0
    yield LINJA | {"goal": "draw"}, 0, -2
    yield LINJA, 5, 3


@cache
def messages() -> tuple[Phrase, ...]:
    """The messages of all these violations."""
    return tuple(_messages())


def _messages() -> Iterator[Phrase]:
    for puzzle, answer in wrong_solutions():
        kind = kind_of(puzzle)
        for violation in kind.verify(kind.parse(puzzle), kind.parse_solution(answer)):
            yield violation.message
    for puzzle, best, value in wrong_goals():
        yield from (v.message for v in linja_solvers._violations(kind_of(puzzle).parse(puzzle), best, value))


def _cover(**fields: Any) -> Document:
    return {"kind": "end_of_line.cover", "tray": {"LSR": 24}, **fields}


# Four arms around E5, each with a square of four cells at its end.
STAR_CELLS = [
    *([4, 4], [3, 4], [4, 5], [5, 4], [4, 3]),
    *([1, 4], [2, 4], [1, 5], [2, 5]),
    *([4, 6], [4, 7], [5, 6], [5, 7]),
    *([6, 4], [7, 4], [6, 3], [7, 3]),
    *([4, 1], [4, 2], [3, 1], [3, 2]),
]


def _all_but(free: list[list[int]]) -> list[list[int]]:
    """The other cells of a board of 9 x 9."""
    return [[r, c] for r in range(9) for c in range(9) if [r, c] not in free]


STAR: Document = {
    "kind": "end_of_line.cover",
    "rows": 9,
    "cols": 9,
    "start": {"cell": [0, 4], "heading": "S"},
    "blocked": [cell for cell in _all_but(STAR_CELLS) if cell != [0, 4]],
    "tray": {"LSR": 30},
}


def impossible_puzzles() -> Iterator[Document]:
    """Yields puzzles that simple arguments refute."""
    solo = {"kind": "end_of_line.solo", "deck": ["LSR"] * 30}
    yield solo | {"deck": ["S"] * 3}
    yield solo | {"deck": []}
    yield solo | {"blocked": [[1, 2]]}
    yield solo | {"blocked": [[0, 1], [0, 4], [1, 0], [4, 0]]}
    blocked = [[0, 1], [1, 0], [4, 0], [3, 3], [4, 4], [0, 3], [2, 4]]
    yield _cover(blocked=blocked)
    yield solo | {"blocked": [*blocked, [2, 0], [2, 1]], "energy": 1}
    yield _cover(givens=[{"cell": [0, 0], "card": "L"}])
    yield _cover(tray={"LSR": 29, "L": 1}, givens=[{"cell": [0, c], "card": "L"} for c in range(2)])
    odd = [[0, 1], [0, 3], [1, 0], [1, 2], [3, 0]]
    yield _cover(rows=4, cols=4, blocked=odd[:3])
    yield solo | {"rows": 4, "cols": 4, "blocked": odd, "energy": 1}
    for tray in ({"L": 30}, {"L": 30, "S": 1}, {"L": 30, "S": 2}, {"S": 30}):
        yield STAR | {"tray": tray}
        yield STAR | {"tray": tray, "givens": [{"cell": [4, 4], "card": "L"}]}
    yield STAR
    star_solo = {name: value for name, value in STAR.items() if name != "tray"}
    yield star_solo | solo | {"blocked": STAR["blocked"], "energy": 1}
    plus = [cell for cell in STAR_CELLS if abs(cell[0] - 4) + abs(cell[1] - 4) < 2]
    yield STAR | {"blocked": _all_but([*plus, [2, 4]]), "start": {"cell": [2, 4], "heading": "S"}}
    yield _cover(tray={"S": 30})
    yield _cover(tray={"S": 28, "L": 1})
    yield chain("solo", card("a"), straight("b"))
    yield chain("solo", *(card(name) for name in "abcde"))
    yield chain("solo", *(straight(name, colour) for name, colour in zip("ab", ("red", "blue"), strict=True)))
    yield chain("solo", *(straight(n, c) for n, c in zip("abc", ("red", "red", "blue"), strict=True)))
    yield chain("solo", straight("a"), card("b", "red N1 S1"))
    yield chain("solo", straight("a"), straight("b"), card("c", "red N1 S1"), card("d", "red N1 S1"))
    yield chain("solo", *(card(name, "red E0 W2") for name in "abcd"))
    yield chain("longest", card("a"))
    yield chain("head", straight("a"), length=2)
    yield chain("head", straight("a"), straight("b"), length=3)
    yield chain("head", straight("a"), straight("b", "blue"), length=2)
    yield chain("head", straight("a"), straight("b"), straight("c", "blue"), length=3)
    yield chain("head", *(card(name, "black E0 W2") for name in "abcd"), length=4)
    yield PLACE | {"card": card("b")}
    yield PLACE | {"card": straight("b", "blue")}


@cache
def reasons() -> tuple[Phrase, ...]:
    """The reasons why these puzzles are impossible, and those of endgames."""
    return tuple(_reasons())


def _reasons() -> Iterator[Phrase]:
    for document in impossible_puzzles():
        solvers = solvers_for(document["kind"])
        puzzle = kind_of(document).parse(document)
        simple = [solvers.refute(puzzle), solvers.refute_thoroughly(puzzle)]
        assert any(simple), document
        yield from filter(None, simple)
    continuations = solvers_for("end_of_line.cover").continuations
    assert continuations is not None
    # The line goes from C2, with an L or whatever lies there, straight on or to C1.
    for cells in ([{"cell": [1, 2], "card": "L"}], [{"cell": [1, 2]}, {"cell": [0, 2]}]):
        begun = cover.KIND.parse_progress({"line": cells})
        assert begun is not None
        puzzle = cover.KIND.parse(_cover(tray={"L": 3}))
        yield continuations.refute(Continuation(puzzle, begun)) or phrase("")
    yield from _reasons_of_endgames()


def _reasons_of_endgames() -> Iterator[Phrase]:
    """Of an engine that gives the turns made 0, and then every turn 5 points."""
    for puzzle, values in ((OVER, []), (LINJA | {"goal": "win"}, [-3])):
        yield _reason(_engine(*values).solve(kind_of(puzzle).parse(puzzle), "any", Limits()))
    for goal in ("win", "margin"):
        begun = Continuation(kind_of(LINJA).parse(LINJA | {"goal": goal}), Turn(0, None, None))
        yield _reason(ContinuationEngine(_engine(0, 5)).solve(begun, "any", Limits()))


def _engine(*values: int) -> EndgameEngine:
    """An engine that values all turns of its n-th question alike."""
    answers = iter(values)
    return EndgameEngine("fixed", lambda boards, *_: [value for value in [next(answers, 0)] for _ in boards])


def _reason(outcome: object) -> Phrase:
    assert isinstance(outcome, Impossible)
    assert outcome.reason is not None
    return outcome.reason


def _parts(part: Part) -> Iterator[Phrase]:
    """Yields a phrase and all those within it."""
    if isinstance(part, Phrase):
        yield part
        for inner in part.parts.values():
            yield from _parts(inner)
    elif isinstance(part, tuple):
        for inner in part:
            yield from _parts(inner)


def _texts_of(section: str) -> set[str]:
    """The keys of a section of every game, plurals as one."""
    games = "|".join(game.id for game in GAMES)
    keys = (key for key in catalogue("en") if re.match(rf"({games})\.{section}\.", key))
    return {re.sub(r"\.(one|other)$", "", key) for key in keys}


@pytest.mark.parametrize("section", ["violation", "refutation"])
def test_every_text_is_used(section: str) -> None:
    phrases = messages() if section == "violation" else reasons()
    used = {part.key for whole in phrases for part in _parts(whole)}
    assert _texts_of(section) - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_filled(language: str) -> None:
    translator = translator_for(language)
    for whole in (*messages(), *reasons()):
        text = translator.render(whole)
        assert text.strip() == text != ""
        assert not re.search(r"[{}]|\[|\b(row|column) \d", text) or "row" in ENGLISH.render(whole), text
        assert language == "en" or text != ENGLISH.render(whole)
        stored = json.loads(json.dumps(store(whole)))
        assert render_stored(stored, translator) == text
    assert all(translator.render(message).endswith(".") for message in messages())
    assert not any(translator.render(reason).endswith(".") for reason in reasons())


def test_every_rule_has_a_message() -> None:
    broken = {
        violation.rule
        for puzzle, answer in wrong_solutions()
        for kind in [kind_of(puzzle)]
        for violation in kind.verify(kind.parse(puzzle), kind.parse_solution(answer))
    }
    assert broken == set(RULES.split())


def test_stored_phrases_outlive_their_catalogue() -> None:
    """What an earlier version stored is read: a string, and a text that there is no more."""
    german = translator_for("de")
    assert render_stored("A1 is blocked.", german) == "A1 is blocked."
    stored = store(phrase("end_of_line.violation.blocked", cell=BoardCell(0, 0)))
    assert stored["text"] == "A1 is blocked."
    assert render_stored(stored, german) == "A1 ist gesperrt."
    assert render_stored(stored | {"phrase": "end_of_line.violation.no_more"}, german) == "A1 is blocked."
    assert render_stored(stored | {"parts": {}}, german) == "A1 is blocked."
