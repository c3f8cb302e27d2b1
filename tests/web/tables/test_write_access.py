"""Taking over scoring: phones that may, messages on other phones, and phones that may not."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import delete
from sqlmodel import col

from companion.app import create_app
from companion.settings import Settings
from companion.store import PhoneRow, write_access
from tests.finding import match_in
from tests.texts import TAKE_IT_BACK, TAKE_OVER_SCORING
from tests.web.phones import HOSTED, HTMX, Phone, plain

SEATS = {"Nell": "1", "Omar": "2", "Pia": "3", "Quin": "4"}


def shown(scorer):
    """The link and the digits that the scorer's phone shows."""
    page = scorer.get("pencil").text
    digits = "".join(re.findall(r"<span>(\d)</span>", page.split('class="code4"')[1]))
    with scorer.client.application.app_context():
        invitation = write_access.invitation(scorer.store, scorer.code)
    return f"/t/{scorer.code}/join/{invitation.code}", digits


def listed(page):
    """The phones at the table with their rights, as a page lists them."""
    rows = page.split('class="phones"')[1].split("</ul>")[0]
    return re.findall(r"<span>([^<]+?)\s*</span>\s*<b>([^<]+)</b>", rows)


def let_in(scorer, one, name=""):
    """Admits a phone by the QR code on the scorer's phone."""
    one.code = scorer.code
    page = one.words(shown(scorer)[0])
    assert "Keep the score from here?" in page
    form = {**one.form("join"), "seat": SEATS.get(name, "")}
    del form["take"]  # a phone of earlier releases is let in, and takes over later
    reply = one.post("join", form)
    assert reply.headers["Location"] == f"/t/{scorer.code}"
    return one


@pytest.fixture
def table(played, phone):
    """(scorer, omar): the scorer's phone after three hands, and one that was let in."""
    played.post("mine", {"seat": "1"})
    return played, let_in(played, phone(), "Omar")


def take(one, **form):
    return one.post("pencil", form)


def writes(one):
    text = one.get("").text
    assert ("ask-form" in text) != ("Watching live" in text)
    return "ask-form" in text


@pytest.mark.skipif(HOSTED, reason="kept by the process that was told")
def test_half_entered_page_moves_with_write_access(table):
    scorer, omar = table
    scorer.get("")
    scorer.post("entry", scorer.form("answer") | {"mode": "quick"})
    scorer.look({"bidder": "2", "contract": "8 no"})
    page = omar.get(take(omar).headers["Location"]).text
    for name, value in (("bidder", "2"), ("contract", "8 no")):
        assert re.search(rf'name="a.{name}" value="{value}"[^>]* checked', page), name
    assert not re.search(r'name="a.trump" value="\w"[^>]* checked', page)
    # The previous phone shows them, disabled, until the new scorer saves an answer.
    rests = scorer.get("").text
    assert "Your unsaved answers moved to the other phone." in plain(rests)
    assert re.search(r'rests whole" disabled>.*name="a.bidder" value="2"[^>]* checked', rests, re.S)
    whole = {"a.bidder": "2", "a.contract": "8 no", "a.tricks": "6", "a.5H": "B", "a.3S": "A"}
    omar.send("answer", **whole)
    after = scorer.get("").text
    assert ('class="ans rests' in after, "Watching live" in after) == (False, True)


# -- ways in -------------------------------------------------------------------------------------


def test_write_access_moves_and_returns_with_one_tap(table, phone):
    scorer, omar = table
    watcher = phone(omar.code)
    assert "Take over scoring Nell keeps the score" in omar.words("")
    reply = take(omar)
    assert reply.status_code == 303
    assert "You keep the score. Nell’s phone now watches." in omar.words(reply.headers["Location"])
    assert omar.answer({"bid 1": "7"}).status_code == 200
    assert omar.record.hands[3] == {"bid 1": "7"}
    page = scorer.words("")
    assert "Omar took over scoring. Every saved answer is kept." in page
    assert f"Omar keeps the score {TAKE_IT_BACK}" in page
    take(scorer)
    assert (writes(scorer), writes(omar)) == (True, False)
    said = r"Nell keeps the score now. It took over from Omar at \d\d:\d\d"
    assert re.search(said, watcher.words(""))
    scorer.answer({"bid 2": "8"})
    assert "keeps the score now" not in watcher.words("")


def test_ordinary_poll_reports_change_of_scorer(table, phone):
    scorer, omar = table
    phones = scorer, omar, phone(omar.code)
    phones[2].get("")
    ask = {**HTMX, "HX-PTag": str(omar.seq)}
    for one in phones:
        assert one.get("live", headers=ask).status_code == 304
    take(omar)
    words = ("Omar took over scoring", "ask-form", "Omar keeps the score now")
    for one, said in zip(phones, words, strict=True):
        reply = one.get("live", headers=ask)
        assert said in reply.text
        assert "Set-Cookie" not in reply.headers  # it may come late
        assert (TAKE_IT_BACK in reply.text) == (one is scorer)


def test_four_digits_give_write_access(played, phone):
    """The player has already tapped “Take over scoring”, so no second tap is needed."""
    one = phone(played.code)
    assert "Four digits from the scorer’s phone There: Share, Take over scoring." in one.words(
        "pencil"
    )
    assert one.last.text.count(' id="said"') == 1
    _, digits = shown(played)
    assert re.fullmatch(r"\d{4}", digits)
    reply = one.send("join", False, said=f"{digits[:2]} {digits[2:]}")
    assert (writes(one), writes(played)) == (True, False)
    assert ("This phone", "keeps the score") in listed(one.get("pencil").text)
    assert "You keep the score." in one.words(reply.headers["Location"])


def test_the_scorers_page_follows_who_is_let_in(played, phone):
    played.get("pencil")
    tag = {"HX-PTag": played.get("pencil/door").headers["HX-PTag"]}
    assert played.get("pencil/door", headers=tag).status_code == 304
    let_in(played, phone(), "Quin")
    assert ("Quin", "can take over") in listed(played.get("pencil/door", headers=tag).text)
    assert phone(played.code).get("pencil/door").status_code == 303


def test_the_scorers_link_is_the_rescue(table, phone):
    scorer, _ = table
    link = match_in(r'id="link" readonly value="([^"]+)"', scorer.get("pencil").text)[1]
    one, seq = phone(scorer.code), scorer.seq
    page = one.words(link)
    assert "Keep the score from here? Nell’s phone then only watches." in page
    assert TAKE_OVER_SCORING in page
    assert one.seq == seq  # a GET request changes nothing
    one.send("pencil", follow=False)
    assert writes(one)
    assert "took over scoring" in scorer.words("")


def test_scorers_link_is_only_on_scorers_print(table, phone):
    scorer, omar = table
    sheet = scorer.get("print/sheet.html").text
    assert re.search(rf"QR code: http://localhost/t/{scorer.code}/score/[\w-]{{32}}<", sheet)
    assert "who scans the code above may keep the score" in plain(sheet)
    for one, more in ((scorer, "?blank=1"), (omar, ""), (phone(scorer.code), "")):
        assert "/score/" not in one.get(f"print/sheet.html{more}").text


def test_invited_phone_stays_invited_at_rematch(table):
    scorer, omar = table
    scorer.get("more")
    omar.code = scorer.go(scorer.post("rematch", {"seen": str(scorer.seq), "submission": "again"}))
    assert writes(scorer)
    assert "Take over scoring Nell keeps the score" in omar.words("")
    take(omar)
    assert writes(omar)


# -- ways that are none --------------------------------------------------------------------------


def test_whoever_has_the_watch_code_alone_never_writes(table, phone):
    scorer, _ = table
    one = phone(scorer.code)
    link, _ = shown(scorer)
    seq = scorer.seq
    for form in ({}, {"key": "guess"}, {"key": "", "seat": "1"}):
        reply = take(one, **form)
        assert reply.status_code == 403
        assert "This phone cannot take over yet." in plain(reply.text)
    for said in ("", "12345", f"{link}x"):
        reply = one.post("join", {"said": said, "seat": "1"})
        assert reply.status_code == 403
        assert "That is not the code shown now." in plain(reply.text)
    for path in ("pencil/shut", "mine", "rekey"):
        assert one.post(path, {"seat": "2"}).status_code == 403
    assert one.get("score/guess").status_code == 403
    assert (scorer.seq, writes(one), writes(scorer)) == (seq, False, True)


def test_invited_phone_writes_only_after_taking_over(table):
    _, omar = table
    form = {"seen": str(omar.seq), "hand": "4", "a.bid 1": "7", "submission": "s"}
    assert omar.post("answer", form).status_code == 403
    for path in ("pencil/shut", "mine", "rekey"):
        assert omar.post(path, {"seat": "1"}).status_code == 403
    assert omar.stored.key not in omar.get("pencil").text


def test_former_scorers_entry_is_refused_in_words(table):
    scorer, omar = table
    form = scorer.filled({"bid 1": "7"})
    take(omar)
    reply = scorer.post("answer", form)
    assert reply.status_code == 403
    words = "Another phone keeps the score now. What you sent was not saved."
    assert words in plain(reply.text)
    assert len(scorer.record.hands) == 3
    # The page is unchanged: after taking scoring back, the same form is entered, once.
    take(scorer)
    assert scorer.post("answer", form).status_code == 303
    assert scorer.record.hands[3] == {"bid 1": "7"}


def test_invitation_ends_when_scorer_leaves_page(played, phone):
    one = phone(played.code)
    link, digits = shown(played)
    one.get(link)
    assert played.post("pencil/shut", {}).status_code == 303
    assert one.send("join", False, seat="2").status_code == 403
    assert one.post("join", {"said": digits}).status_code == 403


def test_only_this_phone_scores_puts_all_others_out(table, phone):
    scorer, omar = table
    one, old = phone(scorer.code), scorer.stored.key
    take(one, key=old)
    take(scorer)
    assert scorer.post("rekey", {}).status_code == 303
    assert writes(scorer)
    for each in (omar, one):
        assert take(each, key=old).status_code == 403
        assert not writes(each)
    assert "Only one other phone scores now." in one.words("")
    assert phone(scorer.code).get(f"score/{old}").status_code == 403


def test_wrong_digits_lock_until_new_ones_shown(played, phone):
    one = phone(played.code)
    shown(played)
    for _ in range(write_access.TRIES):
        one.post("join", {"said": "12345"})
    page = played.words("pencil/door")
    assert "Wrong digits were typed too often. Scan the picture, or show new digits" in page
    assert len(shown(played)[1]) == 4


@pytest.mark.slow
@pytest.mark.skipif(HOSTED, reason="one app counts for itself")
@pytest.mark.parametrize(("path", "name"), [("join", "said"), ("pencil", "key")])
def test_guessing_address_is_stopped_at_watched_table(store, tmp_path, played, path, name):
    one = Phone(create_app(store, testing=True, data=tmp_path, settings=Settings()), played.code)
    one.get("")
    replies = [one.post(path, {name: f"{n:04}x"}).status_code for n in range(35)]
    assert replies == [403] * 30 + [429] * 5
    headers = {"REMOTE_ADDR": "203.0.113.9"}  # another address is not limited
    assert one.post(path, {name: "X"}, environ_base=headers).status_code == 403


# -- messages, and compatibility with earlier releases -------------------------------------------


def test_log_names_invited_phones_and_new_scorers(table, phone, store):
    scorer, omar = table
    take(omar)
    take(scorer)
    take(phone(scorer.code), key=scorer.stored.key)
    take(scorer)
    scorer.post("rekey", {})
    words = scorer.words("sheet?show=log")
    for said in (
        "Omar’s phone was let in, and can take over scoring",
        "Omar took over scoring from Nell",
        "Nell took over scoring from Omar",
        "A phone took over scoring",
        "A new scorer’s link: all other phones only watch",
    ):
        assert said in words
    assert "Corrections 1" not in words
    kinds = [row.kind for row in store.journal(scorer.code)[3:]]
    assert kinds == ["link", *["pencil"] * 4, "rekey"]


def test_invited_phone_blocks_nobodys_answer(played, phone, store):
    form = played.filled({"bid 1": "7"})
    let_in(played, phone())
    for _ in range(2):  # the same form again is the same entry
        assert played.post("answer", form).status_code == 303
    assert [row.kind for row in store.journal(played.code)[3:]] == ["link", "answer"]


def test_phone_of_earlier_release_keeps_write_access(store, phone, played):
    """Its cookie has the table's key, and the table has no scorer's phone."""
    with store.changing(played.code) as (session, row):
        row.scorer = None
        session.exec(delete(PhoneRow).where(col(PhoneRow.table_id) == row.id))
    assert writes(played)
    second = phone(played.code)
    with second.client.session_transaction() as session:
        session["tables"] = [[played.code, played.stored.key]]
    assert writes(second)
    take(second)
    assert (writes(second), writes(played)) == (True, False)
    take(played)
    assert (writes(second), writes(played)) == (False, True)
