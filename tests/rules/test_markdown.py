"""One renderer serves page and paper: tables name their heads, marks show, raw HTML does not."""

import re

from companion.rules import markdown
from companion.rules.wording import under

TABLE = """
| | Trick | Points |
|---|:--|--:|
| Ann | 3 | −3 |
"""


def test_columns_and_rows_of_a_table_are_headed_and_an_empty_corner_is_not():
    found = markdown.html(TABLE)
    assert found.index("<td></td>") < found.index('<th scope="col">Trick</th>')
    assert '<th scope="col" class="r">Points</th>' in found
    assert '<th scope="row">Ann</th>\n<td>3</td>\n<td class="r">−3</td>' in found
    assert "style" not in found


def test_a_table_without_heads_has_no_row_for_them():
    found = markdown.html(f"| | |\n|:-:|:-:|\n| A | 2 |\n\n{TABLE}")
    assert found.startswith('<table>\n<tbody>\n<tr>\n<th scope="row" class="m">A</th>')
    assert found.count("<thead>") == 1


def test_raw_html_is_shown_and_never_obeyed():
    assert markdown.html("<b>no</b>") == "<p>&lt;b&gt;no&lt;/b&gt;</p>\n"
    assert markdown.inline("a *b* <i>") == "a <em>b</em> &lt;i&gt;"


def test_what_the_house_rules_change_is_marked_with_a_word_and_a_class():
    found = markdown.html("Two.\n\n\uf8ffThree.")
    assert '<p class="here"><b class="here">here</b> Three.</p>' in found


def test_an_excerpt_has_the_words_alone():
    assert markdown.stripped(f"# *Each* `card`\n{TABLE}") == "Each card Trick Points Ann 3 −3"
    assert markdown.stripped("**E**arth, *Mars*, `A♠`; (*here*).") == "Earth, Mars, A♠; (here)."


def test_no_excerpt_has_a_space_before_punctuation(game):
    for rule in under(game.rules).rules.values():
        text = markdown.stripped(rule.text)
        assert not re.search(r"\s[,.;:)?!]|[(“]\s|[*`#|]", text), (rule.id, text)
