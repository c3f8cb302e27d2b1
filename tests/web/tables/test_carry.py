"""A table moved by a link, a QR code or a file, and its comparison with tables that are there."""

import io
import json
import re
from html import unescape

import pytest
import zxingcpp
from PIL import Image
from resvg_py import svg_to_bytes

from companion.engine.record import Act
from companion.store import keeping
from companion.tables import Tables
from companion.tables.carrying import MOST, packed, unpacked
from tests.finding import match_in
from tests.web.phones import NAMES, deflated, plain

DIAMONDS = {"bid 4": "7", "bid 1": "pass", "bid 2": "pass", "bid 3": "pass", "trump": "D",
            "tricks": "5", "5H": "B", "3S": "A"}  # fmt: skip


@pytest.fixture
def gone(played, elsewhere):
    """The table, which is continued elsewhere: that phone scores there, too."""
    elsewhere.go(send(elsewhere, link_of(played), "write"))
    return elsewhere


def text(reply):
    return unescape(reply.text)


def link_of(one):
    return match_in(r'id="link" readonly value="([^"]+)"', text(one.get("take")))[1]


def send(one, link, do=""):
    return one.post("/take", {"table": link, "do": do})


def code_in(reply):
    assert reply.status_code == 303
    return reply.headers["Location"].rsplit("/", 1)[1]


def journal(one, code=""):
    return [(row.seq, row.at.isoformat()[:19], row.who, row.kind, row.hand, row.answers,
             row.replaced, row.why) for row in one.store.journal(code or one.code)]  # fmt: skip


def play(one, hand, answers, who="phone 5"):
    one.enter(Act("answer", hand, answers), who=who)


def told(one):
    return one.get("record.txt").text


def test_table_picture_reads_back_as_link(played):
    page = text(played.get("take"))
    drawn = match_in(r'<div class="qr whole">(<svg.*?</svg>)', page, re.DOTALL)[1]
    drawn = drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    png = bytes(svg_to_bytes(svg_string=drawn, width=900, background="white"))
    (read,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)))
    assert read.text == link_of(played)
    assert read.text.startswith("http://localhost/take#take=")


def test_link_continues_the_table_elsewhere(played, elsewhere):
    link = link_of(played)
    shown = text(send(elsewhere, link))
    for name in NAMES.values():
        assert name in shown
    assert elsewhere.store.tables() == []
    elsewhere.go(send(elsewhere, link, "write"))
    assert journal(elsewhere) == journal(played)
    assert told(elsewhere) == told(played)
    assert "ask-form" in text(elsewhere.get(""))


def test_table_opened_for_viewing_is_read_only(played, elsewhere):
    elsewhere.go(send(elsewhere, link_of(played), "look"))
    assert "ask-form" not in text(elsewhere.get(""))
    assert elsewhere.get("take").status_code == 403


def test_play_elsewhere_comes_back_with_who_and_when(played, gone, store):
    play(gone, 4, DIAMONDS)
    back = link_of(gone)
    assert "played on elsewhere" in text(send(played, back))
    assert played.seq == len(journal(played)) == 3
    assert code_in(send(played, back, "bring")) == played.code
    assert journal(played) == journal(gone)
    assert journal(played)[-1][2] == "phone 5"
    assert told(played) == told(gone)
    assert len(store.tables()) == 1
    # Sent twice, it is there once.
    assert "here already" in text(send(played, back, "bring"))
    assert played.seq == 4


def test_only_record_acts_return_and_are_shown(played, gone, store):
    play(gone, 4, DIAMONDS, who="phone <b>5</b>")
    gone.store.mark_as(gone.code, "abandon", "abandoned", "phone of Omar")
    keeping.discard(gone.store, gone.code, who="phone of Omar")
    (saved,) = Tables(gone.store).export([gone.code])
    link = f"#take={packed(saved)}"
    page = send(played, link).text
    hand = gone.replay.hands[3].summary
    for said in ("1 entry more", f"Hand 4: {hand}", "The other phone says when each was entered",
                 "phone <b>5</b>"):  # fmt: skip
        assert said in plain(page)
    # The result and the key are above the list.
    assert page.index('value="bring"') < page.index("Entered elsewhere")
    assert code_in(send(played, link, "bring")) == played.code
    assert [row.kind for row in store.journal(played.code)][3:] == ["answer"]
    assert played.stored.status == "playing"
    # Notes on one copy do not make the copies different.
    assert "is here already" in text(send(played, link))


def test_a_file_is_recognised_as_a_link_is(played, gone):
    play(gone, 4, DIAMONDS)
    page = text(played.post("/import", {"text": gone.get("export.json").text}))
    assert "played on elsewhere" in page
    letters = match_in(r'name="table" value="([^"]+)"', page)[1]
    assert code_in(send(played, letters, "bring")) == played.code
    assert journal(played) == journal(gone)


def test_table_continued_only_here_stays_unchanged(played, gone, store):
    assert "here already" in text(send(played, link_of(gone)))
    play(played, 4, DIAMONDS)
    assert "further on" in text(send(played, link_of(gone), "bring"))
    assert played.seq == 4
    assert len(store.tables()) == 1


@pytest.mark.parametrize(("do", "tables"), [("bring", 1), ("", 1), ("other", 1), ("write", 2)])
def test_where_both_went_on_the_player_chooses(played, gone, store, do, tables):
    play(gone, 4, DIAMONDS)
    play(played, 4, {**DIAMONDS, "tricks": "6"}, "phone 9")
    ours = journal(played)
    reply = send(played, link_of(gone), do)
    if do in ("", "bring"):
        for said in ("went on in both places", "phone 5", "phone 9"):
            assert said in text(reply)
    else:
        assert journal(played, code_in(reply)) == journal(gone)
    assert len([each for each in store.tables() if each.status != "deleted"]) == tables
    assert journal(played)[:4] == ours


def test_foreign_table_is_added_beside_own(played, phone, elsewhere):
    theirs = phone()
    theirs.begin(**{**NAMES, "name.1": "Rosa"})
    shown = text(send(elsewhere, link_of(theirs)))
    assert "Rosa" in shown
    assert "elsewhere" not in shown
    # A phone that only watches adds nothing to a table.
    play(theirs, 1, {"bid 2": "7"})
    played.get(f"/t/{theirs.code}")
    assert 'value="bring"' not in text(send(played, link_of(theirs)))


def test_table_too_long_for_camera_becomes_file(played):
    for number in range(120):
        word = f"A 1 {number * 7919 % 10007} {number * 104729 % 99991} agreed upon"
        played.enter(Act("answer", 3, {"@adjust": word}))
    page = text(played.get("take"))
    assert 'class="qr"' not in page
    assert f"/t/{played.code}/export.json" in page
    assert "Send it as a file" in page


def test_only_the_scorer_can_pass_table_on(played, phone):
    assert phone(played.code).get("take").status_code == 403


@pytest.mark.parametrize(
    "letters",
    ["", "!", "AAAA", "é", deflated(b"\xff"), deflated(b"[]"), deflated(b'{"tables": 3}'),
     deflated(b" " * (MOST + 1))],
)  # fmt: skip
def test_link_without_a_table_is_refused(phone, store, letters):
    reply = send(phone(), letters, "write")
    assert reply.status_code == 422
    assert "Nothing was imported" in text(reply)
    assert store.tables() == []


def test_link_data_omits_what_is_derivable(played, store):
    saved = store.saved(played.code)
    (table,) = json.loads(unpacked(packed(saved)))["tables"]
    assert table["start"] == saved.row.start
    assert "record" not in table
    assert len(packed(saved)) < 1500
