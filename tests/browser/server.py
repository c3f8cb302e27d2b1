"""The app in a process of its own, as it is served: `python server.py FOLDER PORT`."""

import sys
from pathlib import Path

from waitress import serve

from companion.store import Store, upgrade
from companion.web import create_app

if __name__ == "__main__":
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    url = f"sqlite:///{folder / 'companion.db'}"
    upgrade(url)
    serve(create_app(Store(url), data=folder), host="127.0.0.1", port=port, threads=8)
