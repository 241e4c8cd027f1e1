"""3.4.4 Fire missions: indirect mortars (5.1.6.g) and artillery with ranging in (10.2)."""

from collections.abc import Generator

from sandtable.systems.nations_at_war.rules.combat.bombardment import (
    hex_targets,
    hit_hex,
    mortar_fire,
    mortar_range,
    mortar_smoke,
    why_no_bombard,
)
from sandtable.systems.nations_at_war.rules.combat.fire import plane_side
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure
from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import react_to_fire
from sandtable.systems.nations_at_war.rules.combat.smoke import place_smoke
from sandtable.systems.nations_at_war.rules.command import commanding_subs, headquarters, members
from sandtable.systems.nations_at_war.rules.dice import FREE, LEAST, roll
from sandtable.systems.nations_at_war.state.pieces import Battle, Formation, Unit
from sandtable.systems.nations_at_war.state.scenario import Mission
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

PLANE = "plane"


def callers(b: Battle, formation: Formation) -> dict[str, tuple[int, int]]:
    """10.2.b Who may call (3.4.4.b): id -> (the hexes it sees, what it adds to ranging in).

    An HQ, an In Command sub-HQ, a Good Order In Command Recon unit (2.6.2.b), or the recon plane (RP.c).
    """
    found: dict[str, tuple[int, int]] = {}
    numbers = b.ground.numbers
    hq = headquarters(b, formation)
    if hq is not None:
        found[hq.id] = (b.seen_from(hq.hex), hq.leadership)
    for sub in commanding_subs(b, formation, hq):
        found[sub.id] = (b.seen_from(sub.hex), sub.leadership)
    for unit in members(b, formation):
        if unit.type.recon and unit.hex >= 0 and not unit.disrupted and not unit.out_of_command:
            found[unit.id] = (b.seen_from(unit.hex), numbers["ranging_recon"])
    if b.plane >= 0 and hq is not None and plane_side(b) == formation.side:
        found[PLANE] = (b.ground.grid.within(b.plane, numbers["plane_radius"]), numbers["ranging_recon"])
    return found


def idle_mortars(b: Battle, formation: Formation) -> list[Unit]:
    """5.1.6.g Mortars that may fire a mission: Good Order, In Command, not Ops Complete."""
    return [
        unit
        for unit in members(b, formation)
        if unit.type.mortar
        and unit.hex >= 0
        and not unit.disrupted
        and not unit.ops_complete
        and not unit.out_of_command
        and not unit.attacked
        and unit.face.he is not None
    ]


def call_missions(b: Battle, formation: Formation) -> Procedure:
    """3.4.4.a Up to two missions an activation, artillery and mortars together. One episode each."""
    side = formation.side
    guns = b.missions[side]
    mortars = idle_mortars(b, formation)
    who = callers(b, formation) if guns or mortars else {}
    options: list[Choice] = []
    if guns:
        for caller in who:
            options += [Choice("call", caller, mission) for mission in sorted({gun.name for gun in guns})]
    seen = 0
    for hexes, _ in who.values():
        seen |= hexes
    options += [Choice("direct", mortar.id) for mortar in mortars if seen and indirect_targets(b, mortar, seen)]
    if not options:
        b.missions_called = b.ground.numbers["fire_missions"]
        return
    options.append(PASS)
    answer = yield from ask(
        b,
        side,
        "fire mission",
        f"Does {formation.name} call a fire mission?",
        "3.4.4.a",
        options,
    )
    if answer == PASS:
        b.missions_called = b.ground.numbers["fire_missions"]
        return
    b.missions_called += 1
    if answer.do == "call":
        mission = next(gun for gun in guns if gun.name == answer.to)
        yield from artillery(b, formation, answer.piece, mission, who[answer.piece])
    else:
        unit = b.unit(answer.piece)
        yield from indirect(b, unit, seen)


def indirect_targets(b: Battle, mortar: Unit, seen: int) -> list[Choice]:
    """5.1.6.g, 2.5.5.2.c Hexes in range that its HQ or Recon sees: with enemies to attack, any for smoke."""
    return hex_targets(b, mortar, seen & b.ground.grid.within(mortar.hex, mortar_range(b, mortar)))


def indirect(b: Battle, mortar: Unit, seen: int) -> Procedure:
    """5.1.6.g, 2.5.5.2.c A mortar fires at a hex that its HQ or Recon sees; no ranging in (5.1.6.h)."""
    answer = yield Decision(
        b.side_name(mortar.side),
        "indirect fire",
        f"Which hex does {mortar.name} shell?",
        "5.1.6.g",
        lambda: indirect_targets(b, mortar, seen),
        lambda choice: why_no_mission(b, mortar, seen, choice),
        mortar.id,
    )
    if answer.do == "bombard":
        yield from mortar_fire(b, mortar, b.ground.index[answer.to], answer.number == 1)
        yield from react_to_fire(b, mortar)  # 11.0.c: whoever sees the mortar may answer
    else:
        yield from mortar_smoke(b, mortar, b.ground.index[answer.to])


def why_no_mission(b: Battle, mortar: Unit, seen: int, choice: Choice) -> tuple[str, str]:
    """Why a mortar's fire cannot be directed at a hex."""
    if choice.do not in ("bombard", "smoke") or choice.to not in b.ground.index:
        return ("", "")
    if not seen >> b.ground.index[choice.to] & 1:
        rule = "5.1.6.g" if choice.do == "bombard" else "2.5.5.2.c"
        return (f"Neither the HQ nor a Recon unit of its Formation sees {choice.to}.", rule)
    return why_no_bombard(b, mortar, choice)


# Artillery (10.2) --------------------------------------------------------------------------------


def artillery(b: Battle, formation: Formation, caller: str, mission: Mission, eye: tuple[int, int]) -> Procedure:
    """10.2 Name a hex, range in, drift, then Fire For Effect, smoke or hold."""
    side = formation.side
    names = b.ground.names
    hexes, bonus = eye
    answer = yield Decision(
        b.side_name(side),
        "artillery target",
        f"Which hex is the target of mission {mission.name}?",
        "10.2.b",
        lambda: [Choice("target", caller, names[place]) for place in range(b.ground.size) if hexes >> place & 1],
        lambda choice: why_no_target(b, caller, choice),
    )
    aim = b.ground.index[answer.to]
    place = yield from range_in(b, side, caller, aim, bonus)
    if place < 0:
        b.missions[side].remove(mission)
        b.tell("barrage lost", "10.2.d", side, text=mission.name)
        return
    options = [Choice("fire for effect", to=names[place])]
    if not mission.he_only and b.scenario.smoke_allowed:
        options.append(Choice("smoke", to=names[place]))
    options.append(Choice("hold fire"))
    answer = yield from ask(
        b,
        side,
        "fire for effect",
        f"The barrage is at {names[place]}. Fire For Effect?",
        "10.2.e",
        options,
    )
    if answer.do == "hold fire":
        b.tell("fire held", "10.2.e", side, place=place)
        return
    b.missions[side].remove(mission)
    if answer.do == "smoke":
        place_smoke(b, place, b.ground.numbers["artillery_smoke"], "10.2.k")
        for around in b.ground.neighbours[place]:
            place_smoke(b, around, b.ground.numbers["artillery_smoke_around"], "10.2.k")
        return
    yield from fire_for_effect(b, side, place, mission.firepower, mission.to_hit)  # 10.2.f


def why_no_target(b: Battle, caller: str, choice: Choice) -> tuple[str, str]:
    """Why a hex cannot be named."""
    if choice.to not in b.ground.index:
        return (f"There is no hex {choice.to!r} on this map.", "10.2.b")
    if caller == PLANE:
        return (f"{choice.to} is more than {b.ground.numbers['plane_radius']} hexes from the plane.", "RP.c")
    return (f"The unit that calls does not see {choice.to}.", "10.2.b")


def range_in(b: Battle, side: int, caller: str, aim: int, bonus: int) -> Generator[Decision, Choice, int]:
    """10.2 Put the Barrage marker, roll, drift. The hex it comes to; -1 off the map."""
    numbers = b.ground.numbers
    notes = [Modifier(bonus, "caller", "10.2.c")] if bonus else []
    away = b.ground.distance[aim]
    near = [mark for mark in b.barrages if mark[0] == side and away[mark[1]] <= numbers["ranging_marker_range"]]
    if near:
        notes.append(Modifier(numbers["ranging_marker"], "Barrage marker near", "10.2.c"))
        b.barrages.remove((yield from which_marker(b, side, near)))
    bonus = sum(note.amount for note in notes)
    face = (yield from roll(b, side, 1, 0, "ranging in", LEAST, outcome=lambda face: drift_of(b, face, bonus)))[0]
    drift = drift_of(b, face, bonus)
    b.tell(
        "ranged in",
        "10.2.c",
        side,
        caller,
        place=aim,
        dice=(face,),
        need=numbers["ranging_on_target"],
        value=drift,
        modifiers=tuple(notes),
    )
    place = aim
    if drift:
        direction = (yield from roll(b, side, 1, 0, "drift", FREE))[0]
        for _ in range(drift):
            if place >= 0:
                place = b.ground.grid.beside[place][direction - 1]
        b.tell("drifted", "10.2.d", side, place=place, dice=(direction,), value=drift)
    if place >= 0:
        b.barrages.append((side, place, b.turn))  # 10.2.j
    return place


def drift_of(b: Battle, face: int, bonus: int) -> int:
    """10.2.c How far the barrage drifts from its aim with this die."""
    numbers = b.ground.numbers
    if face + bonus >= numbers["ranging_on_target"]:
        return numbers["drift_near"] if face <= numbers["ranging_natural_miss"] else 0
    return numbers["drift_near"] if face + bonus >= numbers["ranging_near"] else numbers["drift_far"]


def which_marker(
    b: Battle, side: int, near: list[tuple[int, int, int]]
) -> Generator[Decision, Choice, tuple[int, int, int]]:
    """10.2.c The earlier Barrage marker that is moved; with several near, the owner picks one."""
    hexes = sorted({mark[1] for mark in near})
    answer = yield from ask(
        b,
        side,
        "barrage marker",
        "Which Barrage marker do you move?",
        "10.2.c",
        [Choice("pick", to=b.ground.names[place]) for place in hexes],
    )
    place = b.ground.index[answer.to]
    return next(mark for mark in near if mark[1] == place)


def fire_for_effect(b: Battle, side: int, place: int, dice: int, to_hit: int) -> Procedure:
    """10.2.f-h The marker hex, then directions 1 to 6: each hex with any unit, friend or foe, is attacked, without
    modifiers (10.2.i)."""
    for target in (place, *b.ground.grid.beside[place]):
        if target >= 0 and (b.units_at(target, 0) or b.units_at(target, 1)):
            yield from hit_hex(b, side, target, dice, to_hit, "", "10.2.g")


def remove_barrages(b: Battle) -> None:
    """10.2.j A marker placed in turn N goes in the Marker Removal Phase of turn N+1."""
    stays = [mark for mark in b.barrages if b.turn - mark[2] < b.ground.numbers["barrage_turns"]]
    if len(stays) != len(b.barrages):
        b.barrages = stays
        b.tell("barrage removed", "10.2.j")
