"""The commands of the program, a line each; the games' commands too."""

from __future__ import annotations

from collections.abc import Mapping

from api.cli.lazy import CommandEntry

COMMANDS: Mapping[str, CommandEntry] = {
    "solve": CommandEntry("api.cli.solve:solve", "Solve puzzles and draw the solutions."),
    "check": CommandEntry("api.cli.check:check", "Check whether puzzles can be solved."),
    "count": CommandEntry("api.cli.count:count", "Count the different solutions."),
    "verify": CommandEntry("api.cli.verify:verify", "Verify a solution against the rules."),
    "show": CommandEntry("api.cli.show:show", "Draw puzzles."),
    "play": CommandEntry("api.cli.play:play", "Play a puzzle in the terminal."),
    "generate": CommandEntry("api.cli.generate:generate", "Make puzzles, as JSON Lines."),
    "daily": CommandEntry("api.cli.daily:daily", "Show the puzzles of a day."),
    "demo": CommandEntry("api.cli.demo:demo", "Show a puzzle of today, and its solution when you ask."),
    "book": CommandEntry("api.cli.book:book", "Print a book of puzzles."),
    "bank": CommandEntry("api.cli.bank.commands:bank", "Fill, count, export and import the bank of puzzles."),
    "backup": CommandEntry("api.cli.backup:backup", "Write all that the database holds to a file."),
    "restore": CommandEntry("api.cli.restore:restore", "Fill the database from a backup."),
    "serve": CommandEntry("api.cli.serve:serve", "Serve the HTTP API and the web pages."),
    "cluster": CommandEntry("api.cli.cluster.commands:cluster", "Have jobs done by several machines."),
    "help": CommandEntry("api.cli.help:help_", "Show the help of a command."),
    "settings": CommandEntry("api.cli.settings:settings", "List the service's settings."),
    "kinds": CommandEntry("api.cli.kinds:kinds", "List the kinds of puzzles."),
    "schema": CommandEntry("api.cli.schema:schema", "Print a kind's JSON Schema."),
    "deal": CommandEntry("api.cli.light_line.deal:deal", "Deal LIGHT-LINE! cards, as a puzzle."),
    "deck": CommandEntry("api.cli.light_line.deck:deck", "Check or draw decks of LIGHT-LINE! cards."),
    "linja": CommandEntry(
        "api.cli.linja.commands:linja", "Compute the table of Linja, and play against the computer."
    ),
}
