"""The tables and their journal."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=False),
        sa.Column("touched", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("totals", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
        sa.UniqueConstraint("key", name="uq_tables_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "journal",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("replaced", sa.Text(), nullable=False),
        sa.Column("why", sa.String(500), nullable=False),
        sa.Column("submission", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_journal"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_journal_table_id_tables", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("table_id", "submission", name="uq_journal_table_id_submission"),
        sqlite_with_rowid=False,
    )
