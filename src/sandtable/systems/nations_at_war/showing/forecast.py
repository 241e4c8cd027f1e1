"""The odds of attacks that somebody describes: in words, or as a scene (`sandtable odds`)."""

from typing import Any

from sandtable.systems.nations_at_war.reading.attack_words import Attack, read_attack
from sandtable.systems.nations_at_war.reading.book import KEY
from sandtable.systems.nations_at_war.rules.combat.fire import concealed, why_no_fire
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.showing.assault_odds import CloseOdds
from sandtable.systems.nations_at_war.showing.narrator import label
from sandtable.systems.nations_at_war.showing.odds import AttackOdds, mortar_odds, odds, ranged_odds
from sandtable.systems.nations_at_war.state.pieces import Action, Battle, Unit
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.play import Play
from sandtable.table.shown import Forecast, Forecasts
from sandtable.table.system import systems
from sandtable.table.telling import count

Found = AttackOdds | CloseOdds


def from_words(text: str) -> Forecast:
    """What an attack in words will do."""
    attack = read_attack(text)
    b = scene(attack.scene())
    unit, target = b.units
    unit.name, target.name = unit.type.name, target.type.name
    found: Found | None
    if attack.how != "fire":
        found = close(b, attack)
    elif unit.type.mortar:
        found = mortar_odds(b, unit, target.hex, attack.leadership, target if attack.caught else None)
    else:
        found = ranged_odds(b, unit, target, attack.moving, attack.leadership, attack.caught, attack.watching)
    if found is None:
        sentence, rule = why_no_fire(b, unit, target, attack.moving)
        raise ValueError(f"{sentence} (rule {rule})")
    ground = b.ground.terrain[target.hex].name
    if attack.concealed and not (attack.how == "fire" and not attack.caught and concealed(b, target)):
        raise ValueError(f"The rules do not conceal {target.name} in {ground} here (rule 5.1.2.1.a).")
    where = "" if attack.how != "fire" else f" at range {attack.distance()}"
    verb = {"fire": "fires at", "assault": "assaults", "overrun": "overruns"}[attack.how]
    return described(f"{unit.name} {verb} {target.name} in {ground}{where}", found)


def close(b: Battle, attack: Attack) -> Found:
    """5.4, 5.5 From the next hex; the rules must allow it."""
    b.action = Action([0], -1)
    decision = game_of(b).decision
    assert decision is not None
    wanted = Choice(attack.how, to=attack.hexes()[1])
    found = next((each for each in decision.options() if (each.do, each.to) == (wanted.do, wanted.to)), wanted)
    try:
        decision.check(found)
    except IllegalChoice as refusal:
        raise ValueError(f"{refusal.reason} (rule {refusal.rule})") from refusal
    chances = odds(b, found)
    assert chances is not None
    return chances


def from_scene(text: str) -> list[Forecast]:
    """Every attack that the side to move can make, each unit that may act in action."""
    play = game_of(scene(text))
    found: dict[Choice, Forecast] = {}
    for fork in (play, *after_acting(play)):
        b = fork.battle
        decision = fork.decision
        if decision is None:
            continue
        for choice in decision.options():
            chances = odds(b, choice, decision.kind)
            if chances is not None and choice not in found:
                who = b.find_unit(choice.piece) or acting(b)
                found[choice] = described(f"{who.name}: {label(b, decision, choice)}", chances)
    return list(found.values())


def acting(b: Battle) -> Unit:
    """The unit in action."""
    if b.action is None:
        raise LookupError("no unit is in action")
    return b.units[b.action.units[0]]


def game_of(b: Battle) -> Play[Battle]:
    """A game that goes on from a scene."""
    return Play(systems()[KEY], b, SampledChance(1))


def after_acting(play: Play[Battle]) -> list[Play[Battle]]:
    """The scene with each unit that may act in action."""
    found = []
    for choice in play.decision.options() if play.decision is not None else ():
        if choice.do == "act":
            fork = play.fork(SampledChance(1))
            fork.choose(choice)
            found.append(fork)
    return found


def described(title: str, found: Found) -> Forecast:
    """Dice with their modifiers, outcomes, and the same for programs."""
    numbers: dict[str, Any]
    if isinstance(found, AttackOdds):
        attack = rolled(found.dice, found.to_hit, found.augmented)
        defence = ("Defence", rolled(found.save_dice, found.save_need) if found.save_dice else "no dice")
        numbers = {
            "dice": found.dice,
            "to_hit": found.to_hit,
            "augmented": found.augmented,
            "save_dice": found.save_dice,
            "save": found.save_need,
        }
    else:
        attack = ", ".join(rolled(*roll) for roll in found.attack)
        defence = ("Counterattack", ", ".join(rolled(*roll) for roll in found.counterattack))
        numbers = {"rolls": found.attack, "counterattack": found.counterattack, "win": found.win}
    return Forecast(
        title,
        (("Attack", attack, found.attack_notes), (*defence, found.defence_notes)),
        found.outcomes,
        f"{found.expected_hits:.2f} hits left on average",
        numbers | {"expected_hits": found.expected_hits},
    )


def rolled(dice: int, need: int, augmented: bool = False) -> str:
    """4 dice, 4 or more."""
    again = ", one may be rolled again (5.1.7)" if augmented else ""
    return f"{count(dice, 'die', 'dice')}, {need} or more{again}"


FORECASTS = Forecasts(from_words, from_scene)
