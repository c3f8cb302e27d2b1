"""Questions answered with any number of options."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from companion.questions.base import Below
from companion.questions.choice import Choice
from companion.questions.texts import fold


@dataclass(eq=False, slots=True)
class Several(Choice[Any]):
    """`least` to `most` of the options: who dropped, which cards were bid."""

    kind = "several"
    control = "checks"
    at_once = False

    least: int = field(default=0, kw_only=True)
    most: int = field(default=99, kw_only=True)

    def parse(self, text: str) -> Any:
        if (exact := self._exactly(text)) is not None:
            return exact
        folded = fold(text)
        nothing = folded in ("", "none", "nobody", "-")
        words = [] if nothing else [word for word in re.split(r"[,\s]+", folded) if word]
        values: list[Any] = []
        # Names may have two words; then commas separate them.
        parts = [part.strip() for part in folded.split(",") if part.strip()]
        if all(self.find(part) for part in parts):
            words = parts
        for word in words:
            value = Choice.parse(self, word)
            if value not in values:
                values.append(value)
        if not self.least <= len(values) <= self.most:
            raise self.refuse(f"That is {len(values)}; {self.legal_number()}.", "wrong_number")
        order = [o.value for o in self.answers]
        return tuple(sorted(values, key=order.index))

    def _exactly(self, text: str) -> tuple[Any, ...] | None:
        """Fast path: the values of a legal canonical text; None if it needs full parsing."""
        words = text.split(" ") if text != "none" else []
        if callable(self.options) or not self.least <= len(words) <= self.most:
            return None
        values = [self._at_once(word) for word in words]
        if None in values or len(set(words)) < len(words):
            return None
        places = [each.value for each in self._listed] if len(values) > 1 else values
        return tuple(sorted(values, key=places.index))

    def only(self) -> str:
        return ""

    def legal_number(self) -> str:
        """ "choose 2", "choose 1 to 3"."""
        if self.least == self.most:
            return f"choose {self.least}"
        return f"choose {self.least} to {min(self.most, len(self.answers))}"

    def write(self, value: Any) -> str:
        return " ".join(super(Several, self).write(each) for each in value) or "none"

    def show(self, value: Any) -> str:
        return ", ".join(super(Several, self).show(each) for each in value) or "none"

    def draw(self, below: Below) -> str:
        legal = [each for each in self.answers if not each.refusal and not each.hidden]
        count = self.least + below(min(self.most, len(legal)) - self.least + 1)
        drawn: list[str] = []
        for _ in range(count):
            drawn.append(legal.pop(below(len(legal))).text)
        return " ".join(drawn) or "none"

    @property
    def optional(self) -> bool:
        return self.least == 0

    def unfinished(self, text: str) -> bool:
        return text != "none" and len(re.split(r"[,\s]+", text.strip())) < self.least
