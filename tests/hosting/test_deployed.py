"""The files of deploy/ in use: nginx and Caddy in front of the real server, the unit, the compose
files."""

from __future__ import annotations

import http.client
import os
import re
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from companion.app import create_app
from companion.store import Store
from tests.databases import prepared
from tests.finding import match_in
from tests.hosting.serving import FORM, PATIENT, free_port, until

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "cards.example.org"

pytestmark = [pytest.mark.slow, pytest.mark.needs("openssl")]
KEY, CODE, SAID, PERSON = "kX" * 16, "BCDFGHJK", "sQ" * 16, "Wilhelmina"
SECRETS = (KEY, CODE, SAID, PERSON)
BOTH = pytest.mark.parametrize(
    "kind",
    [
        pytest.param("caddy", marks=pytest.mark.needs("caddy")),
        pytest.param("nginx", marks=[pytest.mark.needs("nginx"), pytest.mark.long]),
    ],
)


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, ports: list[int], timeout: int) -> tuple[list[str], str]:
    """The command and the file: ours, with its ports and the certificate."""
    conf = changed(
        (DEPLOY / "nginx.conf").read_text("utf-8"),
        ("server 127.0.0.1:8001", f"server 127.0.0.1:{ports[0]}"),
        ("server 127.0.0.1:8002", f"server 127.0.0.1:{ports[1]}"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        (
            "# ssl_certificate and ssl_certificate_key here",
            f"ssl_certificate {folder}/cert; ssl_certificate_key {folder}/key;",
        ),
        ("/var/log/nginx/companion.log", f"{folder}/access.log"),
        ("/var/log/nginx/companion.error.log", f"{folder}/error.log"),
        ("proxy_read_timeout 70s", f"proxy_read_timeout {timeout}s"),
    )
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # Its workers write large bodies to files, and run as another user by default.
    user = "user root;" if os.geteuid() == 0 else ""
    head = f"daemon off; {user} pid {folder}/pid; error_log {folder}/said; events {{}}"
    return ["nginx", "-c", f"{folder}/conf"], f"{head} http {{ {places}\n{conf} }}"


def caddy(folder: Path, port: int, ports: list[int], timeout: int) -> tuple[list[str], str]:
    conf = changed(
        (DEPLOY / "Caddyfile").read_text("utf-8"),
        (
            f"{{$COMPANION_HOSTS:{NAME}}} {{",
            f"https://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {folder}/cert {folder}/key",
        ),
        ("127.0.0.1:8001 127.0.0.1:8002", f"127.0.0.1:{ports[0]} 127.0.0.1:{ports[1]}"),
        ("\tlog {", "\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tlog {"),
        ("keepalive off", f"keepalive off\n\t\t\tresponse_header_timeout {timeout}s"),
    )  # fmt: skip
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/conf"], conf


class Front:
    """A proxy as deploy/ describes it, in front of two ports."""

    def __init__(self, kind: str, folder: Path, ports: list[int], timeout: int = 70) -> None:
        self.folder, self.port = folder, free_port()
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}",
             "-keyout", folder / "key", "-out", folder / "cert"],
            check=True, capture_output=True,
        )  # fmt: skip
        command, conf = {"nginx": nginx, "caddy": caddy}[kind](folder, self.port, ports, timeout)
        (folder / "conf").write_text(conf, encoding="utf-8")
        with (folder / "out").open("wb") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, env={**os.environ, "HOME": str(folder)}
            )
        self.tls = ssl.create_default_context(cafile=str(folder / "cert"))
        until(self.open)

    def open(self) -> bool:
        assert self.process.poll() is None, (self.folder / "out").read_text("utf-8")
        try:
            socket.create_connection(("127.0.0.1", self.port), 5).close()
        except OSError:
            return False
        return True

    def ask(self, method: str, path: str, body: bytes | None = None, source: str = "127.0.0.1",
            **headers: str) -> http.client.HTTPResponse:  # fmt: skip
        """A request over https, from an address of this machine."""
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENT, (source, 0))
        connection = http.client.HTTPConnection(NAME, self.port)
        connection.sock = self.tls.wrap_socket(raw, server_hostname=NAME)
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {**(FORM if body else {}), **more, "Host": NAME})
        reply = connection.getresponse()
        reply.read()
        connection.close()
        return reply

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENT)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "proxy"
    folder.mkdir()
    return folder


@BOTH
def test_proxied_client_counts_by_its_own_address(kind, stack, serve, place):
    """Address, scheme and host get through; forged headers, metrics and keys do not."""
    example = (DEPLOY / "companion.env.example").read_text("utf-8")
    server = serve(
        COMPANION_TRUSTED_PROXIES="1", COMPANION_RATE_LIMITS="yes",
        COMPANION_HOSTS=match_in(r"(?m)^COMPANION_HOSTS=(.+)$", example)[1],
        COMPANION_METRICS_TOKEN="x" * 40,
    )  # fmt: skip
    front = Front(kind, place, [server.port, server.port])
    stack.callback(front.stop)
    page = front.ask("POST", "/look", b"suits=four", Origin=f"https://{NAME}")
    assert page.status == 303
    assert "Secure" in page.headers["Set-Cookie"]
    assert page.headers["Strict-Transport-Security"]
    assert front.ask("POST", "/look", b"suits=four", Origin="https://evil.example").status == 403
    assert front.ask("GET", "/metrics", Authorization=f"Bearer {'x' * 40}").status == 404
    statuses = [
        front.ask("GET", "/t/BBBBBBBB", X_Forwarded_For=f"192.0.2.{n}", X_Real_IP=f"192.0.2.{n}",
                  Forwarded=f"for=192.0.2.{n}").status
        for n in range(32)
    ]  # fmt: skip
    assert statuses == [404] * 30 + [429] * 2
    assert front.ask("GET", "/t/BBBBBBBB", source="127.0.0.9").status == 404
    begun = front.ask("POST", "/new/kaiser", b"do=begin&name.1=A&name.2=B&name.3=C&name.4=D",
                      source="127.0.0.9")  # fmt: skip
    assert begun.status == 303
    # An allowed body gets through, a larger one does not.
    text = b"text=game: kaiser%0Aplayers: A,B,C,D%0A"
    assert front.ask("POST", "/import", text + b"%0A" * (1 << 20), "127.0.0.9").status == 200
    with suppress(BrokenPipeError, ConnectionResetError, ssl.SSLError):  # closed before its end
        assert front.ask("POST", "/import", text + b"x" * (6 << 20)).status == 413
    page = front.ask("GET", "/", Accept_Encoding="gzip")
    assert page.headers["Content-Encoding"] == "gzip"


def every_path(url: str) -> list[str]:
    """A path for each route of the app, with a key, code or name in every possible place."""
    with closing(Store(prepared(url))) as store:
        app = create_app(store, SECRET_KEY="test")
    given = {"code": CODE, "token": SAID, "name": PERSON, "day": "2026-11-28", "hand": 1,
             "number": 1, "place": 1, "kind": "amend", "edition": "1", "id": "KAI-BID",
             "asked": "worth"}  # fmt: skip
    adapter = app.url_map.bind(NAME)
    return [
        adapter.build(rule.endpoint, {
            name: "chart" if "/night/" in rule.rule and name == "kind" else given.get(name, KEY)
            for name in rule.arguments
        }, method="GET", force_external=False)
        for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())
    ]  # fmt: skip


def written(folder: Path) -> str:
    """All that a proxy logs."""
    ours = ("conf", "key", "cert")
    logs = (each for each in folder.iterdir() if each.is_file() and each.name not in ours)
    return "".join(log.read_text("utf-8") for log in logs)


@BOTH
@pytest.mark.parametrize("reached", [True, False])
def test_proxy_logs_hold_no_key_or_code(kind, reached, stack, place):
    """Over every route if a process answers; over some if none is reached."""
    up = Upstream(stack, lambda _: None)
    front = Front(kind, place, up.ports if reached else [free_port(), free_port()])
    stack.callback(front.stop)
    paths = [f"/club/{KEY}", f"/%63lub/{KEY}", f"//club/{KEY}", f"/t/{CODE}/../../club/{KEY}",
             f"/t/{CODE}/score/{KEY}", f"/t/{CODE.lower()}", f"/{KEY}"]  # fmt: skip
    if reached:
        paths += every_path(f"sqlite:///{place.parent}/club.db")
    for path in [*paths, "/last"]:
        query = f"club={KEY}&table={CODE}&key={KEY}&q={PERSON}"
        front.ask("GET", f"{path}?{query}", Referer=f"https://{NAME}/club/{KEY}")
    if kind == "nginx":
        until(lambda: '"GET /last"' in written(place))
    elif not reached:  # Caddy logs only failures
        until(lambda: written(place).count('"status":50') == len(paths) + 1)
    logged = written(place).casefold()
    assert [each for each in SECRETS if each.casefold() in logged] == []
    if kind == "nginx" and reached:
        assert re.search(r'"GET /t/-/score" 200 \d+ [\d.]+\n', written(place))


@BOTH
def test_our_proxies_serve_a_table_by_one_process(kind, stack, place):
    """With any header from the client; other requests go to any process."""
    up = Upstream(stack, lambda _: None)
    front = Front(kind, place, up.ports)
    stack.callback(front.stop)
    codes = [f"BCDF{letter}GHJ" for letter in "KMNPRSTVWXYZ"]
    for turn, page in enumerate(["", "/live", "/answer", "/print/sheet.html"]):
        for code in codes:
            body = b"x=1" if page == "/answer" else None
            path = f"/t/{code}{page}"
            asked = front.ask("POST" if body else "GET", path, body, Companion_Table=f"{turn}")
            assert asked.status == 200
    for number in range(24):
        front.ask("GET", f"/rules?{number}")
    places: dict[str, set[int]] = {}
    for port, path in up.asked_at:
        places.setdefault(path.split("/")[2] if path.startswith("/t/") else "", set()).add(port)
    assert places.pop("") == set(up.ports)
    assert sorted(places) == sorted(codes)
    assert all(len(ports) == 1 for ports in places.values()), places
    assert set().union(*places.values()) == set(up.ports)


# -- nothing runs twice ----------------------------------------------------------------------------


class Upstream:
    """Two processes: each counts its requests and passes them to `does`."""

    def __init__(self, stack: ExitStack, does: Callable[[BaseHTTPRequestHandler], None]) -> None:
        self.asked: list[str] = []
        self.asked_at: list[tuple[int, str]] = []
        """(port, path)."""

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(handler) -> None:
                handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
                if handler.path != "/ready":
                    self.asked.append(handler.path)
                    self.asked_at.append((handler.connection.getsockname()[1], handler.path))
                    does(handler)
                handler.send_response(200)
                handler.send_header("Content-Length", "2")
                handler.end_headers()
                handler.wfile.write(b"ok")

            do_POST = do_GET

            def log_message(handler, *_: object) -> None:
                pass

        self.ports = []
        for _ in range(2):
            one = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            one.handle_error = lambda *_: None  # type: ignore[method-assign]
            threading.Thread(target=one.serve_forever, daemon=True).start()
            stack.callback(one.server_close)
            stack.callback(one.shutdown)
            self.ports.append(one.server_address[1])


def does(handler: BaseHTTPRequestHandler) -> None:
    """Works for the seconds in the path; then drops the connection if the path has "gone"."""
    time.sleep(float(match_in(r"[\d.]+", handler.path)[0]))
    if "gone" in handler.path:
        handler.connection.shutdown(socket.SHUT_RDWR)
        raise OSError


@BOTH
def test_no_proxy_of_ours_runs_a_request_twice(kind, stack, place):
    """A page and a form that take too long, and whose process ends, all at once."""
    upstream, fronts = Upstream(stack, does), []
    for timeout in (1, 70):
        (place / str(timeout)).mkdir()
        fronts.append(Front(kind, place / str(timeout), upstream.ports, timeout))
        stack.callback(fronts[-1].stop)
    sent = [("GET", "/3"), ("POST", "/3.0"), ("GET", "/2.5/gone"), ("POST", "/0.5/gone")]

    def status(method: str, path: str) -> int:
        body = b"x=1" if method == "POST" else None
        return fronts["gone" in path].ask(method, path, body).status

    with ThreadPoolExecutor(len(sent)) as pool:
        late, late_form, *gone = pool.map(lambda each: status(*each), sent)
    assert {late, late_form} <= {502, 504}
    assert gone == [502, 502]
    time.sleep(1.0)
    assert sorted(upstream.asked) == sorted(path for _, path in sent)


@BOTH
def test_proxies_switch_to_the_running_process(kind, stack, place):
    upstream = Upstream(stack, lambda _: None)
    front = Front(kind, place, [free_port(), upstream.ports[0]])
    stack.callback(front.stop)
    paths = [f"/{number}" for number in range(6)] + [f"/t/BCDF{number}" for number in range(6)]
    for path in paths:
        assert front.ask("POST", path, b"x=1").status == 200
    assert upstream.asked == paths


# -- the unit and the containers -------------------------------------------------------------------


@pytest.mark.needs("systemd-analyze")
def test_systemd_unit_verifies_and_is_little_exposed(tmp_path):
    unit = (DEPLOY / "companion@.service").read_text("utf-8")
    there = re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit)
    file = tmp_path / "companion@.service"
    file.write_text(there, encoding="utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", file], capture_output=True, text=True
    )
    assert "companion" not in said.stderr, said.stderr
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", file],
        capture_output=True, text=True,
    )  # fmt: skip
    assert float(match_in(r"Overall exposure level for \S+: ([\d.]+)", rated.stdout)[1]) <= 1.7


def composed(file: str, *what: str, **env: str) -> str:
    """The output of `docker-compose config` with these lines in .env."""
    done = subprocess.run(
        ["docker-compose", "-f", DEPLOY / file, "config", *what],
        env={"PATH": os.environ["PATH"], "HOME": "/nowhere", **env}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return re.sub("[\"']", "", done.stdout)  # its versions quote differently


@pytest.mark.needs("docker-compose")
def test_the_compose_file_is_one():
    """One service on SQLite, without any setting. It takes those that its first lines name."""
    assert composed("compose.yaml", "--services").split() == ["app"]
    plain = composed("compose.yaml")
    for line in (
        "published: 8000",
        "(data:|target: )/data",
        "COMPANION_TRUSTED_PROXIES: 0",
        "TZ: UTC",
    ):
        assert re.search(rf" {line}\b", plain), line
    assert not re.search(r"postgres|DATABASE", plain, re.IGNORECASE)
    behind = composed("compose.yaml", PORT="127.0.0.1:8000", COMPANION_TRUSTED_PROXIES="1",
                      TZ="America/Regina", IMAGE="cards/companion:1")  # fmt: skip
    for line in ("127.0.0.1", "COMPANION_TRUSTED_PROXIES: 1", "TZ: America/Regina",
                 "image: cards/companion:1"):  # fmt: skip
        assert re.search(rf" {line}\b", behind), line


@pytest.mark.needs("docker-compose")
def test_second_compose_file_adds_postgres_and_proxy():
    needed = {"POSTGRES_PASSWORD": "a/b@c", "COMPANION_HOSTS": NAME}
    services = composed("compose.postgres.yaml", "--services", **needed).split()
    assert sorted(services) == ["app", "database", "proxy"]
    head = match_in(r"(?:#.*\n)+", (DEPLOY / "compose.postgres.yaml").read_text("utf-8"))[0]
    assert "-f compose.postgres.yaml up -d --build --scale app=2" in head
    whole = composed("compose.postgres.yaml", **needed)
    ports = re.findall(r"published: (\d+)", whole)
    assert ports == ["80", "443"]  # the proxy's; any number of processes can run beside each other
    assert "container_name" not in whole


@pytest.mark.needs("caddy")
def test_compose_proxy_runs_our_caddyfile(tmp_path):
    """With the containers of the service as processes, and without requests in the log."""
    compose = (DEPLOY / "compose.postgres.yaml").read_text("utf-8")
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in compose
    assert "command:" not in compose
    processes = match_in(r"CADDY_UPSTREAMS: (.+)", compose)[1]
    done = subprocess.run(
        ["caddy", "adapt", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
        env={**os.environ, "COMPANION_HOSTS": "club.example", "CADDY_UPSTREAMS": processes},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = done.stdout
    assert '"host":["club.example"]' in found
    assert '"dynamic_upstreams":{"name":"app","port":"8000","source":"a"}' in found
    assert '"request\\u003euri":{"filter":"delete"}' in found
