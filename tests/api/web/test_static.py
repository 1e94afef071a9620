"""Tests the files that pages load: their addresses, versions, types and caching, and what is sent of them."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from werkzeug.test import Client

from api.web.context import Service
from api.web.response_cache import Key
from api.web.script_source import import_graph, imports, without_comments
from api.web.static_files import FOLDER, OF_TEMPLATES, PAGE, static_files, texts_for, texts_path
from puzzles.registry import GAMES
from puzzles.texts import LANGUAGES, catalogue
from tests.api import running_service

SCRIPTS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.js"))
FOREVER = "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("frame/texts.js", "text/javascript; charset=utf-8"),
        ("frame/style.css", "text/css; charset=utf-8"),
        ("favicon.svg", "image/svg+xml"),
        ("texts/de/page.js", "text/javascript; charset=utf-8"),
    ],
)
def test_the_current_version_may_be_kept_for_ever(reader: Client, path: str, content_type: str) -> None:
    current = reader.get(static_files().address(path))
    assert (current.status_code, current.content_type) == (200, content_type)
    assert current.headers["Cache-Control"] == FOREVER
    assert current.headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in current.headers, "dozens of files, each with its headers"
    other = reader.get(f"/static/0123456789ab/{path}")
    assert (other.status_code, other.data) == (200, current.data)
    assert other.headers["Cache-Control"] == "no-cache"
    etag = {"If-None-Match": other.headers["ETag"]}
    assert reader.get(f"/static/0123456789ab/{path}", headers=etag).status_code == 304


def test_other_versions_do_not_fill_the_cache(published: Service) -> None:
    client, version = running_service.client_of(published), static_files().version
    for name, is_cached in ((version, True), ("a", False)):
        path = f"/static/{name}/frame/style.css"
        assert client.get(path).status_code == 200
        key = Key(path, "", "http://localhost", "en", "")
        assert (published.responses.get(key, time.time()) is not None) is is_cached
    assert client.get("/static/a/frame/style.css?b=1").status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/static",
        "/static/",
        "/static/VERSION",
        "/static/VERSION/",
        "/static/VERSION/none.js",
        "/static/VERSION/frame",
        "/static/VERSION/frame/",
        "/static/VERSION/../app.py",
        "/static/VERSION/frame/../../app.py",
        "/static/VERSION/frame/..%2f..%2fapp.py",
        "/static/VERSION/%2e%2e/app.py",
        "/static/VERSION//frame/style.css",
        "/static/VERSION//etc/passwd",
        "/static/VERSION/frame/style.css%00",
        "/static/VERSION/texts/fr/page.js",
        "/static/VERSION/texts/en/frame.js",
        "/static/frame/style.css",
    ],
)
def test_there_is_nothing_else(reader: Client, path: str) -> None:
    assert reader.get(path.replace("VERSION", static_files().version)).status_code == 404


def test_only_reads_are_allowed(reader: Client) -> None:
    assert reader.post(static_files().address("frame/style.css")).status_code == 405


@pytest.mark.parametrize("path", SCRIPTS)
def test_every_import_of_a_script_leads_to_another(path: str) -> None:
    source = static_files().files[path].content.decode()
    assert [name for name in imports(path, source) if name not in static_files().files] == []
    count = len(re.findall(r'^(?:import|\} from|export [*{].* from) ?.*"', source, re.MULTILINE))
    assert len(imports(path, source)) == count


@pytest.mark.parametrize("path", SCRIPTS)
def test_comments_can_be_removed_line_by_line(path: str) -> None:
    source = (FOLDER / path).read_text(encoding="utf-8")
    sent = static_files().files[path].content.decode()
    assert sent == without_comments(source)
    for line in sent.splitlines():
        assert line.count("`") % 2 == 0, "a template literal ends on the line on which it begins"
    assert len(sent.splitlines()) == len(source.splitlines())


def test_comments_are_removed_and_lines_keep_their_numbers() -> None:
    source = '/** a\n * b */\nconst a = 1; // one\n  // two\n/* c */ let b;\nf("//", `/* ${a} */`);\n/*\n*/\n'
    sent = '\n\nconst a = 1; // one\n\n let b;\nf("//", `/* ${a} */`);\n\n\n'
    assert without_comments(source) == sent


def test_the_graph_of_imports() -> None:
    sources = {
        "a/one.js": 'import { b } from "./two.js";\nimport "../c.js";\nconst x = ["./no.js"];\n',
        "a/two.js": 'import {\n  c,\n  d,\n} from "../c.js";\nexport { e } from "./one.js";\n',
        "c.js": 'export * from "./missing.js";\nexport const z = { "./no.js": 1 };\nimport("./later.js");\n',
    }
    assert import_graph(("a/one.js", "none.js"), sources) == ["a/one.js", "a/two.js", "c.js"]
    assert imports("c.js", sources["c.js"]) == ["missing.js"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [PAGE, *(game.id for game in GAMES)])
def test_texts_are_modules(reader: Client, language: str, name: str) -> None:
    text = reader.get(static_files().address(texts_path(language, name))).text
    beginning = "export default "
    assert text.startswith(beginning)
    texts = json.loads(text.removeprefix(beginning).removesuffix(";\n"))
    assert texts == texts_for(language, name)
    assert texts.items() <= catalogue(language).items()


def test_scripts_have_the_texts_that_they_name() -> None:
    """A key is written out, or is the beginning of one."""
    for game in GAMES:
        texts = {**texts_for("en", PAGE), **texts_for("en", game.id)}
        for path in [*(FOLDER / "games" / game.id).rglob("*.js"), *(FOLDER / "frame").rglob("*.js")]:
            for key in re.findall(rf'"((?:{PAGE}|frame|{game.id})\.\w+\.[\w.]+)"', path.read_text("utf-8")):
                if key.startswith(OF_TEMPLATES):
                    # Pages bring these with them.
                    continue
                exists = key in texts or any(text.startswith(f"{key}.") for text in texts)
                assert exists, f"{Path(path).name}: {key}"


def test_the_version_changes_with_every_file() -> None:
    assert re.fullmatch("[0-9a-f]{12}", static_files().version)
