"""Puts the answers of calls in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from api.bank.days import today
from api.calls.answer_texts import reason_in_words
from api.calls.engines import counting_of, counts_all
from api.calls.puzzle_documents import Subject
from api.cli.game_extensions import ValueWording
from api.cli.registry import VALUE_WORDINGS
from api.cli.text_look import text_look
from puzzles.registry import game_of
from puzzles.texts import ENGLISH, Part, Phrase, Translator, phrase
from puzzles.titles import dated_title, grade_name, kind_title, puzzle_title

if TYPE_CHECKING:
    from api.calls.check import CheckResult
    from api.calls.count import CountResult
    from api.calls.solve import Answer
    from api.calls.verify import Verification
    from solvers import verified as verified_solving


def heading(subject: Subject, translator: Translator = ENGLISH, day: date | None = None) -> str:
    """What stands above a puzzle: its title and what its record says of it, and its task.

    `day`: the one whose daily it is."""
    record, kind = subject.record, subject.kind
    name = puzzle_title(kind.id, None if record is None else record["grade"])
    title = translator.render(name if day is None else dated_title(name, day, today()))
    target = None if record is None else record.get("target")
    width = text_look().text_width
    task = wrap(translator.render(kind.task(subject.puzzle, target)), width)
    origin = [] if record is None else ["", *wrap(_origin(subject, record, translator), width)]
    return "\n".join([title, *task, *origin])


def _origin(subject: Subject, record: Mapping[str, Any], translator: Translator) -> str:
    difficulty = phrase("frame.record.difficulty", difficulty=record["difficulty"])
    parts = (
        difficulty,
        phrase("frame.record.id", id=record["id"]),
        *game_of(subject.kind.id).headings(record),
    )
    return translator.render(parts)


def duration(seconds: float, translator: Translator = ENGLISH) -> str:
    """Two figures, as more are noise."""
    shortest = 0.001
    figures = f"{float(f'{max(seconds, shortest):.2g}'):g}"
    local_figures = figures.replace(".", translator.text("frame.number.decimal_mark"))
    if seconds < shortest:
        return translator.text("frame.answer.moment", seconds=local_figures)
    return f"{local_figures} s"


def solved(answer: Answer, steps: Sequence[str], translator: Translator = ENGLISH) -> str:
    """An answer of solve; `steps`: lines that are printed before the drawing, such as a person's steps."""
    subject, outcome, text = answer.subject, answer.outcome, translator.text
    parts: dict[str, Part] = {"time": duration(outcome.seconds, translator), "by": _by(outcome.engine)}
    values = _value_wording(subject)
    turns = [] if values is None or answer.moves is None else values.turns(subject, answer.moves)
    if outcome.status == "impossible":
        words = [_impossible(outcome.reason, translator, **parts)]
        if outcome.value is not None:
            words.append(text("frame.answer.value", value=f"{outcome.value:+d}"))
        return "\n".join([" ".join(words), *turns])
    if outcome.status == "unknown":
        unknown = text("frame.answer.unknown_after", time=parts["time"], why=_stopped(outcome.reason))
        return "\n".join([unknown, *_advice(subject), *turns])
    look = text_look(translator.language)
    drawing = subject.kind.draw_text(subject.puzzle, outcome.solution, look).rstrip("\n")
    first = " ".join([text("frame.answer.solved", **parts), *_score(outcome, translator)])
    return "\n".join([first, *steps, "", drawing, *turns])


def _by(engine: str) -> Phrase:
    if engine == "argument":
        return phrase("frame.answer.by_refutation")
    return phrase("frame.answer.by_engine", engine=engine)


def _impossible(reason: Phrase | str | None, translator: Translator, **found: Part) -> str:
    """`found`: by what it was found, and in which time, where that is to be said."""
    if reason is None:
        return translator.text("frame.answer.exhausted_found" if found else "frame.answer.exhausted", **found)
    key = "frame.answer.impossible_found" if found else "frame.answer.impossible"
    return translator.text(key, reason=reason_in_words(reason, translator), **found)


def _stopped(reason: Phrase | str | None) -> Phrase:
    """Why the work ended; the time where nothing else is known."""
    return phrase(f"frame.answer.stopped.{reason or 'time'}")


def _advice(subject: Subject) -> list[str]:
    """Advice for an answer that was not found in time."""
    values = _value_wording(subject)
    return [] if values is None else values.advice(subject)


def _value_wording(subject: Subject) -> ValueWording | None:
    return VALUE_WORDINGS.get(game_of(subject.kind.id).id)


def no_steps(subject: Subject, translator: Translator) -> list[str]:
    kind = kind_title(subject.kind.id)
    return ["", translator.text("frame.answer.no_steps_of_kind", kind=kind)]


def steps(phrases: Sequence[Phrase] | None, translator: Translator) -> list[str]:
    """The steps, numbered; or that there are none."""
    if phrases is None:
        return ["", translator.text("frame.answer.no_steps")]
    width, room = len(str(len(phrases))), text_look().text_width
    lines = [""]
    for number, step in enumerate(phrases, 1):
        first, after = f"{number:>{width}}. ", " " * (width + 2)
        words = translator.render(step)
        lines += wrap(words, room, initial_indent=first, subsequent_indent=after, break_long_words=False)
    return lines


def _score(outcome: verified_solving.VerifiedOutcome[Any], translator: Translator) -> Iterator[str]:
    if outcome.value is not None:
        yield translator.text("frame.answer.value_kept", value=f"{outcome.value:+d}")
    elif outcome.score is None:
        return
    elif outcome.bound is None:
        yield translator.text("frame.answer.score_any", score=outcome.score)
    elif outcome.proven:
        yield translator.text("frame.answer.score_best", score=outcome.score)
    else:
        yield translator.text("frame.answer.score_bound", score=outcome.score, bound=outcome.bound)


def checked(subject: Subject, result: CheckResult, graded: bool, translator: Translator = ENGLISH) -> str:
    """An answer of check; `graded`: whether a grade was asked for."""
    text = translator.text
    if result.status == "impossible":
        return _impossible(result.reason, translator)
    if result.status == "unknown":
        return "\n".join([text("frame.answer.unknown", why=_stopped(result.reason)), *_advice(subject)])
    lines = [text("frame.answer.solvable")]
    if result.best_score is not None:
        key = "frame.answer.best_score" if result.proven else "frame.answer.best_score_so_far"
        lines.append(text(key, score=result.best_score))
    if result.unique is not None:
        lines.append(text("frame.answer.unique" if result.unique else "frame.answer.not_unique"))
    elif counts_all(subject.kind.id):
        lines.append(text("frame.answer.unique_unknown"))
    if graded:
        lines.append(translator.render(_grade(subject, result)))
    return "\n".join(lines)


def _grade(subject: Subject, result: CheckResult) -> Phrase:
    if result.grading is not None:
        grade, difficulty = grade_name(result.grading.grade), result.grading.difficulty
        return phrase("frame.answer.graded", grade=grade, difficulty=difficulty)
    if subject.kind.facts.unique and result.unique is False:
        return phrase("frame.answer.not_graded")
    return phrase("frame.answer.grade_unknown")


def counted(subject: Subject, result: CountResult, cap: int) -> str:
    """An answer of count."""
    n = result.n
    noun = "solution" if n == 1 else "solutions"
    counting = counting_of(subject.kind.id)
    if counting is not None and counting.restriction is not None:
        noun += f" {counting.restriction}"
    if result.exact:
        return f"{n:,} {noun}." if n else f"No {noun}."
    why = "counting stopped there (--cap)" if n >= cap else ENGLISH.render(_stopped("time"))
    return f"At least {n:,} {noun}: {why}."


def verified(result: Verification, translator: Translator = ENGLISH) -> str:
    """An answer of verify."""
    if result.valid:
        return " ".join(_valid(result, translator))
    if not result.violations:
        return translator.text("frame.answer.undecided")
    width = max(len(violation.rule) for violation in result.violations)
    broken = [
        f"  {broken.rule:<{width}}  {translator.render(broken.message)}" for broken in result.violations
    ]
    return "\n".join([translator.text("frame.answer.not_valid", n=len(broken)), *broken])


def _valid(result: Verification, translator: Translator) -> Iterator[str]:
    yield translator.text("frame.answer.valid")
    if result.score is not None:
        yield translator.text("frame.answer.score", score=result.score)
    if result.target_met is not None:
        yield translator.text(
            "frame.answer.target_met" if result.target_met else "frame.answer.target_missed"
        )
