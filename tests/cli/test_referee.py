"""`companion rules` and `companion ask`: the sheet by id and by words, the referee's rulings."""

from __future__ import annotations

import json

import pytest
from pydantic import TypeAdapter

from companion.engine.examples import played
from companion.games import find
from companion.results.report.format import RulingData
from companion.rules.wording import under
from tests.cli.conftest import HEAD, NAMES
from tests.rules.talk import SOME

TRICK = ("ask", "kaiser", "trick", "trump=H", "leader=2")
CARDS = "cards=AS 3S 5H KS"


def test_rule_prints_source_house_rules_and_examples(run, game):
    text, sheet = under(game.rules), run("rules", game.key)
    assert sheet.exit_code == 0
    for rule in text.rules.values():
        done = run("rules", game.key, rule.id.lower())
        assert done.exit_code == 0
        assert done.stdout.startswith(f"{rule.title}  {rule.id}\n")
        assert f"{rule.title}  {rule.id}\n" in sheet.stdout
        for option in rule.options:
            assert f"House rule {option.key}: " in done.stdout
            assert f"  * {option.default}: " in done.stdout
        for each, _ in played(game, rule, text.house):
            assert f"Example {each.example.name}: {each.title}\n" in done.stdout
            assert each.example.text.splitlines()[0] in done.stdout
        assert "**" not in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("rules kaiser renege", "KAI-R17  A revoke"),
        ("rules --search kai-made", "The bid made  KAI-MADE"),
        ("ask kaiser lead dealer=Nell declarer=Quin --players NAMES", "Omar leads"),
        ("ask kaiser lead dealer=Nell declarer=Quin --players NAMES --rule first_lead=bid_winner",
         "Quin leads"),
    ],
)  # fmt: skip
def test_rule_lookup_accepts_players_words_and_house_rules(run, words, said):
    done = run(*words.replace("NAMES", NAMES).split())
    assert (done.exit_code, done.stdout.startswith(said)) == (0, True)


def test_ruling_without_record_names_assumed_house_rules(run):
    done = run("ask", "kaiser", "bid", "high=8", "call=8", "who=the dealer")
    assert "Assumed: " in done.stdout
    asked = run("ask", "shakespeares-dilemma", "pass")
    assert asked.exit_code == 2
    assert "How many play?" in asked.stdout
    assert run("ask", "shakespeares-dilemma", "pass", "count=5").exit_code == 0


def test_listed_enquiries_say_what_they_want(run, told, game):
    listed = [line.split()[0] for line in run("ask", game.key).stdout.splitlines()]
    assert listed == [enquiry.key for enquiry in game.enquiries]
    data = told("ask", game.key)
    assert [each["title"] for each in data] == [enquiry.title for enquiry in game.enquiries]
    for key in listed:
        asked = told("ask", game.key, key)
        assert asked["answer"] or asked["questions"][0]["legal"]


def test_ruling_has_steps_rules_and_fixed_json(run):
    done = run(*TRICK, CARDS)
    assert done.exit_code == 0
    first, *rest = done.stdout.splitlines()
    assert first == "West wins with the 5♥; the trick is worth 3."
    assert "  – West played the 5♥." in rest
    assert "  KAI-P-TRICK  Winning a trick" in rest
    data = TypeAdapter(RulingData).validate_json(run(*TRICK, CARDS, "--json").stdout)
    assert (data.answer, data.rules[0].id) == (first, "KAI-P-TRICK")
    assert data.answers == {"trump": "H", "leader": "2", "cards": "AS 3S 5H KS"}


def test_missing_answers_are_asked_and_impossible_refused(run):
    done = run("ask", "kaiser", "trick", "trump=H")
    assert done.exit_code == 2
    assert "leader: Who led? KAI-P-LEAD\n    say 1 (North), 2 (East)" in done.stdout
    assert "trump: Trump? KAI-P-TRUMP\n    given: H\n" in done.stdout
    done = run(*TRICK, "cards=AS 7S 5H KS")
    assert done.exit_code == 2
    assert "Refused: cards “AS 7S 5H KS”. The 7♠ is not in the pack. (KAI-P-TRICK)" in done.stdout


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_unwanted_referee_answer_is_named(run, form):
    done = run(*TRICK, CARDS, "dealer=2", *form)
    assert done.exit_code == 1
    assert "West wins with the 5♥" in done.stdout
    assert done.stderr == "Not used (nothing asks for it): dealer=2\n"


def test_running_hand_supplies_answers_it_knows(run, tmp_path):
    file = tmp_path / "evening.txt"
    file.write_text(HEAD + "hand 1\nbid 2: 7; bid 3: pass; bid 4: pass; bid 1: pass; trump: H\n")
    done = run("ask", "kaiser", "trick", "--record", file, CARDS)
    assert done.stdout.startswith("Quin wins with the 5♥; the trick is worth 3.")


def test_a_game_is_found_by_its_folder(run, game, tmp_path):
    folder = game.key.replace("-", "_")
    assert run("ask", folder).stdout == run("ask", game.key).stdout
    file = tmp_path / "evening.txt"
    record = game.file("evening.txt").replace(f"game: {game.key}\n", f"game: {folder}\n")
    file.write_text(record, encoding="utf-8")
    assert run("score", file).exit_code == 0


def test_a_mistyped_folder_gets_a_suggestion(run):
    assert "Did you mean back-alley?" in run("ask", "back_aley").stderr
    assert run("ask", "nine_card").stdout == run("ask", "nine-card-don").stdout


TRIBELLO = ("ask", "tribello", "worth", "tricks=0 12 1")
BACK_ALLEY = ("ask", "back-alley", "worth", "A contract=board", "B contract=3", "tricks=12")
KAISER = ("ask", "kaiser", "worth", "bidder=1", "contract=7", "trump=C", "tricks=5", "5H=A", "3S=A")


@pytest.mark.parametrize(
    ("command", "ruling"),
    [
        ((*TRIBELLO, "phase=4"), "North +3, East −8, South +5."),
        ((*TRIBELLO, "phase=4", "dealer=2"), "North +6, East −9, South +3."),
        ((*BACK_ALLEY, "count=4", "cards=12"), "North & South +120, East & West −15."),
        ((*KAISER, "totals=0 46"), "North & South +7, East & West 0."),
    ],
)
def test_a_hand_is_ruled_where_it_was_played(run, command, ruling):
    assert run(*command).stdout.splitlines()[0] == ruling


def test_missing_circumstances_are_asked_or_assumed(run, told):
    asked = run(*TRIBELLO)
    assert asked.exit_code == 2
    assert "phase: Which phase? TRI-PHASES" in asked.stdout
    assert "Assumed: North dealt (dealer=…).\n" in run(*TRIBELLO, "phase=4").stdout
    assert "Assumed" not in run(*TRIBELLO, "phase=4", "dealer=2").stdout
    assert told(*TRIBELLO, "phase=4")["assumed"] == {"dealer": "North dealt"}
    assert "how many cards" in run(*BACK_ALLEY, "count=4").stdout.lower()
    assert told(*KAISER)["assumed"]["totals"] == "all totals 0"
    over = run("ask", "nine-card-don", "worth", "totals=130 4", "--rule", "finish=end_of_hand")
    assert "The game is over with these totals." in over.stdout


def test_a_ruling_on_a_record_names_its_hand(run, told, tmp_path):
    file = tmp_path / "evening.txt"
    lines = "A contract: 5\nB contract: 6\ntricks: 6 7\n"
    file.write_text(f"game: back-alley\nplayers: Ann, Bo, Cy, Di\nentry: quick\nhand 1\n{lines}")
    assert (
        "Ruled on: hand 1 of 26, 13 cards, Ann deals." in run(*BACK_ALLEY, "--record", file).stdout
    )
    data = told(*BACK_ALLEY, "--record", file)
    assert (data["hand"], data["assumed"]) == ("hand 1 of 26, 13 cards, Ann deals", {})


def test_table_sheet_prints_with_differences_marked(run, told):
    rule = run("rules", "kaiser", "KAI-TARGET", "--rule", "target=62")
    assert "[here] a side with 62 or more has won" in rule.stdout
    assert "52" not in rule.stdout.partition("House rule")[0]
    assert "[here]" not in run("rules", "kaiser", "KAI-TARGET").stdout
    whole = run("rules", "kaiser", "--rule", "min_bid=7").stdout
    assert "Your rule: Lowest bid: seven." in whole
    data = told("rules", "kaiser", "KAI-TARGET", "--rule", "target=62")
    assert (data["here"], "62" in data["text"]) == (True, True)
    preset = run("rules", "kaiser", "--set", "prairie").stdout  # by the beginning of its name
    assert "[here]" in preset
    assert "7 to 12" in preset
    assert "62" in run("rules", "kaiser", "--search", "end", "--rule", "target=62").stdout


def test_a_rule_without_source_has_the_sheets(run, told):
    book = "Denexa Games, ten-game compilation, “Kaiser”"
    rule, bid = ("rules", "kaiser", "KAI-BROKEN"), ("failed_contract=bid_amount",)
    assert told(*rule)["source"] == book
    assert f"Source: {book}\n" in run(*rule).stdout
    assert told(*rule, "--rule", *bid)["source"] == f"{book}, changed by a house rule"
    assert told("rules", "kaiser", "KAI-ADJ")["source"] == "our ruling"
    assert run("rules", "kaiser").stdout.count(f"Source: {book}\n") == 1


def test_rule_id_without_game_finds_its_rule(run, told):
    assert run("rules", "kai-limit").stdout == run("rules", "kaiser", "KAI-LIMIT").stdout
    assert told("rules", "KAI-LIMIT")["game"] == "kaiser"
    assert "a side with 62 or more" in run("rules", "KAI-TARGET", "--rule", "target=62").stdout


def test_a_ruling_names_the_source_of_its_rules(run, told):
    book = "Denexa Games, ten-game compilation, “Kaiser”"
    asked = ("ask", "kaiser", "bid", "high=8", "call=8", "who=the dealer")
    assert f"  Source: {book}.\n" in run(*asked).stdout
    assert {each["source"] for each in told(*asked)["rules"]} == {book}
    revealed = run("ask", "kaiser", "misdeal", "what=poor", "held=no", "bid=yes")
    assert "Source of " in revealed.stdout


def test_search_without_game_covers_every_sheet(run, told):
    lines = run("rules", "--search", "who starts").stdout.splitlines()
    titles = {line.split("  ")[1].split(":")[0] for line in lines if line[:1].strip()}
    assert len(titles) > 3
    assert told("rules", "kaiser", "--search", "undertrick")[0]["id"] == "KAI-BROKEN"


def test_a_search_in_a_game_never_leaves_it(run, told):
    for words, key in SOME[:6]:
        done = run("rules", key, "--search", words, "--json")
        if done.exit_code:
            assert find(key).title in done.stderr
            continue
        assert {each["game"] for each in json.loads(done.stdout)} == {key}
        ids = {each["id"] for each in json.loads(done.stdout)}
        lines = run("rules", key, "--search", words).stdout.splitlines()
        assert {line.split()[0] for line in lines if line[:1].strip()} == ids
    for words in ("who catches the 5", "scotch whist who leads"):
        assert {each["game"] for each in told("rules", "kaiser", *words.split())} == {"kaiser"}


def test_search_without_game_finds_the_named_one(told):
    found = told("rules", "--search", "who leads in scotch whist")
    assert {each["game"] for each in found} == {"scotch-whist"}


def test_ruling_prints_rule_and_how_others_play(run, told):
    asked = ("ask", "kaiser", "bid", "high=8", "call=8", "who=the dealer")
    lines = run(*asked).stdout
    assert "  KAI-P-BID  The bids\n    Each player has one turn; " in lines
    assert "\n    Others play: Dealer may equal: the dealer must go higher, too.\n" in lines
    rule = told(*asked)["rules"][0]
    assert rule["text"].startswith("Each player has *one* turn")
    assert rule["others"] == ["Dealer may equal: the dealer must go higher, too"]
    here = told(*asked, "--rule", "dealer_equal=no")["rules"][0]
    assert "The dealer must go higher, too." in here["text"]
    assert here["others"] == [
        "Dealer may equal: the dealer may take the bid by equalling it (all sources)"
    ]


def test_a_void_holding_is_told_as_such(run):
    asked = ("ask", "tres", "legal", "played=AS", "holding=2H 3D")
    assert "The holding has no ♠." in run(*asked).stdout
    assert "whatever it is" in run("ask", "tres", "lead", "dealer=1", "number=17").stdout


def test_one_card_settles_the_misdeal_question(run):
    done = run("ask", "kaiser", "misdeal", "what=poor", "held=yes")
    assert (done.exit_code, done.stdout[:9]) == (0, "No: it ho")
    assert run("ask", "kaiser", "misdeal", "what=poor", "held=no").exit_code == 2


def test_number_of_players_is_asked_only_if_needed(run):
    asked = ("ask", "back-alley", "follow", "trump=H", "holding=4H KH")
    for led in ("5C", "BB", "LB"):
        assert run(*asked, f"led={led}").exit_code == 0, led
    house = ("--rule", "big_blooper_partner=may_play_any")
    assert run(*asked, "led=LB", *house).exit_code == 0
    assert "How many play?" in run(*asked, "led=BB", *house).stdout


def test_bid_may_be_typed_without_its_space(run):
    for call, answer in {"9no": "Yes: 9 no-trump", "9NT": "Yes: 9 no-trump", "19no": "No."}.items():
        done = run("ask", "kaiser", "bid", "high=8", f"call={call}", "who=the dealer")
        assert done.stdout.startswith(answer), call
