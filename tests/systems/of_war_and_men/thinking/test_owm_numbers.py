"""The computer players' estimates use the rules' own numbers: what is added to a shot, its dice, its checks."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.assault import succeeds
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import double_discipline, grid_row, modifiers
from sandtable.systems.of_war_and_men.rules.fire.shot import Shot
from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.book import FACES, LONGEST
from sandtable.systems.of_war_and_men.state.pieces import Battle, Played
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.systems.of_war_and_men.thinking import firepower, worth
from sandtable.systems.of_war_and_men.thinking.actions import Mind
from sandtable.systems.of_war_and_men.thinking.firepower import ANY
from sandtable.systems.of_war_and_men.thinking.objectives import tasks
from sandtable.table.chance import ScriptedChance

FIELD = """
{rows}
{more}
axis 1 at A1 {axis}
  Hans rank={rank} weapon={weapon} discipline=red {hans}
axis 2 at {second}
  Karl rank=Cpl
allies 1 at {at} {allies}
  Joe rank=Cpl resolve=6 vitality=10
active axis-1
"""
SITUATIONS = [
    {},
    {"allies": "heading=D1"},
    {"allies": "dug-in"},
    {"axis": "dug-in"},
    {"axis": "heading=A2"},
    {"rank": "Pvt"},
    {"hans": "suppressed=0"},
    {"rows": "H . . .\n. . . ."},
    {"rows": ". . H .\n. . . ."},
    {"rows": "W . W .\n. . . .", "allies": "heading=D1"},
    {"more": "visibility moon 1"},
]
CLOSE_UP = [
    {"axis": "stealth"},
    {"at": "B1", "second": "B2"},
    {"at": "B1", "second": "B2", "axis": "stealth", "allies": "heading=C1"},
]


def field(**words: str) -> Battle:
    usual = {
        "rows": ". . . .\n. . . .",
        "more": "",
        "axis": "",
        "allies": "",
        "rank": "Cpl",
        "weapon": "k98",
        "hans": "",
        "second": "A2",
        "at": "C1",
    }
    return scene(FIELD.format(**{**usual, **words}))


def shot_of(b: Battle) -> Shot:
    """The shot of Hans at Joe, as the rules see it."""
    hans, joe = b.soldier("Hans"), b.soldier("Joe")
    team, enemy = b.team("axis-1"), b.team("allies-1")
    far = distance(b, team.cell, enemy.cell)
    return Shot(hans, team, joe, enemy, "", enemy.cell, far, grid_row(b, hans, far))


def added(b: Battle) -> int:
    """16.2.j What the rules add to the numbers of that shot."""
    return sum(each.amount for each in modifiers(b, shot_of(b), b.team("axis-1").stealth))


@pytest.mark.parametrize("words", SITUATIONS + CLOSE_UP)
def test_an_attack_is_estimated_with_what_the_rules_add(
    words: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    b = field(**words)
    seen: list[tuple[int, tuple[int, ...], int, int]] = []

    def hits(grid: tuple[int, ...], discipline: int, flips: int, extra: int, *target: int) -> tuple[float, float]:
        seen.append((extra, grid, discipline, flips))
        return 0.0, 0.0

    firepower.volley.cache_clear()
    monkeypatch.setattr(firepower, "hits", hits)
    mind = Mind(b, 0)
    mind.attack(mind.picture.teams[0], mind.picture.teams[2])
    firepower.volley.cache_clear()
    shot = shot_of(b)
    reason, _ = double_discipline(b, shot, Played(0, 0, "attack", 0, 2))
    flips = NUMBERS.double if reason else 1
    assert seen == [(added(b), shot.grid, shot.shooter.card.discipline, flips)]


def test_the_situations_are_all_different() -> None:
    assert [added(field(**words)) for words in CLOSE_UP] == [
        NUMBERS.stealth,
        NUMBERS.flanking,
        NUMBERS.stealth + NUMBERS.flanking + NUMBERS.moving,
    ]


@pytest.mark.parametrize("words", SITUATIONS)
def test_standing_counts_what_the_rules_add(words: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    b = field(**words)
    seen: list[int] = []

    def best_shots(arms: Any, far: int, extra: int, *target: Any) -> float:
        seen.append(extra)
        return 0.0

    monkeypatch.setattr(worth, "best_shots", best_shots)
    team, enemy = b.team("axis-1"), b.team("allies-1")
    worth.harm_to(b, team, worth.arms_of(b, team), enemy, b.soldier("Joe"))
    assert seen == [added(b)]


@pytest.mark.parametrize("weapon", sorted(rulebook().weapons))
def test_every_weapon_fires_by_its_printed_grid(weapon: str) -> None:
    """A volley is worth something exactly where the rules let the weapon fire, at every range."""
    b = field(weapon=weapon)
    hans = b.soldier("Hans")
    for far in range(LONGEST + 3):
        arms = ((weapon, False, hans.card.discipline, False),)
        _, kills = firepower.volley(arms, far, False, 0, -99, -99, ANY)
        assert (kills > 0) == bool(grid_row(b, hans, far))
        standing = worth.best_shots(((weapon, False, hans.card.discipline),), far, 0, -99, -99, 10, False)
        assert (standing > 0) == bool(grid_row(b, hans, far))


@pytest.mark.parametrize("discipline", ["red", "green", "blue"])
@pytest.mark.parametrize("state", ["", "suppressed", "wounded"])
def test_prowess_is_the_chance_to_pass_the_check(discipline: str, state: str) -> None:
    """20.1.d, 20.1.q The rule itself, played with every number that may come."""
    b = scene(f". .\naxis 1 at A1\n  Hans rank=Cpl discipline={discipline} {state}\nallies 1 at B1\n  Joe")
    man, deck = b.soldier("Hans"), b.deck
    faces = range(1, FACES[man.card.discipline] + 1)
    showing = {face: [card for card in deck if b.card(card).dice[man.card.discipline] == face] for face in faces}
    passed = 0
    for one, other in product(faces, repeat=2):
        b.deck, b.chance = [showing[one][0], showing[other][1], *deck], ScriptedChance(1, 1)  # the first, and again
        passed += succeeds(b, man)
    assert Mind(b, 0).prowess(b.team("axis-1")) == pytest.approx(float(Fraction(passed, len(faces) ** 2)))


def test_raiders_come_as_near_as_the_truck_can_be_attacked_from() -> None:
    text = ". . .\n. . .\nswitch truck\nplace path A1 B1 C1\ntoken truck B1 green\nnote role 1\n"
    b = scene(text + "axis 1 at A2\n  Hans\nallies 1 at C2\n  Joe")
    reaches = {task.near for side in (0, 1) for task in tasks(firepower.Picture(b), side).values() if task.there}
    assert reaches == {NUMBERS.truck_reach}
