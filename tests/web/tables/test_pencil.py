"""The pencil: every way to get it on a phone, and every way that is none."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from companion.store import pencils
from companion.web import create_app
from companion.web.platform.settings import Settings
from tests.finding import match_in
from tests.web.phones import HOSTED, Phone, plain

SEATS = {"Omar": "2", "Pia": "3", "Quin": "4"}


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test moves on: `clock.pass_(minutes=3)`."""

    class Clock:
        now = datetime.now(UTC) + timedelta(minutes=1)

        def pass_(self, **spans):
            self.now += timedelta(**spans)

    clock = Clock()
    monkeypatch.setattr(pencils, "_now", lambda: clock.now)
    return clock


def join_link(scorer):
    """The link that the scorer's phone shows now, to let one phone in."""
    page = scorer.get(f"/t/{scorer.code}/share").text
    assert 'class="qr"' in page
    with scorer.client.application.test_request_context():
        from companion.web.platform import browser
        from companion.web.tables import pencil

        return pencil.pass_link(browser.tables().get(scorer.code), pencil.JOIN)


def let_in(scorer, one, name=""):
    """Lets a phone in as the code on the scorer's phone does."""
    link = join_link(scorer)
    one.code = scorer.code
    one.get(link)
    seat = SEATS.get(name, "")
    reply = one.send(f"/t/{scorer.code}/join", follow=False, seat=seat)
    assert reply.status_code == 303, reply.text
    return one


@pytest.fixture
def table(played, phone, clock):
    """(scorer, omar, pia, quin): the scorer's phone after three hands, three that were let in."""
    others = [let_in(played, phone(), name) for name in SEATS]
    played.get(f"/t/{played.code}/pencil/word")
    clock.pass_(seconds=1)
    return played, *others


def ask(one, seat="4"):
    return one.post(f"/t/{one.code}/pencil", {"seat": seat})


def says(one, agrees, number=None):
    """Answers the request that the phone is shown."""
    page = one.get(f"/t/{one.code}/pencil").text
    shown = re.search(r'name="number" value="(\d+)"', page)
    number = number or (shown[1] if shown else "1")
    return one.post(f"/t/{one.code}/pencil/answer", {"number": number, "agrees": agrees})


def take(one):
    return one.post(f"/t/{one.code}/pencil/take", {})


def writes(one):
    return 'id="undo"' in (text := one.get(f"/t/{one.code}").text) or "ask-form" in text


# -- ways in -------------------------------------------------------------------------------------


def test_the_scorer_says_yes_and_the_phone_that_asked_goes_on_scoring(table, store):
    scorer, _, _, quin = table
    ask(quin)
    assert "You ask for the pencil" in plain(quin.get(f"/t/{quin.code}/pencil").text)
    assert "Quin asks for the pencil" in plain(scorer.get(f"/t/{scorer.code}/pencil/word").text)
    assert says(scorer, "yes").status_code == 303
    assert take(quin).headers["Location"] == f"/t/{quin.code}"
    assert quin.answer(quin.code, {"bid 1": "7"}).status_code == 200
    assert store.table(quin.code).record.hands[3] == {"bid 1": "7"}


def test_two_others_agree_while_the_scorers_phone_is_silent(table, clock):
    _, omar, pia, quin = table
    clock.pass_(minutes=4)
    ask(quin)
    assert "silent for 4 minutes" in plain(pia.get(f"/t/{pia.code}/pencil").text)
    says(omar, "yes")
    assert take(quin).headers["Location"].endswith("/pencil")
    assert not writes(quin)
    says(pia, "yes")
    take(quin)
    assert writes(quin)


def test_a_silent_phone_loses_it_after_a_while(table, clock):
    _, _, _, quin = table
    ask(quin)
    clock.pass_(minutes=4, seconds=20)
    take(quin)
    assert not writes(quin)
    clock.pass_(seconds=11)
    take(quin)
    assert writes(quin)


def test_the_old_phone_is_told_and_asks_it_back(table, store):
    scorer, _, _, quin = table
    form = scorer.answer(scorer.code, {"bid 1": "7"})
    scorer.get(f"/t/{scorer.code}")
    form = scorer.form(f"/t/{scorer.code}/answer") | {"a.bid 2": "8"}
    ask(quin)
    says(scorer, "yes")
    take(quin)
    headers = {"HX-Request": "true", "HX-PTag": str(store.seq(scorer.code) - 1)}
    live = scorer.get(f"/t/{scorer.code}/live", headers=headers)
    assert "The pencil has passed to Quin’s phone" in plain(live.text)
    assert "ask-form" not in live.text
    refused = scorer.post(f"/t/{scorer.code}/answer", form)
    assert refused.status_code == 403
    assert "What you sent was not saved" in plain(refused.text)
    ask(scorer, "1")
    assert "Nell asks for the pencil" in plain(quin.get(f"/t/{quin.code}/pencil/word").text)
    says(quin, "yes")
    take(scorer)
    assert writes(scorer)
    assert not writes(quin)


def rescue_of(scorer):
    return re.findall(r'class="code rescue">([A-Z ]+)<', scorer.get(f"/t/{scorer.code}/share").text)


def test_the_rescue_code_is_enough_for_a_phone_that_nobody_knows(table, phone, store):
    scorer, *_ = table
    (code,) = rescue_of(scorer)
    assert re.fullmatch(r"[A-Z]{4} [A-Z]{4} [A-Z]{4}", code)
    assert rescue_of(scorer) == [code]
    one = phone()
    one.code = scorer.code
    typed = code.lower().replace(" ", "-")
    one.post(f"/t/{scorer.code}/rescue", {"rescue": typed, "seat": ""})
    assert writes(one)
    assert not writes(scorer)
    # It is used up, and the phone that writes now is shown another one.
    assert rescue_of(one) != [code]
    second = phone()
    reply = second.post(f"/t/{scorer.code}/rescue", {"rescue": code})
    assert reply.status_code == 403
    assert "That is not the rescue code" in plain(reply.text)


def test_the_pencil_is_handed_over_by_a_code_that_is_good_once(played, phone, app):
    from companion.web.platform import browser
    from companion.web.tables import pencil

    with app.test_request_context():
        link = pencil.pass_link(browser.tables().get(played.code), pencil.TAKE)
    first, second = phone(), phone()
    for one in (first, second):
        one.code = played.code
        assert "Keep the score on this phone?" in plain(one.get(link).text)
    first.send(f"/t/{played.code}/join", seat="2")
    assert writes(first)
    assert not writes(played)
    second.get(link)
    token = link.rsplit("/", 1)[1]
    second.post(f"/t/{played.code}/join", {"token": token, "seat": "3"})
    assert not writes(second)


# -- ways that are none --------------------------------------------------------------------------


def test_whoever_only_watches_gets_nothing_by_waiting(table, phone, clock):
    scorer = table[0]
    one = phone()
    one.code = scorer.code
    one.get(f"/t/{scorer.code}")
    ask(one, "")
    for _ in range(9):
        clock.pass_(minutes=1)
        take(one)
    assert not writes(one)
    assert writes(scorer)


def test_one_person_with_many_browsers_gets_nothing(table, phone, clock):
    scorer = table[0]
    clock.pass_(minutes=5)
    browsers = [phone() for _ in range(5)]
    for one in browsers:
        one.code = scorer.code
        one.get(f"/t/{scorer.code}")
    ask(browsers[0], "")
    for one in browsers[1:]:
        one.get(f"/t/{scorer.code}/pencil")
        assert says(one, "yes", "1").status_code == 403
    take(browsers[0])
    assert not any(writes(one) for one in browsers)


def test_one_code_lets_one_browser_in(played, phone, clock):
    link = join_link(played)
    token = link.rsplit("/", 1)[1]
    first, second = phone(), phone()
    for one in (first, second):
        one.code = played.code
        one.get(link)
    assert first.post(f"/t/{played.code}/join", {"token": token}).status_code == 303
    reply = second.post(f"/t/{played.code}/join", {"token": token})
    assert reply.status_code == 403
    assert "This code is used up" in plain(reply.text)
    assert len(pencils.phones(played.client.application.extensions["companion-store"],
                              played.code)) == 1  # fmt: skip


def test_a_code_is_too_old_after_ten_minutes_and_good_at_no_other_table(played, phone, monkeypatch):
    import time

    link, now = join_link(played), time.time()
    token = link.rsplit("/", 1)[1]
    other = phone()
    other.code = other.begin(**{"name.1": "Ann", "name.2": "Ben", "name.3": "Cat", "name.4": "Dan"})
    assert phone().post(f"/t/{other.code}/join", {"token": token}).status_code == 403
    assert phone().post(f"/t/{played.code}/join", {"token": token[:-2] + "xx"}).status_code == 403
    monkeypatch.setattr(time, "time", lambda: now + 601)
    assert phone().post(f"/t/{played.code}/join", {"token": token}).status_code == 403


def test_the_links_that_let_in_are_shown_to_scorers_alone(played, phone):
    one = phone()
    page = one.get(f"/t/{played.code}/share").text
    assert "Rescue code" not in page
    assert "Scorer’s link" not in page
    reply = one.get(f"/t/{played.code}/share/joining")
    assert reply.status_code in (302, 303)
    assert "Rescue code" not in played.get(f"/t/{played.code}/sheet").text


def test_the_scorer_says_no_whatever_the_others_say(table, clock):
    scorer, omar, pia, quin = table
    ask(quin)
    says(omar, "yes")
    says(pia, "yes")
    says(scorer, "no")
    clock.pass_(minutes=6)
    says(omar, "yes")
    take(quin)
    assert not writes(quin)
    assert writes(scorer)
    assert "The scorer keeps the pencil." in plain(quin.get(f"/t/{quin.code}/pencil").text)


def test_two_others_do_not_outrun_a_scorer_who_is_there(table, clock):
    _, omar, pia, quin = table
    ask(quin)
    says(omar, "yes")
    says(pia, "yes")
    clock.pass_(seconds=60)
    take(quin)
    assert not writes(quin)


def test_who_agrees_twice_or_agrees_with_itself_is_one(table, clock):
    _, omar, _, quin = table
    clock.pass_(minutes=4)
    ask(quin)
    says(omar, "yes")
    says(omar, "yes")
    assert says(quin, "yes").status_code == 403
    take(quin)
    assert not writes(quin)


def test_a_yes_sent_again_counts_for_no_later_request(table, clock):
    _, omar, pia, quin = table
    clock.pass_(minutes=4)
    ask(quin)
    says(omar, "yes")
    says(pia, "yes")
    quin.post(f"/t/{quin.code}/pencil/stop", {})
    ask(quin)
    for one in (omar, pia):
        assert says(one, "yes", "1").status_code == 403
    take(quin)
    assert not writes(quin)


def test_a_request_that_is_too_old_is_none(table, clock):
    _, omar, pia, quin = table
    ask(quin)
    clock.pass_(minutes=11)
    for one in (omar, pia):
        assert says(one, "yes", "1").status_code == 403
    take(quin)
    assert not writes(quin)


def test_only_the_phone_that_asks_is_given_it(table, clock):
    scorer, omar, _, quin = table
    ask(quin)
    says(scorer, "yes")
    take(omar)
    assert not writes(omar)


def test_a_phone_that_was_taken_out_has_no_say(table, clock):
    scorer, omar, pia, quin = table
    page = scorer.get(f"/t/{scorer.code}/share").text
    assert "Pia" in page.split("At the table")[1]
    scorer.post(f"/t/{scorer.code}/phones/2", {})
    clock.pass_(minutes=4)
    ask(quin)
    says(omar, "yes")
    assert says(pia, "yes", "1").status_code == 403
    assert omar.post(f"/t/{omar.code}/phones/3", {}).status_code == 403


def test_nobody_on_the_way_gets_a_key_to_see(table, store, clock):
    scorer, omar, _, quin = table
    ask(quin)
    key = store.table(scorer.code).key
    for one in (omar, quin):
        for path in ("pencil", "pencil/word", "share", ""):
            assert key not in one.get(f"/t/{one.code}/{path}".rstrip("/")).text


@pytest.mark.skipif(HOSTED, reason="one app counts for itself")
def test_wrong_rescue_codes_are_counted_also_at_a_table_one_watches(store, tmp_path, played):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings())
    one = Phone(app)
    one.get(f"/t/{played.code}")
    path = f"/t/{played.code}/rescue"
    replies = [one.post(path, {"rescue": f"BCDFGHJKMN{n:02}"}).status_code for n in range(35)]
    assert replies[:30] == [403] * 30
    assert replies[30:] == [429] * 5
    # Another house is not held up.
    headers = {"REMOTE_ADDR": "203.0.113.9"}
    assert one.post(path, {"rescue": "X"}, environ_base=headers).status_code == 403


@pytest.mark.skipif(HOSTED, reason="one app counts for itself")
def test_nobody_asks_all_the_time(store, tmp_path, played):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings())
    one = Phone(app)
    replies = [one.post(f"/t/{played.code}/pencil", {"seat": ""}).status_code for _ in range(22)]
    assert replies[-2:] == [429, 429]


# -- what the journal says -----------------------------------------------------------------------


def test_links_keys_and_pencils_stand_in_the_journal(table, phone, store):
    scorer, *_, quin = table
    stored = store.table(scorer.code)
    second = phone()
    for _ in range(2):  # a phone that writes already opens nothing
        second.get(f"/t/{stored.code}/score/{stored.key}")
    scorer.post(f"/t/{scorer.code}/rekey", {})
    ask(quin)
    says(scorer, "no")
    ask(quin)
    says(scorer, "yes")
    take(quin)
    quin.post(f"/t/{quin.code}/letgo", {})
    kinds = [row.kind for row in store.journal(scorer.code)[3:]]
    assert kinds == ["link", "rekey", "kept", "pencil", "pencil"]
    assert stored.touched == store.table(scorer.code).touched


def test_nobodys_answer_is_refused_because_somebody_may_write_now(played, phone, store):
    played.get(f"/t/{played.code}")
    form = played.form(f"/t/{played.code}/answer") | {"a.bid 1": "7"}
    stored = store.table(played.code)
    phone().get(f"/t/{stored.code}/score/{stored.key}")
    reply = played.post(f"/t/{played.code}/answer", form)
    assert reply.status_code == 303
    assert store.table(played.code).record.hands[3] == {"bid 1": "7"}
    # The same form again is the same entry.
    assert played.post(f"/t/{played.code}/answer", form).status_code == 303
    assert [row.kind for row in store.journal(played.code)[3:]] == ["link", "answer"]


def test_the_rescue_code_stands_on_the_sheet_that_the_scorer_prints(table, phone):
    scorer, omar, *_ = table
    (code,) = rescue_of(scorer)
    path = f"/t/{scorer.code}/print/sheet.html"
    assert f"rescue code <b>{code}</b>" in scorer.get(path).text
    assert "rescue code" not in scorer.get(f"{path}?blank=1").text
    for one in (omar, phone()):
        assert "rescue code" not in one.get(path).text
    taken = phone()
    taken.code = scorer.code
    taken.post(f"/t/{scorer.code}/rescue", {"rescue": code})
    assert writes(taken)


def test_the_link_to_send_or_copy_is_good_for_one_phone_and_has_no_key(phone):
    scorer = phone()
    code = scorer.begin()
    page = scorer.get(f"/t/{code}/share").text
    link = match_in(r'id="give-link" readonly value="([^"]+)"', page)[1]
    key = match_in(r'id="link" readonly value="[^"]*/([^"/]+)"', page)[1]
    assert f"/t/{code}/join/" in link
    assert key not in link
    for what in ("data-send", "data-copy"):
        button = match_in(rf'<button type="button"[^>]* {what}="give-link"[^>]*>', page)[0]
        assert " hidden" in button  # until the script finds that this phone can
    other = phone()
    other.get(link[link.index("/t/") :])
    other.send(f"/t/{code}/join", seat="2")
    assert "ask-form" in other.get(f"/t/{code}").text
    assert "ask-form" not in scorer.get(f"/t/{code}").text


def test_what_asks_in_the_background_sends_no_cookie(scorer, phone):
    """Its answer may come late, and would take back a key that the phone was given meanwhile."""
    other = phone()
    other.get(f"/t/{scorer.code}")
    for one in (scorer, other):
        for path in ("live", "pencil/word"):
            assert "Set-Cookie" not in one.get(f"/t/{scorer.code}/{path}").headers
