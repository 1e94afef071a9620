"""What a book needs engines for: the steps of a person, and whether the turns of the packs are the best.

Engines take a second to load and 200 MB, which the printer needs a moment later. So they work in a process of
their own, beside this one, unless this process has loaded them.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from api.book.proved_answers import SECONDS, ProvedPuzzle
from puzzles.texts import Phrase
from solvers.errors import WrongAnswer

# A puzzle and its kind's id.
KindAndPuzzle = tuple[str, Any]
Steps = tuple[Phrase, ...]


class Engines:
    """Engines for one book; after `close` it knows only what it was asked before."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._steps: dict[KindAndPuzzle, Future[dict[KindAndPuzzle, Steps]]] = {}

    def __enter__(self) -> Engines:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process of the engines, and what it is doing."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def explain(self, puzzles: Iterable[KindAndPuzzle]) -> None:
        """Begins to look for the steps of puzzles, so that they are at hand when they are needed."""
        new = [pair for pair in dict.fromkeys(puzzles) if pair not in self._steps]
        if new:
            self._steps |= dict.fromkeys(new, self._executor.submit(self._do, _key_steps, new))

    def key_steps(self, kind_id: str, puzzle: Any) -> Steps:
        """Returns a person's most important steps; none where they do not lead to the answer."""
        self.explain([(kind_id, puzzle)])
        return self._steps[kind_id, puzzle].result()[kind_id, puzzle]

    def check_goals(self, answers: Sequence[ProvedPuzzle]) -> Callable[[], None]:
        """Begins to judge turns, as the referee knows only whether one is legal.

        What is returned waits for that, and raises WrongAnswer for an answer that misses the goal, or is not
        known to meet it."""
        valued = [proved for proved in answers if proved.kind.facts.valued]
        documents = [
            (proved.kind.serialise(proved.puzzle), proved.kind.serialise_solution(proved.solution))
            for proved in valued
        ]
        judging = self._executor.submit(self._do, _faults, documents) if valued else None

        def wait() -> None:
            for proved, fault in zip(valued, [] if judging is None else judging.result(), strict=True):
                if fault is not None:
                    raise WrongAnswer(f"the answer of {proved.id} ({proved.kind.id}) is wrong: {fault}")

        return wait

    def _do(self, work: Callable[[Any], Any], argument: Any) -> Any:
        if engines_are_loaded():
            return work(argument)
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("a process of engines without pipes")
        pickle.dump((work.__name__, argument), self._process.stdin)
        self._process.stdin.flush()
        return pickle.load(self._process.stdout)  # from a process of ours


def engines_are_loaded() -> bool:
    """Whether this process has loaded the compiler that engines need, which is most of their memory."""
    return "numba" in sys.modules


def _key_steps(puzzles: Iterable[KindAndPuzzle]) -> dict[KindAndPuzzle, Steps]:
    # Slow to import, with engines; so it is below.
    from generators.registry import generators_for  # noqa: PLC0415

    steps: dict[KindAndPuzzle, Steps] = {}
    for kind_id, puzzle in puzzles:
        explainer = generators_for(kind_id).explainer
        steps[kind_id, puzzle] = () if explainer is None else explainer.key_steps(puzzle) or ()
    return steps


def _faults(documents: Iterable[tuple[Any, Any]]) -> list[str | None]:
    return [_fault(puzzle, solution) for puzzle, solution in documents]


def _fault(puzzle: object, solution: object) -> str | None:
    from api.calls.puzzle_documents import read_puzzle, read_solution  # noqa: PLC0415
    from api.calls.verify import verify  # noqa: PLC0415

    subject = read_puzzle(puzzle)
    verified = verify(subject, read_solution(subject.kind, solution), SECONDS)
    if verified.valid:
        return None
    return "; ".join(map(str, verified.violations)) or f"not judged in {SECONDS:g} s"


def _serve() -> None:
    """Does what the other process asks for, until that ends."""
    # Ctrl-C ends the other one, and so this one, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    works: dict[str, Callable[[Any], Any]] = {work.__name__: work for work in (_key_steps, _faults)}
    while True:
        try:
            name, argument = pickle.load(sys.stdin.buffer)  # from a process of ours
        except EOFError:
            return
        result = works[name](argument)
        try:
            pickle.dump(result, sys.stdout.buffer)
            sys.stdout.flush()
        except BrokenPipeError:
            # The other process has ended; at a usual end this one would try to write once more.
            os._exit(1)


if __name__ == "__main__":
    _serve()
