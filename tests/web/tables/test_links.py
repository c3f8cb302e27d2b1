"""Every link of the table's pages leads somewhere."""

import re
from html import unescape

import pytest

TABLE = ["", "/sheet", "/hand/1", "/why/1/1", "/amend/1", "/more", "/share"]
START = ["/", "/new/kaiser", *(f"/t/{{code}}{part}" for part in TABLE)]


@pytest.mark.parametrize("start", START)
def test_links_lead_somewhere(played, start):
    text = played.get(start.format(code=played.code)).text
    for link in sorted(set(re.findall(r'href="(/[^"#]*)', text))):
        reply = played.get(unescape(link))
        assert reply.status_code in (200, 302, 303, 308), link


def test_a_rule_chip_leads_to_the_rule_itself(played):
    text = played.get(f"/t/{played.code}/why/1/1").text
    for page, rule in set(re.findall(r'href="(/rules/[^"#]*)#([^"]+)"', text)):
        assert f'id="{rule}"' in played.get(page).text
