"""Which scripts a page brings: htmx exactly where something asks the server for a part of it."""

from __future__ import annotations

import re

import pytest

PATHS = ["/", "/history", "/deleted", "/import", "/away", "/rules", "/rules/words", "/rules/kaiser",
         "/referee/kaiser", "/referee/kaiser/trick", "/sets", "/new/kaiser",
         "/people", "/print/kaiser", "/t/{code}", "/t/{code}/hand/2", "/t/{code}/sheet",
         "/t/{code}/share", "/t/{code}/pencil", "/t/{code}/more", "/t/{code}/seats",
         "/t/{code}/amend/2",
         "/t/{code}/board", "/t/{code}/readings/failed_contract", "/t/NOSUCH"]  # fmt: skip
ASKS = re.compile(r"\bhx-(get|post|trigger)=")


@pytest.mark.parametrize("path", PATHS)
def test_a_page_that_asks_for_parts_brings_htmx(played, path):
    text = played.get(path.format(code=played.code)).text
    if ASKS.search(text):
        assert "/table." in text


@pytest.mark.parametrize("path", ["/", "/history", "/t/NOSUCH"])
def test_a_page_that_asks_for_none_does_without(played, path):
    text = played.get(path.format(code=played.code)).text
    assert not ASKS.search(text)
    assert "/table." not in text
