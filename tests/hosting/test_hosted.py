"""Several processes that serve one club: a change in one is visible in the other at once."""

from __future__ import annotations

import signal
import threading
from html import unescape

import pytest

from companion import games
from tests.databases import POSTGRES
from tests.finding import match_in
from tests.hosting.ledger import look_through
from tests.hosting.serving import Client, Scorer

pytestmark = pytest.mark.slow

HOSTED = pytest.mark.parametrize(
    "club", [pytest.param("two on PostgreSQL", marks=POSTGRES)], indirect=True
)


@HOSTED
def test_any_process_serves_cookies_forms_and_watchers(club):
    """A table begun at one process, scored by turns at both, watched at either."""
    stop = threading.Event()
    scorer = Scorer("turns", [server.port for server in club], stop)
    scorer.evening()
    assert scorer.tally.odd == []
    assert len(scorer.tally.acknowledged) > 10
    code = scorer.tally.tables[0]
    watching = []
    for server in club:
        with Client(server.port) as client:
            answer = client.ask("GET", f"/t/{code}/live", HX_Request="true")
            watching.append((answer.status, answer.headers["HX-PTag"], unescape(answer.text)))
            assert client.ask("GET", f"/t/{code}/live", HX_Request="true",
                              HX_PTag=watching[-1][1]).status == 304  # fmt: skip
    assert watching[0] == watching[1]
    look_through(club[0].url, [scorer.tally])
    for client in scorer.clients:
        client.close()


@HOSTED
def test_lost_database_is_reported_and_recovers(club, request):
    """PostgreSQL ends every connection, as in a restart."""
    import psycopg

    stop = threading.Event()
    scorer = Scorer("s", [club[0].port], stop)
    code = scorer.begin()
    folder = request.getfixturevalue("cluster")
    name = match_in(r"/(club\d+_\d+)\?", club[0].url)[1]
    with psycopg.connect(host=folder, user="club", dbname="postgres", autocommit=True) as server:
        server.execute(f"alter database {name} allow_connections false")
        server.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name]
        )
        with Client(club[0].port) as client:
            answer = client.ask("GET", f"/t/{code}")
            assert answer.status == 503
            assert "The database does not answer" in answer.text
            assert name not in answer.text
            assert client.ask("GET", "/ready").status == 503
            assert client.ask("GET", "/health").status == 200
        server.execute(f"alter database {name} allow_connections true")
    with Client(club[0].port) as client:
        assert client.ask("GET", f"/t/{code}").status == 200
        assert client.ask("GET", "/ready").status == 200
    for client in scorer.clients:
        client.close()


def test_what_the_server_makes_is_its_owners_alone(club):
    club[0].kill(signal.SIGTERM)
    folder = club[0].folder
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert {"secret.key"} <= {file.name for file in files}
    for file in files:
        assert file.stat().st_mode & 0o077 == 0, file
    assert games.all_games()
