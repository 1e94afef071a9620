"""The table of printed books."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "books",
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("pdf", sa.LargeBinary(), nullable=False),
        sa.Column("answers", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("job_id"),
    )
