"""The odds of an assault for the eye. They take too long for a view, which leaves them for later."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from sandtable.systems.miniatures.rules.assault.charge import Stayers, could_charge
from sandtable.systems.miniatures.rules.assault.close_combat import defenders
from sandtable.systems.miniatures.rules.assault.targets import may_assault, met
from sandtable.systems.miniatures.rules.fire.to_hit import able
from sandtable.systems.miniatures.rules.leaders import Target, find_target, hosts
from sandtable.systems.miniatures.rules.movement.moves import pieces_on_the_way
from sandtable.systems.miniatures.showing.assault_odds import AssaultOdds, assault_odds
from sandtable.systems.miniatures.showing.attack_view import throw_words
from sandtable.systems.miniatures.showing.names import name_of
from sandtable.systems.miniatures.showing.odds import NONE
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier
from sandtable.table.shown import Counted
from sandtable.table.telling import count, thousandths, told_odds
from sandtable.table.view import AttackView, Odds

MOST_TAKEN = 3  # enemy Teams lost that are told one by one
MOST_DANGERS = 3  # others who may fire that are told, the worst of them
SOME_TAKEN = "they lose a Team or more"
HALTED = "halted by their fire"
NONE_ARRIVES = "nobody gets through"
NONE_TAKEN = "they lose nobody"
ALL_TAKEN = "they lose all"
HOW = (
    "They may fire once as you come: {halt} halt the charge. If nobody falls, {strikers} first, from 2 inches or "
    "nearer, and each takes one off on {need}+, without a save. Those who are left strike back on {check}+, or fall "
    "back; so it goes on until one side gives way."
)
NO_CONTACT = "Nobody gets into contact from where he stands."
SEVERAL = "Whom it assaults is asked next."
TANKS = " Against tanks each strike is a save and a roll for damage."
BEFORE = " Suppressive fire comes before and is not counted."
ROLLS = " A tank that fails its roll for terrain stays behind; that is not counted."
Going = tuple[Unit, Target, list[Team]]  # who charges, at whom


def leads_to_a_charge(b: Battle, decision: Decision, choice: Choice) -> bool:
    """Whether a choice has such odds."""
    if decision.kind in ("action", "assault target"):
        return choice.do == "assault"
    return choice.do == "charge" and bool(charges(b, decision, choice))


def charges(b: Battle, decision: Decision, choice: Choice) -> list[Going]:
    """13.1 The charges that a choice may lead to: several where the target is still to be named."""
    if decision.kind == "action" and choice.do == "assault":
        return [going_at(b, b.acting, key) for key in may_assault(b, b.acting)]
    if decision.kind == "assault target":
        return [going_at(b, b.unit(choice.piece), choice.to)]
    if isinstance(decision, Stayers) and choice.do == "charge":
        target = find_target(b, decision.target)
        if target is not None:
            now = Target(target.key, target.unit, [b.team(id) for id in decision.teams])
            return [(b.unit(choice.piece), now, [b.team(id) for id in decision.chargers])]
    if decision.kind == "charge" and choice.do == "charge" and not choice.piece and b.assault is not None:
        fight, enemies = b.assault, defenders(b, b.assault)
        going = [b.teams[index] for index in fight.chargers if not b.teams[index].lost]
        named = sum([option.do == "charge" and option.piece != "" for option in decision.options()]) or 1
        if named == len([team for team in going if not met(b, team, enemies)]):  # nobody has set out yet
            unit = b.unit_at(fight.target)
            return [(b.unit_at(fight.unit), Target(enemies[0].id if fight.alone else unit.key, unit, enemies), going)]
    return []


def going_at(b: Battle, unit: Unit, key: str) -> Going:
    """All who can charge at a target; a CC or FO who is one joins the Unit nearest to him (14.15, 15.22)."""
    target = find_target(b, key)
    assert target is not None
    if target.key != target.unit.key:
        for host in hosts(b, target.teams[0])[:1]:
            target = Target(host.key, host, [*b.teams_of(host), *target.teams])
    return unit, target, could_charge(b, unit, target)


def counted_charge(b: Battle, decision: Decision, choice: Choice) -> Counted:
    """The odds of a choice that leads to a charge; where it may lead to several, a line or two of each."""
    found = charges(b, decision, choice)
    rows = [(going, assault_odds(b, *going)) for going in found]
    known = [(going, odds) for going, odds in rows if odds is not None]
    if len(rows) == 1 and known:
        [(going, odds)] = known
        return Counted(in_short(odds), assault_view(b, *going, odds))
    lines = [
        msgspec.structs.replace(each, text=f"{name_of(b, target.key)}: {each.text}")
        for (_, target, _), odds in known
        for each in in_short(odds)
        if each.chance
    ]
    return Counted((), AttackView(strikes(b.acting), odds=tuple(lines), how=SEVERAL if lines else NO_CONTACT))


def strikes(unit: Unit) -> str:
    """13.10 What each strike needs."""
    return f"strikes on {unit.training.check}+"


def in_short(odds: AssaultOdds) -> tuple[Odds, ...]:
    """The odds for a button."""
    return told_odds([(SOME_TAKEN, sum(odds.taken[1:], NONE)), (HALTED, odds.halted)], none=(HALTED,))


def assault_view(b: Battle, unit: Unit, target: Target, going: list[Team], odds: AssaultOdds) -> AttackView:
    """The charge, the first strikes, and the dangers on the way."""
    shots = odds.defence.shots if odds.defence is not None else []
    notes: dict[Modifier, None] = {}
    for shot in shots:
        notes.update(dict.fromkeys(shot.modifiers))
    return AttackView(
        strikes(unit),
        f"{target.unit.name}: {throw_words(shots)}" if shots else f"{target.unit.name}: no fire at the charge",
        (),
        tuple(notes),
        told_odds(outcomes(odds), none=(HALTED, NONE_ARRIVES, NONE_TAKEN), worst=(ALL_TAKEN,)),
        how(b, unit, target, going, odds.strikers),
        tuple(losses(b, odds)),
    )


def outcomes(odds: AssaultOdds) -> list[tuple[str, Fraction]]:
    """What comes of the charge and of the first strikes, together 1."""
    taken = odds.taken
    rows = [(HALTED, odds.halted), (NONE_ARRIVES, odds.none_arrives), (NONE_TAKEN, taken[0])]
    for number in range(1, len(taken) - 1):
        if number == MOST_TAKEN and len(taken) - 1 > MOST_TAKEN + 1:
            rows.append((f"they lose {MOST_TAKEN} Teams or more", sum(taken[number:-1], NONE)))
            break
        rows.append((f"they lose {count(number, 'Team')}", taken[number]))
    rows.append((ALL_TAKEN, taken[-1]))
    return [row for row in rows if thousandths(row[1])]


def losses(b: Battle, odds: AssaultOdds) -> Iterator[Odds]:
    """13.5 Who may fire on the way, and the answer to the first strikes."""
    rows = [] if odds.defence is None else [("their fire", odds.defence.lost)]
    worst = sorted(odds.others, key=lambda each: each.lost, reverse=True)[:MOST_DANGERS]
    rows += [(f"the fire of {name_of(b, each.name)}", each.lost) for each in worst]
    rows.append(("those who strike back, at most", odds.answered))
    yield from told_odds([(f"you lose a Team to {words}", chance) for words, chance in rows if thousandths(chance)])


def how(b: Battle, unit: Unit, target: Target, going: list[Team], strikers: int) -> str:
    """How an assault goes, in a few sentences."""
    number, armored = b.land.numbers, [team.type.armored for team in going]
    halts = [] if all(armored) else [f"{number['halt_hits']} hits"]
    halts += [f"{number['halt_results']} Teams suppressed or destroyed"] if any(armored) else []
    text = HOW.format(
        halt=" or ".join(halts),
        strikers=f"{count(strikers, 'Team')} of yours {'strikes' if strikers == 1 else 'strike'}",
        need=unit.training.check,
        check=target.unit.training.check,
    )
    if any(team.type.kind == TANK for team in target.teams):
        text += TANKS
    if any(able(b, team, target) for team in b.all_of(unit) if team not in going):
        text += BEFORE
    mark = target.teams[0]
    if any(team.type.kind == TANK and pieces_on_the_way(b, ((team.x, team.y), (mark.x, mark.y))) for team in going):
        text += ROLLS
    return text
