"""Hostile input to the forms of a night: refused or stored, never run, lost or too much."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.app import create_app
from companion.hosting import limits
from companion.nights.night import ranking
from companion.settings import Settings
from companion.store.nights import Nights
from tests.daily import LONG
from tests.nights.test_night import by_hand
from tests.web.hostile import SCRIPTS, VALUES, harmless
from tests.web.nights.test_nights import FORM, PEOPLE, Hall

SOME = len(VALUES) if LONG else 6
PEOPLE_FORMS = {
    "come": {"do": "come", "name": "Zoe", "number": "3", "round": "2"},
    "late": {"do": "come", "name": "Zoe", "number": "new", "round": "2"},
    "leave": {"do": "leave", "number": "3", "round": "2"},
    "put": {"do": "put", "at": "3.2", "before": "Yan"},
    "undo": {"do": "", "also": "do=put&at=3.2&before=Yan"},
}
POINTS = {"1.1.0": "54", "1.1.1": "31", "1.1.was": "", "1.1.who": "", "1.1.code": ""}


@pytest.fixture
def hall(app):
    night = replace(by_hand(), people=tuple(PEOPLE), late=(), changes={"3.2": "X"}, scores={})
    return Hall(app).found(people=", ".join(PEOPLE)).kept_night(night)


def hostile(form, seed):
    """The form with each field in turn on hostile values."""
    chance = random.Random(seed)
    for field in form:
        for value in (*SCRIPTS[:2], *chance.sample(VALUES, SOME)):
            yield {**form, field: value}


@pytest.mark.parametrize("kind", [*PEOPLE_FORMS, "points", "new", "forget"])
def test_hostile_fields_of_a_night_do_no_harm(hall, kind):
    """All pages of the night can be read afterwards, and no script is in them."""
    before = Nights(hall.store).get(hall.night_key)[1]
    seated = " ".join(str(number) for number, _ in before.seats("1.1"))
    path, form = hall.night_url, PEOPLE_FORMS.get(kind, {})
    if kind == "points":
        path, form = f"{path}/round/1", {**POINTS, "1.1.who": seated}
    elif kind == "new":
        path, form = f"{hall.url}/night", {**FORM, "names": "Yan, Zoe", "here": PEOPLE[0]}
    elif kind == "forget":
        path, form = f"{hall.url}/night/forget", {"night": "x", "sure": "yes"}
    statuses = set()
    for sent in hostile(form, kind):
        reply = hall.post(path, sent)
        harmless(reply, (path, sent))
        statuses.add(reply.status_code)
        (night,) = (each for each in Nights(hall.store).of(hall.key).values()
                    if each.id == before.id)  # fmt: skip
        if night != before:
            for page in ("", "/round/1", "/round/6"):
                harmless(hall.get(hall.night_url + page), (page, sent))
            assert ranking(night, {})
            Nights(hall.store).change(hall.night_key, lambda _: before)
    assert statuses <= {303, 400, 404, 422}
    assert statuses & {400, 404, 422}


def test_texts_of_a_night_are_counted(store, tmp_path, monkeypatch):
    """Changes that add bytes count for an address, as the people of its club do."""
    monkeypatch.setattr(limits, "STORED", "3 per day")
    app = create_app(store, testing=True, data=tmp_path, settings=Settings())
    hall = Hall(app).found().kept_night(replace(by_hand(), scores={}))
    late = {"do": "come", "name": "Zoe", "number": "3", "round": "6"}
    statuses = [hall.post(hall.night_url, {**late, "name": name}).status_code
                for name in ("Zoe", "Zoe", "Zoe and a longer name")]  # fmt: skip
    assert [*statuses, hall.points(1, t1="36 4").status_code] == [303, 303, 303, 429]
    assert hall.night.scores == {}
