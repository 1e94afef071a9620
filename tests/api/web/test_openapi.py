"""Tests the OpenAPI document: valid, complete, and with examples that equal the service's answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import validate
from werkzeug.test import Client

from api.calls import generator_options
from api.web.app import create_app
from api.web.context import Service
from api.web.openapi import examples
from api.web.openapi.document import document
from api.web.static_files import static_files
from tests.api import running_service
from tests.api.web.write_examples import current_examples, current_options


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


def test_the_options_are_those_of_the_generators() -> None:
    assert generator_options.generator_options() == current_options()


def _undescribed(schema: Any, at: str) -> Iterator[str]:
    """Yields the fields without a description, anywhere in a schema."""
    if isinstance(schema, list):
        for i, inner in enumerate(schema):
            yield from _undescribed(inner, f"{at}/{i}")
    elif isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items():
            if not inner.get("description"):
                yield f"{at}/{name}"
            yield from _undescribed(inner, f"{at}/{name}")
        for word, inner in schema.items():
            # What these hold is data, and no schema.
            if word not in ("properties", "default", "enum", "const", "example", "examples"):
                yield from _undescribed(inner, at if word in ("items", "schema") else f"{at}/{word}")


def test_every_field_is_described(reader: Client) -> None:
    openapi_document = document()
    missing = list(_undescribed(openapi_document["components"]["schemas"], "schemas"))
    missing += _undescribed(openapi_document["paths"], "paths")
    missing += _undescribed(reader.get("/v1/kinds").get_json()["kinds"], "kinds")
    missing += [
        f"{path} {parameter['name']}"
        for path, method, operation in _operations()
        for parameter in operation.get("parameters", ())
        if not parameter["description"]
    ]
    assert not missing


def _examples_of(schema: Any) -> Iterator[tuple[Any, Any]]:
    """Yields every field with an example, and the example."""
    if isinstance(schema, dict):
        for example in schema.get("examples", ()) if isinstance(schema.get("examples"), list) else ():
            yield schema, example
    values = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for inner in values:
        yield from _examples_of(inner)


def test_the_examples_of_fields_are_valid() -> None:
    schemas = document()["components"]["schemas"]
    fields = list(_examples_of(schemas))
    assert len(fields) > 60
    for field_schema, example in fields:
        whole = field_schema | {"components": {"schemas": schemas}}
        jsonschema.Draft202012Validator(whole).validate(example)


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
    assert re.findall(r"<script[^>]*>", answer.text) == [
        f'<script src="{static_files().address("frame/early.js")}">',
        f'<script type="module" src="{static_files().address("frame/site.js")}">',
    ]
    assert not re.findall(r'(?:src|href)="(?!/|#)', answer.text)
