"""The odds of combats that somebody describes: in words, or as a scene (`sandtable odds regimental ...`)."""

from sandtable.systems.regimental.reading.attack_words import TARGET, as_scene, read_halves
from sandtable.systems.regimental.rules.attack import attacks, new_combat, partners, why_no_attack, why_no_join
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.showing.narrator import attack_label
from sandtable.systems.regimental.showing.odds import CombatOdds, fill, mean_losses, reckon, with_full_defence
from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import Battle, Combat
from sandtable.table.decision import Choice
from sandtable.table.shown import Forecast, Forecasts
from sandtable.table.telling import count


def from_words(text: str) -> Forecast:
    """What a combat in words will do, with all the support that was named."""
    attack, defence = read_halves(text)
    b = scene(as_scene(attack, defence))
    stands = {stand.id: stand for stand in b.stands}
    for stand in b.stands:
        stand.name = stand.type.name
    check(b, Choice("attack", "A", TARGET))
    combat = new_combat(b, stands["A"], b.ground.index[TARGET])
    if "B" in stands:
        if attack.order == "H":
            raise ValueError("A regiment on H attacks with one core stand (rule 3.4.h).")
        if stands["B"] not in partners(b, combat):
            raise ValueError("{} (rule {})".format(*why_no_join(b, combat, Choice("join", "B"))))
        combat.attackers.append(stands["B"].index)
    fill(b, combat, 0)
    who = " and ".join(stands[id].name for id in "AB" if id in stands)
    far, many = attack.numbers["range"] == 2, "B" in stands
    verb = ("fire at" if far else "attack") if many else ("fires at" if far else "attacks")
    target = f"{stands['X'].name} on {ORDER_NAMES[defence.order]} in {b.ground.terrain[combat.target].name}"
    return forecast_of(b, combat, f"{who} on {ORDER_NAMES[attack.order]} {verb} {target}")


def check(b: Battle, wanted: Choice) -> None:
    """The attack must be one that the rules allow."""
    regiment = b.regiments[b.active]
    if regiment.order not in ("M", "H"):
        raise ValueError(f"A regiment on {ORDER_NAMES[regiment.order]} does not attack (rule 3.3.c).")
    if wanted not in attacks(b, regiment):
        raise ValueError("{} (rule {})".format(*why_no_attack(b, regiment, wanted)))


def from_scene(text: str) -> list[Forecast]:
    """Every attack that the active regiment can make, each stand alone, before any support is called."""
    b = scene(text)
    if b.active < 0:
        raise ValueError("No regiment attacks in this scene: add a line like `active blue attack`.")
    found: list[Forecast] = []
    for choice in attacks(b, b.regiments[b.active]):
        stand = b.stand(choice.piece)
        found.append(forecast_of(b, new_combat(b, stand, b.ground.index[choice.to]), attack_label(b, choice)))
    return found


def forecast_of(b: Battle, combat: Combat, title: str) -> Forecast:
    """The combat against the best that the defender can do."""
    odds = reckon(b, with_full_defence(b, combat))
    most = b.ground.numbers["hex_loss"]
    dealt = mean_losses(odds.attacker_hits, most)
    taken = mean_losses(odds.defender_hits, most * len(combat.attackers))
    attack = f"{count(odds.attack_dice, 'die', 'dice')}, {odds.attack_row.words}"
    return Forecast(
        title,
        (("Attack", attack, odds.attack_notes), ("Defence", defended(odds), odds.defence_notes)),
        {name: float(chance) for name, chance in odds.outcomes.items()},
        f"{dealt:.2f} strength points lost by the defender on average, {taken:.2f} by the attacker",
        {
            "dice": odds.attack_dice,
            "hits_on": odds.attack_row.words,
            "defence_dice": odds.defence_dice,
            "defence_hits_on": odds.defence_row.words if odds.defence_row is not None else "",
            "close": odds.close,
            "hits": [float(chance) for chance in odds.attacker_hits],
            "hits_taken": [float(chance) for chance in odds.defender_hits],
            "losses": dealt,
            "losses_taken": taken,
        },
    )


def defended(odds: CombatOdds) -> str:
    if odds.defence_row is None:
        return "does not fight back (3.6.b)"
    return f"{count(odds.defence_dice, 'die', 'dice')}, {odds.defence_row.words}"


FORECASTS = Forecasts(from_words, from_scene)
