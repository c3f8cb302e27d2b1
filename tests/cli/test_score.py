"""`companion games` and `companion score`: records in, ledgers out, in words and as JSON."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from pydantic import TypeAdapter

from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games import find
from companion.results.report import as_json, report
from companion.results.report.format import Report

REPORT = TypeAdapter(Report)
HEAD = "game: kaiser\nplayers: Nell, Omar, Pia, Quin\n"
REFUSED = HEAD + "hand 1\nbid 2: 7; bid 3: 6\n"


def stated(text: str, key: str) -> dict[int, list[int]]:
    """The totals a transcript says, by hand."""
    return {
        each.hand: [int(n.replace("−", "-")) for n in re.findall(r"[−-]?\d+", each.text)]
        for each in Transcript.read(text, key).expected
        if each.sign == "=="
    }


@pytest.mark.kinds
def test_the_golden_evening_is_scored_to_its_stated_totals(run, game, evening):
    """Kaiser's by the program itself, too."""
    done = run("score", evening, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    if game.key == "kaiser":
        command = [sys.executable, "-m", "companion", "score", str(evening), "--json"]
        ended = subprocess.run(command, capture_output=True, text=True)
        assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", done.stdout)
    data = json.loads(done.stdout)
    totals = {hand["number"]: list(hand["totals"].values()) for hand in data["hands"]}
    wanted = stated(evening.read_text(encoding="utf-8"), game.key)
    assert {hand: totals[hand] for hand in wanted} == wanted
    assert [each["total"] for each in data["standing"]] == list(wanted.values())[-1]
    assert data["over"] is True
    REPORT.validate_json(done.stdout, strict=True)


def test_the_ledger_in_words_has_every_line_with_its_rule_and_its_reason(run, game, evening):
    done = run("score", evening)
    assert (done.exit_code, done.stderr) == (0, "")
    shown = " ".join(done.stdout.split())
    replay = game.replay(Transcript.read(evening.read_text(encoding="utf-8"), game.key).record)
    for entry in replay.ledger.entries:
        assert " ".join(entry.line.why.split()) in shown
        assert f"{entry.line.to} {entry.line.rule} " in shown
    for side, total in replay.ledger.totals.items():
        assert re.search(rf"{re.escape(side.name)} +{str(total).replace('-', '−')}\b", done.stdout)


def test_a_record_as_json_and_as_text_come_to_the_same(run, game, evening):
    record = Transcript.read(evening.read_text(encoding="utf-8"), game.key).record
    texts = [
        Transcript(record).text(),
        json.dumps(record.json()),
        json.dumps({"record": record.json()}),
    ]
    reports = [run("score", "-", "--json", input=text) for text in texts]
    assert [done.exit_code for done in reports] == [0, 0, 0]
    assert reports[0].stdout == reports[1].stdout == reports[2].stdout
    assert json.loads(reports[0].stdout) == json.loads(as_json(report(game.replay(record))))


def test_every_page_on_the_way_says_its_legal_answers(run, game, evening):
    """The record is cut off after each answer of its last hand: what is asked is described."""
    whole = Transcript.read(evening.read_text(encoding="utf-8"), game.key).record
    for cut in range(len(whole.hands[-1])):
        part = whole.copy()
        part.hands[-1] = dict(list(part.hands[-1].items())[:cut])
        done = run("score", "-", "--json", input=json.dumps(part.json()))
        data = json.loads(done.stdout)
        REPORT.validate_json(done.stdout, strict=True)
        if data["pending"] is None:
            continue
        for question in data["pending"]["questions"]:
            assert question["legal"] is not None
            assert question["legal_words"] != ""
            assert question["rule"] == "" or question["rule"] in game.rules.rules


def test_a_refused_answer_ends_with_two_and_says_hand_key_reason_and_rule(run):
    done = run("score", "-", input=REFUSED)
    assert done.exit_code == 2
    assert " ".join(done.stderr.split()) == (
        "Refused: hand 1, bid 3. 6 is not enough. Say 7 no-trump or more, or pass. "
        "(KAI-P-BID) [bid_not_higher]"
    )
    assert "say 7 no, 8, 8 no" in done.stdout


def test_a_refused_answer_is_in_the_json(run):
    done = run("score", "-", "--json", input=REFUSED)
    assert done.exit_code == 2
    data = json.loads(done.stdout)
    assert data["refusals"] == [
        {
            "hand": 1,
            "key": "bid 3",
            "entered": "6",
            "code": "bid_not_higher",
            "message": "6 is not enough. Say 7 no-trump or more, or pass.",
            "rule": "KAI-P-BID",
        }
    ]
    (question,) = data["pending"]["questions"]
    assert (question["key"], question["kind"]) == ("bid 3", "choice")
    by_text = {option["text"]: option for option in question["legal"]["options"]}
    assert by_text["7"]["refusal"] != ""
    assert by_text["7 no"]["refusal"] == ""
    assert data["pending"]["given"] == {"bid 3": "6"}


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("game: kaiser\nplayers: A, B\n", "wrong_players", "Kaiser is for exactly 4 players; 2"),
        (HEAD + "rules: colour red\n", "bad_option", "There is no house rule “colour” in Kaiser."),
        (HEAD + "dealer: Zoe\n", "unknown_dealer", "“Zoe” is not at the table."),
        ("game: kaiser\nplayers: A, B, C, a\n", "same_name", "Two players are called a"),
        (HEAD + "hand 1\nbid 2 7\n", "bad_record", "line 4: “bid 2 7” is not “key: answer”"),
        (HEAD + "hand 2\n", "bad_record", "line 3: hand 1 comes next"),
        ("game: whist\nplayers: A\n", "unknown_game", "There is no game “whist”."),
        ("players: A, B\n", "bad_record", "it does not say which game"),
        ("", "bad_record", "0 players"),
        ('{"game": "kaiser"', "bad_record", "not JSON: "),
        ('{"game": "kaiser"}', "bad_record", "not a record: KeyError('head')"),
        ('{"game": "kaiser", "head": {"player 1": 5}, "hands": []}', "bad_record", "not text"),
        ('{"tables": []}', "bad_record", "an export of 0 tables"),
        ('{"game": "kaiser", "head": {}, "hands": [{"a": "1"}]}', "bad_record", "0 players"),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_read_ends_with_two_and_says_why(run, text, code, message):
    done = run("score", "-", input=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    done = run("score", "-", "--json", input=text)
    (refusal,) = json.loads(done.stdout)["refusals"]
    assert (done.exit_code, refusal["hand"], refusal["code"]) == (2, 0, code)
    assert message in refusal["message"]


@pytest.mark.parametrize(
    ("answer", "code", "message"),
    [
        ("@dealer: Zoe", "unknown_dealer", "“Zoe” is not at the table."),
        ("@rule target: lots", "bad_option", "“lots” is not a value"),
        ("@rule colour: red", "bad_option", "There is no house rule “colour”"),
        ("@adjust 1: Zoe -5 revoke", "bad_adjustment", "“Zoe -5 revoke” is not an adjustment"),
        ("@adjust 1: A revoke", "bad_adjustment", "“A revoke” is not an adjustment"),
    ],
)
def test_what_the_table_decided_is_refused_by_hand_and_key_where_it_cannot_stand(
    run, answer, code, message
):
    text = HEAD + f"hand 1\n@void: misdeal\nhand 2\n@void: again\n{answer}\n"
    done = run("score", "-", "--json", input=text)
    (refusal,) = json.loads(done.stdout)["refusals"]
    assert (done.exit_code, refusal["hand"], refusal["code"]) == (2, 2, code)
    assert (refusal["key"], message in refusal["message"]) == (answer.partition(":")[0], True)
    assert f"-: hand 2, {refusal['key']}: " in done.stderr


def test_a_file_that_is_not_there_or_no_text_is_named(run, tmp_path):
    done = run("score", tmp_path / "nothing.txt")
    assert (done.exit_code, done.stderr) == (
        1,
        f"{tmp_path}/nothing.txt: No such file or directory.\n",
    )
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    done = run("score", tmp_path / "photo.jpg")
    assert (done.exit_code, "not a text file" in done.stderr) == (2, True)


def test_a_transcript_that_says_something_else_ends_with_one(run):
    text = HEAD + "hand 1\nbid 2: pass; bid 3: pass; bid 4: pass; bid 1: pass\n== 3 0\n"
    done = run("score", "-", input=text)
    assert done.exit_code == 1
    assert "line 5: expected totals [3, 0], found [0, 0]" in done.stderr


def test_a_stray_answer_is_shown_and_not_used_and_ends_with_one(run):
    text = HEAD + "hand 1\nbid 2: pass; bid 3: pass; bid 4: pass; bid 1: pass; trump: H\n"
    done = run("score", "-", input=text)
    assert done.exit_code == 1
    assert "Not used (All four pass: thrown in): hand 1, trump: H" in done.stdout
    assert "1 answer is not used" in done.stderr
    data = json.loads(run("score", "-", "--json", input=text).stdout)
    assert data["strays"] == [
        {"hand": 1, "key": "trump", "text": "H", "why": "All four pass: thrown in"}
    ]


def test_an_answer_beside_nobody_is_named(run):
    text = HEAD + "hand 1\n@entry: quick\nbidder: nobody; contract: 8; tricks: 5\n"
    done = run("score", "-", input=text)
    assert done.exit_code == 1
    assert "Not used (all four passed): hand 1, contract: 8" in done.stdout
    assert "Not used (all four passed): hand 1, tricks: 5" in done.stdout


def test_a_record_that_goes_on_after_its_end_keeps_its_winner_and_says_so(run):
    more = Transcript.read(find("kaiser").file("evening.txt")).record
    more.hands.append({"bid 1": "7"})
    done = run("score", "-", input=Transcript(more).text())
    assert (done.exit_code, "win" in done.stdout) == (1, True)
    assert "Not used (the game was over)" in done.stdout


def test_a_half_amended_hand_is_said_and_the_hands_before_it_stay(run):
    whole = Transcript.read(find("kaiser").file("evening.txt")).record
    del whole.hands[1]["tricks"]
    done = run("score", "-", input=Transcript(whole).text())
    assert done.exit_code == 0
    assert "Hand 2: one more answer is needed; the hands after it wait for it." in done.stdout
    data = json.loads(run("score", "-", "--json", input=Transcript(whole).text()).stdout)
    assert (data["half_amended"], data["hands"][0]["totals"]) == (True, {"A": 0, "B": 10})


def test_house_rules_that_differ_are_shown(run):
    text = HEAD + "rules: failed_contract bid_amount\n"
    done = run("score", "-", input=text)
    assert "House rule: Going down costs: bid_amount (the bid, doubled" in done.stdout
    (rule,) = json.loads(run("score", "-", "--json", input=text).stdout)["rules"]
    assert (rule["key"], rule["value"], rule["default"], rule["rule"]) == (
        "failed_contract", "bid_amount", "trick_value", "KAI-R2",
    )  # fmt: skip


def test_answers_are_shown_on_demand(run):
    text = HEAD + "hand 1\nbid 2: pass; bid 3: pass; bid 4: pass; bid 1: pass\n"
    assert "bid 2: pass" not in run("score", "-", input=text).stdout
    assert "bid 2: pass   Omar: bid or pass" in run("score", "-", "--answers", input=text).stdout


def test_the_game_may_be_said_on_the_command_line(run):
    text = "players: Nell, Omar, Pia, Quin\n"
    assert run("score", "-", "--game", "Kaiser", input=text).exit_code == 0
    record = Record.begin("", ["Nell", "Omar", "Pia", "Quin"]).json()
    assert run("score", "-", "--game", "kaiser", input=json.dumps(record)).exit_code == 0


def test_the_schema_describes_the_json(run):
    schema = json.loads(run("score", "-", "--schema").stdout)
    data = json.loads(run("score", "-", "--json", input=HEAD).stdout)
    described = schema["$defs"]["Report"]
    assert set(data) == set(described["properties"]) == set(described["required"])
    assert described["properties"]["hands"]["items"] == {"$ref": "#/$defs/HandData"}


def test_secrets_are_kept_until_the_hand_is_over_where_they_are_kept_at_all():
    game = find("kaiser")
    replay = game.replay(Transcript.read(HEAD + "hand 1\nbid 2: 7; bid 3: 8\n").record)
    asked = replay.hands[0].asked
    object.__setattr__(asked[0].question, "secret", True)
    assert [answer.text for answer in report(replay).hands[0].answers] == ["7", "8"]
    kept = report(replay, secrets=False).hands[0].answers
    assert [(answer.text, answer.shown) for answer in kept] == [(None, None), ("8", "8")]
    replay.hands[0].over = True
    assert report(replay, secrets=False).hands[0].answers[0].text == "7"


def test_the_shelf_is_listed(run, game):
    assert re.search(rf"^{game.key} +\d", run("games").stdout, re.MULTILINE)
    (about,) = [g for g in json.loads(run("games", "--json").stdout) if g["key"] == game.key]
    assert (about["title"], about["players"]) == (game.title, list(game.players))
    assert {rule["key"] for rule in about["house_rules"]} == set(game.rules.options)
    assert [enquiry["key"] for enquiry in about["enquiries"]] == [e.key for e in game.enquiries]


def test_a_transcript_can_be_made_to_say_what_it_comes_to(run, game, evening, tmp_path):
    record = Transcript.read(evening.read_text(encoding="utf-8"), game.key).record
    file = tmp_path / "evening.txt"
    file.write_text(Transcript(record).text() + "== 1 2 3\n", encoding="utf-8")
    assert run("score", file).exit_code == 1
    assert run("score", "--expect", file).exit_code == 0
    said = Transcript.read(file.read_text(encoding="utf-8"), game.key)
    assert said.record.json() == record.json()
    assert stated(file.read_text(encoding="utf-8"), game.key)
    assert run("score", file).exit_code == 0
