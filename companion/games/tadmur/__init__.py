"""Tadmur: a chain of neighbouring ranks to a card that only its owner has seen."""

from dataclasses import replace

from companion.game import Column, Game, Sheet
from companion.games.tadmur.chains import STRIP
from companion.games.tadmur.circle import CIRCLE, PACK
from companion.games.tadmur.play import holds, play
from companion.games.tadmur.referee import ENQUIRIES
from companion.rules import Options

WORDS = {5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def adapted(sheet: Sheet, rules: Options) -> Sheet:
    """The strips with the line where a fresh track ends, after as many spaces as are played."""
    said = f"a fresh track ends after {WORDS[rules.spaces]} spaces"
    notes = tuple(note.replace("a fresh track ends after seven spaces", said)
                  for note in sheet.notes)  # fmt: skip
    return replace(sheet, heavy=str(rules.spaces), notes=notes)


GAME = Game(
    key="tadmur",
    title="Tadmur",
    prefix="TAD",
    room=__file__,
    players=(2,),
    pack=PACK,
    play=play,
    holds=holds,
    enquiries=ENQUIRIES,
    sheet=Sheet(
        layout="strips",
        adapt=adapted,
        rows=4,
        square=STRIP,
        columns=(
            Column("dealer", "Dealer", 20, circle=("seats",)),
            Column("winner", "Winner", 20, circle=("seats",)),
            Column("how", "How", 16, circle=("G", "C", "O")),
            Column("wrong", "Guessed wrongly", 60, per="side", circle=CIRCLE),
            Column("total", "Games", 14, per="side", kind="total"),
        ),
        once=(("Match to", "{match_to}"),),
        notes=(
            "Write ranks only; a fresh track ends after seven spaces, each wrong guess adds one.",
            "G: named the target. C: finished the chain. O: the other was out.",
        ),
    ),
)
