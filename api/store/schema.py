"""The tables. A change here needs a migration that makes the same change to a database in use, and its number
in REVISION.

Times are seconds since 1970, days are ISO dates, and JSON is kept as text, exactly as it was written.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    literal_column,
)

METADATA = MetaData()
# The newest migration, and the table in which alembic stores which ones were applied.
REVISION = "0005"
VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def _puzzle_id(*, primary_key: bool = False) -> Column[str]:
    """Returns a column for the id of a puzzle, which a table has at most once."""
    return Column(
        "puzzle_id",
        ForeignKey("puzzles.id"),
        primary_key=primary_key,
        unique=None if primary_key else True,
        nullable=False,
    )


puzzles = Table(
    "puzzles",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("grade", Text, nullable=False),
    Column("difficulty", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("generator", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("added", Double, nullable=False),
    # For lineworks bank fill, which looks for seeds.
    Index("puzzles_made", "kind", "grade", "seed"),
)

solutions = Table(
    "solutions",
    METADATA,
    _puzzle_id(primary_key=True),
    Column("solution", Text, nullable=False),
    Column("score", Integer),
)

# The visible puzzles, in the order in which they became so.
visible = Table(
    "shown",
    METADATA,
    Column("place", Integer, primary_key=True, autoincrement=False),
    _puzzle_id(),
    Column("kind", Text, nullable=False),
    Column("grade", Text, nullable=False),
    Column("since", Double, nullable=False),
    Index("shown_of", "kind", "grade", "place"),
)

# Puzzles for dailies to come, hidden until then.
stock = Table(
    "stock",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("grade", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    _puzzle_id(),
)

dailies = Table(
    "dailies",
    METADATA,
    Column("day", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("grade", Text, primary_key=True),
    _puzzle_id(),
)

# By kind, the version of its solvers that proved the stored solutions.
solver_versions = Table(
    "solver_versions",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("version", Integer, nullable=False),
)

answers = Table(
    "answers",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("puzzle", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("proven", Boolean, nullable=False),
    Column("until", Double, nullable=False, index=True),
)

jobs = Table(
    "jobs",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("call", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("work_key", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("progress", Double),
    Column("created", Double, nullable=False),
    Column("started", Double),
    Column("finished", Double),
    Column("deadline", Double),
    Column("attempt", Integer, nullable=False),
    Column("owner", Text),
    Column("lease", Double),
    Column("result", Text),
    Column("problem", Text),
    Column("until", Double, index=True),
    Column("client", Text),
    Column("bytes", BigInteger, nullable=False, server_default=literal_column("0")),
    Column("language", Text),
    # All that the order of turns depends on: without a look at the jobs themselves, whose bodies may be long.
    Index("jobs_in_turn", "state", "created", "id", "client", "work_key", "lease"),
    Index("jobs_of_work", "work_key", "state"),
    # For sums over many jobs, without a look at the jobs themselves.
    Index("jobs_of_client", "client", "state", "bytes"),
)

# Not columns of jobs, as those are read often and whole.
books = Table(
    "books",
    METADATA,
    Column("job_id", Text, primary_key=True),
    Column("pdf", LargeBinary, nullable=False),
    Column("answers", LargeBinary),
)

# One row, which is written to see whether the database can be written.
probe = Table(
    "probe",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("written", Double, nullable=False),
)
