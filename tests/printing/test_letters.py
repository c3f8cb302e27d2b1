"""Letters no face has are told before they are printed as boxes."""

from companion.printing import text


def test_letters_that_every_machine_has_are_not_looked_up(monkeypatch):
    monkeypatch.setattr(text, "_known", None)
    assert text.unspelt(["Żółć", "Ελένη", "Дмитрий"]) == ""


def test_letters_without_a_face_are_said_once_each(monkeypatch):
    folder = text.FOLDERS[0]
    monkeypatch.setattr(text, "FOLDERS", (folder,))
    assert text.unspelt(["李明", "O’Neill", "明子"]) == "李明子"


def test_letters_with_a_face_are_not(monkeypatch):
    monkeypatch.setattr(text, "_known", lambda folders: frozenset(map(ord, "李明")))
    assert text.unspelt(["李明", "明子"]) == "子"
