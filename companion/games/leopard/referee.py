"""The referee questions of Leopard. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.cards import Card, Suit, a_rank
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.leopard import facts
from companion.games.leopard.entry import marks_of, suits, value
from companion.games.leopard.facts import DOWN, ONE_SUIT, SPACES, STOCK, TURNS, WHERE, Space, say
from companion.games.leopard.house import Desk
from companion.games.leopard.score import reckoning
from companion.games.leopard.turns import rule_of, why_not_there
from companion.questions import Choice, Count
from companion.said import rule_of as cited

FACE_UP = "a card face up"
RANKED = (*SPACES, "10", "J", "Q", "K")


@enquiry("legal", "May this card go there?",
         "LEO-PIP LEO-TEN LEO-JACK LEO-QUEEN LEO-KING LEO-EMPTY", "place_*")  # fmt: skip
def legal(desk: Desk) -> Ruling:
    rank, whose, name, there = desk.ask(
        Choice("card", say.the_card(), options=RANKED, columns=5),
        Choice("whose", say.whose_square(), options=["own", "opponent’s"]),
        Choice("space", say.which_space(), options=list(SPACES), columns=3),
        Choice("there", say.what_lies(), options=["nothing", "a card face down", FACE_UP]),
    )
    own, place = whose == "own", SPACES.index(name)
    # Neither its suit nor which card lies face up there makes a difference (LEO-R5).
    card = Card(rank, Suit.CLUBS)
    space = {"nothing": facts.EMPTY, "a card face down": DOWN}.get(there, Space(card))
    step, rule = say.space_is(space=name, where=WHERE[place]), rule_of(card)
    if no := why_not_there(card, own, place, space, desk.rules.king_anywhere == "yes"):
        rules = dict.fromkeys((cited(no), rule, *["LEO-R16"] * (rank == "K")))
        return Ruling(f"No. {no}", tuple(rules), (str(step), str(say.discard_instead())))
    turned = rank in ("J", "Q")
    words = say.legal(card=a_rank(rank), space=name, own=own, turned=turned)
    rules = dict.fromkeys([
        rule,
        *["LEO-EMPTY"] * (turned or space is DOWN),
        *["LEO-R14"] * (rank in SPACES and not own),
        *["LEO-R16"] * (rank == "K" and not own),
    ])  # fmt: skip
    return Ruling(str(words), tuple(rules), (str(step),))


AFTER = "own turn, after playing or discarding"
BEFORE = "own turn, before drawing"
THEIRS = "the opponent’s turn"


@enquiry("out", "May I go out now?", "LEO-OUTWHEN", "out card_*")
def out(desk: Desk) -> Ruling:
    stages = [BEFORE, "own turn, after drawing", AFTER, THEIRS]
    worth, stage, stock = desk.ask(
        value("value", desk.rules),
        Choice("moment", say.when(), options=stages, columns=1),
        Choice("stock", say.the_stock(), options=["cards left", "empty"]),
    )
    rules = desk.rules
    if worth < rules.out_at:
        no = say.too_little_to_go_out(who="the square", value=worth, out_at=rules.out_at)
        return Ruling(f"No: {no}", (no.rule,))
    if stage == THEIRS:
        return ruled(say.not_theirs())
    if stage == AFTER:
        late = say.out_too_late()
        return Ruling(f"No. {late}", (late.rule,), (str(say.wait()),))
    if stage == BEFORE and stock == "cards left":
        return ruled(say.draw_first())
    steps = [say.would_score(reckoning=reckoning(worth, True, rules)), say.ends_at_once()]
    empty = stock == "empty"
    steps += [say.nothing_to_draw()] * empty
    words = say.may_go_out(value=worth, out_at=rules.out_at)
    return ruled(words, "LEO-R7", *["LEO-R11"] * empty, steps=steps)


@enquiry("square", "What is this square worth?",
         "LEO-WORTH LEO-COLOUR", "square_*=square lines_* space_* value_*")  # fmt: skip
def square_worth(desk: Desk) -> Ruling:
    rules = desk.rules
    marks = desk.ask(suits("square", rules))
    square = facts.judged(marks_of(marks), rules.suit_line)
    words = {ONE_SUIT: "one suit", facts.ONE_COLOUR: "one colour", facts.NOTHING: "neither"}
    steps = [
        say.line_is(line=name, kind=words[kind], worth=worth)
        for name, kind, (_, worth) in zip(facts.NAMES, square.kinds, square.worths, strict=True)
    ]
    more = ["LEO-VALUE", *square.rules]
    more += ["LEO-COLOUR"] * (facts.KINDS[1] in square.kinds) + ["LEO-EMPTY"] * (None in marks)
    more += ["LEO-BONUS"] * (square.value > rules.bonus_over)
    scores = reckoning(square.value, False, rules)
    enough = square.value >= rules.out_at
    answer = say.is_worth(value=square.value, enough=enough, reckoning=scores)
    return ruled(answer, *more, steps=steps)


@enquiry("may", "May I …?", "LEO-DISCARD LEO-NOTAKE LEO-SAY LEO-TURN", "card_* place_*")
def may(desk: Desk) -> Ruling:
    rulings = {
        "discard a card instead of playing one": ruled(say.may_discard(), "LEO-TURN"),
        "play or discard nothing": ruled(say.may_nothing(), "LEO-DRY"),
        "take a card back into the hand": ruled(say.may_take_back()),
        "ask which space a card is in": ruled(say.may_ask()),
        "have one more turn when the other goes out": ruled(say.may_one_more(), "LEO-R7"),
        "play a card that helps the opponent": ruled(say.may_help(), "LEO-R14"),
    }
    choice = desk.ask(Choice("wish", say.what_choice(), options=list(rulings), columns=1))
    return rulings[choice]


@enquiry("draw", "Is there still a card to draw?", "LEO-DRY", "card_*")
def draw(desk: Desk) -> Ruling:
    turns = desk.ask(Count("turns", say.how_many_turns(), high=TURNS, hint=say.each_has()))
    if turns == TURNS:
        return ruled(say.neither(), "LEO-NOOUT")
    if turns < STOCK:
        return ruled(say.cards_left(left=STOCK - turns), steps=[say.stock_began(stock=STOCK)])
    return ruled(say.stock_gone(), steps=[say.holds(held=(TURNS - turns + 1) // 2)])


ENQUIRIES = (legal, out, square_worth, may, draw)
