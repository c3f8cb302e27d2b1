"""Shakespeare's Dilemma, for three to six. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.cards import Card
from companion.game import Replay
from companion.games.shakespeares_dilemma.deck import DEALS, SATURN, VENUS, Deal, winner
from companion.ledger import Line
from companion.panels import Grid
from companion.questions import (
    Cards,
    Choice,
    Count,
    Option,
    Question,
    Refused,
    Several,
    Shares,
    listed,
    option,
)
from companion.rules import Options
from companion.seating import Seat, from_left
from companion.table import Hand, Table

DOUBLERS = ("Venus", "Saturn")
NOBODY = "nobody"


@dataclass
class Result:
    """What fell to whom in a hand: tricks, doublers, and the widow with its price."""

    tricks: dict[Seat, int]
    doublers: dict[str, Seat] = field(default_factory=dict)
    widow: Seat | None = None
    price: int = 0


def play(table: Table) -> None:
    """Hands until somebody stands at the target; the highest total wins."""
    dealer = table.first_dealer
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        deal = DEALS[len(table.seats)]
        opening(hand, deal)
        if hand.entry("guided", "cards", "quick") == "quick":
            result = quick(hand, deal)
        else:
            result = guided(hand, deal)
        offender = revoked(hand)
        hand.panels.clear()
        close(hand, deal, result, offender)
        finish(table)
        dealer = hand.dealer.left


def opening(hand: Hand, deal: Deal) -> None:
    """Who deals how many of which pack."""
    hand.facts["dealer"] = hand.dealer.code
    hand.cell("dealer", hand.dealer)
    rest = ", 15 left over as the widow" if deal.players == 3 else ""
    words = f"{hand.dealer} deals {deal.each} each from {len(deal.pack)} cards{rest}."
    hand.tell(words, "SHK-DEAL")


# -- guided --------------------------------------------------------------------------------------


def guided(hand: Hand, deal: Deal) -> Result:
    """The widow auction of three, the pass, the first lead, then trick by trick."""
    result = Result(dict.fromkeys(hand.table.seats, 0))
    if deal.players == 3:
        before = hand.rules.widow_timing == "before_pass"
        timing = "before the pass" if before else "after the pass"
        hand.tell(f"The widow is bid for {timing}.", "SHK-R4")
        result.widow, result.price = auction(hand)
    hand.tell(f"Everybody passes {deal.passing} before looking at what arrives.", "SHK-PASS")
    hand.tell("Mix the cards so that nobody can tell who sent which.")
    leader = first_lead(hand, deal)
    played: dict[Card, str] = {}
    for number in range(1, deal.tricks + 1):
        hand.facts["leader"] = leader.code
        show(hand, result, deal.tricks - number + 1)
        if hand.mode == "cards":
            leader = trick_cards(hand, deal, result, played, leader, number)
        else:
            leader = trick_winner(hand, result, number)
        result.tricks[leader] += 1
    return result


def auction(hand: Hand) -> tuple[Seat | None, int]:
    """Who takes the widow and at what price; nobody when all three pass."""
    high, holder = 0, None
    speaking = list(from_left(hand.dealer))
    turn = 0
    while True:
        turn += 1
        for seat in list(speaking):
            if holder is seat or (holder and len(speaking) == 1):
                break
            call = hand.ask(widow_question(hand, seat, turn, high, holder))
            if call == "pass":
                speaking.remove(seat)
            else:
                high, holder = int(str(call)), seat
        over = not speaking or speaking == [holder]
        if over or hand.rules.widow_auction == "one_round":
            break
    if holder:
        words = f"{holder} pays {high}, lays the dealt hand aside unseen and takes the widow."
        hand.tell(words, "SHK-WIDOW")
    else:
        hand.tell("All three pass: the widow stays aside and nobody pays.", "SHK-R7")
    return holder, high


def widow_question(
    hand: Hand, seat: Seat, turn: int, high: int, holder: Seat | None
) -> Choice[object]:
    """A number over the present one, or pass."""
    least = max(high + 1, hand.rules.widow_min)
    stands = f"The bid stands at {high}" if holder else f"The lowest bid is {hand.rules.widow_min}"
    low = f"{stands}; say {least} or more, or pass."
    most = least + 199

    def options() -> list[Option[object]]:
        found: list[Option[object]] = [
            option(str(n), no=low, code="bid_not_higher", hidden=n < least - 1)
            for n in range(least)
        ]
        found += [option(str(n), hidden=n >= least + 15) for n in range(least, most + 1)]
        return [*found, option("pass", f"{holder} pays {high}" if holder else "", loud=True)]

    def accept(text: str) -> object:
        number = int(text) if text.isascii() and text.isdecimal() else -1
        legal = text == "pass" or (least <= number <= most and text == str(number))
        return text if legal else None

    return Choice(
        f"widow {turn} bid {seat.code}",
        f"{seat}: bid for the widow, or pass",
        "SHK-R5",
        options,
        columns=4,
        accept=accept,
    )


def first_lead(hand: Hand, deal: Deal) -> Seat:
    """The holder of the 1 of Venus; with three players it may lie aside."""
    seats = hand.table.seats
    if deal.players != 3:
        return hand.ask(Choice("one of Venus", "Who has the 1 of Venus?", "SHK-FIRSTLEAD", seats))
    aside = option(NOBODY, "it lies aside", loud=True)
    holder = hand.ask(
        Choice[object]("one of Venus", "Who has the 1 of Venus?", "SHK-FIRSTLEAD", [*seats, aside])
    )
    if isinstance(holder, Seat):
        return holder
    left = hand.dealer.left
    if hand.rules.no_one_venus == "left_of_dealer":
        hand.tell(f"{left}, left of the dealer, leads any card.", "SHK-R8")
        return left
    none = option(NOBODY, "no Venus card in play", loud=True)
    lowest = hand.ask(
        Choice[object]("lowest Venus", "Who has the lowest Venus card?", "SHK-R8", [*seats, none])
    )
    if isinstance(lowest, Seat):
        return lowest
    hand.tell(f"{left}, left of the dealer, leads any card.", "SHK-R9")
    return left


def trick_winner(hand: Hand, result: Result, number: int) -> Seat:
    """The winner of a trick in one tap, or with a doubler in it."""
    left = [name for name in DOUBLERS if name not in result.doublers]
    seats = hand.table.seats
    galaxy: list[Option[object]] = (
        [option("galaxy", label="A doubler fell", loud=True)] if left else []
    )
    won = hand.ask(
        Choice[object](f"trick {number}", f"Trick {number}: who won it?", "SHK-WINTRICK",
                       [*seats, *galaxy])
    )  # fmt: skip
    if isinstance(won, Seat):
        return won
    who, fell = hand.ask(
        Choice(f"won {number}", f"Who won trick {number}?", "SHK-WINTRICK", seats),
        Several(
            f"galaxy {number}",
            "Which doubler was in it?",
            "SHK-DOUBLERS",
            [option(name, label=f"Galaxy {name}") for name in left],
            least=1,
        ),
        title=f"Trick {number}: a doubler fell",
    )
    result.doublers |= dict.fromkeys(fell, who)
    return who


def trick_cards(
    hand: Hand, deal: Deal, result: Result, played: dict[Card, str], leader: Seat, number: int
) -> Seat:
    """The cards of a trick; the app finds the winner and the doublers."""
    cards = hand.ask(
        Cards(
            f"trick {number}",
            f"Trick {number}: {leader} leads",
            "SHK-WINTRICK",
            deal.pack,
            deal.players,
            deal.players,
            order=True,
            gone=dict(played),
        )
    )
    above = hand.rules.galaxy_rank == "above_all"
    who = leader.round[winner(cards, above)]
    for card in cards:
        played[card] = f"The {card} went in trick {number}."
    result.doublers |= {
        name: who for name, card in zip(DOUBLERS, (VENUS, SATURN), strict=True) if card in cards
    }
    hand.tell(f"{who} wins trick {number} with the {cards[winner(cards, above)]}.", "SHK-WINTRICK")
    return who


def show(hand: Hand, result: Result, left: int) -> None:
    """Tricks and doublers so far; who is still at nothing."""
    rows = [
        (
            str(seat),
            str(count) if count else "0, still nothing",
            ", ".join(name for name, who in result.doublers.items() if who is seat),
        )
        for seat, count in result.tricks.items()
    ]
    hand.show(Grid("Tricks", ("", "Tricks", "Doublers"), rows, ("Left", str(left), "")))


# -- quick ---------------------------------------------------------------------------------------


def quick(hand: Hand, deal: Deal) -> Result:
    """Tricks, doublers and (for three) the widow on one page."""
    seats = hand.table.seats
    aside: list[Option[object]] = []
    if deal.players == 3:
        aside = [option(NOBODY, "it lies aside", loud=True)]
    total = deal.tricks
    page: list[Question[object]] = [
        Shares("tricks", "Tricks", "SHK-TRICK", seats, 0, total, total=total, unit="tricks"),  # type: ignore[list-item]
        *(
            Choice[object](
                f"Galaxy {name}", f"Who took Galaxy {name}?", "SHK-DOUBLERS", [*seats, *aside]
            )
            for name in DOUBLERS
        ),
    ]
    if deal.players == 3:
        least = hand.rules.widow_min
        nobody = option(NOBODY, "all passed", loud=True)
        page += [
            Choice[object]("widow", "Who took the widow?", "SHK-WIDOW", [*seats, nobody]),
            Count("price", "At what price?", "SHK-WIDOW", least, 200, unless=("widow", NOBODY)),  # type: ignore[list-item]
        ]
    answers = hand.ask(*page, title="The result of the hand", check=with_a_trick)
    tricks, *taken = answers[:3]
    doublers = {
        name: who for name, who in zip(DOUBLERS, taken, strict=True) if isinstance(who, Seat)
    }
    widow = answers[3] if len(answers) > 3 and isinstance(answers[3], Seat) else None
    return Result(tricks, doublers, widow, answers[4] if widow else 0)


def with_a_trick(tricks: dict[Seat, int], venus: object, saturn: object, *_: object) -> None:
    """Nobody holds a doubler without a trick."""
    for name, who in zip(DOUBLERS, (venus, saturn), strict=True):
        if isinstance(who, Seat) and not tricks[who]:
            message = f"{who} took no trick, so cannot hold Galaxy {name}."
            raise Refused(message, "SHK-DOUBLERS", "captured_without_a_trick", f"Galaxy {name}")


# -- the score -----------------------------------------------------------------------------------


def revoked(hand: Hand) -> Seat | None:
    """Who failed to follow suit, where the house scores that player nothing."""
    if hand.rules.revoke != "offender_zero":
        return None
    nobody = option(NOBODY, loud=True)
    who = hand.ask(
        Choice[object]("revoke", "Did anybody revoke?", "SHK-R13", [*hand.table.seats, nobody])
    )
    return who if isinstance(who, Seat) else None


def close(hand: Hand, deal: Deal, result: Result, offender: Seat | None) -> None:
    """Scores the hand."""
    lines: list[Line] = []
    for seat in hand.table.seats:
        names = [name for name, who in result.doublers.items() if who is seat]
        hand.cell("tricks", result.tricks[seat], seat)
        hand.cell("doubler", " ".join(name[0] for name in names) or "–", seat)
        if seat is not offender:
            lines += score(seat, result.tricks[seat], names, deal)
        if seat is result.widow:
            hand.cell("widow", f"{seat} −{result.price}")
            words = f"the widow, bought for {result.price}"
            lines.append(Line(seat, -result.price, "SHK-WIDOW", words))
    if offender:
        hand.tell(f"{offender} revoked and scores no points for the hand.", "SHK-R13")
    most = max(result.tricks.values())
    ahead = [str(seat) for seat, tricks in result.tricks.items() if tricks == most]
    takes = "takes" if len(ahead) == 1 else "take"
    hand.summary = f"{listed(ahead, 'and')} {takes} most, {most} tricks"
    hand.post(lines)


def score(seat: Seat, tricks: int, doublers: list[str], deal: Deal) -> Iterator[Line]:
    """One player's lines: tricks and their doubling, or the award for none."""
    also = ("SHK-CARRY",)
    if not tricks:
        words = f"no trick: as much as all {deal.tricks}"
        yield Line(seat, deal.tricks, "SHK-NONE", words, also=also)
        return
    words = f"{tricks} trick{'s' * (tricks != 1)}"
    yield Line(seat, tricks, "SHK-TRICK", words, also=also)
    if len(doublers) == 1:
        (galaxy,) = doublers
        yield Line(seat, tricks, "SHK-GALAXY", f"Galaxy {galaxy} doubles: {tricks} × 2")
    elif doublers:
        yield Line(seat, 3 * tricks, "SHK-BOTH", f"both Galaxies: {tricks} × 4")


def finish(table: Table) -> None:
    """Ends the game when somebody stands at the target and leads alone."""
    rules: Options = table.rules
    high = table.ledger.high
    if high < rules.target:
        return
    best = table.ledger.leaders()
    hand = table.hands[-1]
    hand.tell(f"{listed(best, 'and')} reached {rules.target}.", "SHK-TARGET")
    if len(best) == 1:
        table.end(best, "SHK-WINNER", f"{listed(best)} has the highest total, {high}")
    elif rules.tie_at_target == "shared":
        table.end(best, "SHK-TIE", f"level on {high}: the win is shared here")
    else:
        hand.tell(f"Level on {high}: another hand.", "SHK-TIE")


def holds(replay: Replay) -> Iterator[str]:
    """The tricks of every hand add up to the deal’s."""
    total = DEALS[len(replay.table.seats)].tricks
    for hand in replay.hands:
        tricks = [int(text) for key, text in hand.cells.items() if key.startswith("tricks ")]
        if tricks and sum(tricks) != total:
            yield f"hand {hand.number}: {sum(tricks)} tricks of {total}"
