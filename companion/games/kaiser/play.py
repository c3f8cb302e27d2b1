"""Kaiser, for four players in partnerships, from the first deal to the last; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.cards import Suit
from companion.engine.game import Replay
from companion.engine.panels import Calls
from companion.games.kaiser import facts, score
from companion.games.kaiser.facts import PASS, TRICKS, Bid, Contract, Marks, Result, Take, Turn, say
from companion.games.kaiser.house import Hand, Table
from companion.games.kaiser.in_play import in_play, numbered
from companion.games.kaiser.referee_end import asked_after
from companion.questions import Choice, Count, Question, option, yes_no
from companion.said import Sentence, Text
from companion.seating import Seat

SUITS = tuple(Suit)
ALL_PASS = option("nobody", "all four passed: thrown in", label="All pass", set_apart=True)
UNSAID = option("none", label="none or not said", hidden=True)


def play(table: Table) -> None:
    dealer, raised, why = table.first_dealer, table.start.get("raised", False), None
    scored, extra, latest = 0, 0, dict[str, str]()
    while table.outcome is None:
        hand = table.deal(dealer)
        hand.facts |= latest
        marks = Marks.of(hand.rules, raised)
        table.target, table.threshold = marks.target, marks.limit
        table.threshold_label = say.above_it()
        table.at_target = "" if score.by_score(hand.rules) else say.at_target()
        numbered(hand, scored + 1, extra)
        opening(hand, marks, why)
        hand.result = outcome = result(hand, marks)
        if outcome is None:
            hand.cell("contract", "passed")
            hand.nothing(say.all_pass(), say.nobody_scores(counts=hand.rules.ends == "score"))
            again = hand.rules.all_pass != "redeal_next_dealer"
            dealer, why = hand.dealer if again else hand.dealer.left, None
            continue
        before, scored = table.ledger.totals, scored + 1
        shown(hand, outcome)
        if score.raises(outcome, hand.rules):
            raised, marks = True, replace(marks, target=hand.rules.target + facts.RAISE)
            table.target = marks.target
        hand.post(score.lines(outcome, before, hand.rules, marks))
        table.outcome, why = score.ending(outcome, before, hand.totals, hand.rules, marks, scored)
        latest = asked_after(hand, outcome, before, scored, raised)
        hand.facts |= latest
        extra += scored >= hand.rules.hands
        dealer = hand.dealer.left


def result(hand: Hand, marks: Marks) -> Result | None:
    """The result of a hand, step by step or at once. None if all pass."""
    whole = partial(page, hand)
    if hand.entry("guided", "quick") == "quick":
        answers = hand.ask_whole(whole, title="Just the result")
        if answers["bidder"] == "nobody":
            return None
        contract = Contract(answers["contract"], answers["bidder"])
        contract_known(hand, contract, marks, answers["trump"])
    else:
        high, calls = bidding(hand)
        if high is None:
            return None
        contract, declarer = high, high.declarer
        known = {"bidder": declarer.code, "contract": contract.bid.code}
        contract_known(hand, contract, marks)
        if not contract.bid.no_trump:
            hand.on_pending = partial(bids_so_far, hand, calls)
            answers = hand.ask_rest(whole, known, "trump", title=say.which_trump(of=contract))
            hand.on_pending = None
            trump_known(hand, answers["trump"])
        hand.plays = partial(in_play, hand, contract, marks, calls)
        title = f"{declarer}’s {contract.bid}: the result"
        answers = hand.ask_rest(whole, known | {"trump": "none"}, title=title)
    if contract.bid.kaiser:
        return Result(contract, {}, answers["kaiser"])
    ours, sides = contract.declarer.side, hand.table.sides
    won = {ours: answers["tricks"], ours.opponents: TRICKS - answers["tricks"]}
    return Result(
        contract,
        {side: Take(won[side], side is answers["5H"], side is answers["3S"]) for side in sides},
    )


def bidding(hand: Hand) -> tuple[Contract | None, dict[Seat, str]]:
    """The highest bid, and all bids in turn."""
    high: Contract | None = None
    calls: dict[Seat, str] = {}
    order = hand.dealer.left.round
    hand.on_pending = partial(bids_so_far, hand, calls)
    for place, seat in enumerate(order):
        dealer = seat is hand.dealer
        hand.facts |= {
            "bid.high": high.bid.code if high else "none", "misdeal.bid": "no",
            "bid.who": "the dealer" if dealer else "another player",
        }  # fmt: skip
        turn = Turn(high.bid if high else None, dealer, hand.rules)
        if high:
            hand.tell(say.with_the_three())
            hand.tell(say.ranks())
            if hand.rules.dealer_equal == "yes":
                hand.tell(say.dealers_right())
        call = hand.ask(bid(seat, turn, high))
        if call == facts.REST:
            calls |= dict.fromkeys(order[place:], PASS)
            for later in order[place + 1 :]:
                hand.leave_out(facts.key_of_bid(later), f"from {seat} on all passed")
            break
        calls[seat] = str(call)
        if isinstance(call, Bid):
            high = Contract(call, seat)
    hand.on_pending = None
    return high, calls


def bids_so_far(hand: Hand, calls: Mapping[Seat, str]) -> None:
    """Shows the bids in turn, while bids and the trump are asked."""
    order = hand.dealer.left.round
    keys = [facts.key_of_bid(seat) for seat in order]
    hand.show(Calls([(seat, calls.get(seat)) for seat in order], keys=keys))


def bid(seat: Seat, turn: Turn, high: Contract | None) -> Choice[object]:
    """The bids of a seat. An illegal bid is struck out with the reason."""

    def hints(call: object) -> Text:
        if call in (PASS, facts.REST):
            last = call == facts.REST or turn.dealer
            return say.stands(high=high) if high and last else ""
        if not isinstance(call, Bid):
            return ""
        if turn.equals(call):
            return say.equal()
        if call.kaiser:
            return say.needs_seven()
        return say.needs(rest=max(call.points - 5, 1))

    def aloud(call: object) -> Text:
        plain_bid = isinstance(call, Bid) and not call.kaiser
        return say.aloud(bid=call, equal=turn.equals(call), tricks=TRICKS) if plain_bid else ""

    def reads(text: str) -> object | None:
        passes = text == PASS or (text == facts.REST and not turn.dealer)
        return text if passes else facts.bid_named(text)

    def options() -> list[object]:
        ends = high is None and not turn.forced
        rest = "all pass: throw in" if ends else "all others pass"
        passes = [
            option(PASS, label="pass: throw in" if ends and turn.dealer else "", set_apart=True),
            option(facts.REST, label=rest, set_apart=True),
        ][: 1 if turn.dealer else 2]
        ladder = facts.ladder(turn.rules)
        return [
            *(option(each, set_apart=True) if each.kaiser else each for each in ladder),
            *passes,
        ]

    return Choice(
        facts.key_of_bid(seat), say.to_bid(who=seat, dealer=turn.dealer),
        options=options, reads=reads,
        unseen=partial(facts.no_bids, turn.rules), why_not=turn.why_not, hints=hints, aloud=aloud,
        best=turn.high if turn.equals(turn.high) else None,
        heads=("tricks needed, small: with the 5♥", "no-trump: × 2"),
        hint=say.enough(least=least) if (least := turn.least()) else say.with_the_three(), by=seat,
    )  # fmt: skip


def page(hand: Hand, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """All questions of a hand that the answers leave open. Step by step, the play answers some."""
    rules, rungs, sides = hand.rules, facts.ladder(hand.rules), hand.table.sides
    must = rules.all_pass == "dealer_must_bid"
    bidder = Choice[object](
        "bidder", say.who_bid(), options=[*hand.dealer.left.round, ALL_PASS],
        why_not=lambda who: say.four_passes() if must and who == "nobody" else "",
        short="Bidder", columns=5,
    )  # fmt: skip
    seat = bidder.read_in(given)
    passed = "all four passed" if seat == "nobody" else ""
    contract = Choice[Bid](
        "contract", say.which_bid(), options=lambda: sorted(rungs, key=lambda bid: bid.no_trump),
        reads=partial(facts.rung, rules=rules),
        short="Bid", hint=facts.LEGEND, off=passed, columns=len(rungs) // 2,
    )  # fmt: skip
    call = contract.read_in(given)
    no = say.trump_named_in_no_trump(bid=call) if call and call.no_trump else ""
    bidden = Contract(call, seat) if call and isinstance(seat, Seat) else None
    asked = say.which_trump(of=bidden) if bidden and hand.mode != "quick" else say.trump()
    trump = Choice[object](
        "trump", asked, options=[*SUITS, UNSAID] if hand.mode == "quick" else SUITS,
        why_not=lambda suit: no if isinstance(suit, Suit) else "", about="trump", short="Trump",
        columns=4, off=passed, follows=True,
    )  # fmt: skip
    unplayed = "a kaiser is made or lost as a whole" if call and call.kaiser else passed
    ours = seat.side if isinstance(seat, Seat) else None
    tricks = Count(
        "tricks", say.tricks(of=ours or "the bidder’s side"), low=0, high=TRICKS, of=ours,
        complement_of=str(ours.opponents) if ours else "the others", unit="tricks",
        short="" if ours else "Tricks, bidder’s side",
        code="tricks_out_of_range", split_code="tricks_must_total_8", off=unplayed,
    )  # fmt: skip
    won = tricks.read_in(given)
    out = {0: ours, TRICKS: ours.opponents}.get(won) if ours and won is not None else None

    def taker(
        key: str, card: str, prompt: Sentence, points: str, beside: bool = False
    ) -> Question[Any]:
        no = say.captured_without_a_trick(side=out, card=card)
        return Choice(
            key, prompt, options=sides, why_not=lambda side: no if side is out else "",
            short=f"{card} taken by", hint=points, off=unplayed, follows=True, beside=beside,
        )  # fmt: skip

    questions: list[Question[Any]] = [
        bidder, contract, trump, tricks,
        taker("5H", "5♥", say.five(), "+5"), taker("3S", "3♠", say.three(), "−3", beside=True),
    ]  # fmt: skip
    if rules.kaiser_bid == "on":
        off = "" if call and call.kaiser else "the bid was no kaiser"
        asks = say.kaiser(who=seat if isinstance(seat, Seat) else "the declarer")
        questions.append(yes_no("kaiser", asks, short="The kaiser: made?", off=off))
    return questions


def opening(hand: Hand, marks: Marks, why: Sentence | None) -> None:
    """Show the dealer, the first bidder, frozen sides, and why the game goes on past the target."""
    rules, first = hand.rules, hand.dealer.left
    if why:
        hand.tell(why)
    hand.tell(say.deals(dealer=hand.dealer, first=first))
    if rules.first_lead == "dealer_left":
        hand.tell(say.leads_too(first=first))
    if rules.misdeal == "compulsory":
        hand.tell(say.must_throw_in())
    for side, total in hand.totals.items():
        if marks.frozen(total):
            means = getattr(say, f"frozen_{rules.frozen_pile}")()
            hand.badge(side, "frozen", f"above {marks.limit}", words=means, mark="❄")


def contract_known(hand: Hand, contract: Contract, marks: Marks, trump: object = None) -> None:
    rules, side, bid = hand.rules, contract.declarer.side, contract.bid
    leader = facts.first_leader(hand.dealer, contract.declarer, rules)
    hand.cell("bidder", contract.declarer)
    hand.cell("contract", bid)
    hand.facts |= {"leader": leader.code, "declarer": contract.declarer.code, "trump": "none"}
    if rules.nt_raises_target == "no_trump_hand" and bid.no_trump and marks.target is not None:
        hand.tell(say.asks_for_more(side=side, target=marks.target + facts.RAISE))
    if rules.pass_card == "on":
        hand.tell(say.pass_a_card())
    if isinstance(trump, Suit):
        trump_known(hand, trump)


def trump_known(hand: Hand, trump: Suit) -> None:
    hand.cell("trump", trump)
    hand.facts["trump"] = trump.value


def shown(hand: Hand, result: Result) -> None:
    hand.cell("made", "✓" if result.made else "✗")
    contract, trump = result.contract, hand.cells.get("trump")
    hand.summary = say.outcome(hand=result, who=contract.declarer, bid=contract.bid, trump=trump)
    for side, take in result.takes.items():
        if take.five:
            hand.cell("five", side.code)
        if take.three:
            hand.cell("three", side.code)
        hand.cell("tricks", take.tricks, side)
        hand.cell("pile", take.pile, side)


def holds(replay: Replay) -> Iterator[str]:
    """The two piles of every hand that was played out add up to ten. No game goes on after its last
    hand. A game that only a number of hands ends does not end before."""
    results = [*replay.results(Result)]
    for scored, (hand, result) in enumerate(results, 1):
        piles = sum(take.pile for take in result.takes.values())
        if result.takes and piles != 10:
            yield f"hand {hand.number}: the piles sum to {piles}"
        rules, level = hand.rules, len({*hand.totals.values()}) == 1
        over = rules.ends != "score" and scored >= rules.hands
        if over and scored < len(results) and not (level and rules.tie_at_end == "play_on"):
            yield f"hand {hand.number}: the game goes on after its last hand"
    if replay.outcome and results:
        rules = results[-1][0].rules
        if rules.ends == "hands" and len(results) < rules.hands:
            yield f"hand {len(results)}: the game ends before its last hand"
