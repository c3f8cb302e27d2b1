"""A deal of Dilemma trick by trick, by its cards or by who won them, and a forfeited trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import RANKS, Card
from companion.engine.panels import Grid, InPlay, Tray
from companion.engine.table import Part
from companion.games.dilemma import facts, score
from companion.games.dilemma.facts import PACK, TRICKS, VALUES, Deal, Forfeit, Pile, Running, say
from companion.games.dilemma.house import Hand
from companion.questions import Cards, Choice, Option, Question, option
from companion.said import Sentence, Text
from companion.seating import Seat

# -- trick by trick ------------------------------------------------------------------------------


def trick_by_trick(hand: Hand) -> Deal | None:
    """Thirteen tricks, by their cards or by their winner and last card; None: thrown in."""
    deal = Running(hand.dealer.left, kept={seat: [] for seat in hand.table.seats})
    asked = False
    for number in range(1, TRICKS + 1):
        so_far(hand, deal, number)
        by_cards = hand.mode == "guided"
        trick = cards_of(hand, deal, number) if by_cards else winner_of(hand, deal, number)
        if trick is None:
            return None
        winner, last = trick
        deal.kept[winner].append(facts.value(last))
        deal.leader = winner
        if hand.rules.end_when == "at_once" and reached(hand, deal):
            if not asked:
                asked, deal.forfeit = True, forfeit(hand, deal.piles)
            if reached(hand, deal):
                return Deal(deal.piles, deal.forfeit, number < TRICKS)
    hand.plays = None
    moved = deal.forfeit if asked else forfeit(hand, deal.piles)
    return Deal(deal.piles, moved)


def reached(hand: Hand, deal: Running) -> bool:
    """True if a player has reached the target with the points of the deal so far."""
    before = hand.table.ledger.totals
    return score.there(Deal(deal.piles, deal.forfeit), before, hand.rules) is not None


def so_far(hand: Hand, deal: Running, number: int) -> None:
    names = {n: rank for rank, n in VALUES.items()}
    rows = [
        (str(seat), " ".join(names[n] for n in kept) or "–", str(sum(kept)))
        for seat, kept in deal.kept.items()
    ]
    size = f"trick {number} of {TRICKS}" if number > 1 else ""
    hand.numbered(Part("deal", hand.number), size=size)
    hand.facts["leader"] = deal.leader.code
    hand.plays = partial(InPlay, leader=deal.leader)
    hand.show(Grid("Score cards", ("", "Kept", "Worth"), rows))


def cards_of(hand: Hand, deal: Running, number: int) -> tuple[Seat, Card] | None:
    """Ask for the four cards of a trick in turn. They decide who plays third and who wins."""
    leader, other = deal.leader, deal.leader.left
    cards: list[Card] = []
    turn = [leader, other]
    for place in range(1, 5):
        hand.show(Tray("On the table", [(f"Trick {number}", list(cards))], lying=True))
        hand.facts["legal.played"] = " ".join(card.code for card in cards) or "none"
        for key, card in zip(("third.first", "third.second"), cards, strict=False):
            hand.facts[key] = card.code
        played = card_of(hand, deal, number, place, turn[place - 1], cards)
        if played is None:
            return None
        cards.append(played)
        deal.played[played] = say.card_gone(card=played, number=number)
        if place == 2:
            higher = facts.second_plays_third(*cards)
            turn += [other, leader] if higher else [leader, other]
            hand.tell(say.plays_third(card=played, higher=higher, who=turn[2]))
    last = cards[3]
    judged = facts.judge(cards, (str(leader), str(other)))
    winner = leader if judged.leader_wins else other
    hand.facts |= {"trick.leader": leader.code, "draw.trick": str(number)}
    hand.facts["trick.cards"] = " ".join(card.code for card in cards)
    for key in ("third.first", "third.second"):
        del hand.facts[key]
    words = say.wins_trick(who=winner, number=number, why=judged.why)
    hand.tell(words, judged.why.rule)
    draw = number <= 7
    hand.tell(say.keeps(who=winner, card=last, worth=facts.value(last), draw=draw), now=draw)
    return winner, last


def card_of(
    hand: Hand, deal: Running, number: int, place: int, who: Seat, cards: Sequence[Card]
) -> Card | None:
    """One card of a trick, or the exchange of a player who has none to play."""
    suits = [held.suit for held in cards]
    answer = hand.ask(Cards(
        f"trick {number} card {place}", say.which_card(number=number, place=place, who=who),
        "", PACK, 0 if place > 1 and number < TRICKS else 1,  # the last four are of four suits
        1, gone=dict(deal.played), hint=hint_for(place), none="Can’t play",
        why_not=lambda card: say.card_gone__suit(suit=card.suit) if card.suit in suits else None,
        about=f"trick {number}, card {place}", by=who,
    ))  # fmt: skip
    return answer[0] if answer else exchange(hand, deal, number, place, who, cards)


def hint_for(place: int) -> Sentence:
    """The effect of a card in that place (1 to 4) of a trick."""
    if place < 3:
        return say.any_card() if place == 1 else say.higher_plays_on()
    return say.next_is_worth() if place == 3 else say.winner_scores()


def exchange(
    hand: Hand, deal: Running, number: int, place: int, who: Seat, cards: Sequence[Card]
) -> Card | None:
    """A player without a playable card gets one for another, and plays the card received."""
    giver = hand.rules.swap_pick == "giver"
    hand.tell(say.asks_for(who=who, other=who.left, giver=giver))
    if number <= 7:
        hand.tell(say.if_none(redeal=hand.rules.suit_nowhere == "redeal"))
    page = partial(exchange_page, hand, deal, number, place, who, cards)
    answers = hand.ask_rest(page, {}, title=say.cannot_play(who=who))
    got: tuple[Card, ...] | None = answers[f"trick {number} got {place}"]
    if not got:
        return None
    suit = got[0].suit if answers[f"trick {number} from {place}"] == "hand" else None
    needed = facts.missing(cards)

    def not_back(card: Card) -> Text | None:
        if card.suit not in needed:
            return None
        same = card.suit is suit
        return say.same_suit_back(who=who.left, suit=suit) if same else say.was_playable(card=card)

    hand.ask(Cards(
        f"trick {number} back {place}", say.card_back(who=who), "", PACK, gone=dict(deal.played),
        why_not=not_back, about="card given back", by=who,
    ))  # fmt: skip
    return got[0]


def exchange_page(
    hand: Hand, deal: Running, number: int, place: int, who: Seat, cards: Sequence[Card],
    given: Mapping[str, str],
) -> Sequence[Question[Any]]:  # fmt: skip
    """The questions for the source of the card, and the card. Not asked of a deal thrown in."""
    sources: list[Option[str]] = [option("hand", label=f"from {who.left}")]
    if number <= 7 and hand.rules.suit_nowhere == "stock_swap":
        sources.append(option("stock", label="from the stock: nobody has one"))
    elif number <= 7:
        sources.append(option("redeal", label="nobody has one: thrown in"))
    source = Choice[str](
        f"trick {number} from {place}", say.where_from(who=who), options=sources, by=who
    )
    came = source.read_in(given)
    off = f"because of “{source.key}: redeal”" if came == "redeal" else ""
    needed = facts.missing(cards)
    got = Cards(
        f"trick {number} got {place}", say.card_got(who=who), "", PACK, gone=dict(deal.played),
        why_not=lambda card: None if card.suit in needed else say.card_gone__there(suit=card.suit),
        off=off, about="card got", by=who,
    )  # fmt: skip
    return source, got


def winner_of(hand: Hand, deal: Running, number: int) -> tuple[Seat, Card]:
    winner, (last,) = hand.ask(
        Choice(f"winner {number}", say.who_won(number=number), options=hand.table.seats),
        Cards(f"last {number}", say.last_card(number=number), "", PACK, gone=deal.played),
        title=say.leads_trick(number=number, leader=deal.leader),
    )
    deal.played[last] = say.card_gone__kept(card=last, number=number)
    hand.tell(say.keeps(who=winner, card=last, worth=facts.value(last), draw=False))
    return winner, last


def forfeit(hand: Hand, piles: Mapping[Seat, Pile]) -> Forfeit | None:
    """The player and score card lost, if the house rule takes a misplayed trick away."""
    if hand.rules.misplay != "forfeit_trick":
        return None
    answers = hand.ask_rest(partial(forfeit_page, piles), {}, title=say.found_too_late())
    return Forfeit(answers["forfeit"], answers["card"]) if answers["card"] else None


def forfeit_page(piles: Mapping[Seat, Pile], given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """The questions for a forfeited trick and its score card, which must be in the pile."""
    nobody = option("nobody", set_apart=True)
    who = Choice[object]("forfeit", say.who_forfeits(), options=[*piles, nobody])
    loser = who.read_in(given)

    def why_not(rank: str) -> Text:
        pile = piles[loser] if isinstance(loser, Seat) else None
        if pile is None or pile.may_hold(VALUES[rank]):
            return ""
        return say.no_such_card(who=loser, rank=rank, pile=say.pile(pile=pile))

    card = Choice[str](
        "card", say.which_goes_over(), options=RANKS, columns=4, why_not=why_not,
        off=f"because of “{who.key}: nobody”" if loser == "nobody" else "",
    )  # fmt: skip
    return who, card
