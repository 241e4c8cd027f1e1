"""A game of cards, only in the processes of test servers: a map that grows, a hand, a stack, flips one by one.

Two fireteams a side on terrain cards. A card from the hand is played for its order (attack, maneuver, rally) or laid
as terrain; the other side may answer it before it is carried out. Nothing here is deep; everything is drawn.
"""

from typing import Any

from sandtable.table import view as seen
from sandtable.table.chance import Chance, ScriptedChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, Modifier, Result
from sandtable.table.frame import seat_log
from sandtable.table.mind import Mind
from sandtable.table.play import AnyPlay, Script
from sandtable.table.shelf import RuleText, ScenarioInfo
from sandtable.table.shown import Counted
from sandtable.table.system import register
from sandtable.table.telling import HURT, IMPULSE, SHOT, Telling
from sandtable.testing.memory import MemoryShelf
from sandtable.testing.variant import PlainScenario, assembled

COLUMNS, ROWS, TURNS, DECK = 5, 3, 2, 60
NAMES = [f"{'ABCDE'[c]}{r + 1}" for r in range(ROWS) for c in range(COLUMNS)]
FACES = {"red": 4, "green": 6, "blue": 8}


def icons(*kinds: str) -> tuple[seen.Marker, ...]:
    return tuple(seen.Marker(kind, kind.capitalize()) for kind in kinds)


TERRAIN = {
    each.key: each
    for each in (
        seen.Terrain("field", "Field", ".", "clear"),
        seen.Terrain("hill", "Hill", "H", "hill", values=(seen.Value("Attack", "+3"), seen.Value("Defence", "+1"))),
        seen.Terrain("village", "Village", "V", "town", values=(seen.Value("Defence", "+2"),)),
        seen.Terrain(
            "woods", "Woods", "W", "woods", values=(seen.Value("Defence", "+2"),), icons=icons("blocks sight")
        ),
        seen.Terrain("road", "Road", "=", "road", icons=icons("fast", "no stealth")),
        seen.Terrain("stream", "Stream", "~", "river", icons=icons("no stealth")),
        seen.Terrain("hedgerow", "Hedgerow", "h", "hedge", values=(seen.Value("Attack", "+1"),)),
        seen.Terrain("crops", "Crops", "c", "field", values=(seen.Value("Defence", "+1"),)),
        seen.Terrain("building", "Building", "B", "building", values=(seen.Value("Defence", "+3"),)),
        seen.Terrain("ruins", "Ruins", "R", "ruins"),
        seen.Terrain("lake", "Lake", "L", "lake", icons=icons("no movement")),
        seen.Terrain("orchard", "Orchard", "O", "orchard"),
        seen.Terrain("craters", "Craters", "x", "crater"),
        seen.Terrain("railroad", "Railroad", "#", "railroad", icons=icons("fast")),
        seen.Terrain("marsh", "Marsh", "m", "marsh"),
        seen.Terrain("bridge", "Bridge", "b", "bridge"),
    )
}
START = {
    "A1": "woods", "B1": "hill", "C1": "road", "D1": "village", "E1": "orchard", "A2": "hedgerow", "B2": "crops",
    "C2": "bridge", "D2": "building", "E2": "railroad", "A3": "marsh", "B3": "", "C3": "stream", "D3": "ruins",
    "E3": "",
}  # fmt: skip
TEAMS = {"r1": ("rangers", "A3"), "r2": ("rangers", "B2"), "g1": ("grenadiers", "D1"), "g2": ("grenadiers", "D2")}
SLOW = "g2"  # the odds against it are left for later
MEN = {
    "r1": ("Cpt. Alvarez", "Pvt. Boone", "Pvt. Cole", "Pfc. Diaz", "Pvt. Ennis"),
    "r2": ("Sgt. Fox", "Pvt. Gray", "Pvt. Hull"),
    "g1": ("Sgt. Imhof", "Sch. Jung", "Sch. Kern", "Sch. Lang", "Sch. Moser", "Sch. Nagel", "Sch. Otto"),
    "g2": ("Cpl. Pohl", "Sch. Rath"),
}
DECISIONS = (
    ("Covering Fire", "cover", "", "A moving fireteam is harder to hit until it stops."),
    ("Grenade", "grenade", "blue", "Strike a fireteam on the same or a neighbouring card."),
    ("F.U.B.A.R.", "cancel", "", "Cancel the card on top of the stack."),
    ("Evade", "evade", "red", "Lower the end total of an attack by a flip."),
    ("Double Time", "double", "", "A fireteam moves twice."),
    ("Field Dressing", "heal", "", "A wounded soldier is fit again."),
    ("Recon", "recon", "", "Look at the top five cards of the deck and order them."),
)
ORDERS = (("attack", "red"), ("maneuver", ""), ("attack", "blue"), ("rally", "green"), ("entrench", ""))


def card(n: int) -> seen.Card:
    """Card n of the deck: every third is a terrain."""
    dice = (
        seen.Value("red", str(n % 4 + 1)),
        seen.Value("green", str(n % 6 + 1)),
        seen.Value("blue", str(n % 8 + 1)),
    )
    if n % 4 == 3:
        kind = list(TERRAIN.values())[1 + n % (len(TERRAIN) - 1)]
        return seen.Card(
            f"c{n}",
            kind.name,
            "terrain",
            art=kind.colour,
            values=kind.values,
            number=str(n),
            dice=dice,
            icons=kind.icons,
        )
    order, colour = ORDERS[n % len(ORDERS)]
    name, art, strength, text = DECISIONS[n % len(DECISIONS)]
    parts = (
        seen.CardPart(order.capitalize(), "", order, colour),
        seen.CardPart(name, text, art, strength, "2.0"),
    )
    events = (seen.Marker("jam", "Jam", "J"),) if n % 5 == 0 else ()
    return seen.Card(f"c{n}", order.capitalize(), "order", number=str(n), parts=parts, dice=dice, icons=events)


class Battle:
    def __init__(self) -> None:
        self.chance: Chance = ScriptedChance()
        self.events: list[Event] = []
        self.result: Result | None = None
        self.asking = False
        self.turn = 1
        self.ground = START.copy()
        self.at = {team: place for team, (_, place) in TEAMS.items()}
        self.hurt: dict[str, str] = {"Pvt. Cole": "suppressed"}
        self.moving = ""
        self.deck = DECK
        self.hands = {"rangers": list(range(1, 8)), "grenadiers": list(range(8, 15))}
        self.stack: list[int] = []
        self.now = "r1"

    def copy(self) -> "Battle":
        twin = Battle()
        twin.result, twin.turn, twin.moving, twin.deck, twin.now = (
            self.result,
            self.turn,
            self.moving,
            self.deck,
            self.now,
        )
        twin.ground, twin.at, twin.hurt = self.ground.copy(), self.at.copy(), self.hurt.copy()
        twin.hands = {seat: list(hand) for seat, hand in self.hands.items()}
        twin.stack = self.stack.copy()
        return twin


def near(place: str) -> list[str]:
    n = NAMES.index(place)
    c, r = n % COLUMNS, n // COLUMNS
    spots = ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1))
    return [NAMES[y * COLUMNS + x] for x, y in spots if 0 <= x < COLUMNS and 0 <= y < ROWS]


def plays(b: Battle, seat: str, team: str) -> list[Choice]:
    found = []
    for n in b.hands[seat]:
        face = card(n)
        if face.kind == "terrain":
            found += [Choice("lay", f"c{n}", place) for place, kind in b.ground.items() if not kind]
        elif face.name == "Attack":
            found += [Choice("attack", f"c{n}", foe) for foe in b.at if TEAMS[foe][0] != seat]
        elif face.name == "Maneuver":
            found += [Choice("move", f"c{n}", place) for place in near(b.at[team])]
        elif face.name == "Rally":
            found.append(Choice("rally", f"c{n}", team))
    return [*found, Choice("pass")]


def answers(b: Battle, seat: str) -> list[Choice]:
    cancel = [
        Choice("cancel", f"c{n}") for n in b.hands[seat] if [p.name for p in card(n).parts][1:] == ["F.U.B.A.R."]
    ]
    return [*cancel, Choice("pass")]


ROLES: dict[str, seen.Role] = {"pass": "pass", "move": "move"}
TELLINGS = {
    "activated": IMPULSE,
    "lethality flip": Telling(shows="flip", about=lambda event: "lethality", dice="sum"),
    "hit total": SHOT,
    "suppressed": HURT,
}


class Platoon(Mind[Any]):
    """Play a card, let it be answered, carry it out."""

    roles = ROLES
    tellings = TELLINGS
    key = "platoon"
    title = "Platoon"

    shelf = MemoryShelf(
        {"platoon/farm": PlainScenario("platoon/farm")},
        lambda each: ScenarioInfo(each.id, "platoon", "The farm", ("rangers", "grenadiers"), TURNS),
        {id: RuleText(id, "A rule", "As it is.") for id in ("1.0", "2.0", "3.0")},
    )

    def new(self, scenario: PlainScenario) -> Battle:
        return Battle()

    def seats(self, battle: Any) -> tuple[str, ...]:
        return ("rangers", "grenadiers")

    def script(self, battle: Any) -> Script:
        b: Battle = battle
        for team, (seat, _) in TEAMS.items():
            b.now = team
            b.events.append(Event("activated", "1.0", seat, team))
            answer = yield Decision(
                seat,
                "order",
                f"What does {label_of(team)} do?",
                "1.0",
                lambda s=seat, t=team: plays(b, s, t),
                piece=team,
            )
            if answer.do == "pass":
                continue
            b.hands[seat].remove(int(answer.piece[1:]))
            b.stack.append(int(answer.piece[1:]))
            b.events.append(Event("played", "1.0", seat, team, place=b.at[team]))
            other = "grenadiers" if seat == "rangers" else "rangers"
            reply = yield Decision(other, "answer", "Answer the card?", "2.0", lambda o=other: answers(b, o))
            if reply.do == "cancel":
                b.hands[other].remove(int(reply.piece[1:]))
                b.events.append(Event("cancelled", "2.0", other))
            else:
                carry_out(b, seat, team, answer)
            b.stack.clear()
        b.turn += 1
        if b.turn > TURNS:
            b.result = Result(None, "dusk falls", "3.0")

    def redeal(self, battle: Any, seat: str, chance: Chance) -> None:
        pass

    def faults(self, battle: Any) -> list[str]:
        return []

    def fingerprint(self, battle: Any) -> bytes:
        return repr((battle.turn, battle.at, battle.ground, battle.hurt, battle.hands, battle.stack)).encode()

    def turn(self, battle: Any) -> int:
        return int(battle.turn)

    def label(self, battle: Any, decision: Decision, choice: Choice) -> str:
        name = card(int(choice.piece[1:])).name if choice.piece else ""
        if choice.do == "lay":
            return f"Lay {name} at {choice.to}"
        if choice.do == "attack":
            return f"Attack {label_of(choice.to)}"
        return {"move": f"Move to {choice.to}", "rally": "Rally", "pass": "Pass", "cancel": "F.U.B.A.R."}[choice.do]

    def sentence(self, battle: Any, event: Event) -> str:
        who = label_of(event.piece) if event.piece in TEAMS else event.piece
        words = {
            "activated": f"{who} acts.",
            "played": f"{who} plays a card.",
            "lethality flip": f"{who} fires: a card is flipped.",
            "hit total": f"The attack reaches {event.value}.",
            "moved": f"{who} moves.",
            "suppressed": f"{event.piece} is suppressed.",
            "laid": "The map grows.",
            "rallied": f"{who} rallies.",
            "cancelled": "The card is cancelled.",
        }
        return words[event.kind]

    def evaluate(self, battle: Any, seat: str) -> float:
        return 0.0

    def view(self, play: AnyPlay, seat: str) -> seen.View:
        b: Any = play.battle
        decision = play.decision_for(seat) if seat else None
        cells = tuple(
            seen.Cell(
                name,
                n % COLUMNS,
                n // COLUMNS,
                b.ground[name],
                str(10 + n) if b.ground[name] else "",
                n % 2,
                (50, 55) if b.ground[name] else None,
            )
            for n, name in enumerate(NAMES)
        )
        board = seen.CardBoard(COLUMNS, ROWS, tuple(TERRAIN.values()), cells)
        boxes = tuple(
            seen.TrackBox(
                str(n), (seen.Occupant(label_of(team), side, team, n < list(TEAMS).index(b.now) + 1),), team == b.now
            )
            for n, (team, (side, _)) in enumerate(TEAMS.items(), 1)
        )
        return seen.View(
            "platoon",
            "platoon/farm",
            "The farm",
            seat,
            (
                seen.Seat("rangers", "Rangers", "rangers", "olive"),
                seen.Seat("grenadiers", "Grenadiers", "grenadiers", "grey"),
            ),
            seen.key_of(board),
            board,
            turn=b.turn,
            turns=TURNS,
            active=TEAMS[b.now][0],
            phase="Combat",
            waiting=tuple(play.asked()),
            pieces=tuple(men(b)),
            markers=(
                seen.BoardMarker("entrench", "Entrenched", "B2", sign="E", tone="good"),
                seen.BoardMarker("smoke", "Smoke", "D2", level=1),
            ),
            tracks=(seen.Track("initiative", "Initiative", boxes=boxes, rule="1.0"),),
            piles=(
                seen.Pile("deck", "Deck", b.deck, full=DECK, rule="1.0"),
                seen.Pile("stack", "To be carried out", len(b.stack), cards=tuple(map(card, b.stack)), rule="2.0"),
            ),
            hands=tuple(
                seen.Hand(each, len(hand), tuple(card(n) for n in hand) if each == seat else ())
                for each, hand in b.hands.items()
            ),
            log=seat_log(play, seat, self.sentence),
            decision=None if decision is None else self.question(b, decision),
            may_undo=bool(seat) and play.may_undo() == seat,
            result=b.result,
        )  # fmt: skip

    def count(self, battle: Any, decision: Decision, choice: Choice) -> Counted:
        """The odds that a view leaves for later."""
        found = (seen.Odds("suppressed", 310),)
        return Counted(found, seen.AttackView("green + blue", odds=(*found, seen.Odds("no effect", 690, "none"))))

    def question(self, b: Battle, decision: Decision) -> seen.DecisionView:
        options = tuple(
            seen.OptionView(
                each,
                self.label(b, decision, each),
                b.now if each.do != "pass" else "",
                each.to if each.do == "attack" else "",
                b.at[each.to] if each.do == "attack" else each.to if each.do in ("move", "lay") else "",
                key="p" if each.do == "pass" else "",
                group={"lay": "Lay terrain", "move": "Maneuver", "attack": "Attack"}.get(each.do, ""),
                odds=(seen.Odds("suppressed", 540),) if each.do == "attack" and each.to != SLOW else (),
                attack=seen.AttackView("green + blue", later=True) if each.to == SLOW else None,
                role=ROLES.get(each.do, ""),
            )
            for each in decision.options()
        )
        return seen.DecisionView(decision.kind, decision.prompt, decision.rule, decision.piece, options)


def label_of(team: str) -> str:
    return f"{'Ranger' if team[0] == 'r' else 'Grenadier'} team {team[1]}"


def carry_out(b: Battle, seat: str, team: str, choice: Choice) -> None:
    if choice.do == "lay":
        b.ground[choice.to] = next(k for k, t in TERRAIN.items() if t.name == card(int(choice.piece[1:])).name)
        b.events.append(Event("laid", "1.0", seat, place=choice.to))
    elif choice.do == "move":
        path = (b.at[team], choice.to)
        b.at[team], b.moving = choice.to, team
        b.events.append(Event("moved", "1.0", seat, team, place=choice.to, path=path))
    elif choice.do == "rally":
        for man in MEN[team]:
            b.hurt.pop(man, None)
        b.events.append(Event("rallied", "1.0", seat, team, place=b.at[team]))
    else:
        total = 0
        for colour in ("red", "green", "blue"):
            die = b.chance.roll(FACES[colour], "flip")
            b.deck -= 1
            total += die
            b.events.append(Event("lethality flip", "2.0", seat, team, choice.to, dice=(die,), faces=FACES[colour]))
        notes = (Modifier(3, "hill", "1.0"), Modifier(-2, "woods", "1.0"))
        b.events.append(Event("hit total", "2.0", seat, team, choice.to, modifiers=notes, value=total + 1))
        man = MEN[choice.to][total % len(MEN[choice.to])]
        if total > 7:
            b.hurt[man] = "suppressed"
            b.events.append(Event("suppressed", "2.0", seat, man, place=b.at[choice.to]))


def men(b: Battle) -> list[seen.Piece]:
    found = []
    for team, (side, _) in TEAMS.items():
        marks = (seen.Marker("moving", "Moving", tone="bad"),) if b.moving == team else ()
        found.append(
            seen.Piece(team, label_of(team), side, "fireteam", team[1], b.at[team], markers=marks, group=team)
        )
        for man in MEN[team]:
            state = b.hurt.get(man, "")
            found.append(
                seen.Piece(
                    man,
                    man,
                    side,
                    "leader" if man[:3] in ("Cpt", "Sgt", "Cpl") else "soldier",
                    man.split()[1][:3],
                    b.at[team],
                    inside=team,
                    group=team,
                    values=(seen.Value("Resolve", "7", rule="1.0"), seen.Value("Vitality", "11", rule="1.0")),
                    markers=(seen.Marker(state, state.capitalize(), state[0].upper(), "bad", "2.0"),)
                    if state
                    else (),
                )
            )
    return found


register(assembled(Platoon()))
