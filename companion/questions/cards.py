"""Questions answered with cards of the pack, or with groups of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards import Card, Pack
from companion.questions.base import Below, Question, Refused
from companion.questions.texts import fold
from companion.said import Text, word
from companion.words import capital, counted, units, verb

NO_PACK = Pack(())


@dataclass(eq=False, slots=True)
class Cards(Question[tuple[Card, ...]]):
    """From `least` to `most` cards of the pack, none of `gone` (card to reason) or of `why_not`.

    With `order` the cards stay in the order tapped (a trick); otherwise they are sorted in pack
    order. `check` may refuse a combination.
    """

    kind = "cards"

    pack: Pack = NO_PACK
    least: int = 1
    most: int = 1
    gone: Mapping[Card, Text] = field(default_factory=dict, kw_only=True)
    why_not: Callable[[Card], Text | None] | None = field(default=None, kw_only=True)
    """Why a card that is not in `gone` is impossible; None if it is not."""
    code: str = field(default="card_gone", kw_only=True)
    """The code of the Refused for an impossible card."""
    outside: Callable[[Card], Refused] | None = field(default=None, kw_only=True)
    """Makes the Refused for a card outside `pack`, where `pack` is only part of the game's pack."""
    order: bool = field(default=False, kw_only=True)
    worth: Callable[[Sequence[Card]], str] | None = field(default=None, kw_only=True)
    """Text for the cards chosen so far, shown while tapping: their points, for instance."""
    laid: Sequence[Card] = field(default=(), kw_only=True)
    """Display order of the pack on the page; empty for pack order."""
    none: str = field(default="No card", kw_only=True)
    """Label of the answer "no card" where `least` is 0: "Can’t play"."""
    check: Callable[[tuple[Card, ...]], None] | None = field(default=None, kw_only=True)
    fits: Callable[[Sequence[Card]], Collection[Card]] | None = field(default=None, kw_only=True)
    """The cards that may come to those chosen so far; the page marks them."""

    def parse(self, text: str) -> tuple[Card, ...]:
        nothing = fold(text) in ("", "none", "-")
        cards: list[Card] = []
        for each in () if nothing else filter(None, re.split(r"[,\s]+", text)):
            card = self._card(each)
            if no := self._refusal(card):
                raise self.refuse(no, self.code)
            cards.append(card)
        twice = self.pack.too_many(cards) if len(cards) > self.pack.copies else None
        if twice:
            raise self.refuse(too_many(twice, self.pack.copies), "too_many_copies")
        if not self.least <= len(cards) <= self.most:
            raise self.refuse(f"That is {len(cards)}: say {self.legal()}.", "wrong_number")
        answer = tuple(cards if self.order else sorted(cards, key=self.pack.places.__getitem__))
        if self.check:
            self.checked(self.check, answer)
        return answer

    def _refusal(self, card: Card) -> Text | None:
        return self.gone.get(card) or (self.why_not(card) if self.why_not else None)

    @property
    def impossible(self) -> dict[Card, Text]:
        """The cards of the pack that cannot be the answer, with the reasons."""
        return {card: no for card in self.pack if (no := self._refusal(card))}

    def _card(self, text: str) -> Card:
        try:
            return self.pack.parse(text)
        except ValueError as error:
            unknown = self.refuse(f"{capital(str(error))}.", "unknown_card")
        try:
            stranger = Card.parse(text)
        except ValueError:
            raise unknown from None
        if self.outside is None:
            raise unknown
        raise self.outside(stranger).about(self.key, self.rule)

    def write(self, value: tuple[Card, ...]) -> str:
        return " ".join(card.code for card in value) or "none"

    def show(self, value: tuple[Card, ...]) -> str:
        return " ".join(map(str, value)) or "none"

    def draw(self, below: Below) -> str:
        gone = self.impossible
        free = [card for card in self.pack for _ in range(self.pack.copies) if card not in gone]
        for _ in range(1000):
            count = self.least + below(min(self.most, len(free)) - self.least + 1)
            pool = list(free)
            text = " ".join(pool.pop(below(len(pool))).code for _ in range(count)) or "none"
            try:
                self.parse(text)
            except Refused:
                continue
            return text
        raise LookupError(f"{self.key}: no legal cards found by drawing")

    def legal(self) -> str:
        if self.least == self.most:
            return counted(self.least, "card")
        return f"{self.least} to {units(self.most, 'card')}"

    @property
    def optional(self) -> bool:
        return self.least == 0

    @property
    def at_once(self) -> bool:
        return self.most == 1

    @property
    def way(self) -> str:
        """The way to pick cards: "one" tap, a "set" to tick, or a "list" that grows."""
        if self.most == 1:
            return "one"
        return "list" if self.order or self.pack.copies > 1 else "set"

    def unfinished(self, text: str) -> bool:
        return text != "none" and len(re.split(r"[,\s]+", text.strip())) < self.least


def too_many(card: Card, copies: int) -> str:
    """The refusal of more copies than the pack has: "There are only two jokers in this pack."."""
    called = len(card.rank) > 2 and not card.suit  # "Joker", unlike "10"
    name = f"{card.rank.lower()}{'s' * (copies > 1)}" if called else str(card)
    number = word(copies) if copies < 5 else copies  # "8 3♠": figures beside figures
    return f"There {verb('be', copies)} only {number} {name} in this pack."


@dataclass(eq=False, slots=True)
class Melds(Question[tuple[tuple[Card, ...], ...]]):
    """`least` to `most` groups of cards, written "AS 2S 3S / 5H 5C 5D"; "none" for no group."""

    kind = "melds"
    way = "list"
    """As in `Cards`."""

    pack: Pack = NO_PACK
    least: int = 0
    most: int = 20
    check: Callable[[tuple[tuple[Card, ...], ...]], None] | None = field(default=None, kw_only=True)

    def parse(self, text: str) -> tuple[tuple[Card, ...], ...]:
        one = Cards(self.key, self.prompt, self.rule, self.pack, 1, len(self.pack), order=True)
        parts = [part for part in text.split("/") if fold(part) not in ("", "none", "-")]
        groups = tuple(one.parse(part) for part in parts)
        twice = self.pack.too_many(card for group in groups for card in group)
        if twice:
            raise self.refuse(f"The {twice} occurs too often.", "too_many_copies")
        if not self.least <= len(groups) <= self.most:
            could = f"{self.least} to {self.most}" if self.least < self.most else str(self.most)
            raise self.refuse(
                f"That is {units(len(groups), 'group')}; {could} {verb('be', self.most)} possible.",
                "wrong_number",
            )
        if self.check:
            self.checked(self.check, groups)
        return groups

    def write(self, value: tuple[tuple[Card, ...], ...]) -> str:
        return " / ".join(" ".join(card.code for card in group) for group in value) or "none"

    def show(self, value: tuple[tuple[Card, ...], ...]) -> str:
        return ", ".join(" ".join(map(str, group)) for group in value) or "none"

    def draw(self, below: Below) -> str:
        return "none"

    def legal(self) -> str:
        return "groups of cards with / between them, or none"

    @property
    def optional(self) -> bool:
        return self.least == 0
