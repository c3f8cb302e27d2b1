"""English phrases: true minus signs, plurals, lists, verb agreement, short names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from companion.seating import Seat, Side

Subject = int | Seat | Side | Sequence[Seat | Side]
"""The subject of a verb: a number, a seat, a side, or several of these."""

_IRREGULAR = {"be": ("is", "are"), "have": ("has", "have"), "do": ("does", "do")}


def with_minus(text: object) -> str:
    """The text with a true minus sign before every negative number: "−3"; "12-14" stays."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", str(text))


def capital(text: str) -> str:
    """The text with a capital first letter; nothing else changes."""
    return text[:1].upper() + text[1:]


def signed(points: int) -> str:
    """Points as written on paper: +9, −3, 0 (a true minus sign)."""
    return f"+{points}" if points > 0 else with_minus(points)


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 trick", "2 tricks", "no tricks"; `many` where an s will not do."""
    return f"{with_minus(number) if number else 'no'} {one if number == 1 else many or one + 's'}"


def units(number: int, one: str, many: str = "") -> str:
    """ "1 trick", "2 tricks", "0 tricks": as `counted`, but with the digit 0."""
    return counted(number, one, many) if number else f"0 {many or one + 's'}"


def in_units(number: int, many: str) -> str:
    """A number with its unit, given as a plural: "1 trick", "0 tricks", "−3"."""
    return units(number, many.removesuffix("s"), many) if many else with_minus(number)


def listed(words: Iterable[object], last: str = "or") -> str:
    """Words in a row: "6, 7 or 8"."""
    parts = [str(word) for word in words]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def how_many(players: Sequence[int], more: Sequence[int] = ()) -> str:
    """ "2 to 7 players, 8 by house rule": `more` are the numbers that need a house rule."""
    few, many = min(players), max(players)
    span = few < many and many - few == len(players) - 1
    words = f"{few} to {many}" if span else listed(players)
    return f"{words} players{f', {listed(more)} by house rule' if more else ''}"


def plural(subject: Subject) -> bool:
    """True for a side of two, for two players, and for any number but 1."""
    match subject:
        case int():
            return subject != 1
        case Seat():
            return False
        case Side():
            return len(subject.seats) > 1
    return len(subject) != 1 or plural(subject[0])


def verb(base: str, subject: Subject) -> str:
    """The verb, such as "win" or "be", as it goes with its subject: "wins", "are"."""
    word, _, rest = base.partition(" ")
    single, several = _IRREGULAR.get(word, (_third_person(word), word))
    return f"{several if plural(subject) else single} {rest}".rstrip()


def does(who: Seat | Side | Sequence[Seat | Side], base: str) -> str:
    """Subject and verb: "Ann & Cat win", "Ann wins", "Ann and Bo share the win"."""
    names = [who] if isinstance(who, Seat | Side) else who
    return f"{listed(names, 'and')} {verb(base, who)}"


def _third_person(word: str) -> str:
    if re.search(r"(s|x|z|ch|sh|o)$", word):
        return word + "es"
    return re.sub(r"(?<=[^aeiou])y$", "ie", word) + "s"


# -- short names ---------------------------------------------------------------------------------


LIKE_OURS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХІЈЅ", "ABEZHIKMNOPTYXABEKMHOPCTYXIJS")
"""Greek and Cyrillic capitals that look like a Latin one."""


def begin_alike(names: Sequence[str]) -> list[bool]:
    """Of each name, whether another begins with what looks like the same three letters. Wherever a
    name may be cut, its number then stands before it."""
    letters = ("".join(filter(str.isalnum, name)).upper() for name in names)
    first = [each[:3].translate(LIKE_OURS) for each in letters]
    return [first.count(each) > 1 for each in first]


def told_apart(names: Sequence[str]) -> list[str]:
    """One or two letters of each name, unique among them. "" for a name without letters.

    The initial; where others have it too, with the first later letter that none of them has, or
    failing that one that is still free: Nl and Nd for Nell and Ned, An and Ai for Anna and Annika.
    """
    letters = ["".join(filter(str.isalnum, name)).casefold() for name in names]
    first = [name[:1].upper().translate(LIKE_OURS) for name in letters]
    initials = [""] * len(letters)
    for place, name in enumerate(letters):
        others = [o for at, o in enumerate(letters) if first[at] == first[place] and at != place]
        own = (name[:1] + each for each in name[1:] if not any(each in o[1:] for o in others))
        initials[place] = next(own, "") if others else name[:1]
    for place in sorted(range(len(letters)), key=lambda place: len(letters[place])):
        name = letters[place]
        free = (name[:1] + letter for letter in name[1:] if name[:1] + letter not in initials)
        initials[place] = initials[place] or next(free, "")
    return [capital(each) for each in initials]
