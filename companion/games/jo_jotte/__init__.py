"""Jo-Jotte: a duel for two, with a score of two storeys."""

from dataclasses import replace

from companion.engine.game import Bids, Contracts, Game
from companion.engine.sheets import Column, CrossSheet, Storey, Sum
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.pack import PACK
from companion.games.jo_jotte.play import holds, play
from companion.games.jo_jotte.referee import ENQUIRIES, depends

GAMES = ("First game", "Second game", "Third game")


def storeys(sheet: CrossSheet, rules: House, players: int) -> CrossSheet:
    """The sheet for a rubber of two games, or of up to three; house rule `rubber`."""
    games = GAMES if rules.rubber == "best_of_three" else GAMES[:2]
    above, below = (10, 3) if len(games) == 3 else (13, 4)
    note = "write upward from the heavy line"
    return replace(
        sheet,
        storeys=(
            Storey(above, "Above the line", note, column="above", upward=True),
            *(
                Storey(below, f"Below the line · {game.lower()}", "to 80", column=f"game {number}")
                for number, game in enumerate(games, 1)
            ),
        ),
        sums=(
            Sum("Everything above", "above"),
            *(Sum(game, f"game {number}") for number, game in enumerate(games, 1)),
            Sum("Rubber, 300 to the higher", "rubber"),
            Sum("Total"),
        ),
    )


GAME = Game(
    key="jo-jotte", title="Jo-Jotte", prefix="JOJ", room=__file__, house=House,
    begins="bids first", players=(2,),
    pack=PACK, play=play, holds=holds, referee=ENQUIRIES, depends=depends, edition=2,
    sheet=CrossSheet(
        columns=(
            Column("dealer", "Dealer", 0),
            Column("declarer", "Declarer", 14, circle=("seats",)),
            Column("trump", "Trump", 11),
            Column("stakes", "×2 ×4", 11),
            Column("special", "N · S", 11),
            Column("aside", "Aside", 14),
            Column("above", "Above the line", 53, per="side", kind="points"),
            Column("game 1", "First game", 53, per="side", kind="points"),
            Column("game 2", "Second game", 53, per="side", kind="points"),
            Column("game 3", "Third game", 53, per="side", kind="points"),
            Column("rubber", "Rubber", 53, per="side", kind="points"),
            Column("total", "Total", 53, per="side", kind="total"),
        ),
        adapt=storeys,
    ),
    bids=Bids("declarer", ("first", "second")),
    contracts=Contracts(
        made=("JOJ-MADE", "JOJ-NULLO-MADE", "JOJ-SLAM-MADE"),
        paid=("JOJ-BEATEN", "JOJ-NULLO-LOST", "JOJ-SLAM-LOST"),
    ),
)  # fmt: skip
