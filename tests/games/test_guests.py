"""Packages with games of their own: conflicts with each other or with a built-in game."""

from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from pathlib import Path
from shutil import copytree

import pytest

from companion import games

EXAMPLE = Path(__file__).parents[2] / "docs" / "companion-oh-hell" / "companion_oh_hell"
OURS = list(games.covers())


@pytest.fixture
def bring(tmp_path, monkeypatch):
    """Installs copies of the example: their module, key and the prefix of their rules."""

    def brought(*packages, begins=""):
        found = []
        for module, key, prefix in packages:
            copytree(EXAMPLE, tmp_path / module)
            for file in (tmp_path / module).iterdir():
                if file.is_file():
                    text = file.read_text("utf-8").replace("companion_oh_hell", module)
                    text = text.replace("oh-hell", key).replace("OH-", f"{prefix}-")
                    text = text.replace('"OH"', f'"{prefix}"')
                    file.write_text(begins * (file.name == "__init__.py") + text, "utf-8")
            found.append(EntryPoint(key, module, games.GROUP))
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(games, "entry_points", lambda group: found)
        clear()
        return games.guests()

    def clear():
        for each in (games.guests, games.packages, games.covers, games.all_games):
            each.cache_clear()

    yield brought
    monkeypatch.undo()
    clear()


def test_package_with_anothers_rule_prefix_is_refused(bring):
    found = bring(("guest_one", "one", "OH"), ("guest_two", "two", "OH"))
    assert list(found.packages) == ["one"]
    assert found.failed == {
        "guest_two, two": "ValueError: its rules are called OH-… as those of one are"
    }
    assert sorted(games.covers()) == sorted([*OURS, "one"])
    assert games.find("kaiser").rules.rules["KAI-MADE"]


def test_package_with_our_rule_prefix_is_refused(bring):
    found = bring(("guest_kai", "kai", "KAI"), ("guest_other", "other", "OTH"))
    assert list(found.packages) == ["other"]
    (why,) = found.failed.values()
    assert "called KAI-… as those of kaiser are" in why


def test_second_package_with_same_key_is_refused(bring):
    found = bring(("guest_b", "same", "SB"), ("guest_a", "same", "SA"))
    assert found.packages["same"].module == "guest_a"
    assert "another package brings a game same, too" in found.failed["guest_b, same"]


@pytest.mark.parametrize("failure", ["KeyboardInterrupt", "GeneratorExit", "SystemExit"])
def test_failing_package_is_named_and_others_load(bring, failure):
    """The thread of a request gets no keyboard interrupt."""
    with ThreadPoolExecutor(1) as threads:
        found = threads.submit(bring, (f"guest_{failure.lower()}", "one", "ONE"),
                               begins=f"raise {failure}\n").result()  # fmt: skip
    assert [*found.failed.values()] == [f"{failure}: "]
    assert list(games.covers()) == OURS


def test_cover_follows_the_standard_rules(bring, tmp_path):
    bring(("guest_cover", "cover", "COV"))
    file = tmp_path / "guest_cover" / "rules.md"
    text = file.read_text("utf-8").partition("\n## ")
    head = "# Cover\n\npitch: {% if most == 1 %}One card{% else %}Many cards{% endif %}\n"
    head += "players: {{ most - 2 }} to {{ most + 1 }}, each alone\ndoor: 9 | Take\n"
    file.write_text(head + "".join(text[1:]), "utf-8")
    most = games.find("cover").rules.defaults["most"]
    cover = games.covers()["cover"]
    assert (cover.title, cover.pitch, cover.corner, cover.short) == (
        "Cover", "Many cards", "9", "Take",
    )  # fmt: skip
    assert cover.players == tuple(range(int(most) - 2, int(most) + 2))
