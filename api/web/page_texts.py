"""The texts of the web pages, in the language of the reader."""

from __future__ import annotations

from dataclasses import dataclass

from api.web.languages import PARAMETER
from puzzles.texts import ENGLISH, LANGUAGES, Part, Translator, translator_for


@dataclass(frozen=True)
class PageTexts:
    """What the templates print: `texts("headline")` is the text `frame.page.headline`.

    `chosen` is the language that the address names, which the page's links then name as well.
    """

    translator: Translator
    chosen: str | None = None

    def __call__(self, name: str, /, **parts: Part) -> str:
        return self.translator.text(f"frame.page.{name}", **parts)

    @property
    def language(self) -> str:
        return self.translator.language

    @property
    def query(self) -> str:
        """The query of the links to other pages."""
        return f"?{PARAMETER}={self.chosen}" if self.chosen else ""

    @property
    def languages(self) -> list[tuple[str, str]]:
        """Every language with its own name."""
        return [(language, PageTexts(translator_for(language))("language")) for language in LANGUAGES]


ENGLISH_PAGE = PageTexts(ENGLISH)
