"""What was entered, in the words of the game: “Pia bids 7”, “Omar & Quin took the 5♥”.

The one maker of these words: for the key that undoes, the log, what somebody else entered, the
answer that waits for the network, and the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.seating import Seat, Side
from companion.table import Table

NOBODY = ("nobody", "none", "no one")
_DOES = re.compile(
    r"Do(?:es)? (?P<who>.+?) (?P<verb>bid|double|redouble|declare|knock)\b(?P<rest>[^?]*)\?"
)
_WHO = re.compile(r"(?:.*: )?[Ww]ho (?P<verb>\S+)(?: (?P<rest>[^?]*))?\?")
_NAMED = re.compile(r"(?P<what>\w+ \d+): who (?P<verb>\S+) (?:it|them)\?")
_TURN = re.compile(r"(?:.*: )?(?P<who>.+) (?P<verb>plays|leads|draws|adds|borrows)")
_CARD = re.compile(r"(?:.*: )?(?P<who>.+)[’']s card")
_OF = re.compile(r"(?P<what>.*(?:tricks|points)) of (?P<who>.+)", re.IGNORECASE)
_TOGETHER = re.compile(r"What did (?P<who>.+) bid together\?")
_CARDS = re.compile(r"Which cards, (?P<who>.+)\?")


def told(
    table: Table[Any], prompt: str, shown: str, title: str = "", *, cards: bool = False
) -> str:
    """An answer as a sentence of the table, where the question lets one be made; otherwise the
    question in short, a colon, and the answer. `title` heads the page it was asked on."""
    names = [str(each) for each in (*table.sides, *table.seats)]
    seat, asked = _speaker(table, prompt)
    if seat:
        return _spoken(seat, asked, shown)
    if found := _DOES.match(prompt):
        return _does(found, shown)
    if (found := _WHO.match(prompt)) and _people(names, shown):
        verb, rest = found["verb"], found["rest"] or ""
        if named := _NAMED.fullmatch(title) or _NAMED.fullmatch(prompt):
            verb, rest = named["verb"], named["what"].lower()
        elif rest == "it" and (trick := re.search(r"Trick \d+", title)):
            rest = trick[0].lower()
        return _who(table, verb, rest, shown)
    if re.search(r"\btrumps?\b.*\?", prompt, re.IGNORECASE):
        return shown if "trump" in shown else f"trumps are {shown}"
    if re.search(r"(is|was) turned up\?|did the cut show\?", prompt):
        return f"{shown} turned up"
    if (found := _CARD.fullmatch(prompt)) and found["who"] in names:
        return f"{found['who']} {'cannot play' if shown in NOBODY else f'plays {shown}'}"
    if cards and (found := _TURN.fullmatch(prompt)) and found["who"] in names:
        verb = found["verb"]
        return f"{found['who']} {'cannot play' if shown in NOBODY else f'{verb} {shown}'}"
    if found := _TOGETHER.fullmatch(prompt):
        return f"{found['who']} bid {shown}"
    if found := _CARDS.fullmatch(prompt):
        return f"{found['who']}: {shown}"
    if (found := _OF.fullmatch(prompt)) and found["who"] in names and shown.isdecimal():
        what = found["what"][:1].lower() + found["what"][1:]
        return f"{found['who']}: {shown} {what.removesuffix('s') if shown == '1' else what}"
    short = re.sub(r": the .*", "", prompt.split("?")[0].strip())
    return f"{short}: {shown}" if len(short) <= 40 else shown


def _people(names: Sequence[str], shown: str) -> bool:
    """True if an answer names somebody, several, or nobody."""
    return shown in NOBODY or shown in names or all(part in names for part in shown.split(", "))


def _speaker(table: Table[Any], prompt: str) -> tuple[Seat | Side | None, str]:
    """Who answers a question that begins with a name: "Omar: bid or pass", "Ada, dealer: …"."""
    front, colon, asked = prompt.partition(": ")
    front = front.removesuffix(", dealer")
    if not colon:
        return None, prompt
    everybody: list[Seat | Side] = [*table.seats, *table.sides]
    return next((each for each in everybody if str(each) == front), None), asked


def _spoken(who: Seat | Side, asked: str, shown: str) -> str:
    many, answer = isinstance(who, Side) and len(who.seats) > 1, shown[:1].lower() + shown[1:]

    def does(verb: str) -> str:
        return verb if many else f"{verb}es" if verb.endswith("s") else f"{verb}s"

    if answer == "pass":
        return f"{who} {does('pass')}"
    if re.search(r"\bbid\b.*\bpass\b", asked):
        return f"{who} {does('bid')} {shown}"
    first, _, rest = answer.partition(" ")
    if first in ("accept", "play", "draw", "guess"):
        return f"{who} {does(first)}{f' {rest}' if rest else ''}"
    if asked.startswith("name "):
        return f"{who} {does('name')} {shown}"
    for words, verb in (("play", "play"), ("taken", "take"), ("drawn", "draw")):
        if re.search(rf"\bcards?\b.*{words}|{words} a card$", asked):
            return f"{who} {does(verb)} {shown}"
    if found := re.match(r"where does the (\S+) go", asked):
        return f"{found[1]} to {shown}"
    if "longest run" in asked and shown.isdecimal():
        return f"{who}: a run of {shown}"
    if asked.startswith("how high"):
        return f"{who}: {shown} high"
    if asked.endswith("are left?"):
        return (
            f"{who} {'have' if many else 'has'} {shown if shown not in NOBODY else 'nothing'} left"
        )
    return f"{who}: {shown}"


def _does(found: re.Match[str], shown: str) -> str:
    who, verb, rest = found["who"], found["verb"], found["rest"]
    many = found[0].startswith("Do ")
    if shown == "yes":
        return f"{who} {verb if many else f'{verb}s'}{rest}"
    if shown == "no":
        return f"{who} {'do' if many else 'does'} not {verb}" + (rest if verb == "bid" else "")
    return f"{who}: {shown}"


def _who(table: Table[Any], verb: str, rest: str, shown: str) -> str:
    if shown in NOBODY:
        shown = "nobody"
    one = next((side for side in table.sides if str(side) == shown), None)
    many = (one is not None and len(one.seats) > 1) or ", " in shown
    if many:
        verb = {"has": "have", "is": "are", "does": "do", "goes": "go"}.get(
            verb, verb[:-1] if verb.endswith("s") else verb
        )
    return " ".join(word for word in (shown, verb, rest) if word)
