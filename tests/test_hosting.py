"""HOSTING.md and deploy/ agree with the program."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest

from companion.cli import channels, serve
from companion.hosting import admission, limits
from companion.results import summary
from companion.store import engine
from companion.web.platform import security
from tests.finding import match_in

HERE = Path(__file__).parents[1]
NAME = re.compile(r"\bCOMPANION_[A-Z_]+\b")
HOSTING, SECURITY, COMPOSE, CLUSTER, UNIT, NGINX, CADDY = (
    (HERE / name).read_text(encoding="utf-8")
    for name in ("HOSTING.md", "SECURITY.md", "deploy/compose.yaml", "deploy/compose.postgres.yaml",
                 "deploy/companion@.service", "deploy/nginx.conf", "deploy/Caddyfile")
)  # fmt: skip


SERVE = import_module("companion.cli.serve")  # `serve` of the package is the command


def used(*folders: str) -> set[str]:
    return {
        name
        for folder in folders
        for file in (HERE / folder).rglob("*")
        if file.is_file() and file.suffix != ".pyc"
        for name in NAME.findall(file.read_text(encoding="utf-8", errors="replace"))
    }


def test_settings_read_are_those_documented():
    listed = set(re.findall(r"^\| `(COMPANION_\w+)`", HOSTING, re.MULTILINE))
    # docs/testing.md has those of the tests, which a game package may use.
    assert {name for name in used("companion") if "_TEST_" not in name} == listed


def test_deploy_files_set_only_known_settings():
    assert used("deploy") <= used("companion")
    assert {"COMPANION_DATABASE_URL", "COMPANION_TRUSTED_PROXIES"} <= used("deploy")


def test_time_zone_is_set_where_the_page_says():
    assert all("TZ: ${TZ:-UTC}" in file for file in (COMPOSE, CLUSTER))
    assert "EnvironmentFile=/etc/companion.env" in UNIT
    example = (HERE / "deploy/companion.env.example").read_text(encoding="utf-8")
    assert re.search(r"^TZ=[A-Z]\w+/\w+$", example, re.MULTILINE)
    hour = match_in(r"`TZ` .*(?:\n.*){1,2} before (\d+) in the morning", HOSTING)[1]
    assert timedelta(hours=int(hour)) == summary.NIGHT


def test_example_settings_let_caddy_ask_for_readiness():
    """It asks a process by its own address."""
    example = (HERE / "deploy/companion.env.example").read_text(encoding="utf-8")
    hosts = match_in(r"(?m)^COMPANION_HOSTS=(.+)$", example)[1].split(",")
    process = match_in(r"CADDY_UPSTREAMS:to (\S+):\d+", CADDY)[1]
    assert "health_uri /ready" in CADDY
    assert process in hosts


def test_proxy_hides_figures_and_outlasts_slow_requests():
    for proxy in (CADDY, NGINX):
        assert "/metrics" in proxy
    assert "/ready" in CADDY
    assert int(match_in(r"proxy_read_timeout (\d+)s", NGINX)[1]) > admission.SECONDS * 10


def test_the_unit_and_the_containers_may_do_little():
    for line in ("NoNewPrivileges=yes", "ProtectProc=invisible", "ProtectClock=yes",
                 "ProtectHostname=yes", "ProtectKernelLogs=yes", "RestrictSUIDSGID=yes",
                 "RestrictRealtime=yes", "SystemCallArchitectures=native"):  # fmt: skip
        assert f"\n{line}\n" in UNIT
    service = re.compile(r"^  (?:database|app|proxy):\n((?:    .*\n|\n)*)", re.MULTILINE)
    services = service.findall(COMPOSE) + service.findall(CLUSTER)
    assert len(services) == 1 + 3
    for service in services:
        for line in ("cap_drop: [ALL]", "no-new-privileges:true", "pids_limit:", "mem_limit:"):
            assert line in service


def test_actions_are_pinned_and_images_can_be():
    for file in (HERE / ".github" / "workflows").glob("*.yml"):
        for used in re.findall(r"uses: (\S+)", file.read_text("utf-8")):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}|\./[\w./-]+", used), used
    images = re.findall(r"image: (\S+)", COMPOSE + CLUSTER)
    assert images[1:] == [
        "${POSTGRES_IMAGE:-postgres:16}", images[0], "${CADDY_IMAGE:-caddy:2}",
    ]  # fmt: skip
    assert images[0] == "${IMAGE:-companion}"
    assert "FROM ${BASE}" in (HERE / "deploy" / "Dockerfile").read_text("utf-8")


@pytest.mark.parametrize(("switch", "code"), [("", 3), ("if-reachable", 0)])
def test_an_audit_that_could_not_ask_fails(tmp_path, switch, code):
    """The test's Python makes an environment whose pip always fails."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(HERE / "scripts" / "audit", tmp_path / "scripts")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    pip = "#!/bin/sh\\nexit 1\\n"
    python.write_text(
        f'#!/bin/sh\nmkdir -p "$3/bin"; printf "{pip}" >"$3/bin/pip"; chmod +x "$3/bin/pip"\n'
    )
    python.chmod(0o755)
    done = subprocess.run(
        [tmp_path / "scripts" / "audit"], env={**os.environ, "COMPANION_AUDIT": switch},
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, "nothing was audited" in done.stderr) == (code, True)
    workflow = HERE / ".github" / "workflows" / "check.yml"
    assert "COMPANION_AUDIT: required" in workflow.read_text("utf-8")


def test_service_unit_sets_stop_time_files_and_memory():
    assert int(match_in(r"TimeoutStopSec=(\d+)", UNIT)[1]) > SERVE.PATIENCE + 10
    assert f"within {SERVE.PATIENCE:.0f} seconds" in HOSTING
    assert int(match_in(r"LimitNOFILE=(\d+)", UNIT)[1]) >= (serve.CONNECTIONS + serve.OWN)
    assert "MemoryMax=" in UNIT


def test_hosting_lists_the_limits_in_force():
    rates = (" ".join(each.split()) for each in (limits.WRONG, limits.TABLES, limits.PRINTS))
    connections = f"at most {serve.CONNECTIONS}; without a proxy, at most {channels.FROM_ONE}"
    parts = (
        f"{connections} from one address",
        f"at most {admission.AT_ONCE} in all, at most 1 from one address",
    )
    for value in (*rates, *parts):
        assert f" | {value} |" in HOSTING
    assert -(-serve.CONNECTIONS // channels.FROM_ONE) == 4
    assert "four addresses" in HOSTING
    assert "four addresses" in SECURITY


def test_open_key_file_is_closed_and_empty_refused(tmp_path):
    place = tmp_path / "secret.key"
    found = security.secret_key(tmp_path)
    place.chmod(0o644)
    assert security.secret_key(tmp_path) == found
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    place.write_text("")
    with pytest.raises(engine.Trouble, match="holds no key"):
        security.secret_key(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


def test_processes_starting_together_share_one_key(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        (found,) = set(pool.map(lambda _: security.secret_key(tmp_path), range(16)))
    assert len(found) >= security.SHORTEST


def test_a_proxys_log_has_no_scorers_key():
    logged = match_in(r"log_format companion (.*?);", NGINX, re.DOTALL)[1]
    assert "$companion_path" in logged
    assert not set(re.findall(r"\$\w+", logged)) & {"$request", "$request_uri", "$http_referer"}
    assert re.search(r"access_log \S+ companion;", NGINX)


def test_a_password_with_any_letter_reaches_the_database():
    assert "PGPASSWORD: ${POSTGRES_PASSWORD:?}" in CLUSTER
    assert not re.search(r"://[^\s@]*\$\{POSTGRES_PASSWORD", CLUSTER)
