"""The referee's pages: what is answered leads on to the next questions, and then to a ruling."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.desk.examples import run
from companion.engine.enquiry import COUNT
from companion.engine.game import Enquiry, Game, Ruling
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games import shelf
from companion.questions import Choice, Question
from companion.store import Store, Stored
from companion.words import signed
from tests.web.phones import Phone, plain

FEW, DRAWS = 20, 60
"""Random answers at most, until some can stand together; few beside a given first one."""


def firsts(question: Question) -> list[str]:
    """First answers worth trying: each of a choice, one of anything else."""
    if isinstance(question, Choice):
        return [each.text for each in question.answers if not each.refusal and not each.hidden]
    return [""]


def answered(
    game: Game, enquiry: Enquiry, first: Mapping[str, str], chance: random.Random
) -> dict[str, str]:
    """Answers that lead from a first one to a ruling."""
    for _ in range(FEW if first else DRAWS):
        answers: dict[str, str] = {}
        _, found = game.enquire(enquiry, answers, asks_size=True)
        while not isinstance(found, Ruling) and not found.problems:
            keys = {question.key for question in found.page}
            meant = {key: text for key, text in first.items() if key in keys}
            answers |= {**found.sample(chance.randrange), **meant}
            _, found = game.enquire(enquiry, answers, asks_size=True)
        if isinstance(found, Ruling):
            return answers
    for example in game.rules.examples if not first else ():
        if (example.kind, example.name) == ("ask", enquiry.key):
            ran = run(game, example)
            answers = {each.question.key: each.text for each in ran.asked}
            answers = {**size(game, enquiry, "4"), **answers}
            if isinstance(game.enquire(enquiry, answers, asks_size=True)[1], Ruling):
                return answers
    raise AssertionError(f"{game.key}, {enquiry.key}: no answers beside {first} lead to a ruling")


def size(game: Game, enquiry: Enquiry, wished: str) -> dict[str, str]:
    """How many play, if the enquiry asks that."""
    _, page = game.enquire(enquiry, {}, asks_size=True)
    if isinstance(page, Ruling) or page.page[0].key != COUNT:
        return {}
    return {COUNT: wished if wished in firsts(page.page[0]) else firsts(page.page[0])[0]}


def beginnings(game: Game, enquiry: Enquiry) -> Iterator[dict[str, str]]:
    """Every first answer, at every number of players that it is asked for."""
    _, page = game.enquire(enquiry, {}, asks_size=True)
    if isinstance(page, Ruling):
        return
    sizes: list[dict[str, str]] = [{}]
    if page.page[0].key == COUNT:
        sizes = [{COUNT: text} for text in firsts(page.page[0])]
    for seated in sizes:
        _, page = game.enquire(enquiry, seated, asks_size=True)
        if isinstance(page, Ruling):
            yield seated
            continue
        question = page.page[0]
        for text in firsts(question):
            yield {**seated, **({question.key: text} if text else {})}


def ways(game: Game) -> Iterator[tuple[Enquiry, dict[str, str], str]]:
    """Every enquiry from every first answer, and the ruling it comes to."""
    for enquiry in game.enquiries:
        chance = random.Random(f"{game.key} {enquiry.key}")
        for first in beginnings(game, enquiry):
            try:
                answers = answered(game, enquiry, first, chance)
            except AssertionError:
                if first:
                    continue  # nothing fits beside that answer: the form refuses it in words
                raise
            _, ruling = game.enquire(enquiry, answers, asks_size=True)
            assert isinstance(ruling, Ruling)
            yield enquiry, answers, ruling.answer


def test_every_enquiry_reaches_its_ruling_through_its_page(app, game: Game) -> None:
    ruled, client = set(), app.test_client()
    for enquiry, answers, words in ways(game):
        sent = {f"a.{key}": text for key, text in answers.items()}
        page = client.get(f"/referee/{game.key}/{enquiry.key}", query_string=sent).text
        assert 'id="ruling"' in page, (enquiry.key, answers)
        assert plain(words.split(".")[0]) in plain(page)
        ruled.add(enquiry.key)
    asking = [e for e in game.enquiries if any(True for _ in beginnings(game, e))]
    assert {each.key for each in asking} - ruled == set()


def test_the_terminal_comes_to_the_same_rulings(game: Game) -> None:
    runner = CliRunner()
    for enquiry, answers, words in ways(game):
        typed = [f"{key}={text}" for key, text in answers.items()]
        said = runner.invoke(main, ["ask", game.key, enquiry.key, *typed, "--json"])
        assert json.loads(said.stdout)["answer"] == words, (enquiry.key, typed, said.stderr)


# -- a scored hand ---------------------------------------------------------------------------------


def begun(store: Store, game: Game) -> Stored:
    """A table of the game with the first hands of its recorded evening."""
    record = Transcript.read(game.file("evening.txt"), game.key).record
    return store.begin(Record(record.game, record.head, record.hands[:3]))


def test_a_scored_hand_is_ruled_beside_what_is_written(
    store: Store, phone: Callable[[], Phone], game: Game
) -> None:
    table = begun(store, game)
    one = phone()
    one.get(f"/t/{table.code}/score/{table.key}", follow_redirects=True)
    replay = game.replay(table.record)
    for hand in replay.hands[:2]:
        if not hand.over or hand.void:
            continue
        one.get(f"/t/{table.code}/disputed?hand={hand.number}")
        link = f"/referee/{game.key}/worth?table={table.code}&hand={hand.number}"
        assert link in one.page.links
        page = plain(one.get(link).text)
        assert "What is written is right." in page
        assert f"Written, {replay.word} {hand.number}" in page
        for side in hand.table.sides:
            assert f"{side} {signed(hand.brought(side))}" in page
        assert "How many play?" not in page


def test_a_ruling_that_differs_corrects_the_hand(store: Store, phone: Callable[[], Phone]) -> None:
    table = begun(store, shelf()["carousel"])
    one = phone()
    one.get(f"/t/{table.code}/score/{table.key}", follow_redirects=True)
    hand = shelf()["carousel"].replay(table.record).hands[1]
    known = hand.known | {asked.question.key: asked.text for asked in hand.asked}
    left = known["deadwood"].replace("22", "21")
    assert left != known["deadwood"]
    sent = {"a.knocker": known["knocker"], "a.deadwood": left, "table": table.code, "hand": "2"}
    page = one.get("/referee/carousel/worth", query_string=sent).text
    assert "What is written is right." not in plain(page)
    acts = html.unescape(re.search(r'name="acts" value="([^"]*)"', page)[1])  # type: ignore[index]
    shown = one.post(
        f"/t/{table.code}/amend/2",
        {"acts": acts, "at": "2", "seen": str(table.seq), "do": "check"},
    ).text
    assert "Then it stands" in plain(shown)
    assert "21" in plain(shown)


def test_a_house_rule_is_decided_from_the_ruling_on(
    store: Store, phone: Callable[[], Phone]
) -> None:
    table = begun(store, shelf()["carousel"])
    one = phone()
    one.get(f"/t/{table.code}/score/{table.key}", follow_redirects=True)
    page = one.get(f"/referee/carousel/worth?table={table.code}&hand=2").text
    link = re.search(rf'href="(/t/{table.code}/readings/undercut_bonus[^"]*)"', page)
    assert link
    other = html.unescape(link[1]) + "&other=25"
    assert "hand=2" in other
    assert "from=2" in other
    made = plain(one.get(other).text)
    assert "We play it so" in made
    assert "from hand 2" in made
    assert "The whole evening" in made


@pytest.mark.parametrize(
    ("count", "points"), [("3", "+15"), ("4", "+14"), ("5", "+12"), ("6", "+10")]
)
def test_without_a_table_it_is_asked_how_many_play(app, count: str, points: str) -> None:
    client, path = app.test_client(), "/referee/shakespeares-dilemma/worth"
    first = plain(client.get(path).text)
    assert "How many play?" in first.split("<button")[0]
    assert "Tricks" not in first
    tricks = ["0", points[1:], *["0"] * (int(count) - 2)]
    sent = {"count": count, "tricks": " ".join(tricks), "Galaxy Venus": "2", "Galaxy Saturn": "2"}
    sent |= {"widow": "nobody"} if count == "3" else {}
    sent = {f"a.{key}": text for key, text in sent.items()}
    page = plain(client.get(path, query_string=sent).text)
    assert f"North {points}" in page, page[:600]


def test_the_ruling_without_a_table_names_the_house_rules_it_assumed(app) -> None:
    sent = {"a.high": "8", "a.call": "8", "a.who": "the dealer"}
    page = plain(app.test_client().get("/referee/kaiser/bid", query_string=sent).text)
    assert "By the standard rules:" in page


@pytest.mark.parametrize(
    ("key", "words"),
    [("tribello", "The totals add up to −3"), ("panguingue", "3 chips are missing")],
)
def test_half_of_agreed_points_is_named_where_it_is_entered(
    store: Store, phone: Callable[[], Phone], key: str, words: str
) -> None:
    game = shelf()[key]
    record = Transcript.read(game.file("evening.txt"), key).record
    table = store.begin(Record(record.game, record.head, record.hands[:2]))
    one = phone()
    one.get(f"/t/{table.code}/score/{table.key}", follow_redirects=True)
    sent = {"hand": "2", "side": "1", "points": "-3", "why": "revoke", "seen": str(table.seq)}
    shown = plain(one.post(f"/t/{table.code}/adjust", sent).text)
    assert words in shown, shown[:800]


def test_many_packs_are_asked_a_screen_each_and_one_left_empty_is_an_answer(app) -> None:
    """Was that turn legal? asks for cards played, and for melds and jokers before and after."""
    client, fields, seen = app.test_client(), {"a.count": "4"}, list[str]()
    tapped = {"played": "5H 5D 5C", "after": "5H 5D 5C"}
    for step in range(1, 6):
        sent = {**fields, "step": str(step)}
        page = client.get("/referee/carousel/turn", query_string=sent).text
        assert 'id="ruling"' not in page
        (pack,) = re.findall(r'data-list="([^"]+)"', page)
        seen.append(pack)
        fields |= dict(re.findall(r'name="([at]\.[^"]+)" value="([^"]+)"', page))
        fields["a.count"] = "4"
        fields |= {f"a.{pack}": text for key, text in tapped.items() if key == pack}
    assert len(set(seen)) == 5
    page = client.get("/referee/carousel/turn", query_string={**fields, "step": "5"}).text
    assert 'id="ruling"' in page
    assert "Yes: legal" in plain(page)


@pytest.mark.parametrize(
    ("old", "answers"),
    [
        ("tribello/worth", {"phase": "1", "dealer": "1", "who": "2", "tricks": "7"}),
        ("back-alley/worth", {COUNT: "4", "cards": "6", "contract": "double board", "tricks": "6"}),
        ("leopard/worth", {"square": "DCDCDHCHS"}),
    ],
)
def test_an_old_link_to_a_ruling_leads_to_it(app, old: str, answers: dict[str, str]) -> None:
    """These enquiries made room for "What does this hand score?"."""
    query = {f"a.{key}": text for key, text in answers.items()}
    page = app.test_client().get(f"/referee/{old}", query_string=query, follow_redirects=True).text
    assert 'id="ruling"' in page
    assert "What does this hand score" not in plain(page)
