"""`companion play`: whole evenings typed at a terminal, slips, and a file that loses nothing."""

from __future__ import annotations

import pytest

from companion.engine.game import Game
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from tests.cli.conftest import NAMES

KAISER = ("play", "kaiser", "--players", NAMES)


def typed(game: Game, whole: Record) -> list[str]:
    """What somebody would type to enter this record: engine's words as commands, then answers."""
    so_far, lines, told = Record(whole.game, dict(whole.head)), list[str](), set[int]()
    while (pending := game.replay(so_far).pending) and pending.hand <= len(whole.hands):
        answers = whole.hands[pending.hand - 1]
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
    commands = {"entry": "/", "void": "/throw ", "rule": f"/house {rest} "}
    return "/close" if word == "close" else commands.get(word, f"/{word} ") + text


@pytest.mark.kinds
def test_a_recorded_evening_typed_in_comes_to_the_same(run, game, whole, tmp_path):
    """Kaiser's to its end, of the others a hand."""
    if game.key != "kaiser":
        del whole.hands[1:]
    file = tmp_path / "record.txt"
    file.write_text(Transcript(Record(whole.game, dict(whole.head))).text(), encoding="utf-8")
    done = run("play", game.key, "-o", file, input="\n".join(typed(game, whole)) + "\n")
    assert (done.exit_code, done.stderr) == (0, "")
    kept = game.replay(Transcript.read(file.read_text(encoding="utf-8")).record)
    wanted = game.replay(whole)
    assert [*map(str, kept.ledger.entries)] == [*map(str, wanted.ledger.entries)] != []
    assert kept.final == wanted.final
    assert (kept.outcome is not None) == (game.key == "kaiser")
    assert not kept.outcome or kept.outcome.why in " ".join(done.stdout.split())


OWN = "hand 1\nbid 2: 7"


@pytest.mark.parametrize(
    ("typed", "said", "kept"),
    [
        ("7 | 6 | 7 no | /quit",
         ["6 is not enough. Say 7 no-trump or more, or pass. (KAI-P-BID)"], f"{OWN}\nbid 3: 7 no"),
        ("/undo | 7 | /undo | /redo | /redo",
         ["There is nothing to undo.", "Taken back: Omar bids 7", "Brought back: Omar bids 7",
          "There is nothing to redo."], OWN),
        ("6 NO | Pass | pass | pass | 3+3 | nell & pia | b", [], "tricks: B 6\n5H: A\n3S: B"),
        ("7 | /dealer Zoe | /house colour red | /house target lots | /quick please | /nonsense",
         ["“Zoe” is not at the table.", "There is no house rule “colour” in Kaiser.",
          "“lots” is not a value", "This hand has begun; /undo first.", "Instead of an answer:"],
         OWN),
        ("7 | ?", ["      7 no  7 or 2 + 5♥\n",
                   "      6  no: 6 is not enough. Say 7 no-trump or more, or pass.\n"], OWN),
        ("/rule kai-nt | /rule KAI-NONE | /score",
         ["No-trump doubles  KAI-NT\n", "Kaiser has no rule “KAI-NONE”.",
          "  Nell & Pia · Omar & Quin; first dealer Nell\n"], ""),
    ],
    ids=["slip", "undo", "form of a record", "what nobody can decide", "question mark", "rules"],
)  # fmt: skip
def test_what_is_typed_is_answered_and_only_what_can_stand_is_kept(run, typed, said, kept):
    done = run(*KAISER, input=typed.replace(" | ", "\n") + "\n")
    assert [words for words in said if words not in done.stdout] == []
    assert done.stdout.rstrip().endswith(kept)


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


def test_who_plays_is_asked_for(run):
    done = run("play", "kaiser", "--dealer", "pia", input=f"{NAMES}\n/quit\n")
    assert "Who plays? 4 players, in turn order" in done.stdout
    assert "dealer: 3\n" in done.stdout


HEARTS = ("play", "another", "--players", "Nell, Omar, Pia, Quin", "--rule", "adds=26")


def test_a_round_that_does_not_add_up_is_saved_on_confirmation_alone(run):
    done = run(*HEARTS, input="0 26 26 26\n\n1 25 0 0\n0 26 26 26\nyes\n/quit\n")
    assert "0 + 26 + 26 + 26 makes 78; there are 26. (ANY-SUM)" in done.stdout
    assert "Save the round as it is? Say yes, or press Enter to change." in done.stdout
    record = Transcript.read(done.stdout[done.stdout.index("game: another") :]).record
    assert record.hands == [{"points": "1 25 0 0"}, {"points": "0 26 26 26", "stands": "yes"}]


def test_a_written_round_that_does_not_add_up_says_how_it_may_stand(run, tmp_path):
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
