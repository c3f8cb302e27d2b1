"""Dealer's Dilemma, for three players: so many rounds as agreed; rules in rules.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from companion.cards import Card
from companion.engine.game import Replay
from companion.engine.panels import Grid
from companion.engine.table import Part
from companion.games.dealers_dilemma import facts, score
from companion.games.dealers_dilemma.facts import EASY, PACK, TRICKS, Bid, Running, say
from companion.games.dealers_dilemma.house import Hand, House, Table
from companion.games.dealers_dilemma.in_play import in_play
from companion.questions import Cards, Choice, Points, Question, Refused, Shares, option
from companion.said import Text
from companion.seating import Seat
from companion.tricks import winner
from companion.words import signed


def play(table: Table) -> None:
    scored = 0
    while scored < table.rules.rounds:
        hand, scored = table.deal(), scored + 1
        table.length = hand.rules.rounds
        opening(hand, scored, hand.rules.rounds)
        hand.result = outcome = result(hand)
        for seat, bid in outcome.bids.items():
            hand.cell("bid", bid, seat)
            hand.cell("tricks", outcome.tricks[seat], seat)
        if outcome.offender:
            hand.tell(say.revoked(who=outcome.offender))
        hand.panels.clear()
        lines = list(score.lines(outcome, hand.rules))
        best = max(lines, key=lambda each: each.points)
        hand.summary = f"{best.to} {signed(best.points)}: {best.why}"
        hand.post(lines)
    table.outcome = score.ending(table.ledger.totals)


def opening(hand: Hand, number: int, rounds: int) -> None:
    hand.numbered(Part("round", number, rounds))
    hand.tell(say.deals(dealer=hand.dealer), "DD-END" if number == rounds else "")


def result(hand: Hand) -> facts.Round:
    """The result of a round, card by card, step by step or at once."""
    seats, whole = hand.table.seats, partial(page, hand)
    if hand.entry("guided", "cards", "quick") == "quick":
        answers = hand.ask_whole(whole, title="Just the result")
        bids, tricks = {seat: bid_of(answers, seat) for seat in seats}, answers["tricks"]
    else:
        running = face_up(hand)
        hand.tell(say.which_numbers())
        for seat in hand.dealer.round:
            running.bids[seat] = bid(hand, seat, running)
            show_bids(hand, running, {})
        tricks = trick_by_trick(hand, running)
        reveal(hand, running)
        bids = {seat: running.bids[seat] for seat in seats}
        revokes = hand.rules.revoke == "offender_zero"
        answers = hand.ask_rest(whole, {}, "revoke") if revokes else {}
    offender = answers.get("revoke")
    return facts.Round(bids, tricks, offender if isinstance(offender, Seat) else None)


NUMBERS = {"shown": EASY, "hidden": EASY, "top": facts.TOP, "difference": facts.DIFFERENCE}
"""The numbers of bids in the order of entry, each with its kind of bid."""
SHORT = {"shown": "shown", "hidden": "hidden", "top": "on top", "difference": "by"}


def bid_of(answers: Mapping[str, Any], seat: Seat) -> Bid:
    numbers = (answers[f"{key} {seat.code}"] for key in NUMBERS)
    return Bid(answers[f"kind {seat.code}"], *(n for n in numbers if n is not None))


def page(hand: Hand, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """All there is to know of a round: bids by their numbers, tricks, perhaps a revoke."""
    questions: list[Question[Any]] = []
    ranks: list[int] = []
    seats = hand.table.seats
    zero = {0: say.not_allowed__zero()} if hand.rules.equal_difference == "refuse" else {}
    for seat in hand.dealer.round:
        kind = Choice[str](
            f"kind {seat.code}", say.bid_of(who=seat, kinds=facts.KINDS), options=NAMED, columns=4,
            short=str(seat), by=seat,
        )  # fmt: skip
        questions.append(kind)
        bid_kind = kind.read_in(given)
        for key in NUMBERS:
            ranked = key != "difference"
            fifth = {
                rank: say.too_many_copies(rank=rank) for rank in ranks if ranks.count(rank) > 3
            }
            which = say.number(who=seat, which=SHORT[key]) if ranked else say.difference(who=seat)
            number = Points(
                f"{key} {seat.code}", which, "", 2 if ranked else 0, 10 if ranked else 8,
                impossible=fifth if ranked else zero, short=SHORT[key], off=off(key, bid_kind),
                instead=True, beside=True, by=seat,
            )  # fmt: skip
            rank = number.read_in(given)
            ranks += [rank] if ranked and rank else []
            questions.append(number)
    questions.append(Shares(
        "tricks", say.tricks_won(), "", seats, 0, TRICKS, total=TRICKS, unit="tricks", typed=True,
    ))  # fmt: skip
    if hand.rules.revoke == "offender_zero":
        nobody = option("nobody", set_apart=True)
        questions.append(Choice[object]("revoke", say.who_revoked(), options=[*seats, nobody]))
    return questions


def off(key: str, kind: str | None) -> str:
    """The reason why this kind of bid has no question for a number."""
    if kind is None:
        return "the kind of bid is open"
    return "" if NUMBERS[key] == kind else f"the bid was {kind}"


NAMED = [option(kind, label=name) for kind, name in facts.KINDS.items()]
"""The four kinds of bid."""


def face_up(hand: Hand) -> Running:
    """The two cards before the dealer: one is taken and makes trumps, the other is led."""
    dealer = hand.dealer
    up = hand.ask(
        Cards("up", say.two_cards(), "", PACK, 2, 2, by=dealer,
              told=lambda up: f"{dealer} turns up {up[0]} {up[1]}"),
        title=say.turns_up(dealer=dealer),
    )  # fmt: skip
    hand.facts["up"] = " ".join(card.code for card in up)
    taken = hand.ask(Choice("taken", say.which_taken(dealer=dealer), options=up, by=dealer))
    hand.facts["taken"] = taken.code
    wanted = True
    if up[0].suit is up[1].suit:
        options = [option(taken.suit), option("none", label="no-trump")]
        asks = say.trumps_or_none(dealer=dealer)
        wanted = hand.ask(Choice[object]("trump", asks, options=options, by=dealer)) != "none"
    trump, lead = facts.trump_and_lead(up, taken, wanted)
    running = Running(dealer, lead, taken, trump)
    running.lying[lead] = say.card_gone__lead(card=lead, dealer=dealer)
    hand.cell("trump", trump or "none")
    hand.facts["trump"] = trump.value if trump else "none"
    hand.tell(say.bids_first(dealer=dealer))
    hand.tell(say.change(allowed=hand.rules.bid_change == "until_next"))
    return running


def bid(hand: Hand, seat: Seat, running: Running) -> Bid:
    pays = {EASY: say.easy_pays(), facts.ZERO: say.zero_pays()}
    kind = hand.ask(Choice[str](
        f"bid {seat.code}", say.which_kind(who=seat, kinds=facts.KINDS), options=NAMED, columns=1,
        hints=lambda kind: pays.get(kind, say.others_pay()), by=seat,
    ))  # fmt: skip
    answers = hand.ask(
        *bid_cards(seat, kind, running),
        title=f"{seat}’s bid",
        check=bid_check(hand.rules, kind, seat),
    )
    cards: list[Card] = list(chain(*answers) if isinstance(answers[0], tuple) else answers)
    for card in cards:
        running.lying[card] = say.card_gone__bid(card=card, who=seat)
    return facts.of_numbers(kind, [int(card.rank) for card in cards])


def bid_cards(seat: Seat, kind: str, running: Running) -> list[Question[tuple[Card, ...]]]:
    """The questions of a bid of this kind."""

    def some(key: str, asks: Text, least: int = 1, most: int = 1, secret: str = "") -> Cards:
        return Cards(
            f"{key} {seat.code}", asks, "", PACK, least, most, gone=running.gone(seat),
            secret=secret, none="After the tenth trick", by=seat,
        )  # fmt: skip

    if kind == EASY:
        hidden = some("hidden", say.card_hidden(who=seat), least=0, secret=str(seat))
        return [some("shown", say.card_shown(who=seat)), hidden]
    if kind == facts.TOP:
        return [some("top", say.card_on_top(who=seat)), some("under", say.card_under(who=seat))]
    return [some("pair", say.pair(who=seat), 2, 2)]


def bid_check(rules: House, kind: str, seat: Seat) -> Callable[..., None]:
    """No card twice in a bid; a difference of zero is no Difference bid (DD-R1)."""
    last = {EASY: "hidden", facts.TOP: "under"}.get(kind, "pair")

    def check(*answers: tuple[Card, ...]) -> None:
        cards = list(chain(*answers))
        if len(set(cards)) < len(cards):
            raise Refused(say.card_gone__twice(card=cards[0]), key=f"{last} {seat.code}")
        equal = kind == facts.DIFFERENCE and cards[0].rank == cards[1].rank
        if equal and rules.equal_difference == "refuse":
            raise Refused(say.equal_difference(), key=f"{last} {seat.code}")

    return check


def reveal(hand: Hand, running: Running) -> None:
    """The hidden cards of Easy bids that nobody named before, after the tenth trick."""
    for seat, bid in running.bids.items():
        if bid.kind != EASY or bid.second is not None:
            continue
        gone: dict[Card, Text] = running.gone(seat)
        if hand.mode == "cards" and seat is running.dealer and running.taken not in running.lying:
            only = say.card_gone__only(dealer=seat, card=running.taken)
            others = [card for card in PACK if card != running.taken]
            gone = dict[Card, Text](dict.fromkeys(others, only)) | gone
        asked = Cards(f"reveal {seat.code}", say.turn_over(who=seat), "", PACK, gone=gone, by=seat)
        (card,) = hand.ask(asked)
        running.lying[card] = say.card_gone__bid(card=card, who=seat)
        running.bids[seat] = Bid(EASY, bid.first, int(card.rank))


def show_bids(hand: Hand, running: Running, tricks: Mapping[Seat, int]) -> None:
    """The public bids, what each has won, and what each still needs."""
    rows, single = [], 0
    for seat, bid in running.bids.items():
        won = tricks.get(seat, 0)
        public = Bid(EASY, bid.first) if bid.kind == EASY else bid
        single += bid.number or 0
        rows.append((str(seat), str(public), str(won), need(public, won) if tricks else ""))
    foot = () if tricks else ("Single bids", str(single), f"of {facts.TRICKS}", "")
    hand.show(Grid("Bids", ("", "Bid", "Won", "Needs"), rows, foot))


def need(public: Bid, won: int) -> str:
    """The tricks a bid still needs: a number, reached, or over."""
    number = public.first if public.number is None else public.number
    if won > number:
        return f"{won - number} over"
    return "there" if won == number else f"{number - won} more"


def trick_by_trick(hand: Hand, running: Running) -> dict[Seat, int]:
    """The winner of each of the ten tricks, tapped, or computed from the three cards."""
    seats = hand.table.seats
    tricks = dict.fromkeys(seats, 0)
    leader = hand.dealer
    hand.facts["leader"] = leader.code
    hand.plays = partial(in_play, hand, running, tricks)
    for number in range(1, TRICKS + 1):
        show_bids(hand, running, tricks)
        if hand.mode == "cards":
            leader = trick_cards(hand, running, leader, number)
        else:
            asks = say.who_won(number=number)
            leader = hand.ask(Choice(f"trick {number}", asks, options=seats, columns=3))
        tricks[leader] += 1
        hand.facts["leader"] = leader.code
    hand.plays = None
    return tricks


def trick_cards(hand: Hand, running: Running, leader: Seat, number: int) -> Seat:
    """The three cards of a trick, and who wins it."""

    def check(cards: tuple[Card, ...]) -> None:
        dealer, taken = running.dealer, running.taken
        if number == 1 and cards[0] != running.lead:
            raise Refused(say.forced_lead(leader=leader, lead=running.lead))
        for seat, card in zip(leader.round, cards, strict=True):
            if card == taken and seat is not dealer:
                raise Refused(say.not_held(card=card, dealer=dealer, who=seat))
        if number == TRICKS and running.holds_taken and taken not in cards:
            raise Refused(say.still_held(dealer=dealer, card=taken))

    gone = {card: why for card, why in running.lying.items() if card != running.lead or number > 1}
    cards = hand.ask(Cards(
        f"trick {number}", say.leads_trick(number=number, leader=leader), "", facts.PACK, 3, 3,
        order=True, gone=gone, check=check,
    ))  # fmt: skip
    for card in cards:
        running.lying[card] = say.card_gone__played(card=card, number=number)
    return leader.round[winner(cards, running.trump, facts.RANK)]


def holds(replay: Replay) -> Iterator[str]:
    """Ten tricks a round, and only scores the rules can produce."""
    for hand, result in replay.results(facts.Round):
        if sum(result.tricks.values()) != TRICKS:
            yield f"round {hand.number}: {sum(result.tricks.values())} tricks"
        for each in hand.lines:
            if each.points not in (8, 6, 4, 2, 0) and each.points > 0 and not each.agreed:
                yield f"round {hand.number}: a score of {each.points}"
