"""What a seat sees of a battle, in the schema of table.view. Only orders that lie face down are hidden."""

from collections.abc import Iterator

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.orders import legal_orders
from sandtable.systems.regimental.showing.board_view import board_of, goals
from sandtable.systems.regimental.showing.narrator import sentence
from sandtable.systems.regimental.showing.option_views import decision_view
from sandtable.systems.regimental.showing.pictures import COMPANIES, STANDS
from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import (
    ACTIONS,
    GUNS,
    NIGHT,
    ORDERS,
    RETREATS,
    Battle,
    Company,
    Regiment,
    Stand,
)
from sandtable.table.frame import Alike, alike, control_markers, frame
from sandtable.table.pictures import afar
from sandtable.table.play import Play
from sandtable.table.telling import count
from sandtable.table.view import BoardMarker, Box, Group, Marker, Piece, Track, TrackBox, Value, View, Zone

NUMBER = 4  # letters of a number beside a picture
LOST = "lost"  # the box of stands and companies off the map
ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}


def view(play: Play[Battle], seat: str) -> View:
    """What this seat sees; seat "" is a spectator."""
    b = play.battle
    scenario = b.scenario
    seen = alike(play, open_to_all).copy()
    seen["groups"] = tuple(group_of(b, regiment, seat) for regiment in b.regiments)
    return View(**frame(play, seat, scenario, board_of(scenario, b.ground), sentence, decision_view), **seen)


def open_to_all(b: Battle) -> Alike:
    """What every seat sees; of the groups a seat sees its own orders."""
    return Alike(
        phase=phase_text(b),
        active=b.side_name(b.regiments[b.active].side) if b.active >= 0 else "",
        goals=goals(b.scenario),
        pieces=(*[stand_piece(b, each) for each in b.stands], *[company_piece(b, each) for each in b.companies]),
        markers=tuple(board_markers(b)),
        boxes=(Box(LOST, "Lost"),),
        tracks=tuple(tracks(b)),
        zones=tuple(zones(b)),
    )


# Pieces ------------------------------------------------------------------------------------------


def stand_piece(b: Battle, stand: Stand) -> Piece:
    type = stand.type
    regiment = b.regiment_of(stand)
    values = [
        Value("Strength", str(stand.sp), "bottom left", "1.3.a", "red" if stand.sp < type.sp else ""),
        Value("Dice", str(min(type.dice, stand.sp)), "bottom right", type.rule),
        Value("Move", f"{stand.rate.normal}/{stand.rate.strategic}", "top right", "2.a"),
    ]
    if stand.superior_gun:
        values.append(Value("Superior gun", "+1", "top left", "3.7.b"))
    if regiment is None:
        values.append(Value("Shots", str(stand.shots), "top left", "5.c"))
    return Piece(
        stand.id,
        stand.name,
        b.side_name(stand.side),
        type.kind if type.kind in ("hq", "artillery") else "stand",
        code_of(stand),
        b.ground.names[stand.hex] if stand.on_map else LOST,
        art=STANDS[type.key].art,
        symbol=STANDS[type.key].symbol,
        hq=type.kind == "hq",
        group=regiment.key if regiment is not None else "",
        values=tuple(values),
        markers=tuple(stand_markers(b, stand, regiment)),
        steps=stand.sp,
        full_steps=type.sp,
        what=code_of(stand) if type.hq else afar(stand.name),
        which=number_of(regiment) if type.hq else "",
    )


def number_of(regiment: Regiment | None) -> str:
    """The number with which the name of a regiment begins, as its battalions have it: 11 of the 11th, for I/11."""
    first = regiment.name.partition(" ")[0] if regiment is not None else ""
    number = first.rstrip("stndrh")
    return number if number.isdecimal() and len(number) < NUMBER else ""


def code_of(stand: Stand) -> str:
    """A name of up to four characters: HQ, 2/11 for II/11, X."""
    if stand.type.hq:
        return "HQ"
    name = stand.name.rpartition(" ")[2]
    number, slash, regiment = name.partition("/")
    return (ROMAN.get(number, number) + slash + regiment)[:4]


def stand_markers(b: Battle, stand: Stand, regiment: Regiment | None) -> Iterator[Marker]:
    if not stand.on_map or regiment is None:
        return
    yield Marker("order", ORDER_NAMES[regiment.order], regiment.order, rule="1.5.d")
    if not b.in_command(stand):
        yield Marker("out of command", "Out of command", "?", "bad", "1.2.b")
    if stand.marched:
        yield Marker("marched", "Moved strategically", "»", "done", "2.b")
    elif stand.moved and regiment.index == b.active:
        yield Marker("moved", "Has moved", "✓", "done", "1.6.e")


def company_piece(b: Battle, company: Company) -> Piece:
    host = None if company.lost else b.stands[company.host]
    regiment = b.regiments[company.regiment]
    type = company.type
    values = [Value("Dice", f"+{type.dice}", "bottom right", type.rule)]
    if type.dice_armoured != type.dice:
        values.append(Value("Against armour", f"+{type.dice_armoured}", "bottom left", type.rule_armoured))
    return Piece(
        company.id,
        type.name,
        b.side_name(regiment.side),
        "company",
        type.short,
        b.ground.names[host.hex] if host is not None else LOST,
        art=COMPANIES[type.key].art,
        symbol=COMPANIES[type.key].symbol,
        group=regiment.key,
        inside=host.id if host is not None else "",
        minor=True,
        values=tuple(values),
        steps=1 if host is not None else 0,
        full_steps=1,
        order=1,
    )


def group_of(b: Battle, regiment: Regiment, seat: str) -> Group:
    """1.a A regiment with its order; a marker that lies face down is read by its owner alone (1.5.b)."""
    markers: list[Marker] = []
    if regiment.gone:
        markers.append(Marker("gone", "Removed", "†", "bad", "6.j"))
    else:
        markers.append(Marker("order", ORDER_NAMES[regiment.order], regiment.order, rule="1.5.d"))
    if b.phase == ORDERS and legal_orders(b, regiment):
        # How far the other side is shall not be seen: all its markers lie there from the beginning.
        known = regiment.given if b.side_name(regiment.side) == seat else ""
        if known or b.side_name(regiment.side) != seat:
            text = f"Face down: {ORDER_NAMES[known]}" if known else "An order, face down"
            markers.append(Marker("new order", text, known or "?", rule="1.5.b", face_down=True))
    if b.active == regiment.index:
        markers.append(Marker("active", "Moves now", "▶", "good", "1.6.a"))
    elif regiment.activated and b.phase in (RETREATS, ACTIONS, GUNS):
        markers.append(Marker("activated", "Has moved this round", "✓", "done", "1.6.e"))
    if not regiment.gone and b.hq_of(regiment) is None:
        markers.append(Marker("no hq", "No HQ", "!", "bad", "6.b"))
    left = sum(stand.sp for stand in b.stands_of(regiment))
    full = sum(b.stands[i].type.sp for i in regiment.stands)
    return Group(
        regiment.key,
        regiment.name,
        b.side_name(regiment.side),
        text=f"{left} of {full} strength points",
        values=(Value("Strength", str(left), rule="1.3.a"),),
        markers=tuple(markers),
    )


# On and beside the board -------------------------------------------------------------------------


def board_markers(b: Battle) -> Iterator[BoardMarker]:
    """11.a Who holds the target hexes, and the hex under attack."""
    held = zip(b.scenario.objectives, b.holders, strict=True)
    places = [(each.name, b.ground.names[each.hex], holder) for each, holder in held]
    yield from control_markers(b.scenario.sides, places, "11.a")
    if b.combat is not None:
        yield BoardMarker("combat", "Under attack", b.ground.names[b.combat.target], sign="*", rule="COM")


def zones(b: Battle) -> Iterator[Zone]:
    """2.2.b The zones of control of both sides, and with each stand its own; 1.2.b how far each HQ commands."""
    for side, spec in enumerate(b.scenario.sides):
        places = names_of(b, b.zone(side))
        if places:
            yield Zone("control", f"Zone of control of {spec.name}", spec.key, places)
    for stand in b.stands:
        if stand.on_map:
            places = names_of(b, b.ground.zone(1 << stand.hex))
            yield Zone("control", f"Zone of control of {stand.name}", b.side_name(stand.side), places, of=(stand.id,))
    far = b.ground.numbers["command"]
    for regiment in b.regiments:
        hq = b.hq_of(regiment)
        if hq is None:
            continue
        stands = b.stands_of(regiment)
        yield Zone(
            "command",
            f"Command of {hq.name}: {count(far, 'hex', 'hexes')}",
            b.side_name(hq.side),
            names_of(b, b.ground.within(1 << hq.hex, far)),
            of=tuple([stand.id for stand in stands]),
            holds=tuple([stand.id for stand in stands if b.in_command(stand)]),
        )


def names_of(b: Battle, hexes: int) -> tuple[str, ...]:
    """The names of some hexes."""
    return tuple([b.ground.names[h] for h in bits(hexes)])


def tracks(b: Battle) -> Iterator[Track]:
    """Rounds and days, air points, and at night the points to spend."""
    per_day = b.ground.numbers["rounds_per_day"]
    boxes = [
        TrackBox(f"{day}.{number}", now=(day, number) == (b.day, b.round) and b.phase != NIGHT)
        for day in range(1, b.scenario.days + 1)
        for number in range(1, per_day + 1)
    ]
    yield Track("turns", "Day and round", boxes=tuple(boxes), rule="1.4.c")
    for side, spec in enumerate(b.scenario.sides):
        if spec.air:
            yield Track("air", f"{spec.name} air points", spec.key, (TrackBox(str(b.air[side]), now=True),), "9.a")
        if b.phase == NIGHT:
            text = f"{b.strength[side]} strength, {b.support[side]} support"
            yield Track("recovery", f"{spec.name} recovery", spec.key, (TrackBox(text, now=True),), "8.c")


def phase_text(b: Battle) -> str:
    """What is going on."""
    if b.combat is not None:
        return f"Combat at {b.called(b.combat.target)}"
    if b.active >= 0:
        regiment = b.regiments[b.active]
        return f"{regiment.name}, {ORDER_NAMES[regiment.order].lower()}"
    words = {
        ORDERS: "Orders",
        RETREATS: "Retreats",
        ACTIONS: "Activations",
        GUNS: "Artillery phase",
        NIGHT: "Night",
    }
    return f"Day {b.day}, round {b.round}: {words.get(b.phase, 'the round begins')}"
