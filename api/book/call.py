"""The call book: a book of puzzles, printed by a job."""

from __future__ import annotations

from api.book.job import add_links, print_book, split_files
from api.calls.call import Call
from api.calls.common_shapes import Anything
from api.calls.examples import example_request
from api.problem_documents import MAX_BYTES
from puzzles.json_shapes import ObjectShape, Text

# Its body is what api.book.job makes of an accepted order.
BOOK = Call(
    name="book",
    summary="A book of puzzles, as PDF.",
    body=ObjectShape({"order": Anything(MAX_BYTES), "records": Anything(MAX_BYTES), "day": Text(10)}),
    work=print_book,
    answer_schema={"type": "object"},
    example=lambda: example_request("book"),
    timed=False,
    split_files=split_files,
    present=lambda result, reader, job_id: add_links(result, f"{reader.base_url}/v1/books/{job_id}"),
)
