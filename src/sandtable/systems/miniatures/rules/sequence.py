"""1 Rounds and Initiatives. `script` starts the next episode."""

from sandtable.systems.miniatures.rules.activation import act, activate, pass_initiative, waiting
from sandtable.systems.miniatures.rules.assault.charge import assault
from sandtable.systems.miniatures.rules.fire.shooting import may_fire
from sandtable.systems.miniatures.rules.leaders import appoint, appointments
from sandtable.systems.miniatures.rules.losses import company_check, left_with_one
from sandtable.systems.miniatures.rules.morale import last_teams, unit_morale
from sandtable.systems.miniatures.rules.reaction import walk
from sandtable.systems.miniatures.rules.victory import judge, note_control
from sandtable.systems.miniatures.state.pieces import ACTION, END, FIRE, INITIATIVE, MOVE, ROUND, Battle, Procedure
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision


def script(b: Battle) -> Procedure:
    """The next episode: a roll for the Initiative, a pick and its check, an action, a step, a part of a Move."""
    if b.walk is not None:
        return walk(b)
    if b.assault is not None:
        return assault(b)
    return PHASES[b.phase](b)


def start_round(b: Battle) -> Procedure:
    """1.2 Both roll; the higher has the first Initiative. Ties are rolled again."""
    b.tell("round", "1.1", value=b.round)
    while True:
        dice = (b.chance.die("first Initiative"), b.chance.die("first Initiative"))
        b.tell("first roll", "1.2", dice=dice)
        if dice[0] != dice[1]:
            break
    b.side = 0 if dice[0] > dice[1] else 1
    b.loser = 1 - b.side
    b.initiative += 1
    b.phase = INITIATIVE
    for side in (0, 1):
        command = b.commands[side]
        command.acted = False
        for team in b.all_of(command):  # 14.1
            team.moved = team.fired = team.observed = False
    b.tell("initiative", "1.2", b.side, value=b.initiative)
    yield from ()


def initiative(b: Battle) -> Procedure:
    """Who holds the Initiative picks a Unit, or his CC acts or appoints a PL (1.3, 1.4, 14.1, 14.16)."""
    side = b.side
    units = waiting(b, side)

    def listing() -> list[Choice]:
        found = [Choice("activate", unit.key) for unit in units]  # 1.3
        extra = [*command_actions(b, side), *appointments(b, side)]  # 14.1, 14.16
        if extra and not units:
            found.append(PASS)
        return found + extra

    if not units and not listing():
        hand_over(b)  # 1.4
        return
    seat, prompt = b.side_name(side), "Which Unit do you activate?"
    if len(units) > 1 or len(options := listing()) > 1:
        answer = yield Decision(seat, "initiative", prompt, "1.3", listing, lambda choice: why_not(b, choice))
    else:
        answer = options[0]
    if answer.do == "pass":
        hand_over(b)
    elif answer.do == "appoint":
        team = b.team(answer.piece)
        appoint(b, team)
    elif answer.do == "activate":
        unit = b.unit(answer.piece)
        yield from activate(b, unit)
    else:
        command(b, side, answer.do)


def why_not(b: Battle, choice: Choice) -> tuple[str, str]:
    """Why a Unit cannot be activated now."""
    unit = b.find_unit(choice.piece)
    if choice.do == "pass":
        return ("You must activate a Unit while you have one left.", "1.3")
    if choice.do != "activate" or unit is None:
        return ("", "")
    if unit.side != b.side:
        return (f"{unit.name} is not yours.", "1.3")
    return (f"{unit.name} has already been activated in this round.", "1.5")


def hand_over(b: Battle) -> None:
    """1.4 A player without a Unit to activate loses the Initiative; if neither has one the round is over."""
    if waiting(b, 1 - b.side):
        pass_initiative(b)
    else:
        b.initiative += 1
        b.phase = END


# The CC by himself (14.1) ------------------------------------------------------------------------


def command_actions(b: Battle, side: int) -> list[Choice]:
    """14.1 Once per round the CC may make one Move or one Fire without a check."""
    cc = b.cc(side)
    unit = b.commands[side]
    if cc is None or unit.acted:
        return []
    found = []
    if not cc.observed:  # 15.4
        found.append(Choice("command move", cc.id))
    if may_fire(b, unit):
        found.append(Choice("command fire", cc.id))
    return found


def command(b: Battle, side: int, do: str) -> None:
    """14.1 The CC sets out or takes aim."""
    unit = b.commands[side]
    unit.acted = True
    for team in b.all_of(unit):
        team.moved = team.fired = False
    b.phase = ACTION
    b.commanding = True
    b.action = do
    b.steps = [MOVE if do == "command move" else FIRE]


# The end of the round (1.6) ----------------------------------------------------------------------


def end_round(b: Battle) -> Procedure:
    """1.6 Last Teams, morale, companies with one Unit left; smoke clears, and all is made ready for the next."""
    yield from last_teams(b)
    if b.result is None:
        yield from unit_morale(b)
    for side in (b.loser, 1 - b.loser):
        if b.result is None and left_with_one(b, side):
            company_check(b, side, "14.13")
    if b.result is not None:
        return
    b.smoke = []  # 15.19
    for unit in [*b.units, *b.commands]:
        unit.activated = unit.ground = unit.lost_team = False
        for team in b.all_of(unit):
            team.upright = False
            if unit.index < 0:
                team.markers = 0  # 14.1
    note_control(b)
    if b.round == b.scenario.rounds:
        judge(b)
    else:
        b.round += 1
        b.phase = ROUND


# What each phase begins with.
PHASES = {ROUND: start_round, INITIATIVE: initiative, ACTION: act, END: end_round}
