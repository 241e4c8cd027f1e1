"""Events as sentences and choices as labels: fire, close combat, barrages."""

import re
from pathlib import Path

import pytest
from mini_fire import firing, scene_of, unit_text
from mini_stage import MiniStage, stage
from msgspec.structs import replace

import sandtable.systems  # noqa: F401
from sandtable.systems import miniatures
from sandtable.systems.miniatures.showing import brings
from sandtable.systems.miniatures.showing.names import exactly_where, where
from sandtable.systems.miniatures.showing.narrator import ACTIONS, LABELS, SENTENCES, label, sentence
from sandtable.systems.miniatures.showing.narrator_fire import FIRE_LABELS, FIRE_SENTENCES, with_weapon
from sandtable.systems.miniatures.showing.option_views import decision_view, told_apart
from sandtable.systems.miniatures.showing.tellings import TELLINGS
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.system import systems
from sandtable.table.telling import log_line

HERE = Path(miniatures.__file__).parent
KINDS = ("second wind", "reroll")
QUIET = "PL rifle A at 60,3 markers=1"


def words(s: MiniStage) -> list[str]:
    """The story so far."""
    return [text for event in s.play.log if event.kind != "initiative" and (text := sentence(s.b, event))]


def test_every_event_has_its_sentence() -> None:
    """Every kind that a procedure tells."""
    told: set[str] = set()
    for file in HERE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        told.update(re.findall(r'\.tell\(\s*"([^"]+)"', text))
    told |= {"closes in", "falls back", "pursues"}  # told by `go`
    assert told == set(SENTENCES) | set(FIRE_SENTENCES)
    assert not set(SENTENCES) & set(FIRE_SENTENCES)


def test_every_choice_has_its_label() -> None:
    made: set[str] = set()
    for file in HERE.rglob("*.py"):
        made.update(re.findall(r'(?<!Illegal)Choice\(\s*"([^"]+)"', file.read_text(encoding="utf-8")))
    assert "move" in made
    assert made <= set(LABELS) | set(FIRE_LABELS)


def test_a_shooting_in_words() -> None:
    s = firing(f"{QUIET}; lmg B at 30,10", "PL rifle X at 30,20 moved; rifle Y at 60,40", dice=(6, 2, 1, 3, 2)).done()
    assert words(s) == [
        "U1: fire.",
        "U1 fires at G1.",
        "B, LMG: 6, 2 and 1 on 2+, 2 hits.",
        "X saves: 3 and 2 on 3+, 1 failed.",
        "X is lost.",
    ]


def test_terrain_in_words() -> None:
    """With its article, and whoever crosses it is named once."""
    house = "wood {} {},5 {},5 {},7 {},7"
    houses = (house.format("Barn", 14, 16, 16, 14), house.format("OldBarn", 20, 22, 22, 20))
    s = stage(scene_of(QUIET, "PL rifle X at 30,20", *houses))
    at = Event("check", "4.5", "blue", "U1", dice=(3,), need=4, value=0, text="U1, A crosses OldBarn")
    assert sentence(s.b, at) == "U1, A crosses the OldBarn: 3 against 4+, failed."
    assert sentence(s.b, replace(at, text="activation", value=1)) == "U1, activation: 3 against 4+, passed."
    stopped = Event("stopped", "4.6", "blue", "A", text="Barn")
    assert sentence(s.b, stopped) == "A stops before the Barn."


def test_armor_in_words() -> None:
    red = "PL panther X at 30,27 faces 0,-1 turret 0,1"
    s = firing(f"{QUIET}; pak40 B at 30,10", red, dice=(6, 6, 1, 1, 4, 5, 4, 5, 4)).done()
    assert words(s)[2:] == [
        "B, Pak40: 6, 6, 1 and 1 on 3+, 2 hits.",
        "X is hit on the turret (4).",
        "X saves against the Pak40: 5 and 4 on 5+, 1 failed.",
        "X must roll saves again: 5, 1 failed.",
        "Damage to X: 4, suppressed.",
        "X is suppressed.",
    ]


def test_a_shot_that_cannot_hit() -> None:
    s = firing(f"{QUIET}; lmg B at 30,10", "PL rifle X at 30,35", target="elite activated")
    assert words(s)[-1] == "B, LMG: 7+ cannot be rolled."


def test_an_assault_in_words() -> None:
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,16 markers=1", check="passed"), 1, 4, 1)
    s.do("assault", "U1").do("charge", "", "U1").do("break off", "G1").do("done")
    assert words(s) == [
        "U1: assault.",
        "U1 assaults G1 with 1 Team.",
        "A charges.",
        "The assault of U1 lands.",
        "A strikes at X.",
        "U1, A strikes: 1 against 4+, failed.",
        "G1 breaks off, 4 inches.",
        "X falls back.",
        "U1 may pursue, 1 inch.",
        "The assault is over.",
    ]


def test_a_barrage_in_words() -> None:
    guns = "; ".join([f"105mm C{i} at {28 + 3 * i},5" for i in range(3)])
    red = "PL rifle X at 31,30 moved; rifle Y at 60,44"
    s = stage(scene_of(f"PL rifle P at 31,8; {guns}", red, "wood W1 28,33 36,33 36,38 28,38", check="passed"), 1)
    s.do("barrage", "U1").do("barrage", "P").do("target", "X")
    s.play.choose(Choice("template", at=(("template", 3100, 3500, 0),)))
    assert words(s)[1:] == [
        "U1 ranges in on X with 3 guns; P observes.",
        "Ranging in: 1 on 2+, off target.",
        "Red shifts the template. Its centre is now in the W1.",
        "The shells fall in the W1: nobody is there.",
    ]


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        (Choice("fire", "", "G1"), "Fire at G1"),
        (Choice("fire", "A", "G1"), "A fires at G1"),
        (Choice("aim", "A", "tank", 4), "Aim at Tank Teams, 4 dice"),
        (Choice("charge", "U1"), "All charge"),
        (Choice("charge", "A", "U1"), "A charges"),
        (Choice("hold back", "A"), "A stays behind"),
        (Choice("strike", "A", "X"), "A strikes at X"),
        (Choice("template", at=(("template", 3150, 2400, 0),)), "In the middle of the table"),
        (Choice("pursue", "", "U1"), "All pursue"),
    ],
)
def test_labels(choice: Choice, text: str) -> None:
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20", check="passed"))
    assert label(s.b, Decision("blue", "fire", "", "", list), choice) == text


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ((3300, 3500), "in the Church"),
        ((3730, 3500), "1.3 inches east of the Church"),
        ((3630, 3500), "beside the Church"),
        ((3000, 2900), "1 inch south of the Church"),
        ((5500, 3000), "on Mill Hill"),
        ((4700, 4200), "3.6 inches north-west of Mill Hill"),
    ],
)
def test_places_are_told_by_what_is_near(place: tuple[int, int], text: str) -> None:
    s = stage(
        "building Church 28,30 36,30 36,38 28,38\nhill Mill_Hill 50,28 60,28 60,40 50,40\n"
        + scene_of("PL rifle A at 30,10", "PL rifle X at 30,20")
    )
    for feature in s.b.land.features:
        feature.piece.name = feature.piece.name.replace("_", " ")
    assert where(s.b, *place) == text


def test_every_action_says_what_it_brings() -> None:
    assert set(brings.ACTIONS) == set(ACTIONS)
    assert set(brings.WORDS) <= set(LABELS) | set(FIRE_LABELS)
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 moved", check="passed"))
    asked = decision_view(s.b, s.play.decision)  # type: ignore[arg-type]
    assert all(option.brings for option in asked.options)
    s = stage(
        scene_of("PL rifle A at 30,10 markers=1", "PL rifle X at 30,20").replace("active U1 failed", "side blue")
    )
    asked = decision_view(s.b, s.play.decision)  # type: ignore[arg-type]
    lines = {option.choice.piece: option.brings for option in asked.options if option.choice.do == "activate"}
    assert lines["U1"].startswith("It is too heavily suppressed") and lines["U9"].startswith(
        "With a 4 or more on a die it may do anything."
    )


def test_a_unit_that_may_not_fire_is_told_why_where_it_could_only_move() -> None:
    """After a second wind in the same Initiative: it has fired, so Move and Fire would only move it."""
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 moved", check="passed"))
    s.b.team("A").last_fire = s.b.initiative
    asked = decision_view(s.b, s.play.decision)  # type: ignore[arg-type]
    lines = {option.choice.do: option.brings for option in asked.options}
    assert "fire and move" not in lines
    why = "It cannot fire now. Every Team of U1 that could fire has fired in this Initiative."
    assert lines["move and fire"].endswith(why)


def test_where_no_enemy_can_act_any_more_a_failure_does_not_hand_on_the_initiative() -> None:
    text = scene_of("PL rifle A at 30,10", "PL rifle X at 30,20").replace("active U1 failed", "side blue")
    lines = []
    for more in ("red G9 veteran", "red G9 veteran activated"):
        s = stage(text.replace("red G9 veteran", more))
        asked = decision_view(s.b, s.play.decision)  # type: ignore[arg-type]
        lines.append(next(option.brings for option in asked.options if option.choice.do == "activate"))
    assert lines[0].endswith("and the Initiative passes.") and "the Initiative stays" in lines[1]


def test_an_assault_tells_who_would_fight_and_a_strike_what_it_must_throw() -> None:
    s = stage(scene_of("PL rifle A at 30,10; rifle B at 33,10", "PL rifle X at 30,20; rifle Y at 32,20 markers=1"))
    assault = Choice("assault", "U1", "G1")
    told = brings.brings(s.b, Decision("blue", "assault target", "", "13.1", [assault]), assault)
    assert told == "2 of 2 Teams can reach it; 2 enemy Teams to fight there, 1 of them suppressed."
    strike = Choice("strike", "A", "X")
    told = brings.brings(s.b, Decision("blue", "strike", "", "13.10", [strike]), strike)
    assert told == "With a 4 or more on a die that Team is lost, without a save."


def test_ranging_in_shows_the_chance_and_who_is_under_the_square() -> None:
    """Three guns: 5+ at a still Team in the open, by veterans who pass on 4+."""
    guns = "; ".join([f"105mm C{i} at {28 + 3 * i},5" for i in range(3)])
    s = stage(scene_of(f"PL rifle P at 31,8; {guns}", "PL rifle X at 31,30; rifle Y at 32,30", check="passed"))
    s.do("barrage", "U1").do("barrage", "P")
    asked = decision_view(s.b, s.play.decision)  # type: ignore[arg-type]
    first = next(option for option in asked.options if option.choice.piece == "X")
    assert (first.piece, first.target) == ("P", "X"), "a click on the target shows the odds first"
    assert first.attack is not None and first.attack.attack.startswith("1 die on ")
    assert [each.text for each in first.odds] == ["on target, 2 enemy Teams there"] and 0 < first.odds[
        0
    ].chance < 1000
    assert "the square lies over 2 enemy Teams." in first.attack.how


def test_a_unit_that_has_gone_to_ground_is_not_promised_anything() -> None:
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20").replace("active U1 failed", "side blue"))
    s.b.unit("U1").ground = True
    asked = decision_view(s.b, s.play.decision)  # type: ignore[arg-type]
    lines = {option.choice.piece: option.brings for option in asked.options if option.choice.do == "activate"}
    assert lines["U1"] == "It has gone to ground: in this round it can dig in at most."


def test_a_roll_again_for_a_second_wind_says_what_it_may_cost() -> None:
    b = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20")).b
    again = Choice("reroll", "U1")
    told = {kind: brings.brings(b, Decision("blue", kind, "", "14.9", [again]), again) for kind in KINDS}
    assert told["second wind"].startswith("The new roll counts, even if it fails.")
    assert told["reroll"].startswith("This uses up the ability")


def test_a_team_that_checks_is_named_once() -> None:
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20"))
    unit = s.b.unit("U1")
    why = f"{unit.name}, A attacks a vehicle"
    told = sentence(s.b, Event("checks", "13.19", "blue", unit.key, dice=(1,), need=4, text=why))
    assert told == f"{why}: 0 of 1 checks passed on 4+."


def test_moves_that_would_read_alike_say_where_they_end() -> None:
    church = "building Church 28,30 36,30 36,38"
    s = stage(scene_of("PL rifle A at 30,10; rifle B at 33,10", "PL rifle X at 30,40", church))
    s.do("move", "U1")
    asked = decision_view(s.b, s.play.decision)  # type: ignore[arg-type]
    one = asked.options[0]
    first, second = told_apart(s.b, [one, one])
    assert first.label.startswith(f"{one.label}, ") and first.label.endswith("of the Church")
    assert second.label == f"{first.label} (2)"
    assert exactly_where(s.b, 2900, 3100) == "in the south-west of the Church"
    labels = [option.label for option in asked.options]
    assert len(set(labels)) == len(labels)


def test_joining_in_words() -> None:
    cc = unit_text("red CC veteran", "smg K at 33,20 moved")
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 30,20 moved", cc), 1)
    s.do("fire", "U1").do("fire", "A", "red-cc" if "red-cc" in s.places("fire") else "K")
    assert "K joins G1 while the attack lasts." in words(s)


def test_the_story_marks_no_one_as_a_hit() -> None:
    """6.14 Whatever is needed, a 1 misses: a line says 2 or more."""
    for kind in ("shot", "shot again", "range in"):
        event = Event(kind, "6.14", dice=(1, 2), need=1)
        assert log_line(1, event, 1, lambda event: "told", TELLINGS).need == 2
        assert log_line(1, replace(event, need=4), 1, lambda event: "told", TELLINGS).need == 4


def test_a_unit_is_one_thing_in_every_sentence() -> None:
    """It passes its check, it fires: a name in the plural reads wrong there."""
    shelf = systems()["miniatures"].shelf
    names = {unit.name for info in shelf.infos() for unit in shelf.find(info.id).units}
    assert len(names) > 15 and [name for name in names if name.endswith("s")] == []


@pytest.mark.parametrize(
    ("team", "weapon", "told"),
    [
        ("Reserve, LMG", "LMG", "Reserve, LMG"),
        ("Reserve, Rifle 2", "Rifle", "Reserve, Rifle 2"),
        ("Reserve, Rifle 2", "Grenade", "Reserve, Rifle 2, Grenade"),
        ("Reserve, leader", "SMG", "Reserve, leader, SMG"),
    ],
)
def test_a_team_is_not_named_after_its_weapon_twice(team: str, weapon: str, told: str) -> None:
    assert with_weapon(team, weapon) == told
