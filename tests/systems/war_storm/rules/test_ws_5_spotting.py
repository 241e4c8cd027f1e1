"""5.2 Spotting by size, terrain, movement and height."""

from sandtable.systems.war_storm.rules.spotting import spots, spotting_range
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import Battle, Unit
from sandtable.testing.citing import rule


def pair(text: str) -> tuple[Battle, Unit, Unit]:
    """A battle, its spotter S and its target T."""
    b = scene(text)
    return (b, b.unit("S"), b.unit("T"))


@rule("5.2.b", "5.2.d", "5.2.e", "5.a")
def test_the_chart_by_terrain_still_and_moving() -> None:
    for letter, still, moving in (
        (".", 7, 10),
        ("r", 5, 8),
        ("m", 5, 8),
        ("w", 3, 5),
        ("d", 3, 5),
        ("l", 4, 6),
        ("f", 4, 6),
        ("o", 4, 6),
        ("B", 2, 4),
    ):
        b, spotter, target = pair(f".0\n{letter}0\nblue us-infantry S at A000\nred grenadier T at A001")
        assert spotting_range(b, spotter, target) == still, letter
        target.moving = True
        assert spotting_range(b, spotter, target) == moving, letter


@rule("5.2.c", "5.2.e")
def test_the_chart_by_size() -> None:
    """Infantry is small, cavalry medium, motorized large; an officer is small."""
    for counter, still, moving in (("grenadier", 7, 10), ("cavalry", 8, 12), ("motorized-infantry", 12, 18)):
        b, spotter, target = pair(f".0\n.0\nblue us-infantry S at A000\nred {counter} T at A001")
        assert spotting_range(b, spotter, target) == still
        target.moving = True
        assert spotting_range(b, spotter, target) == moving
    b, spotter, target = pair(".0\n.0\nblue us-infantry S at A000\nred officer T at A001 type=voss")
    assert spotting_range(b, spotter, target) == 7


@rule("5.2.f")
def test_from_above_farther_for_each_level_and_not_from_below() -> None:
    """Infantry in the open: 7/10, from one level above 8/12, from two 9/14."""
    for level, still, moving in ((0, 7, 10), (1, 8, 12), (2, 9, 14)):
        b, spotter, target = pair(f".{level}\n.0\nblue us-infantry S at A000\nred grenadier T at A001")
        assert spotting_range(b, spotter, target) == still
        assert spotting_range(b, target, spotter) == 7
        target.moving = True
        assert spotting_range(b, spotter, target) == moving


@rule("5.2.g")
def test_reconnaissance_sees_farther_and_adds_to_height() -> None:
    b, spotter, target = pair(".1\n.0\nblue recon S at A000\nred grenadier T at A001")
    assert spotting_range(b, spotter, target) == 7 + 1 + 1
    target.moving = True
    assert spotting_range(b, spotter, target) == 10 + 2 + 2


@rule("5.2.h")
def test_weather_changes_every_range() -> None:
    b, spotter, target = pair(".0\n.0\nblue us-infantry S at A000\nred grenadier T at A001\nspotting -3")
    assert spotting_range(b, spotter, target) == 4


@rule("5.2.a", "5.3.a")
def test_a_unit_is_seen_within_range_and_with_a_clear_line() -> None:
    rows = "\n".join([".0"] * 12)
    b, spotter, target = pair(f"{rows}\nblue us-infantry S at A000\nred grenadier T at A007")
    assert spots(b, spotter, target)
    b, spotter, target = pair(f"{rows}\nblue us-infantry S at A000\nred grenadier T at A008")
    assert not spots(b, spotter, target)
    target.moving = True
    assert spots(b, spotter, target)
    b, spotter, target = pair(f"{rows}\nblue us-infantry S at A000\nred grenadier T at A003\nground A002 w0")
    assert not spots(b, spotter, target)


@rule("5.2.e")
def test_a_road_through_woods_is_woods() -> None:
    b, spotter, target = pair(".0\nw0\nroad A000 A001\nblue us-infantry S at A000\nred grenadier T at A001")
    assert spotting_range(b, spotter, target) == 3
