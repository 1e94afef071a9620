"""Web pages: the puzzles of a day, a puzzle, the documentation; and the feed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from html import escape
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from flask import Blueprint, Response

from api.bank.dailies import Day
from api.bank.days import seconds_until_over, today
from api.calls.published_records import published
from api.web.context import base_url, reader, service
from api.web.html_pages import CONTENT_POLICY, render_page
from api.web.languages import PARAMETER
from api.web.openapi.document import document
from api.web.page_texts import ENGLISH_PAGE, PageTexts
from api.web.problem_pages import HTML
from api.web.request import read_query
from api.web.responses import A_DAY, HOUR, cached_json, cached_response, lifetime
from api.web.routes.puzzles import (
    FEED,
    NO_PARAMETERS,
)
from generators.records import page_of
from puzzles import packs
from puzzles.texts import Translator, translator_for
from puzzles.titles import day_name, grade_name, kind_title

BLUEPRINT = Blueprint("pages", __name__)
ATOM = "application/atom+xml; charset=utf-8"
_CLIENT = Path(__file__).parents[1] / "openapi" / "client.py"
# Days of the feed.
_DAYS = 14


def _page(
    texts: PageTexts,
    name: str,
    title: str,
    cache_control: str | None,
    seconds: float = A_DAY,
    **variables: Any,
) -> Response:
    content = render_page(name, title, texts, **variables)
    # The documentation has one language, whatever the reader's.
    language = "" if texts is ENGLISH_PAGE else texts.language
    return cached_response(content, HTML, cache_control, seconds, (CONTENT_POLICY,), language)


@BLUEPRINT.get("/openapi.json")
def openapi() -> Response:
    read_query(NO_PARAMETERS)
    return cached_json(document() | {"servers": [{"url": base_url()}]}, HOUR)


@BLUEPRINT.get("/docs")
def docs() -> Response:
    read_query(NO_PARAMETERS)
    api = document()
    schemas = [(name, json.dumps(schema, indent=1)) for name, schema in api["components"]["schemas"].items()]
    return _page(
        ENGLISH_PAGE, "docs.html", "Lineworks: documentation", HOUR,
        document=api, tags=list(_tags(api)), schemas=schemas, client=_CLIENT.read_text(),
    )  # fmt: skip


def _tags(api: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the tags of the OpenAPI document, each with its operations."""
    for tag in api["tags"]:
        operations = [
            _operation(api, path, item, method)
            for path, item in api["paths"].items()
            for method in ("get", "post", "delete")
            if tag["name"] in item.get(method, {}).get("tags", ())
        ]
        yield tag | {"operations": operations}


def _operation(api: dict[str, Any], path: str, item: dict[str, Any], method: str) -> dict[str, Any]:
    """Returns an operation as the template of the documentation takes it."""
    operation = item[method]
    parameters = [*item.get("parameters", ()), *operation.get("parameters", ())]
    request_body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    first = next(iter(operation["responses"].values()))
    answer = _example(next(iter(first.get("content", {}).values()), {}))
    address = path
    for parameter in parameters:
        address = address.replace(f"{{{parameter['name']}}}", str(parameter.get("example", "")))
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "parameters": [_field(p["name"], p["schema"], p["in"], p["description"]) for p in parameters],
        "fields": list(_fields(api, request_body["schema"])) if request_body else [],
        "curl": _curl(method, address, _example(request_body or {})),
        "answer": None if answer is None else json.dumps(answer),
        "statuses": [
            (status, response["description"]) for status, response in operation["responses"].items()
        ],
    }


def _curl(method: str, path: str, body: object) -> str:
    option = {"get": "", "post": "", "delete": "-X DELETE "}[method]
    command = f"curl {option}{base_url()}{path}"
    if body is None:
        return command
    return f"{command} -H 'Content-Type: application/json' -d '{json.dumps(body)}'"


def _example(content: dict[str, Any]) -> object:
    for example in content.get("examples", {}).values():
        return example["value"]
    return None


def _fields(api: dict[str, Any], schema: dict[str, Any]) -> Iterator[dict[str, str]]:
    if "$ref" in schema:
        schema = api["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for name, field_schema in schema["properties"].items():
        where = "required" if name in schema["required"] else ""
        yield _field(name, field_schema, where, field_schema["description"])


def _field(name: str, schema: dict[str, Any], where: str, description: str) -> dict[str, str]:
    return {"name": name, "where": where, "description": description, "value": _in_words(schema)}


def _in_words(schema: dict[str, Any]) -> str:
    """Describes a schema in a few words."""
    if "$ref" in schema:
        text = f"a {schema['$ref'].rpartition('/')[2]}"
    elif "enum" in schema:
        text = " | ".join(map(str, schema["enum"]))
    elif "oneOf" in schema or "anyOf" in schema:
        text = " or ".join(_in_words(choice) for choice in schema.get("oneOf", ()) or schema["anyOf"])
    else:
        text = str(schema.get("format", schema.get("type", "anything")))
        if "minimum" in schema or "maximum" in schema:
            text += f" from {schema.get('minimum', '')} to {schema.get('maximum', '')}"
    return f"{text} (default {json.dumps(schema['default'])})" if "default" in schema else text


@BLUEPRINT.get("/feed.atom")
def feed() -> Response:
    """The Atom feed: an entry for each day, the latest first."""
    parameters = read_query(FEED)
    texts = PageTexts(translator_for(reader().language), parameters.pop(PARAMETER, None))
    last = today()
    days = [last - timedelta(days=n) for n in range(_DAYS) if last - timedelta(days=n) >= packs.first_day()]
    puzzles = {day: service().dailies.read(day) for day in days}
    entries = "".join(_entry(texts, day, puzzles[day], parameters) for day in days)
    name = "/".join(["feed", *parameters.values()])
    title = escape(", ".join([texts("site.feed_title"), *_narrowing(texts.translator, parameters)]))
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{texts.language}">\n'
        f"<id>{_urn(name)}</id>\n<title>{title}</title>\n<updated>{_moment(last)}</updated>\n<author><name>Lineworks</name></author>\n"
        f'<link rel="alternate" type="text/html" href="{escape(base_url())}/{texts.query}"/>\n'
        f"{entries}</feed>\n"
    )
    provisional = any(day.outage is not None for day in puzzles.values())
    caching = lifetime(None, seconds_until_over(last), provisional=provisional)
    return cached_response(text.encode(), ATOM, *caching, language=texts.language)


def _narrowing(translator: Translator, parameters: dict[str, str]) -> Iterator[str]:
    """Yields the names of the kind and of the grade to which a feed is limited."""
    if "kind" in parameters:
        yield translator.render(kind_title(parameters["kind"]))
    if "grade" in parameters:
        yield translator.render(grade_name(parameters["grade"]))


def _entry(texts: PageTexts, day: date, puzzles: Day, parameters: dict[str, str]) -> str:
    whose = reader()
    records = [
        published(daily.record, daily.best_score, whose, day)
        for daily in puzzles.dailies
        if parameters.get("kind", daily.kind) == daily.kind
        and parameters.get("grade", daily.grade) == daily.grade
    ]
    if not records:
        return ""
    name = "/".join(["day", day.isoformat(), *parameters.values()])
    title = texts("front.day", day=day_name(day, today()))
    content = "".join(_summary(texts, record) for record in records)
    return (
        f"<entry><id>{_urn(name)}</id><title>{escape(title)}</title><updated>{_moment(day)}</updated>"
        f'<link rel="alternate" type="text/html" href="{escape(base_url())}/day/{day}{texts.query}"/>'
        f'<content type="html">{escape(content)}</content></entry>\n'
    )


def _summary(texts: PageTexts, record: dict[str, Any]) -> str:
    """Returns a puzzle as an entry of the feed shows it: its title, its task, and its drawing."""
    page, title = f"{base_url()}{page_of(record['id'])}{texts.query}", escape(record["title"])
    picture = f'<img src="{escape(record["url"])}.svg" alt="{title}">'
    return (
        f'<h2><a href="{escape(page)}">{title}</a></h2><p>{escape(record["task"])}</p>'
        f'<p><a href="{escape(page)}">{picture}</a></p>'
    )


def _urn(name: str) -> str:
    """An id that does not depend on the service's address."""
    return uuid5(NAMESPACE_URL, f"lineworks/{name}").urn


def _moment(day: date) -> str:
    return datetime.combine(day, datetime.min.time(), UTC).isoformat()
