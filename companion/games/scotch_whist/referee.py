"""What a table of Scotch Whist asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from typing import Any

from companion import referee
from companion.cards import Pack
from companion.game import SCORED, Enquiry, Ruling
from companion.games.scotch_whist.deck import (
    HONOURS,
    NUMBERS,
    PACK,
    PLAIN,
    POINTS,
    RULES,
    TRUMPS,
    WORDS,
    cards_in_play,
    dealt,
    left_out,
    needed,
    quota,
    sides,
)
from companion.games.scotch_whist.facts import Haul
from companion.games.scotch_whist.house import Desk, House
from companion.games.scotch_whist.piles import honours_check
from companion.games.scotch_whist.race import Race, steps
from companion.games.scotch_whist.score import for_cards, score
from companion.questions import Cards, Choice, Count, Refused, Several, Shares, option
from companion.seating import Side, from_left
from companion.words import counted, does, listed

CITED = referee.Cited(trump="SCW-TURNUP", lead="SCW-LEAD", trick="SCW-WINTRICK")


def in_play(desk: Desk) -> Pack:
    out = left_out(len(desk.seats), desk.rules)
    return Pack(tuple(card for card in PACK if card not in out), about=PACK.about)


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, and which honours are caught in it."""
    found = referee.trick(desk, in_play(desk), PLAIN, CITED, trumps=TRUMPS, no_trump=False)
    lines, trump = list(found.steps), found.trump
    rules = ["SCW-WINTRICK", "SCW-RANK-PLAIN"]
    if found.card.suit is trump:
        lines.append("Trumps rank J A K Q 10 9 8 7 6.")
        rules[1] = "SCW-RANK-TRUMP"
    caught = [card for card in found.cards if card.suit is trump and card.rank in POINTS]
    lines += [
        f"{found.winner} catches the {card}: {POINTS[card.rank]} in the count." for card in caught
    ]
    words = f"{found.winner} wins with the {found.card}, and leads next."
    return Ruling(words, (*rules, "SCW-LEAD"), tuple(lines))


def turn_up(desk: Desk) -> Ruling:
    """Whose the turned card is, and when it may be played."""
    dealer, (card,) = desk.ask(
        Choice("dealer", "Who dealt?", "SCW-DEAL", desk.seats),
        Cards("card", "Which card was turned up?", "SCW-TURNUP", in_play(desk)),
        title="The card turned up",
    )
    trump = card.suit
    words = f"It is {dealer}’s own card: {trump} is trump, and {dealer} may play it at any time."
    if desk.rules.packets == "yes" and len(desk.seats) < 4:
        words = (
            f"It is {dealer}’s own card: {trump} is trump. It lies in the dealer’s last packet "
            "and is played with that."
        )
        return Ruling(words, ("SCW-TURNUP", "SCW-R6"))
    return Ruling(words, ("SCW-TURNUP",))


def misdeal(desk: Desk) -> Ruling:
    """Whether the cards are dealt again."""
    dealer, what = desk.ask(
        Choice("dealer", "Who dealt?", "SCW-DEAL", desk.seats),
        Choice[str](
            "what",
            "What went wrong?",
            "SCW-MISDEAL",
            [
                option("number", label="somebody has the wrong number of cards"),
                option("pack", label="a card that should be out was dealt"),
                option("poor", label="a holding without a trump"),
            ],
            columns=1,
        ),
        title="Is it a misdeal?",
    )
    if what == "poor":
        return Ruling("No: every holding is played.", ("SCW-MISDEAL",))
    each = quota(len(desk.seats))
    steps_ = (f"Everybody should have {each} cards, {cards_in_play(len(desk.seats))} in all.",)
    return Ruling(f"Yes: {dealer} deals again.", ("SCW-MISDEAL", "SCW-DEAL"), steps_)


def deal(desk: Desk) -> Ruling:
    """How many cards, which are out, who leads."""
    players, dealer = desk.ask(
        Count("number", "How many play?", "SCW-DEAL", 2, 8, unit="players"),
        Choice("dealer", "Who deals?", "SCW-DEAL", desk.seats),
        title="How many cards each?",
    )
    if players == 8 and desk.rules.eight_players == "no":
        words = "Eight do not play at this table; with the house rule all the sixes go out."
        return Ruling(words, ("SCW-R8",))
    try:
        sides(players, desk.rules)
    except Refused as refusal:
        return Ruling(f"No. {refusal.message}", (refusal.rule,))
    out = left_out(players, desk.rules)
    without = f"; the {listed(out, 'and')} left out" if out else ""
    words = f"{quota(players)} cards each, {cards_in_play(players)} in all{without}"
    lines = (
        f"A trick holds {NUMBERS[players]} cards; {quota(players)} tricks are played.",
        cards_score(players, desk.rules),
        f"{dealer} turns up the last card; {dealer.left} leads.",
    )
    rules = ["SCW-DEAL", "SCW-LEAD", *(["SCW-R7"] if out else [])]
    rules += ["SCW-R9"] if desk.rules.partners != "solo" else []
    return Ruling(f"{words}. {dealer.left} leads.", tuple(rules), lines)


def cards_score(players: int, rules: House) -> str:
    """What a card captured beyond the quota scores here."""
    if rules.card_points == "none":
        return "Cards captured score nothing here: only the honours count."
    who = "a player" if rules.partners == "solo" else "a side"
    return f"Each card beyond the {dealt(players, rules)} dealt to {who} scores 1."


def pile(desk: Desk) -> Ruling:
    """What one player's captures score."""
    players, cards, ranks = desk.ask(
        Count("number", "How many play?", "SCW-DEAL", 2, 8, unit="players"),
        Count("captured", "Cards captured", "SCW-CARDS", 0, 36, unit="cards"),
        Several(
            "honours",
            "Trump honours among them",
            "SCW-TEN",
            [option(rank, f"counts {POINTS[rank]}", label=WORDS[rank]) for rank in HONOURS],
            columns=5,
        ),
        title="What do these tricks score?",
        check=lambda players, cards, ranks: pile_check(desk, players, cards, ranks),
    )
    quota_, rules = dealt(players, desk.rules), desk.rules
    over = for_cards(cards, quota_, rules)
    lines = [f"The {WORDS[rank]} of trumps: {POINTS[rank]}." for rank in ranks]
    if rules.card_points == "none":
        lines.append(cards_score(players, rules))
    else:
        lines.append(f"{cards} cards, {quota_} dealt: {over} for cards.")
        if cards <= quota_:
            lines.append("Cards up to the quota score nothing, and fewer cost nothing.")
    total = over + sum(POINTS[rank] for rank in ranks)
    cited = ["SCW-CARDS", *(RULES[rank] for rank in ranks)]
    cited += ["SCW-R9"] if rules.partners != "solo" else []
    return Ruling(f"{total} points.", tuple(cited), tuple(lines))


def pile_check(desk: Desk, players: int, cards: int, ranks: tuple[str, ...]) -> None:
    """Refuses half tricks, honours that do not fit, and sides that cannot be made."""
    try:
        sides(players, desk.rules)
    except Refused as refusal:
        raise refusal.about("number") from None
    if cards % players:
        words = f"With {NUMBERS[players]} players every trick holds {NUMBERS[players]} cards; "
        raise Refused(f"{words}{cards} is not possible.", "SCW-CARDS", "wrong_step", "captured")
    if len(ranks) > cards:
        words = f"{cards} cards cannot hold {counted(len(ranks), 'honour')}."
        raise Refused(words, "SCW-CARDS", "too_many_honours", "honours")


def race(desk: Desk) -> Ruling:
    """Who reached the target first in a hand that brought several there."""
    players = len(desk.seats)
    total = cards_in_play(players)
    page: list[Any] = [
        Shares("start", "Totals before the hand", "SCW-ORDER", desk.sides, 0, 400),
        Shares(
            "cards",
            "Cards captured by each",
            "SCW-CARDS",
            desk.sides,
            0,
            total,
            total=total,
            step=players,
            lot="trick",
            unit="cards",
        ),
        *(
            Choice(rank, f"Who captured the {WORDS[rank]} of trumps?", RULES[rank], desk.sides)
            for rank in HONOURS
        ),
        Choice("dealer", "Who dealt?", "SCW-DEAL", desk.seats),
    ]
    start, cards, *owners, dealer = desk.ask(
        *page,
        title="Who was first to the target?",
        check=lambda start, cards, *rest: honours_check(HONOURS, {}, cards)(*rest[:-1]),
    )
    haul = Haul(cards, dict(zip(HONOURS, owners, strict=True)), None, players)
    run = Race(
        steps(start, score(haul, start, desk.rules)),
        needed(desk.rules),
        desk.rules,
        list(from_left(dealer)),
    )
    return race_ruling(run)


def race_ruling(run: Race) -> Ruling:
    """The race told step by step."""
    lines = [f"{step.words.capitalize()}: {said(step.totals)}." for step in run.steps]
    outcome = run.outcome()
    if not run.over:
        words = f"Nobody has reached {run.need}: play on."
        return Ruling(words, ("SCW-TARGET", "SCW-R1"), tuple(lines))
    if outcome is None:
        step, level = run.decided()
        words = f"{listed(level, 'and')} are level with {step.words}: play another hand."
        return Ruling(words, ("SCW-ORDER", "SCW-R2"), tuple(lines))
    cited = tuple(dict.fromkeys((outcome.rule, "SCW-TARGET")))
    if not outcome.winners:
        return Ruling(f"Nobody wins: {outcome.why}.", cited, tuple(lines))
    what = "win" if len(outcome.winners) == 1 else "share the win"
    words = f"{does(outcome.winners, what)}: {outcome.why}."
    return Ruling(words, cited, tuple(lines))


def said(totals: Any) -> str:
    """Totals in a row: "Ann 30, Bob 35"."""
    return ", ".join(f"{side} {total}" for side, total in totals.items())


def revoke(desk: Desk) -> Ruling:
    """What a revoke costs."""
    offender, found = desk.ask(
        Choice[Side]("offender", "Who revoked?", "SCW-R4", desk.sides),
        Choice[str](
            "found",
            "When was it seen?",
            "SCW-R4",
            [option("open", label="trick still open"), option("later", label="later")],
        ),
        title="Somebody did not follow suit",
    )
    if found == "open":
        words = "Put it right: take the card back and play a legal one."
        return Ruling(words, ("SCW-R4", "SCW-FOLLOW"))
    if desk.rules.revoke == "lose_game":
        words = (
            f"{does(offender, 'lose')} the game: at this table a revoke found too late costs it."
        )
        return Ruling(words, ("SCW-R4",))
    words = "The hand is void and the same dealer deals again."
    step = "Old books (Cassell’s, Britannica 1911) take the whole game: a house rule."
    return Ruling(words, ("SCW-R4",), (step,))


ENQUIRIES = (
    Enquiry(
        "trick",
        "Who wins this trick?",
        trick,
        ("SCW-WINTRICK", "SCW-RANK-TRUMP", "SCW-RANK-PLAIN"),
        at={"cards": "", "trick *": ""},
    ),
    Enquiry(
        "follow",
        "Which cards may I play?",
        referee.follow(PACK, 18, "SCW-FOLLOW"),
        ("SCW-FOLLOW",),
        at={"cards": "", "trick *": ""},
    ),
    Enquiry(
        "race",
        "Who was first to the target?",
        race,
        ("SCW-ORDER", "SCW-ORDER-TIE", "SCW-R13"),
        at={
            "10": "",
            SCORED: "",
            "ended": "",
            "tricks played": "",
            "claim *": "",
            "rest": "",
        },
    ),
    Enquiry(
        "pile",
        "What do these tricks score?",
        pile,
        ("SCW-CARDS",),
        at={
            "cards": "",
            "10": "",
            "tricks played": "",
            "claim *": "",
            "rest": "",
            "A": "",
            "K": "",
            "Q": "",
            "J": "",
        },
    ),
    Enquiry("deal", "How many cards each?", deal, ("SCW-DEAL", "SCW-LEAD"), at={"turn-up": ""}),
    Enquiry(
        "turn-up", "The card turned up", turn_up, ("SCW-TURNUP",), at={"turn-up": "card", "10": ""}
    ),
    Enquiry("misdeal", "Is it a misdeal?", misdeal, ("SCW-MISDEAL",), at={"turn-up": ""}),
    Enquiry(
        "revoke",
        "Somebody did not follow suit",
        revoke,
        ("SCW-R4",),
        at={"cards": "", "trick *": ""},
    ),
)
