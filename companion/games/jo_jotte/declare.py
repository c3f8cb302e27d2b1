"""The declarations of melds, in the order of the dialogue: fours of a kind first, then runs.

Each question reveals no more than the players say aloud: the best four, the length of the longest
run, its top card only when lengths are equal. Who has the better then names everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.cards import Card, Suit
from companion.engine.panels import Tray
from companion.games.jo_jotte import melds
from companion.games.jo_jotte.facts import Contract, Fours, KnownCards, Melds, Runs
from companion.games.jo_jotte.house import Hand, House
from companion.games.jo_jotte.melds import Claim, Run
from companion.games.jo_jotte.pack import PLURAL, four_order, in_order, say
from companion.games.jo_jotte.run_dialogue import GOOD, HOW_HIGH, NONE, SAME, RunDialogue
from companion.questions import Choice, Option, option
from companion.said import Text
from companion.seating import Seat

FOURS: dict[str, Option[str | None]] = {r: option(r, label=PLURAL[r]) for r in PLURAL}
NO_FOUR: Option[str | None] = option(None, text=NONE, label="no four", set_apart=True)
NO_OTHER: Option[str | None] = option(None, text=NONE, label="no other", set_apart=True)
GOOD_FOUR: Option[str | None] = option(
    None, "nothing higher", text=GOOD, label=GOOD, set_apart=True
)


def declarations(hand: Hand, contract: Contract, seen: KnownCards) -> tuple[Melds, KnownCards]:
    """Both contests, and the cards they have shown."""
    claims, fours = four_contest(hand, contract, seen)
    for seat, ranks in claims.items():
        seen = seen.showing(seat, melds.fours_cards(ranks))
    runs = run_contest(hand, contract, seen, claims)
    if runs:
        seen = seen.showing(runs.seat, (card for run in runs.runs for card in run.cards))
    melds_known(hand, fours, runs)
    return Melds(fours, runs), seen


def four_contest(
    hand: Hand, contract: Contract, seen: KnownCards
) -> tuple[dict[Seat, tuple[str, ...]], Fours | None]:
    """The claims of each player, and the player whose fours score."""
    trump = contract.trump(hand.rules)
    defender, declarer = contract.defender, contract.declarer
    first = ask_four(hand, defender, trump, seen, best="")
    second = ask_four(hand, declarer, trump, seen, best=first or "")
    winner, best = defender, first
    why: Text = ""
    if second:
        winner, best = declarer, second
        why = say.fours_beat(better=PLURAL[second], worse=PLURAL[first]) if first else ""
    if best is None:
        return {}, None
    claims = {defender: (first,) if first else (), declarer: (second,) if second else ()}
    more = ask_more(hand, winner, trump, seen, best, claims[winner.left])
    ranks = (best, *((more,) if more else ()))
    return {**claims, winner: ranks}, Fours(winner, ranks, why)


def no_four(rules: House, rank: str, seat: Seat, seen: KnownCards) -> Text | None:
    """The reason why a player cannot score this four, or None."""
    if not melds.four_counts(rank, rules):
        return say.four_excluded(rank=PLURAL[rank])
    for card in in_order(melds.four(rank) & seen.excluded_from(seat)):
        where = seen.where(card, seat)
        return say.four_impossible(where=where, who=seat, rank=PLURAL[rank])
    return None


def ask_four(hand: Hand, seat: Seat, trump: Suit | None, seen: KnownCards, best: str) -> str | None:
    """The best four of a player, in answer to the other's if there is one; None for none."""

    def why_not(rank: str) -> Text | None:
        if rank == best:
            return say.four_claimed(who=seat.left, rank=PLURAL[rank])
        if best and not melds.better_four(rank, best, trump):
            return say.four_not_better(rank=PLURAL[rank], best=PLURAL[best])
        return None

    asks = say.are_good(who=seat, rank=PLURAL[best]) if best else say.best_four(who=seat)
    last = GOOD_FOUR if best else NO_FOUR
    return named(hand, seen, f"four {seat.code}", seat, asks, four_order(trump), last, why_not)


def ask_more(
    hand: Hand, seat: Seat, trump: Suit | None, seen: KnownCards, best: str,
    claimed: tuple[str, ...],
) -> str | None:  # fmt: skip
    """A second four of the winner; nine cards hold two at most."""

    def why_not(rank: str) -> Text | None:
        if melds.better_four(rank, best, trump):
            return say.four_not_best(rank=PLURAL[rank])
        return say.four_claimed(who=seat.left, rank=PLURAL[rank]) if rank in claimed else None

    ranks = [rank for rank in four_order(trump) if rank != best]
    asks = say.another_four(who=seat, best=PLURAL[best])
    return named(hand, seen, f"other four {seat.code}", seat, asks, ranks, NO_OTHER, why_not)


def named(
    hand: Hand, seen: KnownCards, key: str, seat: Seat, asks: Text, ranks: Sequence[str],
    last: Option[str | None], why_not: Callable[[str], Text | None],
) -> str | None:  # fmt: skip
    """The rank of a four that a player names; None for the last answer: none, or good."""
    rules = hand.rules

    def no(rank: str | None) -> Text | None:
        return rank and (no_four(rules, rank, seat, seen) or why_not(rank))

    options = [*(FOURS[rank] for rank in ranks), last]
    return hand.ask(Choice[str | None](key, asks, options=options, why_not=no, by=seat))


def run_contest(
    hand: Hand, contract: Contract, seen: KnownCards, claims: Mapping[Seat, tuple[str, ...]]
) -> Runs | None:
    """The player whose runs score, and these runs."""
    dialogue = RunDialogue.of(contract, seen, claims, hand.rules)
    defender, declarer = contract.defender, contract.declarer
    call = hand.ask(dialogue.length(defender))
    if call == NONE:
        call = hand.ask(dialogue.length(declarer))
        return None if call == NONE else shown(hand, dialogue, declarer, Claim(int(call)))
    length = int(call)
    reply = hand.ask(dialogue.reply(length))
    if reply == GOOD:
        return shown(hand, dialogue, defender, Claim(length))
    if reply != HOW_HIGH:
        why = say.longer(better=int(reply), worse=length)
        return shown(hand, dialogue, declarer, Claim(int(reply)), Claim(length), why)
    top = hand.ask(dialogue.top(length))
    answer = hand.ask(dialogue.high(length, top))
    if answer == GOOD:
        return shown(hand, dialogue, defender, Claim(length, top), Claim(length))
    if answer == SAME:
        return level(hand, dialogue, length, top)
    ours, theirs = Claim(length, answer), Claim(length, top)
    return shown(hand, dialogue, declarer, ours, theirs, say.higher(better=answer, worse=top))


def level(hand: Hand, dialogue: RunDialogue, length: int, top: str) -> Runs | None:
    """Equal length and top: a trump run wins; two plain ones go by house rule `equal_runs`."""
    in_trumps = hand.ask(dialogue.in_trumps(length, top)) if dialogue.trump else None
    if isinstance(in_trumps, Seat):
        yes, no = Claim(length, top, True), Claim(length, top, False)
        return shown(hand, dialogue, in_trumps, yes, no, say.in_trumps())
    winner = melds.level_runs(hand.rules, hand.dealer, dialogue.declarer)
    if winner is None:
        hand.tell(say.nobody_scores_runs(), keep=True)
        return None
    plain = Claim(length, top, False if dialogue.trump else None)
    way = "defender" if hand.rules.equal_runs == "defender" else "non-dealer"
    why = say.equal_plain(way=way)
    return shown(hand, dialogue, winner, plain, plain, why)


def shown(
    hand: Hand, dialogue: RunDialogue, seat: Seat, claim: Claim, other: Claim | None = None,
    why: Text = "",
) -> Runs:  # fmt: skip
    """Every run of the winner, best first; `claim` and `other` are what both have said."""
    groups = hand.ask(dialogue.listed(seat, claim, other))
    runs = sorted((Run.of(group) for group in groups), key=lambda r: (-r.length, -r.height))
    return Runs(seat, tuple(runs), why)


def melds_known(hand: Hand, fours: Fours | None, runs: Runs | None) -> None:
    """Show the melds that score, and the player who may ask to see them."""
    groups: list[tuple[str, list[Card]]] = []
    if fours:
        groups += [
            (f"{fours.seat}: four {PLURAL[rank]}", in_order(melds.four(rank)))
            for rank in fours.ranks
        ]
    if runs:
        groups += [(f"{runs.seat}: run", in_order(run.cards)) for run in runs.runs]
    for best, what in ((fours, "fours"), (runs, "runs")):
        if best:
            hand.tell(say.may_ask(loser=best.seat.left, what=what, winner=best.seat), keep=True)
    if groups:
        hand.show(Tray("Melds that score", groups))
