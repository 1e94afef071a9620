"""Loads every engine, and solves a puzzle of each kind so that numba's compiled code is in memory, too."""

from __future__ import annotations

from collections.abc import Iterator

from api.calls.puzzle_documents import read_puzzle
from api.calls.solve import solve
from generators.registry import load_generators
from puzzles import packs
from puzzles.registry import KINDS
from solvers.backends import lazy_cp_model
from solvers.registry import load_engines


def first_puzzles() -> Iterator[None]:
    """Loads the engines, then solves the first puzzle of a kind at each step.

    By the search engine alone: the others start threads, and a process that forks may have none.
    """
    load_engines()
    load_generators()
    lazy_cp_model.load()
    for kind in KINDS:
        subject = read_puzzle(packs.entry(kind.id, "easy", 0).record)
        solve(subject, "best", engine="search")
        yield
