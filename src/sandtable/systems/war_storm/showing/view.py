"""What a seat sees of a battle, in the schema of table.view. Nothing is hidden in this game."""

from collections.abc import Iterator
from functools import lru_cache

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.activation import independent
from sandtable.systems.war_storm.rules.command import in_range
from sandtable.systems.war_storm.rules.morale import company_morale, platoon_morale
from sandtable.systems.war_storm.rules.victory import score
from sandtable.systems.war_storm.showing import pictures
from sandtable.systems.war_storm.showing.board_view import board_of, goals
from sandtable.systems.war_storm.showing.narrator import code_of, sentence
from sandtable.systems.war_storm.showing.option_views import decision_view
from sandtable.systems.war_storm.state.book import COMMISSAR, GREEN, VETERAN, Counter
from sandtable.systems.war_storm.state.pieces import (
    ACTIVATION,
    ELIMINATED,
    EXITED,
    NEVER,
    OFF_MAP,
    POOL,
    REMOVAL,
    SETUP,
    STEPS,
    Battle,
    Company,
    Officer,
    Platoon,
    Unit,
)
from sandtable.table.frame import Alike, alike, control_markers, frame, marked
from sandtable.table.play import Play
from sandtable.table.telling import count
from sandtable.table.view import BoardMarker, Box, Group, Marker, Piece, Track, TrackBox, Value, View, Zone

ROUTED = Marker("routed", "Routed", "!", "bad", "9.3.a")
ACTIVE = Marker("active", "Activated", "▶", "good", "4.3.1.c")
FINISHED = Marker("finished", "Finished", "✓", "done", "4.3.2.b")
MOVING = Marker("moving", "Has moved or fired", "»", "", "5.2.d")
DOUBLE_TIME = Marker("double time", "Double time", "2×", "done", "6.3.c")

WAITING, FALLEN, LEFT_BOARD = "waiting", "eliminated", "exited"  # boxes, each with the side's key


def view(play: Play[Battle], seat: str) -> View:
    """What this seat sees; seat "" is a spectator."""
    b = play.battle
    scenario = b.scenario
    seen = frame(play, seat, scenario, board_of(scenario, b.ground), sentence, decision_view)
    return View(**seen, **alike(play, open_to_all))


def open_to_all(b: Battle) -> Alike:
    """What every seat sees."""
    return Alike(
        phase=phase_text(b),
        active=b.side_name(b.side) if b.phase == ACTIVATION else "",
        goals=goals(b.scenario),
        pieces=tuple(pieces(b)),
        groups=tuple(group_of(b, company) for company in b.companies if company.platoons),
        markers=tuple(board_markers(b)),
        boxes=tuple(boxes(b)),
        tracks=tuple(tracks(b)),
        zones=tuple(zones(b)),
    )


# Pieces ------------------------------------------------------------------------------------------


def pieces(b: Battle) -> Iterator[Piece]:
    """Platoons, then officers on top of them; replacements in reserve are not shown."""
    for platoon in b.platoons:
        yield platoon_piece(b, platoon)
    for officer in b.officers:
        if officer.hex != POOL:
            yield officer_piece(b, officer)


def place_of(b: Battle, unit: Unit) -> str:
    """The hex of a unit, or the box it waits or lies in."""
    if unit.hex >= 0:
        return b.ground.names[unit.hex]
    box = {OFF_MAP: WAITING, ELIMINATED: FALLEN, EXITED: LEFT_BOARD}[unit.hex]
    return f"{b.side_name(unit.side)} {box}"


def platoon_piece(b: Battle, platoon: Platoon) -> Piece:
    type = platoon.type
    return Piece(
        platoon.id,
        platoon.name,
        b.side_name(platoon.side),
        type.kind.lower(),
        code_of(b, platoon),
        place_of(b, platoon),
        art=pictures.PICTURES[type.art].art,
        symbol=pictures.PICTURES[type.art].symbol,
        group=b.companies[platoon.company].spec.key,
        values=platoon_values(type, platoon.lost, platoon_morale(b, platoon)),
        markers=tuple(platoon_markers(b, platoon)),
        steps=platoon.steps,
        full_steps=STEPS,
        short=f"{pictures.short_name(type)} {code_of(b, platoon)}",
        what=pictures.short_name(type),
        which=code_of(b, platoon),
    )


@lru_cache(1024)
def platoon_values(type: Counter, steps_lost: int, morale: int) -> tuple[Value, ...]:
    """What is printed on the side of the counter that lies up, and its morale."""
    lost = min(steps_lost, STEPS - 1)
    worn = "red" if steps_lost else ""
    print_of = " ".join(word for word in ("boxed", "red" if type.red else "") if word)
    return (
        Value("Fire", f"{type.ff[lost]}", "top left", "7.b", print_of),
        Value("Range", str(type.range), "top", "7.b"),
        Value("Assault", str(type.av[lost]), "bottom left", "15.1", f"{worn} boxed".strip()),
        Value("Movement", str(type.mp), "bottom right", "6.2.a"),
        Value("Morale", str(morale), "", "9.2.a"),
    )


def unit_markers(b: Battle, unit: Unit) -> Iterator[Marker]:
    """What platoons and officers share."""
    if unit.hex < 0:
        return
    yield from marked(
        (unit.routed, ROUTED),
        (unit.active, ACTIVE),
        (unit.finished, FINISHED),
        (unit.moving and not unit.finished, MOVING),
        (unit.doubled != NEVER and unit.doubled >= b.turn - 1, DOUBLE_TIME),
    )
    if unit.waiting != NEVER:
        yield Marker("ready", f"Waits to assault {b.ground.names[unit.waiting]}", "⚔", "good", "14.1")


def platoon_markers(b: Battle, platoon: Platoon) -> Iterator[Marker]:
    if platoon.hex >= 0:
        if platoon.reaction != NEVER:
            old = platoon.reaction < b.turn
            text = "Reaction, from an earlier turn" if old else "Reaction"
            yield Marker("reaction", text, "R", "good", "4.4.f" if old else "8.a")
        if independent(b, platoon):
            yield Marker("out of command", "Out of command", "?", "bad", "4.1.a")
        if platoon.discipline:
            yield Marker("discipline", "Discipline failure", "D", "bad", "9.4.2.c")
        if platoon.lost:
            yield Marker(
                "hit", f"-{platoon.lost} step{'s' if platoon.lost > 1 else ''}", f"-{platoon.lost}", "bad", "3.1.b"
            )
    if platoon.quality == VETERAN:
        yield Marker("veteran", "Veteran", "★", "good", "3.f")
    elif platoon.quality == GREEN:
        yield Marker("green", "Green", "○", "bad", "3.f")
    yield from unit_markers(b, platoon)


def officer_piece(b: Battle, officer: Officer) -> Piece:
    type = officer.type
    values = (
        Value("Morale", str(type.morale), "top left", "3.2.d"),
        Value("Leadership", f"+{type.leadership}", "top right", "3.2.d"),
        Value("Command range", str(type.command), "bottom left", "4.1.b"),
        Value("Movement", str(type.mp), "bottom right", "6.2.a"),
    )
    company = b.company_of(officer)
    art, symbol = pictures.COMMISSAR if type.role == COMMISSAR else pictures.OFFICER
    return Piece(
        officer.id,
        officer.name,
        b.side_name(officer.side),
        "officer",
        (company.letter if company is not None else "") or "HQ",
        place_of(b, officer),
        art=art,
        symbol=symbol,
        group=company.spec.key if company is not None else "",
        minor=True,
        values=values,
        markers=tuple(unit_markers(b, officer)),
        order=1,
    )


def group_of(b: Battle, company: Company) -> Group:
    """3.e A company: its officer, its morale, its losses."""
    officer = b.officer_of(company)
    alive = [b.platoons[i] for i in company.platoons if b.platoons[i].hex >= OFF_MAP]
    losses = b.losses(company)
    text = f"{officer.name if officer is not None else 'no officer'}; {len(alive)} of {company.original} platoons"
    entry = company.spec.entry
    coming = any(platoon.hex == OFF_MAP for platoon in alive) and entry is not None
    when = f"; enters on turn {entry.turn}" if entry is not None and coming else ""
    markers: list[Marker] = []
    if officer is None and alive:
        markers.append(Marker("no officer", "Without an officer", "!", "bad", "7.4.5.a"))
    elif officer is not None and officer.active:
        markers.append(Marker("active", "Activated", "▶", "good", "4.3.1.c"))
    elif officer is not None and officer.used:
        markers.append(Marker("finished", "Has been activated", "✓", "done", "4.3.2.b"))
    return Group(
        company.spec.key,
        company.name,
        b.side_name(company.side),
        text=f"{text}, {losses} steps lost{when}",
        values=(Value("Morale", str(company_morale(b, company)), rule="9.1.a"),),
        markers=tuple(markers),
    )


# On and beside the board -------------------------------------------------------------------------


def board_markers(b: Battle) -> Iterator[BoardMarker]:
    """SCN.1 Who controls the hexes that count; 14 the hex under assault; 21 terrain markers."""
    held = zip(b.scenario.objectives, b.holders, strict=True)
    places = [(each.name, b.ground.names[each.hex], holder) for each, holder in held]
    yield from control_markers(b.scenario.sides, places, "SCN.1")
    if b.target != NEVER:
        yield BoardMarker("combat", "Under assault", b.ground.names[b.target], sign="⚔", rule="14")
    for kind, mask, text, sign, side_key in (
        ("wire", b.scenario.wire, "Barbed wire", "x", ""),
        ("roadblock", b.scenario.roadblocks, "Roadblock", "=", ""),
        ("ditch", b.scenario.ditches, "Anti-tank ditch", "v", ""),
        *[("improved", mask, "Improved position", "u", b.side_name(side)) for side, mask in enumerate(b.improved)],
    ):
        for h in bits(mask):
            yield BoardMarker(kind, text, b.ground.names[h], side_key, sign, rule="21")


def boxes(b: Battle) -> Iterator[Box]:
    """Where units wait, lie or have gone to."""
    for number, side in enumerate(b.scenario.sides):
        own = [unit for unit in b.units if unit.side == number]
        if any(unit.hex == OFF_MAP for unit in own):
            yield Box(f"{side.key} {WAITING}", f"{side.name}: to come", side.key)
        if any(unit.hex == ELIMINATED for unit in own):
            yield Box(f"{side.key} {FALLEN}", f"{side.name}: eliminated", side.key)
        if any(unit.hex == EXITED for unit in own):
            yield Box(f"{side.key} {LEFT_BOARD}", f"{side.name}: left the board", side.key)


def zones(b: Battle) -> Iterator[Zone]:
    """4.1.b How far the command of each officer reaches, and which of his platoons it holds."""
    for company in b.companies:
        officer = b.officer_of(company)
        if officer is None or officer.hex < 0:
            continue
        platoons = [platoon for platoon in b.platoons_of(company) if platoon.hex >= 0]
        far = officer.type.command
        yield Zone(
            "command",
            f"Command of {officer.name}: {count(far, 'hex', 'hexes') if far else 'his hex'}",
            b.side_name(officer.side),
            reach(b, officer.hex, far),
            of=(officer.id, *[platoon.id for platoon in platoons]),
            holds=tuple([each.id for each in platoons if in_range(b, each) and not each.out_of_command]),
        )


def reach(b: Battle, place: int, far: int) -> tuple[str, ...]:
    """The hexes no farther from one than so many."""
    ground = b.ground

    def found() -> tuple[str, ...]:
        away = ground.distance[place]
        return tuple([name for name, steps in zip(ground.names, away, strict=True) if steps <= far])

    names: tuple[str, ...] = ground.kept.get(("command", place, far), found)
    return names


def tracks(b: Battle) -> Iterator[Track]:
    """The turns, and the points each side would have now."""
    turns = tuple(TrackBox(str(number), now=number == b.turn) for number in range(1, b.scenario.turns + 1))
    yield Track("turns", "Turns", boxes=turns, rule="10.d")
    for number, side in enumerate(b.scenario.sides):
        box = TrackBox(f"{score(b, number)}", now=True)
        yield Track("points", f"{side.name} points", side.key, (box,), b.scenario.rule)


def phase_text(b: Battle) -> str:
    """What is going on."""
    if b.phase == SETUP:
        return "Deployment"
    if b.phase == REMOVAL:
        return "Marker removal"
    if b.actor >= 0:
        actor = b.units[b.actor]
        company = b.company_of(actor)
        name = company.name if isinstance(actor, Officer) and company is not None else actor.name
        return f"Activation: {name}"
    return "Activations" if b.phase == ACTIVATION else "Command phase"
