"""A round of an own game that does not add up is saved unchanged after a confirmation."""

from companion.engine.transcript import Transcript
from tests.finding import match_in
from tests.texts import SAVE_AS_IT_IS
from tests.web.phones import plain

MARK = "Round 1: does not add up to 26: saved as it is"
HEARTS = """game: another
players: Nell, Omar, Pia, Quin
rules: title=Hearts, best=lowest, target=100, adds=26
"""


def round_of(*points):
    return {f"points.{place}": text for place, text in enumerate(points)}


MOON = round_of("0", "26", "26", "26")


def hearts(phone, more=""):
    return phone(Transcript.read(HEARTS + more).record)


def test_button_beside_refusal_saves_round_anyway(phone):
    scorer = hearts(phone)
    page = scorer.look(MOON).text
    assert "0 + 26 + 26 + 26 makes 78; there are 26." in plain(page)
    assert match_in(r'<button[^>]* name="a.stands" value="yes"[^>]*>([^<]*)<', page)[1] == (
        SAVE_AS_IT_IS
    )
    assert "Agree on points" not in page
    assert scorer.answer(MOON).status_code == 422
    assert scorer.record.hands == []
    scorer.answer(MOON | {"stands": "yes"})
    assert scorer.record.hands == [{"points": "0 26 26 26", "stands": "yes"}]
    assert MARK in scorer.words("sheet")
    assert scorer.get("ledger.csv").text.count('"does not add up to 26: saved as it is"') == 4


def test_an_undone_round_has_to_be_confirmed_again(phone):
    scorer = hearts(phone)
    scorer.answer(MOON | {"stands": "yes"})
    page = scorer.fill("undo", on="").text
    assert "there are 26." in plain(page)
    assert SAVE_AS_IT_IS in page
    scorer.answer(round_of("1", "25", "0", "0"))
    assert scorer.record.hands == [{"points": "1 25 0 0"}]


def test_an_imported_round_without_confirmation_asks_for_it(phone):
    scorer = hearts(phone, "hand 1\npoints: 0 26 26 26\n")
    page = scorer.get("").text
    assert [f'value="{n}"' in page for n in ("0", "26")] == [True, True]
    assert SAVE_AS_IT_IS in page


def test_a_correction_to_another_sum_asks_for_confirmation(phone):
    scorer = hearts(phone, "hand 1\npoints: 13 0 8 5\n")
    scorer.fill("amend/1", **{"a.points.0": "14", "do": "check"})
    assert "Save the round as it is?" in scorer.words()
    scorer.send("amend/1", **{"a.stands": "yes", "do": "check"})
    scorer.send("amend/1", do="save")
    assert (scorer.record.hands[0]["stands"], scorer.totals) == ("yes", [14, 0, 8, 5])


def test_correction_that_adds_up_removes_mark(phone):
    scorer = hearts(phone, "hand 1\npoints: 0 26 26 26; stands: yes\n")
    scorer.fill("amend/1", **{"a.points.1": "0", "a.points.2": "0", "do": "check"})
    scorer.send("amend/1", do="save")
    assert scorer.record.hands == [{"points": "0 0 0 26"}]
    assert MARK not in scorer.words("sheet")
