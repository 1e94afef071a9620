"""The limits of request bodies in bytes, by path. They follow from the shapes of the bodies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from api.book.options import BOOK
from api.calls.call import LEAST_BODY_LIMIT, body_limit_for
from api.calls.catalogue import CALLS
from api.workers.intake import JOB


def body_limit(method: str, path: str) -> int:
    """Returns the limit of the body of a request; LEAST_BODY_LIMIT where none is expected."""
    return _limits().get(path, LEAST_BODY_LIMIT) if method == "POST" else LEAST_BODY_LIMIT


@cache
def _limits() -> Mapping[str, int]:
    calls = {f"/v1/{call.name}": call.max_body_bytes for call in CALLS}
    return calls | {"/v1/jobs": body_limit_for(JOB), "/v1/books": body_limit_for(BOOK)}
