"""Names of hands and sides, in full and shortened, and acts in a player’s words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import Replay
from companion.engine.hand import ENGINES, adjustment
from companion.engine.record import RECORD_ACTS, Act
from companion.engine.table import COVERED, Hand
from companion.seating import Seat, Side
from companion.store import JournalRow
from companion.words import begin_alike, capital, signed, told_apart, with_minus

ROW = 22
"""Most letters of a turn in a row of a list; longer ones are shortened."""


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


def deal_name(hand: Hand) -> str:
    """The label of the button that goes on to a hand: "Deal hand 3"."""
    name = hand.short_name
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
    """`turn`, shortened for a row of a list: "Ben deals", "Ann plays", "Pia: bid or pass"."""
    asked = turn(replay)
    names = [seat.name for seat in replay.table.seats]
    if len(asked) <= ROW:
        return asked
    head, _, tail = asked.partition(": ")
    parts = [part for part in (tail, head) if any(name in part for name in names)]
    acts = [part for part in parts if part not in names and len(part) <= ROW and "," not in part]
    return next(iter(acts), f"{next((n for n in names if n in asked), asked)}’s turn")


def being_played(hand: Hand | None) -> str:
    """The heading of a page for watchers: "Hand 7 is being played"."""
    name = hand.short_name if hand else "hand 1"
    return f"{capital(name)} is being played"


def speaker(replay: Replay, hand: int, key: str) -> Seat | None:
    """The seat that the question with this key asks in a hand; None for a side or nobody."""
    asked = (replay.question(each, key) for each in (hand, *range(1, len(replay.hands) + 1)))
    one = next(filter(None, asked), None)
    by = one.by if one else None
    return replay.seating(hand).seat(by.code) if isinstance(by, Seat) else None


def said(replay: Replay, hand: int, key: str, text: str | None) -> str:
    """An answer as a phrase ("Pia passes"); the stored text if its question is no longer asked."""
    if text is None:
        return "an answer taken out"
    words = replay.shown(hand, key, text, sentence=True)
    sentence = words != COVERED and replay.question(hand, key)
    seat = None if sentence else speaker(replay, hand, key)
    return f"{seat}: {words}" if seat else words


LONGEST = 30
"""Most letters on the undo button; of longer words only the answer is kept."""
CORRECTIONS = ("amend", "insert", "remove")
"""Acts that correct earlier hands."""
SHIFTS = {"insert": "added", "remove": "taken away"}
"""Acts that renumber later hands, with their verbs."""


def own_words(replay: Replay, hand: int, key: str, text: str | None) -> str:
    """An engine answer ("@…") of a hand, or a head entry, as a phrase."""
    if key == "@close":
        return "the game’s end" if text is not None else "the game goes on"
    if key.startswith("@adjust"):
        line = adjustment(text, replay.seating(hand), "") if text else None
        return f"{signed(line.points)} for {line.to}" if line else "extra points"
    if key.startswith(("@rule ", "rule ")):
        option = replay.game.rules.options.get(key.partition(" ")[2])
        words = option.title[:1].lower() + option.title[1:] if option else key.partition(" ")[2]
        return f"the house rule, {words}"
    if key == "confirm":
        return f"opponents agree to each {replay.word}" if text else "nobody need agree"
    if key == "series":
        return "best of three" if text else "one game"
    if key == "links":
        return "names in links" if text else "no names in links"
    if key == "@entry" and text:
        return replay.game.way(text)
    if key == "@dealer" and text:
        try:
            return f"{replay.seating(hand).seat(text)} as dealer"
        except KeyError:
            pass
    return ENGINES.get(key) or key


def act_named(replay: Replay, act: Act) -> str:
    """An act as a short phrase, for the undo button."""
    if act.kind in SHIFTS:
        return f"{replay.word} {act.hand} {SHIFTS[act.kind]}"
    # The entry mode is only named if nothing else was entered with it.
    keys = [key for key in act.answers if key != "@entry"] or list(act.answers)
    special = [key for key in keys if key.startswith("@") or act.hand == 0]
    if special:
        return own_words(replay, act.hand, special[0], act.answers[special[0]])
    if act.kind == "amend":
        return f"{replay.word} {act.hand} corrected" if act.hand else "the correction"
    hand = replay.dealt(act.hand)
    answers = [said(replay, act.hand, key, act.answers[key]) for key in keys]
    words = ", ".join(answers)
    if len(keys) == 1:
        fact = words if len(words) <= LONGEST else words.rpartition(": ")[2]
        if hand is None or fact.count(", ") < 3:
            return fact
        # A number for each of many is called by its question, unless the hand has no other.
        question = replay.question(act.hand, keys[0])
        page = replay.pending.page if replay.pending and replay.pending.hand == act.hand else ()
        others = {each.question.key for each in hand.asked} | {each.key for each in page}
        return str(question.prompt) if question and others - set(keys) else hand.name
    if hand and hand.over:
        return hand.name
    if len(keys) > 2 or len(words) > LONGEST:
        first = f"{answers[0]} and {len(keys) - 1} more"
        return first if len(first) <= LONGEST else f"{len(keys)} answers"
    return words


def together(replay: Replay, acts: Sequence[Act]) -> str:
    """The acts of one submission as a short phrase; "" for none."""
    main = next((act for act in acts if act.kind in SHIFTS), acts[0] if acts else None)
    if main is None:
        return ""
    numbers = sorted({act.hand for act in acts})
    if len(numbers) > 1 and all(act.kind == "answer" and act.hand for act in acts):
        return f"{replay.word}s {numbers[0]}–{numbers[-1]}"
    return act_named(replay, main)


def undoing(replay: Replay, acts: Sequence[Act]) -> str:
    """The effect of undoing these acts, as a short phrase: "Pia passes", "reopens hand 4"."""
    numbers, kinds = {act.hand for act in acts}, {act.kind for act in acts}
    hand = replay.dealt(min(numbers)) if len(numbers) == 1 and kinds == {"answer"} else None
    asked = any(not key.startswith("@") for act in acts for key in act.answers)
    if hand and hand.over and asked:
        return f"reopens {hand.short_name}"
    return together(replay, acts)


def happened(replay: Replay, row: JournalRow) -> str:
    """A journal row as a sentence, for a client that had not seen it."""
    act = row.act
    if act.kind in ("undo", "redo"):
        which = f"something in {replay.word} {act.hand}" if act.hand else "something"
        return f"{which} was {'undone' if act.kind == 'undo' else 'redone'}"
    if act.kind not in RECORD_ACTS:
        words = {
            "settle": "the game came to its end",
            "reopen": "the game goes on",
            "abandon": "the table was put away",
            "resume": "the table was taken up again",
            "erase": "a name was erased",
            "link": "a phone was let in",
            "rekey": "there is a new scorer’s link",
            "pencil": "another phone took over scoring",
            "kept": "the scorer went on scoring",
        }
        return words.get(act.kind, act.kind)  # fmt: skip
    if act.kind == "amend":
        return f"{replay.word} {act.hand} was corrected" if act.hand else "the table was corrected"
    if act.kind in SHIFTS:
        return f"{replay.word} {act.hand} was {SHIFTS[act.kind]}"
    return act_named(replay, act)


# -- the totals -----------------------------------------------------------------------------------


SHORT = 4
"""So many totals or more are not listed in one line."""


def corrected_to(replay: Replay, before: Replay) -> str:
    """The totals after a correction: all in one line, or of many those that it changed."""
    was, now = before.ledger.totals, replay.ledger.totals
    if len(now) < SHORT or len(now) != len(was):
        return score_line(replay)
    pairs = zip(now.items(), was.values(), strict=True)
    moved = [f"{side} {new} (was {old})" for (side, new), old in pairs if new != old]
    return with_minus(", ".join(moved)) or "no total changes"


def score_line(replay: Replay) -> str:
    """The totals in one line, or the leaders if there are many sides."""
    every = replay.ledger.totals
    if len(every) < SHORT:
        return with_minus(" : ".join(map(str, every.values())))
    leaders = replay.ledger.leaders()
    return with_minus(f"{' and '.join(map(str, leaders))} {every[leaders[0]]}")
