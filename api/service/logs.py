"""The log: a line of JSON for each event, on standard error.

A logging library would take as much memory in each process as all of the service's own modules.
"""

from __future__ import annotations

import json
import sys
import traceback
from datetime import UTC, datetime
from typing import Literal

Level = Literal["info", "warning", "error"]


class Log:
    """Writes events with their fields."""

    def info(self, event: str, **fields: object) -> None:
        _write("info", event, fields)

    def warning(self, event: str, **fields: object) -> None:
        _write("warning", event, fields)

    def error(self, event: str, exc_info: BaseException | None = None, **fields: object) -> None:
        if exc_info is not None:
            fields["exception"] = "".join(traceback.format_exception(exc_info))
        _write("error", event, fields)


def _write(level: Level, event: str, fields: dict[str, object]) -> None:
    timestamp = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    document = fields | {"event": event, "level": level, "timestamp": timestamp}
    # One call, so that lines of different threads and processes stay apart.
    sys.stderr.write(json.dumps(document, separators=(",", ":"), default=str) + "\n")


LOG = Log()
