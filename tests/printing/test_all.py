"""`print --all`: every document, printed on all cores."""

from concurrent.futures import ProcessPoolExecutor
from unittest.mock import Mock

from click.testing import CliRunner

from companion.cli import main, papers
from companion.printing import build
from tests.printing.papers import GAMES, on_paper


@on_paper
def test_every_document_is_printed_with_a_process_for_each_core(tmp_path, monkeypatch):
    few = [build(kind, game) for game in GAMES[:2] for kind in ("house-card", "cards")]
    pools = Mock(side_effect=ProcessPoolExecutor)
    monkeypatch.setattr(papers, "library", lambda *_, **__: iter(few))
    monkeypatch.setattr(papers, "cores", lambda: 2)
    monkeypatch.setattr(papers, "ProcessPoolExecutor", pools)
    told = CliRunner().invoke(main, ["print", "--all", str(tmp_path)])
    assert (told.exit_code, told.exception) == (0, None), told.output
    assert {file.stem for file in tmp_path.glob("*.pdf")} == {each.name for each in few}
    assert pools.call_args.args[0] == 2
    assert "4 documents, 6 pages" in told.output
