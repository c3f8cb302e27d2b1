"""What whoever runs the Companion may set: environment variables, read once at the start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.paths import ROOT
from companion.store import Trouble


@dataclass(frozen=True)
class Settings:
    """The settings, as HOSTING.md lists them. The defaults suit an evening at home."""

    proxies: int = 0
    """Proxies in front whose word on the client's address, scheme and host is taken."""
    hosts: tuple[str, ...] = ()
    """Names by which the Companion may be addressed; none: any."""
    listed: bool = True
    """True if the first page shows every table; otherwise those this browser knows."""
    limits: bool = True
    """True if one address may only do so much in a minute."""
    counts: str = "memory://"
    """Where those counts are kept: in this process, or where several share them."""
    metrics: str = ""
    """The token that opens /metrics; without one there is no such page."""
    log: str = ""
    """"json": a line for every request; "": only what went wrong."""
    backups: int = 12
    """Backups that are kept; 0: none are made."""
    hours: float = 6
    """Hours between two backups."""
    compress: bool = True
    """True if pages are sent compressed; nothing is where the reader's own browser makes them."""
    static: Mapping[str, str] | None = None
    """Names of static files as somebody else serves them, by the names of their sources; None:
    they are made and served by the app."""
    rest: int = 400
    """Milliseconds after a change of question in which no tap counts."""
    pocket: Path | None = None
    """The folder that `companion pocket` wrote, if its edition is offered under /pocket/."""

    @classmethod
    def read(cls, given: Mapping[str, str] | None = None) -> Settings:
        """The settings of the environment; Trouble for one that cannot be read."""
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
            # Behind a proxy anybody may come by; at home whoever is on the network may look on.
            yes("COMPANION_LIST_TABLES", default=not proxies),
            yes("COMPANION_RATE_LIMITS", default=True),
            environment.get("COMPANION_LIMITS_STORAGE", "").strip() or cls.counts,
            environment.get("COMPANION_METRICS_TOKEN", "").strip(),
            log,
            int(number("COMPANION_BACKUPS", cls.backups, 1000)),
            max(0.01, number("COMPANION_BACKUP_HOURS", cls.hours, 24 * 365)),
            pocket=Path(environment.get("COMPANION_POCKET") or ROOT / "build" / "pocket"),
        )
