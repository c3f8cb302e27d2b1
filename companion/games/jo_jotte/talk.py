"""What the two players can say about runs: a length, “good” or “how high?”, a top card, the runs.

Every question strikes out what the cards known to both make impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from companion.cards import Suit
from companion.games.jo_jotte.choices import judged
from companion.games.jo_jotte.facts import Contract, Seen
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.melds import (
    LENGTHS,
    WORDS,
    Claim,
    Holding,
    Run,
    all_runs,
    fours_cards,
    run_worth,
    together,
    touching,
)
from companion.games.jo_jotte.pack import NATURAL, PACK
from companion.questions import Choice, Melds, Option, Refused, option
from companion.seating import Seat

NONE, GOOD, HOW_HIGH, SAME = "none", "good", "how high", "same"


@dataclass(frozen=True, slots=True)
class Talk:
    """Two players, what each can hold, and the questions in turn."""

    rules: House
    trump: Suit | None
    defender: Seat
    declarer: Seat
    seen: Seen
    holdings: Mapping[Seat, Holding]

    @classmethod
    def of(
        cls,
        contract: Contract,
        seen: Seen,
        claims: Mapping[Seat, tuple[str, ...]],
        rules: House,
    ) -> Talk:
        """The talk of this hand; `claims` are the fours that the players have named."""
        defender, declarer = contract.defender, contract.declarer
        reuse = rules.meld_card_reuse == "yes"
        holdings = {
            seat: Holding(seen.shut(seat), claims.get(seat, ()), reuse)
            for seat in (defender, declarer)
        }
        return cls(rules, contract.trump(rules), defender, declarer, seen, holdings)

    def _alone(self, seat: Seat, claim: Claim) -> bool:
        return any(True for _ in self.holdings[seat].runs(claim, self.trump))

    def _both(self, ours: Claim, theirs: Claim) -> bool:
        """True if the defender can hold `ours` while the declarer holds `theirs`."""
        one, other = self.holdings[self.defender], self.holdings[self.declarer]
        return together(one, ours, other, theirs, self.trump)

    def length(self, seat: Seat) -> Choice[str]:
        """How long the player's longest run is, if there is one."""

        def judge(text: str) -> Option[str]:
            if text == NONE:
                return option(NONE, label="no run", set_apart=True)
            length = int(text)
            no = "" if self._alone(seat, Claim(length)) else _impossible(seat, length)
            return option(
                text, str(run_worth(length)), refusal=no, code="run_impossible", rule="JOJ-STUB"
            )

        prompt = f"{seat}: how long is your longest run?"
        texts = [*map(str, LENGTHS), NONE]
        return _judged(f"run {seat.code}", prompt, texts, judge, columns=3)

    def reply(self, length: int) -> Choice[str]:
        """The declarer's answer to a length: good, how high?, or a longer length."""
        seat = self.declarer

        def judge(text: str) -> Option[str]:
            if text == GOOD:
                return option(GOOD, "mine is shorter, or none", set_apart=True)
            mine = length if text == HOW_HIGH else int(text)
            if text != HOW_HIGH and mine <= length:
                no = f"A run of {WORDS[mine]} does not beat one of {WORDS[length]}: say good"
                no += ", or how high?" if mine == length else "."
                return option(text, refusal=no, code="run_not_longer", hidden=True)
            no = "" if self._both(Claim(length), Claim(mine)) else _impossible(seat, mine)
            label, hint = text, f"no good; {run_worth(mine)}"
            if text == HOW_HIGH:
                label, hint = f"{HOW_HIGH}?", f"mine is {mine} too"
            return option(
                text, hint, label=label, refusal=no, code="run_impossible", rule="JOJ-STUB"
            )

        prompt = f"{seat}: is a run of {WORDS[length]} good?"
        texts = [*map(str, LENGTHS), HOW_HIGH, GOOD]
        return _judged(f"run {seat.code}", prompt, texts, judge)

    def top(self, length: int) -> Choice[str]:
        """The top card of the defender's longest run."""

        def judge(rank: str) -> Option[str]:
            no = ""
            if NATURAL.index(rank) + length > len(NATURAL):
                no = f"No run of {WORDS[length]} begins with the {rank}: too few cards lie below."
            elif not self._both(Claim(length, rank), Claim(length)):
                no = _impossible(self.defender, length, rank)
            return option(rank, refusal=no, code="run_impossible")

        seat = self.defender
        prompt = f"{seat}: how high is your run of {WORDS[length]}?"
        return _judged(f"top {seat.code}", prompt, NATURAL, judge, columns=4)

    def high(self, length: int, top: str) -> Choice[str]:
        """The declarer's answer to a top card: good, the same, or a higher one."""
        seat = self.declarer

        def judge(text: str) -> Option[str]:
            if text == GOOD:
                return option(GOOD, "mine is lower", set_apart=True)
            rank = top if text == SAME else text
            short = NATURAL.index(rank) + length > len(NATURAL)
            possible = not short and self._both(Claim(length, top), Claim(length, rank))
            no = "" if possible else _impossible(seat, length, rank)
            label, hint = text, "no good"
            if text == SAME:
                label, hint = "the same", f"{top} too"
            return option(text, hint, label=label, refusal=no, code="run_impossible")

        prompt = f"{seat}: is a run of {WORDS[length]} from the {top} good?"
        texts = [*NATURAL[: NATURAL.index(top)], SAME, GOOD]
        return _judged(f"top {seat.code}", prompt, texts, judge)

    def in_trumps(self, length: int, top: str) -> Choice[object]:
        """Whose of two equal runs is in trumps, if either is."""
        yes, no = Claim(length, top, True), Claim(length, top, False)
        options: list[Option[object]] = []
        for seat, ours, theirs in ((self.defender, yes, no), (self.declarer, no, yes)):
            why = "" if self._both(ours, theirs) else f"The trump run of {seat} cannot be."
            options.append(option(seat, refusal=why, code="run_impossible", rule="JOJ-STUB"))
        why = "" if self._both(no, no) else "Two plain runs like that cannot be."
        options.append(option("neither", refusal=why, code="run_impossible", set_apart=True))
        prompt = f"Is one of the two runs in trumps, {self.trump}?"
        return Choice("trump run", prompt, "JOJ-MELD-RUNS", options)

    def listed(self, seat: Seat, claim: Claim, other: Claim | None) -> Melds:
        """Every run of the winner, held against what was said."""
        check = partial(self._check, seat, claim, other)
        return Melds(
            f"runs {seat.code}",
            f"{seat}’s run is good. Which runs does {seat} show?",
            "JOJ-MELD-RUNS",
            PACK,
            1,
            3,
            check=lambda found: check([Run.of(group) for group in found]),
            hint="Every run of the player counts: add another if there is one.",
            samples=lambda: self._likely(seat, claim, check),
        )

    def _check(self, seat: Seat, claim: Claim, other: Claim | None, runs: list[Run]) -> None:
        """Refuses runs that cannot be held, or are not what was declared."""
        holding = self.holdings[seat]
        for run in runs:
            for card in sorted(run.cards & holding.shut, key=PACK.cards.index):
                raise Refused(
                    f"{run} cannot be: {self.seen.where(card, seat)}.", "JOJ-STUB", "run_gone"
                )
            if not holding.reuse and run.cards & fours_cards(holding.fours):
                message = f"{run} uses a card of a four of a kind; here a card counts once."
                raise Refused(message, "JOJ-R9", "card_used_twice")
        if not holding.can_hold(runs):
            message = "That is more than the nine cards of a holding, fours included."
            raise Refused(message, "JOJ-MELD-RUNS", "too_many_cards")
        if pair := touching(runs):
            both = pair[0].length + pair[1].length
            if self.rules.split_runs == "no" or both < 7:
                message = f"{pair[0]} and {pair[1]} are one run of {WORDS[both]}: give it whole."
                raise Refused(message, "JOJ-R10", "run_split")
        self._as_said(seat, claim, runs)
        if other and not self._left_over(seat, other, runs):
            message = f"Then {seat.left} could not hold what was declared."
            raise Refused(message, "JOJ-MELD-RUNS", "other_run_impossible")

    def _as_said(self, seat: Seat, claim: Claim, runs: list[Run]) -> None:
        """The best run listed is the one that was declared."""
        best = max(runs, key=lambda run: (run.length, run.height, run.suit is self.trump))
        if not claim.fits(best, self.trump):
            said = f"a run of {WORDS[claim.length]}" + (f" from the {claim.top}" * bool(claim.top))
            where = {True: " in trumps", False: " in a plain suit", None: ""}[claim.trump]
            message = f"{seat} declared {said}{where} as the best; {best} is not that."
            raise Refused(message, "JOJ-MELD-RUNS", "not_as_declared")

    def _left_over(self, seat: Seat, other: Claim, runs: list[Run]) -> bool:
        """True if the loser can still hold what the loser said."""
        gone = frozenset(card for run in runs for card in run.cards)
        theirs = self.holdings[seat.left].runs(other, self.trump)
        return any(not run.cards & gone for run in theirs)

    def _likely(self, seat: Seat, claim: Claim, check: Callable[[list[Run]], None]) -> list[str]:
        """Some legal answers: the run declared alone, and with a run of three beside it."""
        found: list[str] = []
        for run in self.holdings[seat].runs(claim, self.trump):
            for more in ([], [all_runs(3)[-1]], [all_runs(3)[0]]):
                runs = [run, *more]
                try:
                    check(runs)
                except Refused:
                    continue
                if len({card for r in runs for card in r.cards}) == sum(r.length for r in runs):
                    found.append(" / ".join(_codes(r) for r in runs))
        return found


def _judged(
    key: str,
    prompt: str,
    texts: Sequence[str],
    judge: Callable[[str], Option[str]],
    columns: int = 2,
) -> Choice[str]:
    return judged(key, prompt, "JOJ-MELD-RUNS", texts, judge, columns=columns)


def _codes(run: Run) -> str:
    ranks = NATURAL[NATURAL.index(run.top) : run.end]
    return " ".join(rank + run.suit.value for rank in ranks)


def _impossible(seat: Seat, length: int, top: str = "") -> str:
    above = f" from the {top}" if top else ""
    return f"{seat} cannot hold a run of {WORDS[length]}{above}: its cards lie elsewhere."
