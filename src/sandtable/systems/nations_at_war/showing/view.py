"""What a seat sees of a battle, in the schema of table.view. Nothing is hidden here but the order of the cup."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from sandtable.geometry.hexes import bits
from sandtable.systems.nations_at_war.rules.combat.fire import plane_side
from sandtable.systems.nations_at_war.rules.command import command_range
from sandtable.systems.nations_at_war.rules.victory import exited, victory_points
from sandtable.systems.nations_at_war.showing import meanings
from sandtable.systems.nations_at_war.showing.board_view import board_of, goals, objectives
from sandtable.systems.nations_at_war.showing.narrator import marker_name, sentence
from sandtable.systems.nations_at_war.showing.option_views import decision_view
from sandtable.systems.nations_at_war.showing.pictures import WEAPONS, type_picture, unit_picture
from sandtable.systems.nations_at_war.state.counters import Face, Weapon
from sandtable.systems.nations_at_war.state.pieces import (
    CARRIED,
    COMMAND,
    ELIMINATED,
    EXITED,
    MISSIONS,
    OPERATIONS,
    RALLY,
    REMOVAL,
    SETUP,
    Battle,
    Formation,
    Hq,
    Unit,
)
from sandtable.systems.nations_at_war.state.scenario import SideSpec
from sandtable.table.frame import Alike, alike, frame
from sandtable.table.pictures import NATIONS, afar
from sandtable.table.play import Play
from sandtable.table.view import (
    BoardMarker,
    Box,
    Count,
    Group,
    Marker,
    Occupant,
    Piece,
    Pile,
    Seat,
    Slot,
    Track,
    TrackBox,
    Value,
    View,
)

LOST = "eliminated"  # the box of pieces that are lost
LEFT = "exited"  # the box of pieces that have left the map

COLOURS = {"german": "grey", "soviet": "red", "american": "olive", "british": "tan", "italian": "green"}
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}


def seat_of(side: SideSpec) -> Seat:
    """The chair of a side."""
    return Seat(side.key, side.name, side.key, COLOURS.get(side.key, ""), NATIONS.get(side.key, ""))


def view(play: Play[Battle], seat: str) -> View:
    """What this seat sees; seat "" is a spectator."""
    b = play.battle
    scenario = b.scenario
    seats = tuple(
        Seat(side.key, side.name, side.key, COLOURS.get(side.key, ""), NATIONS.get(side.key, ""))
        for side in scenario.sides
    )
    seen = frame(play, seat, scenario, board_of(scenario, b.ground), sentence, decision_view, seats)
    return View(**seen, **alike(play, open_to_all))


def open_to_all(b: Battle) -> Alike:
    """What every seat sees."""
    return Alike(
        phase=phase_text(b),
        active=b.side_name(b.formations[b.active].side) if b.active >= 0 else "",
        goals=goals(b.scenario),
        pieces=tuple(pieces(b)),
        groups=tuple(group_of(b, formation) for formation in b.formations),
        markers=tuple(board_markers(b)),
        boxes=boxes(b),
        tracks=tuple(tracks(b)),
        piles=tuple(piles(b)),
    )


# Pieces ------------------------------------------------------------------------------------------


def pieces(b: Battle) -> Iterator[Piece]:
    """All units with their weapons, and HQs."""
    acquiring: dict[int, list[Unit]] = {}
    for unit in b.units:
        acquiring.setdefault(unit.acquired, []).append(unit)
    for order, unit in enumerate(b.units):
        yield unit_piece(b, unit, order, acquiring.get(unit.index, []))
        if unit.weapon is not None:
            weapon = unit.weapon
            values = [
                Value(
                    *(name, ("+" if plus else f"+{dice}") + (f", range +{far}" if far else "")),
                    rule="2.7.3.a",
                    means=meanings.adding(name),
                )
                for name, dice, far, plus in (
                    ("AP", weapon.ap_firepower, weapon.ap_range, weapon.ap_plus),
                    ("HE", weapon.he_firepower, weapon.he_range, weapon.he_plus),
                )
                if dice or far or plus
            ]
            yield Piece(
                f"{unit.id}/{weapon.key}",
                weapon.name,
                b.side_name(unit.side),
                "weapon",
                weapon.key[:4].upper(),
                place_of(b, unit),
                art=WEAPONS[weapon.key],
                group=b.formations[unit.formation].key,
                inside=unit.id,
                minor=True,
                values=tuple(values),
            )
    for hq in b.hqs:
        yield hq_piece(b, hq)


def place_of(b: Battle, piece: Unit | Hq) -> str:
    """The hex of a piece, or the box it waits or lies in."""
    place = piece.hex
    if place == CARRIED and isinstance(piece, Unit):
        place = b.units[piece.carrier].hex
    if place >= 0:
        return b.ground.names[place]
    return {ELIMINATED: LOST, EXITED: LEFT}.get(place) or b.formations[piece.formation].key


def unit_piece(b: Battle, unit: Unit, order: int, acquiring: list[Unit]) -> Piece:
    """A unit; `acquiring` are the enemies that have acquired it."""
    face = unit.face
    art, symbol = unit_picture(unit)
    what, which = called(unit.name, unit.type.name)
    return Piece(
        unit.id,
        unit.name,
        b.side_name(unit.side),
        unit.type.kind,
        code_of(unit.type.name, unit.id),
        place_of(b, unit),
        art=art,
        symbol=symbol,
        group=b.formations[unit.formation].key,
        inside=b.units[unit.carrier].id if unit.hex == CARRIED else "",
        values=face_values(face) + unit_values(unit),
        markers=tuple(unit_markers(b, unit, acquiring)),
        steps=unit.steps,
        full_steps=unit.type.steps,
        order=order,
        what=what,
        which=which,
    )


@lru_cache(1024)
def called(name: str, type: str) -> tuple[str, str]:
    """What a unit is called from afar, and which of its type it is: Tiger I, #2. Some have a name of their own."""
    what, which = (type, name.removeprefix(type).strip()) if name.startswith(type) else (name, "")
    return (what, which) if afar(what) else ("", "")


@lru_cache(1024)
def code_of(name: str, id: str) -> str:
    """Three letters of the type and the number of the counter: Tig¹, T34³, Pz4², GIn¹."""
    words = name.replace("-", "").replace("/", " ").replace("(", " ").split()
    short = words[0]
    if len(words) > 1 and not words[1].isdigit():
        roman = re.match(r"(IV|VI?|I{1,3})[A-Z]?$", words[1])
        if roman is None:
            short = words[0][: 1 if words[0].isalpha() else 2] + words[1]
        elif len(words[0]) < 3:
            short = words[0] + ROMAN[roman[1]]
    number = id.rpartition("-")[2]
    return short[:3] + "".join(SUPERSCRIPTS[int(digit)] for digit in number if digit.isdigit())[:1]


def weapon_text(weapon: Weapon) -> str:
    """2.4 Firepower, range and To-Hit as on the counter: 3-5-5, with the plus of an Augmented one."""
    return f"{weapon.firepower}{'+' if weapon.augmented else ''}-{weapon.range}-{weapon.to_hit}"


@lru_cache(1024)
def face_values(face: Face) -> tuple[Value, ...]:
    """2.4 What is printed on the side of the counter that lies up."""
    return tuple(_printed(face))


def _printed(face: Face) -> Iterator[Value]:
    groups: tuple[tuple[str, Weapon | None, Slot, str], ...] = (
        ("AP", face.ap, "top left", "2.4.c"),
        ("HE", face.he, "left", "2.4.d"),
        ("AA", face.aa, "right", "2.4.f"),
    )
    for name, weapon, slot, rule in groups:
        if weapon is not None:
            words = ["underlined"] * weapon.underlined + ["augmented"] * weapon.augmented
            yield Value(name, weapon_text(weapon), slot, rule, " ".join(words), meanings.firing(name, weapon))
    if face.hard:
        plus = "+" if face.armor_augmented else ""
        yield Value("Armor", f"{face.armor}{plus}/{face.save}", "top right", "2.4.j", "shield", meanings.saving(face))
    if face.assault:
        plus = "+" if face.assault_augmented else ""
        star = "" if face.starts_assault else "*"
        text = f"{face.assault}{plus}/{face.assault_to_hit}{star}"
        yield Value("Assault", text, "bottom left", "2.4.p", "boxed", meanings.assaulting(face))
    star = "*" if face.mf_asterisk else ""
    circled = "circled" if face.circled else ""
    yield Value("MF", f"{face.mf}{star}", "bottom right", "2.4.o", circled, meanings.moving(face))


def unit_values(unit: Unit) -> tuple[Value, ...]:
    values: list[Value] = []
    if unit.type.recon:
        values.append(Value("Recon", "R", "top", "2.6.2", means=meanings.RECON))
    if unit.places_smoke:
        values.append(Value("Smoke", "S", "bottom", "UPS.a", means=meanings.SMOKE))
    if unit.leader is not None:
        means = meanings.accompanied(*unit.leader)
        values.append(Value("Leader", f"{unit.leader[0]}, Morale {unit.leader[1]}", rule="10.5", means=means))
    return tuple(values)


def unit_markers(b: Battle, unit: Unit, acquiring: list[Unit]) -> Iterator[Marker]:
    """2.12.3 The states of a unit, the worst first."""
    if unit.disrupted:
        yield Marker("disrupted", "Disrupted", "!", "bad", "5.1.3")
    if unit.out_of_command:
        yield Marker("out of command", "Out of Command", "?", "bad", "3.4.2.e")
    for enemy in acquiring:
        yield Marker("acquired", f"Acquired by {enemy.name}", "a", rule="5.2", piece=enemy.id)
    if unit.acquired >= 0:
        target = b.units[unit.acquired]
        yield Marker("acquires", f"Has acquired {target.name}", rule="5.2", piece=target.id)
    if unit.overwatch:
        yield Marker("overwatch", "Overwatch", "@", "good", "11.0.a")
    if unit.demolition:
        yield Marker("demolition", f"At work on the bridge, {unit.demolition} to go", "d", "done", "10.4.a")
    elif unit.ops_complete:
        yield Marker("ops complete", "Ops Complete", "✓", "done", "4.0.c")
    elif unit.held and not unit.overwatch:
        yield Marker("idle", "Left idle", "", "done", "3.2.e")
    if unit.mounted:
        yield Marker("mounted", f"In transport ({unit.face.name})", "m", rule="4.3")
    if unit.leader is not None:
        yield Marker("leader", "With a leader", "L", rule="10.5")
    if b.formations[unit.formation].commissar == unit.index:
        yield Marker("commissar", "With the Commissar", "C", rule="CM.a")
    if unit.spent and b.action is not None and unit.index in b.action.units:
        yield Marker("spent", f"{unit.spent} of {unit.face.mf} MP spent", "", rule="4.0.a")


def hq_piece(b: Battle, hq: Hq) -> Piece:
    alive = hq.hex != ELIMINATED
    values: list[Value] = [Value("Morale", str(hq.type.morale), "top left", "2.4.l", means=meanings.MORALE)]
    if alive:
        means = meanings.leading(hq.leadership)
        values.append(Value("Leadership", str(hq.leadership), "left", "2.4.m", means=means))
        reach, red = command_range(b, hq), "red" if hq.halved else ""
        values.append(Value("Command", str(reach), "bottom right", "2.4.n", red, meanings.commanding(reach)))
    markers: list[Marker] = []
    if hq.led:
        markers.append(Marker("leadership used", "Leadership used", "", "done", "2.5.6.2.b"))
    if hq.halved:
        markers.append(Marker("radio trouble", "Radio trouble", "r", "bad", "8.0.b"))
    art, symbol = type_picture(b.scenario.rulebook.units[hq.type.unit_type])
    return Piece(
        hq.id,
        hq.name,
        b.side_name(hq.side),
        "sub-hq" if hq.type.sub else "hq",
        "sHQ" if hq.type.sub else "HQ",
        place_of(b, hq),
        art=art,
        symbol=symbol,
        hq=True,
        group=b.formations[hq.formation].key,
        minor=True,
        values=tuple(values),
        markers=tuple(markers),
        steps=hq.steps,
        full_steps=1 if hq.type.sub else 2,
    )


def group_of(b: Battle, formation: Formation) -> Group:
    """2.10 A Formation: Morale, and whether it is or has been active."""
    spec = formation.spec
    markers: list[Marker] = []
    if b.active == formation.index:
        markers.append(Marker("active", "Active now", "▶", "good", "3.2.d"))
    elif formation.activated:
        markers.append(Marker("activated", "Activated this turn", "✓", "done", "3.2.d"))
    if formation.missed:
        markers.append(Marker("missed", "Not activated last turn", "", "good", "3.3.1"))
    return Group(
        formation.key,
        formation.name,
        b.side_name(formation.side),
        text=f"Enters on turn {spec.entry_turn}" if spec.entry_turn else "Starts on the map",
        values=(Value("Morale", str(formation.morale), rule="2.11.a"),),
        markers=tuple(markers),
    )


# On and beside the board -------------------------------------------------------------------------


def board_markers(b: Battle) -> Iterator[BoardMarker]:
    """Wrecks, smoke, defensive measures, barrages, control of objectives, the recon plane."""
    names = b.ground.names
    for kind, text, sign, mask, rule in (
        ("wreck", "Wreck", "†", b.wrecks, "CTEC.wreck"),
        ("improved", "Improved Position", "tr", b.improved, "CTEC.improved"),
        ("mines", "Mines", "mi", b.mines, "CTEC.mines"),
        ("wire", "Wire", "wi", b.wire, "CTEC.wire"),
        ("ditch", "Anti-Tank Ditch", "di", b.ditches, "CTEC.at_ditch"),
        ("bridge out", "Bridge Out", "XX", b.bridge_out, "10.4.a"),
    ):
        for place in bits(mask):
            yield BoardMarker(kind, text, names[place], sign=sign, rule=rule)
    for place, level in sorted(b.smoke.items()):
        yield BoardMarker("smoke", f"Smoke, level {level}", names[place], sign="s", level=level, rule="SM.a")
    for side, place, turn in b.barrages:
        text = f"Barrage of turn {turn}"
        yield BoardMarker("barrage", text, names[place], b.side_name(side), sign="ba", rule="10.2.j")
    for place in objectives(b.scenario, b.ground):
        for side in (0, 1):
            if b.control[side] >> place & 1:
                key = b.side_name(side)
                text = f"{b.scenario.sides[side].name} control"
                yield BoardMarker("control", text, names[place], key, rule="13.1.g")
    if b.plane >= 0:
        side = plane_side(b)
        craft = next(craft for craft in b.scenario.sides[side].aircraft if craft.recon)
        yield BoardMarker("aircraft", craft.name, names[b.plane], b.side_name(side), sign="pl", rule="RP.b")


def boxes(b: Battle) -> tuple[Box, ...]:
    """Where pieces are that are not on the map."""
    waiting = []
    for formation in b.formations:
        turn = formation.spec.entry_turn
        text = f"enters on turn {turn}" if turn else "to be set up"
        waiting.append(Box(formation.key, f"{formation.name}, {text}", b.side_name(formation.side)))
    victory = b.scenario.victory
    if victory.edge:
        waiting.append(Box(LEFT, "Left the map", b.side_name(victory.side)))
    return (*waiting, Box(LOST, "Eliminated"))


def tracks(b: Battle) -> Iterator[Track]:
    """The Turn Record Track, End Turn markers, Fate Points; Victory Points or units exited where they decide."""
    turns: list[TrackBox] = []
    for turn in range(1, b.scenario.turns + 1):
        entering = tuple(
            Occupant(f.name, b.side_name(f.side), f.key)
            for f in b.formations
            if f.spec.entry_turn == turn and turn > b.turn
        )
        turns.append(TrackBox(str(turn), entering, turn == b.turn))
    yield Track("turns", "Turn", boxes=tuple(turns), rule="TRT")
    total = b.scenario.end_turn_markers
    yield Track(
        "end turn",
        "End Turn markers drawn; with the last, or when only they are left in the cup, the turn ends",
        boxes=tuple(TrackBox(f"{n} of {total}", now=True) for n in (b.end_turns_drawn,)),
        rule="3.2.b",
    )
    for side, spec in enumerate(b.scenario.sides):
        if spec.fate or b.fate[side]:
            text = TrackBox(str(b.fate[side]), now=True)
            yield Track("fate", f"{spec.name} Fate Points", spec.key, (text,), "9.0")
    victory = b.scenario.victory
    if victory.kind in ("points", "exit"):
        points = victory.kind == "points"
        so_far = victory_points(b) if points else len(exited(b, victory.side))
        spec = b.scenario.sides[victory.side]
        name = f"{spec.name} Victory Points" if points else f"{spec.name} units that left the map"
        yield Track("victory", name, spec.key, (TrackBox(f"{so_far} of {victory.count}", now=True),), victory.rule)


def piles(b: Battle) -> Iterator[Pile]:
    """The cup as counts, End Turn markers held, fire missions left."""
    contents = Counter(b.cup)
    sides = {formation.key: b.side_name(formation.side) for formation in b.formations}
    counts = [Count(marker_name(b, key), number, sides.get(key, "")) for key, number in contents.items()]
    yield Pile("cup", "Cup", len(b.cup), contents=tuple(counts), rule="3.1")
    for side, spec in enumerate(b.scenario.sides):
        if b.held[side]:
            yield Pile(
                "held", f"End Turn markers held by the {spec.name} player", b.held[side], spec.key, rule="3.3.1"
            )
        missions = b.missions[side]
        if missions or spec.missions:
            kinds = Counter((m.firepower, m.to_hit, m.he_only) for m in missions)
            listed = [
                Count(f"{dice} dice, To-Hit {to_hit}" + (", HE only" if only else ""), number)
                for (dice, to_hit, only), number in kinds.items()
            ]
            name = f"{spec.name} fire missions"
            yield Pile("missions", name, len(missions), spec.key, tuple(listed), rule="10.2.a")


def phase_text(b: Battle) -> str:
    """What is going on."""
    if b.active >= 0 and b.phase in (COMMAND, RALLY, MISSIONS, OPERATIONS):
        step = {COMMAND: "command", RALLY: "rally", MISSIONS: "fire missions"}.get(b.phase, "operations")
        return f"{b.formations[b.active].name}, {step}"
    if b.phase == SETUP:
        return "Set-up"
    return "Marker Removal Phase" if b.phase == REMOVAL else "Drawing from the cup"
