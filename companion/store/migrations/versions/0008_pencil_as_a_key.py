"""Store the scorer's phone in the table's row. Every admitted phone may take over scoring."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

KEPT = (
    "create table phones_before as select table_id, phone, coalesce(seat, '') as seat, who, since"
    " from phones where phone not like 'out %'"
)
"""Phones that the scorer took out again stay out."""
LET_IN = (
    "insert into phones (table_id, phone, seat, who, since)"
    " select table_id, phone, seat, who, since from phones_before"
)


def upgrade() -> None:
    # No phone has taken over scoring yet. Until then, the browsers with the table's key may score.
    op.add_column("tables", sa.Column("pencil", sa.String(64), nullable=True))
    op.add_column("tables", sa.Column("door", sa.Text(), nullable=True))
    op.execute(KEPT)
    op.drop_table("phones")
    op.create_table(
        "phones",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("phone", sa.String(64), nullable=False),
        sa.Column("seat", sa.String(3), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_phones_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "phone", name="pk_phones"),
    )
    op.execute(LET_IN)
    op.drop_table("phones_before")
    op.drop_table("pencils")
