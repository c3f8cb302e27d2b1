"""What a Jo-Jotte table asks its referee about melds."""

from __future__ import annotations

from companion.cards import Card
from companion.game import Desk, Ruling
from companion.games.jo_jotte.melds import WORDS, Run, better_four, better_run, four, run_worth
from companion.games.jo_jotte.pack import NATURAL, PACK, PLAIN_ORDER, PLURAL, TRICKS, TRUMP_ORDER
from companion.games.jo_jotte.words import in_words, suit_of, trump_question
from companion.questions import Cards, Choice, Option, Refused, listed, option, yes_no


def fours(desk: Desk) -> Ruling:
    """Whose four of a kind is good."""
    options: list[Option[str]] = [option(rank, label=PLURAL[rank]) for rank in NATURAL]
    none = option("none", loud=True)
    trump, defender, declarer = desk.ask(
        trump_question("JOJ-MELD-FOURS"),
        Choice[str]("by defender", "Best four of the defender", "JOJ-MELD-FOURS", [*options, none]),
        Choice[str]("by declarer", "Best four of the declarer", "JOJ-MELD-FOURS", [*options, none]),
        title="Whose four of a kind is good?",
        check=two_fours,
    )
    suit, ids = suit_of(trump), ("JOJ-MELD-FOURS", "JOJ-FOUR", "JOJ-R7", "JOJ-R8")
    low = desk.rules.fours_ranks == "no_low"
    said = {"defender": defender, "declarer": declarer}
    good = {
        player: rank
        for player, rank in said.items()
        if rank != "none" and not (low and rank in ("8", "7"))
    }
    steps = [f"Fours of {PLURAL[said[p]]} do not count here." for p in said
             if said[p] != "none" and p not in good]  # fmt: skip
    if not good:
        return Ruling("Nobody scores fours.", ids, tuple(steps))
    winner = next(iter(good))
    if len(good) == 2:
        if better_four(good["declarer"], good["defender"], suit):
            winner = "declarer"
        order = TRUMP_ORDER if suit else PLAIN_ORDER
        kind = "trumps" if suit else "plain suits, as there is no trump"
        steps.append(f"Fours rank as the cards do in {kind}: {' '.join(order)}.")
    steps.append("The winner scores 100 for every four held, the other nothing.")
    words = f"The {winner}’s four {PLURAL[good[winner]]} are good."
    return Ruling(words, ids, tuple(steps))


def two_fours(trump: object, defender: str, declarer: str) -> None:
    """Two players cannot hold the same four cards."""
    if defender == declarer != "none":
        message = f"Two players cannot both hold four {PLURAL[defender]}."
        raise Refused(message, "JOJ-MELD-FOURS", "four_claimed", "by declarer")


def runs(desk: Desk) -> Ruling:
    """Whose run is good."""
    trump, defender, declarer, dealer = desk.ask(
        trump_question("JOJ-MELD-RUNS"),
        Cards("by defender", "Longest run of the defender", "JOJ-MELD-RUNS", PACK, 3, 8, check=run),
        Cards("by declarer", "Longest run of the declarer", "JOJ-MELD-RUNS", PACK, 3, 8, check=run),
        Choice("dealt", "Who dealt?", "JOJ-R6", ["the defender", "the declarer"]),
        title="Whose run is good?",
        check=no_common,
    )
    suit = suit_of(trump)
    mine, theirs = Run.of(declarer), Run.of(defender)
    ids = ("JOJ-MELD-RUNS", "JOJ-RANK-RUN")
    won = better_run(mine, theirs, suit)
    if not won:
        return level(desk, theirs, str(dealer) == "the defender")
    good, bad = (mine, theirs) if won > 0 else (theirs, mine)
    if good.length != bad.length:
        step = f"The longer is better: {WORDS[good.length]} cards against {WORDS[bad.length]}."
    elif good.top != bad.top:
        step = f"Equal length: the {good.top} at the top beats the {bad.top}, in natural order."
    else:
        step = "Equal length and top: the run in trumps is better."
    who_ = "declarer" if won > 0 else "defender"
    pays = f"It pays {run_worth(good.length)}, and every other run of the {who_} counts as well."
    return Ruling(f"The {who_}’s {good} is good.", ids, (step, pays))


def level(desk: Desk, one: Run, defender_dealt: bool) -> Ruling:
    """Two equal runs, neither in trumps; house rule `equal_runs`."""
    ids = ("JOJ-MELD-RUNS", "JOJ-R6")
    step = f"Both are {WORDS[one.length]} long from the {one.top}, neither in trumps."
    way = desk.rules.equal_runs
    if way == "neither":
        return Ruling("Neither: nobody scores runs here.", ids, (step,))
    defender = way == "defender" or not defender_dealt
    why = "The declarer cannot beat it and says good." if way == "defender" else "Elder hand."
    return Ruling(f"The {'defender' if defender else 'declarer'}’s is good.", ids, (step, why))


def run(cards: tuple[Card, ...]) -> None:
    """Refuses cards that make no run."""
    Run.of(cards)


def no_common(
    trump: object, defender: tuple[Card, ...], declarer: tuple[Card, ...], dealer: str
) -> None:
    """A card is held once."""
    if common := set(defender) & set(declarer):
        message = f"The {min(common, key=PACK.cards.index)} cannot be in both runs."
        raise Refused(message, "JOJ-MELD-RUNS", "card_twice", "by declarer")


def split(desk: Desk) -> Ruling:
    """Who scores which melds, and whether a card counts twice."""
    whose = [option("the defender"), option("the declarer"), option("nobody", loud=True)]
    fours_, runs_, shared = desk.ask(
        Choice[str]("fours", "Whose fours are better?", "JOJ-MELD-SPLIT", whose),
        Choice[str]("runs", "Whose runs are better?", "JOJ-MELD-SPLIT", whose),
        yes_no("shared", "Is a card both in a four and in a run of one player?", "JOJ-R9"),
        title="Who scores which melds?",
    )
    scores = ((fours_, "the fours"), (runs_, "the runs"))
    parts = [f"{player} scores {what}" for player, what in scores
             if player != "nobody"]  # fmt: skip
    words = listed(parts, "and") or "nobody scores melds"
    steps = ["Fours and runs are two contests; each pays its winner alone."]
    if shared:
        counts = desk.rules.meld_card_reuse == "yes"
        steps.append(
            "A card may stand in a four and in a run." if counts
            else "Here a card counts once: in the four or in the run."
        )  # fmt: skip
    ids = ("JOJ-MELD-SPLIT", *(("JOJ-R9",) if shared else ()))
    return Ruling(f"{words[0].upper()}{words[1:]}.", ids, tuple(steps))


def show(desk: Desk) -> Ruling:
    """Whether a meld must be shown."""
    asks, what = desk.ask(
        Choice("asks", "Who asks?", "JOJ-SHOW", ["the loser", "the winner"]),
        Choice("what", "To see what?", "JOJ-SHOW", ["the better meld", "the beaten meld"]),
        title="Must a meld be shown?",
    )
    if asks == "the loser" and what == "the better meld":
        step = "It changes no score; a meld that cannot be shown does not count."
        return Ruling("Yes: the winning combination is shown on request.", ("JOJ-SHOW",), (step,))
    step = "Only what was said of it is known: a rank, a length, perhaps a top card."
    return Ruling("No: a beaten meld stays hidden.", ("JOJ-SHOW",), (step,))


def jotte(desk: Desk) -> Ruling:
    """Whether Jo-Jotte was declared rightly."""
    tricks = [str(n) for n in range(1, TRICKS + 1)]
    trump, king, queen, special = desk.ask(
        trump_question("JOJ-JOTTE"),
        Choice("king", "Trick in which the king was played, with “Jo”", "JOJ-JOTTE-ORDER",
               [*tricks, option("unsaid", "not announced", loud=True)], columns=5),
        Choice("queen", "Trick in which the queen was played, with “Jotte”", "JOJ-JOTTE-ORDER",
               [*tricks, option("unsaid", "not announced", loud=True)], columns=5),
        Choice("special", "Nullo or slam?", "JOJ-R17", ["none", "nullo", "slam"]),
        title="Does Jo-Jotte count?",
        check=two_tricks,
    )  # fmt: skip
    ids = ("JOJ-JOTTE", "JOJ-JOTTE-ORDER")
    if suit_of(trump) is None or special == "nullo":
        return Ruling("No: at no trump there is no Jo-Jotte.", ids)
    if special == "slam" and desk.rules.jojotte_on_slam == "no":
        return Ruling("No: here it does not count in a slam.", (*ids, "JOJ-R17"))
    if "unsaid" in (king, queen):
        return Ruling("No: both words must be said as the cards are played.", ids)
    if int(king) > int(queen):
        return Ruling("No: the queen before the king forfeits it.", ids, ("King first.",))
    more = ("JOJ-R17",) if special == "slam" else ()
    return Ruling("Yes: 20 above the line.", (*ids, *more), ("King first, queen later.",))


def two_tricks(trump: object, king: str, queen: str, special: str) -> None:
    """One player plays one card to a trick."""
    if king == queen != "unsaid":
        message = "One player cannot play king and queen to the same trick."
        raise Refused(message, "JOJ-JOTTE-ORDER", "same_trick", "queen")


def stub(desk: Desk) -> Ruling:
    """Whether a four or a run can be held, given the cards out of play."""
    out, claim = desk.ask(
        Cards("out", "Upcard and exposed stub card", "JOJ-STUB", PACK, 1, 2),
        Cards("claim", "The cards claimed: four of a kind, or a run", "JOJ-STUB", PACK, 1, 8),
        title="Can that be held?",
    )
    gone = [card for card in claim if card in out]
    step = "Neither the upcard nor the exposed bottom card is in anybody’s holding."
    if gone:
        return Ruling(f"No: the {in_words(gone)} is out of play.", ("JOJ-STUB",), (step,))
    ranks = {card.rank for card in claim}
    what = "it can be held"
    if len(ranks) == 1 and set(claim) == four(next(iter(ranks))):
        what = f"four {PLURAL[next(iter(ranks))]} can be held"
    return Ruling(f"Yes: {what}, as far as these two cards tell.", ("JOJ-STUB",), (step,))
