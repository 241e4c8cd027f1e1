"""Exact odds of a shooting: by hand, by icepool, by playing out every throw of the very procedure."""

import itertools
from fractions import Fraction

import icepool
import pytest
from mini_fire import all_fire, firing, scene_of
from mini_stage import stage

from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL, able
from sandtable.systems.miniatures.rules.leaders import Target, target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.showing.attack_view import shooting_view, shots_at
from sandtable.systems.miniatures.showing.odds import exact_odds, planned, save_chance, throws
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.table.chance import OutOfDice
from sandtable.table.decision import Choice
from sandtable.table.play import Mishap
from sandtable.testing import rule

QUIET = "PL rifle A at 60,3 markers=1"
PLATOON = (
    "PL rifle A at 22,10; rifle B at 26,10; rifle C at 28,10; rifle D at 30,10; rifle E at 32,10; lmg F at 34,10"
)
WOOD = "wood W1 20,25 45,25 45,30 20,30"
GRENADIERS = "; ".join([f"{'PL ' if i == 0 else ''}rifle R{i} at {24 + 2 * i},26.4 moved" for i in range(5)])


def who(b: Battle) -> tuple[list[Team], Target]:
    unit, target = b.unit("U1"), target_of(b, "G1")
    return [team for team in b.all_of(unit) if able(b, team, target)], target


@pytest.mark.parametrize("dice", range(6))
def test_throws_are_counted_exactly(dice: int) -> None:
    for face in range(2, 7):
        counted = [0] * (dice + 1)
        for throw in itertools.product(range(1, 7), repeat=dice):
            counted[sum(die >= face for die in throw)] += 1
        assert throws(dice, Fraction(7 - face, 6)) == [Fraction(ways, 6**dice) for ways in counted]


@rule("9.8", "9.11", "17.2")
def test_saves_with_their_re_rolls() -> None:
    """A Panther's front at close range: a save stands with (4/6)^2; skirts: 1 - (2/6)^2; cancelled: 4/6."""
    assert save_chance(3, -1) == Fraction(4, 9)
    assert save_chance(3, 1) == Fraction(8, 9)
    assert save_chance(3, 0) == Fraction(2, 3)
    assert save_chance(7, 0) == 0


def test_vector_a_by_icepool() -> None:
    """Eight dice at 4+ on five Teams that save on 3+: hits by laps, Teams lost, markers."""
    b = scene(scene_of(PLATOON, GRENADIERS, WOOD))
    teams, target = who(b)
    odds = exact_odds(b, planned(b, teams, target, NORMAL, False), target)
    hits = 8 @ (icepool.d6 >= 4)

    def fallen(number: int) -> icepool.Die[int]:
        """Of five Teams, `number` hits shared by laps: one or two dice each, or none."""
        twice, once = max(0, number - 5), min(number, 5) - max(0, number - 5)
        single, double = icepool.d6 <= 2, icepool.coin(5, 9)  # 1 - (4/6)^2
        return once @ single + twice @ double

    lost = hits.map(fallen)
    assert odds.hits == [Fraction(hits.probability(number)) for number in range(9)]
    assert odds.lost == [Fraction(lost.probability(number)) for number in range(len(odds.lost))]
    assert odds.markers == sum(Fraction(hits.probability(n)) * (n // 3) for n in range(9))


def test_vector_d_by_icepool() -> None:
    """A 75mm at a Panther's front at 15 inches: four dice at 3+, a failed save 5/9, destroyed on a 6."""
    b = scene(scene_of("PL m4-sherman A at 30,10", "PL panther X at 30,27.2"))
    teams, target = who(b)
    odds = exact_odds(b, planned(b, teams, target, NORMAL, False), target)
    kills = (4 @ (icepool.d6 >= 3)).map(lambda hits: (hits @ icepool.coin(5, 54)) >= 1)
    assert odds.lost == [Fraction(kills.probability(False)), Fraction(kills.probability(True))]


SCENES = {
    "rifles at two": (
        "PL rifle A at 30,10; rifle B at 34,10",
        "PL rifle X at 30,20 moved; rifle Y at 33,20 moved dug",
        (),
    ),
    "a target that spoils its saves": ("PL rifle A at 30,13", "PL rifle X at 30,20 moved", ("green activated",)),
    "bazooka on a tank": (f"{QUIET}; bazooka B at 30,10", "PL panzer-iv X at 30,25", ()),
    "mixed aspect": (f"{QUIET}; bazooka B at 30,10", "PL panther X at 30,25 faces 0,-1 turret 0,1", ()),
    "bazooka and rifle": (
        f"{QUIET}; rifle B at 30,12; bazooka C at 34,12",
        "PL rifle X at 32,18 moved; lmg Y at 35,18 moved",
        (),
    ),
    "truck": (f"{QUIET}; bazooka B at 30,10", "PL truck X at 30,16", ()),
}


def play_out(blue: str, red: str, target: str) -> dict[int, Fraction]:
    """Every course of the procedure itself, die by die, with an owner who saves what he can: Teams lost."""
    found: dict[int, Fraction] = {}
    text = scene_of(blue, red, target=target)
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        dice = waiting.pop()
        try:
            s = stage(text, *dice)
            s.do("fire", "U1")
            all_fire(s, "G1")
            while s.asked[1] in ("aim", "hit", "packet", "suppression"):
                options = s.options()
                best = max(options, key=lambda option: (option.number, option.to == "gun", option.piece == "Y"))
                s.do(best.do, best.piece, best.to, best.number)
        except (Mishap, OutOfDice):
            waiting.extend([(*dice, face) for face in range(1, 7)])
            continue
        count = len(s.told("lost"))
        found[count] = found.get(count, Fraction(0)) + Fraction(1, 6 ** len(dice))
    return found


@pytest.mark.parametrize("name", [name for name in SCENES if name != "bazooka and rifle"])
def test_the_procedure_itself_gives_the_same_odds(name: str) -> None:
    """All courses of the shooting, played out by the rule, against the reckoning."""
    blue, red, words = SCENES[name]
    target_words = words[0] if words else "veteran activated"
    b = scene(scene_of(blue, red, target=target_words))
    teams, target = who(b)
    odds = exact_odds(b, planned(b, teams, target, NORMAL, False), target)
    assert play_out(blue, red, target_words) == {n: chance for n, chance in enumerate(odds.lost) if chance}


@pytest.mark.parametrize("name", SCENES)
def test_the_chances_add_up(name: str) -> None:
    blue, red, words = SCENES[name]
    b = scene(scene_of(blue, red, target=words[0] if words else "veteran activated"))
    teams, target = who(b)
    odds = exact_odds(b, planned(b, teams, target, NORMAL, False), target)
    assert sum(odds.hits) == sum(odds.lost) == 1


@rule("9.6", "9.7")
def test_suppression_by_the_damage_table() -> None:
    """One Bazooka die at long range at a Sherman's front: 1/2, the save of 5+ twice (8/9 fails), 4-5 on the table."""
    b = scene(scene_of(f"{QUIET}; bazooka B at 30,10", "PL m4-sherman X at 30,25"))
    teams, target = who(b)
    odds = exact_odds(b, planned(b, teams, target, NORMAL, False), target)
    assert odds.hits == [Fraction(1, 2), Fraction(1, 2)]  # long range: 4+
    assert odds.suppressions == Fraction(1, 2) * Fraction(8, 9) * Fraction(1, 3)
    assert odds.lost[1] == Fraction(1, 2) * Fraction(8, 9) * Fraction(1, 6)


@rule("3.3.d")
def test_aimed_fire_hits_more_often() -> None:
    """One die at 3+: 2/3, rolled again 8/9."""
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 fired"))
    teams, target = who(b)
    plain, aimed = (exact_odds(b, planned(b, teams, target, NORMAL, each), target).hits[1] for each in (False, True))
    assert (plain, aimed) == (Fraction(1, 2), Fraction(3, 4))  # concealed: 4+


def test_what_a_player_is_shown() -> None:
    b = scene(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 fired"))
    unit = b.unit("U1")
    shown = shooting_view(b, *shots_at(b, unit, Choice("fire", "", "G1"), NORMAL, False))
    assert shown is not None
    assert (shown.attack, [(each.label, each.rule) for each in shown.attack_notes]) == (
        "1 die on 4+",
        [("target concealed", "6.12.a")],
    )
    assert [(each.text, each.chance) for each in shown.odds] == [("no Team lost", 833), ("1 Team lost", 167)]
    assert shots_at(b, unit, Choice("done"), NORMAL, False) is None


def test_every_option_to_fire_shows_its_odds() -> None:
    """On the button and at length; other options show none."""
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 fired"))
    s.do("fire", "U1")
    view = s.play.system.shown.view(s.play, "blue")  # type: ignore[attr-defined]
    fire, done = view.decision.options
    assert [(each.text, each.chance) for each in fire.odds] == [("a Team or more lost", 167)]
    assert fire.attack.attack == "1 die on 4+"
    assert done.odds == () and done.attack is None


def test_reactions_show_their_odds() -> None:
    """+1 for reacting, -1 for moving in the open: 3+; who runs saves twice: 2/3 of 5/9."""
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20", check="passed"))
    s.do("run", "U1").move("U1", ("A", 30, 11), ("A", 30, 12))
    view = s.play.system.shown.view(s.play, "red")  # type: ignore[attr-defined]
    react = next(option for option in view.decision.options if option.choice.do == "react")
    assert react.attack.attack == "1 die on 3+" and react.odds[0].chance == 370


@rule("6.25")
def test_whoever_fires_sees_what_it_comes_to_if_the_target_goes_to_ground() -> None:
    """A veteran who moved is hit on 2+, on the ground on 3+; who has been activated cannot go to ground."""
    told = {}
    for target in ("veteran", "veteran activated"):
        s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 moved", target=target))
        s.do("fire", "U1")
        view = s.play.system.shown.view(s.play, "blue")  # type: ignore[attr-defined]
        told[target] = next(option for option in view.decision.options if option.choice.do == "fire")
    may, cannot = told["veteran"], told["veteran activated"]
    assert [(each.text, each.chance) for each in may.odds[:2]] == [
        ("a Team or more lost", 278),
        ("if it goes to ground", 222),
    ]
    assert "then it is 1 die on 3+" in may.attack.how and may.attack.defence == "saves on 3+"
    assert [each.text for each in cannot.odds] == ["a Team or more lost"] and "ground" not in cannot.attack.how


def test_who_may_go_to_ground_sees_what_the_fire_may_do_then() -> None:
    """A veteran who moved in the open is hit on 2+, on the ground on 3+, and saves as before."""
    s = firing("PL rifle A at 30,10", "PL rifle X at 30,20 moved", target="veteran")
    view = s.play.system.shown.view(s.play, "red")  # type: ignore[attr-defined]
    ground, stay = view.decision.options
    assert ground.attack is None and ground.odds[0].text == stay.odds[0].text == "a Team or more lost"
    assert (stay.odds[0].chance, ground.odds[0].chance) == (278, 222), "5/6 and 4/6 of 1/3"
    assert not s.unit("G1").ground, "nothing has happened yet"
