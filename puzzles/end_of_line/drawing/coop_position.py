"""A position of a co-operative puzzle for the terminal: the board, the turns, and what each player has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.drawing.terminal import TextLook
from puzzles.end_of_line.drawing.coop_lines import board_area, lines_of
from puzzles.end_of_line.drawing.coop_solution import JudgedRounds
from puzzles.end_of_line.drawing.text import NO_CARDS, sentence_lines, shared_board_lines
from puzzles.end_of_line.solo_puzzle import round_size
from puzzles.texts import Part, Phrase, phrase

if TYPE_CHECKING:  # the play draws its positions with this module
    from puzzles.end_of_line.play_coop import CoopPosition


def coop_text(position: CoopPosition, look: TextLook) -> str:
    puzzle = position.puzzle
    joints = [state.joints() for state in position.players]
    lines = lines_of(puzzle, JudgedRounds(position.rounds), joints)
    sentences = [_turn_phrase(position)] if position.free else []
    for i, state in enumerate(position.players, 1):
        parts: dict[str, Part] = {"hand": state.hand or NO_CARDS, "deck": state.deck or NO_CARDS}
        energy = {"left": state.energy, "energy": puzzle.energy}
        sentences.append(phrase("end_of_line.coop.play.player", player=i, **parts, **energy))
    below = [line for sentence in sentences for line in sentence_lines(sentence, look)]
    return look.document([shared_board_lines(lines, board_area(puzzle), look), below])


def _turn_phrase(position: CoopPosition) -> Phrase:
    """The order of the round's turns, and how far the one that is being played has come."""
    turn, number = position.turn, len(position.rounds)
    parts: dict[str, Part] = {
        "round": number,
        "order": tuple(player + 1 for player in position.order),
        "player": turn.player + 1,
        "placed": len(turn.cards),
        "size": round_size(number, turn.energy),
    }
    if turn.energy is None:
        return phrase("end_of_line.coop.play.turn", **parts)
    effect = phrase(f"end_of_line.drawing.energy.{turn.energy}")
    return phrase("end_of_line.coop.play.turn_with_energy", effect=effect, **parts)
