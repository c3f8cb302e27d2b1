"""Baselines: minimal Flask apps. Run as a program it serves the first."""

from __future__ import annotations

import socket
import sqlite3
import sys
from pathlib import Path

from flask import Flask


def hello() -> Flask:
    """A page that says hello."""
    app = Flask("hello")

    @app.get("/")
    def page() -> str:
        return "hello"

    return app


def inserting(place: Path) -> Flask:
    """Inserts a form field into SQLite, synced to disk before the response."""
    app = Flask("inserting")
    database = sqlite3.connect(place, isolation_level=None, check_same_thread=False)
    database.execute("pragma journal_mode=wal")
    database.execute("pragma synchronous=full")
    database.execute("create table entry (id integer primary key, game integer, text)")

    from flask import request

    @app.get("/")
    def page() -> str:
        return "hello"

    @app.post("/entry")
    def entry() -> str:
        text = request.form["text"]
        database.execute("insert into entry (game, text) values (1, ?)", (text,))
        return "saved"

    return app


def main() -> None:
    """Serves hello on a port with waitress; given a file, the inserting app."""
    import waitress

    listening = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    app = inserting(Path(sys.argv[2])) if len(sys.argv) > 2 else hello()
    waitress.create_server(app, sockets=[listening], threads=8).run()


if __name__ == "__main__":
    main()
