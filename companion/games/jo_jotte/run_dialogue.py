"""The dialogue of two players about runs: a length, “good” or “how high?”, a top card, the runs.

Every question strikes out what the cards known to both make impossible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.cards import Card, Suit
from companion.games.jo_jotte import melds
from companion.games.jo_jotte.facts import Contract, KnownCards
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.melds import LENGTHS, Claim, Holding, Run
from companion.games.jo_jotte.pack import NATURAL, PACK, in_order, say
from companion.questions import Choice, Melds, Refused, option
from companion.said import Text
from companion.seating import Seat

NONE, GOOD, HOW_HIGH, SAME = "none", "good", "how high", "same"
NO_RUN = option(NONE, label="no run", set_apart=True)
IS_GOOD = option(GOOD, set_apart=True)
Groups = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class RunDialogue:
    """Two players, what each can hold, and the questions in turn."""

    rules: House
    trump: Suit | None
    defender: Seat
    declarer: Seat
    seen: KnownCards
    holdings: Mapping[Seat, Holding]

    @classmethod
    def of(
        cls, contract: Contract, seen: KnownCards, claims: Mapping[Seat, tuple[str, ...]],
        rules: House,
    ) -> RunDialogue:  # fmt: skip
        """The dialogue of this hand; `claims` are the fours that the players have named."""
        defender, declarer = contract.defender, contract.declarer
        reuse = rules.meld_card_reuse == "yes"
        holdings = {
            seat: Holding(seen.excluded_from(seat), claims.get(seat, ()), reuse)
            for seat in (defender, declarer)
        }
        return cls(rules, contract.trump(rules), defender, declarer, seen, holdings)

    def _both(self, ours: Claim, theirs: Claim) -> bool:
        """True if the defender can hold `ours` while the declarer holds `theirs`."""
        one, other = self.holdings[self.defender], self.holdings[self.declarer]
        return melds.together(one, ours, other, theirs, self.trump)

    def length(self, seat: Seat) -> Choice[str]:
        """The question for the length of the player's longest run, if there is one."""

        def why_not(answer: str) -> Text | None:
            if answer == NONE or any(self.holdings[seat].runs(Claim(int(answer)), self.trump)):
                return None
            return say.run_impossible(who=seat, length=int(answer))

        return Choice(
            f"run {seat.code}", say.how_long(who=seat), columns=3, why_not=why_not, by=seat,
            options=[*map(str, LENGTHS), NO_RUN],
            hints=lambda answer: "" if answer == NONE else str(melds.run_worth(int(answer))),
        )  # fmt: skip

    def reply(self, length: int) -> Choice[str]:
        """The declarer's answer to a length: good, how high?, or a longer length."""
        seat = self.declarer

        def why_not(answer: str) -> Text | None:
            if answer == GOOD:
                return None
            mine = length if answer == HOW_HIGH else int(answer)
            if answer != HOW_HIGH and mine <= length:
                return say.run_not_longer(mine=mine, length=length)
            possible = self._both(Claim(length), Claim(mine))
            return None if possible else say.run_impossible(who=seat, length=mine)

        def hints(answer: str) -> str:
            if answer == HOW_HIGH:
                return f"mine is also {length}"
            return (
                "mine is shorter, or none" if answer == GOOD else f"+{melds.run_worth(int(answer))}"
            )

        longer, not_longer = LENGTHS[length - 2 :], LENGTHS[: length - 2]
        more = option(HOW_HIGH, label=f"{HOW_HIGH}?"), IS_GOOD
        return Choice(
            f"run {seat.code}", say.is_good(who=seat, length=length), by=seat,
            options=[*map(str, longer), *more], unseen=lambda: [*map(str, not_longer)],
            why_not=why_not, hints=hints,
        )  # fmt: skip

    def top(self, length: int) -> Choice[str]:
        """The top card of the defender's longest run."""
        seat = self.defender

        def why_not(rank: str) -> Text | None:
            if NATURAL.index(rank) + length > len(NATURAL):
                return say.run_impossible__short(length=length, top=rank)
            possible = self._both(Claim(length, rank), Claim(length))
            return None if possible else say.run_impossible__top(who=seat, length=length, top=rank)

        return Choice(
            f"top {seat.code}", say.how_high(who=seat, length=length), options=NATURAL, columns=4,
            why_not=why_not, by=seat,
        )  # fmt: skip

    def high(self, length: int, top: str) -> Choice[str]:
        """The declarer's answer to a top card: good, the same, or a higher one."""
        seat = self.declarer

        def why_not(answer: str) -> Text | None:
            if answer == GOOD:
                return None
            rank = top if answer == SAME else answer
            short = NATURAL.index(rank) + length > len(NATURAL)
            possible = not short and self._both(Claim(length, top), Claim(length, rank))
            return None if possible else say.run_impossible__top(who=seat, length=length, top=rank)

        return Choice(
            f"top {seat.code}", say.is_top_good(who=seat, length=length, top=top),
            options=[
                *NATURAL[: NATURAL.index(top)],
                option(SAME, label="the same"), IS_GOOD,
            ],
            hints=lambda answer: {GOOD: "mine is lower", SAME: f"mine is also {top}"}.get(
                answer, "mine is higher"
            ),
            why_not=why_not, by=seat,
        )  # fmt: skip

    def in_trumps(self, length: int, top: str) -> Choice[object]:
        """The question for the player whose of two equal runs is in trumps, if either is."""
        yes, no = Claim(length, top, True), Claim(length, top, False)

        def why_not(whose: object) -> Text | None:
            if not isinstance(whose, Seat):
                return None if self._both(no, no) else say.run_impossible__plain()
            ours, theirs = (yes, no) if whose is self.defender else (no, yes)
            return None if self._both(ours, theirs) else say.run_impossible__trump(who=whose)

        return Choice[object](
            "trump run", say.one_in_trumps(trump=self.trump), why_not=why_not,
            options=[self.defender, self.declarer, option("neither", set_apart=True)],
        )  # fmt: skip

    def listed(self, seat: Seat, claim: Claim, other: Claim | None) -> Melds:
        """The question for every run of the winner. It checks them against the claims."""

        def check(groups: Groups) -> None:
            self._check(seat, claim, other, [Run.of(group) for group in groups])

        return Melds(
            f"runs {seat.code}", say.which_runs(who=seat), "", PACK, 1, 3, check=check,
            hint=say.every_run(), samples=partial(self._likely, seat, claim, other), by=seat,
        )  # fmt: skip

    def _check(self, seat: Seat, claim: Claim, other: Claim | None, runs: list[Run]) -> None:
        """Refuses runs that cannot be held, or are not what was declared."""
        holding = self.holdings[seat]
        for run in runs:
            for card in in_order(run.cards & holding.excluded):
                raise Refused(say.run_gone(run=run, where=self.seen.where(card, seat)))
            if not holding.reuse and run.cards & melds.fours_cards(holding.fours):
                raise Refused(say.card_used_twice(run=run))
        if not holding.can_hold(runs):
            raise Refused(say.too_many_cards())
        if pair := melds.touching(runs):
            upper, lower = pair
            both = upper.length + lower.length
            if self.rules.split_runs == "no" or both < 7:
                raise Refused(say.run_split(upper=upper, lower=lower, length=both))
        best = max(runs, key=lambda run: (run.length, run.height, run.suit is self.trump))
        if not claim.fits(best, self.trump):
            raise Refused(say.not_as_declared(who=seat, claim=claim, best=best))
        gone = frozenset(card for run in runs for card in run.cards)
        loser = self.holdings[seat.left]
        if other and all(run.cards & gone for run in loser.runs(other, self.trump)):
            raise Refused(say.other_run_impossible(who=seat.left))

    def _likely(self, seat: Seat, claim: Claim, other: Claim | None) -> list[str]:
        """Some legal answers: the run declared alone, and with a run of three beside it."""
        samples: list[str] = []
        for run in self.holdings[seat].runs(claim, self.trump):
            for more in ([], [melds.all_runs(3)[-1]], [melds.all_runs(3)[0]]):
                runs = [run, *more]
                try:
                    self._check(seat, claim, other, runs)
                except Refused:
                    continue
                if len({card for r in runs for card in r.cards}) == sum(r.length for r in runs):
                    texts = (" ".join(c.code for c in in_order(r.cards)) for r in runs)
                    samples.append(" / ".join(texts))
        return samples
