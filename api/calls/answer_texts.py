"""The texts in answers, which are stored as phrases, in the language of whoever reads them."""

from __future__ import annotations

from api.calls.call import Json, Reader
from puzzles.texts import Phrase, Translator, translator_for
from puzzles.texts.stored import render_stored


def reason_in_words(reason: Phrase | str, translator: Translator) -> str:
    """Returns why a puzzle is impossible, without a full stop. A broken rule has one, being a sentence."""
    return translator.render(reason).removesuffix(".")


def present_reason(answer: Json, reader: Reader, _job_id: str) -> Json:
    """Returns an answer with its reason in the reader's language."""
    reason = answer.get("reason")
    if reason is None or isinstance(reason, str):
        return answer
    return answer | {"reason": render_stored(reason, translator_for(reader.language)).removesuffix(".")}


def present_violations(answer: Json, reader: Reader, _job_id: str) -> Json:
    """Returns an answer with the messages of its violations in the reader's language."""
    translator = translator_for(reader.language)
    violations = [
        violation | {"message": render_stored(violation["message"], translator)}
        for violation in answer["violations"]
    ]
    return answer | {"violations": violations}
