"""`companion rules` and `companion ask`: the sheet by id and by words, the referee's rulings."""

from __future__ import annotations

import json

import pytest
from pydantic import TypeAdapter

from companion.desk.examples import played
from companion.results.report.format import RulingData
from companion.rules.wording import under

TRICK = ("trump=H", "leader=2", "cards=AS 3S 5H KS")


def test_a_rule_is_printed_with_source_house_rules_and_examples(run, game):
    text = under(game.rules)
    for rule in text.rules.values():
        done = run("rules", game.key, rule.id.lower())
        assert done.exit_code == 0
        assert done.stdout.startswith(f"{rule.title}  {rule.id}\n")
        for option in rule.options:
            assert f"House rule {option.key}: " in done.stdout
            assert f"  * {option.default}: " in done.stdout
        for each, _ in played(game, rule, text.house):
            assert f"Example {each.example.name}: {each.title}\n" in done.stdout
            assert each.example.text.splitlines()[0] in done.stdout
        assert "**" not in done.stdout


def test_the_whole_sheet_has_every_rule(run, game):
    done = run("rules", game.key)
    assert done.exit_code == 0
    missing = [
        r.id for r in under(game.rules).rules.values() if f"{r.title}  {r.id}\n" not in done.stdout
    ]
    assert missing == []


def test_a_rule_is_found_by_what_players_call_it(run):
    done = run("rules", "kaiser", "renege")
    assert (done.exit_code, done.stdout.startswith("KAI-R17  A revoke")) == (0, True)


def test_a_ruling_without_a_record_names_the_house_rules_it_assumed(run):
    done = run("ask", "kaiser", "bid", "high=8", "call=8", "who=the dealer")
    assert "Assumed: " in done.stdout
    asked = run("ask", "shakespeares-dilemma", "pass")
    assert asked.exit_code == 2
    assert "How many play?" in asked.stdout
    assert run("ask", "shakespeares-dilemma", "pass", "count=5").exit_code == 0


def test_a_rule_that_is_not_there_ends_with_two(run):
    done = run("rules", "kaiser", "xyzzy")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no rule “xyzzy”" in done.stderr


def test_enquiries_are_listed(run, game):
    listed = run("ask", game.key).stdout
    keys = [line.split()[0] for line in listed.splitlines()]
    assert keys == [enquiry.key for enquiry in game.enquiries]
    data = json.loads(run("ask", game.key, "--json").stdout)
    assert [each["title"] for each in data] == [enquiry.title for enquiry in game.enquiries]


def test_a_ruling_comes_with_its_steps_and_rules(run):
    done = run("ask", "kaiser", "trick", *TRICK)
    assert done.exit_code == 0
    first, *rest = done.stdout.splitlines()
    assert first == "West wins with the 5♥; the trick is worth 3."
    assert "  – West played the 5♥." in rest
    assert "  KAI-P-TRICK  Winning a trick" in rest


def test_a_ruling_as_json_has_a_fixed_form(run):
    done = run("ask", "kaiser", "trick", *TRICK, "--json")
    data = TypeAdapter(RulingData).validate_json(done.stdout)
    assert data.answer == "West wins with the 5♥; the trick is worth 3."
    assert data.rules[0].id == "KAI-P-TRICK"
    assert data.answers == {"trump": "H", "leader": "2", "cards": "AS 3S 5H KS"}


def test_every_enquiry_says_what_it_wants(run, game):
    for enquiry in game.enquiries:
        done = run("ask", game.key, enquiry.key, "--json")
        data = json.loads(done.stdout)
        if data["answer"] is not None:
            assert done.exit_code == 0
            continue
        assert done.exit_code == 2
        assert data["pending"]["questions"][0]["legal_words"] != ""


def test_missing_answers_are_asked_for_with_what_is_legal(run):
    done = run("ask", "kaiser", "trick", "trump=H")
    assert done.exit_code == 2
    assert "leader: Who led? KAI-P-LEAD\n    say 1 (North), 2 (East)" in done.stdout
    assert "trump: Trump? KAI-P-TRUMP\n    given: H\n" in done.stdout


def test_an_answer_that_cannot_be_is_refused(run):
    done = run("ask", "kaiser", "trick", "trump=H", "leader=2", "cards=AS 7S 5H KS")
    assert done.exit_code == 2
    assert "Refused: cards “AS 7S 5H KS”. The 7♠ is not in the pack. (KAI-P-TRICK)" in done.stdout


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_answer_that_the_referee_does_not_want_is_named(run, form):
    done = run("ask", "kaiser", "trick", *TRICK, "dealer=2", *form)
    assert done.exit_code == 1
    assert "West wins with the 5♥" in done.stdout
    assert done.stderr == "Not used (nothing asks for it): dealer=2\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "no enquiry “nonsense”. There are: trick, "),
        (["trick", "trump"], "“trump” is not KEY=VALUE."),
        (["trick", "trump=H", "trump=S"], "“trump” is given twice."),
        (["trick", "--rule", "colour=red"], "no house rule “colour”"),
        (["trick", "--players", "A,B"], "exactly 4 players; 2 are named"),
        (["trick", "--record", "nothing.txt"], "nothing.txt: No such file"),
    ],
)
def test_what_cannot_be_asked_is_said(run, arguments, message):
    done = run("ask", "kaiser", *arguments)
    assert (done.exit_code, message in done.stderr) in [(1, True), (2, True)]


def test_house_rules_and_names_count(run):
    answers = ("dealer=Nell", "declarer=Quin", "--players", "Nell,Omar,Pia,Quin")
    assert run("ask", "kaiser", "lead", *answers).stdout.startswith("Omar leads")
    changed = run("ask", "kaiser", "lead", *answers, "--rule", "first_lead=bid_winner")
    assert changed.stdout.startswith("Quin leads")


def test_the_running_hand_of_a_record_answers_what_it_can(run, tmp_path):
    file = tmp_path / "evening.txt"
    file.write_text(
        "game: kaiser\nplayers: Nell, Omar, Pia, Quin\nhand 1\n"
        "bid 2: 7; bid 3: pass; bid 4: pass; bid 1: pass; trump: H\n"
    )
    done = run("ask", "kaiser", "trick", "--record", file, "cards=AS 3S 5H KS")
    assert done.stdout.startswith("Quin wins with the 5♥; the trick is worth 3.")


def test_the_sheet_of_a_table_is_printed_with_what_differs_marked(run):
    rule = run("rules", "kaiser", "KAI-TARGET", "--rule", "target=62")
    assert "[here] a side with 62 or more has won" in rule.stdout
    assert "52" not in rule.stdout.partition("House rule")[0]
    assert "[here]" not in run("rules", "kaiser", "KAI-TARGET").stdout
    whole = run("rules", "kaiser", "--rule", "min_bid=7").stdout
    assert "Your rule: Lowest bid: seven." in whole
    data = json.loads(run("rules", "kaiser", "KAI-TARGET", "--rule", "target=62", "--json").stdout)
    assert (data["here"], "62" in data["text"]) == (True, True)


def test_a_preset_goes_by_the_beginning_of_its_name(run):
    whole = run("rules", "kaiser", "--set", "prairie")
    assert (whole.exit_code, "[here]" in whole.stdout and "7 to 12" in whole.stdout) == (0, True)
    nowhere = run("rules", "kaiser", "--set", "nosuch")
    assert nowhere.exit_code == 2
    assert "There is no set “nosuch” of Kaiser. There are “Prairie online rules”" in nowhere.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("kaiser", "--rule", "targt=62"), "There is no house rule “targt”"),
        (("kaiser", "--rule", "target=9"), "Points to reach: “9” is not a value"),
        (("--search", "x", "--rule", "target=62"), "House rules belong to a game: say which."),
    ],
)
def test_house_rules_that_are_none_end_with_two(run, arguments, words):
    done = run("rules", *arguments)
    assert (done.exit_code, words in done.stderr) == (2, True)


def test_a_search_finds_the_rules_as_they_are_played(run):
    assert "62" in run("rules", "kaiser", "--search", "end", "--rule", "target=62").stdout


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
