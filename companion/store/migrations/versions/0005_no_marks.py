"""Totals after each hand are not kept any more; a finished table keeps what it came to."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("tables", "marks")


def downgrade() -> None:
    op.add_column("tables", sa.Column("marks", sa.Text(), nullable=True))
