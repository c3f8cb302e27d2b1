"""A set of house rules is a name and values; the code of an earlier one still finds it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NEWEST = """
INSERT INTO sets (id, game, name, note, rules)
SELECT code, game, name,
       source || CASE WHEN source <> '' AND note <> '' THEN '; ' ELSE '' END || note, rules
FROM rule_sets AS one
WHERE edition = (SELECT max(edition) FROM rule_sets AS other WHERE other.code = one.code)
"""


def upgrade() -> None:
    op.create_table(
        "sets",
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("note", sa.String(702), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sets"),
    )
    op.execute(NEWEST)
    op.drop_table("rule_sets")
