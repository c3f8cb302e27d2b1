"""Line breaks in templates put nothing on the page."""

import re

import pytest
from jinja2 import Environment

from companion.paths import TEMPLATES
from companion.web.platform.lines import Lines

LAID_OUT = {
    "<b>one</b>\n  <i>two</i>\n": "<b>one</b><i>two</i>",
    "<p>\n  Two words\n  and two more\n</p>": "<p>Two words and two more</p>",
    '<a\n  class="k"\n  {% if yes %} disabled{% endif %}\n  href="/x">go</a>': (
        '<a class="k" disabled href="/x">go</a>'
    ),
    "{% if yes %}\n  <b>{{ 1 }}</b>\n{% endif %}\n": "<b>1</b>",
    "{{ 'a' }}\n{{ 'b' }}": "ab",
    "<b>a</b> <i>b</i>\n": "<b>a</b> <i>b</i>",
    '<p title="{% if 2 > 1 %}more{% endif %}"\n   id="p">x</p>': '<p title="more" id="p">x</p>',
    "{# a note\nof two lines #}\n<b>x</b>": "<b>x</b>",
}


@pytest.mark.parametrize("source", LAID_OUT)
def test_a_break_is_nothing_beside_a_tag_and_a_space_between_words(source):
    page = Environment(extensions=[Lines]).from_string(source).render(yes=True)
    assert page == LAID_OUT[source]


GLUED = re.compile(
    r'[a-z}][.:](?:</b>)?\n\s*\{% (?:if|for) [^%]*%\}(?:\n\s*)?(?!\{\{ " ")(?:\{\{|[A-Z])'
)
"""The end of a sentence, and in the next line the beginning of another without its space."""


def test_a_sentence_keeps_its_space_from_the_one_before():
    found = [
        (path.name, it[0]) for path in TEMPLATES.rglob("*.html")
        for it in GLUED.finditer(path.read_text(encoding="utf-8"))
    ]  # fmt: skip
    assert found == []


def test_a_mistake_is_told_with_the_line_it_stands_in():
    source = "<b>\n\n</b>\n{{ 1 / 0 }}"
    template = Environment(extensions=[Lines]).from_string(source)
    with pytest.raises(ZeroDivisionError) as caught:
        template.render()
    assert caught.traceback[-1].lineno + 1 == 4
