"""The declarations of melds, in the order of the dialogue: fours of a kind first, then runs.

Each question reveals no more than the players say aloud: the best four, the length of the longest
run, its top card only when lengths are equal. Who has the better then names everything.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards import Card, Suit
from companion.games.jo_jotte.choices import judged
from companion.games.jo_jotte.facts import Contract, Fours, Melds, Runs, Seen
from companion.games.jo_jotte.melds import better_four, four, fours_cards
from companion.games.jo_jotte.pack import PACK, PLURAL, four_order
from companion.games.jo_jotte.talk import GOOD, NONE, run_contest
from companion.panels import Tray
from companion.questions import Option, option
from companion.rules import Options
from companion.seating import Seat
from companion.table import Hand


def declarations(hand: Hand, contract: Contract, seen: Seen) -> tuple[Melds, Seen]:
    """Both contests, and what they have shown."""
    trump = contract.trump(hand.rules)
    order = "trumps" if trump else "plain suits"
    hand.tell(f"{contract.defender} declares first. Fours rank as in {order}.", "JOJ-MELD-FOURS")
    claims, fours = four_contest(hand, contract, seen)
    for seat, ranks in claims.items():
        seen = seen.showing(seat, fours_cards(ranks))
    runs = run_contest(hand, contract, seen, claims)
    if runs:
        seen = seen.showing(runs.seat, (card for run in runs.runs for card in run.cards))
    for winner, what in ((fours, "fours"), (runs, "runs")):
        if winner:
            ask = f"{winner.seat.left} may ask to see the {what} of {winner.seat}."
            hand.tell(ask, "JOJ-SHOW", keep=True)
    show(hand, fours, runs)
    return Melds(fours, runs), seen


def show(hand: Hand, fours: Fours | None, runs: Runs | None) -> None:
    """The melds that score, laid out."""
    groups: list[tuple[str, list[Card]]] = []
    if fours:
        groups += [
            (f"{fours.seat}: four {PLURAL[rank]}", in_order(four(rank))) for rank in fours.ranks
        ]
    if runs:
        groups += [(f"{runs.seat}: run", in_order(run.cards)) for run in runs.runs]
    if groups:
        hand.show(Tray("Melds that score", groups))


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Cards as a picker lays them out."""
    return sorted(cards, key=PACK.cards.index)


# -- fours of a kind -------------------------------------------------------------------------------


def four_contest(
    hand: Hand, contract: Contract, seen: Seen
) -> tuple[dict[Seat, tuple[str, ...]], Fours | None]:
    """What each player has claimed, and whose fours score."""
    trump = contract.trump(hand.rules)
    defender, declarer = contract.defender, contract.declarer
    first = ask_four(hand, defender, trump, seen, best="")
    second = ask_four(hand, declarer, trump, seen, best=first or "")
    winner, best, why = defender, first, ""
    if second:
        winner, best = declarer, second
        why = f"four {PLURAL[second]} beat four {PLURAL[first]}" if first else ""
    if best is None:
        return {}, None
    claims = {defender: (first,) if first else (), declarer: (second,) if second else ()}
    more = ask_more(hand, winner, trump, seen, best, claims[winner.left])
    ranks = (best, *((more,) if more else ()))
    return {**claims, winner: ranks}, Fours(winner, ranks, why)


def no_four(rules: Options, rank: str, seat: Seat, seen: Seen) -> Option[str] | None:
    """The rank as an impossible answer of this player, where it is one."""
    label = PLURAL[rank]
    if rules.fours_ranks == "no_low" and rank in ("8", "7"):
        no = f"Fours of {label} do not count here."
        return option(rank, label=label, no=no, code="four_excluded", rule="JOJ-R8")
    for card in in_order(four(rank) & seen.shut(seat)):
        words = seen.where(card, seat)
        no = f"{words[0].upper()}{words[1:]}, so {seat} cannot hold four {label}."
        return option(rank, label=label, no=no, code="four_impossible", rule="JOJ-STUB")
    return None


def ask_four(hand: Hand, seat: Seat, trump: Suit | None, seen: Seen, best: str) -> str | None:
    """The best four of a player, in answer to the other's if there is one; None for none."""
    rules = hand.rules

    def judge(text: str) -> Option[str]:
        if text == NONE:
            return option(NONE, label="no four", loud=True)
        if text == GOOD:
            return option(GOOD, "nothing higher", loud=True)
        label = PLURAL[text]
        if impossible := no_four(rules, text, seat, seen):
            return impossible
        if text == best:
            no = f"{seat.left} has claimed four {label}."
            return option(text, label=label, no=no, code="four_claimed")
        if best and not better_four(text, best, trump):
            no = f"Four {label} do not beat four {PLURAL[best]}: say good."
            return option(text, label=label, no=no, code="four_not_better")
        return option(text, label=label)

    prompt = f"{seat}: best four of a kind?"
    if best:
        prompt = f"{seat}: are four {PLURAL[best]} good?"
    texts = [*four_order(trump), GOOD if best else NONE]
    question = judged(f"four {seat.code}", prompt, "JOJ-MELD-FOURS", texts, judge)
    said = hand.ask(question)
    return None if said in (NONE, GOOD) else said


def ask_more(
    hand: Hand,
    seat: Seat,
    trump: Suit | None,
    seen: Seen,
    best: str,
    claimed: tuple[str, ...],
) -> str | None:
    """A second four of the winner; nine cards hold two at most."""
    rules = hand.rules

    def judge(text: str) -> Option[str]:
        if text == NONE:
            return option(NONE, label="no other", loud=True)
        label = PLURAL[text]
        if impossible := no_four(rules, text, seat, seen):
            return impossible
        if better_four(text, best, trump):
            no = f"Then the {label} were to be named first."
            return option(text, label=label, no=no, code="four_not_best")
        if text in claimed:
            no = f"{seat.left} has claimed four {label}."
            return option(text, label=label, no=no, code="four_claimed")
        return option(text, label=label)

    texts = [*(rank for rank in four_order(trump) if rank != best), NONE]
    prompt = f"{seat}: another four beside the {PLURAL[best]}?"
    said = hand.ask(judged(f"other four {seat.code}", prompt, "JOJ-FOUR", texts, judge))
    return None if said == NONE else said
