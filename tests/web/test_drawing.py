"""What is kept of a page, or carried from one to the next, is what drawing it anew would give."""

import os
import random
import re

import pytest
from flask import template_rendered
from phones import HANDS, plain

from companion import games
from companion.questions import Refused
from companion.record import Act, Record
from companion.web import deeds, replays
from tests.games.evenings import NAMES as PLAYERS
from tests.games.evenings import page_of

OWN = re.compile(r'name="submission" value="([\w-]{16})[ur]?"')


@pytest.fixture
def drawn(app):
    """The names of the templates that were drawn as pages."""
    names = []

    def note(_, template, **more):
        names.append(template.name)

    with template_rendered.connected_to(note, app):
        yield names


@pytest.fixture
def same(app):
    """Holds that what a browser is shown now is what it would be with nothing kept."""

    def look(phone, **headers):
        path = f"/t/{phone.code}"
        kept = [phone.get(path, headers=headers).text for _ in range(2)]
        replays.clear()
        app.jinja_env.globals["part"].cache_clear()
        kept.append(phone.get(path, headers=headers).text)
        own = [OWN.search(page) for page in kept]
        bare = {page.replace(id[1], "") if id else page for page, id in zip(kept, own, strict=True)}
        assert len(bare) == 1
        return kept[-1]

    return look


@pytest.mark.skipif(
    os.environ.get("COMPANION_TEST_DATABASE") == "postgres", reason="two apps, two memories"
)
def test_a_page_looked_at_again_is_drawn_once_and_its_form_has_an_id_of_its_own(played, drawn):
    pages = [played.get(f"/t/{played.code}").text for _ in range(3)]
    assert drawn == ["tables/table.html"]
    ids = [OWN.findall(page) for page in pages]
    assert len({id for page in ids for id in page}) == 3
    assert all(len(page) == len(ids[0]) for page in ids)


def test_both_of_two_pages_enter_what_they_say(played, store):
    code = played.code
    forms = []
    for bid in ("7", "pass"):
        played.get(f"/t/{code}")
        forms.append(played.form(f"/t/{code}/answer") | {"a.bid 1": bid})
    assert played.post(f"/t/{code}/answer", forms[0]).status_code == 303
    assert played.post(f"/t/{code}/answer", forms[1]).status_code == 409
    assert store.table(code).record.hands[3] == {"bid 1": "7"}


def test_whatever_is_done_the_next_page_shows_it(played, same, store):
    code = played.code
    seen = [same(played)]

    def changed(done):
        assert done.status_code in (200, 303), plain(done.text)
        for headers in ({}, {"HX-Request": "true"}):
            page = same(played, **headers)
            assert page not in seen
            seen.append(page)

    changed(played.answer(code, {"bid 1": "7"}))
    played.get(f"/t/{code}")
    changed(played.send(f"/t/{code}/undo"))
    changed(played.send(f"/t/{code}/redo"))
    changed(played.post("/look", {"suits": "four", "back": "/"}))
    act = Act("amend", 2, HANDS[1] | {"tricks": "7"})
    store.act(code, act, seen=store.seq(code), submission="amended", why="miscounted")
    changed(played.get(f"/t/{code}"))
    act = Act("answer", 3, {"@adjust 1": "A -5 revoke"})
    store.act(code, act, seen=store.seq(code), submission="adjusted")
    changed(played.get(f"/t/{code}"))


def test_an_amended_hand_is_told_anew_beside_the_question(played, store):
    row = re.compile(r'/hand/2">2</a></th>(.*?)</tr>')
    before = row.search(played.get(f"/t/{played.code}").text)[1]
    act = Act("amend", 2, HANDS[1] | {"tricks": "4", "5H": "B"})
    store.act(played.code, act, seen=store.seq(played.code), submission="amended")
    after = row.search(played.get(f"/t/{played.code}").text)[1]
    assert plain(before) == "Nell makes 8 no +20 20 0 10"
    assert plain(after) == "Nell breaks 8 no −8 −8 +6 16"


def test_a_watcher_is_not_shown_the_page_of_the_scorer(played, phone, same):
    assert "/answer" in same(played)
    other = phone()
    other.code = played.code
    page = same(other)
    assert "You are watching" in page
    assert "submission" not in page
    assert "/answer" in same(played)


def test_a_note_is_said_once(played, drawn):
    reply = played.answer(played.code, {"bid 1": "19"})
    assert reply.status_code == 422
    assert "Nobody can take more than 12" in plain(reply.text)
    assert "Nobody can take more" not in plain(played.get(f"/t/{played.code}").text)


def readable(replay, act):
    """Whether the question still reads its own answer; a card that is gone may not be one."""
    ((key, text),) = act.answers.items()
    asked = [each for each in deeds.asked_in(replay, act.hand) if each.key == key]
    try:
        return all(each.parse(text) is not None for each in asked)
    except Refused:
        return False


@pytest.mark.parametrize("key", games.shelf())
def test_what_an_undo_takes_back_is_known_before_it_is_entered(key):
    game, chance = games.find(key), random.Random(key)
    count = 4 if 4 in game.players else min(game.players)
    record = Record.begin(key, PLAYERS[:count], entry="guided")
    replay, compared = game.replay(record), 0
    for _ in range(120):
        if replay.pending is None:
            break
        hand = replay.pending.hand
        act = Act("answer", hand, replay.pending.sample(chance.randrange))
        trial = record.copy()
        trial.put(hand, act.answers)
        after = game.replay(trial)
        if page_of(after) == page_of(replay):
            continue
        if len(act.answers) == 1 and not after.hands[hand - 1].over and readable(after, act):
            assert deeds.short(replay, act) == deeds.short(after, act)
            compared += 1
        record, replay = trial, after
    assert compared
