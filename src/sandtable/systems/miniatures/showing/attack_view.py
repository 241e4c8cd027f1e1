"""The odds of a shooting as a view shows them, on the button and at length."""

from fractions import Fraction

import msgspec

from sandtable.systems.miniatures.rules.fire.allocation import Ledger
from sandtable.systems.miniatures.rules.fire.gone_to_ground import RANGING, UnderFire, would_help
from sandtable.systems.miniatures.rules.fire.save_numbers import save_number
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL, OVERWATCH, REACTION, Shot, able, face_to_hit
from sandtable.systems.miniatures.rules.leaders import Target, find_target
from sandtable.systems.miniatures.showing.barrage_view import ON_TARGET, barrage_view
from sandtable.systems.miniatures.showing.odds import FireOdds, exact_odds, planned
from sandtable.systems.miniatures.state.book import NO_SAVE
from sandtable.systems.miniatures.state.pieces import Battle, Unit
from sandtable.table.battle import found
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier
from sandtable.table.telling import count, told_odds
from sandtable.table.view import AttackView, Odds

MOST_OUTCOMES = 3  # Teams lost that are told one by one
NOBODY = "no Team lost"
SUPPRESSED = "a Team suppressed"
GROUNDED = "a Team or more lost if it goes to ground"
HOW = (
    "Every die that reaches its number is a hit; what is marked + raises that number. "
    "A Team that is hit rolls a save for each hit, and is lost if one fails. "
    "Every {hits} hits also suppress a Team, saved or not."
)
LOW = " The target may still go to ground before the dice fall: then it is {throw}."


def shooting_view(b: Battle, shots: list[Shot], target: Target) -> AttackView | None:
    """The odds of these shots with all that went into them."""
    if not shots:
        return None
    odds = exact_odds(b, shots, target)
    notes: dict[Modifier, None] = {}
    for shot in shots:
        notes.update(dict.fromkeys(shot.modifiers))
    how = HOW.format(hits=odds.per_marker)
    return AttackView(throw_words(shots), saves_words(b, shots, target), tuple(notes), (), outcomes(odds), how)


def saves_words(b: Battle, shots: list[Shot], target: Target) -> str:
    """What the Teams that may be hit need to save: "saves on 2+ and 3+"; nothing against AT weapons alone."""
    plain = [shot for shot in shots if not shot.weapon.at]
    if not plain:
        return ""
    loads = [load for load in Ledger(b, target, plain).loads.values() if not load.team.type.armored]
    needs = sorted({save_number(b, load.team, False, load.cover) for load in loads})
    words = " and ".join([f"{need}+" for need in needs if need < NO_SAVE])
    return f"saves on {words}" if words else "no saves"


def throw_words(shots: list[Shot]) -> str:
    """The dice in groups: "8 dice on 4+, 1 die on 5+"."""
    groups: dict[int, int] = {}
    for shot in shots:
        groups[shot.need] = groups.get(shot.need, 0) + shot.dice
    return ", ".join(
        [f"{count(dice, 'die', 'dice')} on {face_to_hit(need)}+" for need, dice in sorted(groups.items())]
    )


def outcome_chances(odds: FireOdds) -> list[tuple[str, Fraction]]:
    """How many Teams are lost, together 1."""
    shown: list[tuple[str, Fraction]] = []
    for number in range(min(len(odds.lost), MOST_OUTCOMES + 1)):
        chance, text = odds.lost[number], f"{count(number, 'Team')} lost" if number else NOBODY
        if number == MOST_OUTCOMES and len(odds.lost) > MOST_OUTCOMES + 1:
            chance, text = sum(odds.lost[number:], Fraction(0)), f"{MOST_OUTCOMES} Teams or more lost"
        if chance:
            shown.append((text, chance))
    return shown


def outcomes(odds: FireOdds) -> tuple[Odds, ...]:
    """How many Teams are lost, and whether there are hits enough for a marker (11.1)."""
    shown = outcome_chances(odds)
    suppressed = sum(odds.hits[odds.per_marker :], Fraction(0))
    if suppressed:
        shown.append((SUPPRESSED, suppressed))
    return told_odds(shown, none=(NOBODY,))


def attack_view(b: Battle, decision: Decision, choice: Choice) -> AttackView | None:
    """The odds behind an option of any question about fire; nothing for other options."""
    if choice.do == "target" and decision.kind == "range in":
        return barrage_view(b, b.acting, b.team(decision.piece), b.team(choice.piece))
    meant = shots_meant(b, decision, choice)
    shown = None if meant is None else shooting_view(b, *meant)
    if shown is None or meant is None or not would_help(b, meant[1], [shot.team for shot in meant[0]]):
        return shown
    there = gone_down(b, meant[1].unit)
    low = shots_meant(there, decision, choice)
    return shown if low is None else with_the_other(shown, shooting_view(there, *low))


def gone_down(b: Battle, unit: Unit) -> Battle:
    """The battle in which a Unit has gone to ground (6.25)."""
    there = b.copy()
    it = found(there.find_party(unit.key), "Unit", unit.key)
    it.ground = True
    for team in there.all_of(it):
        team.upright = False
    return there


def with_the_other(shown: AttackView, low: AttackView | None) -> AttackView:
    """The odds, and what they are if the target goes to ground first."""
    if low is None:
        return shown
    lost = Odds(GROUNDED, 1000 - sum([each.chance for each in low.odds if each.text == NOBODY]))
    how = shown.how + LOW.format(throw=low.attack)
    return msgspec.structs.replace(shown, odds=(*shown.odds, lost), how=how)


def chance_of(b: Battle, decision: Decision, choice: Choice) -> float | None:
    """The one number of a choice: the chance that its fire takes out a Team."""
    meant = shots_meant(b, decision, choice)
    return float(1 - exact_odds(b, *meant).lost[0]) if meant is not None and meant[0] else None


def shots_meant(b: Battle, decision: Decision, choice: Choice) -> tuple[list[Shot], Target] | None:
    """The shots that a choice stands for, and at whom; nothing where none are fired."""
    if decision.kind == "fire":
        unit = unit_called(b, decision.piece)
    elif decision.kind == "reaction" and choice.do == "react":
        unit = unit_called(b, choice.piece)
        choice = Choice("fire", "", choice.to)
    else:
        return None
    if unit is None:
        return None
    if b.walk is not None:
        return shots_at(b, unit, choice, OVERWATCH if unit.overwatch else REACTION, False)
    return shots_at(b, unit, choice, MOVED if b.shifted else NORMAL, b.action == "aimed fire")


def shots_at(b: Battle, unit: Unit, choice: Choice, kind: int, aimed: bool) -> tuple[list[Shot], Target] | None:
    """A choice to fire: the shots of all Teams of the Unit that can, or of the one named."""
    target = find_target(b, choice.to)
    if choice.do not in ("fire", "split") or target is None:
        return None
    teams = [team for team in b.all_of(unit) if choice.piece in ("", team.id) and able(b, team, target)]
    return planned(b, teams, target, kind, aimed), target


def under_fire(b: Battle, decision: UnderFire, choice: Choice) -> tuple[Odds, ...]:
    """6.25 What the fire that is about to come may do to a Unit that goes to ground, or does not."""
    there = b
    if choice.do == "ground":
        there = gone_down(b, found(b.find_party(choice.piece), "Unit", choice.piece))
    target = find_target(there, decision.target)
    if target is None or decision.how == RANGING:
        return ()
    teams = [there.team(id) for id in decision.firers]
    return in_short(shooting_view(there, planned(there, teams, target, decision.how, decision.aimed), target))


def unit_called(b: Battle, key: str) -> Unit | None:
    """A Unit by its key, or the CC's own."""
    return next((unit for unit in [*b.units, *b.commands] if unit.key == key), None)


def in_short(attack: AttackView | None) -> tuple[Odds, ...]:
    """The odds for a button: whether anybody is lost, and whether anybody is suppressed."""
    if attack is None or not attack.odds:
        return ()
    if attack.odds[0].text.startswith(ON_TARGET):
        return attack.odds[:1]
    unhurt = sum([each.chance for each in attack.odds if each.text == NOBODY])
    low = [Odds("if it goes to ground", each.chance) for each in attack.odds if each.text == GROUNDED]
    return (
        Odds("a Team or more lost", 1000 - unhurt),
        *low,
        *[each for each in attack.odds if each.text == SUPPRESSED],
    )
