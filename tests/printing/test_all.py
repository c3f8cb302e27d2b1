"""`print --all`: every document, printed on all cores."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Event
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from companion.cli import main, papers
from companion.printing import PrintedFile, build, worker
from tests.printing.papers import GAMES, on_paper


@on_paper
def test_every_document_prints_using_all_cores(tmp_path, monkeypatch):
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


@pytest.fixture
def pool(monkeypatch):
    """A pool of one thread; its second document is finished after the shutdown has begun."""
    few = [build("house-card", game) for game in GAMES[:4]]
    closing = Event()

    class Pool(ThreadPoolExecutor):
        first, printed = few[0].name, 0

        def __init__(self, *_):
            super().__init__(1)

        def shutdown(self, wait=True, *, cancel_futures=False):
            super().shutdown(wait=False, cancel_futures=cancel_futures)
            closing.set()
            super().shutdown()

    def made(*_):
        Pool.printed += 1
        if Pool.printed > 1:
            closing.wait()
        return PrintedFile(b"", 1, ())

    monkeypatch.setattr(papers, "library", lambda *_, **__: iter(few))
    monkeypatch.setattr(papers, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(worker, "made", made)
    return Pool


def test_no_further_document_is_printed_after_an_error(pool, tmp_path):
    (tmp_path / f"{pool.first}.pdf").mkdir()  # it cannot be written
    result = CliRunner().invoke(main, ["print", "--all", str(tmp_path)])
    assert result.exit_code == 1
    assert "directory" in result.output
    assert pool.printed <= 2


def test_ended_process_is_reported_with_time_limit(pool, tmp_path, monkeypatch):
    monkeypatch.setattr(worker, "made", Mock(side_effect=BrokenProcessPool))
    result = CliRunner().invoke(main, ["print", "--all", str(tmp_path)])
    assert result.exit_code == 1
    assert "took over 300 seconds" in result.output
