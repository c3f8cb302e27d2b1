"""`companion whatif` and `companion sets`: other readings of a record, and named house rules."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from companion.cli.whatif import WhatIf
from companion.games import find
from companion.readings import contested
from companion.record import Record, Transcript

KAISER = Path(find("kaiser").room).with_name("evening.txt")
SET = "set: Legion, min 7\ngame: kaiser\nfrom: heard\nmin_bid: 7\n"


def test_one_house_rule_says_which_hands_and_which_totals(run):
    done = run("whatif", KAISER, "failed_contract=bid_amount")
    assert done.exit_code == 0
    assert "hand 5: Omar & Quin −2 → −18  KAI-BROKEN" in done.stdout
    assert "is Nell & Pia 55 · Omar & Quin 19" in done.stdout
    assert "would be Nell & Pia 55 · Omar & Quin −1" in done.stdout
    assert "instead of" not in done.stdout


def test_as_json_it_has_a_fixed_form(run):
    done = run("whatif", KAISER, "failed_contract=bid_amount", "--json")
    data = TypeAdapter(WhatIf).validate_json(done.stdout)
    (tried,) = data.tried
    assert (tried.totals_are, tried.totals_would) == ([55, 19], [55, -1])
    assert [hand.hand for hand in tried.hands] == [5, 8]
    assert (tried.winners_are, tried.winners_would) == (["A"], ["A"])


def test_without_a_house_rule_every_one_that_matters_is_tried(run, game):
    file = Path(game.room).with_name("evening.txt")
    data = json.loads(run("whatif", file, "--json").stdout)
    record = Transcript.read(file.read_text(encoding="utf-8"), game.key).record
    wanted = [group[0].option.key for group in contested(game, record)]
    assert list(dict.fromkeys(key for each in data["tried"] for key in each["rules"])) == wanted
    assert not any(each["same"] for each in data["tried"])


def test_a_change_of_winner_is_said(run):
    assert "the game goes on, instead of: Nell & Pia won" in run(
        "whatif", KAISER, "target=62"
    ).stdout.replace("\n  ", " ")


def test_what_the_rules_refuse_is_not_carried_through(run):
    done = run("whatif", KAISER, "min_bid=7")
    assert "Not carried through. Hand 7: 7 is the lowest bid." in done.stdout
    assert "would be" not in done.stdout


def test_from_a_hand_on_earlier_hands_stay(run):
    data = json.loads(
        run("whatif", KAISER, "failed_contract=bid_amount", "--from", 6, "--json").stdout
    )
    assert [hand["hand"] for hand in data["tried"][0]["hands"]] == [8]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["colour=red"], "There is no house rule “colour”"),
        (["min_bid=4"], "“4” is not a value; say 5, 6, 7 or 8"),
        (["min_bid"], "“min_bid” is not KEY=VALUE."),
        (["--from", 99], "there is no 99"),
    ],
)
def test_what_cannot_be_tried_ends_with_two(run, arguments, message):
    done = run("whatif", KAISER, *arguments)
    assert (done.exit_code, message in done.stderr) == (2, True)


def test_a_whole_evening_of_back_alley_is_tried_under_every_rule_within_a_second_of_computing():
    game = find("back-alley")
    record = Transcript.read(game.file("evening.txt"), game.key).record
    assert len(record.hands) >= 26
    times = []
    for _ in range(3):
        begun = time.process_time()
        found = list(contested(game, record))
        times.append(time.process_time() - begun)
    assert len(found) >= 5
    assert min(times) < 1


def test_a_search_without_a_game_looks_in_every_sheet(run):
    lines = run("rules", "--search", "who starts").stdout.splitlines()
    titles = {line.split("  ")[1].split(":")[0] for line in lines if line[:1].strip()}
    assert len(titles) > 3
    data = json.loads(run("rules", "kaiser", "--search", "undertrick", "--json").stdout)
    assert data[0]["id"] == "KAI-BROKEN"


def test_a_rule_is_found_by_its_id_alone(run):
    assert run("rules", "--search", "kai-made").stdout.startswith("The bid made  KAI-MADE")


def test_neither_game_nor_words_ends_with_two(run):
    done = run("rules")
    assert (done.exit_code, "--search WORDS" in done.stderr) == (2, True)


def test_a_set_comes_in_is_listed_and_goes_out_again(run):
    done = run("sets", "import", "-", input=SET)
    assert done.exit_code == 0
    code = done.stdout.split()[0]
    listed = run("sets", "list").stdout
    assert f"{code}  Kaiser: Legion, min 7  edition 1" in listed
    assert "– Lowest bid: seven, instead of six" in listed
    assert run("sets", "export", code.lower()).stdout == SET
    data = json.loads(run("sets", "list", "kaiser", "--json").stdout)
    assert [each["rules"] for each in data] == [{"min_bid": "7"}]
    assert run("sets", "list", "tres").stdout == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: kaiser", "needs a line “set: …”"),
        ("set: A\ngame: whist", "There is no game “whist”"),
        ("set: A\ngame: kaiser\nmin_bid: 4", "“4” is not a value"),
    ],
)
def test_a_text_that_is_no_set_ends_with_two(run, text, message):
    done = run("sets", "import", "-", input=text)
    assert (done.exit_code, message in done.stderr) == (2, True)


def test_a_set_that_is_not_there_ends_with_two(run):
    done = run("sets", "export", "ZZZZZ")
    assert (done.exit_code, done.stderr.strip()) == (2, "There is no set zzzzz.")


def test_a_record_may_say_which_set_it_began_with(run):
    record = Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"], rules={"min_bid": "7"})
    record.head["set"] = "Legion, min 7 (MKTRW, edition 2)"
    assert Transcript.read(record.text()).record == record
