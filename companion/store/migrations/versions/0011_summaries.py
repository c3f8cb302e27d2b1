"""Summaries of tables, and the people at them. They are made while the app serves."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "summaries",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("stamp", sa.String(60), nullable=False),
        sa.Column("game", sa.String(160), nullable=False),
        sa.Column("played", sa.Boolean(), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("day", sa.String(60), nullable=False),
        sa.Column("card", sa.Text()),
        sa.Column("summary", sa.Text()),
        sa.PrimaryKeyConstraint("table_id", name="pk_summaries"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_summaries_table_id_tables", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_summaries_game", "summaries", ["game", "demo", "ended", "hands"])
    op.create_index("ix_summaries_stamp", "summaries", ["stamp"])
    op.create_table(
        "sitters",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("side", sa.String(4), nullable=False),
        sa.Column("came", sa.String(5), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "first", name="pk_sitters"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_sitters_table_id_tables", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sitters_key", "sitters", ["key", "came"])
    op.create_index("ix_tables_touched", "tables", ["touched", "id"])
    op.create_index("ix_tables_status_touched", "tables", ["status", "touched", "id"])
