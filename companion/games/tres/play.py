"""Très, for two players: the agreed number of deals; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from companion.cards import Card
from companion.engine.game import Replay
from companion.engine.ledger import gains, highest
from companion.engine.panels import Grid, InPlay, Tray
from companion.engine.table import Part
from companion.games.tres import facts, score
from companion.games.tres.facts import KEYS, TRICKS, Deal, Tally, Trick, say
from companion.games.tres.house import Hand, Table
from companion.questions import Cards, Choice, Refused, Shares, option
from companion.said import Text
from companion.seating import Seat
from companion.words import listed


def play(table: Table) -> None:
    dealer, scored, further = table.first_dealer, 0, 0
    while True:
        deals = score.deals_to_play(table.rules, scored, further, table.ledger.totals)
        if deals:
            further = deals - table.rules.deals if table.rules.deals != "open" else 0
            over = scored >= deals
        else:
            over = table.closing and scored > 0
        if over:
            break
        hand = table.deal(dealer)
        deals = score.deals_to_play(hand.rules, scored, further, table.ledger.totals)
        table.length, table.open = deals or None, not deals
        opening(hand, scored + 1, deals)
        deal = dealt(hand)
        dealer = hand.dealer
        if deal is not None:
            scored += 1
            dealer = score.next_dealer(hand.dealer, hand.lines, hand.rules)
    table.outcome = score.ending(table.ledger.totals)


def dealt(hand: Hand) -> Deal | None:
    """One deal to its score; None when it was void."""
    mode = hand.entry("guided", "keys", "quick", "totals")
    deal = {"totals": totals, "quick": at_once}.get(mode, trick_by_trick)(hand)
    for each in deal.revokes:
        hand.tell(say.revoked(of=each))
    hand.panels.clear()
    if score.void(deal, hand.rules):
        hand.nothing(say.void(), say.dealt_again())
        return None
    hand.result = deal
    lines = list(score.lines(deal, hand.rules))
    shown(hand, deal, gains(lines, hand.table.seats))
    hand.post(lines)
    return deal


# -- trick by trick ------------------------------------------------------------------------------


def trick_by_trick(hand: Hand) -> Deal:
    """Seventeen tricks, card by card or by their key cards."""
    tally = Tally({seat: {} for seat in hand.table.seats})
    for number in range(1, TRICKS + 1):
        leader = hand.dealer.left if number % 2 else hand.dealer
        hand.facts |= {"leader": leader.code, "number": str(number)}
        hand.plays = partial(InPlay, trump=facts.TRUMP, leader=leader)
        hand.on_pending = partial(show_tally, hand, tally)
        if hand.mode == "guided":
            three_cards(hand, tally, leader, number)
        else:
            keys_of(hand, tally, leader, number)
    hand.on_pending = hand.plays = None
    points = {seat: tally.points(seat) for seat in hand.table.seats}
    return Deal(points, tally, tuple(facts.revokes(tally.tricks)))


def show_tally(hand: Hand, tally: Tally) -> None:
    rows = [
        (str(seat), str(sum(kinds.values())), str(tally.points(seat)))
        for seat, kinds in tally.won.items()
    ]
    hand.show(Grid("This deal", ("", "Tricks", "Points"), rows))
    out = [card for card in KEYS if card not in tally.gone]
    hand.show(Tray(f"Key cards still out: {len(out)}", [("", out)]))


def show_trick(hand: Hand, number: int, cards: list[Card]) -> None:
    hand.show(Tray("On the table", [(f"Trick {number}", cards)], lying=True))


def three_cards(hand: Hand, tally: Tally, leader: Seat, number: int) -> None:
    """Ask for the three cards of a trick. They decide its winner and its points."""
    other = leader.left
    show_trick(hand, number, [])
    lead = card(hand, tally, number, 1, leader, say.any_lead())
    suit = lead.suit
    assert suit is not None
    show_trick(hand, number, [lead])
    reply = card(hand, tally, number, 2, other, say.if_any(suit=suit, who=other))
    if reply.suit is not suit:
        no_more(hand, number, 2, other, lead)
    show_trick(hand, number, [lead, reply])
    wins, details = facts.reply_wins(lead, reply), {"reply": reply, "leader": leader}
    hand.tell(say.winning(**details, suit=suit) if wins else say.losing(**details))
    bound = say.if_able(suit=suit) if wins else say.renege_allowed()
    third = card(hand, tally, number, 3, leader, bound)
    if wins and third.suit is not suit:
        no_more(hand, number, 3, leader, lead)
    trick = Trick(leader, (lead, reply, third), number)
    tally.tricks.append(trick)
    worth = facts.worth(trick.cards)
    tally.add(trick.winner, worth.points, worth.rule)
    hand.tell(say.wins_with(trick=trick, card=trick.cards[facts.taker(trick.cards)], made=worth))


def card(hand: Hand, tally: Tally, number: int, place: int, who: Seat, hint: Text) -> Card:
    """The card played in that place (1 to 3) of a trick."""
    (played,) = hand.ask(Cards(
        f"trick {number} card {place}", say.which_card(number=number, place=place, who=who),
        "", facts.PACK, gone=tally.gone, hint=hint, by=who,
    ))  # fmt: skip
    tally.gone[played] = say.card_gone(card=played, number=number)
    return played


def no_more(hand: Hand, number: int, place: int, who: Seat, lead: Card) -> None:
    """Off suit where suit had to be followed: is the suit really gone?"""
    facts = {"who": who, "suit": lead.suit, "lead": lead}
    back, asks = say.must_follow(**facts), say.no_more(who=who, suit=lead.suit)
    if place == 3:
        back, asks = say.must_follow__third(**facts), say.no_more_third(who=who, suit=lead.suit)
    gone = option(True, label=f"No more {lead.suit.word if lead.suit else ''}")
    still = option(False, label="Still one", refusal=back)
    hand.ask(Choice[bool](f"trick {number} void {place}", asks, by=who, options=[gone, still]))


def keys_of(hand: Hand, tally: Tally, leader: Seat, number: int) -> None:
    """The winner of a trick and the key cards in it."""
    who, keys = hand.ask(
        Choice(f"winner {number}", say.who_won(number=number), options=hand.table.seats),
        Cards(
            f"keys {number}", say.keys_in_it(number=number), "", KEYS, 0, 3, gone=tally.gone,
            none="No key card", outside=no_key,
        ),
        title=say.leads_trick(number=number, leader=leader),
        check=lambda _, keys: keys_fit(tally, number, keys),
    )  # fmt: skip
    for each in keys:
        tally.gone[each] = say.card_gone__counted(card=each, number=number)
    worth = facts.worth(keys)
    tally.add(who, worth.points, worth.rule)
    hand.tell(say.wins_trick(who=who, number=number, made=worth), worth.rule)


def no_key(card: Card) -> Refused:
    """The refusal of a card that is none of the twelve, or not in the pack at all."""
    known = card in facts.PACK.places
    return Refused(say.not_a_key_card(card=card) if known else say.unknown_card(card=card))


def keys_fit(tally: Tally, number: int, keys: tuple[Card, ...]) -> None:
    """Every key card has to fall by the last trick."""
    left = len(KEYS) - len(tally.gone) - len(keys)
    to_come = TRICKS - number
    if left > 3 * to_come:
        raise Refused(say.keys_must_total_12__left(left=left, to_come=to_come))


KINDS = {1: "plain", 2: "2-point", 4: "4-point", 8: "8-point", 16: "16-point"}
RULES = {1: "TRES-KEY0", 2: "TRES-KEY1", 4: "TRES-KEY2", 8: "TRES-KEY3", 16: "TRES-VALUE"}
"""The rule of a trick of so many points, if its cards are not known."""


def at_once(hand: Hand) -> Deal:
    """Ask for the number of tricks of each kind that each player won."""
    seats = hand.table.seats
    kinds = [
        Shares(
            key, say.tricks_of_kind(kind=KINDS[value]), "", seats, 0, TRICKS,
            short="Plain" if value == 1 else f"Tricks of {value}", inline=True,
        )
        for value, key in facts.CELLS.items()
    ]  # fmt: skip
    answers = hand.ask_together(
        lambda given: kinds, title=say.each_kind(), check=tallies_fit, samples=likely_tallies
    )
    tally = Tally({seat: {} for seat in seats})
    for value, shares in zip(facts.CELLS, answers, strict=True):
        for seat, number in shares.items():
            tally.add(seat, value, RULES[value], number)
    return Deal({seat: tally.points(seat) for seat in seats}, tally)


def likely_tallies() -> list[dict[str, str]]:
    """Some tallies that seventeen tricks and twelve key cards allow."""
    kinds = ((5, 12, 0, 0, 0), (8, 6, 3, 0, 0), (10, 4, 1, 1, 1), (13, 0, 0, 1, 3), (9, 5, 2, 1, 0))
    return [
        {
            key: f"{number // part} {number - number // part}"
            for key, number in zip(facts.CELLS.values(), numbers, strict=True)
        }
        for numbers in kinds
        for part in (1, 2, 3)
    ]


def tallies_fit(*answers: dict[Seat, int]) -> None:
    """Seventeen tricks, twelve key cards."""
    numbers = [sum(shares.values()) for shares in answers]
    if sum(numbers) != TRICKS:
        raise Refused(say.tricks_must_total_17(tricks=sum(numbers)), key=facts.CELLS[1])
    keys = numbers[1] + 2 * numbers[2] + 3 * (numbers[3] + numbers[4])
    if keys != len(KEYS):
        raise Refused(say.keys_must_total_12(keys=keys), key=facts.CELLS[2])


def totals(hand: Hand) -> Deal:
    question = Shares(
        "points", say.points_of_deal(), "", hand.table.seats, 0, 77,
        samples=lambda: [f"{a} {b}" for a, b in sorted(facts.POSSIBLE_SPLITS)],
    )  # fmt: skip
    (points,) = hand.ask_together(
        lambda given: [question], title="Just the result", check=totals_fit
    )
    return Deal(points)


def totals_fit(points: dict[Seat, int]) -> None:
    """The two totals must be such as seventeen tricks can make, together and apart (TRES-R6)."""
    total = sum(points.values())
    if total not in facts.POSSIBLE_TOTALS:
        near = sorted(facts.POSSIBLE_TOTALS, key=lambda n: (abs(n - total), n))[:2]
        raise Refused(say.total_impossible(total=total, near=listed(sorted(near))))
    first, second = points.values()
    if (first, second) not in facts.POSSIBLE_SPLITS:
        splits = sorted(pair for pair in facts.POSSIBLE_SPLITS if sum(pair) == total)
        could = min(splits, key=lambda pair: abs(pair[0] - first))
        raise Refused(say.total_impossible__split(total=total, pair=(first, second), could=could))


def opening(hand: Hand, number: int, deals: int) -> None:
    """Show the deal and the number of deals (0: no fixed number), the cards each, the leader."""
    other = hand.dealer.left
    hand.numbered(Part("deal", number, deals))
    hand.facts["trump"] = facts.TRUMP.value
    hand.tell(say.deals(dealer=hand.dealer, other=other))
    hand.tell(say.other_leads(other=other))


def shown(hand: Hand, deal: Deal, points: Mapping[Seat, int]) -> None:
    for seat in deal.points if deal.tally else ():
        for value, column in facts.CELLS.items():
            assert deal.tally is not None
            hand.cell(column, deal.tally.tricks_of(seat, value), seat)
    high, best = highest(points)
    takes = say.takes_deal(who=best[0], high=high, low=min(points.values()))
    hand.summary = takes if len(best) == 1 else say.level(points=high)


def holds(replay: Replay) -> Iterator[str]:
    """Seventeen tricks and a total that the rules can make in every deal."""
    for hand, deal in replay.results(Deal):
        if tally := deal.tally:
            tricks = sum(sum(kinds.values()) for kinds in tally.won.values())
            if tricks != TRICKS:
                yield f"deal {hand.number}: {tricks} tricks"
        total = sum(deal.points.values())
        if total not in facts.POSSIBLE_TOTALS:
            yield f"deal {hand.number}: a total of {total}"
