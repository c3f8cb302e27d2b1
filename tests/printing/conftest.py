"""One printing process serves all tests; the printed files are read back."""

from itertools import count

import pytest

from companion.printing import PrintQueue
from tests.printing.papers import Paper, printed_and_looked_over


@pytest.fixture(scope="session")
def print_queue():
    print_queue = PrintQueue(seconds=120, job=printed_and_looked_over)
    yield print_queue
    print_queue.close()


@pytest.fixture
def printed(print_queue, tmp_path):
    """`printed(document)`: its paper."""
    numbers = count()

    def printed(document) -> Paper:
        result = print_queue.print(document.sheets)
        paper = Paper(tmp_path / f"{next(numbers)}.pdf", result.body, result.warnings)
        assert paper.pages == result.pages
        return paper

    return printed
