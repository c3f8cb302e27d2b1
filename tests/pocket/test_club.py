"""A club in the pocket: an evening counted, settled and passed on as a file, on one phone alone."""

import re
from urllib.parse import urlencode

from companion import games
from companion.pocket import inside
from tests.browser.driver import golden
from tests.pocket.test_inside import BASE, get, pocket, post, ready, told

__all__ = ["pocket", "ready", "told"]


def sent(phone, path, **form):
    status, headers, body = post(phone, path, urlencode(form))
    assert status == 303, body.decode()
    return dict(headers)["Location"].removeprefix(BASE)


def page(phone, path):
    status, _, body = get(phone, path)
    assert status == 200, body.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body.decode()))


def test_an_evening_of_a_club_is_counted_settled_and_passed_on(pocket, told, tmp_path):
    record = golden("kaiser")
    ada, bo, cy, dee = record.players
    club = sent(pocket, "/clubs", name="Goose club").removesuffix("/agreed")
    sent(pocket, club, do="come", person=", ".join(record.players))
    sent(pocket, club, do="stake", stake="10", per="point")
    assert "Goose club" in page(pocket, "/")
    seats = get(pocket, f"/new/kaiser?club={club.rpartition('/')[2]}")[2].decode()
    assert re.findall(r'id="name-\d"[^>]*value="(\w*)"', seats) == [ada, bo, cy, dee]
    post(pocket, "/import", urlencode({"text": games.find("kaiser").file("evening.txt")}))
    (code,) = re.findall(r'name="table" value="([A-Z]{6})"', get(pocket, club)[2].decode())
    sent(pocket, f"{club}/in", table=code)
    (day,) = re.findall(rf"{club}/evening/([\d-]+)", get(pocket, club)[2].decode())
    replay = games.find("kaiser").replay(record)
    won, lost = sorted(replay.ledger.totals.values(), reverse=True)
    assert "won the evening" in page(pocket, f"{club}/evening/{day}")
    assert f"{(won - lost) / 10:.2f}" in page(pocket, f"{club}/settle/{day}")
    assert "5, 4, 3, 2, 1" in page(pocket, f"{club}/season")
    # The browser prints the page itself.
    printed = page(pocket, f"{club}/season.pdf")
    assert "Season table" in printed
    assert "Pango" not in printed
    # Another phone takes it in whole; what is opened anew knows it, too.
    file = get(pocket, f"{club}/club.json")[2].decode()
    other = inside.Pocket(told, tmp_path / "other.db")
    there = sent(other, "/import", text=file)
    assert page(other, f"{there}/season") == page(pocket, f"{club}/season")
    other.store.close()
    again = inside.Pocket(told, tmp_path / "other.db")
    assert f'href="{BASE}{there}"' in get(again, "/")[2].decode()
    again.store.close()
