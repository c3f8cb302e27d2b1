"""The history: searched, deleted with an undo, deleted for good; the people in it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event

from companion import clock
from companion.app import create_app
from companion.engine.game import Game
from companion.settings import Settings
from companion.tables import summaries
from companion.web.people import history
from companion.web.people.people import faces
from companion.web.rules.words import day as day_of
from tests.finding import match_in
from tests.web.phones import NAMES, Phone, golden, kept, plain


def found(phone, query=""):
    """The codes that the history lists."""
    page = phone.get(f"/history{query}").text
    return re.findall(r'<li><a href="/t/([A-Z]+)"', page)


@pytest.fixture
def private(store, tmp_path):
    """An app that lists no tables."""
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(listed=False))
    app.config["REST"] = 0
    return app


# -- searching -----------------------------------------------------------------------------------


def test_tables_are_found_by_name_game_and_day(phone, store):
    first = kept(store, day=1, player_1="Zoë")
    second = kept(store, "carousel", day=5)
    third = kept(store, day=9)
    one = phone()
    assert found(one) == [third.code, second.code, first.code]
    assert found(one, "?q=ZOË") == [first.code]
    assert found(one, "?q=zoe") == [first.code]
    assert found(one, "?q=zoë+carousel") == []
    assert found(one, "?q=kai") == [third.code, first.code]
    assert found(one, "?game=carousel") == [second.code]
    assert found(one, "?since=2026-11-05") == [third.code, second.code]
    assert found(one, "?until=2026-11-05&game=kaiser") == [first.code]


def test_tables_are_found_by_word_of_day(phone, store):
    """A month, a weekday or a day, as they begin; a name may have the word anywhere."""
    november = kept(store, day=5)
    march = kept(store, at=datetime(2026, 3, 14, 12, tzinfo=UTC), player_1="Denov")
    one = phone()
    assert found(one, "?q=nov") == [november.code, march.code]
    assert found(one, "?q=kaiser+november") == found(one, "?q=thurs") == [november.code]
    assert found(one, "?q=14+mar") == [march.code]
    assert found(one, "?q=ember") == []
    text = one.words("/history")
    assert text.index("November 2026 1 game") < text.index("March 2026 1 game")


def test_whoever_was_replaced_is_found_too(played):
    played.fill("seats", do="save", when="now", **{"name.2": "Rosa"})
    assert found(played, "?q=rosa") == found(played, "?q=omar") == [played.code]
    # An invalid day shows a message, and the rest of the search applies.
    assert found(played, "?since=yesterday&q=kaiser") == [played.code]
    assert "“yesterday” is not a day" in played.words()


def test_long_histories_have_pages(phone, store, monkeypatch):
    monkeypatch.setattr(history, "PAGE", 2)
    codes = [kept(store, day=day).code for day in range(1, 6)][::-1]
    one = phone()
    assert [found(one, f"?page={n}") for n in (1, 2, 3)] == [codes[:2], codes[2:4], codes[4:]]
    assert found(one, "?page=99") == codes[4:]
    assert found(one, "?page=²") == codes[:2]


def test_results_stand_beside_the_tables(phone, store):
    kept(store)
    replay, text = phone(golden()).replay, phone().words("/history")
    first, second = replay.outcome.winners[0], replay.outcome.winners[0].others[0]
    totals = replay.ledger.totals
    assert f"{first} won" in text
    assert f"Kaiser against {second} · " in text
    assert f"{totals[first]} : {totals[second]}" in text


# -- privacy -------------------------------------------------------------------------------------


def test_private_server_shows_only_tables_already_met(private, store):
    one, other = Phone(private), Phone(private)
    one.begin(**NAMES)
    one.answer({"bid 2": "7"})
    kept(store, player_1="Zoë")
    for path in ("/", "/history", "/people"):
        assert "Zoë" not in one.get(path).text
        assert "Nell" not in other.get(path).text
    assert (found(one), found(other)) == ([one.code], [])
    for path in ("/people/Nell", "/people/Zoë", "/pair?one=Omar&two=Quin", "/played/kaiser"):
        assert other.get(path).status_code == 404
    other.get(f"/t/{one.code}")
    assert found(other) == [one.code]
    assert f"/t/{one.code}/delete" not in other.last.text


# -- deleting ------------------------------------------------------------------------------------


def test_delete_and_undo(played, phone):
    before, path = played.stored, f"/t/{played.code}"
    assert "/delete" not in played.get("/history").text
    assert "Deleted: Kaiser" in plain(played.fill("delete", on="pause").text)
    assert played.code not in found(played)
    assert path not in played.get("/").text
    assert played.get("").status_code == 410
    assert "This table was deleted" in played.words()
    other = phone(played.code)  # sees nothing of it
    for page in ("/deleted", f"/history?deleted={played.code}"):
        assert played.code not in other.get(page).text
    assert other.post("undelete", {}).status_code == 403
    back = played.fill("undelete", on=f"/history?deleted={played.code}")
    assert back.status_code == 200
    assert (played.record, played.stored.status) == (before.record, "playing")
    assert found(played) == [played.code]


def test_restored_table_is_confirmed_with_a_link(played):
    played.fill("delete", on="pause")
    page = played.fill("undelete", on="/deleted").text
    assert "Restored Kaiser, " in plain(page)
    assert f'<a href="/t/{played.code}">Kaiser, ' in page


def test_todays_tables_are_found_by_the_word(played, store):
    kept(store, day=1)
    assert found(played, "?q=today") == [played.code]


def test_nothing_is_entered_at_a_deleted_table(played):
    form = played.filled({"bid 1": "7"})
    played.post("delete", {})
    seq = played.seq
    assert played.post("answer", form).status_code == 410
    assert (played.seq, played.stored.status) == (seq, "deleted")


def test_permanent_deletion_takes_two_steps_and_leaves_nothing(played):
    assert played.post("forget", {}).status_code == 409
    assert played.stored
    played.post("delete", {})
    assert "Nothing of that table is left" in plain(played.fill("forget", on="/deleted").text)
    with pytest.raises(LookupError):
        assert played.stored
    assert played.get("").status_code == 404


# -- people --------------------------------------------------------------------------------------


def test_person_and_pair_have_figures_and_opponents(phone, store):
    for day in (1, 2, 3):
        kept(store, day=day)
    one = phone()
    people = one.get("/people").text
    assert 'href="/people/Nell"' in people
    text, words = one.get("/people/nell").text, one.words()
    assert 'href="/pair?one=Nell&amp;two=Pia"' in text
    assert len(re.findall(r'<rect class="(?:won|lost)"\s+x=', text)) == 3 + 2
    assert "style=" not in text
    assert re.search(r"Against won : lost O ?Omar ?3 in a row; Kaiser 3 ?3:0", words)
    assert "Last games Kaiser, 55 : 19" in words
    assert "with Pia; won" in words
    link = match_in(r'href="(/pair[^"]+)">.*?Nell &amp; Pia', people)[1]
    pair = one.words(link.replace("&amp;", "&"))
    assert "Nell & Pia" in pair
    assert "Best hand" in pair
    assert re.search(r"Omar ?3 in a row; Kaiser 3 ?3:0", pair)
    for told in (words, pair):
        assert "Won 100 % 3 of 3" in told
        assert "Bids made 12 of 12" in told
        assert "Bids made 100 % 12 of 12" in told
        assert re.search(r"Best hand \+\d+ Kaiser, ", told)
        assert "Last 3 W W W" in told
    for path in ("/pair?one=Nell&two=Omar", "/pair"):
        assert one.get(path).status_code == 404


def test_people_have_three_periods(phone, store, monkeypatch):
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: now)
    old, new = (now - timedelta(days=40)).astimezone().replace(hour=12), now - timedelta(days=2)
    days = [old, old + timedelta(hours=3), new, old - timedelta(days=365)]
    for when in days:
        kept(store, at=when.astimezone(UTC))
    one = phone()
    for path in ("/people", "/people/Nell", "/pair?one=Nell&two=Pia"):
        words = one.words(path)
        assert "30 days 1 game This year 3 games All 4 games" in words
    assert "Won 100 % 4 of 4" in one.words("/people/Nell")
    assert "Won 100 % 3 of 3" in one.words("/people/Nell?days=year")
    assert f"Best evening {day_of(old)}: 2 of 2" in one.words("/people/Nell")
    assert "Won 100 % 1 of 1" in one.words("/people/Nell?days=30")
    assert "Won 100 % 1 of 1" in one.words("/pair?one=Nell&two=Pia&days=30")
    text = one.get("/people?days=30").text
    assert re.search(r'href="/people/Omar">Omar</a></th>.*?<td>\d of 1</td>', text)


def test_winners_come_first_and_ties_are_named(phone, store):
    """Nell & Pia win each recorded game."""
    for day, seats in enumerate((("Ann", "Bob", "Cat", "Dan"), ("Ann", "Bob", "Eve", "Dan"),
                                 ("Bob", "Ann", "Dan", "Fay")), 1):  # fmt: skip
        kept(store, day=day, **{f"player_{n}": name for n, name in enumerate(seats, 1)})
    one = phone()
    people = re.findall(r'href="/people/(\w+)">\w+</a></th>', one.get("/people").text)
    assert people == ["Cat", "Eve", "Ann", "Bob", "Dan", "Fay"]
    assert "Cat and Eve tie. Bob and Dan tie." in one.words()
    pairs = re.findall(r'href="/pair\?one=(\w+)&amp;two=(\w+)"', one.last.text)
    assert pairs == [("Ann", "Cat"), ("Ann", "Eve"), ("Bob", "Dan"), ("Ann", "Fay")]
    against = one.get("/people/Bob").text.partition('id="against"')[2]
    assert re.findall(r"q=Bob[+]?(?:%20)?(\w+)", against) == ["Fay", "Ann", "Cat", "Eve"]
    rows = re.findall(r'href="/people/(\w+)">', one.get("/played/kaiser").text)
    assert rows == people


def test_game_closed_early_counts_without_a_loser(played):
    played.fill("close", on="pause")
    assert "<td>0 of 1</td>" in re.sub(r"\s*\n\s*", "", played.get("/people").text)
    assert "closed early" in played.words("/people/Nell")
    assert "Such a game counts as not won." in played.words("/people/Nell")
    assert "A game closed early counts as not won." in played.words("/people")
    assert "a draw" not in played.words("/history")


def test_hands_without_names_are_said_to_be_so(phone):
    one = phone()
    one.begin(entry="quick")
    one.answer({"bidder": "2", "contract": "7 no", "tricks": "5", "5H": "B", "3S": "A"})
    assert "1 hand played without names" in one.words("/people")
    assert "North & South – East & West" in one.words("/history")


def test_nobody_has_figures_before_a_game_has_ended(scorer):
    scorer.answer({"bid 2": "7"})
    words = scorer.words("/people")
    assert "No finished game yet." in words
    assert re.search("N ?Nell ?1 open game", words)
    assert "Won" not in words
    words = scorer.words("/people/Nell")
    assert "No finished game yet; 1 still open." in words
    assert " 0" not in words.split("No finished")[1].split("Every table")[0]


def test_names_that_begin_alike_have_two_letters():
    def letters(*names):
        return {name: each.letters for name, each in faces(names).items()}

    assert letters("Nell", "Omar", "Nora") == {"Nell": "Ne", "Omar": "O", "Nora": "No"}
    assert letters("Anna", "Alma", "🂡") == {"Anna": "An", "Alma": "Al", "🂡": "🂡"}


def test_five_people_have_five_colours():
    """Further people are grey with two letters; another spelling of a name is the same person."""
    for names in (["Ana", "Ben", "Cat", "Dan", "Eve"], ["Nell", "Omar", "Pia", "Quin", "Cy"]):
        found = faces([*names, "Fay", "Gus", names[0].upper()])
        assert {found[name].colour for name in names} == {0, 1, 2, 3, 4}
        assert found["Fay"].colour == found["Gus"].colour == 5
        assert (found["Fay"].letters, found["Gus"].letters) == ("Fa", "Gu")
        assert found[names[0].upper()].colour == found[names[0]].colour
    assert faces(["Ben"])["Ben"].colour == faces(["Cat", "Ben"])["Ben"].colour


def test_game_has_figures_for_every_player(phone, store):
    one = phone()
    for day, key in enumerate(("kaiser", "kaiser", "tres"), 1):
        kept(store, key, day)
    assert 'href="/played/kaiser">Kaiser</a></th><td>2</td>' in one.get("/people").text
    words = one.words("/played/kaiser")
    assert "2 games played to the end, 18 hands in all" in words
    assert re.search(r"Nell 2 2 \d+ 8 of 8 \+\d+", words)
    assert "Bids made" not in one.words("/played/tres")
    assert one.get("/played/chess").status_code == 404


def test_game_begun_after_midnight_has_the_evenings_day(phone, monkeypatch):
    """Begun at one o'clock: on its last page, on paper and in the list of a person's games."""
    begun = datetime(2026, 11, 21, 1).astimezone()
    monkeypatch.setattr(clock, "now", lambda: begun)
    one = phone(golden("kaiser"))
    assert "20 Nov" in one.words("")
    assert "20 November 2026" in one.words("print/sheet.html")
    assert "Friday" in one.words("/history")
    monkeypatch.setattr(clock, "now", lambda: begun + timedelta(days=30))
    assert "20 Nov" in one.words("/history")


def test_a_name_of_any_letters_has_a_page(phone, store):
    kept(store, player_1="Zoë / Ann?")
    one = phone()
    link = match_in(r'href="(/people/Zo[^"]+)"', one.get("/people").text)[1]
    assert one.get(link).status_code == 200
    assert "Zoë / Ann?" in one.words()


def test_uncounted_tables_are_counted_on_next_page(phone, store, monkeypatch):
    for day in range(1, 6):
        kept(store, day=day)
    with monkeypatch.context() as patch:
        patch.setattr(history, "SECONDS", -1)
        patch.setattr(summaries, "BATCH", 1)
        one = phone()
        assert "4 tables not counted yet" in one.words("/people")
        # Day 1 is the oldest, and the last to be read.
        words = one.words("/history?q=1+november")
        assert ("3 tables not counted yet" in words, "No game fits" in words) == (True, False)
    # A busy machine may need more than one further page.
    assert any("not counted" not in one.words("/people") for _ in range(20))
    assert "not counted" not in one.words("/history?q=1+november")
    assert "1 found" in one.words()


@pytest.mark.parametrize("path", ["/", "/people", "/people/Nell", "/history", "/played/kaiser"])
def test_lists_and_statistics_replay_nothing(path, played, monkeypatch):
    played.get(path)
    monkeypatch.setattr(Game, "replay", lambda *_, **__: pytest.fail("replayed"))
    assert "Kaiser" in played.words(path)


@pytest.mark.parametrize("path", ["/", "/people", "/people/Nell", "/history", "/played/kaiser"])
def test_statement_count_does_not_grow_with_tables(path, phone, store):
    one, sent = phone(), list[str]()
    event.listen(store.reader, "before_cursor_execute", lambda *told: sent.append(told[2]))
    counts = []
    for days in (range(1, 4), range(4, 13)):
        for day in days:
            kept(store, day=day)
        one.get(path)  # makes the summaries
        sent.clear()
        one.get(path)
        counts.append(len(sent))
        assert not any("journal" in statement for statement in sent)
    assert counts[0] == counts[1]


def test_suggested_names_are_forgotten_singly_or_all(phone):
    one = phone()
    one.begin(**NAMES)
    one.get("/people")
    one.post("/people/forget", {"name": "pia"})
    text = one.get("/people").text
    assert "Forget Nell" in text
    assert "Forget Pia" not in text
    one.post("/people/forget", {})
    assert "Names are saved when you start a game" in one.words("/people")


def test_name_is_erased_only_at_writable_tables(played, phone, store):
    theirs = phone().begin(**NAMES)
    played.get("/people/Nell")
    played.post("/people/erase", {"name": "Nell"})
    assert played.record.players[0] == "Nell"
    reply = played.post("/people/erase", {"name": "Nell", "sure": "yes"}, follow_redirects=True)
    assert "gone from 1 table" in plain(reply.text)
    assert played.record.players[0] == "Player 1"
    assert store.table(theirs).record.players[0] == "Nell"
    assert played.totals == [28, 12]


def test_a_day_has_no_nought_before_it():
    moment = datetime(2026, 11, 2)
    assert day_of(moment) == "2 November 2026"
    assert day_of(moment, "%b") == "2 Nov 2026"
