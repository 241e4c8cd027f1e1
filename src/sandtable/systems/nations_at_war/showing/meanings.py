"""2.4 What the numbers on a counter say, in words."""

from sandtable.systems.nations_at_war.state.counters import Face, Weapon
from sandtable.table.telling import count

TARGETS = {"AP": "hard targets", "HE": "soft targets", "AA": "aircraft"}
RECON = "Its HQ commands it from twice as far. It calls fire, and uncovers targets that are near."
SMOKE = "It can lay smoke."
MORALE = "It is compared with two dice when its men rally."


def firing(name: str, weapon: Weapon) -> str:
    """2.4.c, 2.4.g, 2.4.h What 3-5-5 says; 2.4.i and what a line under the range adds."""
    never = " and never farther" if weapon.underlined else ""
    far = f"up to {count(weapon.range, 'hex', 'hexes')}{never}"
    return f"{_dice(weapon.firepower)} against {TARGETS[name]}, {far}; each that shows {weapon.to_hit} or more hits."


def adding(name: str) -> str:
    """2.7.3.a."""
    return f"Added when its platoon fires at {TARGETS[name]}."


def saving(face: Face) -> str:
    """2.4.j, 2.4.k What 2/5 in the shield says."""
    return f"{_dice(face.armor)} to save; each that shows {face.save} or more cancels a hit."


def assaulting(face: Face) -> str:
    """2.4.p What 2/5 in the box says, and what a star adds."""
    never = "" if face.starts_assault else " It starts no assault."
    return f"{_dice(face.assault)} in an assault; each that shows {face.assault_to_hit} or more hits.{never}"


def moving(face: Face) -> str:
    """2.4.o, and 4.3.3 what a star adds."""
    star = " It changes to this side for 1." if face.mf_asterisk else ""
    return f"{count(face.mf, 'Movement Point')} when it acts.{star}"


def leading(leadership: int) -> str:
    """2.4.m."""
    return f"Once in an impulse it adds {_dice(leadership)} to an attack of a platoon that is with it."


def accompanied(leadership: int, morale: int) -> str:
    """10.5.b."""
    return f"He adds {_dice(leadership)} to every attack of this platoon, which tests his Morale of {morale}."


def commanding(reach: int) -> str:
    """2.4.n."""
    return f"It commands its platoons up to {count(reach, 'hex', 'hexes')} away."


def _dice(number: int) -> str:
    return count(number, "die", "dice")
