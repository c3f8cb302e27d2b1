"""Runs the app in a process of its own; see tests/warm.py."""

from pathlib import Path

from waitress import serve

from companion.app import create_app
from companion.settings import Settings
from companion.store import Store
from tests.databases import prepared


def main(folder: str, port: str, rest: str) -> None:
    file = Path(folder) / "companion.db"
    url = f"sqlite:///{file}"
    if not file.exists():
        prepared(url)
    # Tests tap at machine speed: taps are ignored only where a test asks for it.
    settings = Settings(limits=False, rest=int(rest))
    app = create_app(Store(url), data=Path(folder), settings=settings)
    serve(app, host="127.0.0.1", port=int(port), threads=8)
