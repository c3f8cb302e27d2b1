"""Add the form that began a table, and the totals after each hand."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # An index, not a constraint: SQLite adds it without a copy of the table.
    op.add_column("tables", sa.Column("submission", sa.String(64), nullable=True))
    op.add_column("tables", sa.Column("marks", sa.Text(), nullable=True))
    op.create_index("ix_tables_submission", "tables", ["submission"], unique=True)
