"""A finished game as a play for BG Stats: the link by which that app takes it over."""

from __future__ import annotations

import json
from datetime import datetime
from urllib.parse import quote

from companion.engine.game import Replay
from companion.results.hand_result import Ending
from companion.seating import Seat
from companion.words import with_minus

PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
"""The address its makers publish; the play follows as URL-encoded JSON."""


def minutes(begun: datetime, ended: datetime) -> int:
    """The duration of an evening, at least a minute."""
    return max(1, round((ended - begun).total_seconds() / 60))


def log_link(replay: Replay, code: str, begun: datetime, ended: datetime) -> str:
    """The link of a game that is over, closed early too."""
    ending, table, totals = Ending(replay), replay.table, replay.ledger.totals
    order = [move.side for move in ending.ranking]
    first = next((asked.question.by for hand in replay.hands[:1] for asked in hand.asked
                  if isinstance(asked.question.by, Seat)), table.first_dealer.left)  # fmt: skip
    players = [
        {
            "name": seat.name,
            "sourcePlayerId": seat.name.casefold(),
            "score": str(totals[seat.side]),
            "rank": 1 if seat.side in ending.winners else order.index(seat.side) + 1,
            "winner": seat.side in ending.winners,
            "startPlayer": seat == first,
        }
        for seat in table.seats
    ]
    play = {
        "sourceName": "The Companion",
        "sourcePlayId": code,
        "playDate": f"{begun.astimezone():%Y-%m-%d %H:%M:%S}",
        "durationMin": minutes(begun, ended),
        "location": "",
        "comments": with_minus(f"{ending.hands}. {ending.why}".strip()),
        "game": {
            "name": replay.title,
            "sourceGameId": replay.game.key,
            "highestWins": not replay.ledger.lowest,
        },
        "players": players,
    }
    return PLAY + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
