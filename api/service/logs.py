"""The log: a line of JSON for each event, on standard error."""

from __future__ import annotations

import sys
from typing import Any

import structlog

structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(separators=(",", ":")),
    ],
    logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    cache_logger_on_first_use=True,
)
LOG: Any = structlog.get_logger()
