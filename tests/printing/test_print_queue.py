"""The print queue: two processes, fair turns, limits, a cache, and recovery after a fault."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from companion.printing.fingerprints import fingerprint
from companion.printing.print_queue import Busy, Job, PrintFailed, Printing, PrintQueue
from companion.printing.worker import Drawing, NoPango, PrintedFile, Sheets
from tests.hosting.serving import until
from tests.waited import noted


def page(text="Nell", styles=("base.css",)):
    html = f'<html lang="en"><title>{text}</title><body><h1>{text}</h1></body></html>'
    return Sheets(html, styles)


def done(sheets):
    """Runs in another process: returns its process id, or fails there."""
    if "pango" in sheets.html:
        raise NoPango("cannot load libpango")
    if "bad" in sheets.html:
        os._exit(3)
    return PrintedFile(str(os.getpid()).encode(), 1, ())


@pytest.fixture
def opened():
    queues = []

    # Tests that do not measure time get enough of it on a busy machine.
    def make(seconds=120, **how):
        queues.append(PrintQueue(seconds=seconds, **how))
        return queues[-1]

    yield make
    for print_queue in queues:
        print_queue.close()


@pytest.mark.slow
def test_print_worker_is_separate_and_regularly_restarted(opened):
    print_queue = opened(job=done, tasks=2)
    one, two, three = (print_queue.print(page(text)).body for text in ("one", "two", "three"))
    assert one == two != three
    assert str(os.getpid()).encode() not in (one, three)


@pytest.mark.slow
def test_print_worker_survives_crash_and_missing_pango(opened, monkeypatch):
    print_queue = opened(job=done)
    with pytest.raises(NoPango):
        print_queue.print(page("pango"))
    with pytest.raises(PrintFailed):
        print_queue.print(page("bad"))
    with monkeypatch.context() as patch:  # a failed document is not tried again at once
        patch.setattr(print_queue, "_run", None)
        with pytest.raises(PrintFailed):
            print_queue.print(page("bad"))
    assert print_queue.print(page("good")).pages == 1


class Held(PrintQueue):
    """A print queue whose processes wait until they may go on. `made` has the files in order."""

    def __init__(self, waiting=60, **how):
        super().__init__(patience=(0, 0), **how)
        self.waiting = waiting
        self.go, self.made = threading.Event(), []

    def _run(self, wanted, long):
        assert self.go.wait(60)
        self.made.append(wanted.html if isinstance(wanted, Sheets) else "picture")
        return PrintedFile(b"%PDF", 1, ())

    def ask(self, key, whose, wanted=None, *, long=False):
        picture = isinstance(wanted, Drawing)
        with pytest.raises(Printing):
            self.order(Job(key, lambda: wanted or Sheets(key, ()), whose, picture, long))

    def running(self, key):
        until(lambda: self._orders[key].running)

    def all(self, many):
        self.go.set()
        until(lambda: len(self.made) == many)
        return self.made


def test_memory_forgets_the_oldest_file_when_full():
    print_queue = Held(cache_bytes=8)
    print_queue.go.set()
    for text in ("one", "two", "six", "two"):
        print_queue.print(Sheets(text, ()))
    assert print_queue.made == ["one", "two", "six"]
    assert print_queue.print(Sheets("six", ())) is print_queue.print(Sheets("six", ()))
    print_queue.print(Sheets("one", ()))
    print_queue.go.clear()
    print_queue.ask("picture", "", Drawing("<svg/>"))
    assert print_queue.all(5) == ["one", "two", "six", "one", "picture"]
    until(lambda: print_queue.recall("picture"))


def test_turns_go_to_the_address_served_longest_ago():
    print_queue = Held()
    for number in range(5):
        print_queue.ask(f"club {number}", "one")
    print_queue.running("club 0")
    print_queue.ask("mine", "two")
    print_queue.ask("also mine", "two")
    print_queue.ask("drawn", "three", Drawing("<svg/>"))
    made = print_queue.all(8)
    assert made[:5] == ["club 0", "picture", "mine", "club 1", "also mine"]


def test_turns_of_long_orders_are_as_fair():
    print_queue = Held()
    for number in range(3):
        print_queue.ask(f"set {number}", "one", long=True)
    print_queue.running("set 0")
    print_queue.ask("another set", "two", long=True)
    assert print_queue.all(4) == ["set 0", "another set", "set 1", "set 2"]


def test_long_order_keeps_no_short_one_waiting():
    print_queue = Held()
    for number in range(5):
        print_queue.ask(f"set {number}", "one", long=True)
    print_queue.ask("sheet", "two")
    print_queue.running("sheet")
    assert print_queue._orders["set 0"].running
    print_queue.all(6)


def test_long_order_is_built_apart_from_short_ones():
    """The plan of a long document is read in the thread of the long orders too."""
    print_queue, built = Held(), threading.Event()
    print_queue.go.set()

    def plan():
        assert built.wait(60)
        return Sheets("set", ())

    slow = Job("set", plan, "one", long=True)
    with pytest.raises(Printing):
        print_queue.order(slow)
    print_queue.print(Sheets("sheet", ()))
    assert print_queue.made == ["sheet"]
    built.set()
    assert print_queue.all(2) == ["sheet", "set"]


def test_full_queue_is_shared_between_addresses():
    print_queue = Held(waiting=4)
    print_queue.ask("under way", "one")
    print_queue.running("under way")
    for number in range(4):
        print_queue.ask(f"one {number}", "one")
    with pytest.raises(Busy):
        print_queue.order(Job("one more", page, "one"))
    print_queue.ask("mine", "two")
    assert "one 3" not in print_queue._orders
    assert len(print_queue.all(5)) == 5


def test_long_orders_take_no_place_of_short_ones():
    print_queue = Held(waiting=4)
    for number in range(5):
        print_queue.ask(f"set {number}", f"address {number}", long=True)
        print_queue.running("set 0")
    for number in range(5):
        print_queue.ask(f"sheet {number}", "a router")
        print_queue.running("sheet 0")
    assert len(print_queue.all(10)) == 10


def test_same_document_is_made_once():
    print_queue = Held()
    for address in ("one", "two", "three"):
        print_queue.ask("sheet", address)
    print_queue.all(1)
    until(lambda: print_queue.recall("sheet"))
    print_queue.order(Job("sheet", page, "four"))
    assert print_queue.made == ["sheet"]


def test_order_nobody_asks_for_is_dropped(monkeypatch):
    print_queue = Held()
    print_queue.ask("under way", "one")
    print_queue.running("under way")
    monkeypatch.setattr("companion.printing.print_queue.GONE", -1.0)
    print_queue.ask("left alone", "one")
    print_queue.all(1)
    until(lambda: not print_queue._orders)
    assert print_queue.made == ["under way"]


def broken(print_queue):
    """True if printing says that its process ended."""
    try:
        print_queue.print(page(f"at {time.monotonic_ns()}"))
    except PrintFailed as trouble:
        return "interrupted" in str(trouble)
    return False


@pytest.mark.slow
def test_orders_go_on_after_a_process_was_killed(opened):
    """A system that lacks memory kills a process, at work or idle."""
    print_queue = opened(job=done)
    for number in range(2):
        pid = int(print_queue.print(page(f"before {number}")).body)
        os.kill(pid, signal.SIGKILL)
        until(lambda: broken(print_queue))
        assert int(print_queue.print(page(f"after {number}")).body) != pid


def test_closing_drops_what_waits():
    print_queue = Held()
    print_queue.ask("under way", "one")
    print_queue.running("under way")
    print_queue.ask("waits", "two")
    print_queue.close()
    assert print_queue.all(1) == ["under way"]
    until(lambda: not print_queue._orders)


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_slow_page_fails_and_next_prints(opened):
    print_queue = opened(seconds=3)
    endless = Sheets(
        '<html lang="en"><title>x</title><body>' + "<table><tr><td>x</table>" * 4000, ()
    )
    with pytest.raises(PrintFailed, match="3 seconds"):
        print_queue.print(endless)
    # A new process imports WeasyPrint again: one second, many on a busy machine.
    print_queue.seconds = 60
    assert print_queue.print(page()).pages == 1


def test_forbidden_print_process_is_reported(opened, monkeypatch):
    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    print_queue = opened()
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", forbidden)
    with pytest.raises(
        PrintFailed, match=r"cannot be started on this machine: .*Permission denied"
    ):
        print_queue.print(page())


def test_fingerprint_tells_documents_apart():
    known = {fingerprint(page(*words)) for words in ((), ("Omar",), ("Nell", ("page.css",)))}
    assert len(known) == 3
    assert fingerprint(page()) == fingerprint(page())


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_same_page_prints_identically_in_another_process(opened, print_queue):
    assert opened().print(page()).body == print_queue.print(page()).body


def test_package_imports_neither_weasyprint_nor_database():
    code = "import sys, companion.printing; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert not {b"weasyprint", b"sqlmodel"} & {*modules.split()}


def test_thread_waiting_for_document_is_replaced():
    print_queue = Held()
    print_queue.patience, found = (60, 60), list[PrintedFile]()
    with noted() as waits:
        order = Job("one", lambda: Sheets("one", ()), "somebody")
        waiter = threading.Thread(target=lambda: found.append(print_queue.order(order)))
        waiter.start()
        until(lambda: waits == ["waits"])
        print_queue.go.set()
        waiter.join()
    assert (waits, len(found)) == (["waits", "goes on"], 1)
