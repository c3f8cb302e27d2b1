"""A game that the table names: its title stands on every page, on paper and in the statistics."""

import pytest

from tests.web.phones import NAMES, plain


@pytest.fixture
def hearts(phone):
    one = phone()
    one.get("/new/another?title=Hearts&best=lowest&target=20")
    one.send("/new/another", **NAMES)
    return one


def test_the_title_stands_on_the_pages_of_the_table(hearts):
    code = hearts.last.request.path.rsplit("/", 1)[1]
    for page in ("", "/sheet", "/menu", "/share", "/board"):
        assert "Hearts" in plain(hearts.get(f"/t/{code}{page}").text), page
    hearts.answer(code, {f"points.{n}": "1" for n in range(4)})
    assert "Hearts" in plain(hearts.get("/").text)
    assert "Hearts" in hearts.get("/print/another/sheet.html?rule.title=Hearts").text


def test_a_finished_game_is_counted_under_its_title(hearts):
    code = hearts.last.request.path.rsplit("/", 1)[1]
    hearts.answer(code, {f"points.{n}": text for n, text in enumerate(("21", "3", "0", "2"))})
    assert "Pia wins" in plain(hearts.get(f"/t/{code}").text)
    assert "Hearts" in plain(hearts.get("/people").text)
    assert "Hearts" in plain(hearts.get("/played/another: Hearts").text)
    assert hearts.get("/played/another: Whist").status_code == 404


def test_who_sits_out_takes_nobody_elses_points(phone, store):
    one = phone()
    one.get("/new/another?title=Skat&out=yes")
    one.send("/new/another", **NAMES)
    code = one.last.request.path.rsplit("/", 1)[1]
    path = f"/t/{code}/answer"
    one.get(f"/t/{code}")
    drawn = {f"a.points.{place}": text for place, text in enumerate(("10", "20", "30", "5"))}
    one.post(f"/t/{code}/check", one.form(path) | drawn | {"a.out": "1"})
    now = one.form(path)
    assert [now[f"a.points.{place}"] for place in range(3)] == ["20", "30", "5"]
    one.post(path, now | {"a.out": "1"})
    assert store.table(code).record.hands == [{"out": "1", "points": "20 30 5"}]
