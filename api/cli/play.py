"""The command play: a puzzle of any kind played in the terminal, by the play of its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

import click

from api.calls.puzzle_documents import Subject, read_puzzle
from api.calls.solve import solve
from api.calls.verify import Verification, verify
from api.cli import options, wording
from api.cli.batch import report_error
from api.cli.exit_codes import GOOD
from api.cli.input import BadDocument, items
from api.cli.interruptible import interruptible
from api.cli.prompt import read_line, replace_bad_bytes
from api.cli.registry import TYPED_FORMS
from api.cli.text_look import text_look
from puzzles.play import Play
from puzzles.registry import game_of
from puzzles.texts import Part, Translator, phrase, translator_for

# Seconds to look for the best score, and to judge a turn that has a value.
_BEST_SECONDS = 3
_JUDGE_SECONDS = 10
# More moves than this are listed without their descriptions.
_MAX_DESCRIBED = 40


@click.command()
@click.argument("file")
@options.language
@click.pass_context
def play(ctx: click.Context, /, *, file: str, language: str) -> None:
    """Play the puzzle in FILE, move by move.

    Moves are read from standard input, one per line, and only legal ones are accepted. Type help to see what
    else can be typed: undo, redo, moves, check, show, restart, quit.
    """
    if file == "-":
        raise click.UsageError("FILE cannot be standard input: that is where the moves come from.")
    try:
        puzzles = list(islice(items(file), 2))
        if len(puzzles) > 1:
            raise click.UsageError("play plays one puzzle, but FILE holds several.")
        subject = puzzles[0].read(read_puzzle)
    except BadDocument as e:
        ctx.exit(report_error(e.location, e.error))
    replace_bad_bytes()
    translator = translator_for(language)
    click.echo(f"{wording.heading(subject, translator)}\n")
    _Session(subject, translator).run()
    ctx.exit(GOOD)


@dataclass
class _Session:
    """A person playing a puzzle.

    `positions` are those that the moves led to, the first of the puzzle included; those after `at` were taken
    back and can be made again. `taken_back` counts moves.
    """

    subject: Subject
    translator: Translator
    positions: list[Any] = field(init=False)
    at: int = 0
    taken_back: int = 0
    ended: bool = False

    def __post_init__(self) -> None:
        self.positions = [self.play.begin(self.subject.puzzle)]

    @property
    def play(self) -> Play[Any, Any, Any, Any]:
        return self.subject.kind.play

    @property
    def position(self) -> Any:
        return self.positions[self.at]

    def run(self) -> None:
        self._tell("begin")
        self._show()
        self._judge()
        while not self.ended:
            player = self.play.player(self.position)
            line = read_line("> " if player is None else f"{player}> ")
            if line is None or line.casefold() == "quit":
                self._leave()
            else:
                self._obey(line)

    def _obey(self, line: str) -> None:
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": partial(self._tell, "help"),
            "?": partial(self._tell, "help"),
            "moves": self._list_moves,
            "undo": self._undo,
            "redo": self._redo,
            "restart": self._restart,
            "check": self._check,
            "show": self._show,
        }
        command = commands.get(line.casefold())
        if command is not None:
            command()
        else:
            self._move(line)

    def _move(self, line: str) -> None:
        """Make the move that was typed, in capitals or not, or say why not."""
        if self.play.outcome(self.position) is not None:
            self._tell("over")
            return
        typed = _plain(line)
        fitting = [move for move in self._moves() if typed in map(_plain, self._typed_forms(move))]
        if len(fitting) != 1:
            self._tell("no_move", text=line)
            return
        click.echo(self._described(fitting[0]))
        self.positions[self.at + 1 :] = [self.play.after(self.position, fitting[0])]
        self.at += 1
        self._show()
        self._judge()

    def _undo(self) -> None:
        if self.at == 0:
            self._tell("nothing_to_undo")
            return
        self.at -= 1
        self.taken_back += 1
        self._show()

    def _redo(self) -> None:
        if self.at + 1 == len(self.positions):
            self._tell("nothing_to_redo")
            return
        self.at += 1
        self._show()
        self._judge()

    def _restart(self) -> None:
        self.taken_back += self.at
        self.at = 0
        self._show()

    def _show(self) -> None:
        click.echo("\n" + self.play.draw_text(self.position, text_look(self.translator.language)))

    def _list_moves(self) -> None:
        moves = self._moves()
        if not moves:
            self._tell("over")
        elif len(moves) <= _MAX_DESCRIBED:
            width = max(len(self._typed(move)) for move in moves)
            click.echo("\n".join(self._described(move, width) for move in moves))
        else:
            click.echo("\n".join(_in_columns([self._typed(move) for move in moves])))

    def _check(self) -> None:
        """Ask the referee, who judges finished plays; until then every move that was made was legal."""
        solution = self.play.solution(self.position)
        if self.play.outcome(self.position) is None or solution is None:
            self._tell("check_unfinished", n=len(self._moves()))
        else:
            click.echo(wording.verified(self._verify(solution), self.translator))

    def _judge(self) -> None:
        """Say how the play ended, if it did. One that was not solved can be taken back."""
        outcome = self.play.outcome(self.position)
        if outcome is None:
            return
        if not outcome.solved:
            self._tell("lost", reason=outcome.reason or phrase("frame.play.no_reason"))
            return
        solution = self.play.solution(self.position)
        result = self._verify(solution)
        if not result.valid:
            click.echo(wording.verified(result, self.translator))
            self._tell("not_the_goal")
            return
        self.ended = True
        if result.score is None:
            self._tell("solved")
        else:
            self._tell("solved_with_score", score=result.score)
            if not self.subject.kind.facts.valued:
                self._compare(result.score)
        self._tally()

    def _verify(self, solution: Any) -> Verification:
        return interruptible(partial(verify, self.subject, solution, _JUDGE_SECONDS))

    def _compare(self, score: int) -> None:
        """The score beside the best there is, where an engine finds that soon."""
        best = interruptible(partial(solve, self.subject, "best", _BEST_SECONDS)).outcome
        if best.score is None or not best.proven:
            self._tell("best_not_known")
        elif best.score == score:
            self._tell("best_reached")
        else:
            self._tell("best_score", score=best.score)

    def _leave(self) -> None:
        self.ended = True
        self._tell("not_solved")
        self._tally()

    def _tally(self) -> None:
        moves_made = phrase("frame.play.moves_made", n=self.at)
        if self.taken_back:
            moves_taken_back = phrase("frame.play.moves_taken_back", n=self.taken_back)
            self._tell("tally_taken_back", made=moves_made, taken_back=moves_taken_back)
        else:
            self._tell("tally", made=moves_made)

    def _moves(self) -> tuple[Any, ...]:
        return self.play.moves(self.position)

    def _typed(self, move: Any) -> str:
        """A move as it is listed."""
        return self._typed_forms(move)[0]

    def _typed_forms(self, move: Any) -> list[str]:
        """All that can be typed for a move."""
        further = TYPED_FORMS.get(game_of(self.subject.kind.id).id)
        notation = self.play.notation(self.position, move)
        return [notation] if further is None else [*further(self.position, move), notation]

    def _described(self, move: Any, width: int = 0) -> str:
        """A move as it is typed, and in words."""
        words = self.translator.render(self.play.describe(self.position, move))
        return f"{self._typed(move):<{width}}  {words}"

    def _tell(self, key: str, **parts: Part) -> None:
        click.echo(self.translator.text(f"frame.play.{key}", **parts))


def _plain(text: str) -> str:
    """What was typed, in lower case, with underscores and runs of blanks as single blanks."""
    return " ".join(text.casefold().replace("_", " ").split())


def _in_columns(texts: list[str]) -> Iterator[str]:
    width = max(map(len, texts)) + 3
    across = max(1, text_look().text_width // width)
    for i in range(0, len(texts), across):
        yield "".join(f"{text:<{width}}" for text in texts[i : i + across]).rstrip()
