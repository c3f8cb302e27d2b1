"""The keys shown as chosen are those that the server has read, after any taps in every game."""

from __future__ import annotations

import random

import pytest

from companion import games
from companion.engine.record import Record
from tests.browser.driver import TWICE, golden, quiet
from tests.browser.test_places import moments
from tests.daily import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

READ = """async () => {
  const form = document.querySelector('form.ask-form');
  const body = new URLSearchParams(new FormData(form));
  const url = form.dataset.draft.split('|')[0] + '?live=1';
  const reply = await fetch(url, { method: 'POST', body, headers: { 'HX-Request': 'true' } });
  const text = '<form>' + await reply.text() + '</form>';
  const page = new DOMParser().parseFromString(text, 'text/html');
  page.querySelectorAll('template').forEach((each) => each.replaceWith(each.content));
  return [...page.querySelectorAll('input[name^="a."]:checked:enabled')]
    .map((e) => e.name + '=' + e.value).sort().join(' ');
}"""
"""JavaScript: the keys that the server would show as chosen."""
SHOWN = """() => [...document.querySelectorAll('form.ask-form input[name^="a."]:checked:enabled')]
  .map((e) => e.name + '=' + e.value).sort().join(' ')"""
"""JavaScript: the keys that are shown as chosen."""


@pytest.mark.kinds("jo-jotte")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_chosen_keys_are_those_the_server_reads(scored, phone, key):
    page, dice, wrong = phone(), random.Random(key), []
    for hand, place, record in moments(golden(key)):
        scored(record, page=page)
        if not page.locator("form.ask-form[data-draft]").count():
            continue
        for _ in range(14 if LONG else 7):
            keys = page.locator(".ans label.k:visible, .ans label.cd:visible").all()
            if not keys:
                break
            before = page.evaluate(SHOWN)
            tapped = dice.choice(keys)
            said = tapped.inner_text()
            tapped.dispatch_event("click")
            page.wait_for_timeout(TWICE)
            quiet(page)
            shown, read = page.evaluate(SHOWN), page.evaluate(READ)
            if shown != read:
                wrong.append((hand, place, said, before, shown, read))
    assert wrong == []


def test_swap_gives_no_key_to_another_answer(scored):
    """Also if each key of a row has changed: the page matches keys by their place."""
    page = scored(Record.begin("nine-card-don", ["Mo", "Bea", "Kit", "Zed"], entry="quick"))
    chosen = ["pitcher=2", "trump=C", *(f"counters A={each}" for each in ("5C", "5D", "9C", "KC"))]
    for each in (*chosen, "counters B=5H"):
        name, _, value = each.partition("=")
        page.evaluate("document.querySelectorAll('.ans label').forEach((e) => { e.lang = 'en'; })")
        page.locator(f"label:has([name='a.{name}'][value='{value}'])").tap()
        page.wait_for_timeout(TWICE)
        quiet(page)
    assert page.locator(".ans a.cannot").count() > 4
    shown = page.evaluate(SHOWN).removeprefix("a.").split(" a.")
    assert shown == sorted([*chosen, "counters B=5H"])
