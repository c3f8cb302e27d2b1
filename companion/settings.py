"""Settings from environment variables, read once at start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.paths import ROOT
from companion.store import Trouble
from companion.store.rows import CODE_LENGTH, HOSTED_LENGTH


@dataclass(frozen=True)
class Settings:
    """The settings, as HOSTING.md lists them. Defaults suit use at home."""

    proxies: int = 0
    """Number of trusted proxies in front: their headers give client address, scheme and host."""
    hosts: tuple[str, ...] = ()
    """Accepted Host headers; empty: any."""
    listed: bool = True
    """True if the home page lists all tables; otherwise those this browser knows."""
    limits: bool = True
    """True if there are limits per address."""
    counts: str = ""
    """Flask-Limiter storage URI of the counts: this process, or one that several share."""
    metrics: str = ""
    """Bearer token for /metrics; without it there is no such page."""
    log: str = ""
    """"json": a line for every request; "": errors only."""
    backups: int = 12
    """Number of backups kept; 0: none are made."""
    hours: float = 6
    """Hours between backups."""
    compress: bool = True
    """True if responses are compressed. False in the offline version, which transfers nothing."""
    static: Mapping[str, str] | None = None
    """Served names of static files by source name, if another server has them; None: the app builds
    and serves them."""
    rest: int = 350
    """Milliseconds after a new question in which taps are ignored."""
    pocket: Path | None = None
    """Folder written by `companion pocket`, to be served under /pocket/."""

    @property
    def code_length(self) -> int:
        """Length of new watch codes: strangers could guess short ones."""
        return CODE_LENGTH if self.listed else HOSTED_LENGTH

    @classmethod
    def read(cls, given: Mapping[str, str] | None = None) -> Settings:
        """The settings in the environment; Trouble for an invalid one."""
        environment = os.environ if given is None else given

        def number(name: str, default: float, most: float) -> float:
            text = environment.get(name, "").strip()
            try:
                value = float(text) if text else default
            except ValueError:
                value = -1
            if not 0 <= value <= most:
                raise Trouble(f"{name} is “{text}”: say a number from 0 to {most:g}.")
            return value

        def yes(name: str, default: bool) -> bool:
            text = environment.get(name, "").strip().casefold()
            if text not in ("", "yes", "no", "1", "0", "true", "false"):
                raise Trouble(f"{name} is “{text}”: say yes or no.")
            return text in ("yes", "1", "true") if text else default

        proxies = int(number("COMPANION_TRUSTED_PROXIES", 0, 8))
        hosts = environment.get("COMPANION_HOSTS", "").replace(",", " ").split()
        log = environment.get("COMPANION_LOG", "").strip().casefold()
        if log not in ("", "json"):
            raise Trouble(f"COMPANION_LOG is “{log}”: say json, or leave it out.")
        return cls(
            proxies,
            tuple(hosts),
            # Behind a proxy strangers can reach the server; at home only the local network can.
            yes("COMPANION_LIST_TABLES", default=not proxies),
            yes("COMPANION_RATE_LIMITS", default=True),
            environment.get("COMPANION_LIMITS_STORAGE", "").strip() or cls.counts,
            environment.get("COMPANION_METRICS_TOKEN", "").strip(),
            log,
            int(number("COMPANION_BACKUPS", cls.backups, 1000)),
            max(0.01, number("COMPANION_BACKUP_HOURS", cls.hours, 24 * 365)),
            pocket=Path(environment.get("COMPANION_POCKET") or ROOT / "build" / "pocket"),
        )
