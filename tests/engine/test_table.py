"""The engine: a game asks, the record answers, and decisions of the table are entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from companion.cards import Pack
from companion.engine.game import Desk, Enquiry, Game, Replay, Ruling
from companion.engine.ledger import Line
from companion.engine.record import MAX_HANDS, Record
from companion.engine.sheets import Column, RowSheet
from companion.engine.table import AuthorsMistake, Hand, Pending, Table, Unused, adjustment
from companion.questions import Choice, Count, Question, Refused, option
from companion.seating import Seat

RULES = """# Toy
Players: 2 to 4

## Scoring
### The deal {#TOY-DEAL}
### Points {#TOY-POINTS}
```option target
title: Game
1..99 = 10: ten
```
### An adjustment {#TOY-ADJ}
### The end {#TOY-END}
"""
NOBODY = option("nobody", set_apart=True)


def ask(hand: Hand) -> tuple[object, int | None]:
    """One page: the winner, and the points if there is a winner."""

    def no_thirteen(told: Mapping[str, Any]) -> None:
        if told["points"] == 7 and told["winner 1"] is hand.table.sides[0]:
            raise Refused("Seven is for the others.", "TOY-POINTS", "seven")

    def page(given: Mapping[str, str]) -> Sequence[Question[Any]]:
        who = Choice[object]("winner 1", "Who won?", "TOY-POINTS", [*hand.table.sides, NOBODY])
        off = "because of “winner 1: nobody”" if who.read_in(given) == "nobody" else ""
        return who, Count("points", "Points?", "TOY-POINTS", 0, 9, off=off)

    found = hand.ask_rest(page, {}, title="The result", check=no_thirteen)
    return found["winner 1"], found["points"]


def play(table: Table) -> None:
    dealer = table.first_dealer
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        hand.tell(f"{hand.dealer} deals.", "TOY-DEAL")
        if hand.entry("guided", "quick") == "guided":
            hand.ask(Choice("trump", "Trump?", "", ["red", "black"]))
            hand.tell("Play.", keep=True)
        winner, points = ask(hand)
        lines = [] if winner == "nobody" else [Line(winner, points, "TOY-POINTS", "won")]  # type: ignore[arg-type]
        hand.post(lines)
        if table.ledger.best >= table.target:
            table.end(table.ledger.leaders(), "TOY-END", "enough")
        dealer = hand.dealer.left


def told(desk: Desk) -> Ruling:
    number = desk.ask(Count("number", "Which?", "TOY-DEAL", 1, 3))
    return Ruling(f"{desk.seats[number - 1]} deals.", ("TOY-DEAL",))


@pytest.fixture
def toy(tmp_path):
    """Makes a game from a play function and rules in a folder of their own."""
    (tmp_path / "rules.md").write_text(RULES)

    def make(
        play: Callable[[Table], None] = play,
        told: Callable[[Desk], Ruling] = told,
        players: tuple[int, ...] = (2, 3),
    ) -> Game:
        return Game(
            "toy", "Toy", "TOY", str(tmp_path / "x.py"), players, play,
            RowSheet(columns=[Column("points", "±", 10)]), Pack.of(("A",)),
            [Enquiry("told", "Who deals?", told, ("TOY-DEAL",))],
        )  # fmt: skip

    return make


def record(*hands: dict[str, str], **head: str) -> Record:
    it = Record.begin("toy", ["Ann", "Bo"])
    it.head |= {key.replace("_", " "): text for key, text in head.items()}
    it.hands = [dict(hand) for hand in hands]
    return it


def quick(winner: str, points: str = "", **more: str) -> dict[str, str]:
    answers = {"@entry": "quick", "winner 1": winner, **more}
    return answers | ({"points": points} if points else {})


def totals(replay: Replay) -> list[int]:
    return list(replay.ledger.totals.values())


# -- asking --------------------------------------------------------------------------------------


def test_where_the_record_ends_the_page_is_pending(toy):
    replay = toy().replay(record({"trump": "red", "winner 1": "Bo"}))
    pending = replay.pending
    assert (pending.hand, pending.title) == (1, "The result")
    assert [question.key for question in pending.page] == ["winner 1", "points"]
    assert (pending.given, pending.problems) == ({"winner 1": "Bo"}, {})
    assert (replay.over, replay.half_amended) == (False, False)
    assert [(a.question.key, a.text, a.value, a.page) for a in replay.hands[0].asked] == [
        ("trump", "red", "red", 0)
    ]


def test_invalid_answer_is_pending_with_its_problem(toy):
    replay = toy().replay(record(quick("Zoe", "99")))
    assert {key: p.code for key, p in replay.pending.problems.items()} == {
        "winner 1": "unreadable", "points": "out_of_range",
    }  # fmt: skip
    assert [p.code for p in replay.refused] == ["unreadable", "out_of_range"]
    assert replay.pending.given == {"winner 1": "Zoe", "points": "99"}


def test_answers_may_be_refused_together(toy):
    assert toy().replay(record(quick("2", "7"))).refused == []
    (refused,) = toy().replay(record(quick("1", "7"))).refused
    assert (refused.code, refused.key) == ("seven", "points")


def test_idle_question_is_not_asked(toy):
    replay = toy().replay(record(quick("nobody")))
    assert [asked.question.key for asked in replay.hands[0].asked] == ["winner 1"]
    assert (replay.pending.hand, totals(replay)) == (2, [0, 0])


def test_pending_escapes_catching_every_exception(toy):
    def careless(table: Table) -> None:
        try:
            table.deal().ask(Count("a", "?", "", 0, 1))
        except Exception:  # noqa: BLE001
            table.end([], "TOY-END", "caught")

    assert toy(careless).replay(record()).pending is not None
    assert not issubclass(Pending, Exception)


def test_question_returns_value_and_page_a_tuple(toy):
    seen: list[object] = []

    def curious(table: Table) -> None:
        hand = table.deal()
        seen.append(hand.ask(Count("a", "?", "", 0, 9)))
        seen.append(hand.ask(Count("b", "?", "", 0, 9), Count("c", "?", "", 0, 9)))
        hand.post([])
        table.end([], "TOY-END", "over")

    toy(curious).replay(record({"a": "1", "b": "2", "c": "3"}))
    assert seen == [1, (2, 3)]


def test_open_page_work_runs_only_at_record_end(toy):
    calls = []

    def pausing(table: Table) -> None:
        hand = table.deal()
        hand.on_pending = lambda: calls.append(hand.pages)
        for number in range(3):
            hand.ask(Count(f"a {number}", "?", "", 0, 9))

    toy(pausing).replay(record({"a 0": "1", "a 1": "1"}))
    assert calls == [2]


def test_page_of_dependent_answers_uses_its_samples(toy):
    def together(table: Table) -> None:
        table.deal().ask(
            Count("a", "A?", "", 0, 9, samples=("7",)),
            Count("b", "B?", "", 0, 9),
            samples=lambda: [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}],
        )

    pending = toy(together).replay(record()).pending
    assert [pending.sample(lambda _, n=n: n) for n in (0, 1)] == [
        {"a": "1", "b": "2"}, {"a": "3", "b": "4"},
    ]  # fmt: skip
    assert [question.sample(lambda _: 0) for question in pending.page] == ["7", "0"]


# -- an author's mistakes are loud ---------------------------------------------------------------


def twice(table: Table) -> None:
    hand = table.deal()
    for _ in range(2):
        hand.ask(Count("a", "?", "", 0, 1))


def no_rule(table: Table) -> None:
    hand = table.deal()
    hand.post([Line(table.seats[0], 1, "TOY-NONE", "")])


def no_also(table: Table) -> None:
    hand = table.deal()
    hand.post([Line(table.seats[0], 1, "TOY-DEAL", "", also=("TOY-NONE",))])


def no_guidance(table: Table) -> None:
    table.deal().tell("Now.", "TOY-NONE")


def no_end(table: Table) -> None:
    table.deal().post([])


def no_reason(table: Table) -> None:
    table.deal().post([])
    table.end([], "TOY-NONE", "")


@pytest.mark.parametrize(
    ("mistake", "words"),
    [(twice, "toy, hand 1, after a: 'a' is asked twice"),
     (no_rule, "toy, hand 1, before its first question: the rule sheet has no TOY-NONE"),
     (no_also, "no TOY-NONE"),
     (no_guidance, "no TOY-NONE"), (no_end, "toy: play returned without an outcome"),
     (no_reason, "no TOY-NONE")],
)  # fmt: skip
def test_an_authors_mistake_is_loud(toy, mistake, words):
    with pytest.raises(AuthorsMistake, match=words):
        toy(mistake).replay(record({"a": "1"}))


# -- an unused replay is freed -------------------------------------------------------------------


def remembering(table: Table) -> None:
    """A game that stores its hand, its table and itself in every possible place."""
    while table.outcome is None:
        hand = table.deal()
        hand.on_pending = lambda hand=hand: hand.tell("Now.")
        hand.result = [hand]

        def fits(points: int, hand: Hand = hand) -> None:
            if points > hand.rules.target or hand.table.ledger.best > 90:
                raise Refused("Too much.")

        def samples(hand: Hand = hand) -> list[str]:
            return [str(hand.number)]

        def among(hand: Hand = hand) -> list[Seat]:
            return [hand.dealer, *hand.table.seats[1:]]

        points = hand.ask(Count("points", "Points?", "", 0, 99, samples=samples), check=fits)
        hand.ask(Choice("last", "Last?", "", among))
        hand.post([Line(table.seats[0], points, "TOY-POINTS", "")])
        if hand.number == 2:
            table.end([], "TOY-END", "")


def test_question_memory_lasts_as_long_as_question(toy):
    def page(*hands: dict[str, str]) -> list:
        return toy(remembering).replay(record(*hands)).pending.page

    (points,) = page()
    assert points.sample(lambda _: 0) == "1"
    (last,) = page({"points": "3"})
    assert last.legal() == "Ann or Bo"
    assert last.parse("2").name == "Bo"


def test_an_enquiry_may_remember_its_desk(toy):
    def told(desk: Desk) -> Ruling:
        number = desk.ask(Count("n", "?", "", 1, 3, samples=lambda: [str(len(desk.seats))]))
        desk.ask(Count("m", "?", "", 1, 3, samples=lambda: [str(number + len(desk.seats))]))
        return Ruling("Yes.", ("TOY-DEAL",))

    game = toy(told=told)
    (enquiry,) = game.referee
    heard, ruling = game.enquire(enquiry, {"n": "1"})
    assert [each.text for each in heard.asked] == ["1"]
    assert ruling.page[0].sample(lambda _: 0) == "3"


# -- hands, dealers, house rules -----------------------------------------------------------------


def test_a_game_is_played_to_its_end(toy):
    replay = toy().replay(record(quick("1", "6"), quick("2", "3"), quick("1", "5"), dealer="Bo"))
    assert (totals(replay), replay.over, replay.closed) == ([11, 3], True, False)
    assert [side.name for side in replay.outcome.winners] == ["Ann"]
    assert [hand.dealer.name for hand in replay.hands] == ["Bo", "Ann", "Bo"]
    assert [list(hand.totals.values()) for hand in replay.hands] == [[6, 0], [6, 3], [11, 3]]
    assert [hand.over for hand in replay.hands] == [True, True, True]


def test_hand_entry_falls_back_to_table_then_first(toy):
    modes = [
        toy().replay(record(*hands, **head)).hands[0].mode
        for hands, head in [
            ([], {}), ([], {"entry": "quick"}), ([{"@entry": "guided"}], {"entry": "quick"}),
            ([{"@entry": "nonsense"}], {"entry": "quick"}), ([], {"entry": "nonsense"}),
        ]
    ]  # fmt: skip
    assert modes == ["guided", "quick", "guided", "quick", "guided"]


def test_guidance_belongs_to_page_or_rest_of_hand(toy):
    (hand,) = toy().replay(record({"trump": "red"})).hands
    assert [(t.words, t.rule, t.page, t.keep) for t in hand.tells] == [
        ("Ann deals.", "TOY-DEAL", 0, False), ("Play.", "", 1, True),
    ]  # fmt: skip


def test_thrown_in_hand_scores_nothing_and_keeps_dealer(toy):
    replay = toy().replay(record({"trump": "red", "@void": "misdeal"}, quick("2", "4")))
    assert [(hand.void, hand.dealer.name) for hand in replay.hands] == [
        ("misdeal", "Ann"), ("", "Ann"), ("", "Bo"),
    ]  # fmt: skip
    assert (totals(replay), replay.unused) == ([0, 4], [])


def test_changed_dealer_passes_the_deal_onward(toy):
    it = record({"@dealer": "Cy", **quick("1", "1")}, player_3="Cy")
    assert [hand.dealer.name for hand in toy().replay(it).hands] == ["Cy", "Ann"]


def test_changed_house_rule_counts_from_that_hand(toy):
    replay = toy().replay(record(quick("1", "5"), {"@rule target": "6", **quick("1", "2")}))
    assert (replay.over, totals(replay)) == (True, [7, 0])
    assert [hand.rules.target for hand in replay.hands] == [10, 6]


def test_adjustments_stand_after_the_hands_own_lines(toy):
    replay = toy().replay(
        record({"@adjust 1": "Bo -3 revoke", **quick("1", "5"), "@adjust 2": "1 2"})
    )
    lines = [(str(e.line.to), e.line.points, e.line.rule, e.line.why, e.line.column)
             for e in replay.ledger.entries]  # fmt: skip
    assert lines == [
        ("Ann", 5, "TOY-POINTS", "won", ""),
        ("Bo", -3, "TOY-ADJ", "revoke", "adjust"),
        ("Ann", 2, "TOY-ADJ", "agreed at the table", "adjust"),
    ]
    assert list(replay.hands[0].totals.values()) == [7, -3]


def test_a_hand_thrown_in_may_be_adjusted(toy):
    replay = toy().replay(record({"@void": "", "@adjust 1": "1 5 agreed"}))
    assert (replay.hands[0].void, totals(replay)) == ("thrown in", [5, 0])


def test_evening_may_close_before_game_is_won(toy):
    replay = toy().replay(record(quick("1", "5"), {"@close": "yes"}))
    assert (replay.over, replay.closed, replay.outcome, replay.unused) == (
        True,
        True,
        None,
        [],
    )
    assert (len(replay.hands), totals(replay)) == (1, [5, 0])


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([], "Closed before anything was scored."),
        ([quick("1", "5")], "Closed after 1 hand. Ann leads, 5 to 0."),
        ([quick("1", "5"), quick("2", "5")], "Closed after 2 hands. All are level at 5."),
        ([quick("1", "5"), {"@void": ""}], "Closed after 1 hand. Ann leads, 5 to 0."),
    ],
)
def test_an_evening_that_was_closed_says_who_leads(toy, hands, words):
    replay = toy().replay(record(*hands, {"@close": "yes"}))
    assert (replay.unfinished, replay.outcome) == (words, None)
    assert toy().replay(record(*hands)).unfinished == ""


def test_fixed_length_game_closed_early_has_no_winner(toy):
    def six(table: Table) -> None:
        table.length, table.closing_note = 6, "the seats were not shared equally"
        play(table)

    it = record(quick("1", "5"), quick("2", "5"), {"@close": "yes"}, player_3="Cy")
    assert toy(six).replay(it).unfinished == (
        "Closed after 2 of 6 hands: nobody has won. Ann and Bo lead with 5 each; "
        "the seats were not shared equally."
    )


def test_endless_game_can_ask_about_closing(toy):
    def endless(table: Table) -> None:
        while not table.closing:
            hand = table.deal()
            hand.post([Line(table.seats[0], hand.ask(Count("a", "?", "", 0, 9)), "TOY-POINTS", "")])
        table.end(table.ledger.leaders(), "TOY-END", "closed")

    replay = toy(endless).replay(record({"a": "3"}, {"@void": "x"}, {"@close": "yes"}))
    assert (replay.over, replay.closed, len(replay.hands)) == (True, False, 2)
    assert replay.outcome.why == "closed"
    assert toy(endless).replay(record({"a": "3"})).pending.hand == 2
    never = toy(endless).replay(record({"@close": "yes"}))
    assert (never.over, never.hands, totals(never)) == (True, [], [0, 0])


def test_there_are_so_many_hands_and_no_more(toy):
    replay = toy().replay(record(*[{"@void": "x"}] * MAX_HANDS))
    assert (len(replay.hands), replay.closed) == (MAX_HANDS, True)


def test_answers_without_a_question_are_unused(toy):
    replay = toy().replay(record(quick("1", "5", trump="red"), quick("1", "5"), {"a": "1"}))
    assert replay.unused == [
        Unused(1, "trump", "red"),
        Unused(3, "a", "1", "the game was over"),
    ]
    assert [str(unused) for unused in replay.unused] == [
        "Not used: hand 1, trump: red", "Not used (the game was over): hand 3, a: 1",
    ]  # fmt: skip


def test_idle_answer_is_unused_and_says_why(toy):
    replay = toy().replay(record(quick("nobody", "5", zoo="1")))
    assert [(each.key, each.why) for each in replay.unused] == [
        ("zoo", "thrown in"), ("points", "because of “winner 1: nobody”"),
    ]  # fmt: skip


def test_answer_after_open_page_is_not_used_yet(toy):
    replay = toy().replay(record({"winner 1": "Bo", "points": "2"}))
    assert [(each.key, each.why) for each in replay.unused] == [
        ("winner 1", "nothing asks for it yet"), ("points", "nothing asks for it yet"),
    ]  # fmt: skip


def test_game_may_explain_an_unasked_question(toy):
    def silent(table: Table) -> None:
        hand = table.deal()
        hand.leave_out("trump", "a no-trump bid names no suit")
        hand.post([Line(table.seats[0], 1, "TOY-POINTS", "")])
        table.end([], "TOY-END", "")

    assert str(toy(silent).replay(record({"trump": "red"})).unused[0]) == (
        "Not used (a no-trump bid names no suit): hand 1, trump: red"
    )
    assert toy(silent).replay(record({})).unused == []


def test_unknown_word_is_an_unused_answer(toy):
    replay = toy().replay(record(quick("1", "5", **{"@entyr": "x", "@ok": "yes"})))
    assert [str(unused) for unused in replay.unused] == [
        "Not used (the Companion knows no such word): hand 1, @entyr: x"
    ]
    replay = toy().replay(
        record({"trump": "red", "winner 1": "1", "points": "2", "@entry": "qick"})
    )
    assert [unused.why for unused in replay.unused] == ["this hand is entered guided or quick"]


def test_side_key_taken_by_player_explains_spelling(toy):
    def counted(table: Table) -> None:
        table.deal().ask(Count("count A", "?", "", 0, 9))

    it = record({"count 1": "3"})
    it.head["player 1"] = "A"
    assert [unused.why for unused in toy(counted).replay(it).unused] == [
        "A is a player here: for the side write “count A:: 3”"
    ]


def test_hand_missing_early_answer_is_half_amended(toy):
    it = record(quick("1", "5"), quick("2"), quick("1", "2"))
    replay = toy().replay(it)
    assert (replay.half_amended, replay.pending.hand, totals(replay)) == (True, 2, [5, 0])
    assert replay.unused == []


def test_points_may_fall_while_the_hand_is_played(toy):
    def live(table: Table) -> None:
        hand = table.deal()
        for number in range(2):
            points = hand.ask(Count(f"event {number}", "?", "", 0, 9))
            hand.post([Line(table.seats[0], points, "TOY-POINTS", "")], live=True, cells={"pot": 3})
        hand.post([])
        table.end([], "TOY-END", "")

    replay = toy(live).replay(record({"event 0": "4"}))
    assert (totals(replay), replay.hands[0].over) == ([4, 0], False)
    (event,) = replay.hands[0].events
    assert (event.cells, list(event.totals.values())) == ({"pot": "3"}, [4, 0])


# -- the head ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "code"),
    [({"player_3": "Cy", "player_4": "Di"}, "wrong_players"), ({"player_2": "ANN"}, "same_name"),
     ({"dealer": "Zoe"}, "unknown_dealer"), ({"rule_target": "0"}, "bad_option"),
     ({"rule_colour": "red"}, "bad_option")],
)  # fmt: skip
def test_a_head_that_cannot_stand_is_refused(toy, head, code):
    with pytest.raises(Refused) as refused:
        toy().replay(record(**head))
    assert (refused.value.code, refused.value.hand) == (code, 0)


@pytest.mark.parametrize(
    ("answers", "key", "code"),
    [({"@dealer": "Zoe"}, "@dealer", "unknown_dealer"),
     ({"@rule target": "x"}, "@rule target", "bad_option"),
     ({"@rule colour": "x"}, "@rule colour", "bad_option"),
     ({"@adjust 1": "nonsense", "@void": "x"}, "@adjust 1", "bad_adjustment")],
)  # fmt: skip
def test_refused_table_decision_names_hand_and_key(toy, answers, key, code):
    with pytest.raises(Refused) as refused:
        toy().replay(record(quick("1", "1"), answers))
    assert (refused.value.hand, refused.value.key, refused.value.code) == (2, key, code)


def test_the_number_of_players_is_said_in_words(toy):
    it = record(player_3="Cy", player_4="Di")
    with pytest.raises(Refused, match="Toy is for 2 to 3 players; 4 are named"):
        toy().replay(it)
    with pytest.raises(Refused, match="Toy is for exactly 2 players; 4 are named"):
        toy(players=(2,)).replay(it)


@pytest.mark.parametrize(
    ("text", "side", "points", "why"),
    [("2 -10 revoke in trick three", "Bo", -10, "revoke in trick three"),
     ("bo −3", "Bo", -3, "agreed"),
     ("1 5+5 a gift", "Ann", 10, "a gift"), ("Mary Jane +4 a gift", "Mary Jane", 4, "a gift")],
)  # fmt: skip
def test_an_adjustment_says_who_how_many_and_why(toy, text, side, points, why):
    it = record(player_3="Mary Jane")
    line = adjustment(text, toy().replay(it).table.seating, "TOY-ADJ")
    assert (line.side.name, line.points, line.why.startswith(why)) == (side, points, True)


# -- enquiries -----------------------------------------------------------------------------------


def test_an_enquiry_asks_and_then_rules(toy):
    game = toy()
    (enquiry,) = game.referee
    desk, wanted = game.enquire(enquiry, {})
    assert isinstance(wanted, Pending)
    assert [question.key for question in wanted.page] == ["number"]
    desk, ruling = game.enquire(enquiry, {"number": "2"})
    assert (ruling.answer, ruling.rules) == ("East deals.", ("TOY-DEAL",))
    assert [asked.text for asked in desk.asked] == ["2"]
    seating = game.replay(record()).table.seating
    assert game.enquire(enquiry, {"number": "2"}, None, seating)[1].answer == "Bo deals."


def test_ruling_cannot_cite_a_missing_rule(toy):
    game = toy(told=lambda desk: Ruling("So be it.", ("TOY-NONE",)))
    with pytest.raises(AuthorsMistake, match="no TOY-NONE"):
        game.enquire(game.enquiries[0], {})
