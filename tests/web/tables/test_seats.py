"""Seats: before the first deal, in the middle of a game, and at the next table."""

import re

import pytest

from companion import games
from companion.engine.record import MAX_NAME, Act, Record
from companion.questions import Refused
from companion.words import counted
from tests.finding import match_in
from tests.texts import NOT_SAVED_YET
from tests.web.phones import NAMES, plain

NEW = "/new/kaiser"


def names_of(phone):
    """The names in the fields of the page last shown, in order."""
    found = [i for i in phone.page.inputs if i.get("name", "").startswith("name.")]
    return [i["value"] for i in sorted(found, key=lambda i: int(i["name"][5:]))]


# -- before the first deal -----------------------------------------------------------------------


def test_draw_of_seats_and_dealer_loses_nobody(phone):
    one, drawn, dealers = phone(), set[tuple[str, ...]](), set[str]()
    one.get(NEW)
    while len(drawn) <= 5:
        one.send(NEW, do="draw", **NAMES)
        assert sorted(names_of(one)) == sorted(NAMES.values())
        drawn.add(tuple(names_of(one)))
    assert "Seats drawn by lot" in one.words()
    while len(dealers) < 4:
        one.send(NEW, do="draw-dealer", **NAMES)
        dealers.add(match_in(r'name="dealer" value="(\d)" checked', one.last.text)[1])
    assert dealers == {"1", "2", "3", "4"}


def test_buttons_move_people_and_dragging_says_the_same(phone):
    one = phone()
    one.fill(NEW, do="up 9", **NAMES)
    for do, names in (
        ("down 1", ["Omar", "Nell", "Pia", "Quin"]),
        ("up 1", ["Quin", "Nell", "Pia", "Omar"]),
        ("move 4 1", ["Omar", "Quin", "Nell", "Pia"]),
        ("swap 1 3", ["Nell", "Quin", "Omar", "Pia"]),
    ):
        one.send(NEW, do=do)
        assert names_of(one) == names


@pytest.mark.parametrize("do", ["up", "up 0", "up 99", "move 1", "move 1 7", "swap 1", "swap 1 7",
                                "dance", "put ", "up ²"])  # fmt: skip
def test_a_button_that_says_nothing_changes_nothing(phone, do):
    one = phone()
    assert one.fill(NEW, do=do, **NAMES).status_code == 200
    assert names_of(one) == list(NAMES.values())


def test_remembered_names_are_seated_with_a_tap(phone):
    one = phone()
    one.begin()
    assert "put North" not in one.get(NEW).text  # stand-ins are not remembered
    one.begin(**NAMES)
    assert 'value="put Nell"' in one.get("/new/carousel?players=3").text
    for do in ("clear", "put Pia", "put Nell"):
        one.send("/new/carousel", do=do)
    assert names_of(one) == ["Pia", "Nell", ""]
    one.send("/new/carousel", do="put Pia")
    assert names_of(one) == ["", "Nell", ""]


def test_teams_are_named_and_stand_in_the_ledger(phone):
    one = phone()
    one.begin(**NAMES, **{"team.A": " The  Aces ", "team.B": ""})
    assert one.record.head["team A"] == "The Aces"
    assert "The Aces" in one.words("")
    assert "Omar" in one.words()


def test_next_table_keeps_setup_and_passes_deal(phone):
    one = phone()
    one.begin(**NAMES, dealer="2", **{"rule.failed_contract": "bid_amount"})
    one.enter(Act("answer", 1, {"@close": "yes"}))
    assert "As last time" in one.words(NEW)
    assert names_of(one) == list(NAMES.values())
    assert re.search(r'name="rule\.failed_contract" value="bid_amount" checked', one.last.text)
    one.send(NEW, do="clear")
    assert names_of(one) == [""] * 4
    assert 'value="bid_amount" checked' not in one.last.text


# -- in the middle of a game ---------------------------------------------------------------------


def change(phone, when="now", **names):
    """Saves other names: `name_2="Rosa"`."""
    fields = {key.replace("_", "."): name for key, name in names.items()}
    return phone.fill("seats", follow=False, do="save", when=when, **fields)


def test_name_correction_changes_no_score(played):
    assert change(played, "start", name_1="Nelly").status_code == 303
    assert played.record.players == ["Nelly", "Omar", "Pia", "Quin"]
    assert not [key for key in played.record.head if key.startswith("earlier")]
    assert played.totals == [28, 12]
    assert "Nelly" in played.words("sheet")


def test_replacement_starts_this_hand_and_undo_restores(played):
    change(played, name_2="Rosa")
    head = played.record.head
    assert (head["player 2"], head["earlier 2 3"]) == ("Rosa", "Omar")
    assert "Omar to hand 3" in played.words("seats")
    played.fill("undo", on="")
    head = played.record.head
    assert (head["player 2"], "earlier 2 3" in head) == ("Omar", False)


def test_two_change_places_from_this_hand_on(played):
    change(played, name_1="Omar", name_2="Nell")
    head = played.record.head
    assert [head[f"player {n}"] for n in (1, 2)] == ["Omar", "Nell"]
    assert (head["earlier 1 3"], head["earlier 2 3"]) == ("Nell", "Omar")


def test_moving_shows_first_and_saves_later(played):
    played.fill("seats", do="move 1 3")
    assert names_of(played) == ["Omar", "Pia", "Nell", "Quin"]
    assert NOT_SAVED_YET in played.words()
    assert played.record.players == list(NAMES.values())
    played.send("seats", do="save", when="start")
    assert played.record.players == ["Omar", "Pia", "Nell", "Quin"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Omar", "Two players are called"),
        ("", "Every seat needs a name"),
        ("7", "would be taken for a seat’s number"),
        ("N" * 50, "too long"),
        ("Nell", "Nothing has changed"),
    ],
)
def test_invalid_names_are_refused_and_kept(played, name, words):
    reply = change(played, name_1=name)
    assert reply.status_code == 422
    assert words in plain(reply.text)
    assert names_of(played)[0] == name
    assert played.record.players == list(NAMES.values())


def test_name_fields_have_the_length_of_names(played):
    """So that no typed letters are refused later."""
    for path in ("seats", "/new/kaiser"):
        fields = re.findall(r'name="name\.\d"[^>]*?maxlength="(\d+)"', played.get(path).text)
        assert fields == [str(MAX_NAME)] * 4, path


def test_earlier_players_name_is_refused_for_others(played):
    played.enter(Act("amend", 0, {"player 2": "Zed", "earlier 2 2": "Omar"}))
    reply = change(played, "start", name_3="omar")
    assert reply.status_code == 422
    assert "Two players would be called Omar until hand 2" in plain(reply.text)
    assert played.record.players[2] == "Pia"


def test_a_change_after_somebody_elses_entry_is_stale(played):
    played.get("seats")
    form = played.form("seats") | {"name.1": "Nelly", "do": "save"}
    played.enter(Act("answer", 4, {"bid 1": "7"}))
    assert played.post("seats", form).status_code == 409
    assert played.record.players[0] == "Nell"


def test_rematch_has_current_people_and_next_dealer(played):
    change(played, name_2="Rosa")
    dealer = played.replay.hand.dealer
    played.go(played.post("rematch", {"submission": "again"}))
    fresh = played.record
    assert fresh.players == ["Nell", "Rosa", "Pia", "Quin"]
    assert fresh.dealer == dealer.left.code
    assert not [key for key in fresh.head if key.startswith("earlier")]
    assert fresh.hands == []


# -- joining and leaving -------------------------------------------------------------------------


def test_game_needing_same_players_refuses_joining(played):
    assert "needs the same 4 players until the end" in played.words("seats")
    seq = played.seq
    form = {"seen": str(seq), "submission": "x", "hand": "4", "joins": "Rosa"}
    assert played.post("company", form).status_code == 422
    assert played.seq == seq


OPEN = next(game for game in games.all_games().values() if game.come_and_go)
"""A game that people join and leave between hands."""


@pytest.fixture
def company(phone):
    """Seats players at an open table with a scored hand; returns the scorer's phone."""

    def seated(count=3):
        one = phone(Record.begin(OPEN.key, ["Nell", "Omar", "Pia"][:count]))
        hand = {"@void": "nothing dealt", "@adjust 1": "1 7 won", "@adjust 2": "2 -7 "}
        one.enter(Act("answer", 1, hand))
        return one

    return seated


def balances(one):
    """The totals of all players after the last finished hand."""
    finished = [hand for hand in one.replay.hands if hand.over][-1]
    return {side.name: total for side, total in finished.totals.items()}


def test_joining_between_hands_keeps_all_points(company):
    one = company()
    before, old = balances(one), one.code
    one.go(one.fill("company", on="seats", follow=False, joins="Rosa"))
    after = balances(one)
    assert {name: after[name] for name in before} == before
    assert list(after) == ["Nell", "Omar", "Pia", "Rosa"]
    assert OPEN.replay(one.store.table(old).record).over


def test_join_and_leave_twice_makes_one_table(company):
    one, many = company(), set()
    forms = []
    for _ in range(2):
        one.get("seats")
        forms.append(one.form("company") | {"joins": "Rosa", "leaves": "2"})
    for form in [*forms, *forms]:
        many.add(one.post("company", form).headers["Location"])
    assert len(many) == 1
    assert len(one.store.tables()) == 2


def test_somebody_leaves_between_hands(company):
    one = company()
    before = balances(one)
    one.go(one.fill("company", on="seats", follow=False, leaves="2"))
    assert balances(one) == {name: before[name] for name in ("Nell", "Pia")}


def test_joining_is_between_hands_and_refusal_keeps_form(company):
    one = company()
    page = one.fill("company", on="seats", joins="nell", leaves="2").text
    assert 'name="joins" value="nell"' in page
    assert 'name="leaves" value="2" checked' in page
    assert 'name="leaves" value="3" checked' not in page
    one.enter(Act("answer", 2, {"drops": "none"}))
    page = one.get("seats").text
    assert "/company" not in page
    assert "Hand 2 is being played: once it is scored" in plain(page)


def test_a_pot_that_waits_stays_on_the_table(company):
    one = company()
    for answers in ({"drops": "none"}, {"event 1": "abandon"}):
        one.enter(Act("answer", 2, answers))
    waits, chips = one.replay.table.middle, sum(balances(one).values())
    assert waits > 0
    one.go(one.fill("company", on="seats", follow=False, joins="Rosa"))
    assert one.record.head["middle"] == str(waits)
    assert sum(balances(one).values()) == chips + one.replay.ledger.opening
    assert f"{counted(waits, 'chip')} of the pot" in one.words("")
    one.go(one.post("rematch", {"submission": "again"}))
    assert "middle" not in one.record.head


def test_pot_that_is_no_number_is_refused():
    record = Record.begin(OPEN.key, ["Nell", "Omar"])
    record.head["middle"] = "lots"
    with pytest.raises(Refused, match="cannot lie in the middle"):
        OPEN.replay(record)


@pytest.mark.parametrize("fields", [{"leaves": "2"}, {"joins": "nell"}, {}], ids=str)
def test_too_few_stay_or_nobody_is_named(company, fields):
    one = company(2)
    seq = one.seq
    assert one.fill("company", on="seats", **fields).status_code == 422
    assert one.seq == seq


def test_sides_of_three_are_named_alike_everywhere(phone):
    record = Record.begin("scotch-whist", ["Ana", "Ben", "Cora", "Dan", "Eve", "Finn"])
    record.head["rule partners"] = "two_sides"
    one = phone(record)
    seats = one.words("seats")
    assert "Team of Ana, Cora & Eve" in seats
    assert ", with Cora & Eve" in seats
    for place in ("", "print/sheet.html"):
        assert "Ana, Cora & Eve" in one.words(place), place
