"""Panguingue: 320 cards, up to fifteen players, and chips that move with every condition laid."""

from collections.abc import Mapping, Sequence

from companion.engine.game import Game
from companion.engine.sheets import Column, EventSheet
from companion.games.panguingue.facts import pack
from companion.games.panguingue.house import House
from companion.games.panguingue.play import holds, play
from companion.games.panguingue.referee import ENQUIRIES, depends
from companion.seating import Seating


def known(seating: Seating, rules: House, first: int) -> Sequence[Mapping[str, str]]:
    """The start of every balance, and the sum that the balances must always have."""
    start = {f"total {side.code}": str(rules.stack) for side in seating.sides}
    return [start | {"pot": "0", "check": str(rules.stack * len(seating.sides))}]


GAME = Game(
    key="panguingue",
    title="Panguingue",
    prefix="PAN",
    room=__file__,
    house=House,
    begins="plays first",
    edition=2,
    players=range(2, 16),
    pack=pack(8),
    play=play,
    holds=holds,
    referee=ENQUIRIES,
    depends=depends,
    turn="anticlockwise",
    sheet=EventSheet(
        rows=54,
        known=known,
        once=(
            ("Stack", "{stack}"),
            ("Ante", "{ante}"),
            ("Drop", "{drop_fee}"),
            ("Packs", "{packs}"),
        ),
        columns=(
            Column("dealer", "Dealer", 0),
            Column("player", "Player", 19),
            Column("event", "What", 21),
            Column("cards", "Cards", 36),
            Column("rule", "Rule", 27, printed=True),
            Column("each", "Each pays", 11),
            Column("total", "Balance", 13.4, per="side", kind="total", group="Balances now"),
            Column("pot", "Pot", 13),
            Column("check", "Check", 12.8),
        ),
    ),
    # Joining and leaving happen between hands; balances are kept.
    come_and_go="PAN-LEDGER",
)
