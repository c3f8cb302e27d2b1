"""Totals after each hand are not kept any more; a finished table keeps what it came to."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_column("tables", "marks")
