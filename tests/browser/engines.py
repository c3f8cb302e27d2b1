"""The system's WebKit and Firefox at phone size: WebKitGTK by WebDriver, Firefox by WebDriver BiDi.

Both have `goto`, `js` (runs the body of an async function, returns its value), `press` (a finger or
mouse at a place), `another` (opens a tab), `tabs`, `turn` (goes to a tab, returns the one before),
`downloads` (the folder of saved files) and `close`. Only the standard library is used: neither
Playwright's engines nor a driver for Firefox are among Debian's packages.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.hosting.serving import free_port

WIDTH, HEIGHT = 390, 844
PATIENT = 60
"""Seconds to wait for a change or an answer."""
MINIBROWSER = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"


def until(what: str, found: Callable[[], Any], seconds: float = PATIENT) -> Any:
    """Return the result of `found` as soon as it is true; retry after errors."""
    end, last = time.monotonic() + seconds, ""
    while time.monotonic() < end:
        try:
            if value := found():
                return value
        except (OSError, RuntimeError) as error:
            last = f" ({error})"
        time.sleep(0.05)
    raise TimeoutError(f"{what}{last}")


class Started:
    """A process in a group of its own, with its output in a file."""

    def __init__(self, command: list[str], log: Path, *fds: int, **more: str) -> None:
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                command, env=os.environ | more, stdout=out, stderr=out, start_new_session=True,
                pass_fds=fds,
            )  # fmt: skip

    def stop(self) -> None:
        for sign in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(self.process.pid, sign)
                self.process.wait(5)
                return


class WebKit:
    """WebKitGTK on a virtual screen; a mouse taps, since its driver has no touch."""

    NEEDS = ("WebKitWebDriver", "Xvfb")

    def __init__(self, folder: Path, *, dark: bool = False) -> None:
        self.parts: list[Started] = []
        self.root, self.downloads = "", folder / "downloads"
        self.downloads.mkdir()
        style = folder / "config" / "gtk-3.0" / "gtk.css"
        style.parent.mkdir(parents=True)
        # The window's own bar would be wider than a phone.
        style.write_text(
            "* { min-width: 0; padding: 0; margin: 0; border-width: 0; }\n"
            "toolbar, headerbar { min-height: 0; } image { -gtk-icon-transform: scale(.5); }\n"
        )
        user = folder / "config" / "user-dirs.dirs"
        user.write_text(f'XDG_DOWNLOAD_DIR="{self.downloads}"\n')
        try:
            self._start(folder, dark)
        except BaseException:
            self.close()
            raise

    def _start(self, folder: Path, dark: bool) -> None:
        number = self._screen(folder)
        more = {name: str(folder / name[4:-5]) for name in
                ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}  # fmt: skip
        more["XDG_CONFIG_HOME"] = str(folder / "config")
        more |= {"DISPLAY": f":{number}", "GTK_THEME": "Adwaita:dark" if dark else "Adwaita",
                 "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
                 "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # fmt: skip
        port = free_port()
        driver = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
        self.parts.append(Started(driver, folder / "webkit.log", **more))
        root = f"http://127.0.0.1:{port}"
        until("WebKitWebDriver", lambda: self._ask("GET", f"{root}/status"))
        browser = next(Path("/").glob(MINIBROWSER))
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": {
            "binary": str(browser), "args": ["--automation"],
        }}  # fmt: skip
        asked = {"capabilities": {"alwaysMatch": wanted}}
        session = self._ask("POST", f"{root}/session", asked)
        self.root = f"{root}/session/{session['sessionId']}"
        patient = PATIENT * 1000
        self._ask("POST", f"{self.root}/timeouts", {"script": patient, "pageLoad": patient})
        size = {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT}
        self._ask("POST", f"{self.root}/window/rect", size)

    def _screen(self, folder: Path) -> str:
        """The number of a new virtual screen, chosen by the server itself."""
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "600x1000x24",
                   "-nolisten", "tcp"]  # fmt: skip
        self.parts.append(Started(command, folder / "screen.log", write))
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError((folder / "screen.log").read_text())
        return number

    def _ask(self, method: str, url: str, body: dict[str, Any] | None = None) -> Any:
        data = json.dumps(body or {}).encode() if method == "POST" else None
        kind = {"Content-Type": "application/json"}
        request = urllib.request.Request(url, data, kind, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENT + 10) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            said = json.load(error)["value"]
            raise RuntimeError(f"{said['error']}: {said['message'][:300]}") from None

    def goto(self, url: str) -> None:
        self._ask("POST", f"{self.root}/url", {"url": url})

    def js(self, body: str) -> Any:
        script = (
            f"const done = arguments[0]; (async () => {{{body}\n}})().then("
            "v => done(JSON.stringify({v: v ?? null})), e => done(JSON.stringify({e: String(e)})))"
        )
        asked = {"script": script, "args": []}
        found = json.loads(self._ask("POST", f"{self.root}/execute/async", asked))
        if "e" in found:
            raise RuntimeError(found["e"][:300])
        return found["v"]

    def press(self, x: int, y: int, times: int = 1) -> None:
        self._ask("POST", f"{self.root}/actions", {"actions": [_pressed("mouse", x, y, times)]})

    def another(self) -> str:
        return str(self._ask("POST", f"{self.root}/window/new", {"type": "tab"})["handle"])

    def tabs(self) -> set[str]:
        return set(self._ask("GET", f"{self.root}/window/handles"))

    def turn(self, tab: str) -> str:
        before = str(self._ask("GET", f"{self.root}/window"))
        self._ask("POST", f"{self.root}/window", {"handle": tab})
        return before

    def close(self) -> None:
        with suppress(OSError, RuntimeError):
            if self.root:
                self._ask("DELETE", self.root)
        for part in reversed(self.parts):
            part.stop()


class Firefox:
    """Firefox without a screen, with touch."""

    NEEDS = ("firefox-esr",)
    PREFERENCES: ClassVar = {
        "ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1,  # a finger, no mouse
        "dom.w3c_touch_events.enabled": 1, "ui.useOverlayScrollbars": 1,
        # On a busy machine a touch may last long: it is a tap all the same.
        "apz.max_tap_time": 60_000, "ui.click_hold_context_menus.delay": 60_000,
        "apz.allow_double_tap_zooming": False,
        "browser.shell.checkDefaultBrowser": False, "browser.aboutwelcome.enabled": False,
        "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.enabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "app.update.enabled": False, "extensions.update.enabled": False,
        "browser.safebrowsing.update.enabled": False,
        "services.settings.server": "data:,#remote-settings-dummy/v1",
    }  # fmt: skip

    def __init__(self, folder: Path, *, dark: bool = False) -> None:
        profile = folder / "profile"
        profile.mkdir()
        self.downloads = folder / "downloads"
        wanted = self.PREFERENCES | {"ui.systemUsesDarkTheme": int(dark)}
        wanted |= {"browser.download.folderList": 2, "browser.download.dir": str(self.downloads),
                   "browser.download.alwaysOpenPanel": False}  # fmt: skip
        wanted["layout.css.prefers-color-scheme.content-override"] = 0 if dark else 1
        lines = [f'user_pref("{key}", {json.dumps(value)});' for key, value in wanted.items()]
        (profile / "user.js").write_text("\n".join(lines))
        port = free_port()
        program = shutil.which("firefox-esr")
        assert program
        self.part = Started(
            [program, "--headless", "--no-remote", "--profile", str(profile),
             f"--remote-debugging-port={port}", "about:blank"], folder / "firefox.log",
        )  # fmt: skip
        self.number = 0
        try:
            self.socket = until("Firefox", lambda: Socket(port, "/session"))
            self._ask("session.new", capabilities={})
            # The tab it starts with never gets the focus; one that is opened does.
            self.context = ""
            self.turn(self.another())
        except BaseException:
            self.part.stop()
            raise

    def _ask(self, method: str, **params: Any) -> Any:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            found = json.loads(self.socket.receive())
            if found.get("id") == self.number:
                if found["type"] == "error":
                    raise RuntimeError(f"{method}: {found['error']} {found['message'][:300]}")
                return found["result"]

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def js(self, body: str) -> Any:
        inner = f"JSON.stringify((await (async () => {{{body}\n}})()) ?? null)"
        found = self._ask(
            "script.evaluate", target={"context": self.context}, awaitPromise=True,
            expression=f"(async () => {inner})()",
        )  # fmt: skip
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"][:300])
        return json.loads(found["result"]["value"])

    def another(self) -> str:
        tab = str(self._ask("browsingContext.create", type="tab")["context"])
        size = {"width": WIDTH, "height": HEIGHT}
        self._ask("browsingContext.setViewport", context=tab, viewport=size, devicePixelRatio=2)
        return tab

    def tabs(self) -> set[str]:
        return {each["context"] for each in self._ask("browsingContext.getTree")["contexts"]}

    def turn(self, tab: str) -> str:
        before, self.context = self.context, tab
        self._ask("browsingContext.activate", context=tab)
        return before

    def press(self, x: int, y: int, times: int = 1) -> None:
        actions = [_pressed("touch", x, y, times)]
        self._ask("input.performActions", context=self.context, actions=actions)

    def close(self) -> None:
        with suppress(OSError, RuntimeError, subprocess.TimeoutExpired):
            self._ask("browser.close")
            self.socket.socket.close()
            self.part.process.wait(10)
        self.part.stop()


def _pressed(kind: str, x: int, y: int, times: int) -> dict[str, Any]:
    once = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return {"type": "pointer", "id": "finger", "parameters": {"pointerType": kind}, "actions": [
        {"type": "pointerMove", "x": x, "y": y}, *once * times,
    ]}  # fmt: skip


class Socket:
    """As much of a WebSocket as WebDriver BiDi needs."""

    def __init__(self, port: int, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.socket.settimeout(PATIENT + 10)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self._some(1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise OSError(head.split(b"\r\n")[0].decode())

    def _some(self, size: int) -> bytes:
        parts = b""
        while len(parts) < size:
            part = self.socket.recv(size - len(parts))
            if not part:
                raise OSError("the browser is gone")
            parts += part
        return parts

    def send(self, text: str) -> None:
        body, mask = text.encode(), os.urandom(4)
        size = len(body)
        if size < 126:
            head = struct.pack("!BB", 0x81, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x81, 0xFE, size)
        else:
            head = struct.pack("!BBQ", 0x81, 0xFF, size)
        stream = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(body, "big") ^ int.from_bytes(stream, "big")).to_bytes(size, "big")
        self.socket.sendall(head + mask + masked)

    def receive(self) -> str:
        text = b""
        while True:
            first, size = self._some(2)
            size &= 0x7F
            if size > 125:
                size = int.from_bytes(self._some(2 if size == 126 else 8), "big")
            body = self._some(size)
            if first & 0x0F in (0, 1):
                text += body
                if first & 0x80:
                    return text.decode()
            elif first & 0x0F == 8:
                raise OSError("the browser closed the connection")


in_engines = pytest.mark.parametrize(
    "engine",
    [
        pytest.param(each, marks=pytest.mark.needs(*each.NEEDS), id=each.__name__)
        for each in (WebKit, Firefox)
    ],
)
"""Runs a test in WebKit and in Firefox, by its argument `engine`."""
