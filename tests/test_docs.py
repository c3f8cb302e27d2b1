"""Links and file names in the documents lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMES = ("README.md", "CONTRIBUTING.md", "HOSTING.md", "SECURITY.md", "STYLE.md")
DOCUMENTS = [*map(ROOT.joinpath, NAMES), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")
FILE = re.compile(r"`([a-z][\w.-]*/(?:[\w./-]*(?:\.(?:py|html|css|js|json|md|txt)|/))?)`")
"""A file, or a folder with its slash, in code quotes."""
PARENTS = (ROOT, ROOT / "companion", ROOT / "tests")
"""Names are relative to one of these folders."""
NEW = re.compile("KEY|seven_tricks|runtime/$|github.io|^(?:backups|files)/$")
"""Files that the reader or the program creates."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_document_names_only_files_that_exist(document):
    text = document.read_text(encoding="utf-8")
    text = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.M | re.S)
    links = [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    files = [
        name for name in FILE.findall(text)
        if not NEW.search(name) and not any((parent / name).exists() for parent in PARENTS)
    ]  # fmt: skip
    assert links + files == []
