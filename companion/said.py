"""The sentences of a game package: templates in rules.md, each below the rule it cites.

    ### The bid made {#KAI-MADE}
    says made: {{ take }}; bid {{ bid }}, made

With `say = Sentences(__file__)`, `say.made(take=take, bid=bid)` is that sentence. It carries its
rule's id and its name, so score lines, guidance, refusals and prompts need no id of their own. It
is rendered lazily: a replay builds thousands of sentences, a page renders a few of them.

A line `told NAME: words` beside a prompt says how its answer is told: {{ who }} bids {{ answer }}.

Sentences are Jinja, in the same `environment` as the prose of the rules: strict, sandboxed, numbers
with a true minus sign. Filters: `signed`, `counted("trick")`, `units("trick")`, `verb("be")`,
`does("win")`, `listed`, `word`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from companion.rulefile import parts
from companion.words import counted, does, listed, signed, units, verb, with_minus

_WORDS = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip


def word(number: int) -> str:
    """0 to 20 as a word ("none" to "twenty"); other numbers in digits."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else with_minus(number)


def _written(value: object) -> object:
    return with_minus(value) if isinstance(value, int) else value


@cache
def environment() -> ImmutableSandboxedEnvironment:
    """The Jinja environment of rules.md, for prose and sentences; undefined names are errors."""
    # "{#" begins a rule's id, so comments are written as in HTML.
    env = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        comment_start_string="<!--",
        comment_end_string="-->",
        finalize=_written,
    )
    env.globals = {"range": range}
    filters = (word, signed, counted, units, does, listed)
    env.filters |= {each.__name__: each for each in filters}
    env.filters["verb"] = lambda number, base: verb(base, number)
    return env


class Sentence:
    """A sentence of a game package with its values; `str` renders it, once."""

    __slots__ = ("_answered", "_template", "_text", "_values", "name", "rule")

    def __init__(
        self, rule: str, name: str, template: Template | str, answered: Template | None = None, /,
        **values: Any,
    ) -> None:  # fmt: skip
        self.rule = rule
        """The id of the rule it is declared under."""
        self.name = name
        """Its name up to "__"; the code of a refusal made of it."""
        self._template, self._answered, self._values = template, answered, values
        self._text: str | None = None

    @property
    def values(self) -> tuple[Any, ...]:
        """The values in the text."""
        return tuple(self._values.values())

    def answered(self, answer: object) -> str:
        """The text of an answer to this prompt. "" if it has no line `told`."""
        return self._answered.render(self._values, answer=answer) if self._answered else ""

    def __str__(self) -> str:
        if self._text is None:
            template = self._template
            self._text = template if isinstance(template, str) else template.render(self._values)
        return self._text

    def __repr__(self) -> str:
        return f"Sentence({self.name}: {self})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Sentence | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


Text = str | Sentence
"""Text to show, possibly not rendered yet."""


def rule_of(text: Text) -> str:
    """The id of the rule a sentence is declared under; "" for a plain string."""
    return text.rule if isinstance(text, Sentence) else ""


class Sentences:
    """The sentences in the rules.md beside `file`; each attribute is a function of its values."""

    def __init__(self, file: str) -> None:
        self._file = Path(file).with_name("rules.md")

    @cached_property
    def known(self) -> dict[str, tuple[str, str]]:
        """(rule id, template source) by sentence name; of a line `told` by "told NAME"."""
        sentences, rule = dict[str, tuple[str, str]](), ""
        for part in parts(self._file.read_text(encoding="utf-8"), self._file.name):
            if part.kind == "###":
                rule = part.name
            elif part.name.startswith(("says ", "told ")):
                sentences[part.name.removeprefix("says ")] = rule, " ".join(part.words.split())
        return sentences

    def __getattr__(self, name: str) -> Callable[..., Sentence]:
        if name.startswith("_") or name not in self.known:
            raise AttributeError(f"{self._file} says nothing called {name!r}")
        rule, source = self.known[name]
        template = environment().from_string(source) if "{" in source else source
        _, statement = self.known.get(f"told {name}", ("", ""))
        answered = environment().from_string(statement) if statement else None
        factory = partial(Sentence, rule, name.partition("__")[0], template, answered)
        self.__dict__[name] = factory
        return factory
