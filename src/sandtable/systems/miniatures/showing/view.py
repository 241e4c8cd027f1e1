"""What a seat sees of a battle, in the schema of table.view. Nothing is hidden in this game."""

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from sandtable.geometry.plane import angle
from sandtable.systems.miniatures.rules.cohesion import inches
from sandtable.systems.miniatures.rules.fire.gone_to_ground import gone_to_ground
from sandtable.systems.miniatures.rules.indirect_fire.template import corners
from sandtable.systems.miniatures.rules.sight import area_cover
from sandtable.systems.miniatures.showing.barrage_view import square_now
from sandtable.systems.miniatures.showing.board_view import board_of, goals
from sandtable.systems.miniatures.showing.narrator import sentence
from sandtable.systems.miniatures.showing.option_views import decision_view
from sandtable.systems.miniatures.showing.pictures import picture
from sandtable.systems.miniatures.state.book import HARD, INFANTRY, KINDS, NO_SAVE, SOFT, TANK, TeamType
from sandtable.systems.miniatures.state.pieces import ACTION, INITIATIVE, Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import CC, PL, ROLES
from sandtable.table.frame import Alike, alike, frame, marked
from sandtable.table.play import Play
from sandtable.table.view import BoardMarker, Box, Group, Marker, Piece, Position, Shape, Track, TrackBox, Value, View

ACTS = Marker("active", "Acts now", "▶", "good", "1.3")
HAS_ACTED = Marker("activated", "Has acted this round", "✓", "done", "1.5")
OVERWATCH = Marker("overwatch", "On Overwatch", "O", "good", "3.4.c")
GROUND = Marker("ground", "Has gone to ground", "_", "", "6.25")
RAN = Marker("ran", "Has run: saves are rolled again", "»", "bad", "3.3.c")
LEADERLESS = Marker("leaderless", "Without a Platoon Leader", "?", "bad", "14.7")

LOST = "lost"  # the box of Teams off the table
OFFICES = ("", "Leader", "Commander", "Observer")  # in the order of ROLES


def view(play: Play[Battle], seat: str) -> View:
    """What this seat sees; seat "" is a spectator."""
    b = play.battle
    seen = alike(play, open_to_all).copy()
    seen["markers"] = (*seen["markers"], *square_now(b, play.log))
    return View(**frame(play, seat, b.scenario, board_of(b.land), sentence, decision_view), **seen)


def open_to_all(b: Battle) -> Alike:
    """What every seat sees."""
    return Alike(
        phase=phase_text(b),
        active=b.side_name(b.side) if b.phase in (ACTION, INITIATIVE) else "",
        goals=goals(b.scenario),
        pieces=tuple([team_piece(b, team) for team in b.teams]),
        groups=tuple([group_of(b, unit) for unit in [*b.units, *b.commands] if unit.teams]),
        markers=tuple(board_markers(b)),
        boxes=(Box(LOST, "Lost"),),
        tracks=tuple(tracks(b)),
    )


# Pieces ------------------------------------------------------------------------------------------


def team_piece(b: Battle, team: Team) -> Piece:
    """A Team as it is shown. It is kept by all that can change in it: most are as they were in the last view."""
    key = (
        *(team.index, team.name, team.unit, team.type.key, team.role, team.x, team.y, team.radius),
        *(team.hx, team.hy, team.tx, team.ty, team.lost, team.markers, team.moved, team.fired, team.dug_in),
        *(b.unit_of(team).overwatch, gone_to_ground(b, team), area_cover(b, team)),
    )
    return cast(Piece, b.land.drawn.get(key, lambda: new_piece(b, team)))


def new_piece(b: Battle, team: Team) -> Piece:
    type = team.type
    drawn = picture(team)
    return Piece(
        team.id,
        team.name,
        b.side_name(team.side),
        f"{KINDS[type.kind]} team",
        code_of(team),
        LOST if team.lost else "",
        at=None if team.lost else position(team),
        art=drawn.art,
        symbol=drawn.symbol,
        short=short_name(team),
        group=b.unit_of(team).key,
        minor=team.role != 0 and type.kind == INFANTRY,
        values=printed_values(type),
        markers=tuple(markers_of(b, team)) if not team.lost else (),
        steps=0 if team.lost else 1,
        full_steps=1,
    )


def position(team: Team) -> Position:
    """Where it stands and looks."""
    return Position(
        team.x,
        team.y,
        angle(team.hx, team.hy) if team.type.turns else None,
        angle(team.tx, team.ty) if team.type.turret else None,
        team.radius,
    )


def code_of(team: Team) -> str:
    """A leader by his office, others by what they are."""
    return ROLES[team.role] if team.role and team.type.kind == INFANTRY else team.type.code


def short_name(team: Team) -> str:
    """What is written below it on the table: as the story calls it, without its Unit."""
    office = team.role and team.type.kind == INFANTRY
    return OFFICES[team.role] if office else team.name.rpartition(", ")[2]


@lru_cache(512)
def printed_values(type: TeamType) -> tuple[Value, ...]:
    """The printed numbers: weapons, move, armour."""
    return tuple(_printed(type))


def _printed(type: TeamType) -> Iterator[Value]:
    for mount in type.mounts:
        weapon = mount.weapon
        at = " AT" if weapon.at else ""
        yield Value(weapon.name, f"{weapon.fp}{at} / {inches(weapon.range)}″", rule=weapon.rule)
    yield Value("Move", f"{inches(type.move)}″", rule="4.1")
    if type.armored:
        flank = "-" if type.flank == NO_SAVE else f"{type.flank}+"
        yield Value("Armor", f"{type.front}+ / {flank}", rule="9.4")
    if type.weapon is not None and type.weapon.ta:
        yield Value("Tank Assault", str(type.weapon.ta), rule="13.19")


def markers_of(b: Battle, team: Team) -> Iterator[Marker]:
    """Its states."""
    if team.markers:
        text = "Suppressed" if team.markers == 1 else "Suppressed twice"
        yield Marker("suppressed", text, "!" * team.markers, "bad", "11.3")
    if team.dug_in:
        yield Marker("dug in", "Dug in", "▂", "good", "3.3.f")
    elif area_cover(b, team) in (SOFT, HARD):
        hard = area_cover(b, team) == HARD
        yield Marker("cover", "Hard cover" if hard else "Soft cover", "", "good", "10.2" if hard else "10.1")
    if b.unit_of(team).overwatch:
        yield OVERWATCH
    if gone_to_ground(b, team):
        yield Marker("ground", "Gone to ground", "_", "good", "6.23")
    if team.moved:
        yield Marker("moved", "Has moved", "", "done", "6.12.g")
    if team.fired:
        yield Marker("fired", "Has fired", "", "done", "6.23")
    if team.role == PL and team.type.kind == TANK:
        yield Marker("leader", "Platoon Leader", "★", "", "14.1")
    if team.role == CC and team.type.kind == TANK:
        yield Marker("leader", "Company Commander", "★", "", "14.1")


def group_of(b: Battle, unit: Unit) -> Group:
    """A Unit with its state; the CC by himself is shown the same way."""
    left = len(b.teams_of(unit))
    return Group(
        unit.key,
        unit.name,
        b.side_name(unit.side),
        text=f"{unit.training.name}, {left} of {unit.size} Teams",
        values=(
            Value("Training", f"{unit.training.check}+", rule="3.2"),
            Value("To hit", f"{unit.training.to_hit}+", rule="3.2"),
        ),
        markers=tuple(unit_markers(b, unit)),
    )


def unit_markers(b: Battle, unit: Unit) -> Iterator[Marker]:
    if unit.gone:
        yield Marker("gone", "Destroyed", "†", "bad", "14.11")
        return
    acts = b.phase == ACTION and b.acting is unit
    yield from marked(
        (acts, ACTS),
        (not acts and (unit.activated or unit.acted), HAS_ACTED),
        (unit.overwatch, OVERWATCH),
        (unit.ground, GROUND),
        (unit.ran, RAN),
        (unit.index >= 0 and unit.pl < 0, LEADERLESS),
    )


# On and beside the board -------------------------------------------------------------------------


def board_markers(b: Battle) -> Iterator[BoardMarker]:
    """Smoke, and who controls the objectives."""
    for patch in b.smoke:
        yield BoardMarker("smoke", "Smoke", f"{patch.x},{patch.y}", rule="15.18", shape=Shape(tuple(corners(patch))))
    for objective, holder in zip(b.scenario.objectives, b.holders, strict=True):
        if holder >= 0:
            side = b.scenario.sides[holder]
            x, y = objective.at
            yield BoardMarker("control", f"{objective.name}: {side.name}", f"{x},{y}", side.key, rule="OBJ")


def tracks(b: Battle) -> Iterator[Track]:
    """The rounds."""
    boxes = [TrackBox(str(number), now=number == b.round) for number in range(1, b.scenario.rounds + 1)]
    yield Track("turns", "Round", boxes=tuple(boxes), rule="1.1")


def phase_text(b: Battle) -> str:
    """What is going on."""
    if b.phase == ACTION:
        if b.walk is not None:
            return f"{b.acting.name} moves"
        return f"{b.acting.name}: {b.action}" if b.action else f"{b.acting.name} acts"
    if b.phase == INITIATIVE:
        return f"Initiative: {b.scenario.sides[b.side].name}"
    return f"Round {b.round}"
