"""What players typed in a dispute, and the rule that settles it: first at the table, and from home.

The words are those of real players, slips and all. From home the game is chosen, named in the
query or remembered; otherwise the rule is among the first three, if the words belong to one
game.
"""

from __future__ import annotations

import pytest

from companion.games import all_games, find
from companion.rules.search import Found, Index
from companion.rules.wording import under
from tests.texts import UNLESS_YOU_DEAL

AT_THE_TABLE = [
    ("kaiser", "does the three of spades count against us if we are frozen?", "KAI-LIMIT"),
    ("kaiser", "can I bid the same?", "KAI-P-BID"),
    ("kaiser", "can the dealer steal the bid", "KAI-P-BID"),
    ("kaiser", "no trump beats same number", "KAI-P-BID"),
    ("kaiser", "we play eight hands", "KAI-HANDS"),
    ("kaiser", "how many hands do we play", "KAI-HANDS"),
    ("panguingue", "who pays when he lays off on the second hand?", "PAN-R4"),
    ("panguingue", "is a run of A-2-3 worth more in spades?", "PAN-ROPE-LOW"),
    ("panguingue", "do dropped players pay for conditions", "PAN-R4"),
    ("scotch-whist", "two players reach 41 same hand who wins", "SCW-ORDER"),
    ("scotch-whist", "must I trump if I cant follow", "SCW-FOLLOW"),
    ("carousel", "can I knock when someone else has same points", "CAR-UNDERCUT"),
    ("carousel", "can i take the joker", "CAR-JOKER-SWAP"),
    ("leopard", "can I cover his king", "LEO-R16 LEO-R5 LEO-KING"),
    ("tadmur", "he denied my right guess", "TAD-R10"),
    ("tadmur", "can I guess when one space left tadmur", "TAD-FREEZE"),
    ("dilemma", "what if nobody has the fourth suit", "DIL-R6"),
    ("dealers-dilemma", "can I bid zero with a ten", "DD-BIDS"),
    ("shakespeares-dilemma", "I took nothing do I lose points", "SHK-NONE"),
    ("tres", "does the two of trump beat the ace", "TRES-WINTRICK"),
    ("tres", "both void in suit", "TRES-REPLY"),
    ("jo-jotte", "does belote count if declarer goes down", "JOJ-JOTTE"),
    ("jo-jotte", "who scores when both have same run", "JOJ-R6"),
    ("nine-card-don", "is the five of trumps worth five or ten", "DON-T5"),
    ("nine-card-don", "both sides reach 121", "DON-121"),
    ("back-alley", "do overtricks count when set", "BAL-SET"),
    ("back-alley", "can i double my partners board", "BAL-P-BID"),
    ("tribello", "negative quota, do we exchange", "TRI-P-DRAW"),
]
"""Whole questions: game, as typed, the rules that may be first."""

WORDS = [
    ("kaiser", "kozyr", "KAI-P-TRUMP"),
    ("kaiser", "козир", "KAI-P-TRUMP"),
    ("kaiser", "treys", "KAI-3S"),
    ("kaiser", "going in the hole", "KAI-BROKEN"),
    ("kaiser", "forced bid", "KAI-R1"),
    ("kaiser", "shoot the moon", "KAI-R21"),
    ("back-alley", "shoot the moon", "BAL-BOARD"),
    ("jo-jotte", "shoot the moon", "JOJ-SLAM"),
    ("panguingue", "condishun", "PAN-VALLE PAN-NONE PAN-OUT-AGAIN PAN-R10 PAN-R11"),
    ("panguingue", "comoquer", "PAN-SPREAD"),
    ("panguingue", "empujar", "PAN-FORCE"),
    ("panguingue", "hitting", "PAN-FORCE"),
    ("jo-jotte", "dix de der", "JOJ-LAST10"),
    ("jo-jotte", "menel", "JOJ-RANK-TRUMP"),
    ("kaiser", "trhee of spade", "KAI-3S KAI-LIMIT"),
    ("kaiser", "frozn", "KAI-LIMIT"),
    ("kaiser", "kai-made", "KAI-MADE"),
    ("kaiser", "who starts", "KAI-P-LEAD"),
    ("kaiser", "renege", "KAI-R17"),
    ("kaiser", "undertrick", "KAI-BROKEN"),
    ("kaiser", "tie", "KAI-TIE"),
    ("kaiser", "dealer equl", "KAI-P-BID"),
    ("kaiser", "seven of hearts", "KAI-P-PACK"),
    ("kaiser", "what happens if everybody passes", "KAI-ALLPASS"),
    ("jo-jotte", "belotte", "JOJ-JOTTE"),
    ("kaiser", "reneg", "KAI-P-FOLLOW KAI-R17"),
    ("panguingue", "valley", "PAN-VALLE"),
    ("jo-jotte", "atout", "JOJ-BID"),
    ("kaiser", "no-trump", "KAI-NT"),
    ("kaiser", "NT", "KAI-NT"),
    ("jo-jotte", "tierce", "JOJ-RUN3"),
    ("jo-jotte", "capot", "JOJ-SLAM-LUCKY"),
    ("panguingue", "fold", "PAN-DROP"),
    ("panguingue", "tops", "PAN-ANTE"),
    ("panguingue", "stringer", "PAN-ROPE"),
    ("jo-jotte", "misere", "JOJ-NULLO"),
    ("carousel", "wild card", "CAR-JOKER"),
    ("scotch-whist", "catch the ten", "SCW-TEN"),
]
"""Ids, and a few words: foreign, misheard, mistyped, or from another table."""

TRICK_WINS = "KAI-P-TRICK BAL-P-TRICK DON-P-TRICK TRI-P-TRICK SCW-WINTRICK DD-TRICK JOJ-WINTRICK"
ANY_GAME = [
    (query, rules)
    for _, query, rules in AT_THE_TABLE
    # Following suit, and trumping, is the same in nine games.
    if query != "must I trump if I cant follow"
] + [
    ("who wins trick if nobody plays trump", TRICK_WINS),
    ("shoot the moon", "KAI-R21 BAL-BOARD JOJ-SLAM SHK-NONE"),
    ("treys", "KAI-3S"),
    ("comoquer", "PAN-SPREAD"),
    ("empujar", "PAN-FORCE"),
    ("hitting", "PAN-FORCE"),
    ("belotte", "JOJ-JOTTE"),
    ("tierce", "JOJ-RUN3"),
    ("frozn", "KAI-LIMIT TAD-FREEZE"),
    ("going in the hole", "KAI-BROKEN"),
    ("kozyr", "JOJ-BID KAI-P-TRUMP"),
]

ANSWERS = [
    ("kaiser", "can I bid the same?", UNLESS_YOU_DEAL),
    ("kaiser", "no trump beats same number", "Yes."),
    ("kaiser", "does the three of spades count against us if we are frozen?", "Yes, if"),
    ("panguingue", "do dropped players pay for conditions", "No."),
    ("panguingue", "who pays when he lays off on the second hand?", "Every other player still in."),
    ("panguingue", "is a run of A-2-3 worth more in spades?", "Yes: 2"),
    ("carousel", "can I knock when someone else has same points", "Yes, but you lose"),
    ("dealers-dilemma", "can I bid zero with a ten", "Yes."),
    ("shakespeares-dilemma", "I took nothing do I lose points", "No."),
    ("tres", "does the two of trump beat the ace", "Yes, the ace of any other suit."),
    ("jo-jotte", "does belote count if declarer goes down", "Yes."),
    ("nine-card-don", "is the five of trumps worth five or ten", "Ten."),
    ("back-alley", "do overtricks count when set", "No."),
    ("back-alley", "can i double my partners board", "Yes."),
    ("tadmur", "can I guess when one space left tadmur", "No."),
    ("leopard", "can I cover his king", ("No.", "Yes.")),
]
"""The first words of the answer."""


@pytest.fixture(scope="module")
def index():
    return Index(all_games().values())


def ids(found: list[Found]) -> list[str]:
    return [each.rule.id for each in found]


@pytest.mark.parametrize(("game", "query", "rules"), AT_THE_TABLE + WORDS)
def test_right_rule_is_first_with_game_chosen(index, game, query, rules):
    assert ids(index.find(query, game))[0] in rules.split()


@pytest.mark.parametrize(("game", "query", "rules"), AT_THE_TABLE)
def test_right_rule_is_first_with_game_named(index, game, query, rules):
    assert ids(index.find(f"{find(game).title} {query}"))[0] in rules.split()


@pytest.mark.parametrize(("query", "rules"), ANY_GAME)
def test_right_rule_is_among_three_without_game(index, query, rules):
    assert set(ids(index.find(query))[:3]) & set(rules.split())


@pytest.mark.parametrize(("game", "query", "opens"), ANSWERS)
def test_the_answer_opens_with_yes_or_no(index, game, query, opens):
    said = index.find(query, game)[0].said
    assert said is not None
    assert said.answer.startswith(opens)


@pytest.mark.parametrize(
    "query", ["", "   ", '"', "' or 1=1 --", "*", "NEAR(", "🂡", "x" * 5000, "a"]
)
def test_any_text_may_be_typed(index, query):
    assert isinstance(index.find(query), list)


def test_search_in_one_game_quotes_its_rules(index):
    found = index.find("dealer", "kaiser")
    assert {each.game.key for each in found} == {"kaiser"}
    body = under(find("kaiser").rules).rules[found[0].rule.id].text
    words = [word for word in found[0].excerpt.replace("…", " ").split() if word.isalpha()]
    assert [word for word in words if word not in body] == []


def test_a_single_word_asks_nothing(index):
    assert index.find("frozen", "kaiser")[0].said is None


def test_the_answer_is_the_tables_own():
    kaiser = find("kaiser")
    index = Index([kaiser], {"kaiser": kaiser.rules.chosen({"dealer_equal": "no"})})
    said = index.find("can I bid the same?")[0].said
    assert said is not None
    assert said.answer == "No. Every bid must be higher; the dealer’s, too."


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_question_is_answered_under_every_house_rule(game):
    rules = find(game).rules
    ways: list[dict[str, str]] = [{}]
    for way in ways + [{o.key: v.key} for o in rules.options.values() for v in o.values]:
        for rule in under(rules, rules.chosen(way)).rules.values():
            for said in rule.asked:
                where = f"{rule.id} under {way}: {said}"
                assert said.question.endswith("?"), where
                if not said.answer:  # the rule itself is the answer
                    continue
                assert said.answer[0].isupper() or said.answer[0].isdigit(), where
                assert said.answer.endswith("."), where
                assert "  " not in said.question + said.answer, where
                assert ".." not in said.answer, where
