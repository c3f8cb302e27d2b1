"""The referee questions of Nine-Card Don about deal, pitch, revokes and looking at cards."""

from __future__ import annotations

from companion.engine.game import Ruling, enquiry, ruled
from companion.games.nine_card_don.facts import PACK, RANK, say
from companion.games.nine_card_don.house import Desk
from companion.questions import Cards, Choice, Count, Points, option
from companion.words import listed


@enquiry("pitch", "Who pitches, who waits?", "DON-P-PITCH DON-P-BLIND", "trump")
def pitch(desk: Desk) -> Ruling:
    dealer = desk.ask(Choice("dealer", say.who_deals(), options=desk.seats))
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


@enquiry("looked", "Somebody looked too early", "DON-P-BLIND", "trump")
def looked(desk: Desk) -> Ruling:
    dealer, who, led = desk.ask(
        Choice("dealer", say.who_deals(), options=desk.seats),
        Choice("who", say.who_looked(), options=desk.seats),
        Choice("led", say.led_yet(), options=["no", "yes"]),
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


@enquiry("trump", "Does this lead make trump?", "DON-P-TRUMP", "trump")
def suit(desk: Desk) -> Ruling:
    (card,), number = desk.ask(
        Cards("card", say.card_led(), "", PACK, 1, 1),
        Count("number", say.which_trick(), low=1, high=13),
    )
    if number == 1:
        return ruled(say.makes_trump(card=card), "DON-R14", steps=[say.any_pitch()])
    return ruled(say.makes_none())


@enquiry("draw", "Who chooses the first pitcher?", "DON-P-DRAW", "pitcher")
def draw(desk: Desk) -> Ruling:
    if desk.rules.first_pitch == "two_of_diamonds":
        return ruled(say.nobody_draws(), "DON-R13")
    one, two = desk.sides
    (first,), (second,) = desk.ask(
        Cards(f"drawn {one.code}", say.drawn(side=one), "", PACK, 1, 1),
        Cards(f"drawn {two.code}", say.drawn(side=two), "", PACK, 1, 1),
    )
    if first.rank == second.rank:
        return ruled(say.equal_rank(one=first, two=second), "DON-R13")
    side, card = (one, first) if RANK(first) > RANK(second) else (two, second)
    return ruled(say.chooses(side=side, card=card), steps=[say.ace_high()])


@enquiry("misdeal", "Is it a misdeal?", "DON-R16", "trump pitcher")
def misdeal(desk: Desk) -> Ruling:
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
    )  # fmt: skip
    if what == "poor":
        return ruled(say.every_holding(), "DON-R15")
    steps = [say.should_have(each=each)] if what == "number" else []
    return ruled(say.misdealt(), "DON-DEAL", steps=steps)


@enquiry("look-back", "May I look at a trick again?", "DON-R12", "trick_*")
def look_back(desk: Desk) -> Ruling:
    which, claimed = desk.ask(
        Choice[str](
            "which", say.trick_seen(), columns=1,
            options=[
                option("last", label="the last one, next not led"),
                option("last led", label="the last one, next led"),
                option("first", label="the first one, second not started"),
                option("older", label="an older one"),
            ],
        ),
        Choice("claimed", say.claimed(), options=["no", "yes"]),
    )  # fmt: skip
    if claimed == "yes":
        return ruled(say.every_trick())
    return ruled(say.last_trick() if which in ("last", "first") else say.only_last())


@enquiry("revoke", "A revoke, or a card out of turn", "DON-R11", "trick_* revoke")
def revoke(desk: Desk) -> Ruling:
    dealer, offender, stage, lost = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        Choice("offender", say.at_fault(), options=desk.sides),
        Choice[str](
            "found", say.when_seen(),
            options=[option("open", label="trick still open"), option("later", label="later")],
        ),
        Points("scored", say.scored_so_far(), low=0, high=120),
    )  # fmt: skip
    if stage == "open":
        return ruled(say.put_right(), "DON-P-FOLLOW")
    if desk.rules.revoke_penalty != "league":
        steps = [say.usual(), say.agree(), say.league()]
        ruling = ruled(say.no_penalty(), "DON-ADJ", steps=steps)
        return Ruling(ruling.answer, ruling.rules, ruling.steps, undecided=True)
    own, others = dealer.left.side is offender, offender.opponents
    steps = [say.keep(others=others), say.whose_pitch(own=own), say.next_deals()]
    return ruled(say.loses(side=offender, lost=lost, others=others, own=own), steps=steps)
