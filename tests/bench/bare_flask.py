"""The yardstick for reads: a minimal Flask endpoint with an ETag, on the service's own server."""

from __future__ import annotations

import json
import sys
from typing import Any

from flask import Flask, Response, request

from api.web.server.__main__ import Gunicorn
from puzzles import packs

APP = Flask("bare")
BODY = json.dumps(packs.entry("end_of_line.cover", "easy", 18).record).encode()


@APP.get("/daily")
def daily() -> Response:
    response = Response(BODY, content_type="application/json")
    response.set_etag("fixed")
    response.make_conditional(request)
    return response


class _Bare(Gunicorn):
    def load(self) -> Any:
        return APP


if __name__ == "__main__":
    from api.service.settings import read_settings

    _Bare(read_settings(), int(sys.argv[1])).run()
