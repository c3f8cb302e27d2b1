"""A known game is never changed; without one, a whole name in the question finds the game."""

from __future__ import annotations

import pytest

from companion.games import all_games, find
from companion.rules.search import Index, SearchResult
from tests.rules.talk import ASKED, SENTENCES

INDEX = Index(all_games().values())


def answer(words: str, game: str = "") -> SearchResult:
    return INDEX.answer(words, game)


def test_a_known_game_is_never_left():
    assert len(SENTENCES) == len({*SENTENCES}) >= 300
    assert {key for _, key in ASKED} == set(all_games())
    for words, key in ASKED:
        found = answer(words, key)
        assert (found.game, found.title) == (key, find(key).title), words
        assert {each.game.key for each in found.found} <= {key}, words


def test_ordinary_talk_offers_only_whole_game_titles():
    offered = {words: [game.title for game in answer(words, key).others] for words, key in ASKED}
    assert {words: titles for words, titles in offered.items() if titles} == {
        "what a dilemma": ["Dilemma"]
    }


def test_ordinary_talk_names_games_by_whole_names():
    named = {words: answer(words).game for words in SENTENCES}
    assert {words: game for words, game in named.items() if game} == {
        "what a dilemma": "dilemma",
        "can you pan someone": "panguingue",
        "I'd pan that hand, honestly": "panguingue",
        "it's just a big blooper of a hand": "back-alley",
        "Don has the five, I saw it": "nine-card-don",
        "he's a chaser, that one": "nine-card-don",
    }


@pytest.mark.parametrize(
    ("game", "words", "rules"),
    [
        ("kaiser", "who catches the 5", "KAI-5H"),
        ("kaiser", "did he catch the five of hearts", "KAI-5H"),
        ("leopard", "wait you get charged for going out?", "LEO-OUT"),
        ("scotch-whist", "theres 5 of us the deck doesnt divide", "SCW-DEAL SCW-R7"),
        ("scotch-whist", "theres 5 of us", "SCW-DEAL SCW-R7"),
        ("jo-jotte", "can i catch the jack with the nine", "JOJ-CARDS JOJ-RANK-TRUMP"),
        ("nine-card-don", "do i win if i catch the ace", "DON-TA"),
        ("panguingue", "he charged me 2 chips", "PAN-ANTE PAN-BUY PAN-R16"),
        ("back-alley", "cheater penalty", "BAL-R19"),
        ("kaiser", "he's cheating", "KAI-R17"),
        ("tribello", "he's cheating", "TRI-R13"),
        ("back-alley", "he's cheating", "BAL-R19"),
        ("tadmur", "is ace high or low", "TAD-PACK"),
    ],
)
def test_similar_game_names_stay_in_known_game(game, words, rules):
    found = answer(words, game)
    assert found.game == game
    assert {each.rule.id for each in found.found[:3]} & {*rules.split()}


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("is it scored like bridge", "jo-jotte"),
        ("can i have a trial hand", "leopard"),
        ("can you pan someone", "kaiser"),
        ("chaser", "kaiser"),
        ("welsh", "kaiser"),
    ],
)
def test_words_without_a_rule_stay_in_the_game(words, game):
    found = answer(words, game)
    assert (found.game, found.sure, found.weak, found.alone) == (game, False, True, False)
    assert {each.game.key for each in found.found} <= {game}


def test_other_game_is_offered_by_whole_title():
    for words, titles in {
        "is it as in Scotch Whist": ["Scotch Whist"],
        "is it as in SCOTCH-WHIST?": ["Scotch Whist"],
        "is it as in dealer's dilemma": ["Dealer’s Dilemma"],
        "in tres the second card is free": ["Très"],
        "is it as in scotch wist": [],
        "is it as in whist": [],
        "catch the ten": [],
        "chaser": [],
        "welsh": [],
        "can we play another game": [],
    }.items():
        found = answer(words, "kaiser")
        assert (found.game, [game.title for game in found.others]) == ("kaiser", titles), words
    assert not answer("who leads in kaiser", "kaiser").others


def test_answer_is_unsure_about_another_game():
    words = "how low must I be to knock"
    assert answer(words, "carousel").sure
    assert answer(f"{words} in Carousel", "carousel").sure
    found = answer(f"{words} in Leopard", "carousel")
    assert (found.found[0].rule.id, found.sure) == ("CAR-KNOCK", False)


@pytest.mark.parametrize("words", ["who wins", "how many points", "can ace be high or low"])
def test_another_game_package_answers_only_at_own_table(words):
    (own,) = [game for game in all_games().values() if game.named]
    everywhere = INDEX.answer(words, limit=1000).found
    assert everywhere
    assert own.key not in {each.game.key for each in everywhere}
    assert answer(own.title).game == answer(f"{words} in {own.title}").game == ""
    assert {each.game.key for each in answer("who wins", own.key).found} == {own.key}


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("how low to knock in carousel", "carousel"),
        ("Kizer lowest bid", "kaiser"),
        ("who deals in kaizer", "kaiser"),
        ("nine card don how many points", "nine-card-don"),
        ("9 card don how many points", "nine-card-don"),
        ("dealers dilema who bids first", "dealers-dilemma"),
        ("shakespear who gets the widow", "shakespeares-dilemma"),
        ("catch the ten: who leads", "scotch-whist"),
        ("scotch wist who leads", "scotch-whist"),
        ("tres who plays third", "tres"),
        ("in tadmore do I draw", "tadmur"),
    ],
)
def test_whole_name_is_searched_without_known_game(words, game):
    assert answer(words).game == game
    assert {found.game.key for found in answer(words).found} == {game}
    assert answer(words, "leopard").game == "leopard"


def test_words_resembling_a_name_choose_no_game():
    words = (
        "catch catches catching chase chased charge charged trial trillion tribe bridge street"
        " welsh whist bids counsel leonard timur katie kisses trade treat trace troikas pans dons"
        " joffrey panned chasers bloopers"
    )
    named = {word: answer(f"is it a {word}").game for word in words.split()}
    assert {word: game for word, game in named.items() if game} == {}


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("Kizer", "kaiser"), ("Kaiser", "kaiser"), ("what is kizer", "kaiser"),
        ("caroussel", "carousel"), ("scotch wist", "scotch-whist"), ("jojotte", "jo-jotte"),
        ("Pan", "panguingue"), ("shakespears dilema", "shakespeares-dilemma"),
    ],
)  # fmt: skip
def test_bare_game_name_finds_game_without_answer(words, game):
    for known in ("", game):
        found = answer(words, known)
        assert (found.game, found.alone, found.sure) == (game, True, False)
        assert not answer(f"{words} deal", known).alone


@pytest.mark.parametrize("words", ["who takes the trick", "can I change a card", "nine of trumps"])
def test_card_words_name_no_game(words):
    assert answer(words).game == ""


def test_bidding_above_trick_count_is_answered_no():
    ruling = INDEX.sheets["back-alley"].rules["BAL-R11"]
    assert ruling.title == "A contract above the number of tricks"
    assert ruling.text.startswith("One bid never is: nobody may bid more")
    found = answer("can i bid more than there are tricks", "back-alley").found
    assert found[0].rule.id == "BAL-P-BID"
    assert found[0].said
    assert found[0].said.answer.startswith("No.")


@pytest.mark.parametrize(
    "asked", ["Who wins trick 5H 3S", "who wins trick 5♥ 3♠", "5♥, 3♠: who wins trick?"]
)
def test_cards_of_a_trick_change_no_answer(asked):
    for key in ("", *all_games()):
        plain, found = (answer(words, key) for words in ("who wins trick", asked))
        assert [each.rule.id for each in found.found] == [each.rule.id for each in plain.found]
        assert found.sure == plain.sure
    assert answer(asked, "kaiser").found[0].rule.id == "KAI-P-TRICK"
    assert answer(asked, "tribello").found[0].rule.id == "TRI-P-TRICK"
    assert not answer(asked).sure


def test_cards_that_the_rules_name_are_searched():
    assert answer("may I lead the 5♥ or the 3♠", "kaiser").found[0].rule.id == "KAI-P-LEAD"
    assert answer("2♠ 3♠ 4♠", "panguingue").found


@pytest.mark.parametrize("key", sorted(all_games()))
def test_who_deals_next_leads_to_the_deal(key):
    assert "deal" in INDEX.find("who deals next", key)[0].rule.title.lower()
