"""Runs CP-SAT within limits, in a thread of its own, so that cancelling and Ctrl-C take effect at once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from solvers.protocol import Clock, Limits, Stop

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    from solvers.backends import lazy_cp_model as cp_model

_POLL_SECONDS = 0.02
_STOP_TIMEOUT_SECONDS = 1.0
# The unit of work is a conflict; a deterministic second of CP-SAT is about this many conflicts.
_WORK_PER_SECOND = 1_000.0


def has_solution(status: cp_model.CpSolverStatus) -> bool:
    """Whether the solver has a solution to read."""
    return status in (cp_model.OPTIMAL, cp_model.FEASIBLE)


class CpSat:
    """A solver and the limits of one question. It has one worker, so that results are reproducible."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self.solver = cp_model.CpSolver()
        self._clock = clock
        parameters = self.solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = limits.seed % 2**31
        parameters.catch_sigint_signal = False
        self._work = limits.work
        self.stop: Stop | None = None

    def limit_reached(self) -> bool:
        """Whether a limit has ended the work; `stop` then says which."""
        self.stop = self.stop or self._clock.stopped()
        return self.stop is not None

    def run(self, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
        """Solves until the answer or a limit; returns UNKNOWN at once when a limit has been reached
        already."""
        if self.limit_reached():
            return cp_model.UNKNOWN
        if self._work is not None:
            self.solver.parameters.max_deterministic_time = max(0.0, self._work / _WORK_PER_SECOND)
        statuses: list[cp_model.CpSolverStatus] = []
        errors: list[Exception] = []
        # An event rather than join: an interrupted join would report a running thread as ended.
        done = threading.Event()

        def work() -> None:
            try:
                statuses.append(self.solver.solve(model))
            except Exception as e:  # noqa: BLE001  # raised again in the caller's thread
                errors.append(e)
            finally:
                done.set()

        threading.Thread(target=work, daemon=True).start()
        try:
            while not done.wait(_POLL_SECONDS):
                if self.limit_reached():
                    self.solver.stop_search()
        except KeyboardInterrupt:
            self.solver.stop_search()
            done.wait(_STOP_TIMEOUT_SECONDS)
            raise
        if errors:
            raise errors[0]
        if self._work is not None:
            self._work -= int(self.solver.deterministic_time * _WORK_PER_SECOND)
        if statuses[0] == cp_model.MODEL_INVALID:
            raise AssertionError("CP-SAT rejects the model: " + model.validate())
        if statuses[0] == cp_model.UNKNOWN:
            self.stop = self.stop or "time"
        return statuses[0]
