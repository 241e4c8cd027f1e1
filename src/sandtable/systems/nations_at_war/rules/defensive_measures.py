"""Chapter 7: Defensive Measures. Improved Positions are in fire.dig_in, costs of Wire and Ditch in ground."""

from collections.abc import Generator

from sandtable.systems.nations_at_war.rules.combat.fire import saves_that_count
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, suffer, worst
from sandtable.systems.nations_at_war.rules.dice import FATE_SAVE, between, roll
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit
from sandtable.table.decision import Choice, Decision


def mine_attack(b: Battle, unit: Unit) -> Procedure:
    """Mines attack each unit that enters; armour saves without terrain, soft targets not at all (7.2.b).

    They stay where they are (7.2.f).
    """
    numbers = b.ground.numbers
    place = unit.hex
    dice = numbers["mines_engineer_dice"] if unit.type.engineer else numbers["mines_dice"]  # 7.2.d
    to_hit = numbers["mines_to_hit"]
    outcome = between(0, worst([unit]) + (unit.face.armor if unit.face.hard else 0))
    faces = yield from roll(b, 1 - unit.side, dice, to_hit, f"mines at {b.ground.names[place]}", outcome=outcome)
    hits = sum(face >= to_hit for face in faces)
    b.tell("mines", "7.2.b", 1 - unit.side, "", unit.id, place, faces, to_hit, hits)
    if hits and unit.face.hard:
        need = unit.face.save
        saves = yield from roll(
            b,
            unit.side,
            unit.face.armor,
            need,
            f"save of {unit.name}",
            augmented=unit.face.armor_augmented,
            outcome=saves_that_count([unit], hits, 0),
            kind=FATE_SAVE,
        )
        saved = min(hits, sum(face >= need for face in saves))
        hits -= saved
        b.tell("saved", "7.2.b", unit.side, unit.id, place=place, dice=saves, need=need, value=saved)
    if hits:
        yield from suffer(b, place, [unit], [hits], "7.2.b")


def clear_mines(b: Battle, unit: Unit) -> Procedure:
    """7.2.e An Engineer that spends its activation clears the mines on 5-6."""
    if (yield from worked(b, unit, "clearing mines", "7.2.e", b.ground.numbers["clear_mines"])):
        b.mines &= ~(1 << unit.hex)


def cut_wire(b: Battle, unit: Unit) -> Procedure:
    """7.3.c An Engineer that spends its activation removes the wire on 4-6."""
    if (yield from worked(b, unit, "cutting wire", "7.3.c", b.ground.numbers["remove_wire"])):
        b.wire &= ~(1 << unit.hex)


def worked(b: Battle, unit: Unit, what: str, rule: str, need: int) -> Generator[Decision, Choice, bool]:
    """Whether an Engineer's work in its own hex is done: one die."""
    (face,) = yield from roll(b, unit.side, 1, need, what)
    b.tell(what, rule, unit.side, unit.id, place=unit.hex, dice=(face,), need=need, value=int(face >= need))
    return face >= need


def crush_wire(b: Battle, unit: Unit) -> None:
    """7.3.c A hard target that ends its action in the hex without being Disrupted removes the wire."""
    if unit.hex >= 0 and unit.face.hard and not unit.disrupted and b.wire >> unit.hex & 1:
        b.wire &= ~(1 << unit.hex)
        b.tell("wire crushed", "7.3.c", unit.side, unit.id, place=unit.hex)
