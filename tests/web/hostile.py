"""Hostile input (values, fields, paths), and checks of the responses to it."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from companion.paths import ROOT

MARK = "zq9xj"
"""A marker in every injected script; normal pages do not have it."""
SCRIPTS = [
    f"<script>alert('{MARK}')</script>",
    f"\"><img src=x onerror=alert('{MARK}')>",
    f"' autofocus onfocus='alert({MARK})",
    f"javascript:alert('{MARK}')",
    f"</textarea><svg onload=alert('{MARK}')>",
    f"{{{{7*7}}}}{MARK}",
    f"[{MARK}](javascript:alert(1))",
]
CRLF = ["x\r\nX-Evil: 1", "x\nSet-Cookie: evil=1", "%0d%0aX-Evil:%201", "x\r\n\r\n<html>"]
PATHS = ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd", "....//....//etc/passwd",
         "css/../../pyproject.toml", "\\..\\..\\secret.key", "secret.key", "%00", ".",
         "../static/companion.css", "A" * 3000]  # fmt: skip
ELSEWHERE = ["//evil.example/", "https://evil.example/", "/\\evil.example", "\\\\evil.example",
             "/%09/evil.example", "https:evil.example", "///evil.example", "/\t/evil.example",
             "http://localhost@evil.example/", "javascript:alert(1)"]  # fmt: skip
NUMBERS = ["0", "-1", "1", "2", "3", "99", "500", "501", "9" * 20, "9" * 4400, "²", "١٢", "1e309",
           "nan", "0x10", "1_0", " 1 ", "+1", "1/0", "--1"]  # fmt: skip
TEXTS = ["", " ", "\x00", "\x1b[31m", "\u202eabc", "\ufeff", "A" * 60, "A" * 501, "A" * 3000,
         "♥" * 300, "🂡" * 50, "e\u0301" * 100, "' or 1=1 --", "%s%n{0}", "null", "none", "yes",
         "no", "pass", "quick", "guided", "AS KS QS", "AS " * 200, "/" * 400, "a|b", "add 1|x",
         "drop a|99999999999", "mark a|next H", "7 no", "A -5 late", "1 2 3 4", "12+7" * 60,
         "HHH/S-D/DDD", "@close", "@rule target", "on", "two", "sheet", "KAI-MADE",
         "kaiser", "come", "leave", "put", "new", "2.3", "@BCDFGH"]  # fmt: skip
VALUES = [*SCRIPTS, *CRLF, *PATHS, *ELSEWHERE, *NUMBERS, *TEXTS]
values = st.one_of(st.sampled_from(VALUES), st.text(max_size=40))

_SOURCES = [*(ROOT / "companion" / "web").rglob("*.py")] if (ROOT / "companion").is_dir() else []
FIELDS = sorted(
    {
        name
        for file in _SOURCES
        for name in re.findall(
            r"""(?:form|args)(?:\.get|\.getlist)?[\(\[]\s*"([\w.]+)"|(?:number|text|_count)\("(\w+)\"""",
            file.read_text(encoding="utf-8"),
        )
        for name in name
        if name
    }
    | {"name.1", "name.2", "name.3", "name.16", "name.x", "a.bid 1", "a.bid 2", "a.tricks",
       "1.1.0", "1.1.1", "1.1.code", "1.1.was", "1.1.who",
       "a.5H", "a.trump", "a.trump.0", "t.trump", "rule.target", "rule.nosuch", "seat.1", "tap"}
)  # fmt: skip
fields = st.dictionaries(st.sampled_from(FIELDS), values, max_size=8)

SLOW = 5.0
"""CPU seconds that a request may take."""


def harmless(reply, what: object) -> None:
    """Checks a response: no server error, internals, script, injected header or redirect to another
    site."""
    assert reply.status_code < 500 or "The print queue is full" in reply.text, (
        what,
        reply.status_code,
    )
    assert "X-Evil" not in reply.headers, what
    assert "evil=" not in str(reply.headers.getlist("Set-Cookie")), what
    assert "Content-Security-Policy" in reply.headers, what
    for name in ("Location", "HX-Redirect", "HX-Push-Url"):
        place = reply.headers.get(name, "/")
        assert re.match(r"/(?![/\\\t])|http://localhost/(?![/\\])", place), (what, name, place)
    if (reply.mimetype or "").startswith("text/html"):
        no_script(reply.text, what)


FORBIDDEN = r"<(script(?![^>]*\ssrc=\")|iframe(?![^>]*\ssrc=\"/)|object|embed|base)\b"


def no_script(html: str, what: object) -> None:
    """Checks that no input is in the HTML as a tag, an attribute, or a script link."""
    assert "Traceback (most recent call last)" not in html, what
    for tag in re.findall(r"<[a-zA-Z/][^<>]*>", html):
        bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", tag)
        assert MARK not in bare, (what, tag)
        assert not re.search(r"\son\w+\s*=", bare), (what, tag)
        assert not re.match(FORBIDDEN, tag, re.IGNORECASE), (what, tag)
        assert not re.search(r"""(?:href|src|action)=["']?\s*(?:javascript|data:text)""", tag,
                             re.IGNORECASE), (what, tag)  # fmt: skip
