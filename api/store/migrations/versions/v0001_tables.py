"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _puzzles()
    _dailies()
    _answers()
    _jobs()


def _puzzles() -> None:
    op.create_table(
        "puzzles",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("difficulty", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("generator", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("added", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("puzzles_made", "puzzles", ["kind", "grade", "seed"])
    op.create_table(
        "solutions",
        sa.Column("puzzle_id", sa.Text(), nullable=False),
        sa.Column("solution", sa.Text(), nullable=False),
        sa.Column("score", sa.Integer()),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"]),
        sa.PrimaryKeyConstraint("puzzle_id"),
    )
    op.create_table(
        "shown",
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("puzzle_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"]),
        sa.PrimaryKeyConstraint("place"),
        sa.UniqueConstraint("puzzle_id"),
    )
    op.create_index("shown_of", "shown", ["kind", "grade", "place"])


def _dailies() -> None:
    op.create_table(
        "stock",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("puzzle_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"]),
        sa.PrimaryKeyConstraint("kind", "grade", "n"),
        sa.UniqueConstraint("puzzle_id"),
    )
    op.create_table(
        "dailies",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("puzzle_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"]),
        sa.PrimaryKeyConstraint("day", "kind", "grade"),
        sa.UniqueConstraint("puzzle_id"),
    )


def _answers() -> None:
    op.create_table(
        "answers",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("proven", sa.Boolean(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index("ix_answers_until", "answers", ["until"])


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("call", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("work_key", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("progress", sa.Double()),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("started", sa.Double()),
        sa.Column("finished", sa.Double()),
        sa.Column("deadline", sa.Double()),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text()),
        sa.Column("lease", sa.Double()),
        sa.Column("result", sa.Text()),
        sa.Column("problem", sa.Text()),
        sa.Column("until", sa.Double()),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_jobs_until", "jobs", ["until"])
    op.create_index("jobs_in_turn", "jobs", ["state", "created", "id"])
    op.create_index("jobs_of_work", "jobs", ["work_key", "state"])
