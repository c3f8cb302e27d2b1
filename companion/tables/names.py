"""Names of hands and sides, in full and shortened."""

from __future__ import annotations

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.seating import Seat, Side
from companion.words import begin_alike, told_apart

ROW = 22
"""Letters of whose turn it is that stand whole in a row of a list."""


def numbered(who: object, brief: bool = False) -> list[tuple[str, str]]:
    """(seat number, name) of each player of a side. The number is "" unless another name at the
    table begins alike. With `brief` the number is always "" and the name is shortened."""
    if brief:
        return [("", letters) for letters in short_parts(who)]
    if isinstance(who, Seat):
        table = sorted(who.round, key=lambda each: each.number)
        alike = begin_alike([each.name for each in table])[table.index(who)]
        return [(who.code if alike else "", who.name)]
    if isinstance(who, Side) and not who.title:
        return [each for seat in who.seats for each in numbered(seat)]
    return [("", str(who))]


def short(seat: Seat) -> str:
    """One or two letters of a name, unique at the table; failing that, the seat's number."""
    table = sorted(seat.round, key=lambda each: each.number)
    return told_apart([each.name for each in table])[table.index(seat)] or seat.code


def short_parts(who: object) -> list[str]:
    """The short names of a side or seat."""
    if isinstance(who, Seat):
        return [short(who)]
    return [short(seat) for seat in who.seats] if isinstance(who, Side) else [str(who)]


def initials(who: Seat | Side) -> str:
    """The short names joined: N&P."""
    return "&".join(short_parts(who))


def hand_name(hand: Hand) -> str:
    """A hand's name within a sentence: "hand 3", "game 2, hand 1"."""
    return hand.title[:1].lower() + hand.title[1:] if hand.title else f"hand {hand.number}"


def hand_word(replay: Replay) -> str:
    """What a game calls that which is one row of its sheet: "hand", "round", "game"."""
    parts = replay.hands[0].parts if replay.hands else ()
    return parts[-1].word if parts else "hand"


def hand_short(hand: Hand) -> str:
    """A hand's short name, for a button: without the number of hands or cards."""
    name = hand.short_title
    return name[:1].lower() + name[1:] if name else f"hand {hand.number}"


def deal_name(hand: Hand) -> str:
    """The label of the button that goes on to a hand: "Deal hand 3"."""
    name = hand_short(hand)
    return name.capitalize() if name.startswith("deal") or not hand.dealt else f"Deal {name}"


def turn(replay: Replay) -> str:
    """Whose turn it is: the question where it names a player, else who is asked, else who deals."""
    pending, hand = replay.pending, replay.hand
    if pending is None or hand is None:
        return ""
    names = [seat.name for seat in replay.table.seats]
    if any(name in pending.title for name in names):
        return pending.title
    return f"{pending.by[0]}’s turn" if len(pending.by) == 1 else hand.deals


def whose_turn(replay: Replay) -> str:
    """The same in a row of a list: "Ben deals", "Ann plays", "Pia: bid or pass"."""
    asked = turn(replay)
    names = [seat.name for seat in replay.table.seats]
    if len(asked) <= ROW:
        return asked
    head, _, tail = asked.partition(": ")
    parts = [part for part in (tail, head) if any(name in part for name in names)]
    acts = [part for part in parts if part not in names and len(part) <= ROW and "," not in part]
    return next(iter(acts), f"{next((n for n in names if n in asked), asked)}’s turn")


def being_played(hand: Hand | None) -> str:
    """What a page of watchers is headed: "Hand 7 is being played"."""
    name = hand_short(hand) if hand else "hand 1"
    return f"{name[:1].upper()}{name[1:]} is being played"
