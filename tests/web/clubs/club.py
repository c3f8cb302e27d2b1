"""A phone of a club."""

from __future__ import annotations

from dataclasses import replace

from companion.store.clubs import Clubs
from tests.web.phones import Phone, kept

PEOPLE = ("Ada", "Bo", "Cy", "Dee")


def key_of(url):
    return url.rpartition("/")[2]


class Club(Phone):
    """A phone, and the club that it has founded or imported."""

    url = ""

    def found(self, name="Thursday club", people="Ada, Bo, Cy, Dee"):
        where = self.post("/clubs", {"name": name}).headers["Location"]
        self.url = where.removesuffix("/agreed")
        self.change("come", person=people)
        return self

    @property
    def key(self):
        return key_of(self.url)

    @property
    def kept(self):
        """The club as it is stored."""
        return Clubs(self.store).get(self.key)

    def change(self, do, **more):
        answer = self.post(self.url, {"do": do, **more})
        assert answer.status_code == 303, answer.text
        return answer

    def see(self, path=""):
        """The words of a page of the club."""
        return self.words(f"{self.url}{path}")

    def start(self, game="kaiser", submission="s", people=PEOPLE, **more):
        """A table of the club, begun by tapping; its code."""
        names = {f"name.{n}": name for n, name in enumerate(people, 1)}
        form = {"club": self.key, "do": "begin", "submission": submission, **names, **more}
        return self.go(self.post(f"/new/{game}", form))

    def played(self, day, *names, key="kaiser"):
        """The golden evening of a game, played by these people on a day of November."""
        sat = {f"player {seat}": name for seat, name in enumerate(names or PEOPLE, 1)}
        table = kept(self.store, key, day, **sat)
        add = lambda club: replace(club, tables=(*club.tables, table.code))  # noqa: E731
        Clubs(self.store).change(self.key, add)
        return table
