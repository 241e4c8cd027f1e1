"""Smoke: markers on the map (SM) and units that place them (UPS). The smoke of mortars is in bombardment.py."""

from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, drop_acquisition
from sandtable.systems.nations_at_war.rules.dice import roll
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit
from sandtable.table.event import Modifier


def place_smoke(b: Battle, place: int, level: int, rule: str) -> None:
    """SM.a Level 1 on level 1 makes level 2; nothing goes above 2. 5.2.h Smoke ends acquisitions on the hex.

    It comes from mortars, units with the capability and artillery (SM.e), each with its own level.
    """
    before = b.smoke.get(place, 0)
    most = b.ground.numbers["smoke_levels"]
    after = min(most, max(level, before + 1 if before else level))
    b.set_smoke(place, after)
    b.tell("smoke", rule, place=place, value=after)
    for unit in b.units:
        if unit.acquired >= 0 and b.units[unit.acquired].hex == place:
            drop_acquisition(b, unit, "5.2.h")


def clear_smoke(b: Battle) -> None:
    """SM.f In the Marker Removal Phase level 2 becomes level 1 and level 1 is removed."""
    for place, level in sorted(b.smoke.items()):
        b.set_smoke(place, level - b.ground.numbers["smoke_decay"])
        b.tell("smoke", "SM.f", place=place, value=level - b.ground.numbers["smoke_decay"])


def smoke_hexes(b: Battle, unit: Unit) -> list[str]:
    """UPS.a-b Where a unit with the capability may place smoke: its own hex or an adjacent one."""
    if not unit.places_smoke or not b.scenario.smoke_allowed or unit.disrupted:
        return []
    names = b.ground.names
    return [names[unit.hex]] + [names[place] for place in b.ground.neighbours[unit.hex]]


def why_smokeless(b: Battle, unit: Unit) -> tuple[str, str]:
    """Why a unit may not put smoke into any hex; nothing if it may."""
    if not b.scenario.smoke_allowed:
        return ("No smoke is available in this scenario.", "S1.ssr1")
    if unit.type.mortar:
        return ("", "") if unit.type.smoke_level > 0 else (f"{unit.name} has no smoke rounds.", "2.5.5.2.a")
    if not unit.places_smoke:
        return (f"{unit.name} has no Unit Placed Smoke Capability.", "UPS.a")
    if unit.disrupted:
        return (f"{unit.name} is Disrupted and cannot place smoke.", "UPS.a")
    if unit.attacked:
        return (f"{unit.name} has already attacked or placed smoke in this impulse.", "UPS.d")
    return ("", "")


def why_no_smoke(b: Battle, unit: Unit, place: int) -> tuple[str, str]:
    """UPS.b Why a unit may not put its smoke into this hex; nothing if it may."""
    if b.ground.distance[unit.hex][place] <= b.ground.numbers["smoke_reach"]:
        return ("", "")
    name = b.ground.names[place]
    return (f"{unit.name} places smoke in its own hex or an adjacent one, and {name} is neither.", "UPS.b")


def unit_smoke(b: Battle, unit: Unit, place: int, moving: bool) -> Procedure:
    """UPS.b 3-6 places level 1 smoke; UPS.c with -1 when combined with movement."""
    numbers = b.ground.numbers
    modifier = numbers["smoke_moved"] if moving else 0
    need = numbers["smoke_roll"] - modifier
    unit.attacked = True
    face = (yield from roll(b, unit.side, 1, need, f"smoke of {unit.name}"))[0]
    b.tell(
        "smoke fired",
        "UPS.c" if moving else "UPS.b",
        unit.side,
        unit.id,
        place=place,
        dice=(face,),
        need=need,
        value=int(face >= need),
        modifiers=(Modifier(modifier, "with movement", "UPS.c"),) if modifier else (),
    )
    if face >= need:
        place_smoke(b, place, numbers["unit_smoke_level"], "UPS.b")
