"""What a game can add to the command line; api.cli.registry lists what the games add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from api.calls.puzzle_documents import Subject
from api.cli.input import Item

if TYPE_CHECKING:
    from api.calls.solve import ValuedMoves  # a module of engines, which most commands do not load

Command = Callable[..., None]
Option = Callable[[Command], Command]


class Deal(Protocol):
    """A puzzle that is dealt instead of read."""

    @property
    def seed(self) -> int: ...
    @property
    def reads_stdin(self) -> bool:
        """Whether it reads standard input."""

    def item(self, labelled: bool) -> Item:
        """The puzzle, as if it had been read; raises BadDocument where a file that it needs is refused.

        `labelled`: its answer says what it was dealt from; otherwise standard error does, at once."""


@dataclass(frozen=True)
class Dealing:
    """A way to deal puzzles, for commands that take a file as well.

    option   the option --deal
    deck     what --deck means with it
    options  those that go with it beside --seed and --deck, and `names` their names
    deal     the deal from the values of --deal, --seed, --deck and all these; all but the first may be None
    """

    option: Option
    deck: str
    options: Sequence[Option]
    names: Sequence[str]
    deal: Callable[..., Deal]


@dataclass(frozen=True)
class TypedPuzzle:
    """A way to type the parts of a puzzle as options, for commands that take a file as well.

    deck        what --deck means without --deal
    options     the others, and `names` their names
    beginnings  the options, --deck among them, of which one is always there
    line        the line of text of the puzzle, from the options that are there; UsageError where one is wrong
    """

    deck: str
    options: Sequence[Option]
    names: Sequence[str]
    beginnings: Sequence[str]
    line: Callable[[Mapping[str, str]], str]


@dataclass(frozen=True)
class GeneratorOption:
    """An option of generators that has a name of its own on the command line.

    name    its name among the generators' options
    flag    its name on the command line
    option  the option, with `name` as its parameter
    read    for an option that is a file: what refuses its document
    """

    name: str
    flag: str
    option: Option
    read: Callable[[object], object] | None = None


@dataclass(frozen=True)
class ProgressOption:
    """An option by which a person says how far a puzzle of the game has come.

    name    the name of its parameter
    option  the option
    read    the partial solution as JSON, from a puzzle and the option's text; UsageError where it is none, or
            not for puzzles of this kind
    """

    name: str
    option: Option
    read: Callable[[Subject, str], object]


# What a person can type for a move in a position, the form that is listed first; none if its notation does.
TypedForms = Callable[[Any, Any], Iterable[str]]


@dataclass(frozen=True)
class ValueWording:
    """How values are put in words, for a game whose puzzles have one.

    turns   the lines that list every turn with its value
    advice  the lines that say what helps where the value was not found in time
    """

    turns: Callable[[Subject, ValuedMoves], list[str]]
    advice: Callable[[Subject], list[str]]


def with_options(command: Command, options: Sequence[Option]) -> Command:
    """Adds the options, as if they stood above the command in this order."""
    for option in reversed(options):
        command = option(command)
    return command
