"""The client and size of each job, and the table of the probe."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

# JSON is stored in ASCII, so that its length is that in bytes.
_FILL = """
UPDATE jobs SET bytes = length(body) + coalesce(length(result), 0) + coalesce(length(problem), 0)
  + coalesce((SELECT length(pdf) + coalesce(length(answers), 0) FROM books WHERE job_id = jobs.id), 0)
"""


def upgrade() -> None:
    op.add_column("jobs", sa.Column("client", sa.Text()))
    op.add_column(
        "jobs", sa.Column("bytes", sa.BigInteger(), server_default=sa.literal_column("0"), nullable=False)
    )
    op.execute(_FILL)
    op.drop_index("jobs_in_turn", "jobs")
    op.create_index("jobs_in_turn", "jobs", ["state", "created", "id", "client", "work_key", "lease"])
    op.create_index("jobs_of_client", "jobs", ["client", "state", "bytes"])
    op.create_table(
        "probe",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("written", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
