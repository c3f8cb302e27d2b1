"""Kaiser, for four players in partnerships. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.cards import Pack, Suit
from companion.facts import fact
from companion.game import Replay
from companion.ledger import Ledger, Line
from companion.panels import Calls
from companion.questions import Choice, Count, Option, Refused, listed, option, yes_no
from companion.rules import Options
from companion.seating import Seat, Side
from companion.table import Hand, Outcome, Table

PACK = Pack.of(("A", "K", "Q", "J", "10", "9", "8", "7"), without=("7H", "7S"), extra=("5H", "3S"))
HIGHEST = 12
PASS = "pass"


@fact
class Bid:
    """A number of points out of ten, in a suit or at no trump."""

    points: int
    no_trump: bool = False
    kaiser: bool = False

    @property
    def rung(self) -> tuple[int, bool]:
        """The place on the ladder: 6 < 6 no < 7 < … < 12 no < kaiser."""
        return self.points + self.kaiser, self.no_trump

    def __str__(self) -> str:
        return (
            "kaiser" if self.kaiser else f"{self.points} no" if self.no_trump else str(self.points)
        )


KAISER = Bid(HIGHEST, no_trump=True, kaiser=True)
BIDS = {
    str(bid): bid
    for bid in [KAISER, *(Bid(n, no) for n in range(5, HIGHEST + 1) for no in (False, True))]
}


@fact
class Contract:
    """The highest bid and who holds it."""

    bid: Bid
    declarer: Seat


@fact
class Take:
    """What one side won."""

    tricks: int
    five: bool
    three: bool

    @property
    def pile(self) -> int:
        """Tricks + 5 for the 5♥ − 3 for the 3♠ (KAI-PILE): from −2 to 12."""
        return self.tricks + 5 * self.five - 3 * self.three

    def __str__(self) -> str:
        number = f"{self.tricks} trick{'s' * (self.tricks != 1)}"
        cards = " + 5 (5♥)" * self.five + " − 3 (3♠)" * self.three
        return f"{number}{cards} = {self.pile}".replace("= -", "= −")


def play(table: Table) -> None:
    """An evening: hand after hand until a side reaches the target."""
    dealer = table.first_dealer
    while table.outcome is None:
        hand = table.deal(dealer)
        rules = hand.rules
        extra = 10 if rules.nt_raises_target == "on" and no_trump_made(table) else 0
        table.target = rules.target + extra
        limit = None if rules.defender_limit == "none" else rules.defender_limit + extra
        table.mark = limit
        opening(hand, limit)
        contract = bidding(hand)
        if contract is None:
            hand.cell("contract", "passed")
            hand.summary = "All four pass: thrown in"
            hand.tell("Four passes: no score.", "KAI-ALLPASS")
            hand.post([])
            dealer = hand.dealer.left if rules.all_pass == "redeal_next_dealer" else hand.dealer
            continue
        before = table.ledger.totals
        if contract.bid.kaiser:
            all_or_nothing(hand, contract)
            return
        takes = count_up(hand, contract, table)
        hand.post(list(score(contract, takes, table.ledger, rules, limit, table.target)))
        finish(table, contract, before)
        dealer = hand.dealer.left


def no_trump_made(table: Table) -> bool:
    """Whether some no-trump contract was made this evening."""
    return any(h.cells.get("made") == "✓" and "no" in h.cells["contract"] for h in table.hands)


def opening(hand: Hand, limit: int | None) -> None:
    """Who deals, speaks and leads; who is frozen."""
    rules, table = hand.rules, hand.table
    first = hand.dealer.left
    hand.facts |= {"dealer": hand.dealer.code}
    hand.cell("dealer", hand.dealer)
    hand.tell(f"{hand.dealer} deals, eight cards each. {first} speaks first.", "KAI-DEAL")
    if rules.first_lead == "dealer_left":
        hand.tell(f"{first} also leads the first trick.", "KAI-P-LEAD")
    if rules.misdeal == "compulsory":
        hand.tell("A holding without A, K, Q, J, 5♥ or 3♠ must be thrown in.", "KAI-P-MISDEAL")
    for side in table.sides:
        if limit is not None and table.ledger.total(side) > limit:
            hand.badge(side, "frozen", f"over {limit}", "KAI-LIMIT")


def holds(replay: Replay) -> Iterator[str]:
    """The two piles of every scored hand add up to ten."""
    for hand in replay.hands:
        piles = [int(text) for key, text in hand.cells.items() if key.startswith("pile ")]
        if piles and sum(piles) != 10:
            yield f"hand {hand.number}: the piles sum to {sum(piles)}"


# -- the bidding ---------------------------------------------------------------------------------


def bidding(hand: Hand) -> Contract | None:
    """Every bid in turn, or the contract at once; None when all pass."""
    if hand.entry("guided", "quick") == "quick":
        return quick_contract(hand)
    high: Contract | None = None
    calls: dict[Seat, str] = {}
    order = hand.dealer.left.round
    hand.pausing = lambda: hand.show(Calls([(seat, calls.get(seat)) for seat in order]))
    for seat in order:
        question = bid_question(hand, seat, high)
        call = hand.ask(question, title=question.prompt)
        calls[seat] = str(call)
        if isinstance(call, Bid):
            high = Contract(call, seat)
    hand.pausing = None
    if high:
        contract_known(hand, high)
        if not high.bid.no_trump:
            trump = hand.ask(
                Choice(
                    "trump",
                    f"{high.declarer}, {high.bid}: which suit is trump?",
                    "KAI-P-TRUMP",
                    list(Suit),
                    columns=2,
                )
            )
            trump_known(hand, trump)
    return high


def speaker(hand: Hand, seat: Seat) -> str:
    """The seat's name, with its office."""
    return f"{seat}, dealer" if seat is hand.dealer else str(seat)


def ladder(rules: Options) -> list[Bid]:
    """Every bid of this table, lowest first."""
    rungs = [Bid(n, no) for n in range(rules.min_bid, HIGHEST + 1) for no in (False, True)]
    return [*rungs, KAISER] if rules.kaiser_bid == "on" else rungs


def bid_question(hand: Hand, seat: Seat, high: Contract | None) -> Choice[object]:
    """The legal calls of a seat, the impossible ones with their reason."""
    who = speaker(hand, seat)
    stands = Stands(high, seat is hand.dealer, hand.rules)
    return Choice(
        f"bid {seat.code}",
        f"{who}: bid or pass",
        "KAI-P-BID",
        stands.options,
        accept=stands.accept,
        heads=("suit bid: tricks needed", "no trump: scores double"),
        hint="Three tricks more if the 3♠ comes home with you.",
    )


@fact
class Stands:
    """What a player may call over the contract that stands."""

    high: Contract | None
    dealer: bool
    rules: Options

    @property
    def may_equal(self) -> bool:
        """The dealer’s right, where the table has it."""
        return self.dealer and self.rules.dealer_equal == "yes"

    @property
    def forced(self) -> bool:
        """A dealer who must bid because nobody has."""
        must = self.rules.all_pass == "dealer_must_bid"
        return self.dealer and self.high is None and must

    def accept(self, text: str) -> object | None:
        """A legal call written as a record keeps it."""
        if text == PASS:
            return None if self.forced else PASS
        bid = BIDS.get(text)
        in_range = bid and bid.points >= self.rules.min_bid
        kaiser = not (bid and bid.kaiser) or self.rules.kaiser_bid == "on"
        return bid if bid and in_range and kaiser and self.beats(bid) else None

    def beats(self, bid: Bid) -> bool:
        """Whether a bid is high enough here."""
        if self.high is None or bid.rung > self.high.bid.rung:
            return True
        return self.may_equal and bid == self.high.bid

    def options(self) -> list[Option[object]]:
        """Every rung of the ladder, and pass."""
        lowest = self.rules.min_bid
        options: list[Option[object]] = []
        for number in [*range(1, lowest), *range(HIGHEST + 1, 20)]:
            low = number < lowest
            no = f"{lowest} is the lowest bid." if low else "Nobody can take more than 12 points."
            code = "bid_below_minimum" if low else "bid_above_maximum"
            for bid in (Bid(number), Bid(number, no_trump=True)):
                options.append(option(bid, no=no, code=code, hidden=True))
        for bid in ladder(self.rules):
            no = "" if self.beats(bid) else self.too_low(bid)
            equal = bool(self.high and bid == self.high.bid and not no)
            hint = "equal: the dealer’s right" if equal else bid_hint(bid)
            options.append(option(bid, hint, no=no, code="bid_not_higher", best=equal))
        no = "Nobody has bid, so the dealer must." if self.forced else ""
        plays = f"{self.high.declarer} plays {self.high.bid}" if self.high and self.dealer else ""
        rule = "KAI-R1" if no else ""
        options.append(option(PASS, plays, no=no, rule=rule, code="dealer_must_bid", loud=True))
        return options

    def too_low(self, bid: Bid) -> str:
        """Why a bid cannot be made over the present one."""
        assert self.high is not None
        high = self.high.bid
        above = [str(each) for each in ladder(self.rules) if each.rung > high.rung]
        legal = ([str(high)] if self.may_equal else []) + above[:1]
        would = f"say {listed(legal)}{' or more' if above else ''}, or pass" if legal else "pass"
        if bid == high:
            return f"“{bid}” must be higher than {high}; only the dealer may equal it: {would}."
        return f"“{bid}” does not beat {high}: {would}."


def bid_hint(bid: Bid) -> str:
    """What the bid needs: tricks alone, or tricks with the five of hearts."""
    if bid.kaiser:
        return "seven tricks alone with the 5♥"
    with_five = f"{bid.points - 5} + 5♥"
    return f"{bid.points} or {with_five}" if bid.points <= 8 else with_five


def quick_contract(hand: Hand) -> Contract | None:
    """Bidder, contract and trump on one page; the order of the bids is not checked."""
    nobody = option("nobody", "all four passed: thrown in", loud=True)
    unless = ("bidder", "nobody")
    bidder, bid, trump = hand.ask(
        Choice[object]("bidder", "Who won the bidding?", "KAI-P-DECL", [*hand.table.seats, nobody]),
        Choice("contract", "With which bid?", "KAI-P-BID", ladder(hand.rules), unless=unless),
        Choice[object](
            "trump",
            "Trump?",
            "KAI-P-TRUMP",
            [*Suit, option("none", label="none or not said")],
            columns=5,
            unless=unless,
        ),
        title="The contract",
        check=partial(quick_check, hand.rules),
    )
    if not isinstance(bidder, Seat):
        return None
    contract = Contract(bid, bidder)
    contract_known(hand, contract)
    if isinstance(trump, Suit):
        trump_known(hand, trump)
    return contract


def quick_check(rules: Options, bidder: object, bid: Bid, trump: object) -> None:
    """A forced dealer cannot leave the hand to be thrown in; no trump has no trump suit."""
    if bidder == "nobody" and rules.all_pass == "dealer_must_bid":
        message = "Four passes cannot be: the dealer must bid when nobody else has."
        raise Refused(message, "KAI-R1", "dealer_must_bid", "bidder")
    if bidder != "nobody" and bid.no_trump and isinstance(trump, Suit):
        message = f"{bid} is a no-trump contract: it has no trump suit. Say none."
        raise Refused(message, "KAI-P-TRUMP", "trump_named_in_no_trump", "trump")


def contract_known(hand: Hand, contract: Contract) -> None:
    """Guidance, facts and cells that follow from the contract."""
    rules, side = hand.rules, contract.declarer.side
    hand.cell("bidder", contract.declarer)
    hand.cell("contract", contract.bid)
    leader = hand.dealer.left if rules.first_lead == "dealer_left" else contract.declarer
    hand.facts |= {"leader": leader.code, "declarer": contract.declarer.code, "trump": "none"}
    hand.tell(f"{leader} leads.", "KAI-P-LEAD", keep=True)
    if not contract.bid.kaiser:
        hand.status[side] = f"needs {contract.bid.points} of 10"
    if rules.pass_card == "on":
        hand.tell("Partners pass each other one card before the first lead.", "KAI-R23")
    others, total = side.opponents, hand.table.ledger.total(side.opponents)
    if any(badge.side is others for badge in hand.badges):
        hand.tell(f"{others} are on {total}: as defenders they cannot add, only lose.", "KAI-LIMIT")
    else:
        hand.tell(f"{others} are on {total}: they add whatever they take.", "KAI-DEFEND")


def trump_known(hand: Hand, trump: Suit) -> None:
    """The trump, and the odd card that is its lowest."""
    hand.cell("trump", trump)
    hand.facts["trump"] = trump.value
    low = {Suit.HEARTS: "5♥", Suit.SPADES: "3♠"}.get(trump)
    hand.tell(f"Trump {trump}" + (f": the {low} is the lowest trump." if low else "."), keep=True)


# -- the facts -----------------------------------------------------------------------------------


def count_up(hand: Hand, contract: Contract, table: Table) -> dict[Side, Take]:
    """What each side won: tricks and the two odd cards, asked on one page."""
    declarers = contract.declarer.side
    defenders = declarers.opponents

    def with_a_trick(tricks: int, five: Side, three: Side) -> None:
        won = {declarers: tricks, defenders: 8 - tricks}
        for key, card, side in (("5H", "5♥", five), ("3S", "3♠", three)):
            if not won[side]:
                message = f"{side} took no trick, so they cannot have the {card}."
                raise Refused(message, "KAI-PILE", "captured_without_a_trick", key)

    tricks, five, three = hand.ask(
        Count(
            "tricks",
            f"Tricks of {declarers}",
            "KAI-TRICK",
            0,
            8,
            other=str(defenders),
            unit="tricks",
            code="tricks_out_of_range",
            split_code="tricks_must_total_8",
        ),
        Choice("5H", "Who took the 5♥?", "KAI-5H", table.sides, hint="+5"),
        Choice("3S", "Who took the 3♠?", "KAI-3S", table.sides, hint="−3"),
        title=f"{contract.declarer}’s {contract.bid}: the result",
        check=with_a_trick,
    )
    won = {declarers: tricks, defenders: 8 - tricks}
    takes = {side: Take(won[side], side is five, side is three) for side in table.sides}
    made = takes[declarers].pile >= contract.bid.points
    hand.cell("five", five.code)
    hand.cell("three", three.code)
    hand.cell("made", "✓" if made else "✗")
    for side, take in takes.items():
        hand.cell("tricks", take.tricks, side)
        hand.cell("pile", take.pile, side)
    hand.summary = f"{contract.declarer} {'makes' if made else 'breaks'} {contract.bid}"
    hand.status.clear()
    return takes


def all_or_nothing(hand: Hand, contract: Contract) -> None:
    """The call above 12 no: it wins or loses the game."""
    made = hand.ask(
        yes_no(
            "kaiser",
            f"Did {contract.declarer} alone take seven tricks with the 5♥, and not the 3♠?",
            "KAI-R21",
        ),
        title=f"{contract.declarer}’s kaiser: the result",
    )
    side = contract.declarer.side
    hand.summary = f"{contract.declarer} {'makes' if made else 'breaks'} the kaiser"
    hand.cell("made", "✓" if made else "✗")
    hand.post([])
    winner = side if made else side.opponents
    hand.table.end(
        [winner], "KAI-R21", f"{contract.declarer}’s kaiser {'made' if made else 'broken'}"
    )


# -- the score -----------------------------------------------------------------------------------


def score(
    contract: Contract,
    takes: dict[Side, Take],
    before: Ledger,
    rules: Options,
    limit: int | None,
    target: int,
) -> Iterator[Line]:
    """The declarers' lines, then the defenders'."""
    declarers = contract.declarer.side
    yield from declarers_lines(declarers, contract.bid, takes[declarers], rules)
    defenders = declarers.opponents
    cap = target - rules.min_bid if rules.defender_cap == "at_limit" else None
    take, start = takes[defenders], before.total(defenders)
    yield from defenders_lines(defenders, contract.bid, take, start, rules, limit, cap)


PILE_RULES = ("KAI-PILE", "KAI-TRICK")


def pile_rules(take: Take) -> tuple[str, ...]:
    """The rules a pile rests on."""
    return (*PILE_RULES, *(("KAI-5H",) if take.five else ()), *(("KAI-3S",) if take.three else ()))


def declarers_lines(side: Side, bid: Bid, take: Take, rules: Options) -> Iterator[Line]:
    """Made: the pile is added. Broken: it is subtracted, or what the house rules say."""
    also = pile_rules(take)
    if take.pile >= bid.points:
        points = take.pile
        yield Line(side, points, "KAI-MADE", f"{take}; bid {bid}, made", also=also)
    else:
        points, why, more = broken(bid, take, rules)
        words = f"{take}; bid {bid}, broken{why}"
        yield Line(side, points, "KAI-BROKEN", words, also=(*also, *more))
    if bid.no_trump and points:
        yield Line(side, points, "KAI-NT", "no trump: the declarers’ score is doubled")


def broken(bid: Bid, take: Take, rules: Options) -> tuple[int, str, tuple[str, ...]]:
    """What a broken contract costs before any doubling, in words, and by which ruling."""
    if rules.failed_contract == "bid_amount":
        return -bid.points, f": the bid of {bid.points} is lost", ("KAI-R2",)
    if take.pile >= 0:
        return -take.pile, ": the pile is lost", ()
    cost = {"lose_magnitude": take.pile, "literal": -take.pile, "zero": 0}[rules.broken_negative]
    words = {
        "lose_magnitude": "a pile below zero is lost too",
        "literal": "a pile below zero subtracted",
        "zero": "a pile below zero costs nothing",
    }[rules.broken_negative]
    return cost, f": {words}", ("KAI-R4",)


def defenders_lines(
    side: Side,
    bid: Bid,
    take: Take,
    start: int,
    rules: Options,
    limit: int | None,
    cap: int | None,
) -> Iterator[Line]:
    """Defenders add their pile unless they began over the limit; a negative pile always counts."""
    also = pile_rules(take)
    pile = take.pile
    double = bid.no_trump and rules.nt_doubles_defenders == "yes"
    if limit is not None and start > limit and pile >= 0:
        words = f"{take}, not added: they began on {start}, over {limit}"
        yield Line(side, 0, "KAI-LIMIT", words, also=also)
        return
    if limit is not None and start > limit:
        words = f"{take}: over {limit} a pile below zero is still lost"
        yield Line(side, pile, "KAI-LIMIT", words, also=also)
    else:
        yield Line(side, pile, "KAI-DEFEND", str(take), also=also)
    if double and pile:
        yield Line(side, pile, "KAI-R3", "no trump: doubled for the defenders too here")
    gained = pile * (2 if double else 1)
    if cap is not None and gained > 0 and start + gained > cap:
        back = max(cap, start) - start - gained
        words = f"defenders’ gains stop at {cap}"
        yield Line(side, back, "KAI-R5", words)


def finish(table: Table, contract: Contract, before: dict[Side, int]) -> None:
    """Ends the game if the totals say so, by the table's way of winning."""
    rules = table.rules
    totals, target = table.ledger.totals, table.target
    assert target is not None
    declarers = contract.declarer.side
    for side in table.sides:
        if rules.lose_at != "none" and totals[side] <= rules.lose_at:
            words = f"{side} have fallen to {totals[side]}, to {rules.lose_at} or below"
            table.end([side.opponents], "KAI-R10", words.replace("-", "−"))
            return
    over = [side for side in table.sides if totals[side] >= target]
    if rules.win_rule in ("must_bid", "bid_covers_target"):
        made = table.hands[-1].cells["made"] == "✓"
        enough = rules.win_rule == "must_bid" or before[declarers] + contract.bid.points >= target
        over = [side for side in over if side is declarers and made and enough]
    if not over:
        return
    table.outcome = winner(over, declarers, totals, target, rules)


def winner(
    over: list[Side], declarers: Side, totals: dict[Side, int], target: int, rules: Options
) -> Outcome | None:
    """Who of those at the target has won; None when the game goes on."""
    if len(over) == 1:
        words = f"{over[0]} reach {target}"
        rule = "KAI-TARGET" if rules.win_rule in ("higher_score", "bidders_first") else "KAI-R7"
        return Outcome((over[0],), rule, words)
    if rules.win_rule == "bidders_first":
        return Outcome(
            (declarers,), "KAI-R7", "both reach the target; the bidding side counts first"
        )
    high = max(over, key=lambda side: totals[side])
    if totals[high] > totals[high.opponents]:
        return Outcome((high,), "KAI-WIN", "both reach the target; the higher score wins")
    if rules.tie_at_end == "play_on":
        return None
    if rules.tie_at_end == "declarers":
        return Outcome((declarers,), "KAI-TIE", "level at the target; the declarers have it here")
    return Outcome((), "KAI-TIE", "level at the target: a draw here")
