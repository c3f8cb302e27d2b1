"""A night of tables on phones: its form, points from paper, people who come and go, its key."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from companion import games
from companion.app import create_app
from companion.nights.night import ranking
from companion.settings import Settings
from companion.store.clubs import Clubs
from companion.store.nights import Nights
from tests.nights.test_night import BY_HAND, by_hand
from tests.web.clubs.club import Club, key_of
from tests.web.phones import Phone, plain

PEOPLE = [f"P{letter}" for letter in "ABCDEFGHIJKL"]
FORM = {"game": "kaiser", "shape": "partners", "rounds": "6", "hands": "8", "submission": "n"}


class Hall(Club):
    """A phone of a club with a night of tables."""

    night_url = ""

    def start_night(self, **more):
        """Begins a night, unless the form is refused."""
        answer = self.post(f"{self.url}/night", {**FORM, "here": PEOPLE, **more})
        self.night_url = answer.headers.get("Location", "")
        return answer

    def kept_night(self, night):
        """A stored night, without its form."""
        key = Nights(self.store).found(self.key, night)
        self.night_url = f"/night/{key}"
        return self

    @property
    def night_key(self):
        return key_of(self.night_url)

    @property
    def night(self):
        return Nights(self.store).get(self.night_key)[1]

    def points(self, round, form=None, **points):
        """Enters points, "1 2" for each table as t1, on the form of this phone."""
        path = f"{self.night_url}/round/{round}"
        if form is None:
            self.get(path)
            form = self.form(path)
        for table, text in points.items():
            for side, each in enumerate(text.split(" ")):
                form[f"{round}.{table[1:]}.{side}"] = each
        return self.post(path, form)

    def people(self, do, **more):
        self.post(self.night_url, {"do": do, **more})
        return self.words(self.night_url)


@pytest.fixture
def hall(app):
    return Hall(app).found(people=", ".join(PEOPLE))


def test_club_page_leads_to_a_night(hall, phone):
    page = hall.get(hall.url).text
    assert f'href="{hall.url}/night"' in page
    hall.get(f"{hall.url}/night")
    boxes = [each for each in hall.page.inputs if each.get("name") == "here"]
    assert [each["value"] for each in boxes] == PEOPLE
    assert all("checked" in each for each in boxes)
    answer = hall.start_night(names=" Zoe , , Yan")
    assert answer.status_code == 303
    night = hall.night
    assert sorted(night.people) == sorted([*PEOPLE, "Zoe", "Yan"])
    assert (night.rounds, night.hands, night.shape, night.lowest) == (6, 8, "partners", False)
    assert hall.start_night(names=" Zoe , , Yan").headers["Location"] == hall.night_url
    assert "Tonight 14 people, 6 rounds of 8 hands" in hall.see()
    assert "Thursday club" in phone().words(hall.night_url)


def test_numbers_are_drawn_by_lot(hall):
    orders = set()
    for number in range(3):
        hall.start_night(submission=f"n{number}")
        orders.add(hall.night.people)
    assert len(orders) > 1


def test_organiser_fills_the_last_table(hall):
    hall.start_night(here=PEOPLE[:11], fill="yes")
    assert len(hall.night.people) == 12
    assert hall.night.people[-1] == ""
    hall.start_night(here=PEOPLE[:10], fill="yes", submission="m")
    assert "" not in hall.night.people


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"here": PEOPLE[:5]}, "8 to 60 people, not 7"),
        ({"names": "PA"}, "PA would be here twice"),
        ({"hands": "x"}, "“x” hands: write a whole number"),
        ({"rounds": "13"}, "rounds: a night has 4 to 12"),
        ({"shape": "three"}, "has no such tables"),
        ({"game": "nosuch"}, "has no such tables"),
        ({"names": "x" * 41}, "at most 40 letters"),
    ],
)
def test_refused_form_keeps_its_input(hall, more, words):
    answer = hall.start_night(**{"names": "Zoe, Yan", "hands": "5", **more})
    assert answer.status_code == 422
    assert words in plain(answer.text)
    form = {"names": "Zoe, Yan", "hands": "5", **more}
    assert form["names"] in answer.text
    assert f'value="{form["hands"]}"' in answer.text
    ticked = [each["value"] for each in hall.page.inputs if "checked" in each]
    assert [each for each in ticked if each in PEOPLE] == form.get("here", PEOPLE)
    assert not Nights(hall.store).of(hall.key)


def test_night_of_22_equals_the_ranking_by_hand(hall):
    """All points through the pages; W comes late with a new number, C leaves."""
    whole = by_hand()
    hall.kept_night(replace(whole, people=whole.people[:22], late=(), changes={}, scores={}))
    for round in range(1, 7):
        if round == 3:
            assert "W plays number 23 from round 3 on." in hall.people(
                "come", name="W", number="new", round="3"
            )
        if round == 4:
            assert "A stand-in plays number 3" in hall.people("leave", number="3", round="4")
        tables = {f"t{key[2:]}": text for key, text in whole.scores.items() if key[0] == f"{round}"}
        assert hall.points(round, **tables).status_code == 303
        assert f"Round {round} saved." in hall.words(hall.night_url)
    assert hall.night == replace(whole, id=hall.night.id)
    page = hall.words(hall.night_url)
    assert "S won with 5.10" in page
    assert "1 19 S 3 won 204 5.10 2 16 P 5 won 243 5.06" in page
    assert page.index("– 3 C 2 won 85 5.31") > page.index("22 8 H 37 0.77")
    # The season counts it: points 5 4 3 2 1 for the first five places.
    first = [line.split()[0] for line in BY_HAND.strip().splitlines()]
    rows = {each.name: each for each in club_page(hall)}
    assert [rows[name].figure for name in first[:6]] == [5, 4, 3, 2, 1, 0]
    assert "C" not in [each for each in rows if rows[each].evenings]
    assert "S won; a night of tables" in hall.see()
    assert "S won the evening" in hall.see(f"/evening/{whole.day}")


def club_page(hall):
    from companion.web.clubs.clubs import page_of

    with hall.client.application.test_request_context():
        return page_of(hall.key).standings


def test_refused_points_keep_all_input(hall):
    hall.kept_night(by_hand())
    before = hall.night
    answer = hall.points(1, t1="36 x", t2="40 ", t3="-1 2", t5="9 9999999")
    assert answer.status_code == 422
    page = plain(answer.text)
    assert "“36 x”: write 2 whole numbers" in page
    assert "“40 ?”: write 2 whole numbers, the points of each side." in page
    assert "“9 9999999”" in page
    values = {each["name"]: each["value"] for each in hall.page.inputs if "value" in each}
    assert (values["1.1.1"], values["1.2.1"], values["1.3.0"]) == ("x", "", "-1")
    assert hall.night == before
    # Corrected on the same page, it is saved with the rest.
    form = hall.form(f"{hall.night_url}/round/1")
    assert hall.points(1, form, t1="36 4", t2="40 44", t5="36 39").status_code == 303
    assert hall.night.scores == {**before.scores, "1.3": "-1 2"}
    assert hall.points(1, t3=" ").status_code == 303
    assert "1.3" not in hall.night.scores


def test_minus_of_any_kind_is_read(hall):
    hall.kept_night(replace(by_hand(), scores={}))
    assert hall.points(1, t1="−5 -0").status_code == 303
    assert hall.night.scores == {"1.1": "-5 0"}


def test_two_phones_lose_no_points(hall, phone):
    hall.kept_night(replace(by_hand(), scores={}))
    path, other = f"{hall.night_url}/round/1", phone()
    hall.get(path)
    other.get(path)
    stale = other.form(path)
    hall.points(1, t1="5 4", t2="7 7")
    # The other phone sees neither, and enters table 3 alone; then another result of table 1.
    assert other.post(path, {**stale, "1.3.0": "1", "1.3.1": "2"}).status_code == 303
    assert hall.night.scores == {"1.1": "5 4", "1.2": "7 7", "1.3": "1 2"}
    answer = other.post(path, {**stale, "1.1.0": "6", "1.1.1": "3"})
    assert answer.status_code == 422
    assert "Another phone entered 5 4 here." in plain(answer.text)
    assert other.send(path, follow=False).status_code == 303
    assert hall.night.scores == {"1.1": "6 3", "1.2": "7 7", "1.3": "1 2"}
    # The same points are no contradiction.
    assert other.post(path, {**stale, "1.2.0": "7", "1.2.1": "7"}).status_code == 303


def test_points_never_go_to_other_people(hall, phone):
    """A page from before a latecomer changed all seats."""
    people = by_hand().people[:22]
    hall.kept_night(replace(by_hand(), scores={}, late=(), changes={}, people=people))
    path, other = f"{hall.night_url}/round/3", phone()
    other.get(path)
    stale = other.form(path)
    hall.people("come", name="W", number="new", round="3")
    answer = other.post(path, {**stale, "3.1.0": "5", "3.1.1": "4"})
    assert answer.status_code == 422
    assert "Other people sit here now" in plain(answer.text)
    assert hall.night.scores == {}
    assert other.send(path, follow=False).status_code == 303
    assert hall.night.scores == {"3.1": "5 4"}


def test_people_come_and_go_and_undo(hall):
    hall.kept_night(replace(by_hand(), scores={}, late=(), changes={}, people=tuple("ABCDEFGH")))
    start = hall.night

    def undone():
        (undo,) = re.findall(r'name="also" value="(do=put[^"]*)"', hall.last.text)
        hall.post(hall.night_url, {"do": "", "also": undo.replace("&amp;", "&")})

    hall.people("leave", number="3", round="2")
    assert hall.night.sitting[1][2] == ""
    hall.people("come", number="3", round="4", name=" Zoe ")
    assert [names[2] for names in hall.night.sitting] == ["C", "", "", "Zoe", "Zoe", "Zoe"]
    undone()
    assert hall.night.changes == {"3.2": ""}
    hall.people("come", number="3", round="2", name="Yan")
    assert hall.night.changes == {"3.2": "Yan"}
    undone()
    assert hall.night.changes == {"3.2": ""}
    hall.people("come", number="new", round="2", name="Xi")
    hall.post(hall.night_url, {"do": "come", "number": "new", "round": "2", "name": "Xi"})
    assert hall.night.people[8:] == ("Xi",)
    undone_at = {"do": "put", "at": "new", "name": "Xi"}
    hall.post(hall.night_url, undone_at)
    hall.post(hall.night_url, undone_at)
    assert hall.night == replace(start, changes={"3.2": ""})


def test_advice_ends_when_a_latecomer_fills_the_table(hall):
    hall.kept_night(replace(by_hand(), scores={}, late=(), changes={}, people=tuple("ABCDEFGHIJK")))
    advice = "you can play as number 12"
    assert advice in hall.words(hall.night_url)
    assert advice not in hall.people("come", name="L", number="new", round="2")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"do": "come", "name": "", "number": "3", "round": "2"}, "Write the name"),
        ({"do": "come", "name": "B", "number": "3", "round": "2"}, "B would be here twice"),
        ({"do": "come", "name": "Zoe", "number": "new", "round": "6"}, "Round 6 has points"),
        ({"do": "come", "name": "Zoe", "number": "new", "round": "1"}, "Round 1 has points"),
        ({"do": "leave", "number": "99", "round": "2"}, "no place here"),
        ({"do": "leave", "number": "3", "round": "7"}, "is no round"),
    ],
)
def test_impossible_change_of_people_is_refused(hall, form, words):
    hall.kept_night(by_hand())
    before = hall.night
    answer = hall.post(hall.night_url, form)
    assert answer.status_code == 422
    assert words in plain(answer.text)
    assert hall.night == before


def test_phone_table_counts_instead_of_points(hall):
    hall.kept_night(replace(by_hand(), people=tuple(PEOPLE), late=(), changes={}, scores={}))
    names = [name for _, name in hall.night.seats("1.2")]
    table, other = hall.played(5, *names), hall.played(5, *PEOPLE[:4])
    another_game = hall.played(5, *names, key="nine-card-don")
    path = f"{hall.night_url}/round/1"
    page = hall.get(path).text
    assert page.count(f'value="{table.code}"') == 1
    assert another_game.code not in page
    form = hall.form(path)
    for wrong in (other.code, another_game.code, "BCDFGH", table.code + "X"):
        answer = hall.post(path, {**form, "1.2.code": wrong})
        assert answer.status_code == 422
        assert "Other people sat at that table" in plain(answer.text)
    both = hall.post(path, {**form, "1.2.code": table.code, "1.2.0": "5"})
    assert "not both" in plain(both.text)
    assert hall.post(path, {**form, "1.2.code": table.code}).status_code == 303
    assert hall.night.tables == {"1.2": table.code}
    lines = {each.name: each.total for each in club_night(hall)}
    totals = games.find("kaiser").replay(table.record).ledger.totals.values()
    assert [lines[name] for name in names] == [*totals] * 2
    hall.get(path)
    hall.send(path, **{"1.2.code": ""})
    assert hall.night.tables == {}


def club_night(hall):
    from companion.web.nights.nights import night_of

    with hall.client.application.test_request_context():
        return night_of(hall.night_key).lines


def test_only_the_club_deletes_its_night(hall, phone):
    hall.kept_night(by_hand())
    other, form = phone(), {"night": hall.night_key, "sure": "yes"}
    page = other.get(hall.night_url).text
    assert hall.key not in page
    assert "Delete the night" not in page
    for key in (hall.night_key, "w" * 24):
        assert other.post(f"/club/{key}/night/forget", form).status_code == 404
    elsewhere = Hall(other.client.application).found("Other")
    assert elsewhere.post(f"{elsewhere.url}/night/forget", form).status_code == 404
    hall.get(hall.url)
    assert "Delete the night" in hall.words(hall.night_url)
    hall.send(f"{hall.url}/night/forget", follow=False)
    assert hall.night
    hall.get(hall.night_url)
    hall.send(f"{hall.url}/night/forget", follow=False, sure="yes")
    assert hall.get(hall.night_url).status_code == 404
    assert hall.kept.name == "Thursday club"


def addresses(app, key):
    """Every route of a night: (method, path)."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/night/<key>"):
            parts = {"key": key, "number": 1, "kind": "chart"}
            _, path = rule.build({name: parts[name] for name in rule.arguments})
            yield from ((method, path) for method in rule.methods & {"GET", "POST"})


def test_no_night_route_accepts_another_key(hall, phone, app):
    hall.kept_night(by_hand())
    other, before = phone(), hall.night
    form = {"do": "leave", "number": "1", "round": "1", "1.1.0": "9", "1.1.1": "9"}
    for key in ("w" * 24, hall.key, "%00", "x" * 300):
        every = [*addresses(app, key)]
        assert len(every) == 5
        for method, path in every:
            reply = other.client.open(path, method=method, data=form if method == "POST" else None)
            assert reply.status_code == 404, path
            assert "Thursday" not in reply.text
    assert hall.night == before
    for number in ("0", "7", "99999", "x"):
        for method in ("GET", "POST"):
            path = f"{hall.night_url}/round/{number}"
            assert other.client.open(path, method=method).status_code == 404
    assert other.get(f"{hall.night_url}/menu.pdf").status_code == 404


def test_keys_of_nights_are_not_guessed(store, tmp_path):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(listed=False))
    hall, guesser = Hall(app).found(), Phone(app)
    hall.kept_night(by_hand())
    codes = [guesser.get(f"/night/{number:024}").status_code for number in range(40)]
    assert (codes.count(404), codes.count(429)) == (30, 10)
    assert guesser.get(hall.night_url).status_code == 200


def test_night_travels_with_its_club(hall, elsewhere):
    hall.kept_night(by_hand())
    there = Hall(elsewhere.client.application)
    text = hall.get(f"{hall.url}/club.json").text
    assert hall.night_key not in text
    assert hall.key not in text
    for _ in range(2):
        there.post("/import", {"text": text})
    (key,) = Clubs(there.store).all()
    (copy,) = Nights(there.store).of(key).values()
    assert copy == hall.night
    assert ranking(copy, {}) == ranking(by_hand(), {})
    bad = json.loads(text)
    bad["clubs"][0]["nights"][0]["people"][1] = "a"
    answer = there.post("/import", {"text": json.dumps(bad)})
    assert answer.status_code == 422
    assert "would be here twice" in plain(answer.text)


def test_erased_name_is_in_no_night(hall):
    hall.kept_night(replace(by_hand(), people=(*by_hand().people[:21], "PA", "W")))
    hall.post("/people/erase", {"name": "PA", "sure": "yes"})
    assert hall.night.people[21] == "Player 22"
    assert "Player 22" not in [each.name for each in club_page(hall) if each.evenings]


def test_night_counts_for_limits(store, tmp_path):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(listed=False))
    hall = Hall(app).found(people=", ".join(PEOPLE))
    codes = [hall.start_night(submission=f"n{n}").status_code for n in range(45)]
    assert (codes.count(303), codes.count(429)) == (39, 6)
