"""A hand of Shakespeare's Dilemma: trick by trick, by its cards or its winners, or at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Card
from companion.games.shakespeares_dilemma import show
from companion.games.shakespeares_dilemma.auction import auction
from companion.games.shakespeares_dilemma.deck import SATURN, VENUS, Deal, winner
from companion.games.shakespeares_dilemma.facts import (
    DOUBLERS,
    MOST,
    NOBODY,
    FirstLead,
    Result,
    Running,
)
from companion.games.shakespeares_dilemma.house import Hand
from companion.questions import (
    Cards,
    Choice,
    Option,
    Points,
    Question,
    Refused,
    Several,
    Shares,
    option,
)
from companion.seating import Seat


def trick_by_trick(hand: Hand, dealt: Deal) -> Result:
    """The widow auction of three, the pass, the first lead, then every trick."""
    widow, price = auction(hand) if dealt.players == 3 else (None, 0)
    show.passing(hand, dealt)
    first = first_lead(hand, dealt)
    found = Running(dealt, first, dict.fromkeys(hand.table.seats, 0))
    leader = first.leader
    for number in range(1, dealt.tricks + 1):
        hand.facts["leader"] = leader.code
        show.so_far(hand, found, dealt.tricks - number + 1)
        before = len(found.doublers)
        if hand.mode == "cards":
            leader = trick_cards(hand, found, leader, number)
        else:
            leader = trick_winner(hand, found, number)
        found.tricks[leader] += 1
        found.won.append(leader)
        if len(found.doublers) > before:
            found.doubled.append(number - 1)
    if hand.mode != "cards":
        missing_doublers(hand, found)
    return Result(found.tricks, found.doublers, widow, price)


def first_lead(hand: Hand, dealt: Deal) -> FirstLead:
    """The holder of the 1 of Venus; with three players it may lie aside (SHK-FIRSTLEAD)."""
    seats = hand.table.seats
    prompt, rule = "Who has the 1 of Venus?", "SHK-FIRSTLEAD"
    if dealt.players != 3:
        return FirstLead(hand.ask(Choice("one of Venus", prompt, rule, seats)), "one")
    aside = option(NOBODY, "it lies aside", set_apart=True)
    holder = hand.ask(Choice[object]("one of Venus", prompt, rule, [*seats, aside]))
    if isinstance(holder, Seat):
        return FirstLead(holder, "one")
    if hand.rules.no_one_venus == "left_of_dealer":
        show.leads_anything(hand, "SHK-R8")
        return FirstLead(hand.dealer.left, "any")
    none = option(NOBODY, "no Venus card in play", set_apart=True)
    prompt = "Who has the lowest Venus card?"
    lowest = hand.ask(Choice[object]("lowest Venus", prompt, "SHK-R8", [*seats, none]))
    if isinstance(lowest, Seat):
        return FirstLead(lowest, "lowest")
    show.leads_anything(hand, "SHK-R9")
    return FirstLead(hand.dealer.left, "none")


def trick_winner(hand: Hand, found: Running, number: int) -> Seat:
    """The winner of a trick in one tap, or with a doubler in it."""
    left = [name for name in DOUBLERS if name not in found.doublers]
    seats = hand.table.seats
    galaxy: list[Option[object]] = (
        [option("galaxy", label="A Galaxy was in this trick", set_apart=True)] if left else []
    )
    prompt = f"Trick {number}: who won it?"
    won = hand.ask(Choice[object](f"trick {number}", prompt, "SHK-WINTRICK", [*seats, *galaxy]))
    if isinstance(won, Seat):
        return won
    who, fell = hand.ask(
        Choice(f"won {number}", f"Who won trick {number}?", "SHK-WINTRICK", seats),
        Several(
            f"galaxy {number}",
            "Which of the two doublers was in it?",
            "SHK-DOUBLERS",
            [option(name, label=f"Galaxy {name}") for name in left],
            least=1,
        ),
        title=f"Trick {number}: a Galaxy was in it",
    )
    found.doublers |= dict.fromkeys(fell, who)
    return who


def missing_doublers(hand: Hand, found: Running) -> None:
    """Doublers that no trick was given: somebody has them, or with three they lie aside."""
    left = [name for name in DOUBLERS if name not in found.doublers]
    if not left:
        return
    show.still_out(hand, left)
    for name in left:
        who = hand.ask(galaxy(hand, name), check=partial(with_a_trick, found.tricks, name))
        if isinstance(who, Seat):
            found.doublers[name] = who


def galaxy(hand: Hand, name: str, won: Mapping[Seat, int] | None = None) -> Choice[object]:
    """Who took a doubler, nobody without a trick; with three players it may lie aside
    (SHK-DEADHAND)."""
    tricks = won or {}
    nobody: Option[object] = option(NOBODY, "it lies aside", set_apart=True)
    if len(hand.table.seats) != 3:
        refusal = show.all_dealt(name)
        nobody = option(NOBODY, refusal=refusal, rule="SHK-DEADHAND", code="all_dealt", hidden=True)
    options: list[Option[object]] = [
        option(
            seat,
            refusal="" if tricks.get(seat, 1) else show.without_a_trick(seat, name),
            code="captured_without_a_trick",
        )
        for seat in hand.table.seats
    ]
    return Choice(
        f"Galaxy {name}", f"Who took Galaxy {name}?", "SHK-DOUBLERS", [*options, nobody],
        columns=4, short=f"Galaxy {name}", follows=bool(won),
    )  # fmt: skip


def trick_cards(hand: Hand, found: Running, leader: Seat, number: int) -> Seat:
    """The cards of a trick; its winner and the doublers in it follow."""
    dealt, first = found.dealt, found.first

    def check(cards: tuple[Card, ...]) -> None:
        if number == 1 and (message := first.refusal(cards[0], dealt)):
            raise Refused(message, "SHK-FIRSTLEAD", "forced_lead", f"trick {number}")
        low = [card for card in first.aside(list(dealt.pack), cards[0]) if card in cards[1:]]
        if number == 1 and low:
            message = f"The {low[0]} is lower than the {cards[0]}, so it must lie aside."
            raise Refused(message, "SHK-R8", "not_held", f"trick {number}")

    cards = hand.ask(
        Cards(
            f"trick {number}",
            f"Trick {number}: {leader} leads",
            "SHK-WINTRICK",
            dealt.pack,
            dealt.players,
            dealt.players,
            order=True,
            gone=dict(found.played),
            check=check,
        )
    )
    if number == 1:
        aside = first.aside(list(dealt.pack), cards[0])
        found.played |= {card: f"The {card} lies aside." for card in aside}
    place = winner(cards, hand.rules.galaxy_rank == "above_all")
    who = leader.round[place]
    found.played |= {card: f"The {card} went in trick {number}." for card in cards}
    both = zip(DOUBLERS, (VENUS, SATURN), strict=True)
    found.doublers |= {name: who for name, card in both if card in cards}
    show.trick_taken(hand, who, number, cards[place])
    return who


# -- at once -------------------------------------------------------------------------------------


def at_once(hand: Hand, dealt: Deal) -> Result:
    """Tricks, doublers and (for three) the widow on one page."""

    def check(tricks: dict[Seat, int], *rest: object) -> None:
        for name, who in zip(DOUBLERS, rest, strict=False):
            with_a_trick(tricks, name, who)

    page = partial(questions, hand, dealt)
    answers = hand.ask_together(page, title="Just the result", check=check)
    tricks, *taken = answers[:3]
    both = zip(DOUBLERS, taken, strict=True)
    doublers = {name: who for name, who in both if isinstance(who, Seat)}
    widow = answers[3] if len(answers) > 3 and isinstance(answers[3], Seat) else None
    return Result(tricks, doublers, widow, answers[4] if widow else 0)


def questions(hand: Hand, dealt: Deal, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """The page beside what it has been told."""
    seats, total = hand.table.seats, dealt.tricks
    tricks = Shares("tricks", "Tricks", "SHK-TRICK", seats, 0, total, total=total, unit="tricks")
    won = tricks.read_in(given) or {}
    page: list[Question[Any]] = [tricks, *(galaxy(hand, name, won) for name in DOUBLERS)]
    if dealt.players == 3:
        least = hand.rules.widow_min
        nobody = option(NOBODY, "all passed", set_apart=True)
        page += [
            Choice[object](
                "widow", "Who took the widow?", "SHK-WIDOW", [*seats, nobody], columns=4
            ),
            Points("price", "At what price?", "SHK-WIDOW", least, MOST, unless=("widow", NOBODY)),
        ]
    return page


def with_a_trick(tricks: dict[Seat, int], name: str, who: object) -> None:
    """Nobody holds a doubler without a trick (SHK-DOUBLERS)."""
    if isinstance(who, Seat) and not tricks[who]:
        message = show.without_a_trick(who, name)
        raise Refused(message, "SHK-DOUBLERS", "captured_without_a_trick", f"Galaxy {name}")
