"""Who sits where: seats in turn order, and the sides they play for.

Where players are replaced, each hand has the seating of those who played it. A seat or side equals
the one with its number or code in the seating of another hand: compare with "==", not with "is".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(eq=False)
class Seat:
    """One place at the table. Seats are numbered from 1 in turn order."""

    number: int
    name: str
    _seating: Seating = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Seat) and self.number == other.number)

    def __hash__(self) -> int:
        return self.number

    @cached_property
    def code(self) -> str:
        """Its text in a record: the seat's number."""
        return str(self.number)

    @cached_property
    def side(self) -> Side:
        return next(side for side in self._seating.sides if self in side.seats)

    @property
    def left(self) -> Seat:
        """The next seat in turn order (to the right in an anticlockwise game)."""
        return self._seating.seats[self.number % len(self._seating.seats)]

    @property
    def right(self) -> Seat:
        """The previous seat in turn order."""
        return self._seating.seats[self.number - 2]

    @property
    def partner(self) -> Seat:
        """The other seat of a side of two."""
        (other,) = (seat for seat in self.side.seats if seat is not self)
        return other

    @property
    def round(self) -> list[Seat]:
        """All seats in turn, this one first."""
        seats = self._seating.seats
        return seats[self.number - 1 :] + seats[: self.number - 1]

    @cached_property
    def also(self) -> tuple[str, ...]:
        """Its names (in lower case) in other hands, as far as they mean nobody else."""
        return self._seating.also(self)

    def __str__(self) -> str:
        return self.name


@dataclass(eq=False)
class Side:
    """The seats that score together: a partnership, or one seat."""

    code: str
    seats: tuple[Seat, ...]
    _seating: Seating = field(repr=False)
    title: str = ""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Side) and self.code == other.code)

    def __hash__(self) -> int:
        return hash(self.code)

    @property
    def number(self) -> int:
        return self._seating.sides.index(self) + 1

    @cached_property
    def name(self) -> str:
        """The team's own name, or the names of its players."""
        return self.title or self.players

    @cached_property
    def also(self) -> tuple[str, ...]:
        """Its names (in lower case) in other hands, as far as they mean nobody else."""
        return self._seating.also(self)

    @property
    def players(self) -> str:
        """The names of its players: “Ana, Cora & Eve”."""
        *others, last = (seat.name for seat in self.seats)
        return ", ".join(others) + (" & " if others else "") + last

    @property
    def side(self) -> Side:
        """Itself, so that `who.side` works for a seat and a side."""
        return self

    @property
    def others(self) -> list[Side]:
        return [side for side in self._seating.sides if side is not self]

    @property
    def opponents(self) -> Side:
        (other,) = self.others
        return other

    def __contains__(self, seat: Seat) -> bool:
        return seat in self.seats

    def __str__(self) -> str:
        return self.name


class Seating:
    """The seats of a table in turn order and the sides they form.

    `sides` lists seat numbers: ((1, 3), (2, 4)). Without it every seat is its own side, and the
    side's code is the seat's number; partnerships are coded A, B, C.
    """

    def __init__(
        self,
        names: Sequence[str],
        sides: Sequence[Sequence[int]] | None = None,
        teams: Sequence[str] = (),
    ) -> None:
        self.together = sides
        self.sittings: Sittings | None = None
        """All seatings of the table, if its players changed."""
        self.seats = [Seat(number, name, self) for number, name in enumerate(names, 1)]
        if sides is None:
            self.sides = [Side(seat.code, (seat,), self) for seat in self.seats]
        else:
            self.sides = [
                Side("ABCDEFG"[place], tuple(self.seats[n - 1] for n in numbers), self)
                for place, numbers in enumerate(sides)
            ]
        for side, title in zip(self.sides, teams, strict=False):
            side.title = title

    def seat(self, text: str) -> Seat:
        """The seat of that number or name (any case); KeyError when there is none.

        Numbers go before names: somebody may be called "2".
        """
        wanted = text.strip().casefold()
        for seat in self.seats:
            if wanted == seat.code:
                return seat
        for seat in self.seats:
            if wanted == seat.name.casefold():
                return seat
        for seat in self.seats:
            if wanted in seat.also:
                return seat
        raise KeyError(text)

    def side(self, text: str) -> Side:
        """The side of that code or name, or the side of that seat; KeyError when there is none."""
        wanted = text.strip().casefold()
        for side in self.sides:
            if wanted == side.code.casefold():
                return side
        for side in self.sides:
            # Older records have “Ana & Cora & Eve”.
            if wanted in (side.name.casefold(), side.name.casefold().replace(", ", " & ")):
                return side
        for side in self.sides:
            if wanted in side.also:
                return side
        return self.seat(text).side

    def also(self, who: Seat | Side) -> tuple[str, ...]:
        """The names (in lower case) of a seat or side in other hands, as far as they mean nobody
        else."""
        if self.sittings is None:
            return ()
        alike: Sequence[Seat | Side] = self.seats if isinstance(who, Seat) else self.sides
        here = {each.name.casefold() for each in alike}
        return tuple(each for each in self.sittings.only.get(who, ()) if each not in here)


class Sittings:
    """The seatings of a table whose players changed: the same seats and sides in every hand, with
    the names of those who played it."""

    def __init__(self, now: Seating, earlier: Iterable[tuple[int, Sequence[str]]] = ()) -> None:
        """`earlier` has the last hand and the names in turn order, by ascending hand."""
        self.now = now
        teams = [side.title for side in now.sides]
        self._earlier = [(last, Seating(names, now.together, teams)) for last, names in earlier]
        self._every = [*(seating for _, seating in self._earlier), now]
        if self._earlier:
            for each in self._every:
                each.sittings = self

    def of(self, hand: int) -> Seating:
        """The seating of a hand."""
        return next((seating for last, seating in self._earlier if hand <= last), self.now)

    @cached_property
    def only(self) -> Mapping[Seat | Side, Sequence[str]]:
        """The names (in lower case) of each seat and side that no other one has in any hand."""
        owners: dict[tuple[type, str], set[Seat | Side]] = {}
        for each in self._every:
            everybody: list[Seat | Side] = [*each.seats, *each.sides]
            for who in everybody:
                owners.setdefault((type(who), who.name.casefold()), set()).add(who)
        names: dict[Seat | Side, list[str]] = {}
        for (_, name), whose in owners.items():
            for who in whose if len(whose) == 1 else ():
                names.setdefault(who, []).append(name)
        return names


def from_left(seat: Seat) -> Iterator[Seat]:
    """Every seat once in turn order, beginning after this one and ending with it."""
    yield from seat.round[1:]
    yield seat


PAIRS = ((1, 3), (2, 4))
"""Four players, partners opposite."""
