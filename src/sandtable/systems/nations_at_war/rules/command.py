"""3.4.1-3.4.3 The first steps of an impulse: marker removal, command status, rallies. And HQ replacement.

See also 3.4.2.1.
"""

from collections.abc import Generator

from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, check_chiefs
from sandtable.systems.nations_at_war.rules.dice import FATE_DICE, FATE_RALLY, SUM, Remedy, roll
from sandtable.systems.nations_at_war.rules.engineers import demolition_progress
from sandtable.systems.nations_at_war.state.pieces import ELIMINATED, OFF_MAP, Battle, Formation, Hq, Unit
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier


def members(b: Battle, formation: Formation) -> list[Unit]:
    """2.10.b The units of a Formation still in the game, attached ones included."""
    return [unit for unit in b.units[formation.first : formation.last] if unit.hex > ELIMINATED]


def headquarters(b: Battle, formation: Formation) -> Hq | None:
    """The HQ of a Formation if it is on the map."""
    for hq in b.hqs:
        if hq.formation == formation.index and not hq.type.sub:
            return hq if hq.hex >= 0 else None
    return None


def command_range(b: Battle, hq: Hq) -> int:
    """2.4.n, 8.0.b The Command Range of an HQ, less in radio trouble."""
    printed = hq.printed_command
    return printed // b.ground.numbers["chaos_radio_divisor"] if hq.halved else printed


def remove_markers(b: Battle, formation: Formation) -> Procedure:
    """3.4.1 Out of Command, Ops Complete and Overwatch come off the units of the Formation."""
    units = members(b, formation)
    for unit in units:
        unit.out_of_command = False
        unit.overwatch = False
        if not unit.demolition:
            unit.ops_complete = False
    for unit in units:
        if unit.demolition:
            yield from demolition_progress(b, unit)  # 10.4.b: one marker each time


# Command -----------------------------------------------------------------------------------------


def in_command(b: Battle, formation: Formation, unit: Unit) -> bool:
    """Whether a unit needs no check: range to HQ or sub-HQ, leader, Commissar.

    Its own HQ or a sub-HQ that is In Command itself (3.4.2.a, 2.5.6.1.a).
    """
    if unit.hex < 0:
        return True  # 3.4.2.f
    if unit.leader is not None or formation.commissar == unit.index:
        return True  # 3.4.2.b, CM.b
    numbers = b.ground.numbers
    hq = headquarters(b, formation)
    away = b.ground.distance[unit.hex]
    if hq is not None:
        reach = (
            hq.printed_command * numbers["recon_command_times"] if unit.type.recon else command_range(b, hq)
        )  # 2.6.2.a
        if away[hq.hex] <= reach:
            return True  # 2.5.6.d
    return any(away[sub.hex] <= command_range(b, sub) for sub in commanding_subs(b, formation, hq))


def commanding_subs(b: Battle, formation: Formation, hq: Hq | None) -> list[Hq]:
    """2.5.6.1 The sub-HQs that are In Command: within twice their HQ's printed Command Range.

    Others command nobody (2.5.6.1.b).
    """
    if hq is None:
        return []
    far = hq.printed_command * b.ground.numbers["sub_hq_command_times"]
    away = b.ground.distance[hq.hex]
    return [
        sub
        for sub in b.hqs
        if sub.type.sub and sub.formation == formation.index and sub.hex >= 0 and away[sub.hex] <= far
    ]


def check_command(b: Battle, formation: Formation) -> Procedure:
    """3.4.2 One Morale Check a hex for units outside command (2.5.6.e); a failure puts them Out of Command.

    9.0.e A point may change a die or, for certain, put the hex In Command: both are offered together.
    """
    apart: dict[int, list[Unit]] = {}
    for unit in members(b, formation):
        if not in_command(b, formation, unit):
            apart.setdefault(unit.hex, []).append(unit)
    for place, units in sorted(apart.items()):
        name = b.ground.names[place]
        bought = Remedy(Choice("fate command", to=name), b.ground.numbers["fate_command"])
        why = f"command at {name}"
        passed = yield from morale_check(b, formation.side, formation.morale, 0, (), why, "fate command", bought)
        b.tell("command check", "3.4.2.d", formation.side, units[0].id, place=place, value=int(passed))
        if passed:
            continue
        if bought.taken:
            pay_for_command(b, formation.side, place)
            continue
        for unit in units:
            unit.out_of_command = True


def pay_for_command(b: Battle, side: int, place: int) -> None:
    """9.0.e, 9.0.k All units in the hex are In Command for this activation."""
    b.fate[side] -= b.ground.numbers["fate_command"]
    b.tell("fate command", "9.0.e", side, place=place, value=b.fate[side])
    for unit in b.units_at(place, side):
        unit.out_of_command = False


def morale_check(
    b: Battle,
    side: int,
    morale: int,
    modifier: int,
    notes: tuple[Modifier, ...],
    why: str,
    kind: str = FATE_DICE,
    remedy: Remedy | None = None,
) -> Generator[Decision, Choice, bool]:
    """2.11.2 2d6 at or below Morale passes; modifiers count on the roll."""
    faces = yield from roll(b, side, 2, morale - modifier, why, SUM, kind=kind, remedy=remedy)
    passed = sum(faces) + modifier <= morale
    b.tell("morale check", "2.11.2", side, dice=faces, need=morale, value=int(passed), text=why, modifiers=notes)
    return passed


# Rally -------------------------------------------------------------------------------------------


def rally(b: Battle, formation: Formation) -> Procedure:
    """3.4.3 Each Disrupted unit of the active Formation tries once (5.1.3.g); it costs nothing, so all try.

    3.4.3.1 The owner names the next one where the order matters: he has Fate Points or a Commissar to spend.
    """
    waiting = [unit for unit in members(b, formation) if unit.disrupted]
    while waiting:
        unit = waiting[0]
        if b.fate[formation.side] > 0 or (formation.commissar >= 0 and not b.coerced):
            answer = yield from ask(
                b,
                formation.side,
                "rally",
                f"Which unit of the {formation.name} tries to rally next?",
                "3.4.3.1",
                [Choice("rally", each.id) for each in waiting],
            )
            unit = b.unit(answer.piece)
        waiting.remove(unit)
        yield from try_to_rally(b, formation, unit)


def try_to_rally(b: Battle, formation: Formation, unit: Unit) -> Procedure:
    """+1 Out of Command, minus Leadership with the HQ, or 1 with the Commissar if better (2.5.6.5, 3.4.3.a-c)."""
    numbers = b.ground.numbers
    notes: list[Modifier] = []
    if unit.out_of_command:
        notes.append(Modifier(numbers["rally_out_of_command"], "Out of Command", "3.4.3.b"))
    help_by_hq = help_by_commissar = 0
    commissar = b.units[formation.commissar] if formation.commissar >= 0 else None
    if unit.hex >= 0:  # nobody shares a hex off the map
        for hq in b.hqs:
            if hq.hex == unit.hex and hq.formation == formation.index:
                help_by_hq = max(help_by_hq, hq.leadership)
        if commissar is not None and commissar.hex == unit.hex:
            help_by_commissar = numbers["commissar_rally"]
    if help_by_hq and help_by_hq >= help_by_commissar:
        notes.append(Modifier(-help_by_hq, "Leadership", "3.4.3.c"))
    elif help_by_commissar:
        notes.append(Modifier(-help_by_commissar, "Commissar", "CM.c"))
    morale = unit.leader[1] if unit.leader is not None else formation.morale  # 10.5.b
    modifier = sum(note.amount for note in notes)
    why = f"rally of {unit.name}"
    passed = yield from morale_check(b, unit.side, morale, modifier, tuple(notes), why, FATE_RALLY)
    if passed:
        unit.disrupted = False
        b.tell("rallied", "3.4.3.a", unit.side, unit.id, place=unit.hex)
    elif commissar is not None:
        yield from coerce(b, formation, commissar, unit)


def coerce(b: Battle, formation: Formation, commissar: Unit, unit: Unit) -> Procedure:
    """CM.d Once an activation a full-strength infantry platoon near the Commissar is rallied for a step."""
    if b.coerced or commissar.hex < 0 or unit.hex < 0 or unit.steps < 2 or not unit.face.foot:
        return
    if b.ground.distance[commissar.hex][unit.hex] > b.ground.numbers["commissar_reach"]:
        return
    answer = yield from ask(
        b,
        unit.side,
        "coercion",
        f"{unit.name} failed to rally. Does the Commissar force it to rally at the cost of a step?",
        "CM.d",
        [Choice("coerce", unit.id), PASS],
        piece=unit.id,
    )
    if answer.do == "coerce":
        b.coerced = True
        unit.disrupted = False
        b.tell("coerced", "CM.d", unit.side, unit.id, place=unit.hex)
        unit.steps -= 1
        unit.show()
        b.tell("reduced", "CM.d", unit.side, unit.id, place=unit.hex)
        yield from check_chiefs(b, unit, True)


# HQ replacement ----------------------------------------------------------------------------------


def replace_hqs(b: Battle) -> Procedure:
    """2.5.6.3, 3.3 Eliminated HQs return reduced with a unit of their type; sub-HQs never (2.5.6.1.d)."""
    for hq in b.hqs:
        if hq.hex != ELIMINATED or hq.type.sub:
            continue
        places = hq_places(b, hq)
        if places:
            yield from return_hq(b, hq, places)


def return_hq(b: Battle, hq: Hq, places: list[int]) -> Procedure:
    """2.5.6.3.a The owner puts a returning HQ with one of the units."""
    names = [b.ground.names[place] if place >= 0 else "off-map" for place in places]
    answer = yield from ask(
        b,
        hq.side,
        "hq replacement",
        f"Where does {hq.name} return?",
        "2.5.6.3.a",
        [Choice("place", hq.id, name) for name in names],
        lambda choice: why_not_there(b, hq, choice),
        hq.id,
    )
    hq.hex = b.ground.index.get(answer.to, OFF_MAP)
    hq.steps = 1
    b.tell("hq returned" if hq.hex >= 0 else "hq waits", "2.5.6.3.a", hq.side, hq.id, place=hq.hex)


def why_not_there(b: Battle, hq: Hq, choice: Choice) -> tuple[str, str]:
    """Why an HQ may not return to a hex."""
    place = b.ground.index.get(choice.to)
    if place is None:
        return (f"There is no hex {choice.to!r} on this map.", "2.5.6.3.a")
    if b.hq_at(place, hq.side) is not None:
        return (f"There is already an HQ in {choice.to}.", "2.5.6.c")
    kind = b.scenario.rulebook.units[hq.type.unit_type].name
    return (f"{hq.name} returns with a {kind} of its Formation; none is in {choice.to}.", "2.5.6.3.a")


def hq_places(b: Battle, hq: Hq) -> list[int]:
    """2.5.6.3.a Hexes with a unit of the HQ's type and Formation and no other HQ; off-map units qualify too, and
    mounted ones as well as those on foot (2.5.6.4)."""
    places: list[int] = []
    for unit in b.units_of[hq.side]:
        if unit.formation != hq.formation or unit.hex < OFF_MAP or unit.type.key != hq.type.unit_type:
            continue
        if unit.hex in places or (unit.hex >= 0 and b.hq_at(unit.hex, hq.side) is not None):
            continue
        places.append(unit.hex)
    if OFF_MAP in places and not room_to_wait(b, hq):
        places.remove(OFF_MAP)
    return sorted(places)


def room_to_wait(b: Battle, hq: Hq) -> bool:
    """2.5.6.c Off the map too each HQ of a Formation needs a unit of its own to enter with."""
    units = sum(unit.formation == hq.formation and unit.hex == OFF_MAP for unit in b.units_of[hq.side])
    return units > sum(other.formation == hq.formation and other.hex == OFF_MAP for other in b.hqs)
