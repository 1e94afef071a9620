"""The task of a deal, whose solutions have a score."""

from __future__ import annotations

from puzzles.texts import Phrase, phrase, sentences


def deal_task(kind_id: str, lay: Phrase, energy: int, target: int | None) -> Phrase:
    key = f"{kind_id}.task"
    spend = phrase(f"{key}.energy", n=energy) if energy else phrase(f"{key}.no_energy")
    score = phrase(f"{key}.most") if target is None else phrase(f"{key}.best", score=target)
    return sentences(lay, spend, score)
