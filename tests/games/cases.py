"""What a room's referee is asked about hands that were played, and what it must answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.game import Replay
from companion.games.back_alley.facts import BIDS, LEVELS
from companion.games.dealers_dilemma.facts import DIFFERENCE, ZERO
from companion.games.dilemma.trick import PACK as DILEMMA_PACK
from companion.games.kaiser.facts import REST
from companion.games.nine_card_don.count import COUNTING
from companion.games.nine_card_don.counters import PACK, honours
from companion.games.tadmur.circle import CIRCLE, joins
from companion.games.tadmur.facts import CHAIN, DENIED, DRAWN, GUESS
from companion.played import Played
from companion.questions import Cards, Choice
from companion.words import does, signed


@dataclass(frozen=True)
class Case:
    """An enquiry about what happened in a hand, and what its ruling must say of it."""

    enquiry: str
    answers: Mapping[str, str]
    says: str
    """What the ruling begins with."""
    true: bool = True
    """False: it must not begin so."""
    rule: str = ""
    """A rule that the ruling names."""


def of_hand(hand: Played, *keys: str) -> dict[str, str]:
    """Facts of the hand by their keys."""
    return {key: hand.facts[key] for key in keys}


def leader(replay: Replay, hand: Played) -> str:
    """Who the play says leads."""
    return str(replay.table.seating.seat(hand.facts["leader"]))


def posted(hand: Played, side: object) -> int:
    """What the ledger says a side or seat scored in the hand."""
    return sum(line.points for line in hand.lines if side in (line.to, line.side))


def kaiser(replay: Replay, hand: Played) -> Iterator[Case]:
    """Every bid that the play took or struck out, and the first lead."""
    high = "none"
    for asked in hand.asked:
        if asked.question.key.startswith("bid "):
            who = "the dealer" if asked.question.key[4:] == hand.dealer.code else "another player"
            assert isinstance(asked.question, Choice)
            for each in asked.question.answers:
                if each.text == REST:  # not a call of one player, but the passes of several
                    continue
                answers = {"high": high, "call": each.text, "who": who}
                yield Case("bid", answers, "Yes", not each.refusal)
            high = high if asked.text in ("pass", REST) else asked.text
    if "leader" in hand.facts:
        yield Case("lead", of_hand(hand, "dealer", "declarer"), leader(replay, hand))


def back_alley(replay: Replay, hand: Played) -> Iterator[Case]:
    """Every bid that the play took or struck out, the first lead, and what contracts scored."""
    bids = [asked for asked in hand.asked if re.fullmatch(r"bid \w+", asked.question.key)]
    level = 0
    for asked in bids if hand.mode == "guided" else ():
        assert isinstance(asked.question, Choice)
        for each in asked.question.answers:
            if each.text in BIDS:
                answers = of_hand(hand, "cards") | {"before": LEVELS[level] or "none"}
                yield Case("bid", answers | {"call": each.text}, "Yes", not each.refusal)
        level = max(level, asked.value.level)
    keys = [f"bid {seat.code}" for seat in replay.table.seats]
    if "leader" in hand.facts and hand.facts.keys() >= set(keys):
        yield Case("lead", of_hand(hand, "dealer", *keys), leader(replay, hand))
    found = hand.result
    for side in found.contracts if found else ():
        boards = [each for each in found.contracts.values() if each.level]
        if len(boards) < 2 and not found.rainbows and not found.revoked:
            contract, tricks = found.contracts[side], found.tricks[side]
            answers = {"cards": found.cards, "contract": contract, "tricks": tricks}
            words = f"{signed(posted(hand, side))} for {contract} "
            yield Case("worth", {key: str(value) for key, value in answers.items()}, words)


def jo_jotte(replay: Replay, hand: Played) -> Iterator[Case]:
    """The first lead."""
    if "leader" in hand.facts:
        yield Case("lead", of_hand(hand, "dealer", "declarer"), leader(replay, hand))


def tribello(replay: Replay, hand: Played) -> Iterator[Case]:
    """The first lead, and what everybody's tricks scored."""
    yield Case("lead", of_hand(hand, "dealer", "phase"), leader(replay, hand))
    for seat, tricks in hand.result.tricks.items() if hand.result else ():
        answers = of_hand(hand, "dealer", "phase") | {"who": seat.code, "tricks": str(tricks)}
        words = f"{signed(posted(hand, seat))} for {seat} in phase {hand.facts['phase']}."
        yield Case("worth", answers, words)


def tres(replay: Replay, hand: Played) -> Iterator[Case]:
    """Who leads the trick that is played."""
    if "leader" in hand.facts:
        yield Case("lead", of_hand(hand, "dealer", "number"), leader(replay, hand))


def shakespeares_dilemma(replay: Replay, hand: Played) -> Iterator[Case]:
    """What tricks and doublers scored to those without the widow, in a hand without a revoke."""
    found = hand.result
    for seat, tricks in found.tricks.items() if found and not found.offender else ():
        if seat is not found.widow:
            doublers = " ".join(found.galaxies(seat)) or "none"
            words = f"It scores {signed(posted(hand, seat))}."
            yield Case("worth", {"tricks": str(tricks), "doublers": doublers}, words)


def dealers_dilemma(replay: Replay, hand: Played) -> Iterator[Case]:
    """What every bid scored."""
    found = hand.result
    for seat, bid in found.bids.items() if found else ():
        first, second = bid.first, bid.second or 2
        if bid.kind == DIFFERENCE and bid.second is None:  # only the difference was entered
            first += second
        numbers = {"first": str(first), "second": str(second)}
        if seat is not found.offender:
            answers = {"kind": bid.kind, "tricks": str(found.tricks[seat])}
            answers |= {} if bid.kind == ZERO else numbers
            yield Case("worth", answers, f"It scores {signed(posted(hand, seat))}.")


def carousel(replay: Replay, hand: Played) -> Iterator[Case]:
    """What a hand scored to the one who won it."""
    found, seats = hand.result, replay.table.seats
    winners = [seat for seat in seats if posted(hand, seat)]
    if found and len(winners) == 1:
        knocker = found.knocker.code if found.knocker else "nobody"
        left = " ".join(str(found.left[seat]) for seat in seats)
        words = f"{winners[0]} {posted(hand, winners[0])}"
        yield Case("points", {"knocker": knocker, "left": left}, words)


def leopard(replay: Replay, hand: Played) -> Iterator[Case]:
    """Every place the card could go to or not, and every square entered at once."""
    lies: dict[tuple[str, str], str] = {}
    card, mover = "", hand.dealer
    for asked in hand.asked:
        word = asked.question.key.split()[0]
        if word == "card":
            card, mover = asked.value[0].rank, mover.left
        elif word == "place" and " " in asked.text:
            whose, _, space = asked.text.partition(" ")
            owner = mover if whose == "own" else mover.left
            lies[owner.code, space] = f"a card face {'down' if card in 'JQ' else 'up'}"
        elif word == "square" and hand.result:
            square = hand.result.squares[replay.table.seating.seat(asked.question.key[7:])]
            yield Case("worth", {"square": asked.text}, f"The square is worth {square.value},")
    pending = replay.pending
    question = pending.page[0] if pending and pending.hand == hand.number else None
    if isinstance(question, Choice) and question.key.startswith("place "):
        for each in question.answers:
            whose, _, space = each.text.partition(" ")
            if whose in ("own", "other"):
                owner = mover if whose == "own" else mover.left
                answers = {"card": card, "whose": "own" if whose == "own" else "opponent’s"}
                answers |= {"space": space, "there": lies.get((owner.code, space), "nothing")}
                yield Case("legal", answers, "Yes", not each.refusal)


def nine_card_don(replay: Replay, hand: Played) -> Iterator[Case]:
    """Who pitched, what every counter and the count scored, and whether somebody was home."""
    if "leader" in hand.facts and hand.number > 1:
        words = f"{replay.table.seating.seat(hand.facts['pitcher'])} pitches;"
        yield Case("pitch", of_hand(hand, "dealer"), words)
    for line in hand.lines if "trump" in hand.facts else ():
        if "DON-NOW" in line.also:
            card = next(each for each in PACK.cards if line.why.startswith(f"{each}"))
            answers = {"trump": hand.facts["trump"], "card": card.code}
            yield Case("value", answers, f"The {card} scores {line.points} at once")
    found = hand.result
    if found and "tricks" in hand.facts and hand.rules.finish == "immediate":
        answers = of_hand(hand, "trump", "tricks", "start A", "start B")
        ahead = replay.ledger.leaders()[0] if found.stopped and hand is replay.hand else None
        if not found.stopped:
            yield Case("first", answers, "Nobody yet")
        elif ahead and not any(line.rule == "DON-ADJ" for line in hand.lines):
            words = f"{does(ahead, 'have')} {replay.ledger.total(ahead)} first"
            yield Case("first", answers, words)
    if found and "pile A" in hand.answers:
        yield Case("count", *counted_by_cards(replay, hand))


def counted_by_cards(replay: Replay, hand: Played) -> tuple[dict[str, str], str]:
    """The piles whose cards were tapped, their trump honours with them, and what they scored."""
    one, two = replay.table.sides
    found = hand.result
    told = {asked.question.key: asked.value for asked in hand.asked}
    held = {side: set(honours(found.tricks.held[side])) for side in (one, two)}
    first = held[one] | set(told["pile A"])
    rest = told["pile B"] if "pile B" in told else set(COUNTING) - first
    second = held[two] | set(rest)
    answers = {
        f"pile {side.code}": " ".join(card.code for card in pile) or "none"
        for side, pile in ((one, first), (two, second))
    }
    won = [line.side for line in hand.lines if line.rule == "DON-GAME"]
    if not won:
        return answers, f"Level at {found.counts[one]}: "
    numbers = f"{found.counts[won[0]]} to {found.counts[won[0].opponents]}."
    return answers, f"{does(won[0], 'score')} {hand.rules.game_points} for game, {numbers}"


def panguingue(replay: Replay, hand: Played) -> Iterator[Case]:
    """Every meld laid, and what the winner got for going out."""
    event = ""
    for asked in hand.asked:
        word = asked.question.key.split()[0]
        if word == "event":
            event = asked.text
        elif word == "cards" and event.endswith("lay"):
            yield Case("meld_info", {"cards": asked.text}, "Yes")
        elif word in ("event", "cards") or hand.mode == "quick":
            continue
    if hand.over and "melds" in hand.facts and event.endswith(" out"):
        active, pot = int(hand.facts["active"]), int(hand.facts["pot"])
        winner = replay.table.seating.side(event[:-4])
        gain = sum(line.points for line in hand.events[-1].lines if line.side is winner)
        words = f"Pot {pot} + {(gain - pot) // active} from each of {active} = {gain} chips"
        yield Case("out_payment", of_hand(hand, "melds", "active", "pot"), words)


def scotch_whist(replay: Replay, hand: Played) -> Iterator[Case]:
    """What everybody captured scored, and who was first to the target."""
    found = hand.result
    if not found or not found.played_out:
        return
    haul, number = found.haul, len(replay.table.seats)
    for side, cards in haul.cards.items():
        mine = [rank for rank, owner in haul.honours.items() if owner is side]
        answers = {"number": str(number), "captured": str(cards)}
        answers["honours"] = " ".join(mine) or "none"
        made = sum(
            line.points for line in hand.lines if line.side is side and "ADJ" not in line.rule
        )
        yield Case("pile", answers, f"{made} points.")
    agreed = any(line.rule == "SCW-ADJ" for line in hand.lines)
    if hand is replay.hand and replay.outcome and not found.claimant and not agreed:
        answers = of_hand(hand, "start", "dealer", "10", "A", "K", "Q", "J")
        answers["cards"] = hand.facts["race.cards"]
        winners = replay.outcome.winners
        words = does(winners, "win" if len(winners) == 1 else "share the win")
        if replay.outcome.rule != "SCW-R2":
            yield Case("race", answers, words if winners else "Nobody wins")


SITUATIONS = {
    GUESS: "a rank was named and it is the target",
    CHAIN: "every space is filled and the last card joins the target",
    DENIED: "a right guess was denied",
    DRAWN: "both are stuck and neither may guess",
}
"""What a table of Tadmur says happened, by how the deal ended."""


def tadmur_ending(hand: Played) -> Case:
    """Who wins a deal that ended so."""
    end, says, rule = hand.result.ending, "", hand.result.ending.rule
    happened = SITUATIONS.get(end, "a player has no card that may follow")
    if end is GUESS:
        says = "The guesser wins"
    elif end is DENIED:
        says = "The player who denied it loses"
    elif end is DRAWN:
        says = "Nobody wins"
    elif "is full, but" in hand.result.why:
        happened, rule = "every space is filled but the last card does not join", "TAD-R3"
    elif "TAD-R4" in hand.result.also:
        happened, says = "a player has no cards left", "The opponent wins"
    return Case("end", {"happened": happened}, says, rule=rule)


def tadmur(replay: Replay, hand: Played) -> Iterator[Case]:
    """What the player to move sees: spaces, a guess, the road; and who wins at the end."""
    if hand.result:
        yield tadmur_ending(hand)
    pending = replay.pending
    question = pending.page[0] if pending and pending.hand == hand.number else None
    if question and question.key.startswith("move "):
        words = f"{hand.facts['spaces']} left: "
        yield Case("spaces", of_hand(hand, "wrong", "laid"), words)
        assert isinstance(question, Choice)
        guess = next(each for each in question.answers if each.text == "guess")
        answers = of_hand(hand, "own", "other", "moment") | {"before": "no"}
        yield Case("guess", answers, "Yes", not guess.refusal)
        number = int(question.key.split()[1])
        mover = hand.dealer.left if number % 2 else hand.dealer
        target = hand.answers[f"target {mover.code}"]
        if target in CIRCLE:
            ends = {hand.facts["last"]}
            for _ in range(int(hand.facts["spaces"])):
                ends = {rank for rank in CIRCLE if any(joins(rank, each) for each in ends)}
            answers = of_hand(hand, "last", "spaces") | {"target": target, "holding": "none"}
            yield Case("road", answers, "Yes", any(joins(rank, target) for rank in ends))


def dilemma(replay: Replay, hand: Played) -> Iterator[Case]:
    """Who won the trick before this one, who plays third in this one, and which cards may go."""
    pending = replay.pending
    question = pending.page[0] if pending and pending.hand == hand.number else None
    key = question.key if question else ""
    seat = replay.table.seating.seat
    if re.fullmatch(r"trick \d+ card \d", key):
        assert isinstance(question, Cards)
        gone = question.gone
        held = [card for card in DILEMMA_PACK if not gone.get(card, "").startswith("The ")]
        holding = held[::4]
        legal = " ".join(str(card) for card in holding if card not in gone)
        answers = {"played": hand.facts["legal.played"]}
        answers["holding"] = " ".join(card.code for card in holding)
        yield Case("legal", answers, f"You may play: {legal}." if legal else "Nothing")
    if re.fullmatch(r"trick \d+ card 1", key) and "trick.cards" in hand.facts:
        answers = {"leader": hand.facts["trick.leader"], "cards": hand.facts["trick.cards"]}
        yield Case("trick", answers, f"{seat(hand.facts['leader'])} wins and scores ")
    if re.fullmatch(r"trick \d+ card 3", key) and pending:
        answers = {"leader": hand.facts["leader"], "first": hand.facts["third.first"]}
        answers["second"] = hand.facts["third.second"]
        who = pending.page[0].prompt.split(": ")[1].removesuffix(" plays")
        yield Case("third", answers, f"{who} plays third")


CASES = {
    "kaiser": kaiser,
    "back-alley": back_alley,
    "jo-jotte": jo_jotte,
    "tribello": tribello,
    "tres": tres,
    "shakespeares-dilemma": shakespeares_dilemma,
    "dealers-dilemma": dealers_dilemma,
    "carousel": carousel,
    "leopard": leopard,
    "nine-card-don": nine_card_don,
    "panguingue": panguingue,
    "scotch-whist": scotch_whist,
    "tadmur": tadmur,
    "dilemma": dilemma,
}
"""By game, what its referee is asked of a hand that was played."""
ASKED = {
    "kaiser": {"bid", "lead"},
    "back-alley": {"bid", "lead", "worth"},
    "jo-jotte": {"lead"},
    "tribello": {"lead", "worth"},
    "tres": {"lead"},
    "shakespeares-dilemma": {"worth"},
    "dealers-dilemma": {"worth"},
    "carousel": {"points"},
    "leopard": {"legal", "worth"},
    "nine-card-don": {"pitch", "value", "first", "count"},
    "panguingue": {"meld_info"},
    "scotch-whist": {"pile", "race"},
    "tadmur": {"spaces", "guess", "road", "end"},
    "dilemma": {"trick", "third", "legal"},
}
