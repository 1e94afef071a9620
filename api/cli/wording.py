"""Puts the answers of calls in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from api.bank.days import today
from api.calls.engines import counting_of, counts_all
from api.calls.puzzle_documents import Subject
from api.cli.game_extensions import ValueWording
from api.cli.registry import VALUE_WORDINGS
from api.cli.text_look import text_look
from puzzles.plural import plural
from puzzles.registry import game_of
from puzzles.texts import ENGLISH, Phrase, Translator, phrase
from puzzles.titles import dated_title, puzzle_title

if TYPE_CHECKING:
    from api.calls.check import CheckResult
    from api.calls.count import CountResult
    from api.calls.solve import Answer
    from api.calls.verify import Verification
    from solvers import verified as verified_solving

_STOPPED = {
    "time": "the time ran out (--seconds allows more)",
    "memory": "it would take too much memory",
    "size": "the puzzle is too large for this engine",
    "cancelled": "it was cancelled",
}


def heading(subject: Subject, translator: Translator = ENGLISH, day: date | None = None) -> str:
    """What stands above a puzzle: its title and what its record says of it, and its task.

    `day`: the one whose daily it is."""
    record, kind = subject.record, subject.kind
    name = puzzle_title(kind.id, None if record is None else record["grade"])
    title = translator.render(name if day is None else dated_title(name, day, today()))
    target = None if record is None else record.get("target")
    task = wrap(translator.render(kind.task(subject.puzzle, target)), text_look().text_width)
    return "\n".join([title, *task, *([] if record is None else ["", _origin(subject, record, translator)])])


def _origin(subject: Subject, record: Mapping[str, Any], translator: Translator) -> str:
    difficulty = phrase("frame.record.difficulty", difficulty=record["difficulty"])
    parts = (
        difficulty,
        phrase("frame.record.id", id=record["id"]),
        *game_of(subject.kind.id).headings(record),
    )
    return translator.render(parts)


def duration(seconds: float) -> str:
    """Two figures, as more are noise."""
    return f"{float(f'{seconds:.2g}'):g} s" if seconds >= 0.001 else "less than 0.001 s"


def solved(answer: Answer, steps: Sequence[str]) -> str:
    """An answer of solve; `steps`: lines that are printed before the drawing, such as a person's steps."""
    subject, outcome = answer.subject, answer.outcome
    by = "by a simple refutation" if outcome.engine == "argument" else f"by {outcome.engine}"
    took = f"in {duration(outcome.seconds)} {by}"
    values = _value_wording(subject)
    turns = [] if values is None or answer.moves is None else values.turns(subject, answer.moves)
    if outcome.status == "impossible":
        value = "" if outcome.value is None else f" Value {outcome.value:+d}."
        return "\n".join([f"Impossible{_because(outcome.reason)} (found {took}).{value}", *turns])
    if outcome.status == "unknown":
        words = f"Unknown after {duration(outcome.seconds)}: {_STOPPED[outcome.reason or 'time']}."
        return "\n".join([words, *_advice(subject), *turns])
    drawing = subject.kind.draw_text(subject.puzzle, outcome.solution, text_look()).rstrip("\n")
    return "\n".join([f"Solved {took}.{_score(outcome)}", *steps, "", drawing, *turns])


def _advice(subject: Subject) -> list[str]:
    """Advice for an answer that was not found in time."""
    values = _value_wording(subject)
    return [] if values is None else values.advice(subject)


def _value_wording(subject: Subject) -> ValueWording | None:
    return VALUE_WORDINGS.get(game_of(subject.kind.id).id)


def no_steps(subject: Subject) -> list[str]:
    return ["", f"No steps: lineworks does not know how a person solves {subject.kind.id}."]


def steps(phrases: Sequence[Phrase] | None) -> list[str]:
    """The steps, numbered; or that there are none."""
    if phrases is None:
        return ["", "No steps: the techniques known for this kind do not solve this puzzle."]
    width, room = len(str(len(phrases))), text_look().text_width
    lines = [""]
    for number, step in enumerate(phrases, 1):
        first, after = f"{number:>{width}}. ", " " * (width + 2)
        words = ENGLISH.render(step)
        lines += wrap(words, room, initial_indent=first, subsequent_indent=after, break_long_words=False)
    return lines


def _because(reason: str | None) -> str:
    return f": {reason}" if reason else ", by exhaustive search"


def _score(outcome: verified_solving.VerifiedOutcome[Any]) -> str:
    if outcome.value is not None:
        return f" Value {outcome.value:+d}: that is the margin against best play."
    if outcome.score is None:
        return ""
    words = f" Score {outcome.score}"
    if outcome.bound is None:
        return words + "; --best looks for the best score."
    if outcome.proven:
        return words + ", the best possible."
    return words + f"; scores up to {outcome.bound} are not ruled out."


def checked(subject: Subject, result: CheckResult, graded: bool) -> str:
    """An answer of check; `graded`: whether a grade was asked for."""
    if result.status == "impossible":
        return f"Impossible{_because(result.reason)}."
    if result.status == "unknown":
        return "\n".join([f"Unknown: {_STOPPED[result.reason or 'time']}.", *_advice(subject)])
    lines = ["Solvable."]
    if result.best_score is not None:
        proven = "." if result.proven else ", perhaps more: the time ran out."
        lines.append(f"Best score {result.best_score}{proven}")
    if result.unique is not None:
        lines.append("Exactly one solution." if result.unique else "More than one solution.")
    elif counts_all(subject.kind.id):
        lines.append("Whether the solution is unique was not determined in time.")
    if graded:
        lines.append(_grade(subject, result))
    return "\n".join(lines)


def _grade(subject: Subject, result: CheckResult) -> str:
    if result.grading is not None:
        return f"Grade {result.grading.grade}, difficulty {result.grading.difficulty} of 100."
    if subject.kind.facts.unique and result.unique is False:
        return "No grade: only puzzles with exactly one solution are graded."
    return "The grade was not determined."


def counted(subject: Subject, result: CountResult, cap: int) -> str:
    """An answer of count."""
    n = result.n
    noun = "solution" if n == 1 else "solutions"
    counting = counting_of(subject.kind.id)
    if counting is not None and counting.restriction is not None:
        noun += f" {counting.restriction}"
    if result.exact:
        return f"{n:,} {noun}." if n else f"No {noun}."
    why = "counting stopped there (--cap)" if n >= cap else _STOPPED["time"]
    return f"At least {n:,} {noun}: {why}."


def _target(result: Verification) -> str:
    if result.target_met is None:
        return ""
    return " That is the best score." if result.target_met else " The best score is higher."


def verified(result: Verification) -> str:
    """An answer of verify."""
    if not result.valid and not result.violations:
        return "Legal. Whether it reaches the goal of the puzzle was not determined in time."
    if result.valid:
        return "Valid." + ("" if result.score is None else f" Score {result.score}.") + _target(result)
    width = max(len(violation.rule) for violation in result.violations)
    broken = [f"  {violation.rule:<{width}}  {violation.message}" for violation in result.violations]
    return "\n".join([f"Not valid ({plural(len(broken), 'broken rule')}):", *broken])
