"""Puzzles that the service has published, with what solves them, as the page's own modules say it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Page

from puzzles import packs
from puzzles.registry import game_of
from tests.api.running_service import RunningService, wait_until

Document = dict[str, Any]
KINDS = sorted(packs.grades_by_kind())
# The first kind of each game.
FIRST = list({game_of(kind).id: kind for kind in reversed(KINDS)}.values())

# Runs `body` with the page of its kind at hand. The names of modules are those that the page itself imports.
_WITH_KIND = """async (argument) => {
    const { static: root, record } = JSON.parse(document.querySelector("#page-data").textContent);
    const game = record.kind.split(".")[0];
    const { PAGE } = await import(`${root}games/${game}/page_${record.kind.slice(game.length + 1)}.js`);
    const { writeMoves } = await import(`${root}frame/address.js`);
    %s
}"""


def yesterdays(service: RunningService, kind: str, grade: str) -> tuple[Document, Document]:
    """Returns yesterday's record and its solution, which is open since today and which the service verifies.

    Right after its start, a busy service may need several calls to do so.
    """
    day = (datetime.now(UTC) - timedelta(days=1)).date()
    status, record = service.call("GET", f"/v1/daily/{kind}/{day}?grade={grade}")
    assert status == 200, record
    status, answer = service.call("GET", f"/v1/puzzles/{record['id']}/solution")
    assert status == 200, answer
    body = {"puzzle": record, "solution": answer["solution"]}
    wait_until(lambda: service.call("POST", "/v1/verify", body)[1]["valid"])
    return record, answer["solution"]


def moves_of(page: Page, solution: Document) -> list[Document]:
    """Returns the moves that play a solution of the page's puzzle, as they are saved."""
    script = "return PAGE.movesOf(record.puzzle, argument).map(PAGE.play.serialiseMove);"
    moves: list[Document] = page.evaluate(_WITH_KIND % script, solution)
    return moves


def state_address(page: Page, moves: list[Document]) -> str:
    """Returns the address of the page's puzzle with moves made."""
    script = (
        "return `/p/${record.id}#~` + writeMoves(PAGE.play, record.puzzle, argument.map(PAGE.play.parseMove))"
    )
    address: str = page.evaluate(_WITH_KIND % script, moves)
    return address


def notations_of(page: Page, moves: list[Document]) -> list[str]:
    """Returns moves as a person types them."""
    script = """
    let position = PAGE.play.begin(record.puzzle);
    return argument.map(PAGE.play.parseMove).map((move) => {
        const notation = PAGE.play.notation(position, move);
        position = PAGE.play.after(position, move);
        return notation;
    });"""
    notations: list[str] = page.evaluate(_WITH_KIND % script, moves)
    return notations
