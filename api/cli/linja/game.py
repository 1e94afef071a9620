"""A game of Linja between a person at the terminal and the computer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import click

from api.cli.exit_codes import GOOD, UNKNOWN
from api.cli.interruptible import interruptible
from api.cli.linja import table
from api.cli.prompt import read_line, replace_bad_bytes
from api.cli.text_look import text_look
from puzzles.errors import BadInput
from puzzles.linja.board import PLAYERS, Board, Options, Player, opponent, own_rows, target
from puzzles.linja.drawing.moves import standing_words
from puzzles.linja.drawing.text import BoardText, board_lines
from puzzles.linja.endgame import EndgamePuzzle
from puzzles.linja.notation import parse_turn, turn_notation
from puzzles.linja.referee import violations
from puzzles.linja.turns import Turn, apply, results
from puzzles.texts import ENGLISH
from solvers.linja.endgame import VALUES
from solvers.linja.engine import ValuedTurn, standing
from solvers.linja.layers import LATE
from solvers.linja.opponent import choose
from solvers.linja.table import table_path
from solvers.protocol import Limits

HELP = """A turn is typed as the rows from which its pieces start:
  0          an initial move from row 0, after which there is no second move
  0 5        an initial move from row 0 and a second move from row 5
  0 5 1>2    with an extra move as well, from row 1 to row 2
  0 5 B4>3   an extra move of a piece of B (where the rules allow that)
  pass       for a player without an initial move
0 5+ says that an extra move was earned; the + is optional.
What else can be typed:
  help       this list
  moves      every turn that you can make; of those that lead to the same position, the simplest
  hint       a best turn, and how the game ends after it if both sides play their best
  undo       take back your last turn and the computer's reply
  show       draw the board
  quit       end the game"""


def play(puzzle: EndgamePuzzle, person: Player, strength: int, seed: int) -> int:
    """Plays a game; returns the exit status."""
    replace_bad_bytes()
    if not puzzle.board.over and not _values_are_known(puzzle):
        return UNKNOWN
    _Game(puzzle.board, puzzle.to_move, puzzle.options, person, strength, seed).run()
    return GOOD


def _values_are_known(puzzle: EndgamePuzzle) -> bool:
    """Whether the values that the game needs are known, or made now. Late positions need no table."""
    options, layer = puzzle.options, puzzle.board.progress
    if layer >= LATE or table.lowest_verified_layer(options) <= layer:
        return True
    click.echo(f"This game begins in layer {layer}, and the table does not go down that far.", err=True)
    return table.offer_to_build(options, layer)


@dataclass
class _Game:
    """A game in progress. `past`: the positions before each of the person's turns."""

    board: Board
    to_move: Player
    options: Options
    person: Player
    strength: int
    seed: int
    past: list[Board] = field(default_factory=list)

    def run(self) -> None:
        click.echo(f"You are {self.person}, and move {_way(self.person)}.", nl=False)
        click.echo(
            f" The computer has strength {self.strength}, seed {self.seed}. Type help to see the commands."
        )
        self._draw()
        while not self.board.over:
            if self.to_move != self.person:
                self._answer()
            elif not self._ask():
                return
        click.echo(_result(self.board, self.options, self.person))

    def _answer(self) -> None:
        pick = partial(choose, self.board, self.to_move, self.options, self.strength, self.seed, self._moves)
        self._make(interruptible(pick))

    def _ask(self) -> bool:
        """Reads a line from the person and obeys it; returns whether the game goes on."""
        line = read_line(f"{self.person}> ")
        if line is None or line.lower() == "quit":
            return False
        command = {
            "": lambda: None,
            "help": lambda: click.echo(HELP),
            "?": lambda: click.echo(HELP),
            # turns, back and board are what moves, undo and show were called once.
            "moves": lambda: click.echo("\n".join(self._turns())),
            "turns": lambda: click.echo("\n".join(self._turns())),
            "hint": lambda: click.echo(self._hint()),
            "undo": self._back,
            "back": self._back,
            "show": self._draw,
            "board": self._draw,
        }.get(line.lower())
        if command is None:
            self._turn(line)
        else:
            command()
        return True

    def _turn(self, text: str) -> None:
        """Makes the turn that was typed, or says what is wrong with it."""
        try:
            turn = parse_turn(text, self.person)
        except BadInput as e:
            click.echo(f"{e.problems[0].detail}; type help to see the commands")
            return
        wrong = violations(self.board, self.person, self.options, turn)
        if wrong:
            click.echo("\n".join(map(str, wrong)))
            return
        self.past.append(self.board)
        self._make(turn)

    def _make(self, turn: Turn) -> None:
        whose = "You play" if self.to_move == self.person else "The computer plays"
        click.echo(f"{whose} {turn_notation(self.board, self.to_move, turn)}")
        self.board = apply(self.board, self.to_move, self.options, turn)
        self.to_move = opponent(self.to_move)
        self._draw()

    def _back(self) -> None:
        if not self.past:
            click.echo("There is no turn of yours to take back.")
            return
        self.board = self.past.pop()
        self._draw()

    def _draw(self) -> None:
        # Without the lines between the rows, to be short: a board is drawn after every turn.
        look = text_look()
        lines = board_lines([BoardText(self.board)], self.options, look)
        click.echo(look.document([["", *(line for line in lines if "─" not in line)]]))

    def _turns(self) -> Iterator[str]:
        """The turns that the person can make, in columns."""
        turns = results(self.board, self.person, self.options).values()
        texts = sorted(turn_notation(self.board, self.person, turn) for turn in turns)
        wide = max(map(len, texts)) + 3
        across = max(1, text_look().text_width // wide)
        for i in range(0, len(texts), across):
            yield "".join(f"{text:<{wide}}" for text in texts[i : i + across]).rstrip()

    def _hint(self) -> str:
        best = interruptible(partial(self._moves, self.board, self.person))[0]
        turn = turn_notation(self.board, self.person, best.turn)
        return f"{turn}: if both sides play their best, you end {ENGLISH.render(standing(best.value))}."

    def _moves(self, board: Board, player: Player) -> Sequence[ValuedTurn]:
        puzzle = EndgamePuzzle(board, player, "margin", self.options)
        with table.refusing(table_path(self.options), self.options):
            moves = VALUES.moves(None, puzzle, Limits())
        if isinstance(moves, str):
            raise RuntimeError(f"without a limit nothing ends the search, but {moves} did")
        return moves


def _way(player: Player) -> str:
    return f"{'up' if player == 'A' else 'down'}, to row {target(player)}"


def _result(board: Board, options: Options, person: Player) -> str:
    scores = {
        player: sum(
            n * worth for n, worth in zip(own_rows(player, board.pieces(player)), options.worth, strict=True)
        )
        for player in PLAYERS
    }
    standing = ENGLISH.render(standing_words(board, options))
    margin = board.margin(person, options)
    won = f"you {'win' if margin > 0 else 'lose'}" if margin else "it is a draw"
    return f"A scores {scores['A']}, B scores {scores['B']}; {standing}, so {won}."
