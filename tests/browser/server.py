"""Runs the app in a process: `python server.py FOLDER PORT REST`."""

import sys
from pathlib import Path

from waitress import serve

from companion.store import Store, upgrade
from companion.web import create_app
from companion.web.platform.settings import Settings

if __name__ == "__main__":
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    url = f"sqlite:///{folder / 'companion.db'}"
    upgrade(url)
    # Tests tap at machine speed: taps are ignored only where a test asks for it.
    settings = Settings(limits=False, rest=int(sys.argv[3]))
    serve(
        create_app(Store(url), data=folder, settings=settings),
        host="127.0.0.1",
        port=port,
        threads=8,
    )
