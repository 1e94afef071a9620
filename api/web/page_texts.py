"""The texts of the web pages, in the language of the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from api.web.languages import PARAMETER
from puzzles.texts import ENGLISH, LANGUAGES, Part, Translator, translator_for


@dataclass(frozen=True)
class PageTexts:
    """What the templates print: `texts("front.headline")` is the text `page.front.headline`.

    `chosen` is the language that the address names, which the page's links then name as well; `parameters`
    are the others in the query of the address.
    """

    translator: Translator
    chosen: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    is_translated: bool = True

    def __call__(self, name: str, /, **parts: Part) -> str:
        return self.translator.text(f"page.{name}", **parts)

    @property
    def language(self) -> str:
        return self.translator.language

    @property
    def query(self) -> str:
        """The query of the links to other pages."""
        return f"?{PARAMETER}={self.chosen}" if self.chosen else ""

    def address(self, path: str, **parameters: str) -> str:
        """Returns the address of another page, in the same language."""
        language = {PARAMETER: self.chosen} if self.chosen else {}
        query = urlencode(parameters | language)
        return f"{path}?{query}" if query else path

    @property
    def language_names(self) -> list[tuple[str, str]]:
        """Every language with its own name."""
        return [(name, translator_for(name).text("page.site.language")) for name in LANGUAGES]

    @property
    def languages(self) -> list[tuple[str, str, str]]:
        """Every language with its own name and the query of this page in it."""
        return [
            (language, name, f"?{urlencode({**self.parameters, PARAMETER: language})}")
            for language, name in self.language_names
        ]


# For pages that are in no other language.
ENGLISH_PAGE = PageTexts(ENGLISH, is_translated=False)
