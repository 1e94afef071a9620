"""Phrases as JSON, for answers that are stored before anyone knows in which language they will be read.

    {"text": "A1 is blocked.", "phrase": "end_of_line.violation.blocked", "parts": {"cell": {"cell": [0, 0]}}}

`text` is the phrase in English. It serves where a later version no longer has the phrase. Answers that were
stored before there were phrases are plain strings.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from puzzles.texts import ENGLISH, BoardCell, Part, Phrase, Translator

StoredText: TypeAlias = "str | dict[str, Any]"


def store(phrase: Phrase) -> dict[str, Any]:
    """Returns a phrase as JSON."""
    return {"text": ENGLISH.render(phrase), **_write_phrase(phrase)}


def store_text(text: Phrase | str | None) -> StoredText | None:
    """Returns what is a phrase, or the same in every language, as JSON."""
    return store(text) if isinstance(text, Phrase) else text


def render_stored(stored: StoredText, translator: Translator) -> str:
    """Renders a stored phrase; a string is returned as it is."""
    if isinstance(stored, str):
        return stored
    try:
        return translator.render(_read_phrase(stored))
    except KeyError:
        # Another version stored it, whose catalogues have a text that these lack.
        text: str = stored["text"]
        return text


def _write_phrase(phrase: Phrase) -> dict[str, Any]:
    return {"phrase": phrase.key, "parts": {name: _write(part) for name, part in phrase.parts.items()}}


def _write(part: Part) -> object:
    if isinstance(part, Phrase):
        return _write_phrase(part)
    if isinstance(part, BoardCell):
        return {"cell": [part.row, part.col]}
    if isinstance(part, tuple):
        return [_write(one) for one in part]
    return part


def _read_phrase(value: dict[str, Any]) -> Phrase:
    key, parts = value["phrase"], value["parts"]
    return Phrase(key, {name: _read(part) for name, part in parts.items()})


def _read(value: Any) -> Part:
    if isinstance(value, list):
        return tuple(map(_read, value))
    if isinstance(value, dict):
        return BoardCell(*value["cell"]) if "cell" in value else _read_phrase(value)
    part: str | int = value
    return part
