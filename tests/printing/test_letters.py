"""Letters no face has are told before they are printed as boxes."""

from companion.printing import letters


def test_letters_that_every_machine_has_are_not_looked_up(monkeypatch):
    monkeypatch.setattr(letters, "_known", None)
    assert letters.unspelt(["Żółć", "Ελένη", "Дмитрий"]) == ""


def test_letters_without_a_face_are_said_once_each(monkeypatch):
    folder = letters.FOLDERS[0]
    monkeypatch.setattr(letters, "FOLDERS", (folder,))
    assert letters.unspelt(["李明", "O’Neill", "明子"]) == "李明子"


def test_letters_with_a_face_are_not(monkeypatch):
    monkeypatch.setattr(letters, "_known", lambda folders: frozenset(map(ord, "李明")))
    assert letters.unspelt(["李明", "明子"]) == "子"
