"""A game on a table in inches, only in the processes of test servers: teams are dragged, turned and measured.

Two companies take turns: a unit moves (each team at most its Move, no farther than 6 inches from its leader, bases
apart and on the table), a team fires, a shell falls. The rules are few and the geometry is real.
"""

import math
from typing import Any

import msgspec

from sandtable.table import view as seen
from sandtable.table.chance import Chance, ScriptedChance
from sandtable.table.decision import Choice, Decision, Free, IllegalChoice
from sandtable.table.event import Event, Result
from sandtable.table.frame import seat_log
from sandtable.table.mind import Mind
from sandtable.table.play import AnyPlay, Script
from sandtable.table.shelf import RuleText, ScenarioInfo
from sandtable.table.shown import Danger, Note, Probe, Sight
from sandtable.table.system import register
from sandtable.table.telling import BURST, HURT, LOST, SHOT
from sandtable.testing.memory import MemoryShelf
from sandtable.testing.variant import PlainScenario, assembled

WIDTH, HEIGHT, TURNS = 7200, 4800, 3
COHESION = 600
KINDS = {
    "wood": ("Wood", "woods", "soft cover; blocks sight beyond it"),
    "field": ("Standing crops", "field", "soft cover"),
    "house": ("Building", "town", "hard cover"),
    "hill": ("Hill", "hill", "one may see over others from it"),
    "marsh": ("Marsh", "marsh", "no guns"),
    "broken": ("Broken ground", "rough", "slow"),
    "wall": ("Stone wall", "wall", "hard cover behind it"),
    "hedge": ("Hedge", "hedge", "soft cover behind it"),
    "bocage": ("Bocage", "bocage", "blocks sight"),
    "fence": ("Fence", "fence", "no cover"),
    "road": ("Road", "road", "fast"),
    "stream": ("Stream", "water", "slow"),
}
AREAS = [
    ("mill", "Mill Hill", "hill", ((5000, 2800), (6000, 2600), (6500, 3300), (6000, 4000), (5000, 3800))),
    ("w1", "West Wood", "wood", ((800, 1300), (1800, 1100), (2000, 1800), (1100, 2100))),
    ("w2", "East Wood", "wood", ((5400, 900), (6300, 800), (6500, 1600), (5600, 1800))),
    ("w3", "North Wood", "wood", ((400, 3600), (1400, 3400), (1600, 4200), (600, 4400))),
    ("f1", "Wheat", "field", ((1400, 2500), (2600, 2500), (2600, 3300), (1400, 3300))),
    ("b1", "", "house", ((2900, 2200), (3400, 2200), (3400, 2650), (2900, 2650))),
    ("b2", "", "house", ((3900, 2200), (4300, 2200), (4300, 2650), (3900, 2650))),
    ("b3", "Church", "house", ((2900, 2950), (3400, 2950), (3400, 3300), (2900, 3300))),
    ("b4", "School", "house", ((3900, 2950), (4400, 2950), (4400, 3300), (3900, 3300))),
    ("m1", "Marsh", "marsh", ((6200, 1800), (7100, 1800), (7100, 2300), (6200, 2300))),
    ("r1", "Quarry", "broken", ((4600, 4100), (5400, 4150), (5300, 4600), (4500, 4600))),
]
ROWS = [
    ("road", "", "road", ((3650, 0), (3650, 2800), (3620, 4800)), 60),
    ("lane", "", "road", ((0, 2280), (1800, 2400), (3650, 2800), (7200, 2500)), 50),
    ("brook", "", "stream", ((7200, 700), (6800, 1500), (6900, 2600), (7200, 3100)), 50),
    ("l1", "Stone wall", "wall", ((2000, 2150), (2800, 2150)), 0),
    ("l2", "Hedge", "hedge", ((4400, 2000), (5400, 2000)), 0),
    ("l3", "Bocage", "bocage", ((200, 2400), (1100, 2800)), 0),
    ("l4", "Churchyard wall", "wall", ((3600, 3500), (4600, 3500)), 0),
    ("l5", "", "fence", ((1400, 3340), (2600, 3340)), 0),
]
BOARD = seen.PlaneBoard(
    WIDTH,
    HEIGHT,
    tuple(seen.Terrain(key, name, "", colour, text=text) for key, (name, colour, text) in KINDS.items()),
    tuple(seen.Ground(id, name, kind, seen.Shape(points)) for id, name, kind, points in AREAS)
    + tuple(seen.Ground(id, name, kind, seen.Shape(points, wide, True)) for id, name, kind, points, wide in ROWS),
    (
        seen.Zone("objective", "Crossroads", shape=seen.Shape(((3650, 2800),), 400)),
        seen.Zone("objective", "Hilltop", shape=seen.Shape(((5700, 3400),), 400)),
    ),
)


class Team(msgspec.Struct, frozen=True):
    """What is printed about a team."""

    id: str
    name: str
    side: str
    unit: str
    kind: str
    radius: int
    move: int
    reach: int
    start: tuple[int, int]


def row(
    side: str, unit: str, kind: str, radius: int, move: int, reach: int, spots: list[tuple[int, int]]
) -> list[Team]:
    words = kind.split()
    return [
        Team(
            f"{unit}-{n}", f"{' '.join(words[:-1]) or kind.title()} {n}", side, unit, kind, radius, move, reach, spot
        )
        for n, spot in enumerate(spots, 1)
    ]


TEAMS = {
    team.id: team
    for team in [
        *row("us", "u1p", "Lt. Hale leader", 50, 600, 1600, [(1500, 650)]),
        *row("us", "u1", "Rifle infantry", 75, 600, 1600, [(900, 800), (1200, 800), (1500, 830), (1800, 800)]),
        *row("us", "u1m", "LMG mg", 75, 600, 1800, [(1250, 520)]),
        *row("us", "u1b", "Bazooka bazooka", 75, 600, 800, [(1780, 520)]),
        *row("us", "u2", "Sherman tank", 110, 1200, 3200, [(2600, 650), (3000, 650), (3400, 650), (3800, 650)]),
        *row("us", "u3", "60mm mortar", 75, 600, 3600, [(3000, 180), (3300, 180)]),
        *row("us", "u4", "105mm gun howitzer", 100, 400, 9000, [(5600, 200), (5950, 200)]),
        *row("us", "u5", "M3 half-track", 100, 1200, 1600, [(4400, 500), (4750, 500)]),
        *row("german", "g1p", "Lt. Vogt leader", 50, 600, 1600, [(3250, 2570)]),
        *row(
            "german", "g1", "Rifle infantry", 75, 600, 1600, [(3000, 2300), (3300, 2300), (3000, 3050), (3300, 3050)]
        ),
        *row("german", "g1m", "LMG mg", 75, 600, 1800, [(3150, 2440), (3150, 3190)]),
        *row("german", "g2", "StuG III assault gun", 110, 1200, 3200, [(3400, 3900), (3900, 3900)]),
        *row("german", "g3", "Pak40 gun", 100, 400, 3200, [(5400, 3000), (5800, 2950)]),
        *row("german", "g4", "Panther tank", 110, 1200, 4000, [(1800, 4300), (2150, 4300)]),
        *row("german", "g5", "HMG mg", 75, 600, 2400, [(4100, 3040), (4280, 3040)]),
    ]
}
UNITS = {
    "us": {
        "u1": "1st Rifle Platoon",
        "u2": "Tank Platoon",
        "u3": "Mortar Section",
        "u4": "Battery",
        "u5": "Carriers",
    },
    "german": {
        "g1": "1st Grenadiers",
        "g2": "StuG Section",
        "g3": "Pak Section",
        "g4": "Panthers",
        "g5": "HMG Section",
    },
}


TURRET = ":turret"
LOOSE = "u5-2"  # it does not go along with its unit


class Stand(msgspec.Struct, frozen=True):
    x: int
    y: int
    facing: int | None
    hits: int = 0
    moved: bool = False
    turret: int | None = None


class Battle:
    def __init__(self) -> None:
        self.chance: Chance = ScriptedChance()
        self.events: list[Event] = []
        self.result: Result | None = None
        self.asking = False
        self.turn = 1
        self.shell: tuple[int, int, int] | None = None
        self.at = {
            team.id: Stand(*team.start, (0 if team.side == "us" else 18000) if stiff(team) else None)
            for team in TEAMS.values()
        }

    def copy(self) -> "Battle":
        twin = Battle()
        twin.result, twin.turn, twin.shell, twin.at = self.result, self.turn, self.shell, self.at.copy()
        return twin


def stiff(team: Team) -> bool:
    return team.kind.split()[-1] in ("tank", "gun", "howitzer", "half-track")


def unit_of(team: Team) -> str:
    return team.unit[:2]


def teams(b: Battle, unit: str) -> list[Team]:
    return [TEAMS[id] for id in b.at if unit_of(TEAMS[id]) == unit]


def far(a: Stand | tuple[int, int], c: Stand | tuple[int, int]) -> float:
    ax, ay = (a.x, a.y) if isinstance(a, Stand) else a
    cx, cy = (c.x, c.y) if isinstance(c, Stand) else c
    return math.hypot(ax - cx, ay - cy)


def inches(length: float) -> str:
    return f"{length / 100:.1f} inches"


def inside(points: tuple[seen.Point, ...], x: float, y: float) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def area_at(x: float, y: float) -> tuple[str, str, str, Any] | None:
    return next((area for area in reversed(AREAS) if inside(area[3], x, y)), None)


def plan_of(b: Battle, choice: Choice) -> dict[str, tuple[Stand, float]]:
    """Where each team would end, and how long its way is."""
    found: dict[str, tuple[Stand, float]] = {}
    for id, x, y, facing in choice.at:
        if id.endswith(TURRET):
            stand, long = found[id.removesuffix(TURRET)]
            found[id.removesuffix(TURRET)] = msgspec.structs.replace(stand, turret=facing), long
            continue
        if id not in b.at:
            raise IllegalChoice(f"There is no team {id!r}.", "1.0")
        before, long = found.get(id, (b.at[id], 0.0))
        now = Stand(x, y, facing % 36000 if b.at[id].facing is not None else None, b.at[id].hits, True)
        found[id] = now, long + far(before, now)
    return found


def judge(b: Battle, unit: str, choice: Choice) -> None:
    if choice.do == "hold":
        return
    if choice.do != "move" or not choice.at:
        raise IllegalChoice("Move some of its teams, or hold.", "1.0")
    plan = plan_of(b, choice)
    for id, (stand, long) in plan.items():
        team = TEAMS[id]
        if unit_of(team) != unit:
            raise IllegalChoice(f"{team.name} is not in this unit.", "1.0")
        if long > team.move + 1:
            raise IllegalChoice(f"{team.name} would go {inches(long)}; its Move is {inches(team.move)}.", "1.1")
        if not (team.radius <= stand.x <= WIDTH - team.radius and team.radius <= stand.y <= HEIGHT - team.radius):
            raise IllegalChoice(f"{team.name} would leave the table.", "1.2")
    ends = {id: plan[id][0] if id in plan else stand for id, stand in b.at.items()}
    for id in plan:
        for other, stand in ends.items():
            if other != id and far(ends[id], stand) < TEAMS[id].radius + TEAMS[other].radius:
                raise IllegalChoice(f"{TEAMS[id].name} would stand on {TEAMS[other].name}.", "1.3")
    leader = next((team for team in teams(b, unit) if "leader" in team.kind), None)
    for team in teams(b, unit) if leader else ():
        assert leader is not None
        gap = far(ends[team.id], ends[leader.id]) - team.radius - leader.radius
        if gap > COHESION:
            raise IllegalChoice(
                f"{team.name} would be {inches(gap)} from {leader.name}; {inches(COHESION)} is the most.", "1.4"
            )


def examples(b: Battle, unit: str) -> list[Choice]:
    found = []
    own = teams(b, unit)
    north = 1 if own and own[0].side == "us" else -1
    for part in (1.0, 0.5):
        at = tuple(
            (
                t.id,
                b.at[t.id].x,
                b.at[t.id].y + round(north * part * min(o.move for o in own)),
                b.at[t.id].facing or 0,
            )
            for t in own
        )
        choice = Choice("move", unit, at=at)
        try:
            judge(b, unit, choice)
        except IllegalChoice:
            continue
        found.append(choice)
    return [*found, Choice("hold", unit)]


def sees(b: Battle, a: Stand | tuple[int, int], c: Stand | tuple[int, int]) -> str:
    """What blocks the line between two points, if anything does."""
    ax, ay = (a.x, a.y) if isinstance(a, Stand) else a
    cx, cy = (c.x, c.y) if isinstance(c, Stand) else c
    steps = max(2, int(math.hypot(cx - ax, cy - ay) // 20))
    for _, name, kind, points in AREAS:
        if kind not in ("wood", "house") or inside(points, ax, ay) or inside(points, cx, cy):
            continue
        if any(inside(points, ax + (cx - ax) * n / steps, ay + (cy - ay) * n / steps) for n in range(steps)):
            return name or KINDS[kind][0]
    return ""


def shots(b: Battle, side: str) -> list[Choice]:
    found = []
    for id, stand in b.at.items():
        team = TEAMS[id]
        if team.side != side or "leader" in team.kind:
            continue
        for other, target in b.at.items():
            gap = far(stand, target) - team.radius - TEAMS[other].radius
            if TEAMS[other].side != side and gap <= team.reach and not sees(b, stand, target):
                found.append(Choice("fire", id, other))
    return found[:40]


def on_hit(b: Battle, target: str) -> int:
    stand = b.at[target]
    area = area_at(stand.x, stand.y)
    return 5 if area and area[2] in ("wood", "house", "field") else 4


def point(word: str, b: Battle) -> Stand | tuple[int, int]:
    if word in b.at:
        return b.at[word]
    try:
        x, y = (int(each) for each in word.split(","))
    except ValueError:
        raise ValueError(f"There is no team or point {word!r}.") from None
    return x, y


RULES = ("1.0", "1.1", "1.2", "1.3", "1.4", "2.0", "3.0", "4.0", "10.2")


ROLES: dict[str, seen.Role] = {"pass": "pass", "hold": "pass", "move": "move"}
TELLINGS = {"fired": SHOT, "barrage": BURST, "suppressed": HURT, "destroyed": LOST}


class Parade(Mind[Any]):
    """Move a unit, fire with a team, let a shell fall."""

    roles = ROLES
    tellings = TELLINGS
    key = "parade"
    title = "Parade"

    shelf = MemoryShelf(
        {"parade/table": PlainScenario("parade/table")},
        lambda each: ScenarioInfo(each.id, "parade", "On the table", ("us", "german"), TURNS),
        {id: RuleText(id, f"Rule {id}", "As it is.") for id in RULES},
    )

    def new(self, scenario: PlainScenario) -> Battle:
        return Battle()

    def seats(self, battle: Any) -> tuple[str, ...]:
        return ("us", "german")

    def script(self, battle: Any) -> Script:
        b: Battle = battle
        for side in ("us", "german"):
            live = [unit for unit in UNITS[side] if teams(b, unit)]
            answer = yield Decision(
                side, "unit", "Which unit acts?", "1.0", lambda live=live: [Choice("activate", unit) for unit in live]
            )
            unit = answer.piece
            answer = yield Free(
                side,
                "move",
                f"Where does {UNITS[side][unit]} go?",
                "1.1",
                lambda unit=unit: examples(b, unit),
                lambda choice, unit=unit: judge(b, unit, choice),
            )
            for id, (stand, _) in plan_of(b, answer).items():
                path = (f"{b.at[id].x},{b.at[id].y}", *(f"{x},{y}" for at, x, y, _ in answer.at if at == id))
                b.at[id] = stand
                b.events.append(Event("moved", "1.1", side, id, place=path[-1], path=path))
            listed = shots(b, side)
            answer = yield Decision(
                side, "fire", "Who fires?", "2.0", lambda listed=listed: [*listed, Choice("pass")]
            )
            if answer.do == "fire":
                fire(b, side, answer)
            answer = yield Free(side, "shell", "Where does the shell fall?", "3.0", shells, land)
            if answer.do == "shell":
                _, x, y, facing = answer.at[0]
                b.shell = x, y, facing
                b.events.append(Event("barrage", "3.0", side, place=f"{x},{y}"))
        b.turn += 1
        if b.turn > TURNS:
            b.result = Result(None, "both go home", "4.0")

    def faults(self, battle: Any) -> list[str]:
        return []

    def fingerprint(self, battle: Any) -> bytes:
        return repr((battle.turn, battle.at, battle.shell, battle.result)).encode()

    def turn(self, battle: Any) -> int:
        return int(battle.turn)

    def label(self, battle: Any, decision: Decision, choice: Choice) -> str:
        if choice.do == "activate":
            return next(names[choice.piece] for names in UNITS.values() if choice.piece in names)
        if choice.do == "move":
            long = max(long for _, long in plan_of(battle, choice).values())
            return f"Advance {inches(long)}"
        if choice.do == "fire":
            return f"Fire at {TEAMS[choice.to].name}"
        return {"hold": "Stay here", "pass": "Nobody fires", "shell": "On the crossroads"}[choice.do]

    def sentence(self, battle: Any, event: Event) -> str:
        if event.kind == "moved":
            return f"{TEAMS[event.piece].name} goes forward."
        if event.kind == "barrage":
            return "A shell falls."
        if event.kind == "fired":
            return f"{TEAMS[event.piece].name} fires at {TEAMS[event.target].name}."
        return f"{TEAMS[event.piece].name} is {event.kind}."

    def evaluate(self, battle: Any, seat: str) -> float:
        return 0.0

    # Before a choice is made ---------------------------------------------------------------------

    def sight(self, battle: Any, start: str, to: str) -> Sight | None:
        a = point(start, battle)
        if to:
            wall = sees(battle, a, point(to, battle))
            return Sight(open=not wall, reason=f"The {wall} is between them." if wall else "Nothing is between them.")
        ids = tuple(id for id, stand in battle.at.items() if id != start and not sees(battle, a, stand))
        return Sight(ids)

    def probe(self, battle: Any, decision: Decision, choice: Choice) -> Probe:
        if choice.do != "move":
            return Probe()
        plan = plan_of(battle, choice)
        notes, dangers = [], []
        covered = [
            id for id, (stand, _) in plan.items() if (a := area_at(stand.x, stand.y)) and a[2] in ("wood", "house")
        ]
        if covered:
            notes.append(Note(f"{len(covered)} of {len(plan)} in cover.", "10.2", "good"))
        long = max(long for _, long in plan.values())
        notes.append(Note(f"{inches(long)} of {inches(min(TEAMS[id].move for id in plan))}.", "1.1"))
        lead = next(iter(plan))
        end = plan[lead][0]
        for id, stand in battle.at.items():
            team = TEAMS[id]
            near = far(stand, end) - team.radius <= team.reach
            if team.side != TEAMS[lead].side and "leader" not in team.kind and near and not sees(battle, stand, end):
                dangers.append(Danger(f"{end.x},{end.y}", id, lead, "Reaction fire", (seen.Odds("hit", 500),)))
        return Probe(tuple(notes), tuple(dangers[:4]))

    def overlays(self, battle: Any, piece: str) -> list[seen.Zone]:
        if piece not in battle.at:
            raise ValueError(f"There is no team {piece!r}.")
        team, stand = TEAMS[piece], battle.at[piece]
        if stand.facing is None:
            return [seen.Zone("range", f"{inches(team.reach)}", shape=seen.Shape(((stand.x, stand.y),), team.reach))]
        angles = [math.radians(stand.facing / 100 - 90 + n * 7.5) for n in range(25)]
        rim = tuple(
            (round(stand.x + team.reach * math.sin(a)), round(stand.y + team.reach * math.cos(a))) for a in angles
        )
        return [seen.Zone("arc", f"{inches(team.reach)}", shape=seen.Shape(((stand.x, stand.y), *rim)))]

    # What is seen --------------------------------------------------------------------------------

    def view(self, play: AnyPlay, seat: str) -> seen.View:
        b: Any = play.battle
        decision = play.decision_for(seat) if seat else None
        square = ((-300, -300), (300, -300), (300, 300), (-300, 300))
        return seen.View(
            "parade",
            "parade/table",
            "On the table",
            seat,
            (seen.Seat("us", "US", "us", "olive"), seen.Seat("german", "German", "german", "grey")),
            seen.key_of(BOARD),
            BOARD,
            turn=b.turn,
            turns=TURNS,
            active=play.decision.seat if play.decision else "",
            phase="Advance",
            waiting=tuple(play.asked()),
            pieces=tuple(piece(b, id) for id in b.at),
            groups=tuple(seen.Group(id, name, side) for side, all in UNITS.items() for id, name in all.items()),
            markers=(seen.BoardMarker("smoke", "Smoke", shape=seen.Shape(((b.shell[0], b.shell[1]),), 300)),)
            if b.shell
            else (),
            log=seat_log(play, seat, self.sentence),
            decision=None if decision is None else self.question(b, decision, seen.Shape(square)),
            may_undo=bool(seat) and play.may_undo() == seat,
            result=b.result,
        )

    def question(self, b: Battle, decision: Decision, square: seen.Shape) -> seen.DecisionView:
        options = []
        for each in decision.options():
            lead = each.piece if each.piece in b.at else ""
            if each.do == "activate":
                lead = next((team.id for team in teams(b, each.piece)), "")
            options.append(
                seen.OptionView(
                    each,
                    self.label(b, decision, each),
                    lead,
                    each.to,
                    f"{each.at[0][1]},{each.at[0][2]}" if each.at else "",
                    key="p" if each.do in ("pass", "hold") else "",
                    odds=(seen.Odds("hit", (7 - on_hit(b, each.to)) * 167),) if each.do == "fire" else (),
                    role=ROLES.get(each.do, ""),
                )
            )
        free = isinstance(decision, Free)
        moving = {id for each in decision.options() for id, *_ in each.at if id in b.at}
        reach = tuple(
            seen.Reach(
                id,
                seen.Shape(((b.at[id].x, b.at[id].y),), TEAMS[id].move),
                inches(TEAMS[id].move),
                id + TURRET if "tank" in TEAMS[id].kind else "",
                id == LOOSE,
            )
            for id in sorted(moving)
        )
        template = square if decision.kind == "shell" else None
        return seen.DecisionView(
            decision.kind, decision.prompt, decision.rule, "", tuple(options), free, (), reach, template
        )


def fire(b: Battle, side: str, choice: Choice) -> None:
    need = on_hit(b, choice.to)
    dice = tuple(b.chance.die("fire") for _ in range(3))
    b.events.append(Event("fired", "2.0", side, choice.piece, choice.to, dice=dice, need=need))
    hits = sum(die >= need for die in dice)
    if hits:
        b.at[choice.to] = msgspec.structs.replace(b.at[choice.to], hits=b.at[choice.to].hits + hits)
        b.events.append(Event("suppressed", "2.0", side, choice.to))
    if b.at[choice.to].hits > 3:
        del b.at[choice.to]
        b.events.append(Event("destroyed", "2.0", side, choice.to))


def shells() -> list[Choice]:
    return [Choice("shell", at=(("template", 3650, 2800, 0),)), Choice("pass")]


def land(choice: Choice) -> None:
    if choice.do == "pass":
        return
    if choice.do != "shell" or len(choice.at) != 1:
        raise IllegalChoice("One shell falls, somewhere.", "3.0")
    _, x, y, _ = choice.at[0]
    if not (0 <= x <= WIDTH and 0 <= y <= HEIGHT):
        raise IllegalChoice("It would fall beside the table.", "3.0")


def piece(b: Battle, id: str) -> seen.Piece:
    team, stand = TEAMS[id], b.at[id]
    markers = (seen.Marker("suppressed", "Suppressed", "S", "bad", "2.0"),) if stand.hits else ()
    turret = (stand.facing if stand.turret is None else stand.turret) if "tank" in team.kind else None
    return seen.Piece(
        id,
        team.name,
        team.side,
        team.kind.split()[-1],
        "".join(word[0] for word in team.name.split())[:4],
        at=seen.Position(stand.x, stand.y, stand.facing, turret, team.radius),
        art=team.kind.lower(),
        group=unit_of(team),
        values=(
            seen.Value("Move", inches(team.move), rule="1.1"),
            seen.Value("Range", inches(team.reach), rule="2.0"),
        ),
        markers=markers,
    )


register(assembled(Parade()))
