"""Answers that are drawn apart from the keys of their question."""

import re

from companion.engine.record import Record
from tests.web.phones import plain

FOUR = ["Nell", "Omar", "Pia", "Quin"]


def test_all_four_pass_is_a_key_by_itself(phone):
    scorer = phone(Record.begin("back-alley", FOUR, entry="quick"))
    page = scorer.get("").text
    above, first, second = re.split(r"<legend.*?</legend>", page, flags=re.DOTALL)[:3]
    assert "All four pass thrown in" in plain(above.rpartition('<div class="row">')[2])
    assert 'value="all passed"' not in first + second
    for row in (first, second):
        assert plain(row.split("</label>")[0]).endswith("0 both pass")
    checked = scorer.look({"A contract": "0"})
    assert "What did Omar &amp; Quin bid together?" in checked.text
    thrown_in = scorer.look({"A contract": "all passed"})
    assert "All four pass: thrown in" in plain(thrown_in.text)
