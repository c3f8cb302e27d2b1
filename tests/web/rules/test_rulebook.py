"""Rules over HTTP: sheets, search, permanent addresses, the referee."""

from __future__ import annotations

import html
import re

import pytest

from companion.engine.expected import RULE_ID
from companion.engine.record import Record
from companion.games import all_games
from companion.rules.templates import rendered_drawing
from companion.rules.wording import under
from companion.store.clubs import RuleSets
from companion.web.rules.rulebook import examples_shown
from companion.web.rules.words import suits, unbroken
from tests.finding import match_in
from tests.web.phones import NAMES, plain

GAMES = list(all_games().values())


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.mark.parametrize("page", ["rules/{}", "rules?game={}", "referee/{}", "new/{}", "print/{}"])
def test_a_link_may_name_a_games_folder(client, page):
    found = client.get("/" + page.format("back_alley"))
    assert found.status_code == 200
    assert "Back Alley" in found.text
    assert "back_alley" not in found.text


def test_sheet_has_every_rule_and_opens_common_questions(client, game):
    """It folds ids and sources, relates rules both ways, and shows the game's drawing."""
    page, rules = client.get(f"/rules/{game.key}").text, game.rules.rules
    anchors = set(re.findall(r'<article[^>]* id="([^"]+)"', page))
    assert anchors == set(rules)
    linked = set(re.findall(rf'/rules/{game.key}#([\w-]+)"', page))
    assert {id for id in linked if RULE_ID.fullmatch(id)} <= anchors
    shown = examples_shown(game.key, tuple(game.rules.chosen({})))
    assert page.count('<details class="example"') == sum(len(each) for each in shown.values())
    assert shown

    for rule in rules.values():
        body = page[page.index(f'id="{rule.id}"') :]
        body = body[: body.index("</article>")]
        assert plain(under(game.rules).rules[rule.id].source or "no source") in plain(body), rule.id
        for id in (*rule.see, *(r.id for r in rules.values() if rule.id in r.see)):
            assert id not in rules or f'href="#{id}"' in body, (rule.id, id)

    asked = under(game.rules).rules.values()
    disputes = [rule.dispute for rule in asked if rule.dispute]
    if disputes:
        strangers = page.index("Agree before you play")
        assert strangers < page.index('class="part')
        opening = plain(page[strangers : page.index('id="about"')])
        assert all(plain(each.question.text) in opening for each in disputes)
    unfolded = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    assert [rule.id for rule in asked if f">{rule.id}<" in unfolded] == []

    assert page.count('<figure class="drawing">') == bool(game.drawing)
    if game.drawing:
        drawn = rendered_drawing(game.drawing, game.rules, game.rules.chosen({}))
        assert drawn.split("<desc>")[1].split("</desc>")[0] in page


def test_a_rules_lasting_address_leads_to_it(client):
    for game in GAMES:
        for id in game.rules.rules:
            response = client.get(f"/rule/{id.lower()}")
            assert response.headers["Location"] == f"/rules/{game.key}#{id}"
    assert client.get("/rule/NO-SUCH").status_code == 404


def test_search_marks_words_or_says_nothing_fits(client):
    page = client.get("/rules/kaiser?q=undertrick").text
    assert match_in(r"KAI-[A-Z0-9-]+", page[page.index('id="found"') :])[0] == "KAI-BROKEN"
    page = client.get("/rules/kaiser?q=is+the+bid+set").text
    found = page[page.index('id="found"') : page.index("</article>")]
    assert ("<mark>bid</mark>" in found, "<mark>the</mark>" in found) == (True, False)
    assert "<mark>" not in client.get("/rules/kaiser?q=amp+nbsp+mark+class").text.replace("&", "")
    page = client.get("/rules?q=%3Cb%3Exyzzyq").text
    assert "Nothing fits “&lt;b&gt;xyzzyq”" in page
    assert "<b>xyzzyq" not in page


def test_search_page_lists_recent_questions_and_games(client):
    for typed in ("how low", "how low must I be to knock"):
        client.get("/rules", query_string={"q": typed, "game": "carousel"})
    page = client.get("/rules").text
    assert re.findall(r'class="g">(.*?)</span>\s*<b>(.*?)</b>', page) == [
        ("Carousel", "How low must I be to knock")
    ]
    for key in all_games():
        (desk,) = re.findall(rf'href="(/rules\?[^"]*game={key})"', page)
        assert f'href="/rules/{key}' in client.get(html.unescape(desk)).text


def test_game_named_alone_leads_to_its_rules(client):
    page = client.get("/rules?q=Kizer").text
    assert "Nothing fits" not in page
    assert '<a href="/rules/kaiser"><b>Rules of Kaiser</b>' in page
    assert 'href="/referee/kaiser/' in page


def test_a_table_marks_what_it_plays_otherwise(client, store):
    record = Record.begin("kaiser", [*NAMES.values()], rules={"min_bid": "7"})
    stored = store.begin(record)
    page = client.get(f"/rules/kaiser?table={stored.code}").text
    assert "Your table changes 1 house rule;" in page
    first = match_in(r'<a href="#([A-Z0-9-]+)">Go to it', page)[1]
    assert f'rule-item here" id="{first}"' in page
    assert page.count("your rule") == 1
    assert "your rule" not in client.get("/rules/kaiser").text


def test_value_of_a_rule_leads_to_its_use(client, store):
    """Without a table, a new game gets the shown rules."""
    stored = store.begin(Record.begin("kaiser", [*NAMES.values()]))
    page = client.get(f"/rules/kaiser?table={stored.code}").text
    assert "show the rules with this" not in page
    links = re.findall(r'href="(/t/[^"]*)">Use this rule', page)
    (link,) = [each for each in links if "/all_pass?value=dealer" in each]
    use = client.get(link.replace("&amp;", "&"))
    assert re.search(r'name="value" value="dealer\w*"\s+checked', use.text)
    page = client.get("/rules/kaiser?rule.target=62").text
    assert "your rule" not in page
    assert "shown here" in page
    (new,) = re.findall(r'class="bt go" href="([^"]*)"', page)
    assert 'name="rule.target" value="62"' in client.get(new).text


def test_sheet_of_any_house_rules_has_address(client, store):
    page = client.get("/rules/kaiser?rule.target=62&rule.failed_contract=bid_amount").text
    assert "These are the rules with 2 house rules;" in page
    gone = re.findall(r"<del>(.*?)</del>", page, re.DOTALL)
    assert any("They lose the points they took." in " ".join(each.split()) for each in gone)
    assert re.search('<b class="here">here</b> .*<strong>62</strong> or more has won', page)
    played = re.sub(r"<del>.*?</del>", "", page, flags=re.DOTALL)
    assert "52</strong> or more" not in played
    assert 'name="rule.target" value="62"' in page  # a search stays with them
    kept = RuleSets(store).keep("kaiser", "Long game", {"target": "62"})
    own = client.get(f"/rules/kaiser?set={kept.id}").text
    assert re.search('<b class="here">here</b> .*<strong>62</strong>', own)
    assert 'class="here"' not in client.get("/rules/kaiser").text
    assert client.get("/rules/kaiser?rule.target=9").status_code == 404
    assert client.get("/rules/kaiser?set=NOSUCH").status_code == 404


def test_search_and_why_follow_rules_in_force(client, store):
    record = Record.begin("kaiser", [*NAMES.values()], rules={"defender_limit": "46"})
    code = store.begin(record).code
    found = client.get(f"/rules/kaiser?table={code}&q=KAI-LIMIT").text
    assert "Defenders over 46" in found[found.index('id="found"') :]
    assert "Defenders over 45" not in found
    assert "Defenders over 46" in client.get(f"/rules?table={code}&q=frozen").text
    assert "Defenders over 45" in client.get("/rules?q=frozen").text


def test_examples_are_shown_as_they_come_out_here(client):
    standard = client.get("/rules/kaiser").text
    bid = client.get("/rules/kaiser?rule.failed_contract=bid_amount").text
    assert "the points taken are lost" in standard
    assert "the points taken are lost" not in bid
    assert "the bid of 9 is lost" in bid
    assert "Nell deals. Omar bids 7, Quin 7 no-trump" in standard  # of the teaching example


def test_ruling_address_gives_same_ruling_again(client):
    url = "/referee/kaiser/trick?a.trump=H&a.leader=1&a.cards=AS+3S+5H+KS"
    page = client.get(url).text
    assert "South wins with the" in page
    link = match_in(r'href="([^"]+)">Link to this ruling', page)[1]
    assert "South wins with the" in client.get(html.unescape(link)).text


def test_ruling_shows_answer_question_then_rule(client, store):
    code = store.begin(Record.begin("kaiser", [*NAMES.values()])).code
    asked = f"/referee/kaiser/bid?table={code}&a.high=8&a.call=8&a.who=the dealer"
    page = client.get(asked).text
    main = page[page.index("<main") :]
    parts = ("Yes: the dealer takes 8", "Was that bid legal?", 'name="a.call"', "The rule</h2>")
    places = [main.index(part) for part in parts]
    assert places == sorted(places)
    quoted = main[places[-1] :]
    assert "<h3>The bids</h3><p>Each player has <em>one</em> turn" in quoted
    assert f'href="/rules/kaiser?table={code}#KAI-P-BID">Rule KAI-P-BID</a>' in quoted
    assert "your table plays this" in quoted
    link = match_in(rf'<a class="tall" href="(/t/{code}/readings/[^"]*)">Use this rule', quoted)[1]
    assert "from=1" in link
    assert "Dealer may equal" in plain(client.get(html.unescape(link)).text)
    assert re.search(rf'<a class="bt go" href="/t/{code}">.*bid or pass', quoted)
    open_yet = client.get("/referee/kaiser/bid?a.high=8").text
    assert "The rule</h2>" not in open_yet
    assert open_yet.index("<h1") < open_yet.index("Was that bid legal?</h1>")


def test_what_the_running_hand_knows_is_filled_in(scorer):
    scorer.play({"bid 2": "7", "bid 3": "pass", "bid 4": "pass", "bid 1": "pass", "trump": "H"})
    page = scorer.get(f"/referee/kaiser/trick?table={scorer.code}").text
    for value in ("H", "2"):
        assert re.search(rf'value="{value}" checked', page)
    assert "Filled in from the running hand: trump, who led" in page


def test_impossible_card_is_refused_beside_its_entry(client):
    page = client.get("/referee/kaiser/trick?a.trump=H&a.leader=1&a.cards=AS+7S+5H+KS").text
    assert "is not in the pack" in page


def test_drawing_follows_the_house_rules(client):
    assert "five spaces</text>" in client.get("/rules/tadmur?rule.spaces=5").text


@pytest.mark.parametrize(
    ("text", "coloured"),
    [
        ("7♥ beats 10♦", ["h 7♥", "d 10♦"]),
        ("A-2-3♠ pays", ["s A-2-3♠"]),
        ("a rope 6-7-J♣", ["cl 6-7-J♣"]),
        ("at 27-3♠ stays apart", ["s 3♠"]),
    ],
)
def test_cards_and_runs_have_their_suit_colour(text: str, coloured: list[str]):
    found = re.findall(r'<span class="(\w+) nb">([^<]*)</span>', suits(text))
    assert [f"{kind} {cards}".replace("\ufe0e", "") for kind, cards in found] == coloured


def test_answer_is_large_only_when_clearly_ahead(client):
    sure = client.get("/rules?q=how+low+to+knock+in+carousel").text
    assert 'class="hit"' in sure
    assert "Related rules" in sure
    unsure = plain(client.get("/rules?q=what+is+the+ten+worth").text)
    assert "Which of these?" in unsure
    assert "more" in unsure
    page = client.get("/rules?q=what+is+the+ten+worth").text
    assert 'class="hit"' not in page
    assert len(re.findall('<span class="g">', page[: page.index("<details")])) == 3


def test_answer_of_one_word_is_large(scorer):
    page = scorer.get(f"/t/{scorer.code}/disputed?q=can+the+dealer+steal+the+bid").text
    assert '<h2 class="answer short">Yes</h2>' in page
    assert "<p><b>Saying the same bid is enough.</b></p>" in page


def test_scorer_can_redeal_when_no_rule_is_found(scorer, phone):
    """A watching phone only reads that there is none."""
    place = f"/t/{scorer.code}/disputed?q=zebra+bicycle"
    found, watching = scorer.get(place), phone().get(place)
    for reply in (found, watching):
        assert "No rule about this" in reply.text
    redeal = f'href="/t/{scorer.code}/more"'
    assert redeal in found.text
    assert redeal not in watching.text
    assert "The table decides" not in watching.text


def test_number_and_its_word_stay_on_one_line():
    assert unbroken("7 no") == '<span class="nb">7 no</span>'
    assert unbroken("10 trumps") == '<span class="nb">10 trumps</span>'
    assert unbroken("go on") == "go on"
