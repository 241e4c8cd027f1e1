"""What a seat is asked with all its options, and how far each Team may go."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from sandtable.systems.miniatures.rules.cohesion import inches
from sandtable.systems.miniatures.rules.fire.gone_to_ground import UnderFire
from sandtable.systems.miniatures.rules.leaders import helpers
from sandtable.systems.miniatures.rules.movement.example_moves import free_leader, out_of_cohesion
from sandtable.systems.miniatures.rules.movement.move_plan import TURRET
from sandtable.systems.miniatures.rules.verbs import ROLES
from sandtable.systems.miniatures.showing import narrator
from sandtable.systems.miniatures.showing.assault_view import counted_charge, leads_to_a_charge, strikes
from sandtable.systems.miniatures.showing.attack_view import attack_view, in_short, under_fire
from sandtable.systems.miniatures.showing.barrage_view import square_meant
from sandtable.systems.miniatures.showing.brings import brings
from sandtable.systems.miniatures.showing.names import exactly_where
from sandtable.systems.miniatures.showing.strike_view import check_odds, strike_view
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.decision import Choice, Decision, Free
from sandtable.table.pointing import pointed
from sandtable.table.shown import Counted
from sandtable.table.view import AttackView, DecisionView, Odds, OptionView, Reach, Shape, Zone

Attacks = dict[tuple[str, str, str], AttackView | None]  # how, who, at whom

KEYS = {"pass": "p", "done": "d", "stay": "s", "keep": "k"}
AT_ONCE = 3  # attacks of one question whose odds a view has


def decision_view(b: Battle, decision: Decision) -> DecisionView:
    """The question with all its options in words."""
    template = None
    if any(choice.at and choice.at[0][0] == "template" for choice in decision.options()):
        half = b.land.numbers["template"] // 2
        template = Shape(((-half, -half), (half, -half), (half, half), (-half, half)))
    attacks: Attacks = {}
    eyes = narrator.Eyes(b, b.acting.side) if decision.kind == "move" else None
    options = told_apart(b, [option_view(b, decision, choice, attacks, eyes) for choice in decision.options()])
    shown = DecisionView(
        decision.kind,
        decision.prompt,
        decision.rule,
        piece_of(b, decision.piece),
        tuple(options),
        free=isinstance(decision, Free),
        reach=tuple(reaches(b)) if decision.kind == "move" else (),
        template=template,
    )
    return pointed(shown)


def told_apart(b: Battle, options: list[OptionView]) -> list[OptionView]:
    """Options for a Move or a template that would read alike say where they end as well, or count."""
    count = Counter([option.label for option in options])
    seen: Counter[str] = Counter()
    found = []
    for option in options:
        label = option.label
        if count[label] > 1 and option.choice.at:
            ends = {id: (x, y) for id, x, y, _ in option.choice.at}.values()
            x, y = (sum(row) // len(ends) for row in zip(*ends, strict=True))
            label = with_end(label, exactly_where(b, x, y))
            seen[label] += 1
            if seen[label] > 1:
                label = f"{label} ({seen[label]})"
        found.append(msgspec.structs.replace(option, label=label) if label != option.label else option)
    return found


def with_end(label: str, end: str) -> str:
    """A Move in words with where it ends, once.

    >>> with_end("6 inches east, into the Copse", "in the west of the Copse")
    '6 inches east, into the west of the Copse'
    """
    part, _, whole = end.partition(" of ")
    if whole and f", into {whole}" in label:
        return label.replace(f", into {whole}", f", into {part.removeprefix('in ')} of {whole}")
    return f"{label}, {end}"


def option_view(
    b: Battle, decision: Decision, choice: Choice, attacks: Attacks, eyes: narrator.Eyes | None
) -> OptionView:
    """An option in words; of those who fire alike, some at once and the rest later, the odds are reckoned once.

    `eyes`: what the options before it have found out about the sight of the enemy.
    """
    moves = choice.do == "move" and bool(choice.at)
    place = f"{choice.at[0][1]},{choice.at[0][2]}" if choice.at else ""
    shooting = (choice.do if choice.do not in ("fire", "split") else "fire", choice.piece, choice.to)
    if shooting not in attacks:
        if leads_to_a_charge(b, decision, choice):
            attacks[shooting] = AttackView(strikes(b.acting), later=True)
        elif decision.kind == "fire" and choice.do in ("fire", "split") and len(attacks) >= AT_ONCE:
            attacks[shooting] = AttackView("", later=True)
        elif choice.do == "strike":
            attacks[shooting] = strike_view(b, choice)
        else:
            attacks[shooting] = attack_view(b, decision, choice)
    attack = attacks[shooting]
    piece, target = piece_of(b, choice.piece), piece_of(b, choice.to)
    if choice.do == "target":
        piece, target = decision.piece, piece  # the observer ranges in on it
    elif decision.kind == "assault target":
        piece, target = target, ""  # a click on the enemy names him
    return OptionView(
        choice,
        narrator.move_label(b, decision, choice, eyes) if moves else narrator.label(b, decision, choice),
        piece,
        target,
        place,
        key=KEYS.get(choice.do, ""),
        odds=odds_in_short(b, decision, choice, attack),
        attack=attack,
        role=ROLES.get(choice.do, ""),
        brings=brings(b, decision, choice),
        zones=squares(b, decision, choice),
        aside=decision.kind == "mission" and aside(b, decision, choice),
        also=() if choice.at else tuple([id for key in (choice.piece, choice.to) for id in others_of(b, key)]),
    )


def odds_in_short(b: Battle, decision: Decision, choice: Choice, attack: AttackView | None) -> tuple[Odds, ...]:
    """The odds for the button."""
    if isinstance(decision, UnderFire):
        return under_fire(b, decision, choice)
    if choice.do == "strike" and attack is not None:
        return attack.odds[1:]
    return check_odds(b, decision, choice) or in_short(attack)


def counted(b: Battle, decision: Decision, choice: Choice) -> Counted:
    """The odds of an option that the view left for later."""
    if leads_to_a_charge(b, decision, choice):
        return counted_charge(b, decision, choice)
    attack = attack_view(b, decision, choice)
    return Counted(in_short(attack), attack)


def squares(b: Battle, decision: Decision, choice: Choice) -> tuple[Zone, ...]:
    """15.6 The square of a barrage at whoever is ranged in on."""
    if decision.kind != "range in" or choice.do != "target":
        return ()
    return (square_meant(b, b.acting, b.team(choice.piece)),)


def aside(b: Battle, decision: Decision, choice: Choice) -> bool:
    """15.3 Where a Forward Observer is at hand, the others who could observe come after him."""
    observers = [b.find_team(option.piece) for option in decision.options()]
    own = b.find_team(choice.piece)
    return any(team is not None and team.role == FO for team in observers) and own is not None and own.role != FO


def others_of(b: Battle, key: str) -> list[str]:
    """The Teams of a Unit besides the one it is shown by: a click on any of them means the Unit."""
    unit = b.find_unit(key)
    return [team.id for team in b.teams_of(unit) if team.id != piece_of(b, key)] if unit is not None else []


def piece_of(b: Battle, key: str) -> str:
    """The Team that a choice is about; a Unit is shown by its leader, or by any Team without one."""
    unit = b.find_unit(key)
    if unit is not None:
        leader = b.pl(unit) or b.teams_of(unit)[0]
        return leader.id
    for command in b.commands:
        if command.key == key and b.all_of(command):
            return b.all_of(command)[0].id
    return key if b.find_team(key) is not None else ""


def reaches(b: Battle) -> Iterator[Reach]:
    """4.1, 14.2, 14.4 How far each Team of the Unit that moves may go; a straggler goes by himself (5.3)."""
    unit = b.acting
    hurry = b.land.numbers["hurry"] if unit.index >= 0 and helpers(b, unit) else 0
    loose = out_of_cohesion(b, unit)
    for team in b.all_of(unit):
        if team.index in b.stopped:
            continue
        if team in loose:
            text = f"out of cohesion: {inches(team.type.move)} inches, the shortest way back"
            yield Reach(team.id, Shape(((team.x, team.y),), team.type.move), text, turret_name(team), apart=True)
            continue
        if free_leader(team):
            corners = ((0, 0), (b.land.width, 0), (b.land.width, b.land.height), (0, b.land.height))
            yield Reach(team.id, Shape(corners), "anywhere that keeps the Unit together")
            continue
        text = f"{inches(team.type.move)} inches"
        if hurry:
            text += f", {inches(team.type.move + hurry)} to end beside a leader"
        yield Reach(team.id, Shape(((team.x, team.y),), team.type.move), text, turret_name(team))


def turret_name(team: Team) -> str:
    """6.7 How a choice names its turret."""
    return team.id + TURRET if team.type.turret else ""
