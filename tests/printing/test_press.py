"""The press: one process, bounded, remembering, and alive after a mishap."""

import os
import subprocess
import sys
import threading

import pytest

from companion.printing.fingerprints import fingerprint
from companion.printing.lane import Busy, PressFailed, Printing
from companion.printing.press import SHORT, Press
from companion.printing.worker import Drawing, NoPango, PrintedFile, Sheets
from tests.club.serving import until


def page(text="Nell", styles=("base.css",)):
    html = f'<html lang="en"><title>{text}</title><body><h1>{text}</h1></body></html>'
    return Sheets(html, styles)


def done(sheets):
    """Done in another process: it says which that is; or mishaps there."""
    if "pango" in sheets.html:
        raise NoPango("cannot load libpango")
    if "bad" in sheets.html:
        os._exit(3)
    return PrintedFile(str(os.getpid()).encode(), 1, ())


@pytest.fixture
def opened():
    presses = []

    # What is not about time has enough of it on a busy machine.
    def make(seconds=120, **how):
        presses.append(Press(seconds=seconds, **how))
        return presses[-1]

    yield make
    for press in presses:
        press.close()


@pytest.mark.slow
def test_prints_in_one_other_process_and_in_a_fresh_one_after_so_many_pages(opened):
    press = opened(job=done, tasks=2)
    one, two, three = (press.print(page(text)).pdf for text in ("one", "two", "three"))
    assert one == two != three
    assert str(os.getpid()).encode() not in (one, three)


@pytest.mark.slow
def test_survives_a_page_that_ends_the_process_and_says_that_pango_is_missing(opened, monkeypatch):
    press = opened(job=done)
    with pytest.raises(NoPango):
        press.print(page("pango"))
    with pytest.raises(PressFailed):
        press.print(page("bad"))
    with monkeypatch.context() as patch:  # what failed is not tried again at once
        patch.setattr(press, "_run", None)
        with pytest.raises(PressFailed):
            press.print(page("bad"))
    assert press.print(page("good")).pages == 1


class Held(Press):
    """A press whose work waits until it is let go; what was made, in order."""

    def __init__(self, **how):
        super().__init__(patience=(0, 0), **how)
        self.go, self.made = threading.Event(), []

    def _run(self, job, wanted, lane):
        assert self.go.wait(60)
        self.made.append(wanted.html[:12].strip() if isinstance(wanted, Sheets) else "picture")
        return PrintedFile(b"%PDF", 1, ())

    def ask(self, key, whose, wanted=None):
        with pytest.raises(Printing):
            self.order(key, lambda: wanted or Sheets(key, ()), whose,
                       picture=isinstance(wanted, Drawing))  # fmt: skip

    def all(self, many):
        self.go.set()
        until(lambda: len(self.made) == many)
        return self.made


def test_remembers_what_it_printed_and_forgets_the_oldest_when_the_memory_is_full():
    press = Held(cache_bytes=8)
    press.go.set()
    for text in ("one", "two", "six", "two"):
        press.print(Sheets(text, ()))
    assert press.made == ["one", "two", "six"]
    assert press.print(Sheets("six", ())) is press.print(Sheets("six", ()))
    press.print(Sheets("one", ()))
    press.go.clear()
    press.ask("picture", "", Drawing("<svg/>"))
    assert press.all(5) == ["one", "two", "six", "one", "picture"]
    until(lambda: press.recall("picture"))


def test_whoever_asks_for_much_waits_behind_others():
    press = Held()
    for number in range(5):
        press.ask(f"club {number}", "one")
    until(lambda: press._orders["club 0"].running)
    press.ask("mine", "two")
    press.ask("also mine", "two")
    press.ask("drawn", "three", Drawing("<svg/>"))
    made = press.all(8)
    assert made[:5] == ["club 0", "picture", "mine", "club 1", "also mine"]


def test_a_long_document_keeps_no_short_one_waiting():
    press = Held()
    press.ask("book", "one", Sheets("book" + " " * SHORT, ()))
    until(lambda: press._orders["book"].running and press._orders["book"].lane is press._long)
    press.ask("sheet", "one")
    until(lambda: press._orders["sheet"].running)
    assert press._orders["book"].running
    press.all(2)


def test_a_full_queue_is_shared_out():
    press = Held(waiting=4)
    press.ask("under way", "one")
    until(lambda: press._orders["under way"].running)
    for number in range(4):
        press.ask(f"one {number}", "one")
    with pytest.raises(Busy):
        press.order("one more", lambda: page(), "one")
    press.ask("mine", "two")
    assert "one 3" not in press._orders
    assert len(press.all(5)) == 5


def test_what_nobody_waits_for_any_more_is_not_printed(monkeypatch):
    press = Held()
    press.ask("under way", "one")
    until(lambda: press._orders["under way"].running)
    monkeypatch.setattr("companion.printing.press.GONE", -1.0)
    press.ask("left alone", "one")
    press.all(1)
    until(lambda: not press._orders)
    assert press.made == ["under way"]


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_a_page_that_takes_too_long_fails_and_the_next_is_printed(opened):
    press = opened(seconds=3)
    endless = Sheets(
        '<html lang="en"><title>x</title><body>' + "<table><tr><td>x</table>" * 4000, ()
    )
    with pytest.raises(PressFailed, match="3 seconds"):
        press.print(endless)
    # A fresh process brings WeasyPrint in again, which takes one, and many on a busy machine.
    press._short.seconds = 60
    assert press.print(page()).pages == 1


def test_says_that_the_machine_lets_it_start_no_process(opened, monkeypatch):
    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    press = opened()
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", forbidden)
    with pytest.raises(
        PressFailed, match=r"cannot be started on this machine: .*Permission denied"
    ):
        press.print(page())


def test_fingerprint_tells_documents_apart():
    known = {fingerprint(page(*words)) for words in ((), ("Omar",), ("Nell", ("page.css",)))}
    assert len(known) == 3
    assert fingerprint(page()) == fingerprint(page())


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_the_same_page_is_the_same_file_in_another_process(opened, press):
    assert opened().print(page()).pdf == press.print(page()).pdf


def test_weasyprint_is_not_imported_with_the_package():
    code = "import sys, companion.printing; sys.exit('weasyprint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
