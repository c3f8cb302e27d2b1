"""The public addresses, from docs/address.txt of the checkout."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from companion.paths import ROOT

FILE = ROOT / "docs" / "address.txt"


@dataclass(frozen=True)
class Addresses:
    """The address of the site and of its contact; "" if not decided."""

    site: str = ""
    contact: str = ""


def addresses(file: Path = FILE) -> Addresses:
    """Return the addresses in a file; lines that begin with # are comments."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    pairs = [line.partition(":") for line in lines if line.strip() and line[0] != "#"]
    return Addresses(**{name.strip(): value.strip() for name, _, value in pairs})


def public(url: str) -> str:
    """Return the address of a site with a slash at its end. Raise ValueError if it is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"“{url}” is no address of a site, such as https://cards.example.org")
    return f"{url.rstrip('/')}/"
