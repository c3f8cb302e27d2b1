"""Clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("club", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_clubs"),
    )
