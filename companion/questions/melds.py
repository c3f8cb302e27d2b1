"""Questions answered with groups of cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.cards import Card, Pack
from companion.questions.base import Below, Question
from companion.questions.cards import NO_PACK, Cards, FromPack
from companion.questions.texts import fold


@dataclass(eq=False)
class Melds(Question[tuple[tuple[Card, ...], ...]]):
    """`least` to `most` groups of cards, written "AS 2S 3S / 5H 5C 5D"; "none" for no group."""

    kind = "melds"

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
            raise self.refuse(
                f"That is {len(groups)} groups; {self.least} to {self.most} are possible.",
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

    def answers_in_full(self) -> FromPack:
        codes = [card.code for card in self.pack]
        return FromPack(codes, self.pack.copies, self.least, self.most, True, {}, True)

    @property
    def optional(self) -> bool:
        return self.least == 0

    @property
    def way(self) -> str:
        """As in `Cards`: always a "list"."""
        return "list"
