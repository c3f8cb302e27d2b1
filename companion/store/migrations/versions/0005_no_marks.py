"""Drop the totals after each hand. A finished table keeps its result."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_column("tables", "marks")
