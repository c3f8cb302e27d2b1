"""The referee's pages: answers lead to the next questions, and then to a ruling."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import unescape

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine.enquiry import COUNT
from companion.engine.examples import run
from companion.engine.game import Enquiry, Game, Ruling
from companion.engine.record import Record
from companion.games import find
from companion.questions import Choice
from companion.words import capital, signed
from tests.finding import match_in
from tests.texts import ONE_MORE_ANSWER, USE_THIS_RULE
from tests.web.phones import golden, plain

DRAWS = 60
"""Random answers to an enquiry without an example, until some are consistent."""


def told(game: Game, enquiry: Enquiry) -> Iterator[dict[str, str]]:
    """Answers that may lead to a ruling: those of its examples, then any."""
    chance, first = random.Random(f"{game.key} {enquiry.key}"), dict[str, str]()
    _, page = game.enquire(enquiry, {}, asks_size=True)
    size = None if isinstance(page, Ruling) else page.page[0]
    if isinstance(size, Choice) and size.key == COUNT:
        sizes = [each.text for each in size.answers]
        first = {COUNT: "4" if "4" in sizes else sizes[0]}
    for example in game.rules.examples:
        if (example.kind, example.name) == ("ask", enquiry.key):
            yield first | {each.question.key: each.text for each in run(game, example).asked}
    for _ in range(DRAWS):
        answers = dict(first)
        _, found = game.enquire(enquiry, answers, asks_size=True)
        while not isinstance(found, Ruling) and not found.problems:
            answers |= found.sample(chance.randrange)
            _, found = game.enquire(enquiry, answers, asks_size=True)
        yield answers


def ruled(game: Game, enquiry: Enquiry) -> tuple[dict[str, str], str]:
    """Answers, and the ruling under the standard rules."""
    for answers in told(game, enquiry):
        _, ruling = game.enquire(enquiry, answers, asks_size=True)
        if isinstance(ruling, Ruling):
            return answers, ruling.answer
    raise AssertionError(f"{game.key}, {enquiry.key}: no answers lead to a ruling")


def test_every_enquiry_reaches_ruling_by_page_and_terminal(phone, game: Game):
    one, runner = phone(), CliRunner()
    for enquiry in game.enquiries:
        answers, words = ruled(game, enquiry)
        sent = {f"a.{key}": text for key, text in answers.items()}
        page = one.get(f"/referee/{game.key}/{enquiry.key}", query_string=sent).text
        assert 'id="ruling"' in page, (enquiry.key, answers)
        assert plain(words.split(".")[0]) in plain(page)
        typed = [f"{key}={text}" for key, text in answers.items()]
        said = runner.invoke(main, ["ask", game.key, enquiry.key, *typed, "--json"])
        assert json.loads(said.stdout)["answer"] == words, (enquiry.key, typed, said.stderr)


# -- a scored hand ---------------------------------------------------------------------------------


def test_scored_hand_is_ruled_beside_written_score(phone, game: Game):
    one = phone(golden(game.key, 3))
    replay = one.replay
    for hand in replay.hands[:2]:
        if not hand.over or hand.void:
            continue
        one.get(f"disputed?hand={hand.number}")
        link = f"/referee/{game.key}/worth?table={one.code}&hand={hand.number}"
        assert link in one.page.links
        page = one.words(link)
        assert "The sheet is correct." in page
        assert f"On the sheet, {replay.word} {hand.number}" in page
        assert f"{capital(hand.place)}." in page
        assert "Assumed" not in page
        for side in hand.table.sides:
            assert f"{side} {signed(hand.brought(side))}" in page
        assert "How many play?" not in page


def test_a_ruling_that_differs_corrects_the_hand(phone):
    one = phone(golden("carousel", 3))
    hand = one.replay.hands[1]
    known = hand.known | {asked.question.key: asked.text for asked in hand.asked}
    left = known["deadwood"].replace("22", "21")
    assert left != known["deadwood"]
    sent = {"a.knocker": known["knocker"], "a.deadwood": left, "table": one.code, "hand": "2"}
    page = one.get("/referee/carousel/worth", query_string=sent).text
    assert "The sheet is correct." not in plain(page)
    acts = unescape(match_in(r'name="acts" value="([^"]*)"', page)[1])
    form = {"acts": acts, "at": "2", "seen": str(one.seq), "do": "check"}
    shown = plain(one.post("amend/2", form).text)
    assert "New score" in shown
    assert "21" in shown


def test_ruling_corrects_hand_entered_step_by_step(phone):
    one = phone(golden("kaiser", 3))
    assert one.replay.hands[0].mode == "guided"
    sent = {"a.bidder": "2", "a.contract": "7", "a.trump": "D", "a.tricks": "2", "a.5H": "B",
            "a.3S": "A", "table": one.code, "hand": "1"}  # fmt: skip
    page = one.get("/referee/kaiser/worth", query_string=sent).text
    assert "+7 Omar & Quin: 2 tricks + 5 (5♥) = 7; bid 7, made" in plain(page)
    acts = unescape(match_in(r'name="acts" value="([^"]*)"', page)[1])
    form = {"acts": acts, "at": "1", "seen": str(one.seq), "do": "check"}
    shown = plain(one.post("amend/1", form).text)
    assert "Correct it" in shown
    assert ONE_MORE_ANSWER not in shown


def test_house_rule_is_decided_from_the_ruling(phone):
    one = phone(golden("carousel", 3))
    page = one.get(f"/referee/carousel/worth?table={one.code}&hand=2").text
    link = match_in(rf'href="(/t/{one.code}/readings/undercut_bonus[^"]*)"', page)[1]
    other = unescape(link) + "&other=25"
    assert "hand=2" in other
    assert "from=2" in other
    made = one.words(other)
    assert USE_THIS_RULE in made
    assert "from hand 2" in made
    assert "The whole evening" in made


@pytest.mark.parametrize(
    ("count", "points"), [("3", "+15"), ("4", "+14"), ("5", "+12"), ("6", "+10")]
)
def test_number_of_players_is_asked_without_table(phone, count, points):
    one, path = phone(), "/referee/shakespeares-dilemma/worth"
    first = one.words(path)
    assert "How many play?" in first.split("<button")[0]
    assert "Tricks" not in first
    tricks = ["0", points[1:], *["0"] * (int(count) - 2)]
    sent = {"count": count, "tricks": " ".join(tricks), "Galaxy Venus": "2", "Galaxy Saturn": "2"}
    sent |= {"widow": "nobody"} if count == "3" else {}
    one.get(path, query_string={f"a.{key}": text for key, text in sent.items()})
    assert f"North {points}" in one.words()


def test_ruling_without_table_names_assumed_house_rules(phone):
    words = phone().words("/referee/kaiser/bid?a.high=8&a.call=8&a.who=the+dealer")
    assert "By the standard rules:" in words


def test_a_ruling_names_sources_of_rule_and_variants(phone):
    words = phone().words("/referee/kaiser/bid?a.high=8&a.call=8&a.who=the+dealer")
    assert "Denexa Games, ten-game compilation, “Kaiser”. Rule KAI-P-BID" in words
    option = find("kaiser").rules.options["dealer_equal"]
    assert all(f"{each.words} {each.source}" in words for each in option.values)


def test_phase_is_asked_and_dealer_assumed(phone):
    one, path = phone(), "/referee/tribello/worth"
    assert "Which phase?" in one.words(path)
    sent = {"a.phase": "4", "a.dealer": "1", "a.tricks": "0 12 1"}
    words = plain(one.get(path, query_string=sent).text)
    assert "North +3, East −8, South +5." in words
    assert "Assumed: North dealt" in words
    words = plain(one.get(path, query_string=sent | {"a.dealer": "2"}).text)
    assert "North +6, East −9, South +3." in words
    assert "Assumed" not in words


def test_earlier_totals_are_assumed_and_can_be_typed(phone):
    one, path = phone(), "/referee/kaiser/worth"
    page = one.get(path).text
    assert "Assumed: all totals 0" in plain(page)
    assert page.count('class="pad"') == 1
    sent = {"bidder": "1", "contract": "7", "trump": "C", "tricks": "5", "5H": "A", "3S": "A"}
    sent = {f"a.{key}": text for key, text in sent.items()} | {"a.totals.0": "0"}
    page = one.get(path, query_string=sent | {"a.totals.1": "0"}).text
    assert "East & West +3" in plain(page)
    assert "Assumed: all totals 0" in plain(page)
    page = one.get(path, query_string=sent | {"a.totals.1": "46"}).text
    assert "East & West 0" in plain(page)
    assert "Assumed" not in plain(page)


@pytest.mark.parametrize(
    ("key", "words"),
    [("tribello", "The totals add up to −3"), ("panguingue", "3 chips are missing")],
)
def test_one_sided_agreed_points_are_pointed_out(phone, key, words):
    one = phone(golden(key, 2))
    sent = {"hand": "2", "side": "1", "points": "-3", "why": "revoke", "seen": str(one.seq)}
    assert words in plain(one.post("adjust", sent).text)


def test_packs_are_asked_singly_and_may_be_empty(phone):
    """Was that turn legal? asks for cards played, and for melds and jokers before and after."""
    one, fields, seen = phone(), {"a.count": "4"}, list[str]()
    tapped = {"played": "5H 5D 5C", "after": "5H 5D 5C"}
    for step in range(1, 6):
        sent = {**fields, "step": str(step)}
        page = one.get("/referee/carousel/turn", query_string=sent).text
        assert 'id="ruling"' not in page
        (pack,) = re.findall(r'data-list="([^"]+)"', page)
        seen.append(pack)
        fields |= dict(re.findall(r'name="([at]\.[^"]+)" value="([^"]+)"', page))
        fields["a.count"] = "4"
        fields |= {f"a.{pack}": text for key, text in tapped.items() if key == pack}
    assert len(set(seen)) == 5
    page = one.get("/referee/carousel/turn", query_string={**fields, "step": "5"}).text
    assert 'id="ruling"' in page
    assert "Yes: legal" in plain(page)


def test_the_open_question_is_named_and_linked(phone):
    one = phone()
    whole = one.words("/referee/kaiser/bid")
    assert "Still open" not in whole
    page = one.get("/referee/kaiser/bid?a.high=8&a.call=8").text
    target = match_in(r'<a class="tall" href="#([^"]+)">Who made it', page)[1]
    assert f'id="{target}"' in page
    assert "Still open: Who made it?" in plain(page)
    assert "Ask open: Who made it?" in plain(page)


def test_ruling_without_table_says_where_to_adopt_rules(phone):
    one, path = phone(), "/referee/kaiser/bid?a.high=8&a.call=8&a.who=the+dealer"
    assert "At a table you can adopt another of these house rules." in one.words(path)
    held = phone(Record.begin("kaiser", ["Ann", "Bo", "Cy", "Di"]))
    assert "At a table you can" not in held.words(f"{path}&table={held.code}")


def test_only_cards_of_the_meld_can_be_borrowed(phone):
    one, path = phone(), "/referee/panguingue/borrow_info"
    assert 'name="a.take' not in one.get(path).text
    page = one.get(f"{path}?a.meld=4H+5H+6H+7H").text
    offered = {*re.findall(r'value="add take\|([^"]+)"', page)}
    assert offered == {"4H", "5H", "6H", "7H"}
