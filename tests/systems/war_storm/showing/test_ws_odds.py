"""Odds by a second route: the rules themselves, played through every throw of the dice."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from ws_fight import OPEN, Drill, attack, platoons

from sandtable.systems.war_storm.rules.hand_to_hand import toll
from sandtable.systems.war_storm.rules.losses import strike, take_hits
from sandtable.systems.war_storm.rules.morale import Shock, aftermath
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.showing.narrator import label
from sandtable.systems.war_storm.showing.odds import (
    BEHEADED,
    BROKEN,
    GONE,
    HURT,
    KILLED,
    MELTED,
    attack_view,
    beheads,
    broken,
    expected_hits,
    fight_view,
    fire_odds,
    kills,
    reaction_odds,
    up_to,
)
from sandtable.systems.war_storm.showing.option_views import decision_view
from sandtable.systems.war_storm.state.pieces import Battle, Procedure
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice
from sandtable.testing import rule


class NeedsDie(Exception):
    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Given(Chance):
    """The dice so far; one more is asked for aloud."""

    __slots__ = ()

    def __init__(self, dice: tuple[int, ...]) -> None:
        super().__init__()
        self.known = list(dice)

    def fresh(self, sides: int, place: int, why: str) -> int:
        raise NeedsDie(sides)


def play_out(b: Battle, procedure: Procedure) -> None:
    """All of a procedure; whoever is asked takes the first answer."""
    try:
        question = next(procedure)
        while True:
            question = procedure.send(question.options()[0])
    except StopIteration:
        pass


def every_end(
    start: Battle, run: Callable[[Battle], None], told: Callable[[Battle], set[str]]
) -> dict[str, Fraction]:
    """The chance of each thing that can be told at the end, over all throws."""
    found: dict[str, Fraction] = {}
    open_ends: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_ends:
        dice, chance = open_ends.pop()
        b = start.copy()
        b.chance = Given(dice)
        try:
            run(b)
        except NeedsDie as need:
            open_ends += [((*dice, face), chance / need.sides) for face in range(1, need.sides + 1)]
            continue
        for word in told(b):
            found[word] = found.get(word, Fraction(0)) + chance
    return found


def outcome(b: Battle) -> set[str]:
    """What has happened, in the words of the odds."""
    kinds = {event.kind for event in b.events}
    words = {"step lost": HURT, "eliminated": KILLED, "officer lost": BEHEADED}
    found = {words[kind] for kind in kinds if kind in words}
    failed = max([event.value for event in b.events if event.kind == "company check"], default=0)
    return found | {text for text, least in ((BROKEN, 1), (GONE, 5)) if failed >= least}


def by_playing(b: Battle, place: str, *ids: str) -> dict[str, Fraction]:
    def run(twin: Battle) -> None:
        play_out(twin, strike(twin, attack(twin, place, *ids), "fire", "7.3.f"))

    return every_end(b, run, outcome)


SHOTS = [
    # One platoon in the open; its company of one checks after two steps.
    "red grenadier G at A302\nred officer P at A304",
    # Two platoons with losses: chance decides who falls.
    "red grenadier G at A302 lost=2\nred grenadier H at A302 lost=1\nred officer P at A304",
    # A veteran behind a green platoon, in woods.
    "red grenadier G at A302 veteran lost=2\nred grenadier H at A302 green lost=1\n"
    "red officer P at A304\nground A302 w0",
    # An officer alone.
    "red officer P at A302\nred grenadier G at A304",
]


@rule("7.3.g", "7.4.c", "7.4.d", "7.4.e", "9.1.2.a")
@pytest.mark.parametrize("target", SHOTS)
def test_odds_of_fire_are_those_of_the_dice(target: str) -> None:
    b = scene(OPEN + "blue us-infantry A at A202\nblue us-infantry B at A202\nblue officer O at A202\n" + target)
    odds = fire_odds(b, attack(b, "A302", "A", "B"))
    played = by_playing(b, "A302", "A", "B")
    alone = "red officer P at A302" in target
    assert (BROKEN in odds.outcomes) != alone
    if alone:
        played = {text: chance for text, chance in played.items() if text not in (BROKEN, GONE)}  # only of its own
    assert {text: chance for text, chance in odds.outcomes.items() if chance} == played


@rule("9.1.1.a", "9.1.2.d")
@pytest.mark.parametrize(
    ("more", "whole"),
    [
        ("red grenadier H at A402", True),
        ("red grenadier H at A402 of=other\nred grenadier I at A302 of=other", False),  # two companies
        ("red grenadier H at A402 routed", False),  # each would be judged by himself
        ("red grenadier H at A502\nground A402 w0\nground A403 w0", False),  # H does not see it
    ],
)
def test_what_becomes_of_the_company_is_told_where_it_checks_as_a_whole(more: str, whole: bool) -> None:
    b = scene(OPEN + "blue us-infantry A at A202\nred grenadier G at A302\nred officer P at A304\n" + more)
    assert (BROKEN in fire_odds(b, attack(b, "A302", "A")).outcomes) == whole


@rule("9.1.2.c", "9.1.2.d")
@pytest.mark.parametrize(("h", "told"), [("", {BROKEN: 1, GONE: 5}), ("routed", {MELTED: 3, GONE: 5})])
def test_the_chance_that_a_company_breaks_up(h: str, told: dict[str, int]) -> None:
    """By every throw: those who ran already go with 3 above morale, the others with 5."""
    company = f"red grenadier G at A302 lost=1\nred officer P at A304\nred grenadier H at A402 lost=1 {h}"
    b = scene(f"{OPEN}blue us-infantry A at A202\nblue us-infantry B at A202\nblue officer O at A202\n{company}")

    def run(twin: Battle) -> None:
        play_out(twin, strike(twin, attack(twin, "A302", "A", "B"), "fire", "7.3.f"))

    def fate(twin: Battle) -> set[str]:
        failed = max([event.value for event in twin.events if event.kind == "company check"], default=0)
        return {word for word, least in told.items() if failed >= least}

    odds = fire_odds(b, attack(b, "A302", "A", "B")).outcomes
    played = every_end(b, run, fate)
    assert played and {word: odds[word] for word in played} == played
    assert set(odds) & {BROKEN, GONE, MELTED} == set(told)


@rule("9.1.1.c", "7.4.3.b", "9.1.1.d")
@pytest.mark.parametrize("steps", [1, 2])
def test_the_chance_that_a_led_company_breaks(steps: int) -> None:
    """By every throw for the officer and for the company after so many hits."""
    text = "red grenadier G at A302\nred officer P at A302 lead=1\nred grenadier H at A402"
    b = scene(OPEN + text)
    place = b.ground.index["A302"]

    def run(twin: Battle) -> None:
        shock = Shock(place, [b.ground.index["A202"]])
        take_hits(twin, twin.units_at(place, 1), steps, shock)
        play_out(twin, aftermath(twin, shock))

    falls = up_to(1 + steps)
    found = every_end(b, run, outcome)
    (breaks,) = broken(b, b.companies[0], steps, Fraction(0), falls, {BROKEN: 0})
    assert found.get(BROKEN, Fraction(0)) == breaks


@rule("7.4.3.b")
def test_the_chance_that_an_officer_falls_where_companies_share_the_hits() -> None:
    """By every way to allocate two hits and every throw: P rolls for those on G, Q for those on H, R for none."""
    text = "red grenadier G at A302\nred officer P at A302\nred grenadier H at A302 of=q lost=1\n"
    b = scene(OPEN + text + "red officer Q at A302 of=q\nred officer R at A302 of=r\nred grenadier I at A606 of=r")
    place = b.ground.index["A302"]
    found = every_end(b, lambda twin: take_hits(twin, twin.units_at(place, 1), 2, Shock(place, [place])), outcome)
    falls = [Fraction(0), up_to(2), up_to(3)]
    own = [[True, False], [False, True], [False, False]]
    assert found[BEHEADED] == beheads(((0, 0), (0, 1)), 2, own, falls)


@rule("7.4.3.b")
def test_odds_of_an_officer_under_fire() -> None:
    target = "red grenadier G at A302\nred officer P at A302\nred officer Q at A302 of=other\n"
    b = scene(OPEN + "blue us-mg-4-4 A at A202\nblue officer O at A202\n" + target)
    shot = attack(b, "A302", "A")

    def run(twin: Battle) -> None:
        procedure = strike(twin, attack(twin, "A302", "A"), "fire", "7.3.f")
        try:
            play_out(twin, procedure)
        except NeedsDie:
            # Morale comes after the officers: what happened to them is known by then.
            if not any(event.kind == "step lost" for event in twin.events):
                raise

    found = every_end(b, run, outcome)
    odds = fire_odds(b, shot).outcomes
    assert (found[BEHEADED], found[HURT]) == (odds[BEHEADED], odds[HURT])


@rule("7.3.h")
def test_the_mean_of_the_steps() -> None:
    b = scene(OPEN + "blue us-infantry A at A202\nred grenadier G at A302 lost=2\nred grenadier H at A302 lost=2")
    shot = attack(b, "A302", "A")
    chart = b.scenario.rulebook.chart
    mean = sum(
        Fraction(min(chart.rows[max(0, one + two - 1)][5] // 2, 2), 36) for one, two in product(range(1, 7), repeat=2)
    )
    assert fire_odds(b, shot).mean == pytest.approx(float(mean))
    assert expected_hits(b, platoons(b, "A"), b.ground.index["A302"]) == pytest.approx(float(mean))


def test_when_hits_eliminate_somebody() -> None:
    assert kills(((0, 0),), 3) == 1
    assert kills(((0, 2), (0, 2), (0, 0)), 2) == 0
    assert kills(((0, 2), (0, 2), (0, 0)), 3) == 1
    assert kills(((1, 1), (-1, 1)), 2) == 1  # both hits on the green one


@rule("15.2")
def test_odds_of_a_fight() -> None:
    b = scene(
        OPEN
        + "blue us-infantry A at A202\nblue us-infantry B at A202\nred grenadier G at A302 lost=1\nground A302 l0"
    )
    shown = {
        each.text: each.chance for each in fight_view(b, list(platoons(b, "A", "B")), b.ground.index["A302"]).odds
    }
    ends = {"win": 0, "tie": 0, "lose": 0, "heavy win": 0, "heavy lose": 0}
    for one, two, three, four in product(range(1, 7), repeat=4):
        difference = 10 + one + two - (5 + three + four)
        end = "win" if difference > 0 else "tie" if not difference else "lose"
        ends[end] += 1
        if toll(b, abs(difference))[0] > 1:
            ends[f"heavy {end}"] += 1
    assert shown["a tie, and another roll"] == round(1000 * ends["tie"] / 1296)
    for end, whole in (("win", "the defender is beaten"), ("lose", "the assault is beaten")):
        assert shown[whole] == round(1000 * ends[end] / 1296)
    assert shown["the defenders lose 2 steps or more"] == round(1000 * ends["heavy win"] / 1296)
    assert shown["the attackers lose 2 steps or more"] == round(1000 * ends["heavy lose"] / 1296)


@rule("9.2.2.a")
def test_the_chance_to_pass_a_check() -> None:
    for morale in range(1, 14):
        ways = sum(one + two <= morale for one, two in product(range(1, 7), repeat=2))
        assert up_to(morale) == Fraction(ways, 36)


# What is shown with a choice -----------------------------------------------------------------------

SCENE = (
    OPEN
    + """
blue officer O at A202 morale=7 lead=1
blue us-infantry A at A202
blue us-infantry B at A202
blue us-infantry R at A202 routed
red officer P at A402
red grenadier G at A302
actor O
"""
)


def shown(drill: Drill, do: str, piece: str = "", to: str = "") -> tuple[str, str, int]:
    decision = drill.play.decision
    assert decision is not None
    view = attack_view(drill.b, decision, Choice(do, piece, to))
    assert view is not None
    return (view.attack, view.defence, view.odds[0].chance)


def headings(drill: Drill, do: str) -> set[tuple[str, str]]:
    assert drill.play.decision is not None
    options = decision_view(drill.b, drill.play.decision).options
    return {(each.attack.title, each.attack.against) for each in options if each.choice.do == do and each.attack}


@rule("7.3.c", "7.1")
def test_fire_and_who_joins_it_are_shown_before_the_dice() -> None:
    drill = Drill(SCENE)
    alone = shown(drill, "alone", "A", "A302")
    assert alone[:2] == ("FF 6, column 6, 2d6-1", "divided by 2")
    assert headings(drill, "alone") == {("Attack", "Divisor")}, "what the ground adds is added to the divisor"
    together = shown(drill, "volley", "A", "A302")
    assert together[0] == "FF 12, column 12, 2d6-1" and together[2] > alone[2]
    assert drill.refused("fire", "A", "A302").reason == "Only B can join A: choose the volley, or fire alone."
    assert drill.refused("volley", "B", "A302").reason == "Choose the volley at A302 by its first platoon, A."


@rule("4.3.1.a")
def test_whoever_is_activated_is_named_with_his_company_or_alone() -> None:
    drill = Drill(SCENE)
    decision = drill.play.decision
    assert decision is not None
    assert label(drill.b, decision, Choice("activate", "A")) == "A alone"
    assert label(drill.b, decision, Choice("activate", "O")).startswith("O with ")


@rule("7.3.h")
def test_odds_of_fire_go_from_one_step_to_three_and_then_to_what_comes_of_it() -> None:
    drill = Drill(SCENE)
    decision = drill.play.decision
    assert decision is not None
    view = attack_view(drill.b, decision, Choice("volley", "A", "A302"))
    assert view is not None
    told = [each.text for each in view.odds]
    assert told[:4] == [HURT, "2 steps or more lost", "3 steps or more lost", KILLED]
    assert len(set(told)) == len(told) > 4


@rule("9.4.2.a", "9.2.2.b")
def test_checks_are_shown_with_their_chance() -> None:
    drill = Drill(SCENE)
    assert shown(drill, "rally", "O", "R") == ("2d6, 8 or less", "", round(1000 * 26 / 36))
    assert headings(drill, "rally") == {("Check", "Defence")}, "nobody is attacked"


@rule("15.1", "14.4")
def test_an_assault_is_shown_with_both_strengths() -> None:
    drill = Drill(SCENE.replace("A at A202", "A at A202 waiting=A302").replace("B at A202", "B at A202 waiting=A302"))
    text, against, _ = shown(drill, "assault", "", "A302")
    assert (text, against) == ("strength 10 + 2d6", "strength 5 + 2d6")
    drill = Drill(SCENE.replace("A at A202", "A at A202 waiting=A302"), 1, 1)
    drill.do("assault", "", "A302")
    assert shown(drill, "fire")[:2] == ("FF 6, column 6, 2d6", "divided by 2")


@rule("8.m", "8.d")
def test_reactions_are_shown_at_half_without_a_marker() -> None:
    drill = Drill(SCENE.replace("G at A302", "G at A402").replace("A at A202", "A at A101"))
    drill.do("move", "A").do("to", "A", "A201")
    assert drill.asked == ("red", "reaction")
    place = drill.last("moved").place
    assert shown(drill, "react", "G", place)[0] == "FF 3, column 3, 2d6"
    unit = drill.platoon("G")
    odds = reaction_odds(drill.b, [unit], [drill.unit("A")], drill.b.ground.index[place])
    assert odds[0].text == HURT and odds[0].chance == shown(drill, "react", "G", place)[2]
