"""Forms that created something: tables, as before, and also sets and clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "forms",
        sa.Column("form", sa.String(64), nullable=False),
        sa.Column("thing", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("form", name="pk_forms"),
    )
    op.create_index("ix_forms_thing", "forms", ["thing"])
    op.execute(
        "INSERT INTO forms (form, thing)"
        " SELECT submission, code FROM tables WHERE submission IS NOT NULL"
    )
    op.drop_index("ix_tables_submission", "tables")
    op.drop_column("tables", "submission")
