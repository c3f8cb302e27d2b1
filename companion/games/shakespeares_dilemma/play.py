"""Shakespeare's Dilemma, for three to six: hands until somebody is at the target; see rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Card
from companion.engine.game import Replay
from companion.engine.ledger import Line, gains, highest
from companion.engine.panels import Grid, Won
from companion.games.shakespeares_dilemma import facts, score
from companion.games.shakespeares_dilemma.facts import NOBODY, Deal, Result, Running, say
from companion.games.shakespeares_dilemma.house import Hand, Table
from companion.games.shakespeares_dilemma.in_play import in_play
from companion.questions import Cards, Choice, Points, Question, Refused, Several, Shares, option
from companion.said import Text
from companion.seating import Seat, Side, from_left
from companion.words import counted, listed


def play(table: Table) -> None:
    dealt = facts.DEALS[len(table.seats)]
    while table.outcome is None:
        hand = table.deal()
        table.target = hand.rules.target
        opening(hand, dealt)
        hand.result = outcome = result(hand, dealt)
        lines = list(score.lines(outcome, dealt))
        shown(hand, outcome, lines)
        hand.post(lines)
        table.outcome = score.ending(hand.totals, hand.rules)
        if max(hand.totals.values()) >= hand.rules.target:
            target_reached(hand, hand.totals)


def result(hand: Hand, dealt: Deal) -> Result:
    """The winnings of each player, trick by trick or at once."""
    whole = partial(page, hand, dealt)
    if hand.entry("guided", "cards", "quick") == "quick":
        entry = hand.ask_whole(whole, title="Just the result")
        return of_answers(entry, entry["price"] if isinstance(entry.get("widow"), Seat) else 0)
    bought = auction(hand) if dealt.players == 3 else (None, 0)
    hand.tell(say.passing(deal=dealt))
    hand.tell(say.mix())
    running = Running(dealt, first_lead(hand, dealt), dict.fromkeys(hand.table.seats, 0))
    hand.plays = partial(in_play, hand, running, *bought)
    trick_by_trick(hand, running)
    hand.plays = None
    entry = {"tricks": running.tricks, "widow": bought[0]}
    entry |= {f"Galaxy {name}": who for name, who in running.doublers.items()}
    missing = [f"Galaxy {name}" for name in facts.DOUBLERS if name not in running.doublers]
    if missing and hand.mode != "cards":
        still_out(hand, missing)
        won = {"tricks": " ".join(map(str, running.tricks.values()))}
        for key in missing:
            entry |= hand.ask_rest(whole, won, key)
    if hand.rules.revoke == "offender_zero":
        entry |= hand.ask_rest(whole, {}, "revoke")
    return of_answers(entry, bought[1])


def of_answers(answers: Mapping[str, Any], price: int) -> Result:
    """The answers of a page as what fell to whom."""
    fell = {key: who for key, who in answers.items() if isinstance(who, Seat)}
    doublers = {name: fell[f"Galaxy {name}"] for name in facts.DOUBLERS if f"Galaxy {name}" in fell}
    return Result(answers["tricks"], doublers, fell.get("widow"), price, fell.get("revoke"))


def page(hand: Hand, dealt: Deal, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """All there is to know of a hand: tricks, doublers, with three the widow, perhaps a revoke."""
    seats, total = hand.table.seats, dealt.tricks
    nobody = option(NOBODY, set_apart=True)
    tricks = Shares("tricks", say.tricks_of_each(), "", seats, 0, total, total=total, unit="tricks")
    won = tricks.read_in(given) or {}
    questions: list[Question[Any]] = [tricks, *(galaxy(hand, name, won) for name in facts.DOUBLERS)]
    if dealt.players == 3:
        passed = option(NOBODY, "all passed", set_apart=True)
        widow = Choice[object]("widow", say.who_took_widow(), "", [*seats, passed], columns=4)
        off = "nobody took the widow" if widow.read_in(given) == NOBODY else ""
        least, most = hand.rules.widow_min, facts.MOST
        questions += [widow, Points("price", say.at_what_price(), "", least, most, off=off)]
    if hand.rules.revoke == "offender_zero":
        questions.append(Choice[object]("revoke", say.who_revoked(), options=[*seats, nobody]))
    return questions


def galaxy(hand: Hand, name: str, won: Mapping[Seat, int]) -> Choice[object]:
    """Who took a doubler: nobody without a trick; with three players it may lie aside
    (SHK-DEADHAND)."""
    seats = hand.table.seats
    three = len(seats) == 3

    def why_not(who: object) -> Text:
        if isinstance(who, Seat):
            some = won.get(who, 1)
            return "" if some else say.captured_without_a_trick(who=who, name=name)
        return "" if three else say.all_dealt(name=name)

    nobody = option(NOBODY, "it lies aside" if three else "", set_apart=three, hidden=not three)
    return Choice[object](
        f"Galaxy {name}", say.who_took(name=name), options=[*seats, nobody], why_not=why_not,
        columns=4, short=f"Galaxy {name}", follows=hand.mode == "quick" and bool(won),
    )  # fmt: skip


PASS = "pass"
SO_FAR = "Tricks so far"

# -- the auction for the widow, with three players (SHK-WIDOW, SHK-R5) ---------------------------


def auction(hand: Hand) -> tuple[Seat | None, int]:
    """The player who takes the widow, and its price. Nobody if all three pass."""
    hand.tell(say.when_to_bid(late=hand.rules.widow_timing == "after_pass"))
    high, holder, turn = 0, None, 0
    bidding = list(from_left(hand.dealer))
    while True:
        turn += 1
        for seat in list(bidding):
            if holder is seat:
                break
            call = hand.ask(bid(hand, seat, turn, high, holder))
            if call == PASS:
                bidding.remove(seat)
            else:
                high, holder = int(call), seat
        over = not bidding or bidding == [holder]
        if over or hand.rules.widow_auction == "one_round":
            break
    hand.tell(say.takes_widow(who=holder, price=high) if holder else say.all_pass())
    return holder, high


def bid(hand: Hand, seat: Seat, turn: int, high: int, holder: Seat | None) -> Choice[str]:
    lowest = hand.rules.widow_min
    least = facts.least_price(high, lowest)

    def why_not(call: str) -> Text:
        if call == PASS or int(call) >= least:
            return ""
        return say.bid_not_higher(high=high, lowest=lowest, least=least)

    return Choice[str](
        f"widow {turn} bid {seat.code}", say.bid_or_pass(who=seat), columns=4, reads=a_price,
        options=[*map(str, range(least - 1, least + 15)), option(PASS, set_apart=True)],
        why_not=why_not, by=seat,
        hints=lambda call: say.pays(who=holder, price=high) if holder and call == PASS else "",
    )  # fmt: skip


def a_price(text: str) -> str | None:
    """A price that has no key of its own, as a record keeps it."""
    plain = text.isascii() and text.isdecimal() and len(text) <= 4 and text == str(int(text))
    return text if plain and int(text) <= facts.MOST else None


def first_lead(hand: Hand, dealt: Deal) -> facts.FirstLead:
    """The holder of the 1 of Venus; with three players it may lie aside (SHK-FIRSTLEAD)."""
    seats = hand.table.seats
    aside = [option(NOBODY, "it lies aside", set_apart=True)] if dealt.players == 3 else []
    asked = Choice[object]("one of Venus", say.who_has_one(), options=[*seats, *aside])
    holder = hand.ask(asked)
    if isinstance(holder, Seat):
        return facts.FirstLead(holder, "one")
    if hand.rules.no_one_venus == "left_of_dealer":
        hand.tell(say.leads_anything(who=hand.dealer.left))
        return facts.FirstLead(hand.dealer.left, "any")
    none = option(NOBODY, "no Venus card in play", set_apart=True)
    asked = Choice[object]("lowest Venus", say.who_has_lowest(), options=[*seats, none])
    lowest = hand.ask(asked)
    if isinstance(lowest, Seat):
        return facts.FirstLead(lowest, "lowest")
    hand.tell(say.leads_anything(who=hand.dealer.left), "SHK-R9")
    return facts.FirstLead(hand.dealer.left, "none")


def trick_by_trick(hand: Hand, running: Running) -> None:
    leader = running.first.leader
    for number in range(1, running.dealt.tricks + 1):
        hand.facts["leader"] = leader.code
        so_far(hand, running, running.dealt.tricks - number + 1)
        before = len(running.doublers)
        if hand.mode == "cards":
            leader = trick_cards(hand, running, leader, number)
        else:
            leader = trick_winner(hand, running, number)
        running.tricks[leader] += 1
        running.won.append(leader)
        if len(running.doublers) > before:
            running.doubled.append(number - 1)


def so_far(hand: Hand, running: Running, left: int) -> None:
    """Show tricks and doublers so far, and the players without a trick."""
    rows = [
        (str(seat), str(count) if count else "no trick yet", ", ".join(running.galaxies(seat)))
        for seat, count in running.tricks.items()
    ]
    hand.show(Grid("Tricks", ("", "Tricks", "Doublers"), rows, ("Left", str(left), "")))
    hand.show(Won(SO_FAR, list(running.won), list(running.doubled)))
    for seat, count in running.tricks.items():
        twice = ", ×" + str(2 ** len(running.galaxies(seat))) if running.galaxies(seat) else ""
        some = counted(count, "trick") + twice
        hand.status[seat.side] = some if count else f"no trick: +{running.dealt.tricks}"


def trick_winner(hand: Hand, running: Running, number: int) -> Seat:
    """The winner of a trick in one tap, or with a doubler in it."""
    left = [name for name in facts.DOUBLERS if name not in running.doublers]
    seats = hand.table.seats
    fell_in = option("galaxy", label="A Galaxy was in this trick", set_apart=True)
    options = [*seats, *[fell_in] * bool(left)]
    won = hand.ask(Choice[object](f"trick {number}", say.who_won(number=number), options=options))
    if isinstance(won, Seat):
        return won
    who, fell = hand.ask(
        Choice(f"won {number}", say.who_won_it(number=number), options=seats),
        Several(f"galaxy {number}", say.which_doubler(), "",
                [option(name, label=f"Galaxy {name}") for name in left], least=1),
        title=say.galaxy_in_it(number=number),
    )  # fmt: skip
    running.doublers |= dict.fromkeys(fell, who)
    return who


def trick_cards(hand: Hand, running: Running, leader: Seat, number: int) -> Seat:
    """The cards of a trick; its winner and the doublers in it follow."""
    dealt, first = running.dealt, running.first

    def check(cards: tuple[Card, ...]) -> None:
        if number > 1:
            return
        if forced := first.refusal(cards[0]):
            raise Refused(forced)
        low = [card for card in first.aside(list(dealt.pack), cards[0]) if card in cards[1:]]
        if low:
            raise Refused(say.not_held(card=low[0], led=cards[0]))

    cards = hand.ask(Cards(
        f"trick {number}", say.leads_trick(number=number, leader=leader), "", dealt.pack,
        dealt.players, dealt.players, order=True, gone=dict(running.played), check=check,
    ))  # fmt: skip
    if number == 1:
        aside = first.aside(list(dealt.pack), cards[0])
        running.played |= {card: say.card_gone__aside(card=card) for card in aside}
    place = facts.winner(cards, hand.rules.galaxy_rank == "above_all")
    who = leader.round[place]
    running.played |= {card: say.card_gone(card=card, number=number) for card in cards}
    both = zip(facts.DOUBLERS, (facts.VENUS, facts.SATURN), strict=True)
    running.doublers |= {name: who for name, card in both if card in cards}
    hand.tell(say.wins_trick(who=who, number=number, card=cards[place]))
    return who


def opening(hand: Hand, dealt: Deal) -> None:
    hand.tell(say.deals(dealer=hand.dealer, deal=dealt, cards=len(dealt.pack)))


def still_out(hand: Hand, names: Sequence[str]) -> None:
    """Doublers that nobody has tapped."""
    hand.panels.pop(SO_FAR, None)
    what, one = listed(names, "and"), len(names) == 1
    aside = say.may_lie_aside(what=what, one=one)
    hand.tell(aside if len(hand.table.seats) == 3 else say.somebody_won(what=what))


def shown(hand: Hand, result: Result, lines: Sequence[Line]) -> None:
    hand.panels.clear()
    hand.status.clear()
    for seat, count in result.tricks.items():
        letters = " ".join(name[0] for name in result.galaxies(seat))
        hand.cell("tricks", count, seat)
        hand.cell("doubler", letters or "–", seat)
        if seat is result.widow:
            hand.cell("widow", f"{seat} −{result.price}")
    if result.offender:
        hand.tell(say.revoked(who=result.offender))
    most, best = highest(gains(lines, result.tricks))
    hand.summary = say.scores_most(who=best, most=most, tricks=result.tricks[best[0]])


def target_reached(hand: Hand, totals: Mapping[Side, int]) -> None:
    """Show the players at the target, and whether the game goes on."""
    high, best = highest(totals)
    hand.tell(say.target_reached(best=best, target=hand.rules.target))
    if len(best) > 1 and hand.rules.tie_at_target == "play_on":
        hand.tell(say.another_hand(total=high))


def holds(replay: Replay) -> Iterator[str]:
    """The tricks of every hand add up to the deal’s; each doubler is won, or lies aside."""
    dealt = facts.DEALS[len(replay.table.seats)]
    for hand, result in replay.results(Result):
        tricks = sum(result.tricks.values())
        if tricks != dealt.tricks:
            yield f"hand {hand.number}: {tricks} tricks of {dealt.tricks}"
        if dealt.players > 3 and len(result.doublers) != 2:
            yield f"hand {hand.number}: doublers {result.doublers}"
