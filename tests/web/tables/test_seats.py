"""Who sits where: before the first deal, in the middle of a game, and at the next table."""

import re

import pytest

from companion import games
from companion.engine.record import Act, Record
from companion.questions import Refused
from companion.words import counted
from tests.finding import match_in
from tests.web.phones import NAMES, plain

NEW = "/new/kaiser"


def names_of(phone):
    """The names in the fields of the page last shown, in order."""
    found = [i for i in phone.page.inputs if i.get("name", "").startswith("name.")]
    return [i["value"] for i in sorted(found, key=lambda i: int(i["name"][5:]))]


def setup(phone, **names):
    phone.get(NEW)
    return phone.send(NEW, do="up 9", **names)


# -- before the first deal -----------------------------------------------------------------------


def test_seats_are_drawn_by_lot_and_nobody_is_lost(phone):
    one = phone()
    one.get(NEW)
    drawn = set()
    for _ in range(40):
        one.send(NEW, do="draw", **NAMES)
        assert sorted(names_of(one)) == sorted(NAMES.values())
        drawn.add(tuple(names_of(one)))
    assert len(drawn) > 5
    assert "Seats drawn by lot" in plain(one.last.text)


def test_the_first_deal_is_drawn_by_lot(phone):
    one = phone()
    one.get(NEW)
    dealers = set()
    for _ in range(60):
        one.send(NEW, do="draw-dealer", **NAMES)
        dealers.add(match_in(r'name="dealer" value="(\d)" checked', one.last.text)[1])
    assert dealers == {"1", "2", "3", "4"}


def test_buttons_move_people_and_dragging_says_the_same(phone):
    one = phone()
    setup(one, **NAMES)
    one.send(NEW, do="down 1")
    assert names_of(one) == ["Omar", "Nell", "Pia", "Quin"]
    one.send(NEW, do="up 1")
    assert names_of(one) == ["Quin", "Nell", "Pia", "Omar"]
    one.send(NEW, do="move 4 1")
    assert names_of(one) == ["Omar", "Quin", "Nell", "Pia"]
    one.send(NEW, do="swap 1 3")
    assert names_of(one) == ["Nell", "Quin", "Omar", "Pia"]


def test_a_button_that_says_nothing_changes_nothing(phone):
    one = phone()
    for do in (
        "up",
        "up 0",
        "up 99",
        "move 1",
        "move 1 7",
        "swap 1",
        "swap 1 7",
        "dance",
        "put ",
        "up ²",
    ):
        setup(one, **NAMES)
        assert one.send(NEW, do=do).status_code == 200
        assert names_of(one) == list(NAMES.values())


def test_names_remembered_are_put_on_chairs_with_a_tap(phone):
    one = phone()
    one.begin(**NAMES)
    one.get("/new/carousel?players=3")
    assert 'value="put Nell"' in one.last.text
    one.send("/new/carousel", do="clear")
    one.send("/new/carousel", do="put Pia")
    one.send("/new/carousel", do="put Nell")
    assert names_of(one) == ["Pia", "Nell", ""]
    one.send("/new/carousel", do="put Pia")
    assert names_of(one) == ["", "Nell", ""]


def test_stand_ins_are_not_remembered_as_names(phone):
    one = phone()
    one.begin()
    assert "put North" not in one.get(NEW).text


def test_teams_are_named_and_stand_in_the_ledger(phone, store):
    one = phone()
    code = one.begin(**NAMES, **{"team.A": " The  Aces ", "team.B": ""})
    assert store.table(code).record.head["team A"] == "The Aces"
    assert "The Aces" in plain(one.get(f"/t/{code}").text)
    assert "Omar" in plain(one.last.text)


def test_the_next_table_begins_as_the_last_one_did_and_the_deal_goes_on(phone, store):
    one = phone()
    code = one.begin(**NAMES, dealer="2", **{"rule.failed_contract": "bid_amount"})
    store.act(code, Act("answer", 1, {"@close": "yes"}), seen=0, submission="a")
    text = one.get(NEW).text
    assert "As last time" in plain(text)
    assert names_of(one) == list(NAMES.values())
    assert re.search(r'name="rule\.failed_contract" value="bid_amount" checked', text)
    one.send(NEW, do="clear")
    assert names_of(one) == [""] * 4
    assert 'value="bid_amount" checked' not in one.last.text


# -- in the middle of a game ---------------------------------------------------------------------


def change(phone, code, **fields):
    phone.get(f"/t/{code}/seats")
    return phone.send(f"/t/{code}/seats", follow=False, do="save", **fields)


def test_a_slip_in_a_name_is_corrected_without_touching_a_score(played, store):
    before = games.find("kaiser").replay(store.table(played.code).record).ledger.totals
    assert change(played, played.code, **{"name.1": "Nelly"}, when="start").status_code == 303
    record = store.table(played.code).record
    assert record.players == ["Nelly", "Omar", "Pia", "Quin"]
    assert not [key for key in record.head if key.startswith("earlier")]
    after = games.find("kaiser").replay(record).ledger.totals
    assert list(after.values()) == list(before.values())
    assert "Nelly" in plain(played.get(f"/t/{played.code}/sheet").text)


def test_somebody_takes_over_from_this_hand_on(played, store):
    change(played, played.code, **{"name.2": "Rosa"}, when="now")
    head = store.table(played.code).record.head
    assert (head["player 2"], head["earlier 2 3"]) == ("Rosa", "Omar")
    assert "Omar to hand 3" in plain(played.get(f"/t/{played.code}/seats").text)


def test_two_change_places_from_this_hand_on(played, store):
    change(played, played.code, **{"name.1": "Omar", "name.2": "Nell"}, when="now")
    head = store.table(played.code).record.head
    assert [head[f"player {n}"] for n in (1, 2)] == ["Omar", "Nell"]
    assert (head["earlier 1 3"], head["earlier 2 3"]) == ("Nell", "Omar")


def test_moving_shows_first_and_saves_later(played, store):
    played.get(f"/t/{played.code}/seats")
    played.send(f"/t/{played.code}/seats", do="move 1 3")
    assert names_of(played) == ["Omar", "Pia", "Nell", "Quin"]
    assert "Not saved yet" in plain(played.last.text)
    assert store.table(played.code).record.players == list(NAMES.values())
    played.send(f"/t/{played.code}/seats", do="save", when="start")
    assert store.table(played.code).record.players == ["Omar", "Pia", "Nell", "Quin"]


def test_undo_brings_the_name_back(played, store):
    change(played, played.code, **{"name.2": "Rosa"}, when="now")
    played.get(f"/t/{played.code}")
    played.send(f"/t/{played.code}/undo")
    head = store.table(played.code).record.head
    assert head["player 2"] == "Omar"
    assert "earlier 2 3" not in head


def test_names_that_cannot_stand_are_refused_and_kept_on_the_page(played, store):
    for name, words in [
        ("Omar", "Two players are called"),
        ("", "Every seat needs a name"),
        ("7", "would be taken for a seat’s number"),
        ("N" * 50, "too long"),
    ]:
        reply = change(played, played.code, **{"name.1": name})
        assert reply.status_code == 422
        assert words in plain(reply.text)
        assert names_of(played)[0] == name
    assert store.table(played.code).record.players == list(NAMES.values())


def test_saving_what_is_as_it_was_says_so(played):
    reply = change(played, played.code)
    assert reply.status_code == 422
    assert "Nothing is different" in plain(reply.text)


def test_a_change_after_somebody_elses_entry_is_stale(played, store):
    played.get(f"/t/{played.code}/seats")
    form = played.form(f"/t/{played.code}/seats") | {"name.1": "Nelly", "do": "save"}
    seq = store.seq(played.code)
    store.act(played.code, Act("answer", 4, {"bid 1": "7"}), seen=seq, submission="other")
    assert played.post(f"/t/{played.code}/seats", form).status_code == 409
    assert store.table(played.code).record.players[0] == "Nell"


def test_a_rematch_has_the_people_who_sit_there_now_and_the_next_dealer(played, store):
    change(played, played.code, **{"name.2": "Rosa"}, when="now")
    hand = games.find("kaiser").replay(store.table(played.code).record).hand
    assert hand
    played.get(f"/t/{played.code}")
    reply = played.post(f"/t/{played.code}/rematch", {"submission": "again"})
    fresh = store.table(reply.headers["Location"].rsplit("/", 1)[1]).record
    assert fresh.players == ["Nell", "Rosa", "Pia", "Quin"]
    assert fresh.dealer == hand.dealer.left.code
    assert not [key for key in fresh.head if key.startswith("earlier")]
    assert fresh.hands == []


# -- joining and leaving -------------------------------------------------------------------------


def test_a_game_played_to_its_end_says_that_nobody_can_join(played, store):
    assert "nobody can join late or sit out" in plain(played.get(f"/t/{played.code}/seats").text)
    seq = store.seq(played.code)
    form = {"seen": str(seq), "submission": "x", "hand": "4", "joins": "Rosa"}
    reply = played.post(f"/t/{played.code}/company", form)
    assert reply.status_code == 422
    assert store.seq(played.code) == seq


def open_game():
    return next(game for game in games.shelf().values() if game.come_and_go)


def begun(phone, store, count=3):
    """An open table after one hand, with what everybody has."""
    game = open_game()
    phone.get(f"/new/{game.key}?players={count}")
    names = {f"name.{n}": name for n, name in enumerate(["Nell", "Omar", "Pia"][:count], 1)}
    reply = phone.send(f"/new/{game.key}", follow=False, do="begin", **names)
    code = reply.headers["Location"].rsplit("/", 1)[1]
    act = Act("answer", 1, {"@void": "nothing dealt", "@adjust 1": "1 7 won", "@adjust 2": "2 -7 "})
    store.act(code, act, seen=0, submission="first")
    return game, code


def balances(game, store, code):
    replay = game.replay(store.table(code).record)
    finished = [hand for hand in replay.hands if hand.over][-1]
    return {side.name: total for side, total in finished.totals.items()}


def test_somebody_joins_between_hands_and_all_keep_what_they_have(phone, store):
    one = phone()
    game, code = begun(one, store)
    before = balances(game, store, code)
    one.get(f"/t/{code}/seats")
    reply = one.send(f"/t/{code}/company", follow=False, joins="Rosa")
    fresh = reply.headers["Location"].rsplit("/", 1)[1]
    after = balances(game, store, fresh)
    assert {name: after[name] for name in before} == before
    assert list(after) == ["Nell", "Omar", "Pia", "Rosa"]
    assert game.replay(store.table(code).record).over


def test_somebody_leaves_between_hands(phone, store):
    one = phone()
    game, code = begun(one, store)
    before = balances(game, store, code)
    one.get(f"/t/{code}/seats")
    reply = one.send(f"/t/{code}/company", follow=False, leaves="2")
    fresh = reply.headers["Location"].rsplit("/", 1)[1]
    assert balances(game, store, fresh) == {n: before[n] for n in ("Nell", "Pia")}


def test_joining_is_offered_between_hands_and_a_refusal_keeps_what_was_filled_in(phone, store):
    one = phone()
    _, code = begun(one, store)
    one.get(f"/t/{code}/seats")
    page = one.send(f"/t/{code}/company", joins="nell", leaves="2").text
    assert 'name="joins" value="nell"' in page
    assert 'name="leaves" value="2" checked' in page
    assert 'name="leaves" value="3" checked' not in page
    store.act(code, Act("answer", 2, {"drops": "none"}), seen=1, submission="h2")
    page = one.get(f"/t/{code}/seats").text
    assert "/company" not in page
    assert "Hand 2 is being played: once it is scored" in plain(page)


def test_a_pot_that_waits_stays_on_the_table(phone, store):
    one = phone()
    game, code = begun(one, store)
    for seen, answers in enumerate(({"drops": "none"}, {"event 1": "abandon"}), 1):
        store.act(code, Act("answer", 2, answers), seen=seen, submission=f"h{seen}")
    replay = game.replay(store.table(code).record)
    waits, chips = replay.table.middle, sum(balances(game, store, code).values())
    assert waits > 0
    one.get(f"/t/{code}/seats")
    reply = one.send(f"/t/{code}/company", follow=False, joins="Rosa")
    fresh = reply.headers["Location"].rsplit("/", 1)[1]
    record = store.table(fresh).record
    assert record.head["middle"] == str(waits)
    joined = game.replay(record).ledger.opening
    assert sum(balances(game, store, fresh).values()) == chips + joined
    assert f"{counted(waits, 'chip')} of the pot" in plain(one.get(f"/t/{fresh}").text)
    reply = one.post(f"/t/{fresh}/rematch", {"submission": "again"})
    assert "middle" not in store.table(reply.headers["Location"].rsplit("/", 1)[1]).record.head


def test_a_pot_that_is_no_number_is_refused_when_it_is_read():
    record = Record.begin(open_game().key, ["Nell", "Omar"])
    record.head["middle"] = "lots"
    with pytest.raises(Refused, match="cannot lie in the middle"):
        open_game().replay(record)


def test_too_few_stay_or_nobody_is_named(phone, store):
    one = phone()
    _, code = begun(one, store, count=2)
    seq = store.seq(code)
    for fields in ({"leaves": "2"}, {"joins": "nell"}, {}):
        one.get(f"/t/{code}/seats")
        assert one.send(f"/t/{code}/company", **fields).status_code == 422
    assert store.seq(code) == seq


def test_sides_of_three_are_told_alike_on_pages_and_on_paper(phone, store):
    names = ["Ana", "Ben", "Cora", "Dan", "Eve", "Finn"]
    record = Record.begin("scotch-whist", names)
    record.head["rule partners"] = "two_sides"
    stored, one = store.begin(record), phone()
    one.get(f"/t/{stored.code}/score/{stored.key}")
    seats = plain(one.get(f"/t/{stored.code}/seats").text)
    assert "Team of Ana, Cora & Eve" in seats
    assert ", with Cora & Eve" in seats
    for place in (f"/t/{stored.code}", f"/t/{stored.code}/print/sheet.html"):
        assert "Ana, Cora & Eve" in plain(one.get(place).text), place
