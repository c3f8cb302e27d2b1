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
from companion.games import all_games, find
from companion.results.report import as_json, questions, report
from companion.results.report.format import Report
from tests.cli.conftest import HEAD, NAMES
from tests.texts import ALL_PASS

REPORT = TypeAdapter(Report)
PASSED = HEAD + "hand 1\nbid 2: pass; bid 3: pass; bid 4: pass; bid 1: pass"
REFUSED = HEAD + "hand 1\nbid 2: 7; bid 3: 6\n"


def stated(text: str, key: str) -> dict[int, list[int]]:
    """The totals a transcript says, by hand."""
    return {
        each.hand: [int(n.replace("−", "-")) for n in re.findall(r"[−-]?\d+", each.text)]
        for each in Transcript.read(text, key).expected
        if each.sign == "=="
    }


@pytest.mark.kinds
def test_recorded_evening_scores_same_as_text_and_json(run, game, evening, whole):
    """Kaiser's also by the program itself."""
    done = run("score", evening, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    if game.key == "kaiser":
        command = [sys.executable, "-m", "companion", "score", str(evening), "--json"]
        ended = subprocess.run(command, capture_output=True, text=True)
        assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", done.stdout)
    data, replay = json.loads(done.stdout), game.replay(whole)
    REPORT.validate_json(done.stdout, strict=True)
    totals = {hand["number"]: list(hand["totals"].values()) for hand in data["hands"]}
    wanted = stated(evening.read_text(encoding="utf-8"), game.key)
    assert {hand: totals[hand] for hand in wanted} == wanted
    assert [each["total"] for each in data["standing"]] == list(wanted.values())[-1]
    assert data["over"] is True
    texts = [Transcript(whole).text(), json.dumps(whole.json())]
    texts.append(json.dumps({"record": whole.json()}))
    reports = [json.loads(run("score", "-", "--json", input=text).stdout) for text in texts]
    assert reports == [json.loads(as_json(report(replay)))] * 3
    done = run("score", evening)
    assert (done.exit_code, done.stderr) == (0, "")
    shown = " ".join(done.stdout.split())
    for entry in replay.ledger.entries:
        assert " ".join(entry.line.why.split()) in shown
        assert f"{entry.line.to} {entry.line.rule} " in shown
    for side, total in replay.ledger.totals.items():
        assert re.search(rf"{re.escape(side.name)} +{str(total).replace('-', '−')}\b", done.stdout)


def test_report_names_the_next_questions_after_every_answer(game, whole):
    """The record is cut off after each answer of its first hand."""
    for cut in range(len(whole.hands[0])):
        part = whole.copy()
        part.hands = [dict(list(whole.hands[0].items())[:cut])]
        replay = game.replay(part)
        REPORT.validate_json(as_json(report(replay)), strict=True)
        for question in questions(replay.pending) if replay.pending else ():
            assert question.legal != ""
            assert question.rule == "" or question.rule in game.rules.rules


def test_refused_answer_exits_two_with_reason_and_rule(run):
    done = run("score", "-", input=REFUSED)
    assert done.exit_code == 2
    assert " ".join(done.stderr.split()) == (
        "Refused: hand 1, bid 3. 6 is not enough. Say 7 no-trump or more, or pass. "
        "(KAI-P-BID) [bid_not_higher]"
    )
    assert "say 7 no (7 NT), 8, 8 no (8 NT)" in done.stdout
    done = run("score", "-", "--json", input=REFUSED)
    data = json.loads(done.stdout)
    said = {"message": "6 is not enough. Say 7 no-trump or more, or pass.", "rule": "KAI-P-BID"}
    said["stands"] = ""
    assert (done.exit_code, data["refusals"]) == (
        2, [{"hand": 1, "key": "bid 3", "entered": "6", "code": "bid_not_higher", **said}],
    )  # fmt: skip


def goes_on() -> str:
    """Kaiser's evening, with a hand after its end."""
    more = Transcript.read(find("kaiser").file("evening.txt")).record
    more.hands.append({"bid 1": "7"})
    return Transcript(more).text()


@pytest.mark.parametrize(
    ("text", "stdout", "stderr"),
    [
        (f"{PASSED}\n== 3 0\n", [], "line 5: expected totals [3, 0], found [0, 0]"),
        (f"{PASSED}; trump: H\n", ["Not used (All four pass: thrown in): hand 1, trump: H"],
         "1 answer is not used"),
        (HEAD + "hand 1\n@entry: quick\nbidder: nobody; contract: 8; tricks: 5\n",
         [f"Not used (all four passed): hand 1, {each}" for each in ("contract: 8", "tricks: 5")],
         "2 answers are not used"),
        (goes_on(), ["win", "Not used (the game was over)"], "not used"),
    ],
    ids=["other totals", "unused", "beside nobody", "after the end"],
)  # fmt: skip
def test_unused_or_differing_answers_exit_with_one(run, text, stdout, stderr):
    done = run("score", "-", input=text)
    assert done.exit_code == 1
    assert [words for words in stdout if words not in done.stdout] == []
    assert stderr in done.stderr


def test_house_rules_and_unused_answers_are_shown(run, told):
    text = HEAD + "rules: failed_contract bid_amount\n"
    done = run("score", "-", input=text)
    assert "House rule: Going down costs: bid_amount (the bid, doubled" in done.stdout
    (rule,) = told("score", "-", input=text)["rules"]
    assert (rule["key"], rule["value"], rule["default"], rule["rule"]) == (
        "failed_contract", "bid_amount", "trick_value", "KAI-R2",
    )  # fmt: skip
    assert told("score", "-", input=f"{PASSED}; trump: H\n")["strays"] == [
        {"hand": 1, "key": "trump", "text": "H", "why": ALL_PASS}
    ]
    assert "bid 2: pass" not in run("score", "-", input=PASSED).stdout
    assert "bid 2: pass   Omar: bid or pass" in run("score", "-", "--answers", input=PASSED).stdout


def test_game_can_be_named_on_the_command_line(run):
    for text in (HEAD.partition("\n")[2], json.dumps(Record.begin("", NAMES.split(",")).json())):
        assert run("score", "-", "--game", "Kaiser", input=text).exit_code == 0


def test_half_amended_hand_leaves_earlier_hands_scored(run, told):
    whole = Transcript.read(find("kaiser").file("evening.txt")).record
    del whole.hands[1]["tricks"]
    done = run("score", "-", input=Transcript(whole).text())
    assert done.exit_code == 0
    assert "Hand 2: one more answer is needed; the hands after it wait for it." in done.stdout
    data = told("score", "-", input=Transcript(whole).text())
    assert (data["half_amended"], data["hands"][0]["totals"]) == (True, {"A": 0, "B": 10})


def test_the_schema_describes_the_json(run, told):
    schema = json.loads(run("score", "-", "--schema").stdout)
    data = told("score", "-", input=HEAD)
    described = schema["$defs"]["Report"]
    assert set(data) == set(described["properties"]) == set(described["required"])
    assert described["properties"]["hands"]["items"] == {"$ref": "#/$defs/HandData"}


def test_secrets_are_hidden_until_the_hand_ends():
    game = find("kaiser")
    replay = game.replay(Transcript.read(HEAD + "hand 1\nbid 2: 7; bid 3: 8\n").record)
    asked = replay.hands[0].asked
    object.__setattr__(asked[0].question, "secret", True)
    assert [answer.text for answer in report(replay).hands[0].answers] == ["7", "8"]
    kept = report(replay, secrets=False).hands[0].answers
    assert [(answer.text, answer.shown) for answer in kept] == [(None, None), ("8", "8")]
    replay.hands[0].over = True
    assert report(replay, secrets=False).hands[0].answers[0].text == "7"


def test_every_game_is_listed(run, told):
    listed, data = run("games").stdout, told("games")
    assert [about["key"] for about in data] == [*all_games()]
    for about, game in zip(data, all_games().values(), strict=True):
        assert re.search(rf"^{game.key} +{game.people} ", listed, re.MULTILINE)
        numbers = [*about["players"], *about["players_by_house_rule"]]
        assert (about["title"], numbers) == (game.title, list(game.players))
        assert {rule["key"] for rule in about["house_rules"]} == set(game.rules.options)
        assert [enquiry["key"] for enquiry in about["enquiries"]] == [e.key for e in game.enquiries]


@pytest.mark.kinds
def test_transcript_can_be_rewritten_with_actual_results(run, game, whole, tmp_path):
    file = tmp_path / "evening.txt"
    file.write_text(Transcript(whole).text() + "== 1 2 3\n", encoding="utf-8")
    assert run("score", file).exit_code == 1
    assert run("score", "--expect", file).exit_code == 0
    text = file.read_text(encoding="utf-8")
    assert Transcript.read(text, game.key).record.json() == whole.json()
    assert stated(text, game.key)
    assert run("score", file).exit_code == 0


REPLACED = """game: kaiser
players: Nell, Zed, Pia, Quin
dealer: Nell
entry: quick
earlier 2 1: Omar

hand 1
bidder: Omar
contract: 7
trump: C
tricks: 7
5H: Omar & Quin
3S: Zed & Quin
@adjust 1: Omar -3 revoke
= Omar & Quin +9 KAI-MADE
= Nell & Pia +1 KAI-DEFEND
= B -3 KAI-ADJ
== 1 6

hand 2
bidder: Zed
contract: 7
trump: H
tricks: 7
5H: A
3S: A
= Zed & Quin +7 KAI-MADE
= A +3 KAI-DEFEND
== 4 13
"""
"""A record in which Zed has taken over from Omar after hand 1."""


def test_hand_before_a_replacement_names_who_played_it(run, tmp_path):
    file = tmp_path / "replaced.txt"
    file.write_text(REPLACED, encoding="utf-8")
    done = run("score", file)
    assert done.exit_code == 0, done.output
    first, second = done.stdout.split("Zed takes over from Omar")
    hand = first[first.index("Hand 1") :]
    assert "Hand 1, Nell deals: Omar makes 7 in ♣" in hand
    assert "= Nell & Pia 1 · Omar & Quin 6" in hand
    assert "Zed" not in hand
    assert "Hand 2, Zed deals: Zed makes 7 in ♥" in second
    assert "Omar" not in second
    data = json.loads(run("score", file, "--json").stdout)
    assert [hand["players"][1] for hand in data["hands"]] == ["Omar", "Zed", "Zed"]
    assert data["hands"][0]["sides"] == ["Nell & Pia", "Omar & Quin"]


def test_named_key_means_that_hands_player():
    head = "players: Nell, Zed, Omar, Quin\nearlier 2 1: Omar\nearlier 3 1: Pia\n"
    text = f"{head}hand 1\nbid Omar: 7\nbid Pia: 8\nhand 2\nbid Omar: 7\n"
    record = Transcript.read(text).record
    assert [list(hand) for hand in record.hands] == [["bid 2", "bid 3"], ["bid 3"]]


def test_a_total_at_a_lowered_target_is_named(run, told):
    hands = "".join(
        f"hand {n}\nbidder: 2\ncontract: 6\ntrump: C\ntricks: 8\n5H: B\n3S: B\n" for n in (1, 2, 3)
    )
    text = f"game: kaiser\nplayers: A, B, C, D\nentry: quick\n{hands}hand 4\n@rule target: 20\n"
    said = "30 of 20: the next hand can end the game"
    assert f"B & D     30   {said}\n" in run("score", "-", input=text).stdout
    assert [each["status"] for each in told("score", "-", input=text)["standing"]] == ["", said]


def test_round_with_wrong_sum_names_confirming_answer(run, tmp_path):
    file = tmp_path / "hearts.txt"
    text = "game: another\nplayers: Nell, Omar\nrules: adds 26\nhand 1\npoints: 26 26\n"
    file.write_text(text, encoding="utf-8")
    done = run("score", str(file))
    assert done.exit_code == 2
    assert "If it is right, add “stands: yes”." in " ".join(done.stderr.split())
    file.write_text(f"{text}stands: yes\n", encoding="utf-8")
    done = run("score", str(file))
    assert done.exit_code == 0
    assert "does not add up to 26: saved as it is" in done.stdout
