"""Running servers: one process on SQLite, two on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.databases import POSTGRES, cluster, postgres
from tests.hosting.serving import Server

__all__ = ["cluster"]

Club = Callable[..., list[Server]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrises tests that use `club` with both."""
    said = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "club" in metafunc.fixturenames and not any("club" in names for names in said):
        both = ["file", pytest.param("two on PostgreSQL", marks=POSTGRES)]
        metafunc.parametrize("club", both, indirect=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "scores"
    made.mkdir()
    return made


@pytest.fixture
def serve(folder: Path) -> Iterator[Callable[..., Server]]:
    """A function that starts a server on the folder."""
    with ExitStack() as stack:

        def started(**settings: Any) -> Server:
            server = Server(folder, **settings).start()
            stack.callback(server.stop)
            return server

        yield started


@pytest.fixture
def club(request: pytest.FixtureRequest, folder: Path) -> Iterator[list[Server]]:
    """The servers of one club; `club[0].url` is their database."""
    which = getattr(request, "param", "file")
    if which.startswith("file"):
        servers = [Server(folder, COMPANION_RATE_LIMITS="yes" if "limits" in which else "no")]
    else:
        url = postgres(request.getfixturevalue("cluster"))
        servers = [Server(folder, url) for _ in range(1 if which.startswith("one") else 2)]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.stop()
