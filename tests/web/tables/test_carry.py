"""A table that travels in a link, a picture or a file, and what it is to the tables it meets."""

import base64
import io
import json
import re
import zlib
from html import unescape

import pytest
import zxingcpp
from PIL import Image
from resvg_py import svg_to_bytes

from companion.engine.record import Act
from companion.store import Store, keeping, upgrade
from companion.tables import Tables
from companion.tables.carrying import MOST, packed, unpacked
from companion.web import create_app
from tests.web.phones import NAMES, Phone

DIAMONDS = {"bid 4": "7", "bid 1": "pass", "bid 2": "pass", "bid 3": "pass", "trump": "D",
            "tricks": "5", "5H": "B", "3S": "A"}  # fmt: skip


class Elsewhere(Phone):
    """A phone and the store of the app that it opens."""

    def __init__(self, app, store):
        super().__init__(app)
        self.store = store


@pytest.fixture
def elsewhere(tmp_path):
    """A phone with tables of its own, on which nothing of the club's is."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    upgrade(f"sqlite:///{folder / 'companion.db'}")
    store = Store(f"sqlite:///{folder / 'companion.db'}")
    yield Elsewhere(create_app(store, testing=True, data=folder), store)
    store.close()


def match_in(pattern, page):
    found = re.search(pattern, page, re.DOTALL)
    assert found, pattern
    return found


def text(reply):
    return unescape(reply.get_data(as_text=True))


def link_of(phone, code):
    return match_in(r'id="link" readonly value="([^"]+)"', text(phone.get(f"/t/{code}/take")))[1]


def send(phone, link, do=""):
    return phone.post("/take", {"table": link, "do": do})


def code_in(reply):
    assert reply.status_code == 303
    return reply.headers["Location"].rsplit("/", 1)[1]


def journal(store, code):
    return [(row.seq, row.at.isoformat()[:19], row.who, row.kind, row.hand, row.answers,
             row.replaced, row.why) for row in store.journal(code)]  # fmt: skip


def play(store, code, hand, answers, who="phone 5"):
    act = Act("answer", hand, answers)
    store.act(code, act, seen=store.seq(code), submission=f"{who} {hand}", who=who)


def totals(phone, code):
    return phone.get(f"/t/{code}/record.txt").get_data(as_text=True)


def test_the_picture_of_a_table_is_read_back_as_its_link(played):
    page = text(played.get(f"/t/{played.code}/take"))
    drawn = match_in(r'<div class="qr">(<svg.*?</svg>)', page)[1]
    drawn = drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    png = bytes(svg_to_bytes(svg_string=drawn, width=900, background="white"))
    (read,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)))
    assert read.text == link_of(played, played.code)
    assert read.text.startswith("http://localhost/take#take=")


def test_a_link_opened_elsewhere_shows_the_table_and_goes_on_with_it(played, elsewhere, store):
    link = link_of(played, played.code)
    shown = text(send(elsewhere, link))
    for name in NAMES.values():
        assert name in shown
    assert elsewhere.store.tables() == []
    code = code_in(send(elsewhere, link, "write"))
    assert journal(elsewhere.store, code) == journal(store, played.code)
    assert totals(elsewhere, code) == totals(played, played.code)
    assert "ask-form" in text(elsewhere.get(f"/t/{code}"))


def test_a_table_that_is_only_looked_at_cannot_be_written_to(played, elsewhere):
    code = code_in(send(elsewhere, link_of(played, played.code), "look"))
    assert "ask-form" not in text(elsewhere.get(f"/t/{code}"))
    assert elsewhere.get(f"/t/{code}/take").status_code == 403


def test_what_was_played_elsewhere_is_brought_back_with_who_and_when(played, elsewhere, store):
    code = code_in(send(elsewhere, link_of(played, played.code), "write"))
    play(elsewhere.store, code, 4, DIAMONDS)
    back = link_of(elsewhere, code)
    assert "went on elsewhere" in text(send(played, back))
    assert store.seq(played.code) == len(journal(store, played.code)) == 3
    assert code_in(send(played, back, "bring")) == played.code
    assert journal(store, played.code) == journal(elsewhere.store, code)
    assert journal(store, played.code)[-1][2] == "phone 5"
    assert totals(played, played.code) == totals(elsewhere, code)
    assert len(store.tables()) == 1
    # Sent twice, it is there once.
    assert "here already" in text(send(played, back, "bring"))
    assert store.seq(played.code) == 4


def test_only_acts_on_the_record_are_brought_back_and_they_are_shown(played, elsewhere, store):
    code = code_in(send(elsewhere, link_of(played, played.code), "write"))
    play(elsewhere.store, code, 4, DIAMONDS, who="phone <b>5</b>")
    elsewhere.store.abandon(code, who="phone of Omar")
    keeping.discard(elsewhere.store, code, who="phone of Omar")
    (saved,) = Tables(elsewhere.store).export([code])
    page = send(played, f"#take={packed(saved)}").get_data(as_text=True)
    assert "1 entry can be" in page
    assert "bid 4: 7; bid 1: pass" in page
    assert "is what the other phone says" in page
    assert "phone &lt;b&gt;5&lt;/b&gt;" in page
    assert code_in(send(played, f"#take={packed(saved)}", "bring")) == played.code
    assert [row.kind for row in store.journal(played.code)][3:] == ["answer"]
    assert store.table(played.code).status == "playing"
    # What each phone noted of its own copy parts nothing.
    assert "is here already" in text(send(played, f"#take={packed(saved)}"))


def test_a_file_is_recognised_as_a_link_is(played, elsewhere, store):
    code = code_in(send(elsewhere, link_of(played, played.code), "write"))
    play(elsewhere.store, code, 4, DIAMONDS)
    file = elsewhere.get(f"/t/{code}/export.json").get_data(as_text=True)
    page = text(played.post("/import", {"text": file}))
    assert "went on elsewhere" in page
    letters = match_in(r'name="table" value="([^"]+)"', page)[1]
    assert code_in(send(played, letters, "bring")) == played.code
    assert journal(store, played.code) == journal(elsewhere.store, code)


def test_a_table_that_only_went_on_here_stays_as_it_is(played, elsewhere, store):
    code = code_in(send(elsewhere, link_of(played, played.code), "write"))
    assert "here already" in text(send(played, link_of(elsewhere, code)))
    play(store, played.code, 4, DIAMONDS)
    assert "further on" in text(send(played, link_of(elsewhere, code), "bring"))
    assert store.seq(played.code) == 4
    assert len(store.tables()) == 1


@pytest.mark.parametrize(("do", "tables"), [("bring", 1), ("", 1), ("other", 1), ("write", 2)])
def test_where_both_went_on_the_player_chooses(played, elsewhere, store, do, tables):
    code = code_in(send(elsewhere, link_of(played, played.code), "write"))
    play(elsewhere.store, code, 4, DIAMONDS)
    play(store, played.code, 4, {**DIAMONDS, "tricks": "6"}, "phone 9")
    ours, theirs = journal(store, played.code), journal(elsewhere.store, code)
    reply = send(played, link_of(elsewhere, code), do)
    if do in ("", "bring"):
        said = text(reply)
        assert "went on in both places" in said
        assert "phone 5" in said
        assert "phone 9" in said
    else:
        assert journal(store, code_in(reply)) == theirs
    assert len([each for each in store.tables() if each.status != "deleted"]) == tables
    assert journal(store, played.code)[:4] == ours


def test_a_table_of_others_is_taken_in_beside_ours(played, phone, elsewhere, store):
    theirs = phone()
    theirs.code = theirs.begin(**{**NAMES, "name.1": "Rosa"})
    shown = text(send(elsewhere, link_of(theirs, theirs.code)))
    assert "Rosa" in shown
    assert "elsewhere" not in shown
    # Who only watches the table of others adds nothing to it.
    play(store, theirs.code, 1, {"bid 2": "7"})
    played.get(f"/t/{theirs.code}")
    assert 'value="bring"' not in text(send(played, link_of(theirs, theirs.code)))


def test_a_table_too_long_for_a_camera_goes_as_a_file(played, store):
    for number in range(120):
        seen = store.seq(played.code)
        noted = {"@adjust": f"A 1 {number * 7919 % 10007} {number * 104729 % 99991} agreed upon"}
        store.act(played.code, Act("answer", 3, noted), seen=seen, submission=f"long {number}")
    page = text(played.get(f"/t/{played.code}/take"))
    assert 'class="qr"' not in page
    assert f"/t/{played.code}/export.json" in page
    assert "Send it as a file" in page


def test_only_who_keeps_the_score_gives_a_table_away(played, phone):
    assert phone().get(f"/t/{played.code}/take").status_code == 403


def small(body):
    packer = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(body) + packer.flush()).decode()


@pytest.mark.parametrize(
    "letters",
    ["", "!", "AAAA", "é", small(b"\xff"), small(b"[]"), small(b'{"tables": 3}'),
     small(b" " * (MOST + 1))],
)  # fmt: skip
def test_a_link_that_holds_no_table_is_refused_in_words(phone, store, letters):
    reply = send(phone(), letters, "write")
    assert reply.status_code == 422
    assert "Nothing was taken in" in text(reply)
    assert store.tables() == []


def test_what_travels_is_the_export_without_what_can_be_derived(played, store):
    saved = store.saved(played.code)
    (table,) = json.loads(unpacked(packed(saved)))["tables"]
    assert table["start"] == saved.row.start
    assert "record" not in table
    assert len(packed(saved)) < 1500
