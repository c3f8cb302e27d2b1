"""What is sent of stylesheets and scripts means what its author wrote."""

from __future__ import annotations

import pytest

from companion.paths import STATIC
from companion.web.slim import css, js, slim

STYLE = """
/* a comment; with { signs } and it's quote */
a > b, .c :hover { margin: 0 auto ; content: "/* kept */ ;  }" }
@media (min-width: 40rem) and (orientation: landscape) {
  p { width: calc(100% - 2 * (1rem + 2px)); background: url(a;b.svg) }
}
"""


def test_a_stylesheet_loses_comments_and_space_between_its_signs():
    assert css(STYLE) == (
        'a > b,.c :hover{margin: 0 auto;content: "/* kept */ ;  }"}'
        "@media (min-width: 40rem) and (orientation: landscape){"
        "p{width: calc(100% - 2 * (1rem + 2px));background: url(a;b.svg)}}"
    )


def test_a_script_loses_lines_of_comment_and_indents_and_keeps_its_lines():
    script = '/* A\n   b. */\n(() => {\n  // c\n  const a = "// kept";  \n\n  run(); // d\n})();\n'
    assert js(script) == '(() => {\nconst a = "// kept";\nrun(); // d\n})();\n'


def test_a_script_with_a_string_over_several_lines_stays_as_it_is():
    script = "const a = `one\n   two`;\n"
    assert js(script) == script
    assert js("  const a = `one`, b = `two`;\n") == "const a = `one`, b = `two`;\n"


def test_what_others_wrote_stays_as_it_is():
    assert slim("vendor/x.min.js", b"  // theirs\n") == b"  // theirs\n"
    assert slim("icon.svg", b"  <svg/>") == b"  <svg/>"


@pytest.mark.parametrize("name", [path.name for path in sorted(STATIC.glob("*.js"))])
def test_each_of_our_scripts_is_slimmed(name):
    body = (STATIC / name).read_bytes()
    assert len(slim(name, body)) < len(body)
