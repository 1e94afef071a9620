"""Puzzles with their solutions, from two files that are read side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from typing import Any

import click

from api.calls.puzzle_documents import Subject, read_puzzle, read_solution
from api.cli.input import BadDocument, Item, items
from api.cli.sources import Source
from puzzles.errors import BadInput, Problem


def pairs(
    puzzles: Source,
    solutions: str | None,
    labelled: bool = True,
    names: tuple[str, str] = ("solution", "solutions"),
) -> Iterator[tuple[Item, Item | None]]:
    """Each puzzle with its solution, or with None where there is no file of solutions.

    `names`: what messages call a solution, and several of them. Raises BadDocument at the first
    item that has no partner."""
    if solutions is None:
        yield from ((item, None) for item in puzzles.items(labelled))
        return
    if puzzles.reads_stdin and solutions == "-":
        raise click.UsageError(f"Standard input cannot be both the puzzle and the {names[0]}.")
    for puzzle, solution in zip_longest(puzzles.items(labelled), items(solutions)):
        if puzzle is None:
            raise _left_over(solution, f"{names[1]} than puzzles")
        if solution is None:
            raise _left_over(puzzle, f"puzzles than {names[1]}")
        yield puzzle, solution


def _left_over(item: Item, more: str) -> BadDocument:
    return BadDocument(item.location, BadInput([Problem("", f"unpaired: there are more {more}")]))


def read_pair(puzzle: Item, solution: Item | None) -> tuple[Subject, Any]:
    """Reads a puzzle and, where there is one, its solution; BadDocument where either is refused."""
    subject = puzzle.read(read_puzzle)
    if solution is None:
        return subject, None
    return subject, solution.read(partial(read_solution, subject.kind))
