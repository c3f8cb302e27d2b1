"""The table of all games in docs/in-play.md, and contracts computed from answers alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

DOCUMENT = Path(__file__).parents[1] / "docs" / "in-play.md"
FACTS = ("contract", "bidder", "trump", "leader", "needs")


@dataclass(frozen=True)
class Row:
    """One game: for each fact the ids of its rules, none if the game has no such fact."""

    contract: tuple[str, ...]
    bidder: tuple[str, ...]
    trump: tuple[str, ...]
    leader: tuple[str, ...]
    needs: tuple[str, ...]
    asked: frozenset[str]
    """First words of the keys of the questions that are asked in play."""

    @property
    def rules(self):
        return [rule for fact in FACTS for rule in getattr(self, fact)]


def row(cells):
    facts = {
        fact: tuple(re.findall(r"[A-Z]+-[\w-]+", cell))
        for fact, cell in zip(FACTS, cells[1:6], strict=True)
    }
    return Row(asked=frozenset(cells[6].split()) - {"–"}, **facts)


def table():
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    return {cells[0]: row(cells) for cells in rows[2:]}


PLAYED = table()


def contracts(replay):
    """(who, figure) of each contract that the answers of the running hand make."""
    found = CONTRACTS.get(replay.game.key)
    return found(replay.hand) if found else []


def kaiser(hand):
    high, who = (0, 0), hand.dealer
    for seat in hand.dealer.left.round:
        text = hand.answers.get(f"bid {seat.code}", "pass")
        if "pass" in text:
            continue
        bid = (99, 1) if text == "kaiser" else (int(text.split()[0]), int("no" in text))
        if bid >= high:
            high, who = bid, seat
    return [(str(who.side), "kaiser" if high[0] == 99 else str(high[0]))]


def back_alley(hand):
    cards, found = hand.facts["bid.cards"], []
    for side in hand.table.sides:
        bids = [hand.answers[f"bid {seat.code}"] for seat in side.seats]
        if any("board" in bid for bid in bids):
            found.append((str(side), cards))
        elif total := sum(int(bid) for bid in bids if bid.isdecimal()):
            found.append((str(side), str(total)))
    return found


def jo_jotte(hand):
    answers, seats = hand.answers, hand.dealer.left.round
    first = [seat for seat in seats if answers.get(f"first {seat.code}") == "accept"]
    second = [seat for seat in seats if answers.get(f"second {seat.code}", "pass") != "pass"]
    (declarer,) = first or second
    if answers.get("overcall") == "yes":
        declarer = declarer.left
    if answers.get("slam") == "yes":
        return [(str(declarer), "all 9")]
    if answers.get("nullo") == "yes":
        return [(str(declarer.left), "0")]
    return [(str(declarer), "more")]


def dealers_dilemma(hand):
    def number(seat, key):
        return int(hand.answers[f"{key} {seat.code}"].split()[0][:-1])

    found = []
    for seat in hand.table.seats:
        kind = hand.answers[f"bid {seat.code}"]
        if kind == "easy":
            figure = f"{number(seat, 'shown')}/?"
        elif kind == "top":
            figure = str(number(seat, "top"))
        elif kind == "zero":
            figure = "0"
        else:
            one, two = (int(card[:-1]) for card in hand.answers[f"pair {seat.code}"].split())
            figure = str(abs(one - two))
        found.append((str(seat), figure))
    return found


def tribello(hand):
    nullo = hand.facts["phase"] == "4"
    quotas = (3, 4, 6) if nullo else (6, 4, 3)
    return [(str(s), str(n)) for s, n in zip(hand.dealer.round, quotas, strict=True)]


CONTRACTS = {
    "kaiser": kaiser, "back-alley": back_alley, "jo-jotte": jo_jotte, "tribello": tribello,
    "dealers-dilemma": dealers_dilemma,
}  # fmt: skip


def words(it):
    """The words of a part of a page, with a space between two elements."""
    text = [it.text or ""]
    for each in it:
        text += [words(each), each.tail or ""]
    return " ".join(text)


def shown(page):
    """The text of the card of the hand in play; of the message line if a pack takes its place."""
    cards = [it for it in page.iter("section") if it.get("class") == "inplay"]
    lines = [it for it in page.iter("p") if it.get("id") == "msg"]
    return " ".join(" ".join(map(words, cards or lines)).replace("\ufe0e", "").split())
