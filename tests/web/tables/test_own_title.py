"""The title of an own game on its pages, its files and its copies."""

import pytest

from tests.web.phones import golden, plain


@pytest.fixture
def hearts(phone):
    return phone(golden("another"))


def test_print_page_and_files_have_the_own_title(hearts):
    page = hearts.get("print").text
    assert "Print Hearts" in plain(page)
    assert "Another game" not in plain(page)
    assert "hearts-" in hearts.get("picture").text
