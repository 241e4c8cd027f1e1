"""Odds of a shot, proved by a second route: the shot itself, played with every order of the cards of a small heap."""

from fractions import Fraction
from itertools import permutations

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.fire.attack_order import fire as play_fire
from sandtable.systems.of_war_and_men.rules.traits import trait_events
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import CALM
from sandtable.systems.of_war_and_men.showing import narrator, odds, shot_totals
from sandtable.systems.of_war_and_men.showing.card_draws import Deck, Heap, Heaps, row_of
from sandtable.systems.of_war_and_men.showing.odds import ShotOdds, fire, unseen, words
from sandtable.systems.of_war_and_men.showing.option_views import decision_view
from sandtable.systems.of_war_and_men.state.book import Card
from sandtable.systems.of_war_and_men.state.hidden import redeal
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Battle
from sandtable.table.chance import Chance, SampledChance
from sandtable.table.decision import Choice
from sandtable.table.event import Event, Modifier
from sandtable.testing.citing import rule

SCENE = """
{rows}
level {level}
axis 1 at A1 {axis}
{friends}
  Hans rank={rank} weapon={weapon} discipline={discipline} {words}
allies 1 at C1 {allies}
{foes}
hand axis attack-red hill
hand allies evade-red
active axis-1
{more}
"""


def aim(
    rows: str = "H . =",
    level: str = "private",
    axis: str = "",
    rank: str = "Cpl",
    weapon: str = "gar",
    discipline: str = "red",
    words: str = "",
    allies: str = "",
    foes: str = "  Joe rank=Cpl resolve=6 vitality=10",
    friends: str = "",
    more: str = "",
) -> OwmStage:
    text = SCENE.format(
        rows=rows, level=level, axis=axis, rank=rank, weapon=weapon, discipline=discipline, words=words,
        allies=allies, foes=foes, friends=friends, more=more,
    )  # fmt: skip
    return stage(text, "R4").order("attack", "attack-red", "allies-1")


def shot(s: OwmStage) -> ShotOdds:
    return fire(s.b, "axis", s.b.stack[-1], s.man("Hans"))


def only(s: OwmStage, heap: list[int]) -> None:
    """Nothing but these cards is left in the deck, and nobody holds any that the shooter has not seen."""
    s.b.discard += [number for number in s.b.deck if number not in heap] + s.b.players[1].hand + s.b.pile
    s.b.deck = sorted(heap)
    s.b.players[1].hand, s.b.pile = [], []


# The second route --------------------------------------------------------------------------------


class AnotherFlip(Exception):
    """The shot asks for a card beyond those that are given."""


class Given(Chance):
    """Cards of the deck in a given order; whatever else is drawn is the first of its kind."""

    def __init__(self, battle: Battle, order: tuple[int, ...]) -> None:
        super().__init__()
        self.battle = battle
        self.order = list(order)

    def fresh(self, sides: int, place: int, why: str) -> int:
        if why == "a wasted card":
            return 1
        if not self.order:
            raise AnotherFlip
        return self.battle.deck.index(self.order.pop(0)) + 1


def played_out(s: OwmStage) -> dict[str, Fraction]:
    """What comes of the shot in every order in which the deck can lie."""
    found: dict[str, Fraction] = {}
    open_ended: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_ended:
        order, chance = open_ended.pop()
        b = s.b.copy()
        b.chance = Given(b, order)
        man = b.soldiers[s.man("Hans").index]
        steps = play_fire(b, b.stack[-1], man)
        try:
            question = next(steps)
            while True:
                assert question.kind == "aim"
                question = steps.send(Choice("aim", "Joe"))
        except StopIteration:
            end = what_happened(s.b, b)
            found[end] = found.get(end, Fraction()) + chance
        except AnotherFlip:
            left = [number for number in s.b.deck if number not in order]
            open_ended += [((*order, number), chance / len(left)) for number in left]
    return found


def what_happened(before: Battle, after: Battle) -> str:
    """The outcome for whoever was hit."""
    if after.verdict is not None:
        return "destroyed" if "truck" in before.mission.switches else "killed"
    if [token.border for token in before.tokens] != [token.border for token in after.tokens]:
        return "broken down"
    names = {SUPPRESSED: "suppressed", WOUNDED: "wounded"}
    for old, new in zip(before.soldiers, after.soldiers, strict=True):
        if old.player == 1 and (new.fate or new.condition != old.condition or new.spent != old.spent):
            return new.fate or (names[new.condition] if new.condition != old.condition else "no effect")
    return "no effect"


HEAP = [34, 53, 61, 107, 3, 18, 88]  # a wound, a jam, two random effects, three Terrain cards


def agree(s: OwmStage, monkeypatch: pytest.MonkeyPatch, heap: list[int] | None = None) -> ShotOdds:
    monkeypatch.setattr(odds, "SPARE", -20)
    only(s, heap or HEAP)
    found = shot(s)
    assert found.chances == played_out(s)
    assert sum(found.chances.values()) == 1
    return found


@rule("16.2.h", "16.2.i", "16.2.l", "19.1.a", "19.3.a", "17.16")
@pytest.mark.parametrize(
    "scene",
    [
        {},
        {"rank": "Pvt"},
        {"rows": ". . .", "axis": "stealth"},
        {"foes": "  Joe rank=Cpl resolve=4 vitality=8 suppressed=0"},
        {"foes": "  Joe rank=Cpl resolve=4 vitality=8 wounded"},
        {"weapon": "mp4", "allies": "last-stand"},
    ],
)
def test_odds_are_those_of_every_order(scene: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    agree(aim(**scene), monkeypatch)


@rule("19.2.a", "7.12")
@pytest.mark.parametrize(
    "words",
    [
        "strength=Rapid_Fire",
        "strength=Killer_Instinct weakness=Wasteful",
        "weakness=Shaky",
        "weakness=Butterfingers",
        "weakness=Cold_Feet",
        "strength=Rapid_Fire weakness=Shaky",
        "strength=Killer_Instinct weakness=Butterfingers",
    ],
)
def test_random_effects_count(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(aim(level="colonel", words=words), monkeypatch, [*HEAP, 56])


def test_every_random_effect_is_known_to_the_odds() -> None:
    assert shot_totals.EFFECTS.keys() == trait_events.RANDOM_EFFECTS.keys()


@rule("4.13", "7.12")
@pytest.mark.parametrize("neighbour", ["strength=Mentor", "weakness=Bickerer", ""])
def test_a_cool_head_counts_the_higher_card_as_it_is_changed(neighbour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    friends = f"  Otto {neighbour}"
    found = agree(aim(level="colonel", rank="Pvt", words="strength=Cool_Head", friends=friends), monkeypatch)
    assert any(note.label == "Double Discipline: no Leader" for note in found.notes)


@rule("7.12")
@pytest.mark.parametrize(
    "foe",
    ["strength=Nine_Lives", "strength=Nine_Lives wounded", "strength=Iron_Will suppressed=0", "weakness=Exposed"],
)
def test_what_the_target_can_do_counts(foe: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(aim(level="colonel", foes=f"  Joe rank=Cpl resolve=4 vitality=8 {foe}"), monkeypatch)


# Who is hit --------------------------------------------------------------------------------------


@rule("16.2.f", "4.4", "4.5", "4.6")
@pytest.mark.parametrize(
    "foes",
    [
        "  Joe rank=Cpl resolve=6 vitality=10\n  Sam resolve=3 vitality=6",
        "  Joe rank=Cpl resolve=6 vitality=10\n  Sam resolve=3 vitality=6\n  Tom resolve=6 vitality=10",
        "  Joe rank=Cpl resolve=6 vitality=10\n  Sam resolve=3 vitality=6\n  Tom suppressed\n  Lou vitality=9",
    ],
)
def test_targets_are_as_likely_as_the_cards_that_find_them(foes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card that finds the target, and those flipped again before it, cannot come up in the shot any more."""
    agree(aim(foes=foes), monkeypatch)


@rule("16.2.f", "19.2.a", "7.12")
def test_the_card_that_finds_the_target_cannot_come_up_for_rapid_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    foes = "  Joe rank=Cpl resolve=6 vitality=10\n  Sam resolve=3 vitality=6\n  Tom resolve=6 vitality=10"
    agree(aim(level="colonel", words="strength=Rapid_Fire", foes=foes), monkeypatch)


@rule("19.4.d")
def test_who_ducked_in_this_round_is_no_target() -> None:
    one = shot(aim())
    assert shot(aim(foes="  Joe rank=Cpl resolve=6 vitality=10\n  Tom suppressed vitality=1")).chances == one.chances


@rule("7.12", "16.2.f")
def test_a_deadeye_aims_at_the_best_target() -> None:
    foes = "  Joe rank=Cpl resolve=6 vitality=10\n  Sam resolve=6 vitality=7"
    s = aim(level="colonel", weapon="spr", words="strength=Deadeye sighted=1", foes=foes)
    at_sam = fire(s.b, "axis", s.b.stack[-1], s.man("Hans"), s.man("Sam"))
    assert shot(s).chances == at_sam.chances
    assert shot(s).notes[-1].label == "Deadeye: he aims at Sam"


@rule("7.12")
def test_a_deadeye_sees_the_odds_against_each_whom_he_may_choose() -> None:
    foes = "  Joe rank=Cpl resolve=6 vitality=10\n  Sam resolve=6 vitality=7"
    text = SCENE.format(
        rows="H . =", level="colonel", axis="", rank="Cpl", weapon="spr", discipline="red",
        words="strength=Deadeye sighted=1", allies="", foes=foes, friends="  Otto rank=Cpl", more="",
    )  # fmt: skip
    s = stage(text, "R4", "R1").order("attack", "attack-red", "allies-1").do("fire", "Hans")
    decision = OF_WAR_AND_MEN.shown.whole(s.play, "axis").decision
    assert decision is not None and decision.kind == "aim"
    killed = {each.choice.piece: each.attack.odds[0].chance for each in decision.options if each.attack is not None}
    assert killed.keys() == {"Joe", "Sam"} and killed["Sam"] > killed["Joe"]


@rule("16.2.j")
def test_modifiers_that_hang_on_who_is_hit_say_so() -> None:
    foes = "  Joe rank=Cpl strength=Bodyguard\n  Sam weakness=Exposed\n  Tom strength=Bodyguard"
    labels = [note.label for note in shot(aim(level="colonel", foes=foes)).notes]
    assert labels == [
        "from Hill", "into Road", "Exposed, if Sam is hit", "A Bodyguard may take a deadly shot for Sam",
    ]  # fmt: skip


# Things ------------------------------------------------------------------------------------------

TRUCK = """
. B .
level colonel
switch truck
value sound 8
value broken 9
note role 1
axis 1 at A1
  Hans rank=Cpl weapon=gar discipline=red
allies 1 at C1
  Joe rank=Cpl
token truck B1 {border}
hand axis attack-red
active axis-1
"""


@rule("11.6.c")
@pytest.mark.parametrize(("border", "worst"), [("green", "broken down"), ("orange", "destroyed")])
def test_odds_against_the_truck(border: str, worst: str, monkeypatch: pytest.MonkeyPatch) -> None:
    s = stage(TRUCK.format(border=border), "R1").order("attack", "attack-red", "truck")
    assert agree(s, monkeypatch).chances.keys() == {worst, "no effect"}


@rule("11.5.b")
def test_odds_against_lu(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
. C .
switch lu
value lu_vitality 9
place chateau B1
note found 1
axis 1 at B1
  Hans rank=Cpl weapon=gar discipline=red
allies 1 at C1
  Joe rank=Cpl
token lu B1 black
hand axis attack-red
active axis-1
"""
    s = stage(text, "R1").order("attack", "attack-red", "lu")
    assert agree(s, monkeypatch).chances.keys() == {"killed", "no effect"}


# Counting, and what is shown ---------------------------------------------------------------------


VALUES = ((1, 2, None, 4, 0), (3, 3, 1, 0, 2), (1, 2, None, 4, 0))


def every_draw(*heaps: set[int]) -> dict[int, int]:
    """The totals of all draws of different cards for these values, each out of its heap."""
    counted: dict[int, int] = {}
    for cards in permutations(range(5), 3):
        picked = [row[card] for row, card in zip(VALUES, cards, strict=True)]
        if None not in picked and all(card in heap for heap, card in zip(heaps, cards, strict=True)):
            total = sum(value for value in picked if value is not None)
            counted[total] = counted.get(total, 0) + 1
    return counted


def counts(digits: int, least: int, deck: Deck) -> dict[int, int]:
    return {least + place: times for place, times in enumerate(row_of(digits, deck.bits)) if times}


def a_deck() -> tuple[Deck, tuple[int, ...], int]:
    deck = Deck([Card(number, (0, 0, 0)) for number in range(5)], 4)
    kinds = tuple(deck.kind(lambda card, row=row: row[card.number], row) for row in VALUES)  # type: ignore[misc]
    return deck, kinds, sum(deck.least[kind] for kind in kinds)


def test_draws_of_different_cards_are_counted() -> None:
    deck, kinds, least = a_deck()
    (found,) = Heap(deck, range(5)).count(kinds)
    assert counts(found, least, deck) == every_draw(*[set(range(5))] * 3)


def test_draws_out_of_several_heaps_are_counted_with_flips_out_of_whichever() -> None:
    deck, (first, free, last), least = a_deck()
    heaps = Heaps([Heap(deck, [0, 4]), Heap(deck, [1, 2, 3])])
    found = 0
    for flips, rest, ways in heaps.parts([(first,), (last,)], (free,)):
        (digits,) = heaps.count(flips, rest)
        found += digits * ways
    assert counts(found, least, deck) == every_draw({0, 4}, set(range(5)), {1, 2, 3})


@rule("19.1.a")
def test_the_chance_of_a_jam() -> None:
    """Of the 191 cards the shooter has not seen 12 jam; the second card is flipped only if the first did not."""
    s = aim()
    seen = {*s.b.players[0].hand, *s.b.discard, *s.b.pile, s.b.stack[-1].card}
    heap = [number for number in range(1, 193) if number not in seen]
    jams = sum(s.b.card(number).icon == "jam" for number in heap)
    clean = Fraction(len(heap) - jams, len(heap)) * Fraction(len(heap) - jams - 1, len(heap) - 1)
    assert shot(s).jam == 1 - clean


def test_odds_tell_nothing_that_is_hidden() -> None:
    s = aim()
    before = words(s.b, "axis", s.b.stack[-1], s.man("Hans"))
    heap = unseen(s.b, "axis")
    redeal(s.b, "axis", SampledChance(5))
    assert unseen(s.b, "axis") == heap
    assert words(s.b, "axis", s.b.stack[-1], s.man("Hans")) == before
    assert before.attack == "blue + blue - red"
    assert sum(each.chance for each in before.odds) in range(998, 1003)


@rule("4.3")
def test_no_odds_where_the_deck_runs_out_and_the_view_says_why() -> None:
    s = aim(more="left 13")
    view = words(s.b, "axis", s.b.stack[-1], s.man("Hans"))
    assert view.odds == () and odds.short(view) == ()
    assert view.attack_notes[-1].label == "The deck is running out, so no odds can be given"


@rule("19.2.a")
@pytest.mark.parametrize(
    ("soldier", "target", "causes"),
    [
        ("strength=Shaky weakness=Rapid_Fire", "", "Shaky, Rapid Fire"),
        ("strength=Rapid_Fire weakness=Shaky", "last-stand", "Rapid Fire, Shaky, Last Stand"),
        ("strength=Rapid_Fire weakness=Cool_Head", "", "Rapid Fire, Cool Head"),
    ],
)
def test_no_odds_where_too_much_can_happen_and_the_view_says_why(soldier: str, target: str, causes: str) -> None:
    s = aim(level="colonel", rank="Pvt", weapon="bar", words=soldier, allies=target)
    view = words(s.b, "axis", s.b.stack[-1], s.man("Hans"))
    assert view.odds == () and odds.short(view) == ()
    assert view.attack_notes[-1].label == f"Too much can happen to count the odds: {causes}"


@rule("19.2.a", "4.13", "17.16")
def test_the_odds_of_every_printed_soldier_are_counted() -> None:
    book = rulebook()
    for division in book.divisions.values():
        for card in division.soldiers:
            traits = (card.strength, card.weakness)
            effects = tuple(trait for trait in traits if trait in shot_totals.EFFECTS)
            higher = any(trait in CALM for trait in traits)
            for weapon in book.weapons.values():
                for grid in [*weapon.grid, *weapon.second]:
                    sequence = shot_totals.Sequence(grid, effects, card.discipline, (), True, higher, True)
                    assert shot_totals.work(sequence) <= shot_totals.MOST


@rule("16.2.l", "19.1.a", "19.3.a")
def test_the_odds_say_what_a_total_must_reach_for_whom_and_what_the_signs_do() -> None:
    values = "resolve=6 vitality=10"
    s = aim(foes=f"  Joe rank=Cpl {values}\n  Jim {values}\n  Tom suppressed=0 resolve=5 vitality=9")
    how = words(s.b, "axis", s.b.stack[-1], s.man("Hans")).how
    alike = "Joe or Jim: suppressed from 6 on, killed from 10 on."
    assert how.startswith(f"{alike} Tom: routed from 5 on, killed from 9 on. A card is flipped")
    assert "With a wound sign on a card of the weapon, suppressed becomes wounded." in how
    assert f"In {float(shot(s).jam):.1%} the weapon jams" in how


@rule("16.2.j", "16.2.l")
def test_a_shot_is_told_with_its_whole_sum_and_the_values_of_the_man() -> None:
    parts = ((4, "lethality"), (-2, "Discipline"), (0, "Double Discipline"), (2, "from Hill"))
    added = tuple(Modifier(amount, label, "16.2.j") for amount, label in parts)
    told = narrator.sentence(aim().b, Event("shot", piece="Hans", target="Joe", value=4, modifiers=added))
    assert told == "Cpl Hans fires at Cpl Joe (Resolve 6, Vitality 10): 4 − 2 + 2 = 4."


# In a view ---------------------------------------------------------------------------------------

FRIENDS = """  Otto weapon=k98
  Karl weapon=k98 discipline=blue weakness=Rapid_Fire"""


def test_a_view_leaves_the_odds_of_shots_for_later() -> None:
    s = aim(level="colonel", friends=FRIENDS)
    decision = s.play.decision
    assert decision is not None
    options = [option for option in decision_view(s.b, decision).options if option.attack is not None]
    assert [option.choice.piece for option in options] == ["Otto", "Karl", "Hans"]
    for option in options:
        attack, now = option.attack, words(s.b, "axis", s.b.stack[-1], s.man(option.choice.piece))
        assert attack is not None and attack.later and attack.odds == option.odds == ()
        assert (attack.attack, attack.attack_notes) == (now.attack, now.attack_notes)
        found = OF_WAR_AND_MEN.shown.count(s.b, decision, option.choice)
        assert now.odds and not now.later and (found.attack, found.odds) == (now, odds.short(now))


def test_a_view_for_who_can_wait_has_all_odds() -> None:
    s = aim(level="colonel", friends=FRIENDS)
    question = OF_WAR_AND_MEN.shown.whole(s.play, "axis").decision
    assert question is not None
    shots = [option for option in question.options if option.attack is not None]
    assert len(shots) == 3 and all(option.odds and not option.attack.later for option in shots if option.attack)


@rule("4.3")
def test_a_view_leaves_nothing_for_later_where_no_odds_can_be_given() -> None:
    s = aim(more="left 13")
    decision = s.play.decision
    assert decision is not None
    attacks = [option.attack for option in decision_view(s.b, decision).options if option.attack is not None]
    assert attacks and not any(attack.later for attack in attacks)
