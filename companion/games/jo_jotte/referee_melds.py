"""The referee questions of Jo-Jotte about melds."""

from __future__ import annotations

from companion.cards import Card
from companion.engine.game import Ruling, enquiry, ruled
from companion.engine.referee import trump_question
from companion.games.jo_jotte import melds
from companion.games.jo_jotte.declare import FOURS, NO_FOUR
from companion.games.jo_jotte.facts import Contract, KnownCards, no_jotte
from companion.games.jo_jotte.house import Desk
from companion.games.jo_jotte.melds import LENGTHS, LOW, Run
from companion.games.jo_jotte.pack import PACK, PLURAL, TRICKS, four_order, in_order, say
from companion.questions import Cards, Choice, Refused, option, yes_no
from companion.said import Sentence, rule_of
from companion.seating import Seat
from companion.words import listed

UNSAID = option("unsaid", label="not announced", set_apart=True)
RANKS = [*FOURS.values(), NO_FOUR]


@enquiry("fours", "Whose four of a kind is good?", "JOJ-MELD-FOURS", "melds four_*")
def fours(desk: Desk) -> Ruling:
    one, two = desk.seats
    trump, declarer, ones, twos = desk.ask(
        trump_question("JOJ-BID"),
        Choice("declarer", say.who_chose(), options=desk.seats),
        *(
            Choice[str | None](f"four {seat.code}", say.best_of(who=seat), options=RANKS, columns=3)
            for seat in (one, two)
        ),
        check=two_fours,
    )
    claims: dict[Seat, str | None] = {one: ones, two: twos}
    named = {seat: rank for seat, rank in claims.items() if rank}
    good = {seat: rank for seat, rank in named.items() if melds.four_counts(rank, desk.rules)}
    steps = [say.four_excluded(rank=PLURAL[named[seat]]) for seat in named if seat not in good]
    more = ["JOJ-R8"] if set(claims.values()) & {*LOW} else []
    if not good:
        return ruled(say.nobody_fours(), *more, steps=steps)
    winner, *_ = good
    if len(good) == 2:
        winner = one if melds.better_four(good[one], good[two], trump) else two
        steps.append(say.fours_rank(trump=trump, order=" ".join(four_order(trump))))
    if claims[declarer.left] is None:
        more = ["JOJ-R7", *more]
    steps.append(say.every_four(who=winner, other=winner.left))
    words = say.fours_good(who=winner, rank=PLURAL[good[winner]])
    return ruled(words, "JOJ-FOUR", *more, steps=steps)


def two_fours(trump: object, declarer: Seat, one: str | None, two: str | None) -> None:
    if one and one == two:
        raise Refused(say.four_claimed__both(rank=PLURAL[one]))


@enquiry("runs", "Whose run is good?", "JOJ-MELD-RUNS", "melds run_* runs_*")
def runs(desk: Desk) -> Ruling:
    one, two = desk.seats
    trump, dealer, declarer, ones, twos = desk.ask(
        trump_question("JOJ-BID"), Choice("dealer", "Who dealt?", "JOJ-DEAL", desk.seats),
        Choice("declarer", say.who_chose(), options=desk.seats),
        *(run_question(seat) for seat in (one, two)), check=no_common,
    )  # fmt: skip
    held = {seat: Run.of(cards) for seat, cards in ((one, ones), (two, twos)) if cards}
    if not held:
        return ruled(say.nobody_runs())
    if len(held) == 1:
        ((seat, alone),) = held.items()
        more = ["JOJ-R7"] if seat is declarer else []
        return good(seat, alone, say.has_no_run(who=seat.left), *more)
    won = melds.better_run(held[one], held[two], trump)
    if not won:
        return level(desk, held, dealer, declarer)
    seat = one if won > 0 else two
    best, other = held[seat], held[seat.left]
    if best.length != other.length:
        return good(seat, best, say.longer_wins(better=best.length, worse=other.length))
    if best.top != other.top:
        why = say.higher_wins(better=best.top, worse=other.top)
        return good(seat, best, why, "JOJ-RANK-RUN")
    return good(seat, best, say.trumps_win())


def good(seat: Seat, run: Run, why: Sentence, *more: str) -> Ruling:
    """The ruling on a good run, with its points."""
    pays = say.run_pays(worth=melds.run_worth(run.length), who=seat)
    return ruled(say.run_good(who=seat, run=run), *more, steps=[why, pays])


def level(desk: Desk, held: dict[Seat, Run], dealer: Seat, declarer: Seat) -> Ruling:
    """Two equal runs, neither in trumps; house rule `equal_runs`."""
    one, _ = held.values()
    equal = say.both_equal(length=one.length, top=one.top)
    winner = melds.level_runs(desk.rules, dealer, declarer)
    if winner is None:
        return ruled(say.neither_run(), "JOJ-R6", steps=[equal])
    defends = desk.rules.equal_runs == "defender"
    why = say.cannot_beat(who=declarer) if defends else say.did_not_deal(who=winner)
    return ruled(say.run_good(who=winner, run=held[winner]), "JOJ-R6", steps=[equal, why])


def run_question(seat: Seat) -> Cards:
    key, most = f"run {seat.code}", LENGTHS[-1]
    return Cards(key, say.longest_of(who=seat), "", PACK, 0, most, none="No run", check=run)


def run(cards: tuple[Card, ...]) -> None:
    if cards:
        Run.of(cards)


def no_common(
    trump: object, dealer: Seat, declarer: Seat, one: tuple[Card, ...], two: tuple[Card, ...]
) -> None:
    if common := in_order(set(one) & set(two)):
        raise Refused(say.card_twice(card=common[0]))


@enquiry("split", "Who scores which melds?", "JOJ-MELD-SPLIT", "melds_* four_* run_*")
def split(desk: Desk) -> Ruling:
    whose: list[object] = [*desk.seats, option("nobody", set_apart=True)]
    fours_, runs_, shared = desk.ask(
        Choice[object]("fours", say.whose_fours(), options=whose, columns=3),
        Choice[object]("runs", say.whose_runs(), options=whose, columns=3),
        yes_no("shared", say.is_shared()),
    )
    scores = ((fours_, "the fours"), (runs_, "the runs"))
    parts = [f"{seat} scores {what}" for seat, what in scores if seat != "nobody"]
    words = say.split(words=listed(parts, "and") or "Nobody scores melds")
    if not shared:
        return ruled(words, steps=[say.two_contests()])
    twice = say.counts_twice(twice=desk.rules.meld_card_reuse == "yes")
    return ruled(words, "JOJ-R9", steps=[say.two_contests(), twice])


@enquiry("show", "Must a meld be shown?", "JOJ-SHOW", "four_* other_four_* run_*")
def show(desk: Desk) -> Ruling:
    asks = ["whose meld was beaten", "whose meld is good"]
    loser = desk.ask(Choice("asks", say.who_asks(), options=asks, columns=1))
    if loser == "whose meld was beaten":
        return ruled(say.is_shown(), steps=[say.not_shown()])
    return ruled(say.stays_hidden(), steps=[say.only_said()])


@enquiry("jotte", "Does Jo-Jotte count?", "JOJ-JOTTE-ORDER", "points_*")
def jotte(desk: Desk) -> Ruling:
    tricks = [*map(str, range(1, TRICKS + 1)), UNSAID]
    trump, king, queen, special = desk.ask(
        trump_question("JOJ-JOTTE"), Choice("king", say.king_trick(), options=tricks, columns=5),
        Choice("queen", say.queen_trick(), options=tricks, columns=5),
        Choice("special", say.jotte_special(), options=["none", "nullo", "slam"]), check=two_tricks,
    )  # fmt: skip
    seat, *_ = desk.seats
    slam = special == "slam"
    contract = Contract(seat, trump, nullo=special == "nullo", slam=slam)
    if no := no_jotte(desk.rules, contract, KnownCards(), seat):
        words = str(no)
        return Ruling(f"No: {words[0].lower()}{words[1:]}", (rule_of(no),))
    if "unsaid" in (king, queen):
        return ruled(say.both_words())
    if int(king) > int(queen):
        return ruled(say.queen_first())
    more = ["JOJ-R17"] if slam else []
    return ruled(say.jotte_counts(), "JOJ-JOTTE-ORDER", *more, steps=[say.king_first()])


def two_tricks(trump: object, king: str, queen: str, special: str) -> None:
    """One player plays one card to a trick."""
    if king == queen != "unsaid":
        raise Refused(say.same_trick(), key="queen")


@enquiry("stub", "Can that be held?", "JOJ-STUB", "stub")
def stub(desk: Desk) -> Ruling:
    out, claim = desk.ask(
        Cards("out", say.out_of_play(), "", PACK, 0, 2, none="not known"),
        Cards("claim", say.claimed_cards(), "", PACK, 1, 8),
    )
    rank, what = claim[0].rank, " ".join(map(str, claim))
    is_four = set(claim) == melds.four(rank)
    if not is_four and not is_run(claim):
        return ruled(say.no_meld_at_all(cards=what), "JOJ-RUN3")
    if gone := [str(card) for card in claim if card in out]:
        words = say.cards_out(cards=listed(gone, "and the"), several=len(gone) > 1)
        return ruled(words, steps=[say.nobody_holds()])
    if is_four and not melds.four_counts(rank, desk.rules):
        return ruled(say.held_but(rank=PLURAL[rank]), "JOJ-R8")
    return ruled(say.can_be_held(what=f"four {PLURAL[rank]}" if is_four else what))


def is_run(cards: tuple[Card, ...]) -> bool:
    try:
        Run.of(cards)
    except Refused:
        return False
    return True


MELDS = (fours, runs, split, show, jotte, stub)
