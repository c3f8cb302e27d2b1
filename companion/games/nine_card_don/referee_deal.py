"""What a table of Nine-Card Don asks about deal, pitch and revokes, and about looking at cards."""

from __future__ import annotations

from companion.engine.game import Ruling, ruled
from companion.games.nine_card_don.facts import PACK, RANK, say
from companion.games.nine_card_don.house import Desk
from companion.questions import Cards, Choice, Count, Points, option
from companion.words import listed


def pitch(desk: Desk) -> Ruling:
    """Who pitches, who does not look, and who deals next."""
    dealer = desk.ask(
        Choice("dealer", say.who_deals(), options=desk.seats), title="Who pitches, who waits?"
    )
    pitcher = dealer.left
    waits = [pitcher.partner]
    if desk.rules.face_down_rule == "all_but_pitcher":
        waits = [seat for seat in pitcher.round if seat is not pitcher]
    steps = (
        say.on_the_left(pitcher=pitcher),
        say.on_the_right(partner=pitcher.partner),
        say.deals_next(pitcher=pitcher),
        say.too_early(misdeal=desk.rules.face_down_breach == "misdeal"),
    )
    waiting = listed(waits, "and")
    words = say.pitches__ruling(pitcher=pitcher, waiting=waiting, several=len(waits) > 1)
    return ruled(words, "DON-P-BLIND", "DON-ROTATE", "DON-R10", steps=steps)


def looked(desk: Desk) -> Ruling:
    """What follows when somebody looks before the pitch."""
    dealer, who, led = desk.ask(
        Choice("dealer", say.who_deals(), options=desk.seats),
        Choice("who", say.who_looked(), options=desk.seats),
        Choice("led", say.led_yet(), options=["no", "yes"]),
        title="Somebody looked too early",
    )
    pitcher = dealer.left
    if led == "yes":
        return ruled(say.no_fault_later(), "DON-R10")
    everybody = desk.rules.face_down_rule == "all_but_pitcher"
    if who is pitcher or (who is not pitcher.partner and not everybody):
        step = say.waits_here(everybody=everybody)
        return ruled(say.no_fault(who=who), "DON-R10", steps=[step])
    if desk.rules.face_down_breach == "misdeal":
        words = say.fault(others=who.side.opponents)
        return ruled(words, "DON-R10", "DON-R16", steps=[say.dealt_again()])
    return ruled(say.warning(who=who), "DON-R10")


def suit(desk: Desk) -> Ruling:
    """Which suit the first card led makes trump."""
    (card,), number = desk.ask(
        Cards("card", say.card_led(), "", PACK, 1, 1),
        Count("number", say.which_trick(), low=1, high=13),
        title="Does this lead make trump?",
    )
    if number == 1:
        return ruled(say.makes_trump(card=card), "DON-R14", steps=[say.any_pitch()])
    return ruled(say.makes_none())


def draw(desk: Desk) -> Ruling:
    """Who chooses the first pitcher."""
    if desk.rules.first_pitch == "two_of_diamonds":
        return ruled(say.nobody_draws(), "DON-R13")
    one, two = desk.sides
    (first,), (second,) = desk.ask(
        Cards(f"drawn {one.code}", say.drawn(side=one), "", PACK, 1, 1),
        Cards(f"drawn {two.code}", say.drawn(side=two), "", PACK, 1, 1),
        title="Who chooses the first pitcher?",
    )
    if first.rank == second.rank:
        return ruled(say.equal_rank(one=first, two=second), "DON-R13")
    side, card = (one, first) if RANK(first) > RANK(second) else (two, second)
    return ruled(say.chooses(side=side, card=card), steps=[say.ace_high()])


def misdeal(desk: Desk) -> Ruling:
    """Whether the cards are dealt again."""
    each = desk.rules.cards_each
    what = desk.ask(
        Choice[str](
            "what", say.went_wrong(), columns=1,
            options=[
                option("number", label=f"somebody has not {each} cards"),
                option("exposed", label="a card was exposed in the deal"),
                option("poor", label="a holding without counters"),
            ],
        ),
        title="Is it a misdeal?",
    )  # fmt: skip
    if what == "poor":
        return ruled(say.every_holding(), "DON-R15")
    steps = [say.should_have(each=each)] if what == "number" else []
    return ruled(say.misdealt(), "DON-DEAL", steps=steps)


def look_back(desk: Desk) -> Ruling:
    """Whether a trick already turned may be looked at."""
    which, claimed = desk.ask(
        Choice[str](
            "which", say.trick_seen(),
            options=[
                option("last", label="the last one, next not led"),
                option("last led", label="the last one, next led"),
                option("first", label="the first one, second not started"),
                option("older", label="an older one"),
            ],
        ),
        Choice("claimed", say.claimed(), options=["no", "yes"]),
        title="May I look at a trick again?",
    )  # fmt: skip
    if claimed == "yes":
        return ruled(say.every_trick())
    return ruled(say.last_trick() if which in ("last", "first") else say.only_last())


def revoke(desk: Desk) -> Ruling:
    """What a revoke, or a card played out of turn, costs."""
    dealer, offender, found, lost = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        Choice("offender", say.at_fault(), options=desk.sides),
        Choice[str](
            "found", say.when_seen(),
            options=[option("open", label="trick still open"), option("later", label="later")],
        ),
        Points("scored", say.scored_so_far(), low=0, high=120),
        title="A revoke, or a card out of turn",
    )  # fmt: skip
    if found == "open":
        return ruled(say.put_right(), "DON-P-FOLLOW")
    if desk.rules.revoke_penalty != "league":
        steps = [say.usual(), say.agree(), say.league()]
        told = ruled(say.no_penalty(), "DON-ADJ", steps=steps)
        return Ruling(told.answer, told.rules, told.steps, undecided=True)
    own, others = dealer.left.side is offender, offender.opponents
    steps = [say.keep(others=others), say.whose_pitch(own=own), say.next_deals()]
    return ruled(say.loses(side=offender, lost=lost, others=others, own=own), steps=steps)
