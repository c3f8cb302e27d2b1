"""Write the steps of deploy/Dockerfile as shell scripts, for a machine without Docker.

Usage:  python3 -m tools.image CHECKOUT FOLDER

FOLDER gets `build` with the steps, `serve` with the command of the container, and `health` with its
check. The machine has what the base image has: Debian, and Python with pip in /usr/local.
`scripts/bare image` makes one. Needs nothing but Python.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

SILENT = {"ARG", "EXPOSE", "FROM", "STOPSIGNAL", "VOLUME"}
"""Instructions that need no step."""


def instructions(dockerfile: str) -> Iterator[tuple[str, str]]:
    """Yield each instruction with its text; a line that ends with a backslash goes on."""
    lines = (line for line in dockerfile.splitlines() if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines():
        if line.strip():
            name, _, text = line.strip().partition(" ")
            yield name, text.strip()


def copied(text: str, checkout: Path) -> str:
    """Return the command for a COPY: the content of a folder goes into the folder named last."""
    *sources, target = text.split()
    if len(sources) == 1 and (checkout / sources[0]).is_dir():
        return f"mkdir -p {target} && cp -R {shlex.quote(f'{checkout}/{sources[0]}')}/. {target}"
    return shlex.join(["cp", *(f"{checkout}/{source}" for source in sources), target])


def scripts(dockerfile: str, checkout: Path) -> dict[str, str]:
    """Return the three scripts by name; ValueError for an instruction that has no translation."""
    build, lasting = ["set -eux"], ["set -eu"]
    command, health, user = "", "", "root"
    for name, text in instructions(dockerfile):
        if name == "RUN":
            build.append(text)
        elif name == "COPY":
            build.append(copied(text, checkout))
        elif name == "WORKDIR":
            build.append(f"mkdir -p {text} && cd {text}")
            lasting.append(f"cd {text}")
        elif name == "ENV":
            build.append(f"export {text}")
            lasting.append(f"export {text}")
        elif name == "USER":
            user = text
        elif name == "HEALTHCHECK":
            health = text.partition("CMD ")[2]
        elif name == "CMD":
            command = shlex.join(json.loads(text))
        elif name not in SILENT:
            raise ValueError(f"{name} of the Dockerfile has no translation in tools/image.py")
    run = f"setpriv --reuid {user} --regid {user} --init-groups --no-new-privs "
    run += "--inh-caps=-all --bounding-set=-all"
    return {
        "build": "\n".join([*build, ""]),
        "serve": "\n".join([*lasting, f"exec {run} {command}", ""]),
        "health": "\n".join([*lasting, f"exec {run} {health}", ""]),
    }


def main(checkout: Path, folder: Path) -> None:
    dockerfile = (checkout / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in scripts(dockerfile, checkout).items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*(Path(word).resolve() for word in sys.argv[1:]))
