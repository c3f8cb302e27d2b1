"""The history: searched, deleted with an undo, deleted for good; the people in it."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from companion import games
from companion.engine.transcript import Transcript
from companion.store.exchange import Saved
from companion.tables import statistics
from companion.tables.carrying import canonical
from companion.web import create_app
from companion.web.people import history
from companion.web.people.people import face, faces
from companion.web.platform.settings import Settings
from companion.web.rules.words import day as day_of
from tests.finding import match_in
from tests.web.phones import APPS, NAMES, Phone, plain


def stored(store, key="kaiser", day=1, at=None, **head):
    """The golden evening of a game, played at some time or a day of November, with another head."""
    game = games.find(key)
    record = canonical(game, Transcript.read(game.file("evening.txt"), key).record)
    record.head |= {name.replace("_", " "): text for name, text in head.items()}
    at = at or datetime(2026, 11, day, 20, tzinfo=UTC)
    saved = Saved.beginning(record, game.edition, at=at)
    saved.row.status = "finished"
    return store.restore([saved])[0]


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
    first = stored(store, day=1, player_1="Zoë")
    second = stored(store, "carousel", day=5)
    third = stored(store, day=9)
    one = phone()
    assert found(one) == [third.code, second.code, first.code]
    assert found(one, "?q=ZOË") == [first.code]
    assert found(one, "?q=zoë+carousel") == []
    assert found(one, "?q=kai") == [third.code, first.code]
    assert found(one, "?game=carousel") == [second.code]
    assert found(one, "?since=2026-11-05") == [third.code, second.code]
    assert found(one, "?until=2026-11-05&game=kaiser") == [first.code]


def test_tables_are_found_by_a_word_of_their_day(phone, store):
    """A month, a weekday or a day, as they begin; a name may have the word anywhere."""
    november = stored(store, day=5)
    march = stored(store, at=datetime(2026, 3, 14, 12, tzinfo=UTC), player_1="Denov")
    one = phone()
    assert found(one, "?q=nov") == [november.code, march.code]
    assert found(one, "?q=kaiser+november") == found(one, "?q=thurs") == [november.code]
    assert found(one, "?q=14+mar") == [march.code]
    assert found(one, "?q=ember") == []
    text = plain(one.get("/history").text)
    assert text.index("November 2026 1 game") < text.index("March 2026 1 game")


def test_whoever_was_replaced_is_found_too(played, store):
    played.get(f"/t/{played.code}/seats")
    played.send(f"/t/{played.code}/seats", do="save", when="now", **{"name.2": "Rosa"})
    assert found(played, "?q=rosa") == found(played, "?q=omar") == [played.code]


def test_a_day_that_is_none_is_said_and_the_rest_of_the_search_stands(phone, store):
    one = phone()
    code = stored(store).code
    assert found(one, "?since=yesterday&q=kaiser") == [code]
    assert "“yesterday” is not a day" in plain(one.last.text)


def test_long_histories_have_pages(phone, store, monkeypatch):
    monkeypatch.setattr(history, "PAGE", 2)
    codes = [stored(store, day=day).code for day in range(1, 6)][::-1]
    one = phone()
    assert [found(one, f"?page={n}") for n in (1, 2, 3)] == [codes[:2], codes[2:4], codes[4:]]
    assert found(one, "?page=99") == codes[4:]
    assert found(one, "?page=²") == codes[:2]


def test_results_stand_beside_the_tables(phone, store):
    kaiser = stored(store)
    replay = games.find("kaiser").replay(kaiser.record)
    text = plain(phone().get("/history").text)
    assert replay.outcome
    first, second = replay.outcome.winners[0], replay.outcome.winners[0].others[0]
    totals = replay.ledger.totals
    assert f"{first} won" in text
    assert f"Kaiser against {second} · " in text
    assert f"{totals[first]} : {totals[second]}" in text


# -- privacy -------------------------------------------------------------------------------------


def test_a_private_server_shows_a_browser_only_the_tables_it_has_met(private, store):
    one, other = Phone(private), Phone(private)
    code = one.begin(**NAMES)
    one.answer(code, {"bid 2": "7"})
    stored(store, player_1="Zoë")
    for path in ("/", "/history", "/people"):
        assert "Zoë" not in one.get(path).text
        assert "Nell" not in other.get(path).text
    assert found(one) == [code]
    assert found(other) == []
    assert other.get("/people/Nell").status_code == 404


def test_a_private_table_that_was_visited_is_seen(private):
    one, other = Phone(private), Phone(private)
    code = one.begin(**NAMES)
    one.answer(code, {"bid 2": "7"})
    other.get(f"/t/{code}")
    assert found(other) == [code]
    assert other.last
    assert f"/t/{code}/delete" not in other.last.text


# -- deleting ------------------------------------------------------------------------------------


def test_delete_and_undo(played, phone, store):
    before = store.table(played.code)
    assert "/delete" not in played.get("/history").text
    played.get(f"/t/{played.code}/pause")
    reply = played.send(f"/t/{played.code}/delete")
    assert "Deleted: Kaiser" in plain(reply.text)
    assert played.code not in found(played)
    assert f"/t/{played.code}" not in played.get("/").text
    gone = played.get(f"/t/{played.code}")
    assert gone.status_code == 410
    assert "This table was deleted" in plain(gone.text)
    played.get(f"/history?deleted={played.code}")
    assert played.send(f"/t/{played.code}/undelete").status_code == 200
    after = store.table(played.code)
    assert (after.record, after.status) == (before.record, "playing")
    assert found(played) == [played.code]


def test_nothing_is_entered_at_a_deleted_table(played, store):
    played.get(f"/t/{played.code}")
    form = played.form(f"/t/{played.code}/answer") | {"a.bid 1": "7"}
    played.post(f"/t/{played.code}/delete", {})
    seq = store.seq(played.code)
    assert played.post(f"/t/{played.code}/answer", form).status_code == 410
    assert store.seq(played.code) == seq
    assert store.table(played.code).status == "deleted"


def test_deleting_for_good_takes_two_steps_and_leaves_nothing(played, store):
    assert played.post(f"/t/{played.code}/forget", {}).status_code == 409
    assert store.table(played.code)
    played.post(f"/t/{played.code}/delete", {})
    played.get("/deleted")
    reply = played.send(f"/t/{played.code}/forget")
    assert "Nothing of that table is left" in plain(reply.text)
    with pytest.raises(LookupError):
        store.table(played.code)
    assert played.get(f"/t/{played.code}").status_code == 404


def test_others_do_not_see_what_was_deleted(played, phone):
    played.post(f"/t/{played.code}/delete", {})
    other = phone()
    assert played.code not in other.get("/deleted").text
    assert played.code not in other.get(f"/history?deleted={played.code}").text
    assert other.post(f"/t/{played.code}/undelete", {}).status_code == 403


# -- people --------------------------------------------------------------------------------------


def test_a_person_has_figures_charts_and_opponents(phone, store):
    for day in (1, 2, 3):
        stored(store, day=day)
    one = phone()
    text = one.get("/people").text
    assert 'href="/people/Nell"' in text
    text = one.get("/people/nell").text
    words = plain(text)
    assert "Games won 3 of 3" in words
    assert "Bids made 12 of 12" in words
    assert text.count('<rect class="') == 3 + 2
    assert "style=" not in text
    assert re.search(r"Against won : lost O ?Omar ?3 in a row; Kaiser 3 ?3:0", words)
    assert "Last games Kaiser, 55 : 19" in words
    assert "with Pia; won" in words


def test_a_pair_has_figures_too(phone, store):
    for day in (1, 2, 3):
        stored(store, day=day)
    one = phone()
    link = match_in(r'href="(/pair[^"]+)">.*?Nell &amp; Pia', one.get("/people").text)[1]
    text = one.get(link.replace("&amp;", "&")).text
    words = plain(text)
    assert "Nell & Pia" in words
    assert "Games won 3 of 3" in words
    assert "Bids made 12 of 12" in words
    assert "Best hand" in words
    assert re.search(r"Omar ?3 in a row; Kaiser 3 ?3:0", words)
    assert 'href="/pair?one=Nell&amp;two=Pia"' in one.get("/people/Nell").text
    assert one.get("/pair?one=Nell&two=Omar").status_code == 404
    assert one.get("/pair").status_code == 404


def test_the_last_thirty_days_stand_beside_all_of_them(phone, store):
    old, new = datetime.now(UTC) - timedelta(days=40), datetime.now(UTC) - timedelta(days=2)
    old = old.astimezone().replace(hour=12)
    for when in (old, old + timedelta(hours=3), new):
        stored(store, at=when.astimezone(UTC))
    one = phone()
    for path in ("/people", "/people/Nell", "/pair?one=Nell&two=Pia"):
        words = plain(one.get(path).text)
        assert "Last 30 days 1 game All 3 games" in words
    assert "Games won 3 of 3" in plain(one.get("/people/Nell").text)
    assert f"Best evening {day_of(old)}: 2 of 2" in plain(one.get("/people/Nell").text)
    assert "Games won 1 of 1" in plain(one.get("/people/Nell?days=30").text)
    assert "Games won 1 of 1" in plain(one.get("/pair?one=Nell&two=Pia&days=30").text)
    text = one.get("/people?days=30").text
    assert re.search(r'href="/people/Omar">Omar</a></th><td>1</td>', text)


def test_a_game_closed_early_counts_as_played_and_nobody_has_lost(played):
    played.get(f"/t/{played.code}/pause")
    played.send(f"/t/{played.code}/close")
    assert "</th><td>1</td><td>0</td>" in re.sub(r"\s*\n\s*", "", played.get("/people").text)
    assert "closed early" in plain(played.get("/people/Nell").text)
    assert "a draw" not in plain(played.get("/history").text)


def test_hands_without_names_are_said_to_be_so(phone):
    one = phone()
    code = one.begin(entry="quick")
    one.answer(code, {"bidder": "2", "contract": "7 no", "tricks": "5", "5H": "B", "3S": "A"})
    assert "1 hand played without names" in plain(one.get("/people").text)
    assert "North & South – East & West" in plain(one.get("/history").text)


def test_nobody_has_figures_before_a_game_has_ended(phone, scorer):
    scorer.answer(scorer.code, {"bid 2": "7"})
    words = plain(scorer.get("/people").text)
    assert "No finished game yet." in words
    assert re.search("N ?Nell ?1 open game", words)
    assert "Won" not in words
    words = plain(scorer.get("/people/Nell").text)
    assert "No finished game yet; 1 still open." in words
    assert " 0" not in words.split("No finished")[1].split("Every table")[0]


def test_people_whose_names_begin_alike_have_two_letters(phone, store):
    assert faces(["Nell", "Omar", "Nora"]) == {"Nell": "Ne", "Omar": "O", "Nora": "No"}
    assert faces(["Anna", "Alma", "🂡"]) == {"Anna": "An", "Alma": "Al", "🂡": "🂡"}
    assert face("Nell") == face("nell")
    assert len({face(name) for name in ("Nell", "Omar", "Pia", "Quin", "Ana", "Ben", "Cy")}) > 3


def test_a_game_has_figures_for_everybody_who_played_it(phone, store):
    for day in (1, 2):
        stored(store, day=day)
    stored(store, key="tres", day=3)
    one = phone()
    assert 'href="/played/kaiser">Kaiser</a></th><td>2</td>' in one.get("/people").text
    words = plain(one.get("/played/kaiser").text)
    assert "2 games played to the end, 18 hands in all" in words
    assert re.search(r"Nell 2 2 \d+ 8 of 8 \+\d+", words)
    assert "Bids made" not in plain(one.get("/played/tres").text)
    assert one.get("/played/chess").status_code == 404


def test_figures_are_of_tables_this_browser_may_see(private, store):
    stored(store)
    one = Phone(private)
    assert one.get("/pair?one=Nell&two=Pia").status_code == 404
    assert one.get("/played/kaiser").status_code == 404


def test_a_name_of_any_letters_has_a_page(phone, store):
    stored(store, player_1="Zoë / Ann?")
    one = phone()
    link = match_in(r'href="(/people/Zo[^"]+)"', one.get("/people").text)[1]
    assert one.get(link).status_code == 200
    assert "Zoë / Ann?" in plain(one.last.text)


def test_what_one_page_cannot_count_the_next_one_does(phone, store, monkeypatch):
    for day in range(1, 6):
        stored(store, day=day)
    gather = statistics.Statistics.gather
    with monkeypatch.context() as patch:
        patch.setattr(statistics.Statistics, "gather",
                      lambda self, found, seconds: gather(self, found, -1))  # fmt: skip
        one = phone()
        assert "1 table counted, 4 to go" in plain(one.get("/people").text)
    # A busy machine may need more than one further page.
    assert any("to go" not in plain(one.get("/people").text) for _ in range(20))


def test_a_table_is_replayed_again_only_when_something_was_entered(phone, store, monkeypatch):
    code = stored(store).code
    counted = []
    count = statistics.Statistics._count

    def noted(self, head, identity):
        counted.append(head.code)
        return count(self, head, identity)

    monkeypatch.setattr(statistics.Statistics, "_count", noted)
    one = phone()
    for _ in range(4):
        one.get("/people")
    assert counted == [code] * APPS
    store.settle(code, {"A": 1, "B": 0}, ["A"])
    for _ in range(4):
        one.get("/people")
    assert counted == [code] * APPS * 2


def test_suggested_names_are_forgotten_one_by_one_or_all(phone):
    one = phone()
    one.begin(**NAMES)
    one.get("/people")
    one.post("/people/forget", {"name": "pia"})
    text = one.get("/people").text
    assert "Forget Nell" in text
    assert "Forget Pia" not in text
    one.post("/people/forget", {})
    assert "Names are remembered as tables begin" in plain(one.get("/people").text)


def test_a_name_is_erased_for_good_at_the_tables_one_may_write_to(played, phone, store):
    theirs = phone().begin(**NAMES)
    played.get("/people/Nell")
    played.post("/people/erase", {"name": "Nell"})
    assert store.table(played.code).record.players[0] == "Nell"
    reply = played.post("/people/erase", {"name": "Nell", "sure": "yes"}, follow_redirects=True)
    assert "gone from 1 table" in plain(reply.text)
    assert store.table(played.code).record.players[0] == "Player 1"
    assert store.table(theirs).record.players[0] == "Nell"
    totals = games.find("kaiser").replay(store.table(played.code).record).ledger.totals
    assert list(totals.values()) == [28, 12]


def test_a_day_has_no_nought_before_it():
    from datetime import datetime

    from companion.web.rules.words import day

    moment = datetime(2026, 11, 2)
    assert day(moment) == "2 November 2026"
    assert day(moment, "%b") == "2 Nov 2026"
