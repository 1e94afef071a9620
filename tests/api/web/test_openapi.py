"""Tests the OpenAPI document: valid, complete, and with examples that equal the service's answers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from openapi_spec_validator import validate
from werkzeug.test import Client

from api.web.app import create_app
from api.web.context import Service
from api.web.openapi import examples
from api.web.openapi.document import document
from tests.api import running_service
from tests.api.web.write_examples import current_examples


def _operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = document()["paths"].items()
    return [
        (path, method, item[method])
        for path, item in paths
        for method in ("get", "post", "delete")
        if method in item
    ]


def test_it_is_valid(reader: Client) -> None:
    openapi_document = reader.get("/openapi.json").get_json()
    assert openapi_document["openapi"].startswith("3.1")
    validate(openapi_document)


def test_it_has_every_route_and_no_other(published: Service) -> None:
    rules = create_app(published).url_map.iter_rules()
    routed = {
        (re.sub(r"<[^>]+>", "{}", rule.rule), method.lower())
        for rule in rules
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    documented = {(re.sub(r"\{[^}]+\}", "{}", path), method) for path, method, _ in _operations()}
    assert documented == routed


def test_the_examples_are_what_is_answered(client: Client, service: Service) -> None:
    running_service.publish(service)
    assert current_examples(client) == examples.answers()


@pytest.mark.parametrize(("path", "method"), [(p, m) for p, m, _ in _operations() if m == "get"])
def test_the_parameters_of_the_examples_work(reader: Client, path: str, method: str) -> None:
    item = document()["paths"][path]
    for parameter in (*item.get("parameters", ()), *item[method].get("parameters", ())):
        path = path.replace(f"{{{parameter['name']}}}", str(parameter.get("example")))
    # There is no job to give as an example, and so no book.
    assert reader.get(path).status_code == (404 if path.startswith(("/v1/jobs/", "/v1/books/")) else 200)


def test_the_page_tells_every_operation_and_needs_nothing_from_elsewhere(reader: Client) -> None:
    answer = reader.get("/docs")
    for path, method, operation in _operations():
        assert f"<b>{method.upper()}</b> {path}</h3>" in answer.text, operation["operationId"]
    assert "<script" not in answer.text
    assert not re.findall(r'(?:src|href)="(?!/|#)', answer.text)
