"""What is shown with a Fireteam that is chosen: how far its weapons carry, and how far an officer rallies."""

from owm_stage import stage

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.table.view import Zone
from sandtable.testing.citing import rule

FIELD = """
. . . . . .
. . . . . .
level colonel
axis 1 at A1
  Hans rank=Cpt weapon=mp4 strength=Command_Radius
  Karl weapon=k98
  Otto weapon=k98 wounded
axis 2 at C2
  Fritz rank=Cpl weapon=k98
axis 3 at D1
  Emil rank=Cpl weapon=k98
allies 1 at B1
  Joe rank=Cpl weapon=gar
allies 2 at C1 stealth
  Jim rank=Cpl weapon=gar
active axis-1
"""


def zones_of(piece: str) -> list[Zone]:
    view = OF_WAR_AND_MEN.shown.view(stage(FIELD).play, "axis")
    return [zone for zone in view.zones if piece in zone.of]


@rule("7.7")
def test_a_soldier_shows_how_far_his_weapon_carries_and_whom_he_sees_there() -> None:
    """The submachine gun has N/A from range 4 on; an enemy in stealth does not show himself."""
    [own] = [zone for zone in zones_of("Hans") if zone.kind == "range"]
    assert own.name == "Range 3" and own.side == "axis"
    assert set(own.places) == {f"{column}{row}" for column in "ABCD" for row in (1, 2)}
    assert own.holds == ("allies-1",)


@rule("7.7", "16.2.a")
def test_a_fireteam_shows_where_all_of_it_reaches_and_where_some_do() -> None:
    """The wounded man fires no more. The rifle carries to the edge of the map."""
    some, both = [zone for zone in zones_of("axis-1") if zone.kind != "command"]
    assert (some.kind, some.name) == ("long range", "1 of 2 reach")
    assert set(some.places) == {"E1", "E2", "F1", "F2"} and some.holds == ()
    assert (both.kind, both.name, both.holds) == ("range", "2 of 2 reach", ("allies-1",))
    assert "A1" in both.places  # 7.7 in its own Terrain too


@rule("7.15")
def test_an_officer_shows_his_command_radius_with_the_fireteams_in_it() -> None:
    """Two Terrains: D1 is three away. He shows it with his Fireteam, and no other soldier does."""
    [command] = [zone for zone in zones_of("axis-1") if zone.kind == "command"]
    assert command.of == ("axis-1", "Hans") and command.holds == ("axis-1", "axis-2")
    assert set(command.places) == {f"{column}{row}" for column in "ABC" for row in (1, 2)}
    assert [zone.kind for zone in zones_of("Karl")] == ["range"]
