"""`scripts/pictures.py`, which takes the README's screenshots."""

import pytest
from PIL import Image

from scripts import pictures
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.long
def test_pictures_show_a_running_table(served, phone, tmp_path):
    page = phone()
    pictures.table(page, served.url, tmp_path)
    for name in ("auction", "scored", "referee"):
        file = tmp_path / f"{name}.png"
        pictures.smaller(file)
        with Image.open(file) as picture:
            assert picture.size == tuple(PHONE.values())
    assert page.get_by_role("link", name="Back to the table").is_visible()
