"""The press: one process, bounded, remembering, and alive after a mishap."""

import os
import subprocess
import sys
import threading
import time

import pytest

from companion.printing.press import Busy, Press, PressFailed, fingerprint
from companion.printing.worker import NoPango, PrintedFile, Sheets


def page(text="Nell", styles=("base.css",)):
    html = f'<html lang="en"><title>{text}</title><body><h1>{text}</h1></body></html>'
    return Sheets(html, styles)


def quick(sheets):
    return PrintedFile(sheets.html.encode(), 1, ())


def slow(sheets):
    time.sleep(1)
    return quick(sheets)


def fatal(sheets):
    if "bad" in sheets.html:
        os._exit(3)
    return quick(sheets)


def without_pango(sheets):
    raise NoPango("cannot load libpango")


def process_id(sheets):
    return PrintedFile(f"{os.getpid()} {'weasyprint' in sys.modules}".encode(), 1, ())


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


def test_prints_in_one_other_process(opened):
    press = opened(job=process_id)
    first, second = (press.print(page(text)).pdf.split()[0] for text in ("one", "two"))
    assert first == second != str(os.getpid()).encode()


def test_takes_a_fresh_process_after_so_many_pages(opened):
    press = opened(job=process_id, tasks=1)
    assert press.print(page("one")).pdf != press.print(page("two")).pdf


def test_remembers_what_it_printed(opened):
    press = opened(job=process_id, tasks=1)
    assert press.print(page()) is press.print(page())
    assert press.hits == 1


def test_forgets_the_oldest_when_the_memory_is_full(opened):
    press = opened(job=quick, cache_bytes=len(page("one").html) * 2)
    for text in ("one", "two", "six", "two"):
        press.print(page(text))
    assert press.hits == 1
    press.print(page("one"))
    assert press.hits == 1


def test_is_busy_when_it_has_enough_to_do(opened):
    press = opened(job=slow, admitted=1)
    other = threading.Thread(target=press.print, args=(page("one"),))
    other.start()
    time.sleep(0.2)
    with pytest.raises(Busy):
        press.print(page("two"))
    other.join()
    assert press.print(page("two")).pages == 1


def test_survives_a_page_that_ends_the_process(opened):
    press = opened(job=fatal)
    with pytest.raises(PressFailed):
        press.print(page("bad"))
    assert press.print(page("good")).pages == 1


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
    press.seconds = 60
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


def test_says_that_pango_is_missing(opened):
    press = opened(job=without_pango)
    with pytest.raises(NoPango):
        press.print(page())


def test_fingerprint_tells_documents_apart():
    known = {fingerprint(page(*words)) for words in ((), ("Omar",), ("Nell", ("page.css",)))}
    assert len(known) == 3
    assert fingerprint(page()) == fingerprint(page())


@pytest.mark.needs("pango")
def test_the_same_page_is_the_same_file_in_another_process(opened):
    assert opened().print(page()).pdf == opened().print(page()).pdf


def test_weasyprint_is_not_imported_with_the_package():
    code = "import sys, companion.printing; sys.exit('weasyprint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
