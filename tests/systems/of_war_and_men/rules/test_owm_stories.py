"""Short scenes told to the last flip: every event with its rule, in order."""

from owm_stage import OwmStage, stage

from sandtable.table.decision import Choice
from sandtable.testing.citing import rule


def tale(s: OwmStage) -> list[str]:
    """The log in a few words: rule, kind, who, at whom, where, numbers, value, words, way; then each modifier."""
    found = []
    for event in s.play.log:
        words = [
            f"{event.rule} {event.kind}",
            event.piece,
            event.target and f">{event.target}",
            event.place and f"@{event.place}",
            " ".join(map(str, event.dice)),
            f"={event.value}" if event.value else "",
            event.text and f"[{event.text}]",
            "-".join(event.path),
        ]
        found.append(" ".join(word for word in words if word))
        found += [f"{each.amount:+} {each.label} {each.rule}" for each in event.modifiers]
    return found


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@rule(
    "4.1",
    "4.2",
    "7.7",
    "7.9",
    "16.2.c",
    "16.2.f",
    "16.2.h",
    "16.2.i",
    "16.2.j",
    "16.2.l",
    "16.2.m",
    "16.3.a",
    "16.4.c",
    "19.1.b",
    "19.3.a",
    "19.4.c",
)
def test_a_volley_from_a_hill_into_woods() -> None:
    text = """
    H . W .
    level colonel
    axis 1 at A1 dug-in
      Hans rank=Cpl weapon=gar discipline=red
      Otto rank=PFC weapon=gar discipline=green
      Karl weapon=gar discipline=green
    allies 1 at C1 heading=D1
      Joe rank=Cpl resolve=9 vitality=13
      Jim resolve=5 vitality=19
    token entrenchment A1 black
    hand axis attack-green hill
    active axis-1
    """
    s = stage(text, "G3", "R1", "B3", "B5", "R2", "R2", "B2w", "B3", "G1", "R1", "B5j", "G3")
    s.order("attack", "attack-green", "allies-1")
    s.do("fire", "Hans")
    s.do("fire", "Otto")
    s.do("fire", "Karl")
    assert tale(s.done()) == lines("""
        G.execute plays card-49 >allies-1 [attack]
        16.2.c flip card-3 3 =3 [green: number of attackers]
        16.2.c attack axis-1 >allies-1 =3
        16.2.f flip card-5 1 =1 [red: target]
        16.2.h flip card-9 3 =3 [blue: lethality]
        16.2.h flip card-17 5 =5 [blue: lethality]
        16.2.i flip card-2 2 =2 [red: Discipline]
        16.2.j shot Hans >Joe @C1 =10
        +3 lethality (blue) 16.2.h
        +5 lethality (blue) 16.2.h
        -2 Discipline (red) 16.2.i
        +3 from Hill 16.2.j
        +1 from an entrenchment 16.3.a
        -2 into Woods 16.2.j
        +2 target on the move 16.4.c
        7.9 suppressed Joe @C1
        19.4.c halted allies-1 @C1
        16.2.f flip card-6 2 =2 [red: target]
        16.2.h flip card-37 2 =2 [blue: lethality]
        16.2.h flip card-10 3 =3 [blue: lethality]
        16.2.i flip card-11 1 =1 [green: Discipline]
        16.2.j shot Otto >Jim @C1 =6
        +2 lethality (blue) 16.2.h
        +3 lethality (blue) 16.2.h
        -1 Discipline (green) 16.2.i
        +3 from Hill 16.2.j
        +1 from an entrenchment 16.3.a
        -2 into Woods 16.2.j
        19.3.a wounded Jim @C1
        16.2.f flip card-13 1 =1 [red: target]
        16.2.h flip card-178 5 =5 [blue: lethality]
        16.2.i flip card-8 3 =3 [green: Discipline]
        16.2.j shot Karl >Jim @C1 =-1
        -3 Discipline (green) 16.2.i
        +3 from Hill 16.2.j
        +1 from an entrenchment 16.3.a
        -2 into Woods 16.2.j
        19.1.b jammed Karl
        16.2.l unhurt Jim =-1
    """)


@rule("4.11", "16.3.d", "16.4.b", "16.4.d", "16.4.e")
def test_a_march_into_a_trench() -> None:
    text = """
    . = .
    . . .
    axis 1 at A1
      Hans rank=Cpl discipline=green
      Otto
    allies 1 at C2
      Joe rank=Cpl
    token entrenchment A2 black
    hand axis maneuver maneuver entrench hill
    active axis-1
    """
    s = stage(text, "G2")
    s.order("maneuver", "maneuver", "A2")
    s.order("maneuver", "maneuver", "A2")
    assert tale(s.done()) == lines("""
        G.execute plays card-125 @A2 [maneuver]
        16.4.b on the move axis-1 @A1 A2
        G.execute plays card-126 @A2 [maneuver]
        16.4.e moved axis-1 @A2 A1-A2
        16.3.d flip card-2 2 =2 [green: the entrenchment]
        16.3.d check Hans 2 =1 [the entrenchment]
        16.3.d finds entrenchment axis-1 @A2
    """)


@rule("20.1.a", "20.1.b", "20.1.c", "20.1.d", "20.1.e", "20.1.f", "20.1.g", "20.1.v", "12.2")
def test_an_assault_to_the_death() -> None:
    text = """
    . . .
    . . .
    axis 1 at A1 heading=B1
      Hans rank=Cpl discipline=green
      Otto discipline=blue
    allies 1 at B1 moved
      Joe rank=Cpl discipline=red
      Jim discipline=green
    hand axis maneuver
    track axis-1 allies-1
    active axis-1
    """
    s = stage(text, "G1", "R4", "B3", "G2", "G6", "G1", "R4", "R3")
    s.order("maneuver", "maneuver", "B1")
    s.play.choose(Choice("as they stand"), "axis")
    s.play.choose(Choice("as they stand"), "allies")
    s.play.choose(s.options()[0])
    s.play.choose(s.options()[0])
    assert tale(s.done()) == lines("""
        G.execute plays card-125 @B1 [maneuver]
        16.4.e moved axis-1 @B1 A1-B1
        20.1.a assault axis-1 >allies-1 @B1
        20.1.b revealed
        20.1.c line axis-1 @B1 Hans-Otto
        20.1.c line allies-1 @B1 Joe-Jim
        20.1.g assault round @B1 =1
        20.1.d flip card-1 >Hans 1 =1 [green: assault]
        20.1.d flip card-4 >Joe 4 =4 [red: assault]
        20.1.e duel Hans >Joe @B1 =1
        20.1.e killed Joe @B1
        20.1.d flip card-9 >Otto 3 =3 [blue: assault]
        20.1.d flip card-2 >Jim 2 =2 [green: assault]
        20.1.d flip card-5 >Jim 6 =6 [green: assault]
        20.1.e duel Otto >Jim @B1
        20.1.g assault round @B1 =2
        20.1.d flip card-6 >Hans 1 =1 [green: assault]
        20.1.d flip card-8 >Jim 3 =3 [green: assault]
        20.1.d flip card-3 >Jim 3 =3 [green: assault]
        20.1.e duel Hans >Jim @B1 =1
        20.1.e killed Jim @B1
        3.7 fireteam gone allies-1
        20.1.v assault over @B1
        22.3 end [no soldier of the Allies is left]
    """)


@rule(
    "9.2", "14.3", "16.3.e", "17.8", "18.1", "18.2.a", "18.2.b", "18.2.c", "18.2.d", "18.2.e", "18.2.f", "G.artillery"
)
def test_shells_that_drift() -> None:
    text = """
    . . .
    . . .
    level lieutenant
    axis 1 at A1
      Hans rank=Cpl
    allies 1 at C1 dug-in
      Joe rank=Cpl resolve=4 vitality=19
      Jim resolve=9 vitality=12
    token entrenchment C1 black
    operation artillery
    artillery orange
    wind green
    hand axis combat-operation hill
    active axis-1
    """
    s = stage(text, "G5", "G1", "R2", "R1", "G3", "G4w", "R1", "G6", "G5")
    s.play_card("combat-operation")
    s.do("bombard", "", "C2")
    assert tale(s.done()) == lines("""
        G.execute plays card-38 [combat operation]
        18.2.a flip card-9 5 =5 [green: strength of the Artillery]
        18.2.b bombards axis-1 @C2
        18.2.c flip card-6 1 =1 [green: drift]
        18.2.c shells fall @C1
        18.2.d flip card-2 2 =2 [red: soldiers affected]
        18.2.e flip card-5 1 =1 [red: who is hit]
        18.2.f flip card-3 3 =3 [red: damage]
        18.2.f flip card-54 2 =2 [red: damage]
        18.2.f damage >Joe =5
        +3 shell (red) 18.2.f
        +2 shell (red) 18.2.f
        19.3.a wounded Joe @C1
        18.2.e flip card-13 1 =1 [red: who is hit]
        18.2.f flip card-10 2 =2 [red: damage]
        18.2.f flip card-14 2 =2 [red: damage]
        18.2.f damage >Jim =4
        +2 shell (red) 18.2.f
        +2 shell (red) 18.2.f
        18.2.f unhurt Jim =4
        16.3.e entrenchment gone @C1
        14.3 artillery [yellow]
    """)


@rule("16.7.d", "17.14.a")
def test_a_grenade() -> None:
    text = """
    . . .
    level lieutenant
    axis 1 at A1 stealth
      Hans rank=Cpl
    allies 1 at B1
      Joe rank=Cpl resolve=3 vitality=19
      Jim resolve=3 vitality=5
    hand axis grenade-green
    active axis-1
    """
    s = stage(text, "G4", "R2", "R1", "R2")
    s.play_card("grenade-green")
    assert tale(s.done()) == lines("""
        G.execute plays card-40 >allies-1 [grenade]
        17.14.a flip card-4 4 =4 [green: strength of the grenade]
        17.14.a flip card-2 2 =2 [red: soldiers hit]
        17.14.a flip card-1 1 =1 [red: who is hit]
        17.14.a damage >Joe =4
        +4 grenade (green) 17.14.a
        7.9 suppressed Joe @B1
        17.14.a flip card-6 2 =2 [red: who is hit]
        17.14.a damage >Jim =4
        +4 grenade (green) 17.14.a
        7.9 suppressed Jim @B1
        16.7.d seen axis-1 @A1
    """)


@rule("16.7.d", "17.17", "19.4.c")
def test_a_lucky_shot_at_men_on_the_move() -> None:
    text = """
    . . .
    level lieutenant
    axis 1 at A1 stealth
      Hans rank=Cpl
    allies 1 at C1 heading=B1 covered
      Joe rank=Cpl
      Jim
    hand axis lucky-shot
    active axis-1
    """
    s = stage(text, "R2")
    s.play_card("lucky-shot")
    assert tale(s.done()) == lines("""
        G.execute plays card-45 >allies-1 [lucky shot]
        17.17 flip card-2 2 =2 [red: who is hit]
        17.17 suppressed Jim @C1
        19.4.c halted allies-1 @C1
        16.7.d seen axis-1 @A1
    """)


@rule("15.4.a", "15.4.b", "16.6.a", "16.7.a", "16.8.a", "16.8.b", "G.discard")
def test_stealth_and_recognition() -> None:
    text = """
    . W .
    level lieutenant
    axis 1 at B1
      Hans rank=Cpl discipline=red
    allies 1 at A1
      Joe rank=Cpl discipline=green
    hand axis hill hill
    hand allies hill
    track axis-1 allies-1
    active axis-1
    """
    s = stage(text, "G2", goes_on=True)
    s.do("stealth")
    s.play.choose(s.options()[0])
    s.do("pass")
    s.do("recognise", "", "axis-1")
    assert tale(s.done()) == lines("""
        16.6.a discards card-1
        16.7.a stealth axis-1 @B1
        15.4.b passes axis-1
        15.4.a activated allies-1 @A1
        16.8.a flip card-7 2 =2 [green: Recognition of Axis 1]
        16.8.a check Joe 2 =1 [Recognition of Axis 1]
        16.8.a seen axis-1 @B1
    """)


@rule("9.7", "17.21", "17.23")
def test_smoke_and_recon() -> None:
    text = """
    . . .
    . F .
    level lieutenant
    axis 1 at B2
      Hans rank=Cpl
    allies 1 at C1
      Joe rank=Cpl
    hand axis smoke recon
    active axis-1
    """
    s = stage(text)
    s.play_card("smoke")
    s.do("throw", "axis-1", "A2")
    s.play_card("recon")
    s.play.choose(s.options()[0])
    s.play.choose(s.options()[0])
    assert tale(s.done()) == lines("""
        G.execute plays card-46 @A2 [smoke]
        17.23 smoke axis-1 @A2
        G.execute plays card-59 @A1 [recon]
        17.21 terrain @A1 [Field]
    """)


@rule("17.5", "17.11", "17.12", "17.16", "BC.6")
def test_men_helped_by_cards() -> None:
    text = """
    . . .
    level lieutenant
    axis 1 at A1
      Hans rank=Cpl suppressed=0
      Otto wounded
      Karl jammed
    axis 2 at B1
      Max rank=Cpl
    allies 1 at C1
      Joe rank=Cpl
    hand axis field-dressing field-repairs attention last-stand
    track axis-2 axis-1 allies-1
    active axis-1
    """
    s = stage(text)
    s.play_card("field-dressing")
    s.play_card("field-repairs")
    s.play_card("attention")
    s.do("choose", "axis-1")
    s.play_card("last-stand")
    s.do("choose", "axis-1")
    assert tale(s.done()) == lines("""
        G.execute plays card-35 [field dressing]
        17.11 healed Otto
        G.execute plays card-44 [field repairs]
        17.12 unjammed Karl
        G.execute plays card-42 [attention]
        17.5 rallied Hans
        17.5 track axis-1-axis-2-allies-1
        G.execute plays card-36 [last stand]
        17.16 last stand axis-1
    """)


@rule("11.4.b", "14.1", "14.2", "14.4", "14.5", "15.1", "15.3.a", "15.3.b", "15.3.d", "15.5.b")
def test_the_end_of_a_round_and_the_next() -> None:
    text = """
    . . . .
    . . . .
    axis 1 at A1 activated
      Hans rank=Cpl jammed discipline=red
    allies 1 at D1 activated
      Joe rank=Cpl
    token smoke B1 yellow
    token smoke C1 red
    token satchel D2 yellow
    artillery yellow
    wind green
    hand axis entrench entrench entrench entrench entrench entrench
    hand allies maneuver maneuver maneuver maneuver maneuver maneuver maneuver
    """
    s = stage(text, 1, "G1", "R2", 1, goes_on=True)
    s.do("unjam", "Hans")
    assert tale(s.done()) == lines("""
        15.5.b fog of war =1
        15.1 round =2
        15.3.a flip card-2 2 =2 [green: wind]
        15.3.a smoke drifts @C1 =2
        15.3.a smoke drifts @D1 =2
        15.3.b flip card-3 3 =3 [red: the jammed weapon]
        15.3.b check Hans 3 [the jammed weapon]
        14.4 token removed @D1 [smoke]
        14.5 token flipped @D2 [satchel]
        14.5 token flipped @C1 [smoke]
        11.4.b artillery [orange]
        15.3.d card card-4
        15.3.d draws =1
        15.4.a activated axis-1 @A1
    """)


@rule("9.5", "14.4", "18.4.b", "18.4.c", "18.4.d", "18.4.e")
def test_a_charge_goes_off() -> None:
    text = """
    R . .
    . . .
    axis 1 at A1 dug-in
      Hans rank=Cpl
      Otto wounded
    allies 1 at C1
      Joe rank=Cpl
    token satchel A1 red
    token entrenchment A1 black
    phase assessment
    step 4
    round 3
    """
    s = stage(text)
    assert tale(s.done()) == lines("""
        18.4.b explosion @A1
        18.4.c entrenchment gone @A1
        18.4.e wounded Hans @A1
        18.4.e killed Otto @A1
        18.4.d destroyed @A1 [Ruins]
    """)
