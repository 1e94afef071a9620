"""The yardstick for reads: a minimal Flask endpoint with an ETag, on the service's own server."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, request

from api.service.settings import read_settings
from api.web.server.main import run
from api.web.server.prefork import hold_signals
from puzzles import packs

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

APP = Flask("bare")
BODY = json.dumps(packs.entry("end_of_line.cover", "easy", 18).record).encode()


@APP.get("/daily")
def daily() -> Response:
    response = Response(BODY, content_type="application/json")
    response.set_etag("fixed")
    response.make_conditional(request)
    return response


class _Bare:
    """The application without the cache of responses."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return APP(environ, start_response)

    def cached_answer(self, _environ: WSGIEnvironment, _start_response: StartResponse) -> None:
        return None


if __name__ == "__main__":
    hold_signals()
    run(_Bare(), read_settings(), socket.socket(fileno=int(sys.argv[1])))
