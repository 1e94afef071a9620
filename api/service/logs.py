"""The log: a line of JSON for each event, on standard error.

It is written here, as the libraries for it would take more memory in each process than all that they log.
"""

from __future__ import annotations

import json
import sys
import traceback
from datetime import UTC, datetime


class Log:
    def info(self, event: str, **fields: object) -> None:
        _write("info", event, fields)

    def warning(self, event: str, **fields: object) -> None:
        _write("warning", event, fields)

    def error(self, event: str, error: BaseException | None = None, **fields: object) -> None:
        """Logs an event with the traceback of the error, if one is given."""
        if error is not None:
            fields["exception"] = "".join(traceback.format_exception(error)).rstrip()
        _write("error", event, fields)


def _write(level: str, event: str, fields: dict[str, object]) -> None:
    timestamp = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    line = fields | {"event": event, "level": level, "timestamp": timestamp}
    # In one piece, as other processes write to the same file.
    sys.stderr.write(json.dumps(line, separators=(",", ":"), default=str) + "\n")
    sys.stderr.flush()


LOG = Log()
