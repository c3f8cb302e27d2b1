"""The words of every question's page of the golden evenings: few, once, one word for a hand."""

from __future__ import annotations

import re

import pytest
import tinyhtml5

from companion import games
from companion.engine.transcript import Transcript
from tests.web.phones import Phone

pytestmark = pytest.mark.slow
WORDS = {
    "back-alley": (66.6, 40), "carousel": (84.2, 42), "dealers-dilemma": (47.8, 31),
    "dilemma": (41.8, 31), "jo-jotte": (67.8, 42), "kaiser": (59.5, 53), "leopard": (33.8, 30),
    "nine-card-don": (121.2, 57), "panguingue": (97.7, 45), "scotch-whist": (65.9, 52),
    "shakespeares-dilemma": (57.4, 41), "tadmur": (47.3, 34), "tres": (39.4, 26),
    "tribello": (56.2, 35),
}  # fmt: skip
"""Words of a page on average: at 7c5f090, and the most that there may be."""
UNSEEN = {"sr", "whys", "few", "skip"}
INLINE = {"span", "b", "i", "s", "sup", "bdi", "em", "strong"}
FOR_A_HAND = ("hand", "deal", "game", "round")


def visible(it) -> str:
    """The words of a part of a page that are seen before anything is unfolded."""
    classes = set(it.get("class", "").split())
    if it.tag in ("script", "style", "title", "aside") or "hidden" in it.attrib or classes & UNSEEN:
        return ""
    folded = it.tag == "details" and "open" not in it.attrib
    inside = [it.text or ""] if not folded else []
    for each in it:
        if not folded or each.tag == "summary":
            inside += [visible(each), each.tail or ""]
    return "".join(inside) if it.tag in INLINE else f" {''.join(inside)} "


def pages(game, store, phone):
    """(replay, visible text) of each question's page of a golden evening."""
    whole = Transcript.read(game.file("evening.txt"), game.key).record
    record = whole.copy()
    record.hands = []
    while pending := (replay := game.replay(record)).pending:
        told = whole.hands[pending.hand - 1] if pending.hand <= len(whole.hands) else {}
        answers = {q.key: told[q.key] for q in pending.page if q.key in told}
        if pending.hand > len(record.hands):
            record.hands.append({k: text for k, text in told.items() if k.startswith("@")})
            continue
        if not answers:
            return
        stored = store.begin(record.copy(), game.edition)
        phone.take(stored)
        html = phone.get(f"/t/{stored.code}").text
        yield (
            replay,
            " ".join(visible(tinyhtml5.parse(html, namespace_html_elements=False)).split()),
        )
        record.hands[pending.hand - 1] |= answers


@pytest.mark.kinds
@pytest.mark.parametrize("key", [*WORDS, "another"])
def test_a_question_has_few_words_each_once_and_one_for_a_hand(key, store, app):
    found = list(pages(games.find(key), store, Phone(app)))
    assert found
    count = sum(len(re.findall(r"\S*[A-Za-z]{2}\S*", text)) for _, text in found)
    assert count / len(found) <= WORDS.get(key, (0, 40))[1]
    for replay, text in found:
        sentences = re.findall(r"[A-Z][^.?!]{24,}[.?!]", text)
        assert sorted({each for each in sentences if sentences.count(each) > 1}) == []
        parts = [part.word for part in replay.hand.parts] or ["hand"]
        others = "|".join(word for word in FOR_A_HAND if word not in parts)
        named = (
            rf"(?<!st |nd |or )\b({others}) \d|\b(?:this|next|(?:won|wins|takes) the) ({others})\b"
        )
        assert re.search(named, text, re.IGNORECASE) is None, (parts[-1], text)


def test_the_bounds_are_a_third_lower_than_what_was_said_before():
    before, most = (sum(figures) for figures in zip(*WORDS.values(), strict=True))
    assert most <= before * 2 / 3
