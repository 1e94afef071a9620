"""The language of an answer: that of the parameter `lang`, or else the one that Accept-Language prefers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from puzzles.json_shapes import Choice
from puzzles.texts import LANGUAGES

PARAMETER = "lang"
LANGUAGE = Choice(LANGUAGES)
DEFAULT = "en"
# How many headers are remembered.
_HEADERS = 1024


def language_of(parameters: Sequence[tuple[str, str]], header: str) -> str:
    """Returns the language of an answer, given the parameters of the query and Accept-Language."""
    for name, value in parameters:
        if name == PARAMETER and value in LANGUAGES:
            return value
    return accepted_language(header)


@lru_cache(_HEADERS)
def accepted_language(header: str) -> str:
    """Returns the language that Accept-Language gives the greatest weight; of several, the first.

    A range such as `es-MX` asks for Spanish, too (RFC 4647, lookup). werkzeug's best_match would pass over it
    where any other range names one of our languages exactly.
    """
    ranges = [(name.lower(), quality) for name, quality in parse_accept_header(header, LanguageAccept)]
    weights: dict[str, float] = {}
    for name, quality in ranges:
        language = name.replace("_", "-").partition("-")[0]
        if language in LANGUAGES:
            weights[language] = max(quality, weights.get(language, 0.0))
    rest = next((quality for name, quality in ranges if name == "*"), 0.0)
    for language in (DEFAULT, *LANGUAGES):
        weights.setdefault(language, rest)
    best = max(weights, key=lambda language: weights[language])
    return best if weights[best] > 0 else DEFAULT
