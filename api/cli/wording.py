"""The API's answers as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from api.calls import answering
from api.calls.answering import Subject
from api.cli.linja import wording
from puzzles.texts import ENGLISH, Phrase

# As wide as the drawings.
_WIDTH = 100
_CELL = re.compile(r"(\[\d+,) (\d+\])")
_STOPPED = {
    "time": "the time was up (--seconds gives more)",
    "memory": "it would take too much memory",
    "size": "the puzzle is too large for this engine",
    "cancelled": "it was cancelled",
}


def title(subject: Subject) -> str:
    record = subject.record
    if record is None:
        return subject.kind.id
    told = [subject.kind.id, record["grade"], f"difficulty {record['difficulty']}", f"id {record['id']}"]
    if "layouts" in record:
        told.append(_many(record["layouts"], "layout"))
    if "deck" in record:
        told.append(f"deck: {record['deck']}")
    return ", ".join(told)


def duration(seconds: float) -> str:
    """Two figures, as more are noise."""
    return f"{float(f'{seconds:.2g}'):g} s" if seconds >= 0.001 else "less than 0.001 s"


def solved(subject: Subject, answer: dict[str, Any], how: Sequence[str]) -> str:
    """`how`: what a person does to get there, told before the drawing."""
    by = "by a simple argument" if answer["engine"] == "argument" else f"by {answer['engine']}"
    took = f"in {duration(answer['seconds'])} {by}"
    turns = wording.turns(subject, answer["moves"]) if "moves" in answer else []
    if answer["status"] == "impossible":
        value = f" Value {answer['value']:+d}." if "value" in answer else ""
        return "\n".join([f"Impossible{_because(answer['reason'])} (found {took}).{value}", *turns])
    if answer["status"] == "unknown":
        told = f"Unknown after {duration(answer['seconds'])}: {_STOPPED[answer['reason']]}."
        return "\n".join([told, *wording.advice(subject), *turns])
    solution = subject.kind.parse_solution(answer["solution"])
    drawing = subject.kind.draw_text(subject.puzzle, solution).rstrip("\n")
    return "\n".join([f"Solved {took}.{_score(answer)}", *how, "", drawing, *turns])


def no_steps(subject: Subject) -> list[str]:
    return ["", f"No steps: lineworks does not know how a person solves {subject.kind.id}."]


def steps(told: Sequence[Phrase] | None) -> list[str]:
    """The steps numbered; a plain word where there are none."""
    if told is None:
        return ["", "No steps: the techniques that a person has for this kind do not solve this puzzle."]
    width = len(str(len(told)))
    lines = [""]
    for number, step in enumerate(told, 1):
        first, after = f"{number:>{width}}. ", " " * (width + 2)
        whole = _CELL.sub("\\1\u00a0\\2", ENGLISH.render(step))  # a cell stays on one line
        wrapped = wrap(whole, _WIDTH, initial_indent=first, subsequent_indent=after, break_long_words=False)
        lines += [line.replace("\u00a0", " ") for line in wrapped]
    return lines


def _because(reason: str | None) -> str:
    return f": {reason}" if reason else ", by going through all there is"


def _score(answer: dict[str, Any]) -> str:
    if "value" in answer:
        return f" Value {answer['value']:+d}: that is the margin against best play."
    if answer["score"] is None:
        return ""
    told = f" Score {answer['score']}"
    if answer["bound"] is None:
        return told + "; --best looks for the best there is."
    if answer["proven"]:
        return told + ", the best there is."
    return told + f"; up to {answer['bound']} is not ruled out."


def checked(subject: Subject, answer: dict[str, Any], graded: bool) -> str:
    if answer["status"] == "impossible":
        return f"Impossible{_because(answer['reason'])}."
    if answer["status"] == "unknown":
        return "\n".join([f"Unknown: {_STOPPED[answer['reason']]}.", *wording.advice(subject)])
    told = ["Solvable."]
    if answer["best_score"] is not None:
        proven = "." if answer["proven"] else ", and perhaps more: the time was up."
        told.append(f"Best score {answer['best_score']}{proven}")
    if answer["unique"] is not None:
        told.append("Exactly one solution." if answer["unique"] else "More than one solution.")
    elif answering.counts_all(subject.kind.id):
        told.append("Whether there is one solution only was not found out in time.")
    if graded:
        told.append(_grade(subject, answer))
    return "\n".join(told)


def _grade(subject: Subject, answer: dict[str, Any]) -> str:
    if answer["grade"] is not None:
        return f"Grade {answer['grade']}, difficulty {answer['difficulty']} of 100."
    if subject.kind.facts.unique and answer["unique"] is False:
        return "No grade: only puzzles with exactly one solution have one."
    return "No grade was found."


def counted(subject: Subject, answer: dict[str, Any], cap: int) -> str:
    n = answer["count"]
    noun = "solution" if n == 1 else "solutions"
    counting = answering.counting_of(subject.kind.id)
    if counting is not None and counting.restriction is not None:
        noun += f" {counting.restriction}"
    if answer["exact"]:
        return f"{n:,} {noun}." if n else f"No {noun}."
    why = "that is as far as was asked (--cap)" if n >= cap else _STOPPED["time"]
    return f"{n:,} {noun} at least: {why}."


def verified(answer: dict[str, Any]) -> str:
    if not answer["valid"] and not answer["violations"]:
        return "A legal turn. Whether it meets the goal was not found out in time."
    if answer["valid"]:
        return "Valid." + ("" if answer["score"] is None else f" Score {answer['score']}.")
    width = max(len(violation["rule"]) for violation in answer["violations"])
    broken = [f"  {violation['rule']:<{width}}  {violation['message']}" for violation in answer["violations"]]
    return "\n".join([f"Not valid ({_many(len(broken), 'broken rule')}):", *broken])


def _many(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")
