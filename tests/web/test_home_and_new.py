"""The first page and a new table."""

import re

from companion import games
from tests.finding import match_in
from tests.web.phones import NAMES, plain


def test_the_shelf_has_every_game_and_whom_it_is_for(phone):
    text = phone().get("/").text
    for game in games.shelf().values():
        assert f'href="/new/{game.key}"' in text
    classes = match_in(r'<li class="([^"]*)"><a class="stretch" href="/new/kaiser"', text)[1]
    assert classes.split() == ["p4"]


def test_the_filter_of_players_is_kept_by_the_server_too(phone):
    text = phone().get("/?players=4").text
    assert re.search(r'value="4" checked', text)


def test_a_newcomer_deals_after_two_taps(phone, store):
    one = phone()
    code = one.begin()
    record = store.table(code).record
    assert record.players == ["North", "East", "South", "West"]
    assert "East: bid or pass" in plain(one.get(f"/t/{code}").text)


def test_names_dealer_rules_and_entry_are_kept(phone, store):
    code = phone().begin(
        **NAMES, dealer="3", entry="quick", **{"rule.failed_contract": "bid_amount"}
    )
    record = store.table(code).record
    assert record.players == ["Nell", "Omar", "Pia", "Quin"]
    assert record.dealer == "3"
    assert record.rules == {"failed_contract": "bid_amount"}
    assert record.head["entry"] == "quick"


def test_a_preset_sets_its_rules(phone, store):
    game = games.find("kaiser")
    preset = next(p for p in game.rules.presets if any(
        text != game.rules.defaults[key] for key, text in p.rules.items()))  # fmt: skip
    code = phone().begin(**NAMES, preset=preset.name)
    differing = {k: v for k, v in preset.rules.items() if v != game.rules.defaults[k]}
    assert store.table(code).record.rules == differing


def test_choosing_a_preset_keeps_the_names_and_shows_its_rules(phone):
    one = phone()
    game = games.find("kaiser")
    preset = game.rules.presets[-1]
    one.get("/new/kaiser")
    reply = one.send("/new/kaiser", do="preset", preset=preset.name, **NAMES)
    assert reply.status_code == 200
    assert 'value="Nell"' in reply.text
    for key, text in preset.rules.items():
        option = game.rules.options[key]
        if option.low is None:
            assert re.search(rf'name="rule\.{key}" value="{text}" checked', reply.text)


def test_two_players_of_one_name_are_refused_and_nothing_typed_is_lost(phone):
    one = phone()
    one.get("/new/kaiser")
    names = NAMES | {"name.2": "nell"}
    reply = one.send("/new/kaiser", do="begin", dealer="4", **names)
    assert reply.status_code == 422
    assert "Two players are called nell" in plain(reply.text)
    for name in names.values():
        assert f'value="{name}"' in reply.text
    assert re.search(r'name="dealer" value="4" checked', reply.text)


def test_a_house_rule_out_of_range_is_refused_in_words(phone):
    game = games.find("kaiser")
    key = next(k for k, option in game.rules.options.items() if option.low is not None)
    one = phone()
    one.get("/new/kaiser")
    reply = one.send("/new/kaiser", do="begin", **NAMES, **{f"rule.{key}": "abc"})
    assert reply.status_code == 422
    assert "“abc” is not a value" in plain(reply.text)
    assert 'value="abc"' in reply.text


def test_a_name_of_digits_would_be_a_seat(phone):
    one = phone()
    one.get("/new/kaiser")
    reply = one.send("/new/kaiser", do="begin", **(NAMES | {"name.1": "2"}))
    assert reply.status_code == 422
    assert "would be taken for a seat’s number" in plain(reply.text)


def test_chairs_come_and_go_within_the_range_of_the_game(phone):
    game = next(g for g in games.shelf().values() if len(g.players) > 2)
    one = phone()
    one.get(f"/new/{game.key}?players={min(game.players)}")
    seats = len(re.findall(r'name="name\.\d+"', one.last.text))
    assert seats == min(game.players)
    one.send(f"/new/{game.key}", do="add")
    assert len(re.findall(r'name="name\.\d+"', one.last.text)) == sorted(game.players)[1]
    one.send(f"/new/{game.key}", do="remove")
    one.send(f"/new/{game.key}", do="remove")
    assert len(re.findall(r'name="name\.\d+"', one.last.text)) == min(game.players)


def test_the_same_form_sent_twice_begins_one_table(phone, store):
    one = phone()
    one.get("/new/kaiser")
    form = one.form("/new/kaiser") | NAMES | {"do": "begin"}
    first = one.post("/new/kaiser", form).headers["Location"]
    second = one.post("/new/kaiser", form).headers["Location"]
    assert first == second
    assert len(store.tables()) == 1


def test_names_are_remembered_for_the_next_table(phone):
    one = phone()
    one.begin(**NAMES)
    text = one.get("/new/kaiser").text
    for place, name in enumerate(NAMES.values(), 1):
        assert re.search(rf'name="name\.{place}" value="{name}"', text)


def test_tables_are_listed_without_their_keys(played, phone, store):
    stored = store.table(played.code)
    mine, others = played.get("/").text, phone().get("/").text
    for text in (mine, others):
        assert stored.key not in text
        assert "28–12" in text
    assert "Kaiser, hand 4" in plain(mine)


def test_a_table_this_browser_knows_stands_first(phone, store):
    one, other = phone(), phone()
    mine = one.begin(**NAMES)
    theirs = other.begin(**(NAMES | {"name.1": "Zoe"}))
    text = one.get("/").text
    assert text.index(f"/t/{mine}") < text.index(f"/t/{theirs}")
    text = other.get("/").text
    assert text.index(f"/t/{theirs}") < text.index(f"/t/{mine}")


def test_a_code_typed_by_hand_finds_its_table(scorer, phone):
    typed = scorer.code[:3].lower() + " " + scorer.code[3:].lower()
    reply = phone().get("/watch", query_string={"code": typed})
    assert reply.headers["Location"] == f"/t/{scorer.code}"


def test_suits_in_four_colours_are_remembered(phone):
    one = phone()
    assert 'data-suits="four"' not in one.get("/").text
    one.post("/look", {"suits": "four", "back": "/new/kaiser"})
    assert one.last.headers["Location"] == "/new/kaiser"
    assert 'data-suits="four"' in one.get("/").text
    one.post("/look", {"suits": "two", "back": "//elsewhere.example/"})
    assert one.last.headers["Location"] == "/"
