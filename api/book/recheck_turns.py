"""Rechecks that the turns of the packs are the best, as the referee knows only whether a turn is legal.

An engine judges them, in a process of its own unless engines are loaded: it needs 200 MB, which the printer
needs a moment later.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from api.book.proved_answers import SECONDS, ProvedPuzzle
from api.calls.puzzle_documents import read_puzzle, read_solution
from api.calls.verify import verify
from solvers.errors import WrongAnswer


def check_goals(answers: Sequence[ProvedPuzzle]) -> None:
    """Raises WrongAnswer for an answer that misses the goal, or is not known to meet it."""
    valued = [proved for proved in answers if proved.kind.facts.valued]
    if not valued:
        return
    pairs = [
        {
            "puzzle": proved.kind.serialise(proved.puzzle),
            "solution": proved.kind.serialise_solution(proved.solution),
        }
        for proved in valued
    ]
    faults = [_fault(**pair) for pair in pairs] if engines_are_loaded() else _in_a_process(pairs)
    for proved, fault in zip(valued, faults, strict=True):
        if fault is not None:
            raise WrongAnswer(f"the answer of {proved.id} ({proved.kind.id}) is wrong: {fault}")


def engines_are_loaded() -> bool:
    """Whether this process has loaded the compiler that engines need, which is most of their memory."""
    return "numba" in sys.modules


def _in_a_process(pairs: list[dict[str, Any]]) -> list[str | None]:
    process = subprocess.run(
        [sys.executable, "-m", __name__], input=json.dumps(pairs), capture_output=True, text=True, check=False
    )
    if process.returncode:
        raise RuntimeError(f"answers were not judged:\n{process.stderr}")
    faults: list[str | None] = json.loads(process.stdout)
    return faults


def _fault(puzzle: object, solution: object) -> str | None:
    subject = read_puzzle(puzzle)
    verified = verify(subject, read_solution(subject.kind, solution), SECONDS)
    if verified.valid:
        return None
    return "; ".join(map(str, verified.violations)) or f"not judged in {SECONDS:g} s"


if __name__ == "__main__":
    json.dump([_fault(**pair) for pair in json.load(sys.stdin)], sys.stdout)
