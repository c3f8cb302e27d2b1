"""Summaries of tables and the people at them, made while the app serves; the tables of a club."""

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
        sa.Column("evening", sa.String(10), nullable=False),
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
    op.create_table(
        "club_tables",
        sa.Column("club", sa.String(64), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("club", "table_id", name="pk_club_tables"),
        sa.ForeignKeyConstraint(
            ["club"], ["clubs.key"], name="fk_club_tables_club_clubs", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_club_tables_table_id_tables", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_club_tables_table_id", "club_tables", ["table_id"])
    # The remaining codes in a club's text are overwritten when the club is changed.
    sqlite = op.get_bind().dialect.name == "sqlite"
    codes = (
        "json_each(clubs.club, '$.tables')"
        if sqlite
        else "json_array_elements_text(coalesce(clubs.club::json->'tables', '[]'))"
        " AS json_each(value)"
    )
    op.execute(
        "INSERT INTO club_tables (club, table_id)"
        f" SELECT DISTINCT clubs.key, tables.id FROM clubs, {codes}"
        f" JOIN tables ON tables.code = json_each.value"
    )
    op.create_index("ix_tables_touched", "tables", ["touched", "id"])
    op.create_index("ix_tables_status_touched", "tables", ["status", "touched", "id"])
