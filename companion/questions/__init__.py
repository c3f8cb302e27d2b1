"""The questions a game can ask: one module a kind, with one partial in templates/questions/.

A question parses the short text a player would write (`parse`, or Refused with a message for the
player), writes a value in the canonical form a record stores (`write`), draws a random legal answer
(`sample`), names the legal answers (`legal`), and says how a form asks for it.
"""

from companion.questions.base import A, Below, Option, Question, Refused, option, text_of
from companion.questions.cards import NO_PACK, Cards, Melds
from companion.questions.cells import EMPTY, Cells
from companion.questions.choice import Board, Choice, Person, yes_no
from companion.questions.count import GRID, Count, Points
from companion.questions.several import Several
from companion.questions.shares import Shares, Who
from companion.questions.texts import fold, number
from companion.questions.words import Words

__all__ = [
    "EMPTY", "GRID", "NO_PACK", "A", "Below", "Board", "Cards", "Cells", "Choice", "Count",
    "Melds", "Option", "Person", "Points", "Question", "Refused", "Several", "Shares", "Who",
    "Words", "fold", "number", "option", "text_of", "yes_no",
]  # fmt: skip
