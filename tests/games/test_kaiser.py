"""Kaiser beyond its worked examples."""

from __future__ import annotations

import pytest

from companion.engine.game import Replay
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games.kaiser.facts import Bid, Marks, decides_all
from companion.games.kaiser.house import House
from companion.games.kaiser.score import raises, target_of
from companion.printing.layouts import draw
from companion.printing.people import party
from companion.tables.disputes import disputes
from tests.games.written import enquired, game_of
from tests.replays import options, ruled
from tests.texts import ALL_PASS, TRICKS_OF_OMAR_AND_QUIN

GAME = game_of("kaiser")

HEAD = "players: Nell, Omar, Pia, Quin\ndealer: Nell\n"
PASSED = "hand 1\nbid Omar: pass; bid Pia: pass; bid Quin: pass; bid Nell: pass\n"


def replayed(text: str):
    return GAME.replay(Transcript.read(HEAD + text, "kaiser").record)


def told(replay) -> list[tuple[str, str]]:
    return [(tell.words, tell.rule) for tell in replay.hand.tells]


def test_the_question_for_tricks_writes_whose_they_are():
    replay = replayed(
        "hand 1\nbid Omar: 7; bid Pia: pass; bid Quin: pass; bid Nell: pass; trump: C"
    )
    tricks = replay.pending.page[0]
    assert (tricks.prompt, tricks.write(tricks.parse("6"))) == (TRICKS_OF_OMAR_AND_QUIN, "B 6")


def test_trump_is_asked_once_below_all_bids():
    replay = replayed("hand 1\nbid Omar: 7; bid Pia: pass; bid Quin: 8; bid Nell: pass")
    assert replay.pending.title == "Quin, 8: which suit is trump?"
    assert [each.prompt for each in replay.pending.page] == [replay.pending.title]
    (bids,) = replay.hand.panels.values()
    assert [call for _, call in bids.calls] == ["7", "pass", "8", "pass"]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("", ["pass", "all pass: throw in"]),
        ("bid Omar: pass; bid Pia: pass; bid Quin: pass", ["pass: throw in"]),
        ("bid Omar: 7; bid Pia: pass", ["pass", "all others pass"]),
        ("bid Omar: 7; bid Pia: pass; bid Quin: pass", ["pass"]),
    ],
)
def test_last_pass_names_the_throw_in(text, labels):
    (asked,) = replayed(f"hand 1\n{text}").pending.page
    assert [each.label for each in asked.answers if "pass" in each.text] == labels


OMAR_BIDS = "bid Omar: 7; bid Pia: pass; bid Quin: pass; bid Nell: pass; trump: C; "


@pytest.mark.parametrize(
    ("rules", "brought", "hand", "rule", "words"),
    [
        (
            "target 20, win_rule must_bid",
            "@adjust 1: A 20 brought forward",
            "tricks: 6 2; 5H: A; 3S: A",
            "KAI-R7",
            "Nell & Pia have 24, and the game goes on: here a side wins only by",
        ),
        (
            "target 20, win_rule must_bid, defender_limit none",
            "@adjust 1: A 20 brought forward\n@adjust 2: B 27 brought forward",
            "tricks: 6 2; 5H: A; 3S: A",
            "KAI-R7",
            "Nell & Pia have 24 and Omar & Quin have 21, and the game goes on",
        ),
        (
            "target 20, defender_limit none",
            "@adjust 1: A 17 brought forward\n@adjust 2: B 13 brought forward",
            "tricks: 5 3; 5H: B; 3S: B",
            "KAI-R8",
            "Level on 20: one more hand is played.",
        ),
    ],
)
def test_game_continuing_at_target_says_why(rules, brought, hand, rule, words):
    replay = replayed(f"rules: {rules}\n{PASSED}{brought}\nhand 2\n{OMAR_BIDS}{hand}")
    assert replay.outcome is None
    assert [said for said, cited in told(replay) if cited == rule and said.startswith(words)]


def test_side_needing_the_five_needs_a_trick():
    replay = GAME.replay(Record.begin("kaiser", ["N", "O", "P", "Q"], rules={"min_bid": "5"}))
    hints = {each.text: each.hint for each in options(replay)}
    assert (hints["5"], hints["6"], hints["9"]) == ("1+5♥", "1+5♥", "4+5♥")


@pytest.mark.parametrize(("bid", "targets"), [("7 no", [52, 62]), ("7", [52, 52])])
def test_only_no_trump_bidders_need_ten_more(bid, targets):
    trump = "" if bid == "7 no" else "trump: C; "
    replay = replayed(
        f"rules: nt_raises_target no_trump_hand\nhand 1\nbid Omar: {bid}; bid Pia: pass\n"
        f"bid Quin: pass; bid Nell: pass; {trump}tricks: 5; 5H: B; 3S: A"
    )
    hand = replay.hands[0]
    marks = Marks.of(hand.rules, False)
    sides = replay.table.sides
    assert [target_of(side, hand.result, hand.rules, marks) for side in sides] == targets
    assert any("Omar & Quin need 62" in tell.words for tell in hand.tells) is (bid == "7 no")


def scored(text: str, rules: str, before: int = 0) -> list[tuple[str, int, str, tuple[str, ...]]]:
    """The lines of a hand that Omar bids, after one in which his opponents got points."""
    brought = f"@adjust 1: A {before} brought forward\n" if before else ""
    record = f"rules: {rules}\n" + PASSED + brought + "hand 2\n@entry: quick\nbidder: Omar; " + text
    replay = replayed(record)
    assert not replay.refused
    lines = replay.hands[1].lines
    return [(line.side.code, line.points, line.rule, line.also) for line in lines]


def test_pile_cites_its_counting_cards():
    pile = ("KAI-PILE", "KAI-TRICK")
    found = scored("contract: 7; trump: C; tricks: B 5; 5H: B; 3S: A", "target 62")
    assert [also for _, _, _, also in found] == [(*pile, "KAI-5H"), (*pile, "KAI-3S")]


@pytest.mark.parametrize(
    ("tricks", "counts"),
    [
        ("B 4; 5H: A; 3S: A", 6),  # 4 + 5 - 3 against 4
        ("B 6; 5H: A; 3S: B", 7),  # 2 + 5 against 6 - 3
        ("B 5; 5H: A; 3S: A", 0),  # 3 + 5 - 3 against 5
        ("B 5; 5H: B; 3S: B", 0),  # 3 against 5 + 5 - 3
    ],
)
def test_frozen_defenders_add_the_larger_pile_alone(tricks, counts):
    rules = "target 62, frozen_pile larger_adds, defender_limit 45"
    found = scored(f"contract: 7; trump: C; tricks: {tricks}", rules, before=47)
    assert [points for side, points, _, _ in found if side == "A"] == [counts]


def test_rest_pass_equals_the_separate_passes():
    def evening(bids: dict[str, str], **rules: str) -> Replay:
        record = Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"], 1, rules)
        record.put(1, {**bids, "trump": "S", "tricks": "B 5", "5H": "B", "3S": "A"})
        return GAME.replay(record)

    short = evening({"bid 2": "7", "bid 3": "rest pass"})
    long = evening({"bid 2": "7", "bid 3": "pass", "bid 4": "pass", "bid 1": "pass"})
    assert (short.refused, short.unused) == ([], [])
    assert list(short.ledger.totals.values()) == list(long.ledger.totals.values())
    assert evening({"bid 2": "rest pass"}).hands[0].summary == ALL_PASS
    (refused,) = evening({"bid 2": "rest pass"}, all_pass="dealer_must_bid").refused
    assert (refused.key, refused.code) == ("bid 2", "dealer_must_bid")


def test_a_raise_moves_target_and_limit_up():
    rules = ruled(GAME, House, {"target": "62", "defender_limit": "45"})
    assert Marks.of(rules, raised=False) == Marks(62, 45)
    assert Marks.of(rules, raised=True) == Marks(72, 55)


def test_which_bid_is_the_kaiser():
    bids = [Bid(12), Bid(12, True), Bid(11, True)]
    for reading, found in (("twelve_no", [False, True, False]), ("twelve", [True, True, False])):
        rules = ruled(GAME, House, {"kaiser_bid": reading})
        assert [decides_all(bid, rules) for bid in bids] == found


@pytest.mark.parametrize(
    ("answers", "raised"),
    [
        ("contract: 7 no; tricks: A 7; 5H: A; 3S: B", True),
        ("contract: 7 no; tricks: A 6; 5H: B; 3S: B", False),
        ("contract: 7; trump: C; tricks: A 7; 5H: A; 3S: B", False),
    ],
)
def test_only_made_no_trump_bid_raises_target(answers, raised):
    result = replayed(f"hand 1\n@entry: quick\nbidder: Nell; {answers}").hands[0].result
    assert raises(result, ruled(GAME, House, {"nt_raises_target": "on"})) is raised
    assert not raises(result, ruled(GAME, House, {}))


def test_trick_with_counting_card_states_its_value():
    answers = {"trump": "none", "leader": "1", "cards": "AH 9H 5H KH"}
    assert "The trick counts 1 trick + 5 (5♥) = 6." in enquired(GAME, "trick", answers).steps


SEVEN = "contract: 7; trump: C; tricks: 5 3; 5H: {side}; 3S: {side}"
"""A bid of 7 made with 7 points, against 3."""
BIDDERS = ("Omar", "Pia", "Quin", "Nell")


def seven(number: int) -> str:
    """A hand in which the player left of the dealer makes seven: 7 and 3, in turn."""
    side = "BA"[(number - 1) % 2]
    answers = SEVEN.format(side=side).replace("5 3", f"{side} 5")
    return f"hand {number}\n@entry: quick\nbidder: {BIDDERS[(number - 1) % 4]}; {answers}\n"


def sevens(rules, scored):
    return replayed(f"rules: {rules}\n" + "".join(map(seven, range(1, scored + 1))))


def last_hand(replay):
    return [words for words, _ in told(replay) if words.startswith("The last hand")]


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ("hands", ["The last hand: after it the higher total wins."]),
        ("either", ["The last hand: if no side wins at 52, the higher total wins."]),
    ],
)
def test_hands_are_numbered_up_to_the_last(ends, words):
    replay = sevens(f"ends {ends}, hands 4", 3)
    assert [hand.name for hand in replay.hands] == [f"hand {n} of 4" for n in range(1, 5)]
    assert (last_hand(replay), replay.outcome) == (words, None)
    assert sevens(f"ends {ends}, hands 4", 2).hand.name == "hand 3 of 4"
    assert last_hand(sevens(f"ends {ends}, hands 4", 2)) == []


def test_hand_thrown_in_keeps_its_number_and_dealer():
    passed = replayed("rules: ends hands, hands 4\n" + PASSED)
    assert [(hand.name, hand.dealer.name) for hand in passed.hands] == [("hand 1 of 4", "Nell")] * 2
    tells = [tell.words for tell in passed.hands[0].tells]
    assert "Four passes: nobody scores, and the hand does not count." in tells


def test_level_after_the_last_hand_adds_hands():
    replay = sevens("ends hands, hands 4", 4)
    assert (replay.hand.name, replay.outcome) == ("extra hand 1", None)
    assert ("Level on 20: one more hand is played.", "KAI-R8") in told(replay)
    over = sevens("ends hands, hands 4", 5)
    assert over.outcome.why == "Omar & Quin have 27 after 5 hands, Nell & Pia have 23"


@pytest.mark.parametrize(("tie", "winner"), [("declarers", ["A"]), ("draw", [])])
def test_level_after_the_last_hand_ends_the_game(tie, winner):
    outcome = sevens(f"ends hands, hands 4, tie_at_end {tie}", 4).outcome
    assert [side.code for side in outcome.winners] == winner
    assert (outcome.rule, outcome.why[:25]) == ("KAI-TIE", "level after the last hand")


def test_fewer_hands_make_the_next_the_last():
    played = "".join(map(seven, range(1, 6)))
    replay = replayed(f"rules: ends hands, hands 12\n{played}hand 6\n@rule hands: 4\n")
    assert (replay.hand.name, len(last_hand(replay))) == ("hand 6 of 6", 1)


def test_game_closed_before_last_hand_has_no_winner():
    replay = replayed("rules: ends hands, hands 4\n" + seven(1) + "hand 2\n@close: yes\n")
    assert replay.unfinished == (
        "Closed after 1 of 4 hands: nobody has won. Omar & Quin lead, 7 to 3."
    )


@pytest.mark.parametrize(
    "rules",
    [
        {"target": "20"},
        {"lose_at": "-52"},
        {"defender_limit": "43"},
        {"defender_cap": "at_limit"},
        {"nt_raises_target": "on"},
        {"nt_raises_target": "no_trump_hand"},
        {"win_rule": "must_bid"},
        {"win_rule": "bidders_first"},
        {"kaiser_pays": "game"},
    ],
)
def test_target_rules_change_nothing_in_hands_game(rules):
    """A record has the same totals and result with each of these rules."""
    ((key, value),) = rules.items()
    assert not GAME.rules.options[key].meant(ruled(GAME, House, {"ends": "hands"}))
    text = "hand 1\n@entry: quick\nbidder: Pia; contract: 8 no; tricks: A 7; 5H: A; 3S: B\n"
    text += "hand 2\n@entry: quick\nbidder: Pia; contract: 8 no; tricks: A 7; 5H: A; 3S: B\n"
    text += "hand 3\n@entry: quick\nbidder: Omar; contract: 12 no; tricks: B 4; 5H: A; 3S: B\n"
    text += "@adjust 1: B -50 agreed\n"
    text += (
        "hand 4\n@entry: quick\nbidder: Omar; contract: 6; trump: C; tricks: B 4; 5H: B; 3S: B\n"
    )
    one = replayed(f"rules: ends hands, hands 4, {key} {value}\n{text}")
    other = replayed(f"rules: ends hands, hands 4\n{text}")
    totals = [[hand.totals[side] for side in one.table.sides] for hand in one.hands]
    assert totals == [[24, -2], [48, -4], [57, -56], [61, -50]]
    assert [[*hand.totals.values()] for hand in other.hands] == totals
    assert one.outcome.why == other.outcome.why
    assert one.outcome.why.startswith("Nell & Pia have 61 after 4 hands")


@pytest.mark.parametrize(
    ("rules", "rows", "dealers"),
    [
        ({}, 16, ["", ""]),
        ({"ends": "hands", "hands": "8"}, 8, ["Omar", "Pia"]),
        ({"ends": "either", "hands": "30"}, 30, ["Omar", "Pia"]),
        ({"ends": "hands", "hands": "8", "all_pass": "redeal_next_dealer"}, 8, ["", ""]),
    ],
)
def test_blank_sheet_has_a_row_for_each_hand(rules, rows, dealers):
    who = party(GAME, players=["Nell", "Omar", "Pia", "Quin"], rules=rules, dealer=2)
    (grid,) = draw(who).grids
    lines = [row for body in grid.bodies for row in body.rows]
    names = [cell.text for row in lines[:2] for cell in row.cells[1:2] if "given" in cell.kind]
    assert (len(lines), names) == (rows, [name for name in dealers if name])


@pytest.mark.parametrize(
    ("rules", "scored", "answer"),
    [
        ("ends hands, hands 4", 3, "No: 1 hand is left."),
        ("ends hands, hands 4", 4, "No. Level on 20: one more hand is played."),
        ("ends hands, hands 4", 5, "Yes: Omar & Quin have won."),
        ("ends either, hands 4", 3, "No: nobody has 52, and 1 hand is left."),
        ("ends either, hands 4, tie_at_end draw", 4, "Yes: it is a draw."),
        ("target 20", 3, "No: nobody has 20."),
    ],
)
def test_disputes_answer_whether_game_is_over(rules, scored, answer):
    """The answers come from the table, before the next hand and after the last."""
    replay = sevens(rules, scored)
    (over,) = (each for each in disputes(replay) if each.enquiry.key == "over")
    assert over.ruling
    assert (over.ruling.answer, over.ruling.value) == (answer, bool(replay.outcome))
