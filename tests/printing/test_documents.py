"""Every document of every game, read back from its PDF."""

import pytest
from papers import Paper

from companion.games import shelf
from companion.printing import KINDS, PAPERS, Wish, build
from companion.record import Transcript

GAMES = list(shelf().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
read_back = pytest.mark.needs("pango", "pdfinfo", "qpdf")


def evening(game):
    """The game's golden evening, replayed."""
    return game.replay(Transcript.read(game.file("evening.txt"), game.key).record)


def printed(press, tmp_path, kind, game, paper="a4", **more):
    document = build(kind, game, wish=Wish(paper=paper), **more)
    result = press.print(document.sheets)
    assert list(result.warnings) == []
    paper = Paper(tmp_path / f"{document.name}.pdf", result.pdf)
    assert paper.pages == result.pages
    paper.qpdf()
    return paper


@pytest.mark.slow
@read_back
@every_game
@pytest.mark.parametrize("kind", KINDS)
def test_document_is_whole_and_alike_on_both_papers(press, tmp_path, kind, game):
    papers = [printed(press, tmp_path, kind, game, paper) for paper in PAPERS]
    assert [paper.complaints() for paper in papers] == [[], []]
    assert papers[0].page_texts == papers[1].page_texts


@pytest.mark.slow
@read_back
@every_game
def test_filled_sheet_is_whole_and_names_every_rule(press, tmp_path, game):
    replay = evening(game)
    papers = [printed(press, tmp_path, "sheet", game, paper, replay=replay) for paper in PAPERS]
    assert [paper.complaints() for paper in papers] == [[], []]
    text = "".join("".join(papers[0].page_texts).split())
    cited = {entry.line.rule for entry in replay.ledger.entries}
    assert {rule for rule in cited if rule not in text} == set()
    for side in replay.outcome.winners if replay.outcome else ():
        assert "".join(side.name.split()) in text


@pytest.mark.slow
@read_back
@every_game
def test_rule_sheet_has_every_rule_on_few_pages(press, tmp_path, game):
    paper = printed(press, tmp_path, "rules", game)
    text = "".join("".join(paper.page_texts).split())
    wanted = [
        rule.id
        for section in game.rules.sections
        for rule in section.rules
        if section.id not in ("rulings", "card-front", "card-back", "credits")
    ]
    assert [id for id in wanted if id not in text] == []
    assert paper.pages <= 3
