"""Order, the print settings of a page or address: document, paper, house rules, table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from flask import abort, current_app, request, url_for

from companion import budget, printing
from companion.engine.game import Game
from companion.printing import Document, PrintSettings, library
from companion.printing.print_settings import MAX_SET
from companion.results.summary import NIGHT
from companion.rules import HouseRule
from companion.tables import Snapshot
from companion.web.platform import browser
from companion.web.platform.browser import asked_number
from companion.web.rules.sets import bundles, link, named
from companion.web.rules.words import day
from companion.web.tables.write_access import scorers_link

Plan = partial[Document]
"""A function that builds a document, with its values. Both can be sent to a printing process."""
COST = 10
"""Rows of a journal that take as long as a row of a sheet."""
FEW_ROWS, MANY_ROWS = 20, 40
"""Rows of an ordinary page, and of a short document."""
MANY_HANDS = 1000
"""Hands of all copies of a filled scoresheet. The page for a browser has 25 MB with more."""
TOO_MANY_HANDS = "These copies are too long for one document. Print fewer copies at a time."
HANDS, ENTRIES = 60, 300
"""Hands and journal rows up to which a filled scoresheet is a short document."""


@dataclass
class Order:
    """The settings of the print page, as in its query string."""

    game: Game
    kind: str = "sheet"
    settings: PrintSettings = field(default_factory=lambda: printing.PrintSettings())
    players: list[str] = field(default_factory=list)
    dealer: int = 1
    preset: str = ""
    rules: dict[str, str] = field(default_factory=dict)
    """House rules that differ from the printed ones."""
    set: str = ""
    """Key of the bundle of house rules they came from."""
    blank: bool = False
    """Code of a table: print a blank sheet for the same people."""
    problem: str = ""

    @property
    def long(self) -> bool:
        """True if it takes longer to print than a few pages."""
        return self.settings.rows > MANY_ROWS

    @property
    def query(self) -> dict[str, str]:
        """The query string of the document, without parameters at their default."""
        params: dict[str, str] = {"paper": self.settings.paper, "suits": self.settings.suits}
        if self.settings.large:
            params["large"] = "1"
        for name in ("copies", "rows", "seats"):
            value = getattr(self.settings, name)
            if value != getattr(printing.PrintSettings(), name):
                params[name] = str(value)
        if self.players:
            params["players"] = ", ".join(self.players)
        if self.dealer != 1:
            params["dealer"] = str(self.dealer)
        if self.blank:
            params["blank"] = "1"
        if self.set:
            params["set"] = self.set
        return params | {f"rule.{key}": text for key, text in self.rules.items()}

    def value(self, option: HouseRule) -> str:
        return self.rules.get(option.key, option.default)


def order(game: Game, kind: str = "") -> Order:
    """The order in the request's query string. Values out of range are left to `problem`."""
    args = request.args
    order = Order(game, kind or args.get("kind", "sheet"))
    if order.kind not in printing.kinds_of(game):
        abort(404, f"There is no document “{order.kind}”.")
    order.players = [n.strip() for n in args.get("players", "").split(",") if n.strip()]
    order.dealer = max(1, asked_number("dealer"))
    order.preset = args.get("preset", "")
    order.blank = bool(args.get("blank"))
    order.rules = chosen(game, order.preset)
    order.set = order.preset or args.get("set", "")
    try:
        order.settings = printing.PrintSettings(
            paper=args.get("paper", "a4"),
            suits=args.get("suits", "two"),
            large=args.get("large", "") not in ("", "0"),
            copies=asked_number("copies") or 1,
            rows=asked_number("rows"),
            seats=asked_number("seats"),
            set=set_name(game, order.set, order.rules),
        )
    except ValueError as error:
        order.problem = f"{error}."
    return coded(order, order.rules, len(order.players) or order.settings.seats)


def coded(order: Order, rules: Mapping[str, str], players: int) -> Order:
    """Return the order with the address for the code on a blank sheet or a house card: a new table
    with these house rules. Without a server no other phone can open one, and there is no code."""
    if order.kind in ("sheet", "house-card") and "ALONE" not in current_app.config:
        # With a preset, even an empty one, the rules of the last table are not taken over.
        query = {"preset": "", **rules, **({"players": str(players)} if players else {})}
        query |= {"many": "1"} if order.kind == "sheet" else {}
        order.settings = replace(order.settings, url=f"{link(order.game.key, query, whole=True)}")
    return order


def chosen(game: Game, preset: str) -> dict[str, str]:
    """The house rules in the query string: a bundle, overridden by single options."""
    defaults = game.rules.defaults
    known = {each.key: each.rules for each in bundles(game)}
    before = request.args.get("preset_shown", preset)
    shown_before = known.get(before, {})
    rules = dict(known.get(preset, {}))
    for name, text in request.args.items():
        key = name.removeprefix("rule.")
        if not name.startswith("rule.") or key not in defaults:
            continue
        # A field that still shows the previous bundle's value yields to the bundle chosen now.
        if before != preset and text == shown_before.get(key, defaults[key]):
            continue
        rules[key] = text.strip()
    return game.rules.changed(rules)


def set_name(game: Game, key: str, rules: dict[str, str]) -> str:
    """The name on paper for the house rules of a bundle; "" for an unknown key."""
    bundle = next((each for each in bundles(game) if each.key == key), None) if key else None
    return named(game, bundle, rules)[:MAX_SET] if bundle else ""


def fitting(order: Order, table: Snapshot) -> Order:
    """The order, with a problem if all its copies have too many hands of the table."""
    if not order.blank and order.settings.copies * len(table.record.hands) > MANY_HANDS:
        order.problem = order.problem or TOO_MANY_HANDS
    return order


def with_table(order: Order, table: Snapshot) -> Order:
    """The order with the table's facts on paper: code, address and date."""
    fitting(order, table)
    order.settings = replace(order.settings, set=table.record.head.get("set", "")[:MAX_SET])
    record, rules = table.record, order.game.rules.changed(table.record.rules)
    if order.blank or order.kind == "house-card":
        order = coded(order, rules, len(record.players))
    if order.blank:
        return order
    if order.kind != "house-card" and "ALONE" not in current_app.config:
        watch = url_for("tables.play.table", code=table.code, _external=True)
        order.settings = replace(order.settings, url=watch)
    begun = day((table.stored.begun - NIGHT).astimezone())
    order.settings = replace(order.settings, code=table.code, date=begun)
    # No scorer's link once the game is over: a sheet on the wall must not let anybody write.
    running = order.kind == "sheet" and table.status == "playing"
    if running and browser.may_write(table):
        order.settings = replace(order.settings, scorer=scorers_link(table))
    return order


def heavy(table: Snapshot) -> bool:
    """True if the filled scoresheet of this table is a long document."""
    return len(table.record.hands) > HANDS or table.stored.seq > ENTRIES


def legible(order: Order) -> Order:
    """The order; 400 if a value in it is out of range."""
    if order.problem:
        abort(400, order.problem)
    return order


def plan(order: Order, table: Snapshot | None = None) -> Plan:
    """The plan of an order, for any process."""
    budget.expect(COST * max(order.settings.rows, FEW_ROWS))
    how: dict[str, Any] = {"rules": order.rules, "players": order.players, "dealer": order.dealer}
    if table and order.blank:
        how = {"rules": table.record.rules, "players": table.record.players}
        how["dealer"] = table.replay.table.first_dealer.number
    elif table:
        saved = browser.store().saved(table.code)
        journal = [*map(printing.Journalled.of, saved.rows)]
        how = {"record": table.record, "journal": journal, "start": saved.start}
    return partial(library.one, order.kind, order.game.key, settings=order.settings, **how)


def built(order: Order, table: Snapshot | None = None) -> Document:
    """The document of an order, built here from the replay that is at hand."""
    return plan(order, table)(replay=table.replay if table and not order.blank else None)
