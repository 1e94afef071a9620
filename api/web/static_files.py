"""The files that pages load: modules, styles, pictures, and the catalogues of texts as modules.

All of them are in memory, and have one version: a hash of all there is. It stands in their addresses, so that
browsers may keep what has the current version for ever.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from api.web.script_source import import_graph, without_comments
from puzzles.registry import GAMES
from puzzles.texts import LANGUAGES, catalogue

FOLDER = Path(__file__).parent / "static"
TEXT_JAVASCRIPT = "text/javascript; charset=utf-8"
_CONTENT_TYPES: Mapping[str, str] = {
    ".js": TEXT_JAVASCRIPT,
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/vnd.microsoft.icon",
    ".webmanifest": "application/manifest+json",
}
# The catalogue of the pages, without the sections that only templates print, or that pages bring with them.
PAGE = "page"
OF_TEMPLATES = tuple(
    f"{PAGE}.{section}." for section in ("site", "front", "archive", "offline", "rules", "puzzle", "books")
)
# What scripts need of the catalogue that belongs to no game.
_OF_FRAME = ("frame.sentences", "frame.title.", "frame.date.", "frame.drawing.and", "frame.book.grades.")
# In the keys of what only books, the pages of rules and the terminal need, or what only answers say.
_NOT_FOR_SCRIPTS = re.compile(r"\.(rules|book|steps|terminal|refutation)(\.|$)")


@dataclass(frozen=True)
class StaticFile:
    content: bytes
    content_type: str


@dataclass(frozen=True)
class StaticFiles:
    """The files by their paths, such as `frame/style.css`."""

    files: Mapping[str, StaticFile]

    @cached_property
    def version(self) -> str:
        digest = sha256()
        for path, file in sorted(self.files.items()):
            digest.update(f"{path}\n{len(file.content)}\n".encode() + file.content)
        return digest.hexdigest()[:12]

    @property
    def root(self) -> str:
        """The beginning of the addresses of the current version."""
        return f"/static/{self.version}/"

    def address(self, path: str) -> str:
        return self.root + path

    def modules(self, *entries: str) -> list[str]:
        """Returns the modules that are loaded with these, and these; those that do not exist are left out."""
        return import_graph(entries, self._sources)

    @cached_property
    def _sources(self) -> Mapping[str, str]:
        return {path: file.content.decode() for path, file in self.files.items() if path.endswith(".js")}


@cache
def static_files() -> StaticFiles:
    """Returns all files. They are part of the program: they do not change while it runs."""
    return StaticFiles({**dict(_stored()), **dict(_texts()), **dict(_game_data())})


def _stored() -> Iterator[tuple[str, StaticFile]]:
    for file in sorted(FOLDER.rglob("*")):
        content_type = _CONTENT_TYPES.get(file.suffix)
        if content_type is not None and file.is_file():
            content = file.read_bytes()
            if file.suffix == ".js":
                content = without_comments(content.decode()).encode()
            yield file.relative_to(FOLDER).as_posix(), StaticFile(content, content_type)


def _texts() -> Iterator[tuple[str, StaticFile]]:
    for language in LANGUAGES:
        for name in (PAGE, *(game.id for game in GAMES)):
            content = f"export default {json.dumps(texts_for(language, name), ensure_ascii=False)};\n"
            yield texts_path(language, name), StaticFile(content.encode(), TEXT_JAVASCRIPT)


def _game_data() -> Iterator[tuple[str, StaticFile]]:
    for game in GAMES:
        for name, value in game.page_data.items():
            content = f"export default {json.dumps(value(), ensure_ascii=False)};\n"
            yield f"games/{game.id}/{name}.js", StaticFile(content.encode(), TEXT_JAVASCRIPT)


def texts_path(language: str, name: str) -> str:
    """Returns the path of the module with the texts of the pages, or those of a game."""
    return f"texts/{language}/{name}.js"


def texts_for(language: str, name: str) -> Mapping[str, str]:
    """Returns the texts that scripts need: of the catalogue of the pages, or of that of a game."""
    if name == PAGE:
        texts = texts_beginning(language, f"{PAGE}.", *_OF_FRAME)
        return {key: text for key, text in texts.items() if not key.startswith(OF_TEMPLATES)}
    texts = texts_beginning(language, f"{name}.")
    return {key: text for key, text in texts.items() if not _NOT_FOR_SCRIPTS.search(key)}


def texts_beginning(language: str, *beginnings: str) -> dict[str, str]:
    """Returns the texts whose keys begin so, for a page that needs few."""
    return {key: text for key, text in catalogue(language).items() if key.startswith(beginnings)}
