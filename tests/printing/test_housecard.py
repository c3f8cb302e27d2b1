"""The house card and the questions behind a blank sheet."""

import re
from contextlib import suppress

import pikepdf
import pytest

from companion.games import find
from companion.printing import PrintSettings, build
from companion.printing.housecard import MOST, agreements, ticks
from companion.printing.people import party
from companion.printing.text import sentence
from companion.questions import Refused
from companion.testing.evenings import houses
from tests.printing.papers import GAMES, boldest, on_paper, runs


def changed(game):
    """One option on another value than the standard one."""
    option = next(o for o in game.rules.options.values() if len(o.values) > 1)
    other = next(value.key for value in option.values if value.key != option.default)
    return option, other


def test_club_changes_come_first_beside_the_standard(game):
    option, other = changed(game)
    first, *rest = agreements(party(game, rules={option.key: other}))
    assert (first.title, first.mine) == (option.title, True)
    assert option.value(other).words in first.words or not first.words[0].islower()
    assert first.words.endswith((".", "!", "?"))
    assert first.standard == option.value(option.default).words
    assert not any(each.mine for each in rest)
    assert len(rest) < MOST


def test_card_answers_only_its_own_questions(game):
    options = {option.title: option for option in game.rules.options.values()}
    for rules in houses(game).values():
        for each in agreements(party(game, rules=rules)):
            # The text of an option answers its title, which is above it.
            first = options[each.title.partition(";")[0]]  # rules with the same words are one
            own = {sentence(value.words) for value in first.values}
            assert each.words in own or not re.match("(Yes|No|Here|We play)[:;,]", each.words)


def test_rules_with_same_words_are_one():
    rules = {"min_bid": "5", "eleven": "no"}
    (mine,) = [each for each in agreements(party(find("kaiser"), rules=rules)) if each.mine]
    assert mine.title == "Lowest bid; bids of 11"
    assert mine.words == "The lowest bid is 5, and nobody bids 11."
    assert mine.standard == "six; allowed"


@pytest.mark.parametrize("landscape", [False, True])
def test_ticks_begin_with_the_standard_answer(game, landscape):
    found = ticks(party(game), landscape)
    options = {option.title: option for option in game.rules.options.values()}
    for tick in found:
        option = options[tick.question]
        assert tick.answers[0] == option.value(option.default).words
    asked = [bool(options[tick.question].ask) for tick in found]
    assert asked == sorted(asked, reverse=True)
    option, other = changed(game)
    (mine,) = [tick for tick in ticks(party(game, rules={option.key: other}), False) if tick.here]
    assert (mine.question, mine.answers[0]) == (option.title, option.value(other).words)
    assert mine.answers[1:].count(f"{option.value(option.default).words} (standard)") == 1
    assert len(set(mine.answers)) == len(mine.answers)


def test_ticks_are_what_players_can_agree_on(game):
    """Each answer has the words of the sheet of a table that plays so."""
    for count in game.players:
        with suppress(Refused):
            who = party(game, seats=count)
            for tick in ticks(who, landscape=True):
                (key,) = (o.key for o in game.rules.options.values() if o.title == tick.question)
                told = set()
                for value in game.rules.options[key].values:
                    with suppress(Refused):
                        so = party(game, seats=count, rules={key: value.key})
                        told.add(so.options[key].value(value.key).words)
                answers = {a.removesuffix(" (standard)") for a in tick.answers}
                assert {a for a in answers if not a.endswith(": ")} == told, (count, key)


def test_unticked_sheet_plays_its_printed_rules():
    game = find("kaiser")
    bodies = [build("sheet", game, rules=rules).body for rules in ({}, {"target": "104"})]
    said = [body.partition("first one holds: it is ")[2].partition(".")[0] for body in bodies]
    assert said == ["the standard rule", "what this table plays"]


@pytest.mark.kinds
@on_paper
def test_all_house_rules_are_named_and_uncut(printed, game):
    rules = boldest(game)
    chosen = game.rules.chosen(rules)
    paper = printed(build("sheet", game, settings=PrintSettings(paper="letter"), rules=rules))
    assert paper.complaints() == []
    text = " ".join(" ".join(paper.page_texts).split())
    meant = [option for option in game.rules.options.values() if option.meant(chosen)]
    assert [o.key for o in meant if o.key in rules and f"{o.title}:" not in text] == []
    assert min(paper.filled) > 0.2


def test_changed_rules_have_sentences_others_one_line():
    html = build("house-card", find("kaiser"), rules={"failed_contract": "bid_amount"}).body
    assert '<p class="rule">Going down costs the bid, doubled in no-trump.</p>' in html
    assert '<p class="std">Going down costs</p>' in html
    assert '<p class="std">elsewhere: the points taken</p>' in html
    assert "All else as in the rule sheet, version" in html
    assert "tick" not in html
    assert "□" not in html
    assert "We play the standard rules." in build("house-card", find("kaiser")).body


def test_card_shows_club_date_and_rules_code():
    settings = PrintSettings(
        club="Thursday <Club>", date="22 November 2026", url="http://x.example/sets/AB"
    )
    html = build("house-card", GAMES[0], settings=settings).body
    assert "Thursday &lt;Club&gt;" in html
    assert "22 November 2026" in html
    assert "QR code: http://x.example/sets/AB" in html


@pytest.mark.kinds
@on_paper
def test_a_house_card_is_one_page(printed, game):
    option, other = changed(game)
    paper = printed(build("house-card", game, rules={option.key: other}))
    assert (paper.pages, paper.complaints()) == (1, [])
    assert paper.filled[0] > 0.9


SEVEN = {"overtrick_value": "0", "max_plain_bid": "hand_size_minus_1", "partners": "solo",
         "board_may_lead_trump": "yes", "trump_source": "spades", "board_levels": "quintuple",
         "little_blooper": "plain"}  # fmt: skip


@on_paper
@pytest.mark.parametrize(
    ("key", "rules"), [("scotch-whist", {"partners": "three_sides"}), ("back-alley", SEVEN)]
)
def test_house_card_lines_keep_clear_of_text(printed, key, rules):
    """A line of text fills its width nearly: WeasyPrint may count one line too few."""
    assert printed(build("house-card", find(key), rules=rules)).complaints() == []


@pytest.mark.kinds("kaiser")
@on_paper
def test_house_card_of_many_rules_is_readable(printed, game):
    """All of them are above the lines to sign on, in type of 7 points and more."""
    rules = houses(game)["all otherwise, 1"]
    some = dict([*rules.items()][:4])
    for chosen in (rules, some):
        settings = PrintSettings(
            club="The Thursday Club", url="https://c.example.org/new", paper="letter"
        )
        paper = printed(build("house-card", game, rules=chosen, settings=settings))
        assert (paper.pages, paper.complaints(), paper.covered()) == (1, [], [])
        with pikepdf.open(paper.file) as pdf:
            assert min(size for size, text in runs(pdf.pages[0]) if text.strip()) > 6.99


def test_house_card_type_is_as_large_as_fits():
    def size(many):
        rules = dict([*houses(find("kaiser"))["all otherwise, 1"].items()][:many])
        return re.findall(
            'class="suits-two ?(.*?)"', build("house-card", find("kaiser"), rules=rules).body
        )[0]

    assert [size(many) for many in (1, 2, 6, 10, 99)] == [
        "few",
        "few",
        "close",
        "small",
        "tight",
    ]
    drawn = build("house-card", find("kaiser"), rules={"target": "62", "first_lead": "bid_winner"})
    assert '<div class="low drawn">' in drawn.body
