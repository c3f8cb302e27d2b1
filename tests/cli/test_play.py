"""`companion play`: whole evenings typed at a terminal, slips, and a file that loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.game import Game
from companion.engine.record import Record
from companion.engine.transcript import Transcript

NAMES = "Nell, Omar, Pia, Quin"
KAISER = ("play", "kaiser", "--players", NAMES)


def typed(game: Game, whole: Record) -> list[str]:
    """What somebody would type to enter this record: engine's words as commands, then answers."""
    so_far, lines, told = Record(whole.game, dict(whole.head)), list[str](), set[int]()
    while (pending := game.replay(so_far).pending) is not None:
        answers = whole.hands[pending.hand - 1] if pending.hand <= len(whole.hands) else {}
        if pending.hand not in told:
            told.add(pending.hand)
            commands = {key: text for key, text in answers.items() if key.startswith("@")}
            # What ends the hand comes last.
            for key in sorted(commands, key=lambda key: key in ("@void", "@close")):
                so_far.put(pending.hand, {key: commands[key]})
                lines.append(command(key, commands[key]))
            if commands:
                continue
        given: dict[str, str] = {}
        for place in range(len(pending.page)):
            question = pending.page_for(given)[place]
            if not (question.off or question.decided):
                # Asked in order, though a later answer of the page makes it moot.
                given[question.key] = answers.get(question.key, "none")
        so_far.put(pending.hand, given)
        lines += given.values()
    return lines


def command(key: str, text: str) -> str:
    word, _, rest = key[1:].partition(" ")
    return {
        "entry": f"/{text}",
        "void": f"/throw {text}",
        "adjust": f"/adjust {text}",
        "dealer": f"/dealer {text}",
        "rule": f"/house {rest} {text}",
        "close": "/close",
    }[word]


@pytest.mark.kinds
def test_the_golden_evening_typed_in_comes_to_the_same(run, game, evening, tmp_path):
    whole = Transcript.read(evening.read_text(encoding="utf-8"), game.key).record
    file = tmp_path / "record.txt"
    file.write_text(Transcript(Record(whole.game, dict(whole.head))).text(), encoding="utf-8")
    done = run("play", game.key, "-o", file, input="\n".join(typed(game, whole)) + "\n")
    assert (done.exit_code, done.stderr) == (0, "")
    kept = game.replay(Transcript.read(file.read_text(encoding="utf-8")).record)
    wanted = game.replay(whole)
    assert [str(e.line) for e in kept.ledger.entries] == [
        str(e.line) for e in wanted.ledger.entries
    ]
    assert kept.outcome is not None
    assert wanted.outcome is not None
    assert kept.outcome.why == wanted.outcome.why
    assert kept.outcome.why in " ".join(done.stdout.split())


def test_a_slip_is_answered_with_the_rule_and_asked_again(run):
    done = run(*KAISER, input="7\n6\n7 no\n/quit\n")
    assert "6 is not enough. Say 7 no-trump or more, or pass. (KAI-P-BID)" in done.stdout
    assert "bid 2: 7\nbid 3: 7 no\n" in done.stdout


def test_undo_names_what_it_takes_back_and_redo_brings_it_again(run):
    done = run(*KAISER, input="/undo\n7\n/undo\n/redo\n/redo\n")
    assert "There is nothing to undo." in done.stdout
    assert "Taken back: Omar bids 7" in done.stdout
    assert "Brought back: Omar bids 7" in done.stdout
    assert "There is nothing to redo." in done.stdout
    assert done.stdout.endswith("hand 1\nbid 2: 7\n")


def test_answers_are_kept_in_the_form_of_a_record(run):
    done = run(*KAISER, input="6 NO\nPass\npass\npass\n3+3\nnell & pia\nb\n")
    assert done.stdout.rstrip().endswith("tricks: B 6\n5H: A\n3S: B")


def test_a_page_half_filled_in_is_kept_when_the_input_ends(run, tmp_path):
    file = tmp_path / "r.txt"
    run(*KAISER, "-o", file, input="/quick\nNell\n8\n")
    assert file.read_text().endswith("@entry: quick\nbidder: 1\ncontract: 8\n")
    done = run("play", "kaiser", "-o", file, input="C\n")
    assert "bidder>" not in done.stdout
    assert "Tricks of Nell & Pia" in done.stdout


def test_the_file_has_every_answer_before_the_next_question_is_asked(run, tmp_path, monkeypatch):
    file, seen = tmp_path / "r.txt", list[str]()
    prompt = "companion.cli.interview.click.prompt"
    replies = iter(["7", "pass", "/quit"])

    def answer(*_arguments, **_options):
        seen.append(file.read_text() if file.exists() else "")
        return next(replies)

    monkeypatch.setattr(prompt, answer)
    run(*KAISER, "-o", file)
    assert [text.count("bid ") for text in seen] == [0, 1, 2]


def test_a_hand_is_thrown_in_adjusted_dealt_by_another_and_played_by_another_rule(run):
    lines = ["/throw misdeal", "/dealer Quin", "/house target 40", "/adjust A -5 revoke"]
    lines += ["/note cake", "/close"]
    done = run(*KAISER, input="\n".join(lines) + "\n")
    assert "Hand 1, Nell deals: thrown in (misdeal)" in done.stdout
    assert "Closed " in done.stdout
    record = Transcript.read(done.stdout[done.stdout.rindex("game: kaiser") :]).record
    assert record.hands == [
        {"@void": "misdeal", "@note": "cake"},
        {"@dealer": "Quin", "@rule target": "40", "@adjust 1": "A -5 revoke", "@close": "yes"},
    ]


def test_what_the_table_cannot_decide_is_refused_and_not_written(run):
    lines = ["/dealer Zoe", "/house colour red", "/house target lots", "/quick please", "/nonsense"]
    done = run(*KAISER, input="7\n" + "\n".join(lines) + "\n")
    assert "“Zoe” is not at the table." in done.stdout
    assert "There is no house rule “colour” in Kaiser." in done.stdout
    assert "“lots” is not a value" in done.stdout
    assert "This hand has begun; /undo first." in done.stdout
    assert "Instead of an answer:" in done.stdout
    assert done.stdout.endswith("hand 1\nbid 2: 7\n")


def test_a_question_mark_lists_every_answer_with_what_forbids_it(run):
    done = run(*KAISER, input="7\n?\n")
    assert "      7 no  7 or 2 + 5♥\n" in done.stdout
    assert "      6  no: 6 is not enough. Say 7 no-trump or more, or pass.\n" in done.stdout


def test_rules_and_the_ledger_can_be_looked_up_on_the_way(run):
    done = run(*KAISER, input="/rule kai-nt\n/rule KAI-NONE\n/score\n")
    assert "No-trump doubles  KAI-NT\n" in done.stdout
    assert "Kaiser has no rule “KAI-NONE”." in done.stdout
    assert "  Nell & Pia · Omar & Quin; first dealer Nell\n" in done.stdout


def test_who_plays_is_asked_for(run):
    done = run("play", "kaiser", "--dealer", "pia", input=f"{NAMES}\n/quit\n")
    assert "Who plays? 4 names in turn order" in done.stdout
    assert "dealer: 3\n" in done.stdout


def test_an_evening_that_cannot_begin_ends_with_two(run, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("game: kaiser\nplayers: A\n")
    for arguments, message in [
        (["--players", "A,B"], "exactly 4 players"),
        (["--players", NAMES, "--dealer", "Zoe"], "“Zoe” is not at the table: Nell, Omar"),
        (["--players", NAMES, "--rule", "colour=red"], "no house rule “colour”"),
        (["-o", str(other)], "exactly 4 players"),
    ]:
        done = run("play", "kaiser", *arguments)
        assert (done.exit_code, message in done.stderr) == (2, True)
    assert Path(other).read_text() == "game: kaiser\nplayers: A\n"
