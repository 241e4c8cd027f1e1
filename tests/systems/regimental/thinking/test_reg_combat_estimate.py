"""The dice that computer players estimate are the dice that the rules count, and so are the numbers behind them."""

import pytest
from reg_combat import scene_of

from sandtable.systems.regimental.rules.attack import new_combat
from sandtable.systems.regimental.rules.combat_dice import attack_dice, defence_dice
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.showing.odds import fill, mean_losses, reckon, with_full_defence
from sandtable.systems.regimental.state.pieces import Battle, Combat
from sandtable.systems.regimental.thinking.assaults import assaults, command_reach
from sandtable.systems.regimental.thinking.combat_estimate import (
    Post,
    attack_estimate,
    attack_strength,
    defence_strength,
    dies,
)

CLOSE = "blue infantry A at 0404 moved"
DISTANT = "blue infantry A at 0405 moved"
TARGET = "red infantry X at 0504"
HQS = ("blue hq HQ at 0403", "red hq Y at 0603")


def declared(b: Battle) -> Combat:
    """A attacks X with all support, and X is defended with all support."""
    (stand,) = [each for each in b.stands if each.id == "A"]
    combat = new_combat(b, stand, b.ground.index["0504"])
    fill(b, combat, 0)
    return with_full_defence(b, combat)


def estimated(b: Battle, combat: Combat) -> tuple[int, int]:
    """The dice of both sides as computer players estimate them."""
    posts: list[Post] = [(b.stands[i], b.stands[i].hex) for i in combat.attackers]
    regiment = b.regiments[b.stands[combat.attackers[0]].regiment]
    enemy = b.stands[combat.defender]
    close = b.ground.distance[posts[0][1]][enemy.hex] == 1
    return (attack_strength(b, regiment, posts, enemy), defence_strength(b, enemy, posts, close))


def counted(b: Battle, combat: Combat) -> tuple[int, int]:
    """The dice of both sides as the rules count them."""
    return (attack_dice(b, combat), defence_dice(b, combat))


SCENES = {
    "alone": (),
    "fire support of the attacker near": ("blue infantry B at 0304 moved company=fs",),
    "fire support of the attacker far": ("blue infantry B at 0203 moved company=fs",),
    "fire support of the defender next to it": ("red infantry Z at 0604 company=fs",),
    "fire support of the defender two hexes off": ("red infantry Z at 0705 company=fs",),
    "fire support of the defender three hexes off": ("red infantry Z at 0501 company=fs",),
    "fire support of the defender on the far side": ("red infantry Z at 0803 company=fs",),
    "fire support of the defender out of command": ("red infantry Z at 0506 company=fs",),
    "guns of both sides": (
        "blue battery G at 0104",
        "blue battery G2 at 0204",
        "blue battery G3 at 0304",
        "red battery H at 1204",
        "red battery H2 at 1304",
    ),
    "air points": ("air blue 3", "air red 1"),
}


def board(place: str, lines: tuple[str, ...], red: str, **terrain: str) -> Battle:
    return scene(scene_of(place, TARGET, *lines, red=red, hqs=HQS, **terrain))


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize(("place", "red"), [(place, o) for place in (CLOSE, DISTANT) for o in "HDMR"])
def test_the_estimate_counts_the_dice_of_the_rules(name: str, place: str, red: str) -> None:
    b = board(place, SCENES[name], red)
    combat = declared(b)
    assert estimated(b, combat) == counted(b, combat)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ("total_range", 1),
        ("artillery", 3),
        ("artillery", 7),
        ("guns", 0),
        ("guns", 1),
        ("guns", 3),
        ("least_defence", 9),
        ("river", -2),
        ("air_dice", 5),
    ],
)
def test_another_number_of_the_rules_changes_the_estimate_alike(number: str, value: int) -> None:
    lines = (
        "blue infantry B at 0304 moved company=fs",
        "red infantry Z at 0604 company=fs",
        *SCENES["guns of both sides"],
        "air blue 3",
    )
    b = board(CLOSE, lines, "H", h0404="R")
    before = counted(b, declared(b))
    b.ground.numbers = {**b.ground.numbers, number: value}
    combat = declared(b)
    assert counted(b, combat) != before
    assert estimated(b, combat) == counted(b, combat)


@pytest.mark.parametrize("far", [1, 2, 3, 4])
def test_fire_support_is_called_from_as_far_as_the_rules_say(far: int) -> None:
    b = board(CLOSE, ("blue infantry B at 0303 moved company=fs",), "H")
    b.ground.numbers = {**b.ground.numbers, "fire_support": far}
    combat = declared(b)
    assert len(combat.support[0]) == (far >= 3)
    assert estimated(b, combat) == counted(b, combat)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_losses_are_capped_as_the_rules_cap_them(most: int) -> None:
    b = board(CLOSE, SCENES["guns of both sides"], "M")
    b.ground.numbers = {**b.ground.numbers, "hex_loss": most}
    combat = declared(b)
    odds = reckon(b, combat)
    posts: list[Post] = [(b.stands[i], b.stands[i].hex) for i in combat.attackers]
    found = attack_estimate(b, b.regiments[0], posts, b.stands[combat.defender])
    assert found.given == pytest.approx(mean_losses(odds.attacker_hits, most))
    assert found.taken == pytest.approx(mean_losses(odds.defender_hits, most * len(posts)))
    assert found.killed == pytest.approx(float(sum(odds.attacker_hits[most:])))
    assert dies(b, b.stands[combat.defender]) == (b.stands[combat.defender].sp <= most)


@pytest.mark.parametrize("most", [1, 2])
def test_as_many_stands_are_posted_as_may_attack(most: int) -> None:
    b = board(CLOSE, ("blue infantry B at 0503 moved",), "H")
    b.ground.numbers = {**b.ground.numbers, "stands_moving": most}
    (found,) = [each for each in assaults(b, b.regiments[0]) if b.ground.names[each.target] == "0504"]
    assert len(found.posts) == most


def test_an_hq_commands_as_far_as_the_rules_say() -> None:
    b = board(CLOSE, (), "H")
    hq = b.stands[b.regiments[0].hq]
    assert command_reach(b, hq) == b.ground.numbers["command"] + hq.rate.normal
    hq.moved = True
    assert command_reach(b, hq) == b.ground.numbers["command"]
