"""The main button of a page of buttons, and answers drawn apart from the keys of a question."""

import re

import pytest

from companion import games
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.questions import Choice
from companion.tables.proposal import answering
from companion.testing.evenings import positions
from companion.web.questions import page_of
from companion.words import signed
from tests.daily import LONG
from tests.replays import tabled
from tests.texts import ALL_PASS, SAVE_AND_DEAL
from tests.web.phones import golden, plain

FOUR = ["Nell", "Omar", "Pia", "Quin"]


def test_all_four_pass_is_a_key_by_itself(phone):
    scorer = phone(Record.begin("back-alley", FOUR, entry="quick"))
    page = scorer.get("").text
    above, first, second = re.split(r"<legend.*?</legend>", page, flags=re.DOTALL)[:3]
    assert "All four pass thrown in" in plain(above.rpartition('<div class="row">')[2])
    assert 'value="all passed"' not in first + second
    for row in (first, second):
        assert plain(row.split("</label>")[0]).endswith("0 both pass")
    checked = scorer.look({"A contract": "0"})
    assert "Omar &amp; Quin bid?" in checked.text
    thrown_in = scorer.look({"A contract": "all passed"})
    assert ALL_PASS in plain(thrown_in.text)


@pytest.mark.kinds
def test_hand_ending_key_is_the_main_button(game):
    """The main button has the effect that its label promises."""
    wrong = []
    for seed in range(6 if LONG else 2):
        for replay in positions(game, seed, 45):
            if (page := replay.pending) is None or len(page.page) > 1:
                continue
            question = page.page[0]
            table = tabled(game, replay.record, replay)
            drawn = page_of("f", page.title, page.page, {}, {}, together=page.together)
            if (main := drawn.onward) is None:
                continue
            assert isinstance(question, Choice)
            made = answering(table, {question.key: main.text})
            if made.over:
                brings = str(main.hint), [signed(g.points) for g in made.here.gains]
                wrong += [brings] if brings[0] not in brings[1] else []
            elif ends := [o.text for o in question.answers if not (o.refusal or o.hidden)
                          and answering(table, {question.key: o.text}).over]:  # fmt: skip
                wrong.append((main.label, ends))
    assert wrong == []


def test_going_out_is_main_button_with_gain(phone):
    """Ten chips from the antes, and the spread of sevens once more."""
    scorer = phone(Record.begin("panguingue", FOUR))
    scorer.play({"drops": "none"})
    for event, cards in enumerate(("7S 7S 7S 7S", "AC 2C 3C 4C", "5S 5S 5S"), 1):
        scorer.play({f"event {event}": "2 lay", f"cards {event}": cards})
    page = scorer.get("").text
    assert plain(page.rpartition('class="bt go"')[2]).endswith("Omar goes out +34")
    assert "Other" in plain(page.rpartition('class="row passrow"')[2])
    before = scorer.totals[1]
    scorer.answer({"event 4": "2 out"})
    after = scorer.replay.hands[0].totals.values()
    assert [*after][1] == before + 34


COLLECTED = "collected {0}: 2; condition {0}: {1}; further {0}: 0"


def collected(*conditions):
    """A Panguingue table of four at the last page of a result: Omar collected these and is out."""
    told = [COLLECTED.format(n, each) for n, each in enumerate(conditions, 1)]
    told += [f"collected {len(conditions) + 1}: nobody", "out: 2"]
    text = f"players: {', '.join(FOUR)}\nentry: quick\nhand 1\ndrops: none\n" + "\n".join(told)
    return Transcript.read(text, "panguingue").record


def test_unchanged_page_keeps_the_held_conditions(phone):
    scorer = phone(collected("valle spades"))
    opened = scorer.form("answer")
    scorer.post("answer", opened, follow_redirects=True)
    hand = scorer.replay.hands[0]
    assert [line.points for line in hand.events[-1].lines] == [4, 3, 12]


def test_impossible_conditions_are_refused_on_opening(phone):
    scorer = phone(collected("valle spades", "low", "high", "suit"))
    said = "4 conditions need 12 cards at least; a player goes out with exactly eleven."
    assert said in scorer.words("")
    assert "cannot be right" in scorer.words("")
    assert 'formaction="/t/' in scorer.last.text.rpartition("ask-more")[2]


@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_unanswered_page_refuses_nothing(phone, key):
    """Also if each question may be answered with no card, but not both of them."""
    evening = golden(key)
    ways = games.find(key).replay(evening).hands[0].modes or ("guided",)
    for way in ways:
        page = phone(Record.begin(key, evening.players, 1, evening.rules, way)).get("").text
        assert 'class="msg no' not in page, way
        assert 'class="bt stands"' not in page, way


def test_private_card_question_names_its_empty_answer(phone):
    page = phone(golden("dealers-dilemma")).get("amend/1").text
    empty = [plain(each) for each in re.findall(r'<label class="k">.*?</label>', page, re.DOTALL)
             if 'value="none"' in each]  # fmt: skip
    assert empty == ["After the tenth trick"]


@pytest.mark.parametrize(
    ("key", "wrong", "needless"),
    [
        ("carousel", {"deadwood.0": "999"}, {"knocker": "nobody"}),
        ("jo-jotte", {"points 1": "999"}, {"declarer": "nobody", "trump": ""}),
    ],
)
def test_refusal_ends_when_answer_becomes_needless(phone, key, wrong, needless):
    seats = FOUR[: 2 if key == "jo-jotte" else 4]
    scorer = phone(Record.begin(key, seats, entry="quick"))
    typing = {"typing": f"a.{next(iter(wrong))}"}
    assert 'class="msg no' in scorer.look(wrong, **typing).text
    reply = scorer.look(wrong | needless, **typing).text
    assert 'class="msg no' not in reply
    assert SAVE_AND_DEAL in reply
