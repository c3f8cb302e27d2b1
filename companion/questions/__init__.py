"""The questions a game can ask, the answers they take, and how they refuse the others.

A question knows its legal answers: it reads an answer from the short text a player would write
(`parse`), writes it back in the one form a record keeps (`write`), draws a legal one (`sample`),
gives them all as data (`answers_in_full`), and says how a form asks for it. A refusal is written
for the player. Each kind is one module here, and one partial in templates/questions/.
"""

from companion.questions.base import (
    A,
    Below,
    Option,
    Question,
    Refused,
    fold,
    number,
    option,
    text_of,
)
from companion.questions.cards import NO_PACK, Cards, FromPack
from companion.questions.cells import EMPTY, Cells, Squares
from companion.questions.choice import Among, Board, Choice, OptionData, Person, yes_no
from companion.questions.count import GRID, Count, Points, Span
from companion.questions.melds import Melds
from companion.questions.several import Several
from companion.questions.shares import ShareOut, Shares, Who
from companion.questions.words import Free, Words

Legal = Among | Span | FromPack | ShareOut | Squares | Free
"""The legal answers of a question as data."""

__all__ = [
    "EMPTY",
    "GRID",
    "NO_PACK",
    "A",
    "Among",
    "Below",
    "Board",
    "Cards",
    "Cells",
    "Choice",
    "Count",
    "Free",
    "FromPack",
    "Legal",
    "Melds",
    "Option",
    "OptionData",
    "Person",
    "Points",
    "Question",
    "Refused",
    "Several",
    "ShareOut",
    "Shares",
    "Span",
    "Squares",
    "Who",
    "Words",
    "fold",
    "number",
    "option",
    "text_of",
    "yes_no",
]
