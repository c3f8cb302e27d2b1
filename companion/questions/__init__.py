"""The questions a game can ask: one module a kind, with one partial in templates/questions/.

A question parses the short text a player would write (`parse`, or Refused with a message for the
player), writes a value in the canonical form a record stores (`write`), draws a random legal answer
(`sample`), lists all legal answers as data (`answers_in_full`), and says how a form asks for it.
"""

from companion.questions.base import A, Below, Option, Question, Refused, option, text_of
from companion.questions.cards import NO_PACK, Cards, FromPack, Melds
from companion.questions.cells import EMPTY, Cells, Squares
from companion.questions.choice import Among, Board, Choice, OptionData, Person, yes_no
from companion.questions.count import GRID, Count, Points, Span
from companion.questions.several import Several
from companion.questions.shares import ShareOut, Shares, Who
from companion.questions.texts import fold, number
from companion.questions.words import Free, Words

Legal = Among | Span | FromPack | ShareOut | Squares | Free
"""The legal answers of a question as plain data, by kind."""

__all__ = [
    "EMPTY", "GRID", "NO_PACK", "A", "Among", "Below", "Board", "Cards", "Cells", "Choice",
    "Count", "Free", "FromPack", "Legal", "Melds", "Option", "OptionData", "Person", "Points",
    "Question", "Refused", "Several", "ShareOut", "Shares", "Span", "Squares", "Who", "Words",
    "fold", "number", "option", "text_of", "yes_no",
]  # fmt: skip
