"""Running CP-SAT within limits: in a thread of its own, so that cancelling and Ctrl-C are seen at once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from solvers.protocol import Clock, Limits, Stop

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    from solvers.backends import lazy_cp_model as cp_model

_LOOK_SECONDS = 0.02
_STOP_SECONDS = 1.0
# Our unit of work is a conflict; CP-SAT's deterministic second is worth about so many of them.
_WORK_A_SECOND = 1_000.0


def has_solution(status: cp_model.CpSolverStatus) -> bool:
    """Whether there is a solution to be read."""
    return status in (cp_model.OPTIMAL, cp_model.FEASIBLE)


class CpSat:
    """A solver and the limits of one question. One worker: what repeats must repeat, and counts must hold."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self.solver = cp_model.CpSolver()
        self._clock = clock
        parameters = self.solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = limits.seed % 2**31
        parameters.catch_sigint_signal = False
        self._work = limits.work
        self.stop: Stop | None = None

    def late(self) -> bool:
        """Whether a limit has ended the work; `stop` then says which."""
        self.stop = self.stop or self._clock.stopped()
        return self.stop is not None

    def run(self, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
        """Solve until the answer or a limit; UNKNOWN at once when it is late already."""
        if self.late():
            return cp_model.UNKNOWN
        if self._work is not None:
            self.solver.parameters.max_deterministic_time = max(0.0, self._work / _WORK_A_SECOND)
        found: list[cp_model.CpSolverStatus] = []
        failed: list[Exception] = []
        # An event, not the thread's end: an interrupted join would call a running thread ended.
        done = threading.Event()

        def work() -> None:
            try:
                found.append(self.solver.solve(model))
            except Exception as e:  # noqa: BLE001  # raised again where the question was asked
                failed.append(e)
            finally:
                done.set()

        threading.Thread(target=work, daemon=True).start()
        try:
            while not done.wait(_LOOK_SECONDS):
                if self.late():
                    self.solver.stop_search()
        except KeyboardInterrupt:
            self.solver.stop_search()
            done.wait(_STOP_SECONDS)
            raise
        if failed:
            raise failed[0]
        if self._work is not None:
            self._work -= int(self.solver.deterministic_time * _WORK_A_SECOND)
        if found[0] == cp_model.MODEL_INVALID:
            raise AssertionError("CP-SAT refuses the model: " + model.validate())
        if found[0] == cp_model.UNKNOWN:
            self.stop = self.stop or "time"
        return found[0]
