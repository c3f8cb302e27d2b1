"""What a Jo-Jotte table asks its referee about melds."""

from __future__ import annotations

from companion.cards import Card, Suit
from companion.game import Enquiry, Ruling
from companion.games.jo_jotte.checks import jotte_option
from companion.games.jo_jotte.facts import Contract, Seen
from companion.games.jo_jotte.house import Desk
from companion.games.jo_jotte.melds import (
    FOUR,
    LENGTHS,
    LOW,
    WORDS,
    Run,
    better_four,
    better_run,
    four,
    four_counts,
    level_runs,
    run_worth,
)
from companion.games.jo_jotte.pack import NATURAL, PACK, PLURAL, TRICKS, four_order
from companion.questions import Cards, Choice, Option, Refused, option, yes_no
from companion.referee import trump_question
from companion.seating import Seat
from companion.words import listed


def suit_of(trump: object) -> Suit | None:
    """The trump suit of an answer; None at no-trump."""
    return trump if isinstance(trump, Suit) else None


def who(desk: Desk, key: str, prompt: str, rule: str) -> Choice[Seat]:
    """One of the two players."""
    return Choice(key, prompt, rule, desk.seats)


# -- fours of a kind -------------------------------------------------------------------------------


def fours(desk: Desk) -> Ruling:
    """Whose four of a kind is good?"""
    options: list[Option[str]] = [option(rank, label=PLURAL[rank]) for rank in NATURAL]
    options.append(option("none", label="no four", set_apart=True))
    one, two = desk.seats
    trump, declarer, ones, twos = desk.ask(
        trump_question("JOJ-BID"),
        who(desk, "declarer", "Who chose trumps?", "JOJ-BID"),
        *(four_question(seat, options) for seat in (one, two)),
        title="Whose four of a kind is good?",
        check=two_fours,
    )
    said: dict[Seat, str] = {one: ones, two: twos}
    good = {s: r for s, r in said.items() if r != "none" and four_counts(r, desk.rules)}
    low = ("JOJ-R8",) if set(said.values()) & {*LOW} else ()
    steps = [
        f"Fours of {PLURAL[rank]} do not count here."
        for seat, rank in said.items()
        if rank != "none" and seat not in good
    ]
    if not good:
        return Ruling("Nobody scores fours.", ("JOJ-FOUR", *low), tuple(steps))
    winner, *_ = good
    suit = suit_of(trump)
    if len(good) == 2:
        winner = one if better_four(ones, twos, suit) else two
        kind = "trumps" if suit else "plain suits, as there are no trumps"
        steps.append(f"Fours rank as the cards do in {kind}: {' '.join(four_order(suit))}.")
    alone = ("JOJ-R7",) if said[declarer.left] == "none" else ()
    steps.append(f"{winner} scores {FOUR} for every four held, {winner.left} nothing.")
    words = f"{winner}’s four {PLURAL[good[winner]]} are good."
    return Ruling(words, ("JOJ-MELD-FOURS", "JOJ-FOUR", *alone, *low), tuple(steps))


def four_question(seat: Seat, options: list[Option[str]]) -> Choice[str]:
    """A player's best four."""
    return Choice(f"four {seat.code}", f"Best four of {seat}", "JOJ-MELD-FOURS", options, columns=3)


def two_fours(trump: object, declarer: Seat, one: str, two: str) -> None:
    """Two players cannot hold the same four cards."""
    if one == two != "none":
        message = f"Both players cannot hold four {PLURAL[one]}."
        raise Refused(message, "JOJ-MELD-FOURS", "four_claimed")


# -- runs ------------------------------------------------------------------------------------------


def runs(desk: Desk) -> Ruling:
    """Whose run is good?"""
    one, two = desk.seats
    trump, dealer, declarer, ones, twos = desk.ask(
        trump_question("JOJ-BID"),
        who(desk, "dealer", "Who dealt?", "JOJ-DEAL"),
        who(desk, "declarer", "Who chose trumps?", "JOJ-BID"),
        *(run_question(seat) for seat in (one, two)),
        title="Whose run is good?",
        check=no_common,
    )
    suit = suit_of(trump)
    held = {seat: Run.of(cards) for seat, cards in ((one, ones), (two, twos)) if cards}
    if not held:
        return Ruling("Nobody scores runs.", ("JOJ-MELD-RUNS",))
    if len(held) == 1:
        ((seat, alone),) = held.items()
        more = ("JOJ-R7",) if seat is declarer else ()
        return good(seat, alone, ("JOJ-MELD-RUNS", *more), f"{seat.left} has no run.")
    mine, theirs = held[one], held[two]
    won = better_run(mine, theirs, suit)
    if not won:
        return level(desk, mine, held, dealer, declarer)
    seat = one if won > 0 else two
    best, other = held[seat], held[seat.left]
    if best.length != other.length:
        step = f"The longer is better: {WORDS[best.length]} cards against {WORDS[other.length]}."
        return good(seat, best, ("JOJ-MELD-RUNS",), step)
    if best.top != other.top:
        step = f"Equal length: the {best.top} at the top beats the {other.top}, in natural order."
        return good(seat, best, ("JOJ-MELD-RUNS", "JOJ-RANK-RUN"), step)
    return good(
        seat, best, ("JOJ-MELD-RUNS",), "Equal length and top: the run in trumps is better."
    )


def good(seat: Seat, run: Run, rules: tuple[str, ...], why: str) -> Ruling:
    """A run that is good, and what it pays."""
    pays = f"It scores {run_worth(run.length)}, and every other run of {seat} counts as well."
    return Ruling(f"{seat}’s {run} is good.", rules, (why, pays))


def level(desk: Desk, one: Run, held: dict[Seat, Run], dealer: Seat, declarer: Seat) -> Ruling:
    """Two equal runs, neither in trumps; house rule `equal_runs`."""
    ids = ("JOJ-MELD-RUNS", "JOJ-R6")
    step = f"Both are {WORDS[one.length]} long from the {one.top}, neither in trumps."
    winner = level_runs(desk.rules, dealer, declarer)
    if winner is None:
        return Ruling("Neither: nobody scores runs here.", ids, (step,))
    defends = desk.rules.equal_runs == "defender"
    why = f"{declarer} cannot beat it and says good." if defends else f"{winner} did not deal."
    return Ruling(f"{winner}’s {held[winner]} is good.", ids, (step, why))


def run_question(seat: Seat) -> Cards:
    """A player's longest run."""
    words = f"Longest run of {seat}"
    return Cards(
        f"run {seat.code}", words, "JOJ-MELD-RUNS", PACK, 0, LENGTHS[-1], none="No run", check=run
    )


def run(cards: tuple[Card, ...]) -> None:
    """Refuses cards that make no run."""
    if cards:
        Run.of(cards)


def no_common(
    trump: object, dealer: Seat, declarer: Seat, one: tuple[Card, ...], two: tuple[Card, ...]
) -> None:
    """A card is held once."""
    if common := set(one) & set(two):
        message = f"The {min(common, key=PACK.cards.index)} cannot be in both runs."
        raise Refused(message, "JOJ-MELD-RUNS", "card_twice")


# -- what else is asked of melds -------------------------------------------------------------------


def split(desk: Desk) -> Ruling:
    """Who scores which melds, and does a card count twice?"""
    whose: list[object] = [*desk.seats, option("nobody", set_apart=True)]
    fours_, runs_, shared = desk.ask(
        Choice[object]("fours", "Whose fours are better?", "JOJ-MELD-SPLIT", whose, columns=3),
        Choice[object]("runs", "Whose runs are better?", "JOJ-MELD-SPLIT", whose, columns=3),
        yes_no("shared", "Is a card both in a four and in a run of one player?", "JOJ-R9"),
        title="Who scores which melds?",
    )
    scores = ((fours_, "the fours"), (runs_, "the runs"))
    parts = [f"{seat} scores {what}" for seat, what in scores if seat != "nobody"]
    words = listed(parts, "and") or "Nobody scores melds"
    steps = ["Fours and runs are two contests; each scores for its winner alone."]
    if shared:
        twice = desk.rules.meld_card_reuse == "yes"
        steps.append(
            "A card may stand in a four and in a run."
            if twice
            else "Here a card counts once: in the four or in the run."
        )
    ids = ("JOJ-MELD-SPLIT", *(("JOJ-R9",) if shared else ()))
    return Ruling(f"{words}.", ids, tuple(steps))


def show(desk: Desk) -> Ruling:
    """Must a meld be shown?"""
    loser = desk.ask(
        Choice(
            "asks",
            "Who asks to see the other’s meld?",
            "JOJ-SHOW",
            ["whose meld was beaten", "whose meld is good"],
            columns=1,
        ),
        title="Must a meld be shown?",
    )
    if loser == "whose meld was beaten":
        step = "It changes no score; a meld that cannot be shown does not count."
        return Ruling("Yes: the meld that is good is shown on request.", ("JOJ-SHOW",), (step,))
    step = "Only what was said of it is known: a rank, a length, perhaps a top card."
    return Ruling("No: a beaten meld stays hidden.", ("JOJ-SHOW",), (step,))


def jotte(desk: Desk) -> Ruling:
    """Was Jo-Jotte declared rightly?"""
    tricks = [str(n) for n in range(1, TRICKS + 1)]
    unsaid = option("unsaid", label="not announced", set_apart=True)
    ask_king = "Trick in which the king was played, with “Jo”"
    ask_queen = "Trick in which the queen was played, with “Jotte”"
    trump, king, queen, special = desk.ask(
        trump_question("JOJ-JOTTE"),
        Choice("king", ask_king, "JOJ-JOTTE-ORDER", [*tricks, unsaid], columns=5),
        Choice("queen", ask_queen, "JOJ-JOTTE-ORDER", [*tricks, unsaid], columns=5),
        Choice("special", "Nullo or slam?", "JOJ-R17", ["none", "nullo", "slam"]),
        title="Does Jo-Jotte count?",
        check=two_tricks,
    )
    seat, *_ = desk.seats
    slam = special == "slam"
    contract = Contract(seat, suit_of(trump), nullo=special == "nullo", slam=slam)
    at_all = jotte_option(desk.rules, contract, Seen(), seat)
    if at_all.refusal:
        words = f"No: {at_all.refusal[0].lower()}{at_all.refusal[1:]}"
        return Ruling(words, (at_all.rule or "JOJ-JOTTE",))
    if "unsaid" in (king, queen):
        words = "No: both words must be said as the cards are played."
        return Ruling(words, ("JOJ-JOTTE-ORDER",))
    if int(king) > int(queen):
        return Ruling("No: queen before king scores nothing.", ("JOJ-JOTTE-ORDER",))
    ids = ("JOJ-JOTTE", "JOJ-JOTTE-ORDER", *(("JOJ-R17",) if slam else ()))
    return Ruling("Yes: 20 above the line.", ids, ("King first, queen later.",))


def two_tricks(trump: object, king: str, queen: str, special: str) -> None:
    """One player plays one card to a trick."""
    if king == queen != "unsaid":
        message = "One player cannot play king and queen to the same trick."
        raise Refused(message, "JOJ-JOTTE-ORDER", "same_trick", "queen")


def stub(desk: Desk) -> Ruling:
    """Can a four or a run be held, given the cards out of play?"""
    out, claim = desk.ask(
        Cards("out", "Upcard and exposed bottom card", "JOJ-STUB", PACK, 0, 2, none="not known"),
        Cards("claim", "The cards claimed: four of a kind, or a run", "JOJ-STUB", PACK, 1, 8),
        title="Can that be held?",
    )
    cards = " ".join(map(str, claim))
    one, *_ = claim
    rank = one.rank
    is_four = set(claim) == four(rank)
    if not is_four and not is_run(claim):
        words = f"No: {cards} is neither a four of a kind nor a run."
        return Ruling(words, ("JOJ-FOUR", "JOJ-RUN3"))
    if gone := [str(card) for card in claim if card in out]:
        step = "Nobody holds the upcard or the exposed bottom card."
        words = (
            f"No: the {listed(gone, 'and the')} {'is' if len(gone) == 1 else 'are'} out of play."
        )
        return Ruling(words, ("JOJ-STUB",), (step,))
    if is_four and not four_counts(rank, desk.rules):
        words = f"It can be held, but fours of {PLURAL[rank]} do not count here."
        return Ruling(words, ("JOJ-STUB", "JOJ-R8"))
    what = f"four {PLURAL[rank]}" if is_four else cards
    words = f"Yes: {what} can be held, as far as these cards tell."
    return Ruling(words, ("JOJ-STUB",))


def is_run(cards: tuple[Card, ...]) -> bool:
    try:
        Run.of(cards)
    except Refused:
        return False
    return True


MELDS = (
    Enquiry(
        "fours", "Whose four of a kind is good?", fours, ("JOJ-MELD-FOURS",), at={"four *": ""}
    ),
    Enquiry("runs", "Whose run is good?", runs, ("JOJ-MELD-RUNS",), at={"run *": "", "runs *": ""}),
    Enquiry(
        "split",
        "Who scores which melds?",
        split,
        ("JOJ-MELD-SPLIT",),
        at={"melds *": "", "four *": "", "run *": ""},
    ),
    Enquiry(
        "show",
        "Must a meld be shown?",
        show,
        ("JOJ-SHOW",),
        at={"four *": "", "other four *": "", "run *": ""},
    ),
    Enquiry("jotte", "Does Jo-Jotte count?", jotte, ("JOJ-JOTTE-ORDER",), at={"points *": ""}),
    Enquiry("stub", "Can that be held?", stub, ("JOJ-STUB",), at={"stub": ""}),
)
