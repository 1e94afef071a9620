"""That the turns of the packs are the best: the plain checker knows only whether a turn is legal.

An engine is asked, in a process of its own where none is loaded yet: it needs 200 MB, which the printer wants
a moment later.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from api.book.proved_answers import SECONDS, Proved
from api.calls.subject import read_puzzle, read_solution
from api.calls.verify import verify
from solvers.errors import WrongAnswer


def refuse_misses(answers: Sequence[Proved]) -> None:
    """WrongAnswer where one misses the goal, or is not known to meet it."""
    valued = [each for each in answers if each.kind.facts.valued]
    if not valued:
        return
    asked = [
        {"puzzle": each.kind.serialise(each.puzzle), "solution": each.kind.serialise_solution(each.solution)}
        for each in valued
    ]
    faults = [_fault(**each) for each in asked] if engines_are_loaded() else _apart(asked)
    for each, wrong in zip(valued, faults, strict=True):
        if wrong is not None:
            raise WrongAnswer(f"the answer of {each.id} ({each.kind.id}) is wrong: {wrong}")


def engines_are_loaded() -> bool:
    """Whether this process has loaded the compiler that engines need, which is most of their memory."""
    return "numba" in sys.modules


def _apart(asked: list[dict[str, Any]]) -> list[str | None]:
    ran = subprocess.run(
        [sys.executable, "-m", __name__], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(f"answers were not judged:\n{ran.stderr}")
    found: list[str | None] = json.loads(ran.stdout)
    return found


def _fault(puzzle: object, solution: object) -> str | None:
    subject = read_puzzle(puzzle)
    verified = verify(subject, read_solution(subject.kind, solution), SECONDS)
    if verified.valid:
        return None
    return "; ".join(violation.message for violation in verified.violations) or f"not judged in {SECONDS:g} s"


if __name__ == "__main__":
    json.dump([_fault(**each) for each in json.load(sys.stdin)], sys.stdout)
