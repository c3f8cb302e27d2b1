"""A wrong argument exits with 2, a failed command with 1; both print a message."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import HEAD

SHEET = "print kaiser sheet -o DIR/x.html"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("nonsense", 2, "No such command"),
        ("score", 2, "Missing argument"),
        ("games --nonsense", 2, "No such option"),
        ("score DIR/nothing.txt", 1, "DIR/nothing.txt: No such file or directory.\n"),
        ("score DIR/photo.jpg", 2, "not a text file"),
        ("export nosuch", 2, "there is no table NOSUCH."),
        ("export --data DIR/photo.jpg/scores", 1, "Not a directory"),
        ("key ZZZZZZ", 2, "no table"),
        ("key ZZZZZZ --new", 2, "no table"),
        ("new-game Oh!", 2, "small letters"),

        ("club nothing -o -", 2, "There is no game “nothing”. There are: "),
        ("migrate sqlite-to-postgres", 2, "Say where to"),
        ("migrate sqlite-to-postgres postgresql://x@127.0.0.1:1/x", 2, "There are no scores"),
        # -- paper
        ("print kaiser sheet", 2, "-o"),
        ("print kaiser poster -o -", 2, "There are: rules, sheet"),
        (f"{SHEET} --table x", 2, "here is no table"),
        (f"{SHEET} --players A,B", 2, "exactly 4 players; 2 are named"),
        (f"{SHEET} --rule colour=red", 2, "no house rule “colour” in Kaiser. There are: dealer"),
        (f"{SHEET} --suits pink", 2, "“pink” are no suits"),
        (f"{SHEET} --rows 999", 2, "999 rows"),
        (f"{SHEET} --record DIR/other.txt", 2, "That is a record of somethingelse, not of kaiser."),
        # -- rules and referee
        ("ask kaizer", 2, "There is no game “kaizer”. Did you mean kaiser? There are: "),
        ("rules", 2, "--search WORDS"),
        ("rules kaiser xyzzy", 2, "no rule “xyzzy”"),
        ("rules kaiser --rule targt=62", 2,
         "There is no house rule “targt” in Kaiser. Did you mean target? There are: "),
        ("rules leopard --rule out=8", 2, "Did you mean out_at? There are: out_at, "),
        ("rules KAI-NOTHING", 2, "There is no game “KAI-NOTHING”"),
        ("rules kaiser --rule target=9", 2, "Points to reach: “9” is not a value"),
        ("rules --search x --rule target=62", 2, "House rules belong to a game: say which."),
        ("rules kaiser --set nosuch", 2,
         "There is no set “nosuch” of Kaiser. There are “Prairie online rules”"),
        ("ask kaiser nonsense", 2, "no enquiry “nonsense”. There are: trick, "),
        ("ask kaiser trick trump", 2, "“trump” is not KEY=VALUE."),
        ("ask kaiser trick trump=H trump=S", 2, "“trump” is given twice."),
        ("ask kaiser trick --rule colour=red", 2, "no house rule “colour” in Kaiser. There are: "),
        ("ask kaiser trick --players A,B", 2, "exactly 4 players; 2 are named"),
        ("ask kaiser trick --record nothing.txt", 1, "nothing.txt: No such file"),
    ],
)  # fmt: skip
def test_impossible_command_explains_and_writes_nothing(run, tmp_path, words, code, said):
    files = {
        "photo.jpg": b"\xff\xd8\xff",
        "other.txt": b"game: somethingelse\nplayers: A, B, C, D\n",
    }
    for name, data in files.items():
        tmp_path.joinpath(name).write_bytes(data)
    given = [word.replace("DIR", str(tmp_path)) for word in words.split()]
    done = run(*given)
    assert (done.exit_code, done.stdout) == (code, "")
    assert said.replace("DIR", str(tmp_path)) in done.stderr
    there = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    assert there == files


@pytest.mark.parametrize("text", ["", "nonsense", '{"tables"', "[]"])
def test_import_refuses_what_is_no_export_or_record(run, text):
    assert run("import", "-", input=text).exit_code == 2


def test_a_database_that_cannot_be_used_is_named(run, tmp_path):
    scores = tmp_path / "scores"
    scores.mkdir()
    (scores / "companion.db").write_bytes(b"not a database, whatever it says" * 40)
    done = run("export")
    assert (done.exit_code, "companion.db cannot be used" in done.stderr) == (1, True)


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
def test_unreadable_record_exits_two_with_reason(run, text, code, message):
    done = run("score", "-", input=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    (hand, _, told, words) = refusal(run, text)
    assert (hand, told) == (0, code)
    assert message in words


def refusal(run, text):
    """The only refusal of a record, from the JSON output: its hand, key, code and message."""
    done = run("score", "-", "--json", input=text)
    assert done.exit_code == 2
    (found,) = json.loads(done.stdout)["refusals"]
    return found["hand"], found["key"], found["code"], found["message"]


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
def test_table_decision_refusal_names_hand_and_key(run, answer, code, message):
    text = HEAD + f"hand 1\n@void: misdeal\nhand 2\n@void: again\n{answer}\n"
    (hand, key, told, words) = refusal(run, text)
    assert (hand, key, told) == (2, answer.partition(":")[0], code)
    assert message in words
    assert f"-: hand 2, {key}: " in run("score", "-", input=text).stderr
