"""The QR codes of blank sheets and house cards: their targets, and sheets without one."""

import re
from html import unescape

from companion.engine.record import Record
from companion.games import find
from companion.printing import build
from tests.finding import match_in
from tests.web.phones import NAMES

WON = {"bidder": "2", "contract": "7", "trump": "D", "tricks": "B 5", "5H": "B", "3S": "A"}
SET = {"bidder": "3", "contract": "8 no", "trump": "none", "tricks": "A 3", "5H": "A", "3S": "B"}
OUT = {"bidder": "nobody"}
EVENING = [WON, SET, OUT, WON] * 3


def code_on(page):
    """The address in the code of a document."""
    return unescape(match_in("QR code: ([^<]+)<", page)[1])


def test_blank_sheet_code_enters_a_whole_evening(phone):
    one, game = phone(), find("kaiser")
    one.begin(**NAMES)  # a last table with the standard rules
    page = one.get("/print/kaiser/sheet.html?rule.target=200&rule.failed_contract=bid_amount").text
    address = code_on(page)
    assert "/new/kaiser?" in address
    assert one.get(address).status_code == 200
    data = one.page.fields("/new/kaiser")
    many = one.post("/new/kaiser", {**dict(data), **NAMES, "do": "begin"})
    assert re.search("/t/[A-Z]{6}/many$", many.headers["Location"])
    one.code = many.headers["Location"].split("/")[-2]
    one.get(f"many?rows={len(EVENING)}")
    boxes = {f"r{n}.a.{key}": text for n, row in enumerate(EVENING, 1) for key, text in row.items()}
    form = one.form("many") | boxes
    one.post("many/check", form)
    saved = one.post("many", form | {"digest": one.form("many")["digest"]})
    assert saved.status_code == 303, one.words()
    rules = {"target": "200", "failed_contract": "bid_amount"}
    record = Record.begin("kaiser", [*NAMES.values()], 1, rules)
    record.hands = [{"@entry": "quick", **row} for row in EVENING]
    assert one.replay.ledger.totals == game.replay(record).ledger.totals
    assert len(one.record.hands) == len(EVENING)


def test_standard_rules_code_ignores_last_tables_rules(phone):
    one = phone()
    one.begin(**NAMES, **{"rule.target": "62"})
    one.get(code_on(one.get("/print/kaiser/sheet.html").text))
    assert dict(one.page.fields("/new/kaiser"))["rule.target"] == "52"


def test_house_card_code_opens_table_with_rules(phone):
    one = phone()
    address = code_on(one.get("/print/kaiser/house-card.html?rule.target=62").text)
    assert ("target=62" in address, "many" in address) == (True, False)


def test_blank_sheet_keeps_rules_of_its_table(phone):
    one = phone()
    one.begin(**NAMES, **{"rule.target": "62"})
    address = code_on(one.get("print/sheet.html?blank=1").text)
    assert "target=62" in address
    assert one.code not in address


def test_paper_without_server_has_no_code_or_address(phone, app, monkeypatch):
    one = phone()
    one.begin(**NAMES)
    for path in ("print/sheet.html", "print/sheet.html?blank=1", "print/house-card.html",
                 "/print/kaiser/sheet.html", "/print/kaiser/house-card.html"):  # fmt: skip
        assert "QR code" in one.get(path).text
        monkeypatch.setitem(app.config, "ALONE", True)
        page = one.get(path).text
        assert ("QR code" in page, "http://localhost" in page) == (False, False), path
        monkeypatch.delitem(app.config, "ALONE")


def test_sheet_has_no_code_without_an_address():
    assert "QR code" not in build("sheet", find("kaiser")).body
