"""7.12 Every trait has a test of its own. 3.3 They are used at Colonel level only."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules import rally
from sandtable.systems.of_war_and_men.rules.assault import score
from sandtable.systems.of_war_and_men.rules.discipline import leaderless
from sandtable.systems.of_war_and_men.rules.traits import trait_events, trait_modifiers
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, UPRIGHT, WOUNDED, Assault
from sandtable.testing.citing import rule

SCENE = """
{rows}
level {level}
{more}
axis 1 at A1 {axis}
{men}
allies 1 at {at} {allies}
{foes}
hand axis {hand}
active axis-1
"""
HANS = "Hans rank=PFC weapon=gar discipline=red"


def lines(text: str) -> str:
    return "\n".join(f"  {each}" for each in text.split(","))


def men(
    *flips: str | int,
    rows: str = ". . . . .\n. . . . .",
    at: str = "D1",
    axis: str = "",
    allies: str = "",
    men: str = HANS,
    foes: str = "Joe rank=Cpl resolve=6 vitality=20",
    hand: str = "attack-red attack-green rally-red entrench maneuver",
    more: str = "",
    level: str = "colonel",
    goes_on: bool = False,
) -> OwmStage:
    text = SCENE.format(
        rows=rows,
        at=at,
        axis=axis,
        allies=allies,
        men=lines(men),
        foes=lines(foes),
        hand=hand,
        more=more,
        level=level,
    )
    return stage(text, *flips, goes_on=goes_on)


def shoot(*flips: str, **words: str) -> OwmStage:
    s = men("R1", "R1", *flips, **words)  # type: ignore[arg-type]
    return s.order("attack", "attack-red", "allies-1").do("fire", "Hans")


def total(*flips: str, **words: str) -> int:
    return shoot(*flips, **words).last("shot").value


@rule("7.12", "3.2", "3.3")
def test_traits_are_for_colonels_only() -> None:
    foes = "Joe rank=Cpl resolve=6 vitality=20 weakness=Exposed"
    assert total("G4", "B6", "R2", foes=foes) == 9
    assert total("G4", "B6", "R2", foes=foes, level="lieutenant") == 8


@rule("7.12")
def test_who_has_a_trait_is_named_from_left_to_right() -> None:
    b = men(men="Hans strength=Armourer weakness=Bleeder,Otto weakness=Bleeder,Karl strength=Scout").b
    team = b.teams[0]

    def named() -> list[tuple[str, str]]:
        return [(man.id, t) for man, t in trait_modifiers.bearers(b, team, ("Bleeder", "Armourer"))]

    assert named() == [("Hans", "Armourer"), ("Hans", "Bleeder"), ("Otto", "Bleeder")]
    team.soldiers.reverse()
    assert named() == [("Otto", "Bleeder"), ("Hans", "Armourer"), ("Hans", "Bleeder")]
    b.soldier("Hans").team = 1
    assert named() == [("Otto", "Bleeder")], "he is in another Fireteam now"


@rule("7.12")
def test_every_printed_trait_is_carried_out() -> None:
    carried: set[str] = set()
    for module in (trait_modifiers, trait_events, rally):
        for name, table in vars(module).items():
            if name.isupper() and isinstance(table, dict | tuple):
                carried |= {each for each in table if isinstance(each, str)}
    printed = {t for d in rulebook().divisions.values() for man in d.soldiers for t in (man.strength, man.weakness)}
    assert printed <= carried
    assert printed == set(rulebook().traits), "every trait that is described belongs to somebody"


# Strengths ---------------------------------------------------------------------------------------


@rule("7.15", "7.12")
def test_command_radius() -> None:
    captain = "Hans rank=Cpt strength=Command_Radius,Otto suppressed"
    more = "axis 2 at C1\n  Karl rank=Cpl suppressed\naxis 3 at D2\n  Max rank=Cpl suppressed"
    s = men(men=captain, more=more).do("command radius", "Hans")
    assert [s.man(id).condition for id in ("Otto", "Karl", "Max")] == [UPRIGHT, UPRIGHT, SUPPRESSED], (
        "range 3 is too far"
    )
    assert s.b.actions == 0
    s.man("Otto").condition = SUPPRESSED
    assert "command radius" not in {choice.do for choice in s.options()}, "once per round"
    for state in ("suppressed", "wounded"):
        down = f"Hans rank=Cpt strength=Command_Radius {state},Otto suppressed"
        assert not men(men=down).options("command radius")


@rule("7.15", "17.1")
def test_command_radius_at_any_free_moment() -> None:
    foes = "Joe rank=Cpt strength=Command_Radius,Sam suppressed"
    s = men(foes=foes, more="wishes allies moments\nhand allies hill").order("entrench", "entrench")
    assert s.asked == ("allies", "window")
    s.do("command radius", "Joe")
    assert s.man("Sam").condition == UPRIGHT


@rule("7.16", "7.12")
def test_camouflage() -> None:
    sniper = f"{HANS} strength=Camouflage,Otto weapon=gar discipline=red"
    s = shoot("G1", "B1", "R1", men=sniper, axis="stealth")
    assert s.team("axis-1").stealth, "he alone fired"
    foes = "Joe rank=Cpl resolve=19 vitality=20"
    s = men("R2", "R1", "G1", "B1", "R1", "R1", "G1", "B1", "R1", men=sniper, axis="stealth", foes=foes)
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans").do("fire", "Otto")
    assert not s.team("axis-1").stealth
    assert not shoot("G1", "B1", "R1", axis="stealth").team("axis-1").stealth


@rule("7.16", "17.4")
def test_camouflage_in_an_act_of_valor() -> None:
    sniper = f"{HANS} strength=Camouflage,Otto weapon=gar discipline=red"
    foes = "Joe rank=Cpl resolve=19 vitality=20"
    flips = ("R2", "R1", "G1", "B1", "R1", "R1", "G1", "B1", "R1")
    s = men(*flips, men=sniper, axis="stealth", foes=foes, hand="act-of-valor")
    s.play_card("act-of-valor").do("choose", "Hans", "allies-1").do("fire", "Hans").do("fire", "Hans")
    assert len(s.told("shot")) == 2 and s.team("axis-1").stealth, "he fired twice, and he alone"


@rule("G.heal", "7.12", "19.3.b")
def test_medic() -> None:
    medics = "Hans rank=PFC strength=Medic discipline=green,Otto wounded,Karl wounded"
    s = men("G2", men=medics)
    assert {choice.to for choice in s.options("medic")} == {"Otto", "Karl"}
    s.do("medic", "Hans", "Karl")
    assert s.man("Karl").condition == UPRIGHT
    assert s.options("medic") == [] and s.b.actions == 0
    assert men("G3", men=medics).do("medic", "Hans", "Karl").man("Karl").condition == WOUNDED
    assert men(men=medics.replace("strength=Medic", "strength=Medic suppressed")).options("medic") == []


@rule("7.12")
def test_sharpshooter() -> None:
    shot = ("G4", "G6", "R2")
    assert total(*shot, men=f"{HANS} strength=Sharpshooter", at="E1") == 9
    assert total("G4", "B6", "R2", men=f"{HANS} strength=Sharpshooter") == 8, "range 3 is too near"


@rule("7.12", "4.13")
def test_cool_head() -> None:
    s = shoot("G4", "B6", "R2", "R3", men=f"{HANS} strength=Cool_Head suppressed=0")
    assert s.last("shot").dice == (4, 6, -2, -3)
    assert s.last("shot").value == 7, "only the higher is subtracted"
    assert total("G4", "B6", "R2", men=f"{HANS} strength=Cool_Head") == 8
    shaky = f"{HANS} strength=Cool_Head weakness=Shaky suppressed=0"
    assert total("G4x", "B6", "R3", "R2", "R1", men=shaky) == 6, "of the two of Double Discipline, not of a third"
    mentor = f"{HANS} strength=Cool_Head suppressed=0,Otto rank=Cpl strength=Mentor"
    assert total("G4", "B6", "R2", "R3", men=mentor) == 8, "3 less 1 is the higher: 2"


@rule("7.12", "17.7", "17.13", "16.2.o")
@pytest.mark.parametrize(
    ("more", "card", "flips", "result"),
    [
        ("strength=Cool_Head suppressed=0", "chain-of-command", ("R2", "R4", "R1"), 8),
        ("strength=Cool_Head suppressed=0", "fubar", ("R3", "R1"), 7),
        ("weakness=Claustrophobic", "fubar", ("R3",), 10),
        ("weakness=Claustrophobic", "chain-of-command", ("R3", "R1"), 8),
        (",Otto rank=Cpl strength=Mentor", "fubar", ("R3",), 10),
        (",Otto rank=Cpl strength=Mentor", "chain-of-command", ("R1", "R4"), 7),
        (",Otto rank=Cpl strength=Mentor", "chain-of-command", ("R3", "R1"), 9),
    ],
)
def test_traits_of_discipline_follow_the_last_number(
    more: str, card: str, flips: tuple[str, ...], result: int
) -> None:
    """What a trait makes of a Discipline number is worked out anew when that number changes; a cancelled one is 0."""
    rows = "= . . . .\n. . . . ." if "Claus" in more else ". . . . .\n. . . . ."
    words = {"men": f"{HANS} {more}".replace(" ,", ","), "hand": f"attack-red {card}", "more": "wishes axis totals"}
    s = men("R1", "R1", "G5", "B5", *flips, rows=rows, **words)  # type: ignore[arg-type]
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "window")
    s.play_card(card)
    while s.asked == ("axis", "window"):
        s.passes()
    assert s.last("shot").value == result


def advantage(words: str) -> list[tuple[str, int]]:
    b = scene(f". .\nlevel colonel\naxis 1 at A1 moved\n  Hans {words}\nallies 1 at B1\n  Joe")
    a = Assault((0, 1), 1, 0, (False, False), (False, False), (False, False))
    return [(each.label, each.amount) for each in score(b, a, 0, b.soldiers[0])]


@rule("7.12", "20.1.j")
def test_brawler() -> None:
    assert advantage("strength=Brawler") == [("Brawler", 1)]
    assert advantage("") == []


@rule("7.12", "16.6.e")
def test_loader() -> None:
    guns = "Hans rank=PFC weapon=m42,Otto strength=Loader,Karl"
    s = men(men=guns).do("crew", "Hans", "Otto")
    s.do("discard", s.held("entrench"))
    assert s.man("Hans").ready_in == s.b.round
    s = men(men=guns).do("crew", "Hans", "Karl")
    s.do("discard", s.held("entrench"))
    assert s.man("Hans").ready_in == s.b.round + 1


ASSESS = """
. .
level colonel
axis 1 at A1
{men}
allies 1 at B1
  Joe rank=Cpl
phase assessment
step 2
round 2
"""


def assess(*flips: str, men: str) -> OwmStage:
    return stage(ASSESS.format(men=lines(men)), *flips)


@rule("7.12", "15.3.b")
def test_armourer() -> None:
    squad = "Hans rank=PFC discipline=red strength=Armourer,Otto jammed,Karl jammed"
    s = assess("R2", men=squad)
    assert s.asked == ("axis", "unjam")
    s.do("unjam", "Karl")
    assert (s.man("Otto").jammed, s.man("Karl").jammed) == (True, False)
    assert s.last("check").piece == "Hans", "with his own Discipline"
    assert assess(men=squad).do("leave", "Hans").man("Karl").jammed
    clumsy = squad.replace("Armourer", "Armourer weakness=All_Thumbs")
    assert assess("R2", men=clumsy).do("unjam", "Karl").man("Karl").jammed, "his checks succeed only on 1"


@rule("7.12", "16.8.a")
def test_scout() -> None:
    s = men("G3", men="Hans rank=PFC,Otto strength=Scout", allies="stealth").do("recognise", "", "allies-1")
    assert not s.team("allies-1").stealth, "3 - 1"


@rule("7.12", "16.8.a")
def test_light_footed() -> None:
    s = men("G2", men="Hans rank=PFC", allies="stealth", foes="Joe rank=Cpl strength=Light-footed")
    assert s.do("recognise", "", "allies-1").team("allies-1").stealth, "2 + 1"


@rule("7.12", "16.3.a", "16.6.a", "16.6.b")
def test_sapper() -> None:
    s = men(men="Hans rank=PFC,Otto strength=Sapper", hand="hill hill").do("sap")
    s.do("discard", s.held("hill"))
    assert s.team("axis-1").dug_in and len(s.b.tokens) == 1
    assert s.b.actions == 1
    assert men(hand="hill hill").options("sap") == []


@rule("7.12", "16.4.f")
@pytest.mark.parametrize("letter", ["W", "h", "o"])
def test_pathfinder(letter: str) -> None:
    rows = f". {letter} . . .\n. . . . ."
    s = men(men="Hans rank=PFC,Otto strength=Pathfinder", rows=rows).order("maneuver", "maneuver", "B1")
    assert s.where("axis-1") == "B1"
    assert men(rows=rows).order("maneuver", "maneuver", "B1").where("axis-1") == "A1"


@rule("7.12", "17.14.a")
def test_grenadier() -> None:
    s = men("B5", "R1", "R1", men="Hans rank=PFC,Otto strength=Grenadier", at="B1", hand="grenade-blue hill")
    assert s.play_card("grenade-blue").last("damage").value == 7


@rule("7.12", "7.11")
def test_nine_lives() -> None:
    foes = "Joe rank=Cpl resolve=2 vitality=6 strength=Nine_Lives{},Sam"
    s = shoot("G4", "B6", "R2", foes=foes.format(""))
    assert (s.man("Joe").condition, s.man("Joe").fate) == (SUPPRESSED, "")
    assert s.man("Joe").spent
    assert shoot("G4", "B6", "R2", foes=foes.format(" spent")).man("Joe").fate == "killed", "once per game"
    assert shoot("G4", "B6", "R2", foes=foes.format(" wounded")).man("Joe").condition == WOUNDED
    s = shoot("G1", "B3", "R2", foes=foes.format(" spent"))
    assert s.man("Joe").condition == SUPPRESSED and s.man("Joe").spent, "a later hit does not give it back"


@rule("7.12", "20.1.n")
def test_nine_lives_do_not_help_in_assaults() -> None:
    foes = "Joe rank=Cpl discipline=red strength=Nine_Lives"
    s = men(
        "R1", axis="heading=B1", at="B1", allies="moved", men="Hans rank=Cpl weapon=mp4 discipline=red", foes=foes
    )
    assert s.order("maneuver", "maneuver", "B1").man("Joe").fate == "killed"


@rule("7.12", "16.5.b")
def test_inspiring() -> None:
    down = "Hans rank=Sgt strength=Inspiring,Otto suppressed,Karl suppressed,Max suppressed"
    s = men("R1", men=down).order("rally", "rally-red").do("rally", "Otto").do("rally", "Karl")
    assert s.asked == ("axis", "action"), "one soldier more"
    s = men("R1", men=f"{down},Fritz rank=Cpt").order("rally", "rally-red").do("rally", "Otto")
    assert s.asked == ("axis", "action"), "not while another is in command"


@rule("7.12", "7.13")
def test_iron_will() -> None:
    foes = "Joe rank=Cpl resolve=6 vitality=20 suppressed=0{}"
    assert shoot("G4", "B6", "R2", foes=foes.format(" strength=Iron_Will")).man("Joe").condition == SUPPRESSED
    assert shoot("G4", "B6", "R2", foes=foes.format("")).man("Joe").fate == "routed"


@rule("7.12", "7.9")
def test_dug_in() -> None:
    foes, more = "Joe rank=Cpl resolve=6 vitality=20 strength=Dug_In", "token entrenchment D1 black"
    assert shoot("G4", "B6", "R2", foes=foes, allies="dug-in", more=more).man("Joe").condition == UPRIGHT  # 7 < 8
    assert shoot("G4", "B6", "R2", foes=foes).man("Joe").condition == SUPPRESSED


@rule("7.12", "16.6.i")
def test_scrounger() -> None:
    s = men(men="Hans rank=PFC,Otto strength=Scrounger", hand="hill hill hill hill hill")
    assert {choice.number for choice in s.options("redraw")} == {1, 2, 3, 4}


@rule("7.12", "8.7")
def test_night_owl() -> None:
    words = {"men": f"{HANS} strength=Night_Owl", "more": "visibility moon 2"}
    assert shoot("G4", "B6", "R2", **words).last("shot").dice == (4, 6, -2)
    words["more"] = "visibility snowflake 2"
    assert len(shoot("G4", "B6", "R2", "R3", **words).last("shot").dice) == 4, "not in a blizzard"


@rule("7.12", "8.9")
def test_winter_hardened() -> None:
    words = {"men": f"{HANS} strength=Winter-hardened", "more": "visibility snowflake 2"}
    assert shoot("G4", "B6", "R2", **words).last("shot").dice == (4, 6, -2)
    words["more"] = "visibility moon 2"
    assert len(shoot("G4", "B6", "R2", "R3", **words).last("shot").dice) == 4, "not at night"


@rule("7.12", "18.4.f")
def test_demolitions() -> None:
    s = men("G4", men="Hans rank=PFC,Otto strength=Demolitions", more="token satchel A1 yellow")
    assert {choice.piece for choice in s.options("disarm")} == {"Hans", "Otto"}
    assert s.do("disarm", "Otto").b.tokens == [], "he succeeds on 1 to 4"


@rule("7.12", "19.2.a", "5.12", "19.2.b")
def test_rapid_fire() -> None:
    rapid = f"{HANS} strength=Rapid_Fire"
    assert shoot("G4x", "G3", "B6", "R2", men=rapid).last("shot").dice == (4, 3, 6, -2)
    s = shoot("G4x", "G3j", "R2", men=rapid)
    assert s.last("shot").dice == (4, -2) and s.man("Hans").jammed, "its icon counts"
    assert shoot("G4x", "G3w", "B6", "R2", men=rapid).man("Joe").condition == WOUNDED
    assert shoot("G4x", "G3x", "B6", "R2", men=rapid).last("shot").dice == (4, 3, 6, -2), "not for Rapid Fire again"
    shaky = shoot("G4x", "G3x", "B6", "R2", "R3", "R1", men=f"{rapid} weakness=Shaky")
    assert shaky.last("shot").dice == (4, 3, 6, -2, -3, -1), "but for another effect of his: once for each icon"


@rule("7.12", "19.2.a", "G.effects")
def test_killer_instinct() -> None:
    killer = f"{HANS} strength=Killer_Instinct"
    assert total("G4x", "B6", "R2", men=killer) == 10
    assert total("G4", "B6", "R2", men=killer) == 8
    assert total("G4x", "B6", "R2") == 8, "without such a trait the icon means nothing; its number counts"
    told = [(event.piece, event.text) for event in shoot("G4x", "B6x", "R2", men=killer).told("random effect")]
    assert told == [("Hans", "Killer Instinct")] * 2, "each icon once, for all to see"
    assert not shoot("G4x", "B6", "R2").told("random effect")


@rule("7.12")
def test_hard_to_hit() -> None:
    assert total("G4", "B6", "R2", foes="Joe rank=Cpl vitality=20 strength=Hard_to_Hit") == 7


@rule("7.12", "G.man_made")
def test_street_fighter() -> None:
    fighter = f"{HANS} strength=Street_Fighter"
    assert total("G4", "B6", "R2", men=fighter) == 8
    assert total("G4", "B6", "R2", men=fighter, rows=". . . = .\n. . . . .") == 8, "Road +1 defence, +1 for the trait"
    assert total("G4", "B6", "R2", men=fighter, rows="V . . . .\n. . . . .") == 10


@rule("7.12", "16.2.f")
def test_deadeye() -> None:
    foes = "Joe rank=Cpl vitality=20,Sam,Tom suppressed"
    eye = "Hans rank=PFC weapon=kzf discipline=red strength=Deadeye sighted={}"
    s = men("R1", "R1", "R1", "G1", "B1", "R1", men=eye.format(1), foes=foes)
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "aim")
    assert {choice.piece for choice in s.options("aim")} == {"Joe", "Sam"}, "among those who may be shot at"
    assert s.do("aim", "Sam").last("shot").target == "Sam"
    s.done()
    s = men("R1", "R4", "R1", "G1", "B1", "R1", men=eye.format(1), foes=foes)
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans").do("aim", "Joe")
    assert s.last("shot").target == "Joe", "one card is flipped, though it names nobody"
    s.done()
    s = men("R1", "R1", "G1", "B1", "R1", men=eye.format(2), foes=foes)
    assert s.order("attack", "attack-red", "allies-1").do("fire", "Hans").last("shot").target == "Joe", (
        "not without scope"
    )


@rule("7.12", "18.2.c")
def test_radioman() -> None:
    words = {"men": "Hans rank=PFC,Otto strength=Radioman", "hand": "combat-operation hill"}
    more = "operation artillery\nartillery orange\nwind blue"
    s = men("G4", "B1", "B6", more=more, **words).play_card("combat-operation").do("bombard", "", "B2")  # type: ignore[arg-type]
    assert s.asked == ("axis", "drift")
    s.do("flip again")
    assert s.last("shells fall").place == "B2"
    s = men("G4", "B1", more=more, **words).play_card("combat-operation").do("bombard", "", "B2").do("keep")  # type: ignore[arg-type]
    assert s.last("shells fall").place == "B1"


@rule("7.12", "4.14")
def test_natural_leader() -> None:
    text = ". .\nlevel colonel\naxis 1 at A1\n  Hans rank=Pvt strength=Natural_Leader{}\n  Otto"
    for words, result in (("", False), (" suppressed", True), (" wounded", True)):
        b = scene(text.format(words))
        assert leaderless(b, b.teams[0]) is result


@rule("7.12", "10.7.b")
def test_mentor() -> None:
    assert total("G4", "B6", "R2", men=f"Otto rank=Cpl strength=Mentor,{HANS}") == 9
    assert total("G4", "B6", "R2", men=f"{HANS},Otto rank=Cpl strength=Mentor") == 9
    assert total("G4", "B6", "R2", men=f"{HANS},Karl,Otto rank=Cpl strength=Mentor") == 8, "only neighbours"
    assert total("G4", "B6", "R1", men=f"{HANS},Otto rank=Cpl strength=Mentor") == 9, "minimum 1"


@rule("7.12", "10.7.b")
def test_bodyguard() -> None:
    foes = "Joe rank=Cpl resolve=2 vitality=6,Sam strength=Bodyguard resolve=2 vitality=9"
    s = shoot("G4", "B6", "R2", foes=foes)
    assert s.asked == ("allies", "bodyguard")
    s.do("suffer", "Sam")
    assert s.man("Joe").condition == UPRIGHT and s.man("Joe").fate == ""
    assert s.man("Sam").condition == SUPPRESSED, "compared with his own values: 8 against Vitality 9"
    assert shoot("G4", "B6", "R2", foes=foes).do("suffer", "Joe").man("Joe").fate == "killed"
    s = men("R1", "R2", "G6", "B8", "R1", foes="Joe rank=Cpl strength=Bodyguard,Sam vitality=9")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Sam").fate == "killed", "only for the one directly left of him"


@rule("7.12", "17.14.a")
def test_a_bodyguard_does_not_stand_before_a_grenade() -> None:
    foes = "Joe rank=Cpl resolve=2 vitality=3,Sam strength=Bodyguard resolve=2 vitality=9"
    s = men("G4", "R1", "R1", foes=foes, at="B1", hand="grenade-green").play_card("grenade-green")
    assert s.man("Joe").fate == "killed" and s.man("Sam").condition == UPRIGHT


# Weaknesses --------------------------------------------------------------------------------------


@rule("7.15", "7.12")
def test_foolhardy() -> None:
    fool = f"{HANS},Otto rank=Cpt weakness=Foolhardy"
    assert total("G4", "B6", "R2", men=fool, rows="H . . . .\n. . . . .") == 10, (
        "+3 - 1, for everybody in the Fireteam"
    )
    assert total("G4", "B6", "R2", men=fool) == 8, "not below zero"
    assert total("G4", "B6", "R2", men=fool, rows="m . . . .\n. . . . .") == 7, "a negative modifier stays"
    more = "token entrenchment A1 black"
    assert total("G4", "B6", "R2", men=fool, axis="dug-in", more=more) == 8, "entrenchment included"


@rule("7.16", "7.12")
def test_fatalist() -> None:
    fatal = "Hans rank=PFC weakness=Fatalist suppressed,Otto rank=Cpl suppressed"
    s = men("R3", men=fatal).order("rally", "rally-red").do("rally", "Hans")
    assert s.man("Hans").condition == SUPPRESSED
    assert {choice.piece for choice in s.options("rally")} == {"Otto"}, "one order counts once"
    s = men("R1", men=fatal.replace("Fatalist", "Fatalist orders=1")).order("rally", "rally-red").do("rally", "Hans")
    assert s.man("Hans").condition == UPRIGHT
    s = men(men=fatal, hand="attention hill").play_card("attention")
    assert (s.man("Hans").condition, s.man("Hans").orders) == (SUPPRESSED, 1), "Attention counts as one order too"


@rule("16.2.e", "7.12")
def test_trigger_happy() -> None:
    happy = f"{HANS},Otto weapon=gar discipline=red weakness=Trigger_Happy"
    s = men("R2", "R1", "G1", "B1", "R1", men=happy, foes="Joe rank=Cpl resolve=19 vitality=20")
    s.order("attack", "attack-red", "allies-1")
    assert s.last("shot").piece == "Otto", "nobody was asked"
    assert {choice.piece for choice in s.options("fire")} == {"Hans"}
    assert s.options("cease fire")


@rule("17.4", "16.2.e", "7.12")
def test_the_man_of_valor_may_stop_even_if_he_is_trigger_happy() -> None:
    """Act of Valor says how many sequences he may use; Trigger Happy is about the attacks of his Fireteam."""
    happy = f"{HANS} weakness=Trigger_Happy"
    s = men("R3", "R1", "G1", "B1", "R1", men=happy, hand="act-of-valor hill").play_card("act-of-valor")
    assert s.asked == ("axis", "fire") and s.options("cease fire"), "before the first sequence"
    s.do("fire", "Hans").do("cease fire")
    assert not s.b.stack and len(s.told("shot")) == 1


@rule("21.1", "7.12", "16.8.a")
def test_noisy() -> None:
    s = men("G3", men="Hans rank=PFC", allies="stealth", foes="Joe rank=Cpl weakness=Noisy").do(
        "recognise", "", "allies-1"
    )
    assert not s.team("allies-1").stealth
    assert [(each.label, each.amount) for each in s.last("check").modifiers] == [("Noisy", -1)], "told to everybody"


@rule("7.12", "19.2.a")
def test_shaky() -> None:
    shaky = f"{HANS} weakness=Shaky"
    assert shoot("G4x", "B6", "R2", "R3", men=shaky).last("shot").dice == (4, 6, -2, -3)
    assert shoot("G4", "B6", "R2", men=shaky).last("shot").dice == (4, 6, -2)


@rule("7.12", "19.2.a", "19.1.a")
def test_butterfingers() -> None:
    s = shoot("G4x", "R2", men=f"{HANS} weakness=Butterfingers")
    assert s.last("shot").dice == (-2,)
    assert s.man("Hans").jammed


@rule("7.12", "16.4.f")
def test_lead_feet() -> None:
    rows = ". = . . .\n. . . . ."
    assert (
        men(men="Hans rank=PFC,Otto weakness=Lead_Feet", rows=rows)
        .order("maneuver", "maneuver", "B1")
        .where("axis-1")
        == "A1"
    )
    both = "Hans rank=PFC strength=Pathfinder,Otto weakness=Lead_Feet"
    rows = ". W . . .\n. . . . ."
    assert men(men=both, rows=rows).order("maneuver", "maneuver", "B1").where("axis-1") == "A1", "it prevails"


@rule("7.12", "20.1.j", "5.6")
def test_glass_jaw() -> None:
    assert advantage("weakness=Glass_Jaw") == [("Glass Jaw", -1)]


@rule("7.12", "4.13")
def test_needs_orders() -> None:
    needy = "Hans rank=Cpl weapon=gar discipline=red weakness=Needs_Orders"
    assert len(shoot("G4", "B6", "R2", "R3", men=needy).last("shot").dice) == 4, "his own rank does not help"
    assert len(shoot("G4", "B6", "R2", men=f"{needy},Otto rank=Cpl").last("shot").dice) == 3
    assert len(shoot("G4", "B6", "R2", "R3", men=f"{needy},Otto rank=Cpl wounded").last("shot").dice) == 4


@rule("7.12")
def test_exposed() -> None:
    assert total("G4", "B6", "R2", foes="Joe rank=Cpl vitality=20 weakness=Exposed") == 9


@rule("7.12", "4.13")
def test_short_sighted() -> None:
    blind = f"{HANS} weakness=Short-sighted"
    assert len(shoot("G4", "G6", "R2", "R3", men=blind, at="E1").last("shot").dice) == 4
    assert len(shoot("G4", "B6", "R2", men=blind).last("shot").dice) == 3


@rule("7.12", "16.6.c", "15.3.b")
def test_all_thumbs() -> None:
    guns = "Hans rank=PFC weapon=m42,Otto weakness=All_Thumbs,Karl"
    assert {choice.to for choice in men(men=guns).options("crew")} == {"Karl"}
    text = ASSESS.format(men="  Hans rank=PFC weakness=All_Thumbs jammed").replace("step 2", "step 3")
    assert stage(text, "G2").do("unjam", "Hans").man("Hans").jammed, "only on 1"
    assert not stage(text, "G1").do("unjam", "Hans").man("Hans").jammed


@rule("7.12", "4.10")
def test_loner() -> None:
    crowd = "Otto rank=Cpl,Karl,Max,Fritz"
    assert total("G4", "B6", "R2", men=f"{HANS} weakness=Loner,{crowd}") == 7
    assert total("G4", "B6", "R2", men=f"{HANS} weakness=Loner,Otto rank=Cpl,Karl,Max") == 8


@rule("7.12", "10.7.b")
def test_bickerer() -> None:
    assert total("G4", "B6", "R2", men=f"Otto rank=Cpl weakness=Bickerer,{HANS}") == 7
    assert total("G4", "B6", "R2", men=f"{HANS},Otto rank=Cpl weakness=Bickerer") == 8, "only to his right"


@rule("7.12", "19.4.c", "7.9")
@pytest.mark.parametrize(("flip", "left"), [("R1", SUPPRESSED), ("R2", UPRIGHT)])
def test_panicky(flip: str, left: int) -> None:
    foes = "Joe rank=Cpl resolve=19,Sam resolve=6 vitality=20 weakness=Panicky"
    s = men("R1", "R2", "G4", "B6", "R2", flip, foes=foes)
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Sam").condition == SUPPRESSED
    assert s.man("Joe").condition == left
    hurt = men("R1", "R2", "G4", "B6", "R2", flip, foes=foes.replace("resolve=19", "wounded"))
    assert hurt.order("attack", "attack-red", "allies-1").do("fire", "Hans").man("Joe").condition == WOUNDED


@rule("7.12", "15.3.b")
@pytest.mark.parametrize(("flip", "fate"), [("G2", ""), ("G3", "killed")])
def test_bleeder(flip: str, fate: str) -> None:
    assert assess(flip, men="Hans rank=PFC weakness=Bleeder wounded,Otto rank=Cpl").man("Hans").fate == fate
    assess(men="Hans rank=PFC weakness=Bleeder,Otto rank=Cpl").done()


@rule("G.disengage", "7.12")
def test_single_minded() -> None:
    bound = f"{HANS},Otto rank=Cpl weakness=Single-minded"
    more = "allies 2 at C2\n  Sam rank=Cpl"
    foes = "Joe rank=Cpl resolve=19 vitality=20"
    s = men("R1", "R1", "G1", "B1", "R1", men=bound, more=more, foes=foes)
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.no_order("attack", "attack-green", "allies-2").rule == "G.disengage"
    assert s.no_order("attack", "attack-green", "allies-1").rule == "16.2.b", "and it was attacked in this turn"
    s = men(men=bound, more=more, foes="Joe rank=Cpl suppressed")
    s.team("axis-1").engaged = s.team("allies-1").index
    assert s.places("attack") == {"allies-2"}, "as long as it may be attacked"
    foes = "Joe rank=Cpl resolve=6 vitality=20"
    s = men("R1", "R1", "G5", "B5", "R1", men=bound, more=more, foes=foes)
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Joe").condition == SUPPRESSED, "nobody there can be shot at any more in this round"
    assert s.no_order("attack", "attack-green", "allies-2").rule == "G.disengage", "but it was attacked in this turn"
    s = men("R1", "R1", "G5", "B5", "R1", men=bound, more=more, foes="Joe rank=Cpl resolve=1 vitality=2")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.places("attack") == {"allies-2"}, "it exists no more"


@rule("G.disengage", "7.12", "11.6.c")
def test_single_minded_men_leave_the_truck_alone() -> None:
    bound = f"{HANS},Otto rank=Cpl weakness=Single-minded"
    more = "switch truck\nplace path B1 C1\nvalue sound 8\nvalue broken 9\nnote role 1\ntoken truck B1 green"
    assert men(men=bound, more=more).places("attack") == {"allies-1", "truck"}
    s = men(men=bound, more=more)
    s.team("axis-1").engaged = s.team("allies-1").index
    assert s.places("attack") == {"allies-1"}


@rule("7.12", "16.5.b")
@pytest.mark.parametrize(("flip", "condition"), [("G2", UPRIGHT), ("G3", SUPPRESSED)])
def test_stubborn(flip: str, condition: int) -> None:
    s = (
        men("R1", flip, men="Hans rank=PFC weakness=Stubborn suppressed")
        .order("rally", "rally-red")
        .do("rally", "Hans")
    )
    assert s.man("Hans").condition == condition
    assert s.asked == ("axis", "action"), "the rally is used up"


@rule("7.12", "19.2.a")
def test_wasteful() -> None:
    s = men("R1", "R1", "G4x", 2, men=f"{HANS} weakness=Wasteful", hand="attack-red hill woods")
    before = len(s.b.players[0].hand)
    s.chance.script += stage_flips(s, "B6", "R2")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert len(s.b.players[0].hand) == before - 2, "the order and the wasted card"
    assert s.last("discards").piece == "card-20", "the second of the two that were left"


def stage_flips(s: OwmStage, *flips: str) -> list[int]:
    """Further flips after those of the scene: the cards already written down are left out."""
    deck = s.b.deck.copy()
    for place in s.chance.script[:3]:
        deck.pop(place - 1)
    found = []
    for flip in flips:
        colour = "RGB".index(flip[0])
        number = next(n for n in deck if s.b.card(n).dice[colour] == int(flip[1]) and not s.b.card(n).icon)
        found.append(deck.index(number) + 1)
        deck.remove(number)
    return found


@rule("7.12", "7.9")
def test_homesick() -> None:
    foes = "Joe rank=Cpl resolve=9 vitality=20 weakness=Homesick"
    assert shoot("G4", "B6", "R2", foes=foes).man("Joe").condition == SUPPRESSED, "8 against 9 - 2"
    assert shoot("G4", "B6", "R2", foes=f"{foes},Sam,Tom").man("Joe").condition == UPRIGHT


@rule("7.12", "8.7")
def test_night_blind() -> None:
    words = {"men": f"{HANS} weakness=Night-blind", "more": "visibility moon 3"}
    assert len(shoot("G4", "B6", "R2", "R3", **words).last("shot").dice) == 4, "the moon number is 2 for him"
    words["more"] = "visibility moon 1"
    s = men("R1", "R1", "R1", "G4", "B6", "R2", "R3", at="B1", **words)  # type: ignore[arg-type]
    assert len(s.order("attack", "attack-red", "allies-1").do("fire", "Hans").last("shot").dice) == 5, (
        "nothing in sight"
    )
    words["more"] = "visibility sun"
    assert len(shoot("G4", "B6", "R2", **words).last("shot").dice) == 3


@rule("7.12", "G.man_made")
def test_claustrophobic() -> None:
    fear = f"{HANS} weakness=Claustrophobic"
    assert total("G4", "B6", "R2", men=fear, rows="V . . . .\n. . . . .") == 8, "Village +1, the trait -1"
    assert total("G4", "B6", "R2", men=fear) == 8


@rule("7.12", "19.2.a")
def test_cold_feet() -> None:
    s = shoot("G4x", men=f"{HANS} weakness=Cold_Feet,Otto rank=Cpl")
    assert not s.told("shot")
    assert s.man("Hans").condition == SUPPRESSED
    assert s.man("Joe").condition == UPRIGHT
    s.done()
    ducked = shoot("G4x", men=f"{HANS} weakness=Cold_Feet suppressed=0,Otto rank=Cpl").man("Hans")
    assert (ducked.condition, ducked.suppressed_in) == (SUPPRESSED, 0), "who has ducked does not duck again"


@rule("7.12", "G.forced_retreat")
def test_cautious_commander() -> None:
    foes = "Joe rank=Cpt discipline=red vitality=20 resolve=20 weakness=Cautious_Commander,Sam vitality=6"
    s = (
        men("R1", "R2", "G4", "B6", "R2", "R3", foes=foes)
        .order("attack", "attack-red", "allies-1")
        .do("fire", "Hans")
    )
    assert s.man("Sam").fate == "killed"
    assert s.asked == ("allies", "retreat")
    assert s.places("retreat") == {"E1", "D2", "E2"}, "no nearer to the enemy"
    s.do("retreat", "allies-1", "E2")
    assert s.where("allies-1") == "E2"
    s = (
        men("R1", "R2", "G4", "B6", "R2", "R2", foes=foes)
        .order("attack", "attack-red", "allies-1")
        .do("fire", "Hans")
    )
    assert s.where("allies-1") == "D1"
    s = men("R1", "R1", "G4", "B6", "R2", foes=foes).order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "action"), "nobody was killed"
    two = f"{HANS},Otto weapon=gar discipline=red"
    s = men("R2", "R2", "G4", "B6", "R2", "R1", "G1", "B1", "R1", "R3", men=two, foes=foes)
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans").do("fire", "Otto")
    assert s.asked == ("allies", "retreat"), "the first of two shots killed"
    crew = f"{foes},Max weapon=bre helper=Tom,Tom"
    s = men("R1", "R2", "G4", "B6", "R2", "R3", foes=crew).order("attack", "attack-red", "allies-1")
    s.do("fire", "Hans").do("retreat", "allies-1", "E2")
    assert s.man("Max").helper < 0 and s.man("Tom").gunner < 0, "nobody moves with a crewed gun"
    led = f"{foes.replace('rank=Cpt', 'rank=Sgt')},Max rank=Cpt"
    s = men("R1", "R2", "G4", "B6", "R2", foes=led).order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Sam").fate == "killed" and s.where("allies-1") == "D1", "only while he is in command"
    s.done()


@rule("7.12", "G.in_command")
def test_the_cautious_commander_is_in_command_when_the_man_is_killed() -> None:
    """Not who is in command only because the one before him has just been killed."""
    foes = (
        "Cap rank=Cpt vitality=6,Joe rank=Sgt discipline=red vitality=20 weakness=Cautious_Commander,Sam vitality=6"
    )
    s = men("R1", "R1", "G4", "B6", "R2", foes=foes).order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Cap").fate == "killed"
    assert s.asked == ("axis", "action") and s.told("check") == []
    two = f"{HANS},Otto weapon=gar discipline=red"
    s = men("R2", "R1", "G4", "B6", "R2", "R2", "G4", "B6", "R2", "R3", men=two, foes=foes)
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans").do("fire", "Otto")
    assert s.man("Sam").fate == "killed"
    assert s.asked == ("allies", "retreat"), "he was when the second was killed"


@rule("7.12", "G.in_command")
@pytest.mark.parametrize(("who", "asked"), [("Joe", ("allies", "retreat")), ("Tom", ("axis", "action"))])
def test_among_equals_the_owner_says_who_was_in_command(who: str, asked: tuple[str, str]) -> None:
    foes = "Sam vitality=6,Joe rank=Sgt discipline=red vitality=20 weakness=Cautious_Commander,Tom rank=Sgt"
    s = men("R1", "R1", "G4", "B6", "R2", "R3", foes=foes).order("attack", "attack-red", "allies-1")
    s.do("fire", "Hans")
    assert s.asked == ("allies", "command")
    assert {choice.piece for choice in s.options("command")} == {"Joe", "Tom"}
    assert s.do("command", who).asked == asked


@rule("7.12", "G.in_command")
def test_a_cautious_commander_who_is_killed_himself_makes_no_check() -> None:
    foes = "Joe rank=Sgt discipline=red vitality=6 weakness=Cautious_Commander,Sam"
    s = men("R1", "R1", "G4", "B6", "R2", foes=foes).order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Joe").fate == "killed" and s.asked == ("axis", "action")


@rule("7.12", "G.in_command", "17.14.a", "18.2.e")
def test_a_grenade_that_kills_the_commander_first() -> None:
    foes = "Cap rank=Cpt vitality=2,Joe rank=Sgt discipline=red vitality=2 weakness=Cautious_Commander,Sam vitality=2"
    words = {"foes": foes, "at": "B1", "hand": "grenade-blue"}
    s = men("B6", "R1", "R1", **words).play_card("grenade-blue")  # type: ignore[arg-type]
    assert s.man("Cap").fate == "killed" and s.told("check") == []
    foes = foes.replace("red vitality=2", "red vitality=20 resolve=20")
    s = men("B6", "R2", "R1", "R3", "R3", **words | {"foes": foes}).play_card("grenade-blue")  # type: ignore[arg-type]
    assert s.man("Sam").fate == "killed" and s.last("check").piece == "Joe"


@rule("16.6.f", "7.12", "7.15", "G.heal")
@pytest.mark.parametrize(
    ("strength", "mate", "do"),
    [
        ("Medic", "Karl wounded", "medic"),
        ("Command_Radius", "Karl suppressed", "command radius"),
        ("Demolitions", "Karl", "disarm"),
    ],
)
def test_who_crews_a_gun_takes_no_other_action(strength: str, mate: str, do: str) -> None:
    crew = f"Hans rank=Sgt weapon=m42 helper=Otto,Otto strength={strength},{mate}"
    s = men(men=crew, more="token satchel A1 yellow")
    assert not [choice for choice in s.options(do) if choice.piece == "Otto"]
    s.do("uncrew", "Hans")
    assert [choice for choice in s.options(do) if choice.piece == "Otto"], "un-crewing is free"


@rule("16.6.f", "18.4.f")
def test_a_commander_who_crews_disarms_nothing() -> None:
    crew = "Hans rank=PFC weapon=m42 helper=Otto,Otto rank=Cpt"
    assert men(men=crew, more="token satchel A1 yellow").options("disarm") == []


@rule("16.6.f", "15.3.b")
def test_an_armourer_who_crews_clears_no_weapon() -> None:
    squad = "Hans rank=PFC weapon=m42 helper=Otto,Otto strength=Armourer discipline=red,Karl jammed"
    assert assess(men=squad).play.decision is None, "nobody is asked"
    free = squad.replace(" helper=Otto", "")
    assert assess(men=free).asked == ("axis", "unjam")


@rule("7.15", "17.1", "D.wishes", "16.6.h")
def test_free_abilities_are_asked_for_with_an_empty_hand() -> None:
    """They lie open on the table, so that the question tells nothing."""
    captain = "Joe rank=Cpt strength=Command_Radius,Sam suppressed"
    s = men(foes=captain, more="wishes allies moments cards").order("entrench", "entrench")
    assert s.asked == ("allies", "window"), "at the free moment, not in answer to the order"
    assert s.b.stack == []
    assert s.do("command radius", "Joe").man("Sam").condition == UPRIGHT
    assert s.asked == ("axis", "action"), "once per round"
    gun = "Joe rank=Cpt weapon=bre helper=Sam,Sam"
    s = men(foes=gun, more="wishes allies moments").order("entrench", "entrench")
    assert s.asked == ("allies", "window") and s.do("uncrew", "Joe").man("Sam").gunner < 0
    s = men(foes="Joe rank=Cpt", more="wishes allies moments").order("entrench", "entrench")
    assert s.asked == ("axis", "action"), "nobody is asked who could do nothing"


@rule("G.forced_retreat", "7.12", "7.13")
def test_iron_will_does_not_keep_a_fireteam_where_it_cannot_stay() -> None:
    foes = "Sam vitality=6,Joe rank=Sgt discipline=red vitality=20 weakness=Cautious_Commander,Tom strength=Iron_Will"
    s = men("R1", "R1", "G4", "B6", "R2", "R3", foes=foes, rows=". . . .", more="allies 2 at B1\n  Max rank=Cpl")
    s.order("attack", "attack-red", "allies-1")
    if s.asked == ("axis", "fire"):
        s.do("fire", "Hans")
    assert [(event.piece, event.rule) for event in s.told("routed")] == [
        ("Joe", "G.forced_retreat"),
        ("Tom", "G.forced_retreat"),
    ]
