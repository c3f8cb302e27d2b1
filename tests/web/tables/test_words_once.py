"""The words of every question's page of the golden evenings: few, once, one word for a hand."""

from __future__ import annotations

import re

import pytest
import tinyhtml5

from companion import games
from tests.web.phones import golden

pytestmark = pytest.mark.slow
WORDS = {
    "back-alley": 40, "carousel": 42, "dealers-dilemma": 31, "dilemma": 31, "jo-jotte": 44,
    "kaiser": 53, "leopard": 30, "nine-card-don": 57, "panguingue": 45, "scotch-whist": 52,
    "shakespeares-dilemma": 41, "tadmur": 34, "tres": 26, "tribello": 35, "another": 40,
}  # fmt: skip
"""The most words that there may be on a page on average."""
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


def pages(game, phone):
    """(replay, visible text) of each question's page of a golden evening."""
    whole, record = golden(game.key), golden(game.key, 0)
    while pending := (replay := game.replay(record)).pending:
        told = whole.hands[pending.hand - 1] if pending.hand <= len(whole.hands) else {}
        answers = {q.key: told[q.key] for q in pending.page if q.key in told}
        if pending.hand > len(record.hands):
            record.hands.append({k: text for k, text in told.items() if k.startswith("@")})
            continue
        if not answers:
            return
        html = tinyhtml5.parse(phone(record.copy()).get("").text, namespace_html_elements=False)
        yield replay, " ".join(visible(html).split())
        record.hands[pending.hand - 1] |= answers


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", WORDS)
def test_question_pages_use_few_words_once_each(key, phone):
    found = list(pages(games.find(key), phone))
    assert found
    count = sum(len(re.findall(r"\S*[A-Za-z]{2}\S*", text)) for _, text in found)
    assert count / len(found) <= WORDS[key]
    for replay, text in found:
        sentences = re.findall(r"[A-Z][^.?!]{24,}[.?!]", text)
        assert sorted({each for each in sentences if sentences.count(each) > 1}) == []
        parts = [part.word for part in replay.hand.parts] or ["hand"]
        others = "|".join(word for word in FOR_A_HAND if word not in parts)
        named = (
            rf"(?<!st |nd |or )\b({others}) \d|\b(?:this|next|(?:won|wins|takes) the) ({others})\b"
        )
        assert re.search(named, text, re.IGNORECASE) is None, (parts[-1], text)
