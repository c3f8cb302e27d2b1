"""Whether a page that would be refused is only unfinished: it is filled in bit by bit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.table import Pending
from companion.questions import number
from companion.tables import Snapshot
from companion.tables.proposal import answering
from companion.web.questions import Field, Page
from companion.web.questions.asking import Form, read


def being_filled_in(
    table: Snapshot, pending: Pending, form: Form, page: Page | None, missing: Sequence[str]
) -> bool:
    """True if answers are missing, cards are tapped one by one, or another digit may help."""
    wrong = [each for each in page.fields if each.problem] if page else []
    if missing or any(each.bit_by_bit and not each.typed for each in wrong):
        return True
    name = form.get("typing", "")
    box = (
        next((each for each in page.fields if each.typed and of(each, name)), None)
        if page
        else None
    )
    return box is not None and may_go_on(table, pending, form, name, box, wrong)


def of(field: Field, name: str) -> bool:
    """True if an input of this name belongs to the question."""
    return name == field.name or name.startswith(f"{field.name}.")


def may_go_on(
    table: Snapshot, pending: Pending, form: Form, name: str, field: Field, wrong: Sequence[Field]
) -> bool:
    """True if the number that is typed may be the beginning of one that is not refused.

    Of whom the refused number is, is known of some; with a total the last number is.
    More than one digit ahead is not tried.
    """
    faulty = [box.name for each in wrong if each.at_fault is not None
              for box in each.control.boxes if box.who == each.at_fault]  # fmt: skip
    if faulty and name not in faulty:
        return False
    question: Any = field.question
    typed = form.get(name, "")
    digits = re.split(r"\D", typed)[-1]
    if not faulty and getattr(question, "total", None) is not None:
        others = [form.get(box.name, "") for box in field.control.boxes if box.name != name]
        before = typed.removesuffix(digits).rstrip("+")
        try:
            wanted = str(question.total - sum(number(each) for each in [*others, before] if each))
        except ValueError:
            return True
        return wanted != digits and wanted.startswith(digits)
    room = len(str(question.high)) - len(digits)
    if room < 1 or (room > 1 and not faulty):
        return room > 1
    tries = (MultiDict(form) | {name: typed + digit} for digit in "0123456789")
    return any(not answering(table, read(MultiDict(each), pending)).problems for each in tries)
