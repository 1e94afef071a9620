"""Every group of pins, by name."""

from __future__ import annotations

from tests.pins import (
    book_pins,
    command_pins,
    drawing_pins,
    linja_pins,
    puzzle_pins,
    question_pins,
    service_pins,
)
from tests.pins.pin import Pin

PINS = (
    Pin("packs", puzzle_pins.packs),
    Pin("ids", puzzle_pins.ids),
    Pin("records", puzzle_pins.records, slow=True),
    Pin("records_long", puzzle_pins.long_records, long=True),
    Pin("drawings", drawing_pins.drawings, slow=True),
    Pin("drawings_long", drawing_pins.long_drawings, long=True),
    Pin("text_drawings", drawing_pins.text_drawings),
    Pin("cut_outs", drawing_pins.cut_outs),
    Pin("shown", drawing_pins.show_commands),
    Pin("book_pages", book_pins.pages, slow=True),
    Pin("book_pages_long", book_pins.long_pages, long=True),
    Pin("book_bytes", book_pins.contents),
    Pin("book_selections", book_pins.selections),
    Pin("linja_opponent", linja_pins.opponent, slow=True),
    Pin("linja_games", linja_pins.games, slow=True),
    Pin("linja_table", linja_pins.table),
    Pin("linja_stats", linja_pins.stats),
    Pin("linja_moves", linja_pins.moves),
    Pin("openapi", service_pins.openapi, deep=True),
    Pin("kinds", service_pins.kinds),
    Pin("dailies", service_pins.dailies),
    Pin("jobs", service_pins.jobs),
    Pin("database", service_pins.database),
    Pin("settings", service_pins.settings),
    Pin("command_words", command_pins.command_words),
    Pin("helps", command_pins.helps),
    Pin("exits", command_pins.exits),
    Pin("messages", command_pins.messages),
    Pin("deals", command_pins.deals),
    Pin("command_answers", question_pins.command_answers),
    Pin("http_answers", question_pins.http_answers, process=True, slow=True),
    Pin("problems", question_pins.problems),
    Pin("words", question_pins.words),
)
