"""The captures in Scotch Whist: tricks as they are played, cards and honours as counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Suit
from companion.engine.panels import Grid
from companion.games.scotch_whist import facts
from companion.games.scotch_whist.facts import HONOURS, POINTS, RULES, WORDS, Haul, say
from companion.games.scotch_whist.house import Hand
from companion.games.scotch_whist.score import for_cards
from companion.questions import Choice, Option, Question, Refused, Several, Shares, option
from companion.said import Sentence, Text
from companion.seating import Seat, Side
from companion.words import listed

REST = "rest"

# -- tricks as they fall -------------------------------------------------------------------------


@dataclass
class Live:
    """The cards played so far in a hand."""

    hand: Hand
    trump: Suit
    jack: Side | None = None
    """The side that must win the trump jack: the dealer's, if it was turned up."""
    cards: dict[Side, int] = field(default_factory=dict)
    honours: dict[str, Side] = field(default_factory=dict)
    fell_to: dict[str, Seat] = field(default_factory=dict)
    claimant: Side | None = None
    """The side that reaches the target in mid-hand, if the house rule stops the hand then."""

    def __post_init__(self) -> None:
        self.cards = dict.fromkeys(self.hand.table.sides, 0)
        self.tags = [option(rank, label=str(Card(rank, self.trump))) for rank in HONOURS]

    def add(self, winner: Seat, honours: Iterable[str]) -> None:
        self.cards[winner.side] += len(self.hand.table.seats)
        self.honours |= dict.fromkeys(honours, winner.side)
        self.fell_to = self.fell_to | dict.fromkeys(honours, winner)

    def haul(self) -> Haul:
        players = len(self.hand.table.seats)
        return Haul(dict(self.cards), dict(self.honours), self.trump, players)

    def total(self, side: Side) -> int:
        """The total of a side with its captures so far."""
        rules = self.hand.rules
        over = for_cards(self.cards[side], facts.dealt(len(self.hand.table.seats), rules), rules)
        honours = sum(POINTS[rank] for rank, owner in self.honours.items() if owner is side)
        return self.hand.table.ledger.total(side) + over + honours


def trick_by_trick(hand: Hand, live: Live, claims: bool) -> None:
    """The tricks in order until all are tapped, the table stops tapping, or somebody claims."""
    last = facts.quota(len(hand.table.seats))
    rows = [row(live, side) for side in hand.table.sides]
    hand.show(Grid("So far", ["", "cards", "honours", "has", "needs"], rows))
    for number in range(1, last + 1):
        hand.tell(say.tricks_left(number=last - number + 1))
        winner, honours = trick(hand, live, number)
        if winner is None:
            break
        live.add(winner, honours)
        hand.facts["leader"] = winner.code
        rows[winner.side.number - 1][:] = row(live, winner.side)
        hand.tell(say.leads_next(winner=winner))
        if claims and number < last and live.total(winner.side) >= facts.needed(hand.rules):
            live.claimant = winner.side
            break


def row(live: Live, side: Side) -> list[str]:
    total = live.total(side)
    mine = [rank for rank, owner in live.honours.items() if owner is side]
    words = " ".join(str(Card(rank, live.trump)) for rank in mine)
    need = max(0, facts.needed(live.hand.rules) - total)
    return [str(side), str(live.cards[side]), words or "–", str(total), str(need)]


def trick(hand: Hand, live: Live, number: int) -> tuple[Seat | None, tuple[str, ...]]:
    """Ask for the winner of a trick and its honours. Nobody if the table stops tapping."""
    seats, last = hand.table.seats, facts.quota(len(hand.table.seats))
    left, key = last - number + 1, f"trick {number}"
    stop = option(REST, label=f"Count {left} at the end", set_apart=True)
    who = Choice[object](
        key, say.who_won(number=number), options=[*seats, stop], columns=facts.columns(len(seats)),
    )  # fmt: skip

    def check(answers: Mapping[str, Any]) -> None:
        winner, honours = answers[key], answers.get(f"honours {number}")
        if not isinstance(winner, Seat) or live.jack is None or live.jack is winner.side:
            return
        no, code = not_yours(hand.dealer, live.trump), "not_the_dealers_jack"
        if "J" in (honours or ()):
            raise Refused(no, code=code, key=f"honours {number}")
        if left == 1 and not live.cards[live.jack]:
            raise Refused(no, code=code, key=key)

    title = f"Trick {number} of {last}"
    if len(live.honours) == len(HONOURS):
        winner = hand.ask(who, title=title)
        return (winner, ()) if isinstance(winner, Seat) else (None, ())

    def page(given: Mapping[str, str]) -> Sequence[Question[Any]]:
        stopped = who.read_in(given) == REST
        return who, tags(live, number, f"because of “{key}: {REST}”" if stopped else "")

    winner, honours = hand.ask_rest(page, {}, title=title, check=check).values()
    return (winner, honours or ()) if isinstance(winner, Seat) else (None, ())


def tags(live: Live, number: int, off: str) -> Several:
    fell_to, trump = live.fell_to, live.trump

    def why_not(rank: str) -> Text:
        if rank not in fell_to:
            return ""
        return say.honour_captured_twice(card=Card(rank, trump), winner=fell_to[rank])

    return Several(
        f"honours {number}", say.honours_in_it(number=number, trump=trump), options=live.tags,
        why_not=why_not, most=len(live.hand.table.seats), columns=5, hint=say.or_leave_it(),
        off=off,
    )  # fmt: skip


def not_yours(dealer: Seat, trump: Suit | None) -> Sentence:
    """Why the trump jack, turned up, is with the dealer's side (SCW-R11)."""
    return say.honour_without_trick__jack(card=Card("J", trump), dealer=dealer)


def count_cards(hand: Hand, live: Live | None, turned: Card | None) -> dict[Side, int]:
    """The cards of every side; those of tapped tricks are known already."""
    known = live.cards if live else dict.fromkeys(hand.table.sides, 0)
    total = facts.cards_in_play(len(hand.table.seats)) - sum(known.values())
    if not total:
        return known
    home = facts.jack_captor(turned, hand.dealer)

    def check(shares: Mapping[Side, int]) -> None:
        """Check that the player who turned up the jack has at least the trick it won."""
        if turned and home and not (known[home] or shares[home]):
            raise Refused(not_yours(hand.dealer, turned.suit))

    asks = say.cards(rest=True) if live else say.cards__tricks()
    question = cards(hand, "rest" if live else "cards", asks, total)
    shares = hand.ask(question, check=check)
    return {side: known[side] + shares[side] for side in hand.table.sides}


def trump_and_cards(hand: Hand) -> tuple[Suit | None, dict[Side, int]]:
    """The trump if the table wants it on the sheet, and everybody's cards, on one page."""
    total = facts.cards_in_play(len(hand.table.seats))
    trump: Choice[object] = Choice(
        "trump", say.trump(), options=[*Suit, option("none", label="not said")], columns=5,
        default="none",
    )  # fmt: skip
    page: list[Question[Any]] = [trump, cards(hand, "cards", say.cards__tricks(), total)]
    suit, shares = hand.ask_together(lambda given: page, title="Just the result")
    return suit if isinstance(suit, Suit) else None, shares


def cards(hand: Hand, key: str, asks: Text, total: int, among: Sequence[Side] = ()) -> Shares:
    """The question for the shares of `total` cards, given in cards or in tricks."""
    players = len(hand.table.seats)
    return Shares(
        key, asks, "SCW-CARDS", among or hand.table.sides, 0, total, total=total, step=players,
        lot="trick", unit="cards",
    )  # fmt: skip


def count_honours(
    hand: Hand, trump: Suit | None, turned: Card | None, shares: Mapping[Side, int],
    known: Mapping[str, Side],
) -> dict[str, Side]:  # fmt: skip
    """Ask who captured each honour. Honours already tapped are not asked again."""
    ranks = [rank for rank in HONOURS if rank not in known]
    if not ranks:
        return dict(known)
    jack = facts.jack_captor(turned, hand.dealer)
    page = [captor(hand, rank, trump, shares, jack) for rank in ranks]
    check = honours_check(ranks, known, shares)
    captors = hand.ask_together(lambda given: page, title=say.who_has(), check=check)
    return dict(known) | dict(zip(ranks, captors, strict=True))


def captor(
    hand: Hand, rank: str, trump: Suit | None, shares: Mapping[Side, int], jack: Side | None
) -> Choice[object]:
    """The question for the captor of an honour: a side with a trick, for a turned jack its side."""
    what, sides, dealer = facts.briefly(rank, trump), hand.table.sides, hand.dealer

    def why_not(side: object) -> Text:
        if not isinstance(side, Side):
            return say.honour_unassigned(what=what)
        if not shares[side]:
            return say.honour_without_trick(side=side, name=WORDS[rank])
        other = rank == "J" and jack is not None and side is not jack
        return not_yours(dealer, trump) if other else ""

    return Choice(
        rank, say.who_captured(what=what), RULES[rank],
        options=lambda: [*sides, *partners(sides), option("nobody", hidden=True)],
        reads={side.code: side for side in sides}.get, why_not=why_not,
        columns=facts.columns(len(sides)), short=what.removeprefix("the "), follows=True,
        inline=len(sides) < 6,
    )  # fmt: skip


def partners(sides: Sequence[Side]) -> list[Option[object]]:
    """Sides named by one of their players, understood when typed."""
    return [
        option(side, text=seat.name, label=seat.name, hidden=True)
        for side in sides
        for seat in (side.seats if len(side.seats) > 1 else ())
    ]


def honours_check(
    ranks: Sequence[str], known: Mapping[str, Side], shares: Mapping[Side, int]
) -> Callable[..., None]:
    """Nobody holds more honours than cards."""

    def check(*owners: Side) -> None:
        held = dict(known) | dict(zip(ranks, owners, strict=True))
        for side, number in shares.items():
            mine = [rank for rank, owner in held.items() if owner is side]
            if len(mine) > number:
                names = listed((WORDS[rank] for rank in mine), "and")
                no = say.too_many_honours(side=side, cards=number, names=names)
                raise Refused(no, key=ranks[-1])

    return check
