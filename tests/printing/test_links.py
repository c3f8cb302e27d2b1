"""Links in a PDF: from an id to its rule, from a source to its address."""

from typing import Any

import pikepdf
from markupsafe import Markup

from companion.games import find
from companion.printing import build
from companion.printing.text import linked
from tests.printing.papers import on_paper


def links(file):
    """The targets of the links of a PDF: addresses, and names of places in it."""
    with pikepdf.open(file) as pdf:
        notes: list[Any] = [note for page in pdf.pages for note in page.get("/Annots", [])]
        found = [note for note in notes if note.Subtype == "/Link"]
        return {str(note.A.URI if "/A" in note else note.Dest) for note in found}


@on_paper
def test_example_ids_and_sources_are_linked(printed):
    paper = printed(build("rules", find("kaiser")))
    assert {"KAI-MADE", "KAI-DEFEND"} <= links(paper.file)
    assert paper.complaints() == []
    assert "https://parlettgames.uk/oricards/dilemma.html" in links(
        printed(build("rules", find("dilemma"))).file
    )


def test_a_sentence_or_a_rank_is_no_address():
    assert linked(Markup("Ten. No card, 3.5 points.")) == "Ten. No card, 3.5 points."
    link = Markup('<a href="https://www.pagat.com/kaiser">Kaiser</a>')
    assert linked(link) == link
    assert linked(Markup("see pagat.com.")) == 'see <a href="https://pagat.com">pagat.com</a>.'
