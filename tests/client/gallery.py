"""A game on each kind of board, only in the processes of test servers: the page must draw what it has never seen."""

from typing import Any

from sandtable.table import view as seen
from sandtable.table.chance import Chance, ScriptedChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, Result
from sandtable.table.frame import seat_log
from sandtable.table.mind import Mind
from sandtable.table.play import AnyPlay, Script
from sandtable.table.shelf import Balance, RuleText, ScenarioInfo
from sandtable.table.system import register
from sandtable.table.telling import SHOT
from sandtable.testing.memory import MemoryShelf
from sandtable.testing.toy import TOY
from sandtable.testing.variant import PlainScenario, assembled

TERRAIN = tuple(
    seen.Terrain(key, key.title(), key[0], key, text=f"{key} ground", values=(seen.Value("Cover", "2"),))
    for key in ("clear", "woods", "town", "hill", "rough", "field", "marsh", "water", "low", "works", "beach")
)
KINDS = [kind.key for kind in TERRAIN]
LINES = tuple(seen.Terrain(key, key.title(), "", key) for key in ("road", "water", "hedge", "trail"))
TURNS = 3
MEN = {"red-1": "red", "red-2": "red", "blue-1": "blue", "blue-2": "blue"}


def card_board() -> seen.CardBoard:
    cells = tuple(
        seen.Cell(
            f"{'ABCD'[c]}{r + 1}",
            c,
            r,
            "" if (c + r) % 5 == 4 else KINDS[(c * 3 + r) % 6],
            f"#{c}{r}",
            cross=(60, 55),
        )
        for c in range(4)
        for r in range(3)
    )
    return seen.CardBoard(4, 3, TERRAIN, cells)


def hex_board() -> seen.HexBoard:
    hexes = []
    for r in range(6):
        for c in range(8):
            ways = (seen.Feature("road", (2, 5)),) if r == 2 else (seen.Feature("trail", (2, 5)),) if r == 4 else ()
            edges = (seen.Feature("hedge", (3, 4)),) if c == 5 else (seen.Feature("water", (4,)),) if r == 0 else ()
            kind = KINDS[(c * 5 + r * 3) % len(KINDS)]
            hexes.append(seen.Hex(f"{c + 1:02}{r + 1:02}", c, r, kind, c % 3 if kind == "hill" else 0, ways, edges))
    return seen.HexBoard("pointed", 8, 6, TERRAIN, tuple(hexes), LINES)


def plane_board() -> seen.PlaneBoard:
    wood = seen.Shape(((800, 900), (1500, 700), (1900, 1300), (1200, 1700)))
    return seen.PlaneBoard(
        4800,
        3600,
        TERRAIN,
        (
            seen.Ground("wood", "Oak Wood", "woods", wood),
            seen.Ground("knoll", "Knoll", "hill", seen.Shape(((3300, 2300),), 500)),
            seen.Ground("farm", "Farm", "town", seen.Shape(((2400, 500), (3000, 500), (3000, 900), (2400, 900)))),
            seen.Ground("hedge", "", "marsh", seen.Shape(((200, 2600), (1400, 2900), (2600, 2700)), 20, True)),
        ),
        (seen.Zone("objective", "The knoll", shape=seen.Shape(((3300, 2300),), 300)),),
    )


BOARDS: dict[str, seen.Board] = {"cards": card_board(), "hexes": hex_board(), "plane": plane_board()}


class Battle:
    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.chance: Chance = ScriptedChance()
        self.events: list[Event] = []
        self.result: Result | None = None
        self.asking = False
        self.turn = 1
        self.at = {man: n * 3 for n, man in enumerate(MEN)}  # a place, or inches from the west

    def copy(self) -> "Battle":
        twin = Battle(self.kind)
        twin.result, twin.turn, twin.at = self.result, self.turn, self.at.copy()
        return twin


def places(kind: str) -> list[str]:
    board = BOARDS[kind]
    if isinstance(board, seen.CardBoard):
        return [cell.name for cell in board.cells]
    return [hex.name for hex in board.hexes] if isinstance(board, seen.HexBoard) else []


def spot(b: Battle, man: str) -> tuple[int, int]:
    return 400 + b.at[man] * 150, 1800 if MEN[man] == "red" else 2400


MEASURED = {
    "cards": Balance("tactician", 400, {"red": 216, "blue": 172}, 12),
    "plane": Balance("tactician", 400, {"red": 200, "blue": 200}, 0),
}


ROLES: dict[str, seen.Role] = {"pass": "pass", "move": "move"}
TELLINGS = {"fired": SHOT}


class Gallery(Mind[Any]):
    """Each side moves one man a turn, or passes."""

    roles = ROLES
    tellings = TELLINGS
    key = "gallery"
    title = "Gallery"

    shelf = MemoryShelf(
        {f"gallery/{kind}": PlainScenario(f"gallery/{kind}", kind) for kind in BOARDS},
        lambda each: ScenarioInfo(
            each.id, "gallery", f"On {each.name}", ("red", "blue"), TURNS, balance=MEASURED.get(each.name)
        ),
        {id: RuleText(id, "A rule", "As it is.") for id in ("1.0", "2.0", "3.0")},
    )

    def new(self, scenario: PlainScenario) -> Battle:
        return Battle(scenario.name)

    def seats(self, battle: Any) -> tuple[str, ...]:
        return ("red", "blue")

    def script(self, battle: Any) -> Script:
        b: Battle = battle
        for side in ("red", "blue"):
            answer = yield Decision(side, "move", f"{side}: who goes where?", "1.0", lambda s=side: moves(b, s))
            if answer.do == "move" and answer.at:
                b.at[answer.piece] = (answer.at[0][1] - 400) // 150
            elif answer.do == "move":
                path = (places(b.kind)[b.at[answer.piece]], answer.to)
                b.at[answer.piece] = places(b.kind).index(answer.to)
                b.events.append(Event("moved", "1.0", side, answer.piece, place=answer.to, path=path))
            elif answer.do == "fire":
                dice = (b.chance.die("fire"), b.chance.die("fire"))
                b.events.append(Event("fired", "2.0", side, answer.piece, answer.to, dice=dice, need=4))
        b.turn += 1
        if b.turn > TURNS:
            b.result = Result(None, "nobody came", "3.0")

    def faults(self, battle: Any) -> list[str]:
        return []

    def fingerprint(self, battle: Any) -> bytes:
        return repr((battle.turn, battle.at, battle.result)).encode()

    def turn(self, battle: Any) -> int:
        return int(battle.turn)

    def label(self, battle: Any, decision: Decision, choice: Choice) -> str:
        return f"{choice.do.capitalize()} {choice.piece} {choice.to}".strip()

    def sentence(self, battle: Any, event: Event) -> str:
        return f"{event.piece} has {event.kind} {event.place or event.target}."

    def evaluate(self, battle: Any, seat: str) -> float:
        return 0.0

    def view(self, play: AnyPlay, seat: str) -> seen.View:
        b: Any = play.battle
        board = BOARDS[b.kind]
        decision = play.decision_for(seat) if seat else None
        return seen.View(
            "gallery",
            f"gallery/{b.kind}",
            f"On {b.kind}",
            seat,
            (seen.Seat("red", "Red", "red", "green"), seen.Seat("blue", "Blue", "blue", "tan")),
            seen.key_of(board),
            board,
            turn=b.turn,
            turns=TURNS,
            waiting=tuple(play.asked()),
            pieces=tuple(piece(b, man) for man in MEN),
            markers=(seen.BoardMarker("barrage", "Barrage", places(b.kind)[3]),) if places(b.kind) else (),
            tracks=(
                seen.Track("initiative", "Initiative", boxes=(seen.TrackBox("1", now=True), seen.TrackBox("2"))),
            ),
            log=seat_log(play, seat, self.sentence),
            decision=None if decision is None else self.question(b, decision),
            may_undo=bool(seat) and play.may_undo() == seat,
            result=b.result,
        )

    def question(self, b: Battle, decision: Decision) -> seen.DecisionView:
        options = tuple(
            seen.OptionView(
                each,
                self.label(b, decision, each),
                each.piece,
                each.to if each.to in MEN else "",
                each.to if each.to not in MEN else places(b.kind)[b.at[each.to]] if places(b.kind) else "",
                key="p" if each.do == "pass" else "",
                odds=(seen.Odds("hit", 750),) if each.do == "fire" else (),
                role=ROLES.get(each.do, ""),
            )
            for each in decision.options()
        )
        shapes = tuple(seen.Shape((spot(b, man),), 600) for man in MEN if MEN[man] == decision.seat)
        free = b.kind == "plane"
        return seen.DecisionView(
            decision.kind, decision.prompt, decision.rule, "", options, free, shapes if free else ()
        )


def moves(b: Battle, side: str) -> list[Choice]:
    own = [man for man in MEN if MEN[man] == side]
    names = places(b.kind)
    found = [Choice("fire", own[0], man) for man in MEN if MEN[man] != side]
    for man in own:
        if names:
            found += [Choice("move", man, names[(b.at[man] + n) % len(names)]) for n in (1, 2, 3)]
        else:
            x, y = spot(b, man)
            found.append(Choice("move", man, at=((man, x + 450, y, 9000),)))
    return [*found, Choice("pass")]


def piece(b: Battle, man: str) -> seen.Piece:
    names = places(b.kind)
    values = (seen.Value("Fire", "4", "top left"), seen.Value("Move", "6", "bottom right", emphasis="circled"))
    position = None if names else seen.Position(*spot(b, man), facing=9000, radius=60)
    place = names[b.at[man]] if names else ""
    return seen.Piece(
        man, man.title(), MEN[man], "infantry", man[:4], place, position, values=values, steps=3, full_steps=5
    )


register(assembled(Gallery()))
register(TOY)
