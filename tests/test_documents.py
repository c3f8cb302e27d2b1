"""The documents: their links, their length, and the names of files, commands and messages."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from companion.cli import main
from companion.paths import PACKAGE, ROOT

LENGTHS = {"README.md": 125, "HOSTING.md": 130, "SECURITY.md": 60}
DOCUMENTS = [
    file
    for file in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "tools").rglob("*.md"),
    )
    if "companion-oh-hell" not in file.parts
]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
FILE = re.compile(r"`([a-z][\w.-]*/(?:[\w./-]*(?:\.(?:py|html|css|js|json|md|txt)|/))?)`")
"""A file, or a folder with its slash, in code quotes."""
PARENTS = (ROOT, PACKAGE, PACKAGE / "games", ROOT / "tests")
"""Names are relative to one of these folders."""
NEW = re.compile("KEY|seven_tricks|^(?:backups|build|files)/")
"""Files that the reader or the program creates."""
SHELL = PACKAGE / "pocket" / "shell"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def anchors(file: Path) -> set[str]:
    """The addresses of a document's headings."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.casefold()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_links_of_a_document_lead_somewhere(document):
    broken = []
    for path, anchor in LINK.findall(document.read_text(encoding="utf-8")):
        target = document.parent / path if path else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(f"{path}#{anchor}")
    assert broken == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_document_names_only_files_that_exist(document):
    text = document.read_text(encoding="utf-8")
    text = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.M | re.S)
    missing = [
        name for name in FILE.findall(text) if not NEW.search(name)
        and not any((parent / name).exists() for parent in PARENTS)
    ]  # fmt: skip
    assert missing == []


@pytest.mark.parametrize("name", LENGTHS)
def test_first_documents_stay_short(name):
    assert len(read(name).splitlines()) <= LENGTHS[name]


def test_commands_in_documents_exist():
    texts = read("README.md") + read("HOSTING.md") + read("docs/backups.md")
    commands = set(re.findall(r"(?:bin/|^|`|&& |; )companion ([a-z][\w-]*)", texts, re.MULTILINE))
    assert len(commands) > 8
    assert commands <= set(main.list_commands(click.Context(main)))


def test_scripts_and_targets_in_documents_exist():
    names = ("README.md", "HOSTING.md", "CONTRIBUTING.md", "docs/offline.md", "docs/testing.md")
    texts = "".join(map(read, (*names, "docs/maintenance.md", "docs/adding-a-game/tutorial.md")))
    for name in set(re.findall(r"\b(scripts/[\w-]+|deploy/[\w@.-]+\w)", texts)):
        assert (ROOT / name).exists(), name
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", texts, re.MULTILINE)) <= targets


def test_browsers_page_quotes_the_offline_version():
    text = read("docs/browsers.md")
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE)[1:5]
    apple, chrome, samsung, firefox = (version for _, version in rows)
    shell = (SHELL / "shell.js").read_text(encoding="utf-8")
    page = (SHELL / "index.html").read_text(encoding="utf-8")
    wanted = f"{apple}, Chrome {chrome}, Samsung Internet {samsung} or Firefox {firefox}"
    assert wanted in shell
    assert wanted in page
    for message in re.findall("“(.+?)”", text):
        assert message in shell + page, message
