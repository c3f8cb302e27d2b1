"""Mark the rows of a journal of one submission, which are undone together."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("journal", sa.Column("form", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE journal SET form = seq")
    # The later rows of a submission had its id with a number behind it.
    op.execute(
        "UPDATE journal SET form = coalesce((SELECT first.seq FROM journal AS first"
        " WHERE first.table_id = journal.table_id AND first.seq < journal.seq"
        " AND journal.submission = substr(first.submission, 1, 58) || '.' ||"
        " CAST(journal.seq - first.seq AS VARCHAR)), seq)"
        " WHERE submission LIKE '%.%'"
    )
