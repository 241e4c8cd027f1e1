"""What the rules forbid is refused with its reason and its rule: decisions, free abilities, repairs."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.rules.operations import why_not_disarm
from sandtable.table.decision import IllegalChoice
from sandtable.testing.citing import rule

SCENE = """
. . . .
. . . .
level colonel
{more}
axis 1 at A1 {words}
  Hans rank=Cpl {hans}
  Otto weapon=bre {otto}
allies 1 at D1 {allies}
  Joe rank=Cpl
hand axis {hand}
active axis-1
"""


def scene(*flips: str, **words: str) -> OwmStage:
    filled = {"more": "", "words": "", "hans": "", "otto": "", "allies": "", "hand": "entrench entrench"} | words
    return stage(SCENE.format(**filled), *flips)


def said(refusal: IllegalChoice) -> tuple[str, str]:
    return refusal.reason, refusal.rule


def played(word: str, **words: str) -> tuple[str, str]:
    """Why this decision cannot be played."""
    s = scene(hand=f"{word} hill", **words)
    return said(s.refused("play", s.held(word)))


# Command Decisions -------------------------------------------------------------------------------


@rule("8.9", "17.9")
def test_no_double_time_in_a_blizzard() -> None:
    blizzard = played("double-time", words="heading=A2", more="visibility snowflake 3")
    assert blizzard == ("Double Time cannot be played in a blizzard.", "8.9")
    nobody = played("double-time")
    assert nobody == ("Double Time needs a Fireteam of yours that is on the move or has a Maneuver order.", "17.9")


@rule("18.1", "11.4.b", "17.8")
def test_no_combat_operation_while_the_guns_reload() -> None:
    reloads = played("combat-operation", more="operation artillery\nartillery yellow")
    assert reloads == ("The Artillery is reloading.", "18.1")
    more = "operation artillery\nartillery orange\nhand allies combat-operation\nwishes allies moments"
    s = scene(more=more).order("entrench", "entrench")
    not_his_turn = said(s.refused("play", s.held("combat-operation")))
    assert not_his_turn == ("Artillery can be called only in the turn of one of your own Fireteams.", "11.4.b")
    more = "operation star shell\nhand axis-2 combat-operation\nwishes axis-2 moments\nplayers 4\n"
    s = scene(more=f"{more}axis-2 1 at nowhere waiting\n  Max rank=Cpl").order("entrench", "entrench")
    nobody = said(s.refused("play", s.held("combat-operation")))
    assert nobody == ("Combat Operation needs a Fireteam of your own on the map.", "17.8")


@rule("17.6", "17.11", "17.12", "17.13", "17.14.a", "17.15", "17.18", "17.19", "17.20")
@pytest.mark.parametrize(
    ("word", "reason", "number"),
    [
        ("field-dressing", "Field Dressing needs a wounded soldier on your side.", "17.11"),
        ("field-repairs", "Field Repairs needs a jammed weapon on your side.", "17.12"),
        ("fubar", "F.U.B.A.R. cancels a card that has just been played, or the last number of a total.", "17.13"),
        ("grenade-green", "Grenade needs an enemy Fireteam that you see in adjacent Terrain.", "17.14.a"),
        (
            "marching-order",
            "Marching Order is played in the Assessment or Debrief phase: wish to be asked when a round ends.",
            "17.18",
        ),
        ("covering-fire", "Covering Fire is played on a Maneuver order of your own: give the order first.", "17.6"),
        ("on-the-run", "On the Run needs two Maneuver orders in this turn and an enemy in range.", "17.20"),
        (
            "marksman",
            "Marksman is played on an attack of your side, for a soldier who can fire at one range closer: wish to "
            "be asked when your side plays a card.",
            "17.19",
        ),
        ("intelligence", "Intelligence needs another player who holds cards.", "17.15"),
    ],
)
def test_what_a_decision_needs(word: str, reason: str, number: str) -> None:
    assert played(word) == (reason, number)


@rule("17.4", "17.17")
def test_what_a_decision_needs_where_nothing_is_in_sight() -> None:
    hidden = {"allies": "stealth"}
    assert played("lucky-shot", **hidden) == (
        "Lucky Shot needs a soldier who can fire, and an enemy in sight who is neither suppressed nor wounded.",
        "17.17",
    )
    assert played("act-of-valor", **hidden) == (
        "Act of Valor needs a soldier who can fire at an enemy, or one who is suppressed.",
        "17.4",
    )


@rule("17.1")
def test_a_card_that_is_not_held() -> None:
    assert said(scene().refused("play", "card-192")) == ("You do not hold card-192.", "17.1")


# Free abilities ----------------------------------------------------------------------------------


@rule("16.8.a", "21.3.a")
def test_recognition() -> None:
    s = scene("G5", allies="stealth").do("recognise", "", "allies-1")
    again = said(s.refused("recognise", "", "allies-1"))
    assert again == (
        f"{s.team('axis-1').name} has already looked for {s.team('allies-1').name} in this turn.",
        "16.8.a",
    )
    s = scene()
    assert said(s.refused("recognise", "", "allies-1")) == (f"{s.team('allies-1').name} is not in stealth.", "16.8.a")
    assert s.refused("recognise", "", "axis-1").rule == "16.8.a"
    s = stage(SCENE.replace(". . . .\n. . . .", ". W . .\n. . . .").format(
        more="", words="", hans="", otto="", allies="stealth", hand="entrench"
    ))  # fmt: skip
    assert s.refused("recognise", "", "allies-1").rule == "21.3.a"


@rule("G.heal", "16.6.f", "7.12", "15.4.a")
def test_medic() -> None:
    s = scene("G5", hans="strength=Medic", otto="wounded").do("medic", "Hans", "Otto")
    assert said(s.refused("medic", "Hans", "Otto")) == ("Hans has already used Medic in this round.", "G.heal")
    reasons = {
        "": "Nobody else in his Fireteam is wounded.",
        "suppressed": "Hans is suppressed or wounded.",
    }
    for word, reason in reasons.items():
        refusal = scene(hans=f"strength=Medic {word}").refused("medic", "Hans", "Otto")
        assert said(refusal) == (reason, "G.heal")
    busy = scene(hans="strength=Medic", otto="helper=Hans ready=1").refused("medic", "Hans", "Otto")
    assert said(busy) == ("Hans is crewing a machine gun.", "16.6.f")
    first = scene(hans="helper=Otto ready=1", otto="strength=Medic").refused("medic", "Otto", "Hans")
    assert said(first) == ("Otto is crewing a machine gun.", "16.6.f")
    assert said(scene().refused("medic", "Hans", "Otto")) == ("Hans does not have Medic.", "7.12")
    assert scene().refused("medic", "Joe", "Otto").rule == "15.4.a"


@rule("7.15", "3.3")
def test_command_radius() -> None:
    s = scene(hans="strength=Command_Radius", otto="suppressed").do("command radius", "Hans")
    again = said(s.refused("command radius", "Hans"))
    assert again == ("Hans has already used Command Radius in this round.", "7.15")
    nobody = said(scene(hans="strength=Command_Radius").refused("command radius", "Hans"))
    assert nobody == ("Nobody within two Terrains is suppressed.", "7.15")
    text = SCENE.replace("colonel", "lieutenant")
    filled = {"more": "", "words": "", "hans": "strength=Command_Radius", "otto": "suppressed", "allies": ""}
    refusal = stage(text.format(hand="entrench", **filled)).refused("command radius", "Hans")
    assert said(refusal) == ("Traits are used at Colonel level only.", "3.3")


@rule("18.4.f", "16.6.f")
def test_disarm() -> None:
    nothing = said(scene().refused("disarm", "Hans"))
    assert nothing == ("There is no satchel charge at A1.", "18.4.f")
    charge = "token satchel A1 red\ntoken satchel A1 yellow"
    assert said(scene(more=charge).refused("disarm", "Otto")) == ("Otto is not in command.", "18.4.f")
    s = scene("G1", more=charge).do("disarm", "Hans")
    again = said(s.refused("disarm", "Hans"))
    assert again == (f"{s.team('axis-1').name} has already tried to disarm a charge in this turn.", "18.4.f")
    busy = scene(more=charge, otto="helper=Hans ready=1").refused("disarm", "Hans")
    assert said(busy) == ("Hans is crewing a machine gun.", "16.6.f")


@rule("16.6.h")
def test_nothing_to_uncrew() -> None:
    assert said(scene().refused("uncrew", "Otto")) == ("Otto is neither crewed nor sighted.", "16.6.h")


# The truck ---------------------------------------------------------------------------------------


@rule("11.6.e", "16.6.f", "16.1")
def test_repair() -> None:
    truck = "switch truck\nplace path A1 B1 C1\nvalue sound 8\nvalue broken 9\nnote role {}\ntoken truck {} {}"

    def refused(
        role: int = 0, at: str = "A1", border: str = "orange", man: str = "Hans", **words: str
    ) -> tuple[str, str]:
        return said(scene(more=truck.format(role, at, border), **words).refused("repair", man))

    assert said(scene().refused("repair", "Hans")) == ("There is no truck in this Mission.", "11.6.e")
    assert refused(at="B1") == ("The Supply Truck is not at A1.", "11.6.e")
    assert refused(border="green") == ("The Supply Truck has not broken down.", "11.6.e")
    assert refused(role=1) == ("Only the squad that runs the Supply Truck can repair it.", "11.6.e")
    assert refused(hans="wounded") == ("Hans is wounded.", "11.6.e")
    assert refused(otto="helper=Hans ready=1") == ("Hans is crewing a machine gun.", "16.6.f")
    s = scene("G5", "G5", more=truck.format(0, "A1", "orange"), hans="").do("repair", "Hans").do("repair", "Hans")
    assert s.refused("repair", "Hans").rule == "16.1"


@rule("7.12", "16.3.b")
def test_sappers() -> None:
    assert scene().refused("sap").rule == "7.12"
    assert scene(hans="strength=Sapper", words="dug-in").refused("sap").rule == "16.3.b"


@rule("16.2.a", "16.6.f", "18.4.f")
def test_who_crews_the_gun_of_the_first_man_neither_fires_nor_disarms() -> None:
    s = scene(more="token satchel A1 red")
    otto = s.man("Otto")
    assert can_fire(otto)
    otto.gunner = 0
    assert not can_fire(otto)
    assert why_not_disarm(s.b, s.team("axis-1"), otto) == ("Otto is crewing a machine gun.", "16.6.f")
