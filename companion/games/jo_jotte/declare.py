"""The declarations of melds, in the order of the dialogue: fours of a kind first, then runs.

Each question reveals no more than the players say aloud: the best four, the length of the longest
run, its top card only when lengths are equal. Who has the better then names everything.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import Suit
from companion.games.jo_jotte import show
from companion.games.jo_jotte import words as say
from companion.games.jo_jotte.choices import judged
from companion.games.jo_jotte.facts import Contract, Fours, Melds, Runs, Seen
from companion.games.jo_jotte.house import Hand, House
from companion.games.jo_jotte.melds import (
    Claim,
    Run,
    better_four,
    four,
    four_counts,
    fours_cards,
    level_runs,
)
from companion.games.jo_jotte.pack import PLURAL, four_order
from companion.games.jo_jotte.talk import GOOD, HOW_HIGH, NONE, SAME, Talk
from companion.questions import Option, option
from companion.seating import Seat


def declarations(hand: Hand, contract: Contract, seen: Seen) -> tuple[Melds, Seen]:
    """Both contests, and what they have shown."""
    show.melds_begin(hand, contract)
    claims, fours = four_contest(hand, contract, seen)
    for seat, ranks in claims.items():
        seen = seen.showing(seat, fours_cards(ranks))
    runs = run_contest(hand, contract, seen, claims)
    if runs:
        seen = seen.showing(runs.seat, (card for run in runs.runs for card in run.cards))
    show.melds_known(hand, fours, runs)
    return Melds(fours, runs), seen


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
        why = say.fours_beat(second, first) if first else ""
    if best is None:
        return {}, None
    claims = {defender: (first,) if first else (), declarer: (second,) if second else ()}
    more = ask_more(hand, winner, trump, seen, best, claims[winner.left])
    ranks = (best, *((more,) if more else ()))
    return {**claims, winner: ranks}, Fours(winner, ranks, why)


def no_four(rules: House, rank: str, seat: Seat, seen: Seen) -> Option[str] | None:
    """The rank as an impossible answer of this player, where it is one."""
    label = PLURAL[rank]
    if not four_counts(rank, rules):
        no = f"Fours of {label} do not count here."
        return option(rank, label=label, refusal=no, code="four_excluded", rule="JOJ-R8")
    for card in show.in_order(four(rank) & seen.shut(seat)):
        words = seen.where(card, seat)
        no = f"{words[0].upper()}{words[1:]}, so {seat} cannot hold four {label}."
        return option(rank, label=label, refusal=no, code="four_impossible", rule="JOJ-STUB")
    return None


def ask_four(hand: Hand, seat: Seat, trump: Suit | None, seen: Seen, best: str) -> str | None:
    """The best four of a player, in answer to the other's if there is one; None for none."""
    rules = hand.rules

    def judge(text: str) -> Option[str]:
        if text == NONE:
            return option(NONE, label="no four", set_apart=True)
        if text == GOOD:
            return option(GOOD, "nothing higher", set_apart=True)
        label = PLURAL[text]
        if impossible := no_four(rules, text, seat, seen):
            return impossible
        if text == best:
            no = f"{seat.left} has claimed four {label}."
            return option(text, label=label, refusal=no, code="four_claimed")
        if best and not better_four(text, best, trump):
            no = f"Four {label} do not beat four {PLURAL[best]}: say good."
            return option(text, label=label, refusal=no, code="four_not_better")
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
            return option(NONE, label="no other", set_apart=True)
        label = PLURAL[text]
        if impossible := no_four(rules, text, seat, seen):
            return impossible
        if better_four(text, best, trump):
            no = f"Then the {label} had to be named first."
            return option(text, label=label, refusal=no, code="four_not_best")
        if text in claimed:
            no = f"{seat.left} has claimed four {label}."
            return option(text, label=label, refusal=no, code="four_claimed")
        return option(text, label=label)

    texts = [*(rank for rank in four_order(trump) if rank != best), NONE]
    prompt = f"{seat}: another four beside the {PLURAL[best]}?"
    said = hand.ask(judged(f"other four {seat.code}", prompt, "JOJ-FOUR", texts, judge))
    return None if said == NONE else said


# -- runs ------------------------------------------------------------------------------------------


def run_contest(
    hand: Hand, contract: Contract, seen: Seen, claims: Mapping[Seat, tuple[str, ...]]
) -> Runs | None:
    """Whose runs score, and which they are."""
    talk = Talk.of(contract, seen, claims, hand.rules)
    defender, declarer = contract.defender, contract.declarer
    said = hand.ask(talk.length(defender))
    if said == NONE:
        said = hand.ask(talk.length(declarer))
        return None if said == NONE else shown(hand, talk, declarer, Claim(int(said)))
    length = int(said)
    reply = hand.ask(talk.reply(length))
    if reply == GOOD:
        return shown(hand, talk, defender, Claim(length))
    if reply != HOW_HIGH:
        why = say.longer(int(reply), length)
        return shown(hand, talk, declarer, Claim(int(reply)), Claim(length), why)
    top = hand.ask(talk.top(length))
    answer = hand.ask(talk.high(length, top))
    if answer == GOOD:
        return shown(hand, talk, defender, Claim(length, top), Claim(length))
    if answer == SAME:
        return level(hand, talk, length, top)
    ours, theirs = Claim(length, answer), Claim(length, top)
    return shown(hand, talk, declarer, ours, theirs, say.higher(answer, top))


def level(hand: Hand, talk: Talk, length: int, top: str) -> Runs | None:
    """Equal length and top: a trump run wins; two plain ones go by house rule `equal_runs`."""
    in_trumps = hand.ask(talk.in_trumps(length, top)) if talk.trump else None
    if isinstance(in_trumps, Seat):
        yes, no = Claim(length, top, True), Claim(length, top, False)
        return shown(hand, talk, in_trumps, yes, no, say.IN_TRUMPS)
    winner = level_runs(hand.rules, hand.dealer, talk.declarer)
    if winner is None:
        show.nobody_scores_runs(hand)
        return None
    plain = Claim(length, top, False if talk.trump else None)
    why = say.equal_plain(hand.rules.equal_runs)
    return shown(hand, talk, winner, plain, plain, why)


def shown(
    hand: Hand, talk: Talk, seat: Seat, claim: Claim, other: Claim | None = None, why: str = ""
) -> Runs:
    """Every run of the winner, best first; `claim` and `other` are what both have said."""
    groups = hand.ask(talk.listed(seat, claim, other))
    runs = sorted((Run.of(group) for group in groups), key=lambda r: (-r.length, -r.height))
    return Runs(seat, tuple(runs), why)
