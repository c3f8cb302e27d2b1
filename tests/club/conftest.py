"""Running servers: one process on SQLite, two on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.club.serving import Server
from tests.databases import POSTGRES, cluster, postgres

__all__ = ["cluster"]

Club = Callable[..., list[Server]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrises tests that use `club` with both."""
    said = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "club" in metafunc.fixturenames and not any("club" in names for names in said):
        both = ["file", pytest.param("two on PostgreSQL", marks=POSTGRES)]
        metafunc.parametrize("club", both, indirect=True)


@pytest.fixture
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Server]]:
    """The servers of one club; `club[0].url` is their database."""
    folder = tmp_path / "scores"
    folder.mkdir()
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
