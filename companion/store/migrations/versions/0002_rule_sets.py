"""Named sets of house rules, an edition a row."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "rule_sets",
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("edition", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("source", sa.String(200), nullable=False),
        sa.Column("note", sa.String(500), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("code", "edition", name="pk_rule_sets"),
    )
