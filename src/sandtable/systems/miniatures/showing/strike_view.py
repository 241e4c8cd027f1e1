"""The odds within close combat: a strike, a counter-attack, and a check that is rolled again."""

from fractions import Fraction

from sandtable.systems.miniatures.rules.fire.gone_to_ground import UnderFire
from sandtable.systems.miniatures.rules.leaders import SecondTry
from sandtable.systems.miniatures.showing.assault_odds import kill_chance
from sandtable.systems.miniatures.showing.attack_view import under_fire
from sandtable.systems.miniatures.showing.brings import strike_words
from sandtable.systems.miniatures.showing.odds import ONE, die_chance
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.table.battle import found
from sandtable.table.decision import Choice, Decision
from sandtable.table.telling import count, told_odds
from sandtable.table.view import AttackView, Odds

IN_VAIN = "in vain"


def strike_view(b: Battle, choice: Choice) -> AttackView:
    """13.10, 13.19 What a strike brings."""
    striker, victim = b.team(choice.piece), b.team(choice.to)
    tank, weapon = victim.type.kind == TANK, striker.type.weapon
    dice = weapon.ta if tank and weapon is not None else 1
    kills = kill_chance(b, striker, victim)
    return AttackView(
        f"{count(dice, 'die', 'dice')} on {b.unit_of(striker).training.check}+",
        "a save for each that passes" if tank else "no save",
        odds=told_odds([(IN_VAIN, ONE - kills), ("the Team is lost", kills)], none=(IN_VAIN,)),
        how=strike_words(b, choice),
    )


def check_odds(b: Battle, decision: Decision, choice: Choice) -> tuple[Odds, ...]:
    """13.12, 14.9 How likely the check passes that an option of close combat or of the Commander asks for."""
    if choice.do == "counter-attack":
        need = found(b.find_party(choice.piece), "Unit", choice.piece).training.check
        return told_odds([("strikes back", passing(need))])
    if choice.do == "reroll" and isinstance(decision, SecondTry):
        return told_odds([("passes", passing(decision.need))])
    return ()


def chance_within(b: Battle, decision: Decision, choice: Choice) -> float | None:
    """The one number of a choice under fire, in close combat or of a second try: what its odds begin with."""
    if choice.do == "strike":
        return float(kill_chance(b, b.team(choice.piece), b.team(choice.to)))
    odds = under_fire(b, decision, choice) if isinstance(decision, UnderFire) else check_odds(b, decision, choice)
    return odds[0].chance / 1000 if odds else None


def passing(need: int) -> Fraction:
    """3.1 The chance of a check: a 1 never passes."""
    return die_chance(max(2, need), False)
