"""One renderer serves page and paper: tables name their heads, marks show, raw HTML does not."""

import re

from companion.rules import markdown
from companion.rules.wording import under

TABLE = """
| | Trick | Points |
|---|:--|--:|
| Ann | 3 | −3 |
"""


def test_table_headings_are_marked_except_empty_corner():
    found = markdown.html(TABLE)
    assert found.index("<td></td>") < found.index('<th scope="col">Trick</th>')
    assert '<th scope="col" class="r">Points</th>' in found
    assert '<th scope="row">Ann</th>\n<td>3</td>\n<td class="r">−3</td>' in found
    assert "style" not in found


def test_table_without_heads_has_no_head_row():
    found = markdown.html(f"| | |\n|:-:|:-:|\n| A | 2 |\n\n{TABLE}")
    assert found.startswith('<table>\n<tbody>\n<tr>\n<th scope="row" class="m">A</th>')
    assert found.count("<thead>") == 1


def test_raw_html_is_shown_and_never_obeyed():
    assert markdown.html("<b>no</b>") == "<p>&lt;b&gt;no&lt;/b&gt;</p>\n"
    assert markdown.inline("a *b* <i>") == "a <em>b</em> &lt;i&gt;"


def test_house_rule_change_has_word_and_class():
    found = markdown.html("Two.\n\n\uf8ffThree.")
    assert '<p class="here"><b class="here">here</b> Three.</p>' in found


def test_an_excerpt_has_the_words_alone():
    assert markdown.stripped(f"# *Each* `card`\n{TABLE}") == "Each card Trick Points Ann 3 −3"
    assert markdown.stripped("**E**arth, *Mars*, `A♠`; (*here*).") == "Earth, Mars, A♠; (here)."


def test_no_excerpt_has_a_space_before_punctuation(game):
    for rule in under(game.rules).rules.values():
        text = markdown.stripped(rule.text)
        assert not re.search(r"\s[,.;:)?!]|[(“]\s|[*`#|]", text), (rule.id, text)
