"""Add the phones at a table, and the phone that requests scoring."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "phones",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("phone", sa.String(64), nullable=False),
        sa.Column("seat", sa.String(3), nullable=True),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asking", sa.Integer(), nullable=False),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "place", name="pk_phones"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_phones_table_id_tables", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("table_id", "phone", name="uq_phones_table_id_phone"),
        sa.UniqueConstraint("table_id", "seat", name="uq_phones_table_id_seat"),
    )
    op.create_table(
        "pencils",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("heard", sa.DateTime(timezone=True), nullable=True),
        sa.Column("phone", sa.String(64), nullable=False),
        sa.Column("rescue", sa.String(255), nullable=True),
        sa.Column("rescues", sa.Integer(), nullable=False),
        sa.Column("asking", sa.Integer(), nullable=False),
        sa.Column("asker", sa.String(64), nullable=False),
        sa.Column("seat", sa.String(3), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("quiet", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("table_id", name="pk_pencils"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_pencils_table_id_tables", ondelete="CASCADE"
        ),
    )
