"""A progress bar for long work: what is being done, how much of it is done, and the time so far.

A thread of its own draws it on standard error, if that is a terminal.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

# Seconds of work before the bar appears.
SHOW_AFTER = 1.0


class Display:
    """A progress bar that appears when `working` takes long, and makes way for what is printed."""

    def __init__(
        self, what: str, total: int | None = None, alone: bool = False, percent: bool = False
    ) -> None:
        """`alone`: what is printed meanwhile goes elsewhere. `percent`: in percent instead of numbers."""
        self.what, self.total, self.done = what, total, 0
        self._percent = percent
        self.wanted = _is_terminal(sys.stderr)
        # Answers on the same terminal: the bar must make way for each.
        self.shared = _is_terminal(sys.stdout) and not alone
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._bar: tuple[Progress, TaskID] | None = None
        self._began = time.monotonic()

    @contextmanager
    def working(self) -> Iterator[None]:
        if not self.wanted:
            yield
            return
        self._arm()
        try:
            yield
        finally:
            self._hide()

    def step(self, n: int = 1) -> None:
        """Counts `n` more as done."""
        self.done += n
        with self._lock:
            if self._bar is not None:
                bar, task = self._bar
                bar.update(task, completed=self.done, description=self._description())

    def _description(self) -> str:
        return f"{self.what}, {self.done} done" if self.done and self.total is None else self.what

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Makes room to print."""
        if not (self.wanted and self.shared):
            yield
            return
        self._hide()
        yield
        self._arm()

    def _arm(self) -> None:
        self._timer = threading.Timer(SHOW_AFTER, self._show)
        self._timer.daemon = True
        self._timer.start()

    def _hide(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        with self._lock:
            if self._bar is not None:
                self._bar[0].stop()
                self._bar = None

    def _show(self) -> None:
        with self._lock:
            if self._timer is None or self._bar is not None:
                return  # cancelled when it had already fired
            bar = _make_bar(self.total is not None, self._percent)
            task = bar.add_task(self._description(), total=self.total, completed=self.done)
            bar.tasks[0].start_time = self._began
            bar.start()
            self._bar = bar, task


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; None stands for a stream that is closed."""
    return stream is not None and stream.isatty()


def _make_bar(counted: bool, percent: bool) -> Progress:
    from rich import progress  # noqa: PLC0415  # slow to import, and most work is short
    from rich.console import Console  # noqa: PLC0415  # as above

    columns: list[progress.ProgressColumn] = [progress.SpinnerColumn()]
    columns.append(progress.TextColumn("{task.description}", markup=False))
    if counted:
        numbers = progress.TaskProgressColumn() if percent else progress.MofNCompleteColumn()
        columns += [progress.BarColumn(), numbers]
    columns.append(progress.TimeElapsedColumn())
    # rich must not redirect standard output, which may be a file of answers.
    return progress.Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
