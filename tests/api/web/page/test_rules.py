"""Compares the rules in JavaScript with those in Python, in the browser's engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from puzzles.end_of_line.board import CARDS
from puzzles.end_of_line.card_matching import can_pay, hand_out
from puzzles.errors import BadInput
from puzzles.registry import KINDS, game_of, kind_named
from puzzles.texts import LANGUAGES, BoardCell, Part, catalogue, phrase, translator_for
from tests.api.web.page.modules_page import call, modules_page
from tests.api.web.page.play_vectors import PlayVector, first_difference, part_json, random_play
from tests.api.web.page.turn_games import random_game
from tests.perft import perft
from tests.tiers import reach

KIND_IDS = [kind.id for kind in KINDS]
# The plays that are compared at once.
BATCH = 100


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = modules_page(chromium)
    yield page
    page.close()


def replay(page: Page, kind_id: str, body: str, argument: object) -> Any:
    """Returns what `body` returns, with `m`, the driver, and `play`, the play of a kind, at hand."""
    find = f'const {{ PLAYS }} = await import("/games/{game_of(kind_id).id}/plays.js");'
    return call(page, "drivers/replay.js", f'{find} const play = PLAYS["{kind_id}"]; {body}', argument)


def explain(page: Page, vector: PlayVector) -> str:
    """The first difference between the traces of a play."""
    trace = replay(page, vector.kind, "return m.trace(play, argument)", vector.request)
    return f"{first_difference(vector.trace, trace)} in {vector.puzzle} after {vector.choices}"


@pytest.mark.further
@pytest.mark.parametrize("kind_id", KIND_IDS)
def test_random_plays_agree(page: Page, kind_id: str) -> None:
    for first in range(0, reach(BATCH, 20_000), BATCH):
        vectors = [random_play(kind_id, seed) for seed in range(first, first + BATCH)]
        digests = replay(
            page,
            kind_id,
            "return Promise.all(argument.map((vector) => m.digest(play, vector)))",
            [vector.request for vector in vectors],
        )
        for vector, digest in zip(vectors, digests, strict=True):
            assert digest == vector.digest, explain(page, vector)


@pytest.mark.parametrize("kind_id", KIND_IDS)
def test_counts_of_move_sequences_agree(page: Page, kind_id: str) -> None:
    kind = kind_named(kind_id)
    documents = [random_play(kind_id, seed).puzzle for seed in range(4)]
    depth = 2 if kind_id.startswith("light_line") else 4
    counts = replay(
        page,
        kind_id,
        f"return argument.map((puzzle) => m.perft(play, play.begin(puzzle), {depth}))",
        documents,
    )
    assert counts == [
        perft(kind.play, kind.play.begin(kind.parse(document)), depth) for document in documents
    ]


@pytest.mark.parametrize("kind_id", KIND_IDS)
def test_only_legal_moves_can_be_made(page: Page, kind_id: str) -> None:
    vectors = [random_play(kind_id, seed) for seed in range(4)]
    tried = replay(
        page,
        kind_id,
        "return m.illegalMoves(play, argument)",
        [vector.request for vector in vectors if len(vector.trace[0]["moves"]) < 20],
    )
    assert tried["accepted"] == []
    assert tried["refused"]


@pytest.mark.parametrize("kind_id", KIND_IDS)
def test_the_same_json_values_are_moves(page: Page, kind_id: str) -> None:
    play, rng = kind_named(kind_id).play, random.Random(kind_id)
    documents: list[object] = [None, 1, "S", [], {}, {"move": 1}, {"stop": False}, {"pass": 1}, {"extra": {}}]
    moves = [
        move for seed in range(10) for step in random_play(kind_id, seed).trace for move in step["moves"]
    ]
    for move in rng.sample(moves, 20):
        documents += [move, *_spoilt(move)]
    parsed = replay(page, kind_id, "return m.parsedMoves(play, argument)", documents)
    for document, move in zip(documents, parsed, strict=True):
        try:
            expected = play.serialise_move(play.parse_move(document))
        except BadInput:
            expected = None
        assert move == expected, document


def _spoilt(move: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The move with a field too many or too few, or with another value in one."""
    yield move | {"more": 1}
    for name in move:
        yield {other: value for other, value in move.items() if other != name}
        values = [
            None,
            True,
            False,
            -1,
            7,
            1.5,
            10**12,
            "S",
            "NUL \0",
            "🂡" * 200,
            "🂡" * 201,
            [],
            [1],
            [1, 2],
            [1, "2"],
        ]
        yield from (move | {name: value} for value in [*values, [1, 2, 3], {}, {"from": 1}, {"from": "1"}])


def test_places_that_cannot_be_counted_are_refused(page: Page) -> None:
    vector = random_play("light_line.place", 0)
    far = [dict(vector.puzzle, layout=[{**vector.puzzle["layout"][0], "row": row}]) for row in (2**53, 2**52)]
    body = "return argument.map((puzzle) => m.throws(m.BadInput, () => play.begin(puzzle)))"
    assert replay(page, vector.kind, body, far) == [True, False]


def test_trays_pay_for_the_same_turns(page: Page) -> None:
    rng = random.Random(0)
    trays = [tuple(rng.choice((0, 0, 0, 0, 1, 2)) for _ in CARDS) for _ in range(1000)]
    orders = [rng.choices(("L", "S", "R", None), k=rng.randint(0, sum(tray) + 1)) for tray in trays]
    answers = call(
        page,
        "games/end_of_line/card_matching.js",
        "return argument.map(([tray, turns]) => [m.canPay(tray, turns), m.handOut(tray, turns)])",
        list(zip(trays, orders, strict=True)),
    )
    for tray, turns, (pays, cards) in zip(trays, orders, answers, strict=True):
        assert pays == can_pay(tray, turns)
        assert (None if cards is None else tuple(cards)) == hand_out(tray, turns)


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_rendered_as_in_python(page: Page, language: str) -> None:
    parts: list[Part] = [
        *(BoardCell(*cell) for cell in [(0, 0), (19, 25), (3, 26), (-1, 2), (2, -1)]),
        ("a", 1, BoardCell(1, 2), ()),
        *(phrase("light_line.longest.task.lay", n=n) for n in (0, 1, 2)),
        phrase("end_of_line.play.place", card="{cell}", cell=BoardCell(1, 1)),
        phrase("linja.play.no_extra"),
    ]
    vectors = [random_play(kind_id, seed) for kind_id in KIND_IDS for seed in range(5)]
    descriptions = [step["description"] for vector in vectors for step in vector.trace if step["description"]]
    rendered = call(
        page,
        "frame/texts.js",
        "return argument.parts.map((part) => m.render(argument.catalogue, part))",
        {"catalogue": catalogue(language), "parts": [*map(part_json, parts), *descriptions]},
    )
    translator = translator_for(language)
    assert rendered == [translator.render(part) for part in [*parts, *map(_part_of, descriptions)]]


def _part_of(document: Any) -> Part:
    """The part of a phrase that a JSON value stands for."""
    if isinstance(document, dict) and "key" in document:
        return phrase(document["key"], **{name: _part_of(part) for name, part in document["parts"].items()})
    return BoardCell(**document) if isinstance(document, dict) else document


def test_text_without_a_part_is_an_error(page: Page) -> None:
    body = "try { return m.textOf({ a: 'b {c} {{d}}' }, ...argument); } catch (e) { return e.message; }"
    arguments: Sequence[Any] = (["a", {}], ["b", {}], ["a", {"c": 1}])
    results = [call(page, "frame/texts.js", body, argument) for argument in arguments]
    assert results == ["the text a needs the part c", "no text has the key b", "b 1 {d}"]


@pytest.mark.further
def test_games_of_turns_agree(page: Page) -> None:
    games = [random_game(seed) for seed in range(reach(30, 2_000))]
    traces = call(
        page, "drivers/replay_games.js", "return argument.map(m.trace)", [game.request for game in games]
    )
    assert any(step["ended"] for game in games for step in game.trace)
    for game, trace in zip(games, traces, strict=True):
        assert trace == game.trace, first_difference(game.trace, trace)
