"""Clubs, and the tables at which they played."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("club", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_clubs"),
    )
    op.create_table(
        "club_tables",
        sa.Column("club", sa.String(64), nullable=False),
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["club"], ["clubs.key"], name="fk_club_tables_club_clubs", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_club_tables_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("club", "table_id", name="pk_club_tables"),
    )


def downgrade() -> None:
    op.drop_table("club_tables")
    op.drop_table("clubs")
