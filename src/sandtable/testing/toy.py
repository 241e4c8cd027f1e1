"""A small game that uses everything a system may use: read it before you write your own.

Two patrols face each other across a ridge. In secret each is ordered to storm or to hold. Then chits come
out of a cup, and the side whose chit it is fires, digs in or scouts. Cards in hand are seen by their owner
alone: a barrage helps a shot, smoke spoils one. Whoever has more men at the end holds the ridge.
"""

import hashlib
from collections.abc import Generator

import msgspec

from sandtable.table.chance import Chance, ScriptedChance
from sandtable.table.decision import Choice, Decision, Together
from sandtable.table.event import Event, Modifier, Result
from sandtable.table.learning.guide import Guide, Lesson, Step, Task
from sandtable.table.mind import Mind
from sandtable.table.play import Script
from sandtable.table.rules import Rules
from sandtable.table.shelf import RuleText, ScenarioInfo
from sandtable.table.shown import Shown
from sandtable.table.standing_orders import StandingOrder
from sandtable.table.system import System
from sandtable.table.wishes import Wishes, WishKind, WishValue
from sandtable.testing import toy_view
from sandtable.testing.memory import MemoryShelf

SEATS = ("red", "blue")
DECK = ["barrage"] * 4 + ["smoke"] * 4


# What a player may set beforehand, at any time and unseen by the other.
SMOKE = WishKind(
    "smoke",
    "When I am under fire",
    (WishValue("ask", "Ask me"), WishValue("never", "Never lay smoke", answers=True)),
    "4.5",
)


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


class Scenario(msgspec.Struct, frozen=True):
    """A real system reads these numbers from TOML."""

    id: str
    name: str
    turns: int
    men: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


SCENARIOS = {
    each.id: each
    for each in (Scenario("toy/ridge", "The Ridge", 4, 3), Scenario("toy/meeting", "A Chance Meeting", 1, 1))
}


# The battle ------------------------------------------------------------------------------------


class Battle:
    """Everything that changes: plain data, copied by hand."""

    __slots__ = (
        "active", "asking", "chance", "cup", "deck", "dug_in", "events", "hands", "men", "orders", "result",
        "scenario", "turn", "wishes",
    )  # fmt: skip

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.chance: Chance = ScriptedChance()  # `Play` puts the real one here
        self.events: list[Event] = []
        self.result: Result | None = None
        self.turn = 0
        self.active = ""  # whose chit was drawn
        self.men = dict.fromkeys(SEATS, scenario.men)
        self.dug_in = dict.fromkeys(SEATS, False)
        self.orders: dict[str, str] = {}
        self.hands: dict[str, list[str]] = {seat: [] for seat in SEATS}  # hidden from the other seat
        self.deck = DECK.copy()  # unseen and in no order: a card is drawn when it is drawn
        self.cup: list[str] = []
        self.wishes: Wishes = ()  # set by seats, each knows its own
        self.asking = False  # `Play` notes here that an episode is under way

    def copy(self) -> "Battle":
        twin = Battle.__new__(Battle)
        twin.scenario = self.scenario  # never changes, so it may be shared
        twin.chance = self.chance
        twin.events = []
        twin.result = self.result
        twin.turn = self.turn
        twin.active = self.active
        twin.men = self.men.copy()
        twin.dug_in = self.dug_in.copy()
        twin.orders = self.orders.copy()
        twin.hands = {seat: hand.copy() for seat, hand in self.hands.items()}
        twin.deck = self.deck.copy()
        twin.cup = self.cup.copy()
        twin.wishes = self.wishes
        twin.asking = self.asking
        return twin

    def tell(self, event: Event) -> None:
        self.events.append(event)


# The rules, in the order of the book -----------------------------------------------------------


def deal(b: Battle) -> Script:
    """1.0 Each side is dealt two cards before the first turn. Nobody is asked."""
    for seat in SEATS:
        take_card(b, seat)
        take_card(b, seat)
    b.turn = 1
    return
    yield  # a procedure that asks nothing is a generator all the same


def take_card(b: Battle, seat: str) -> None:
    """1.1 Its owner sees the card; the other side sees that there is one more."""
    card = b.chance.draw(b.deck, "a card")
    b.deck.remove(card)
    b.hands[seat] = sorted([*b.hands[seat], card])
    b.tell(Event("card", "1.1", side=seat, text=card, seen_by=(seat,)))


def give_orders(b: Battle) -> Script:
    """2.0 Both sides are ordered in secret to storm or to hold; the orders are revealed together."""
    prompt = "Storm the ridge or hold?"
    parts = {
        seat: Decision(seat, "order", prompt, "2.0", lambda: [Choice("storm"), Choice("hold")]) for seat in SEATS
    }
    question = Together("order", prompt, "2.0", parts)
    yield question
    for seat in SEATS:
        b.orders[seat] = question.answers[seat].do
        b.tell(Event("ordered", "2.0", side=seat, text=b.orders[seat]))
    b.cup = sorted([*SEATS, *SEATS])


def draw_chit(b: Battle) -> Script:
    """3.0 A chit is drawn; the side whose chit it is acts."""
    b.active = b.chance.draw(b.cup, "a chit")
    b.cup.remove(b.active)
    b.tell(Event("drawn", "3.0", side=b.active))
    return
    yield


def act(b: Battle) -> Script:
    """4.0 Fire, with or without a barrage; dig in; scout; or pass."""
    seat = b.active

    def options() -> list[Choice]:
        found = [Choice("fire", seat, other(seat))]
        if "barrage" in b.hands[seat]:
            found.append(Choice("barrage", seat, other(seat)))
        if not b.dug_in[seat]:
            found.append(Choice("dig in", seat))
        if b.deck:
            found.append(Choice("scout", seat))
        found.append(Choice("pass"))
        return found

    def why_not(choice: Choice) -> tuple[str, str]:
        if choice.do == "barrage" and choice not in options():
            return f"{seat} holds no barrage card.", "4.2"
        if choice.do == "dig in" and b.dug_in[seat]:
            return f"{seat} is dug in already.", "4.3"
        return "", ""

    choice = yield Decision(seat, "action", f"What does {seat} do?", "4.0", options, why_not, piece=seat)
    if choice.do in ("fire", "barrage"):
        yield from fire(b, seat, with_barrage=choice.do == "barrage")
    elif choice.do == "dig in":
        b.dug_in[seat] = True
        b.tell(Event("dug in", "4.3", side=seat))
    elif choice.do == "scout":
        b.tell(Event("scouts", "4.4", side=seat))
        take_card(b, seat)
    b.active = ""


def fire(b: Battle, seat: str, with_barrage: bool) -> Script:
    """4.1 One die; 4 or more costs the target a man. The target may lay smoke first (4.5)."""
    target = other(seat)
    modifiers: list[Modifier] = []
    if with_barrage:
        b.hands[seat].remove("barrage")
        modifiers.append(Modifier(+1, "barrage", "4.2"))
    if b.orders[seat] == "storm":
        modifiers.append(Modifier(+1, "storming", "2.0"))
    if b.orders[target] == "storm":
        modifiers.append(Modifier(+1, "target storming", "2.0"))
    if b.dug_in[target]:
        modifiers.append(Modifier(-2, "target dug in", "4.3"))
    b.tell(Event("fires", "4.1", side=seat, target=target, text="barrage" if with_barrage else ""))
    if (yield from lays_smoke(b, target)):
        modifiers.append(Modifier(-2, "smoke", "4.5"))
    die = b.chance.die("fire")
    hit = die + sum(each.amount for each in modifiers) >= 4
    b.men[target] -= hit
    b.tell(Event("shot", "4.1", seat, target=target, dice=(die,), need=4, value=hit, modifiers=tuple(modifiers)))
    if not b.men[target]:
        b.result = Result(seat, f"{target} has no man left", "5.1")


def lays_smoke(b: Battle, seat: str) -> Generator[Decision, Choice, bool]:
    """4.5 Asked whether or not there is a smoke card: a prompt is information too. Only a wish can turn it off."""
    if SMOKE.heeded(b, seat) == "never":
        return False

    def options() -> list[Choice]:
        smoke = [Choice("smoke", seat)] if "smoke" in b.hands[seat] else []
        return [Choice("pass"), *smoke]

    answer = yield Decision(seat, "reaction", f"{seat} is under fire. Smoke?", "4.5", options, piece=seat)
    if answer.do == "smoke":
        b.hands[seat].remove("smoke")
        b.tell(Event("smoke", "4.5", side=seat))
        return True
    return False


def end_turn(b: Battle) -> Script:
    """5.0 The cup is empty: the turn ends, and after the last turn the battle."""
    b.dug_in = dict.fromkeys(SEATS, False)
    b.orders = {}
    b.turn += 1
    if b.turn > b.scenario.turns:
        b.turn = b.scenario.turns
        red, blue = b.men["red"], b.men["blue"]
        winner = None if red == blue else "red" if red > blue else "blue"
        b.result = Result(winner, f"{red} men of red and {blue} of blue are left", "5.2")
    return
    yield


# The front door: what the house asks of a system, by who asks ------------------------------------


def script(battle: Battle) -> Script:
    """The battle says which episode is next."""
    if battle.turn == 0:
        return deal(battle)
    if battle.active:
        return act(battle)
    if not battle.orders:
        return give_orders(battle)
    return draw_chit(battle) if battle.cup else end_turn(battle)


def redeal(battle: Battle, seat: str, chance: Chance) -> None:
    """The other hand and the deck are one heap to this seat. The cup's contents are known to all."""
    hand = battle.hands[other(seat)]
    heap = sorted(hand + battle.deck)
    for place in range(len(hand)):
        hand[place] = chance.draw(heap, "re-dealt")
        heap.remove(hand[place])
    hand.sort()
    battle.deck = heap


def faults(battle: Battle) -> list[str]:
    """What is broken: nothing, if the rules are written well."""
    found = []
    if battle.deck != sorted(battle.deck) or not set(battle.deck) <= set(DECK):
        found.append(f"the deck is {battle.deck}")
    if len(battle.deck) + sum(len(hand) for hand in battle.hands.values()) > len(DECK):
        found.append("there are more cards than were printed")
    found += [f"{seat} has {men} men" for seat, men in battle.men.items() if men < 0]
    return found


def fingerprint(battle: Battle) -> bytes:
    """All of the state as bytes."""
    return msgspec.json.encode(
        [getattr(battle, name) for name in Battle.__slots__ if name not in ("chance", "events")]
    )


class ToyMind(Mind[Battle]):
    """What its computer players know."""

    def evaluate(self, battle: Battle, seat: str) -> float:
        def worth(side: str) -> float:
            return battle.men[side] + 0.3 * len(battle.hands[side]) + 0.2 * battle.dug_in[side]

        return worth(seat) - worth(other(seat))


def info_of(scenario: Scenario) -> ScenarioInfo:
    """A scenario for the list of games."""
    return ScenarioInfo(scenario.id, "toy", scenario.name, SEATS, scenario.turns)


RULE_TEXTS = {id: RuleText(id, title, text, source="design") for id, title, text in toy_view.RULES}

# A first battle of three steps; a real system writes its guide in data/guide.toml.
GUIDE = Guide(
    offer="Guided patrol",
    scenario="toy/ridge",
    seat="red",
    opponent="random",
    seed=0,
    goal="Have more men left than blue.",
    farewell=("From here blue thinks for himself.",),
    steps=(
        Step("Storm or hold", ("Whoever storms is hit more easily. Hold.",), Choice("hold"), "2.0"),
        Step("Dig in", ("Your chit came first. Dig in before blue shoots.",), Choice("dig in", "red"), "4.3"),
        Step("Fire", ("Now fire at blue.",), Choice("fire", "red", "blue"), "4.1", told=("dug in",)),
    ),
    tasks=(Task("scout", "Scout ahead", "Scouting brings a card.", "4.4", ("scout",), event=("scouts",)),),
    lessons=(Lesson("smoke", "Smoke", ("A side under fire may lay smoke.",), "4.5", kind="reaction"),),
)

TOY = System(
    key="toy",
    title="Two Patrols",
    publisher="Sandtable",
    rules=Rules(
        new=Battle,
        script=script,
        faults=faults,
        redeal=redeal,
        seats=lambda battle: SEATS,
        fingerprint=fingerprint,
        roles=toy_view.ROLES,
        wishes=lambda battle: (SMOKE,),
        standing_orders=(StandingOrder(SMOKE, ("reaction",), lambda battle, decision, choice: None),),
    ),
    shown=Shown(toy_view.view, toy_view.label, toy_view.sentence, toy_view.TELLINGS),
    shelf=MemoryShelf(SCENARIOS, info_of, RULE_TEXTS, GUIDE),
    mind=ToyMind(),
)
