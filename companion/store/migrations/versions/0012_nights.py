"""Nights of tables of a club."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "nights",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("club", sa.String(64), nullable=False),
        sa.Column("night", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_nights"),
        sa.ForeignKeyConstraint(
            ["club"], ["clubs.key"], name="fk_nights_club_clubs", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_nights_club", "nights", ["club"])
