"""Requests mutated from valid ones are answered, and never by a fault."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from werkzeug.test import Client

from tests.api import running_service
from tests.mutations import HttpRequest, mutated, valid_requests

# Refusals for load are no faults; what the service does not know is a fault.
_NO_FAULT = (200, 202, 400, 404, 405, 413, 415, 422, 429, 503)


def _status(client: Client, request: HttpRequest) -> int:
    return client.post(request.path, data=request.body, content_type=request.content_type).status_code


def _check(client: Client, number: int, seed: int) -> None:
    rng = random.Random(seed)
    valid = valid_requests(rng)
    for _ in range(number):
        request = mutated(next(valid), rng)
        status = _status(client, request)
        assert status in _NO_FAULT, (status, request)


def test_mutated_requests_cause_no_fault(client: Client) -> None:
    _check(client, 100, seed=1)


@pytest.mark.long
def test_very_many_mutated_requests_cause_no_fault(tmp_path: Path, pool_address: str) -> None:
    service = running_service.service_on(tmp_path, pool_address, queue=100_000)
    _check(running_service.client_of(service), 10_000, seed=2)
