"""The odds of attacks that somebody describes: in words, or as a scene (`sandtable odds war_storm ...`)."""

from fractions import Fraction

from sandtable.systems.war_storm.reading.attack_words import Described, as_scene, read
from sandtable.systems.war_storm.rules.attack import Attack, factors, reckon
from sandtable.systems.war_storm.rules.fire import targets, why_no_fire
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.showing.odds import KILLED, fight_outcomes, fire_odds, fire_words
from sandtable.systems.war_storm.state.pieces import Battle, Platoon, Unit
from sandtable.table.shown import Forecast, Forecasts
from sandtable.table.telling import capital, count


def from_words(text: str) -> Forecast:
    """What an attack in words will do."""
    described = read(text)
    b = scene(as_scene(described))
    for platoon in b.platoons:
        platoon.name = platoon.type.name
    place = b.ground.index[f"A0{described.range:02}"]
    title = title_of(b, described, place)
    if described.assault:
        return fight_forecast(b, described, place, title)
    firers = [platoon for platoon in b.platoons if platoon.side == 0]
    for platoon in firers:
        reason, rule = why_no_fire(b, platoon, place)
        if reason:
            raise ValueError(f"{reason} (rule {rule})")
    weak = firers if "reacting" in described.switches else []
    return fire_forecast(b, reckon(b, firers, b.units_at(place, 1), place, weak), title)


def from_scene(text: str) -> list[Forecast]:
    """Every hex that each activated platoon can fire at, alone."""
    b = scene(text)
    if b.actor < 0:
        raise ValueError("No officer is activated in this scene: add a line like `actor Jones`.")
    found: list[Forecast] = []
    for platoon in b.platoons:
        for place in targets(b, platoon) if platoon.active else []:
            attack = reckon(b, [platoon], b.units_at(place, 1 - platoon.side), place)
            found.append(fire_forecast(b, attack, f"{platoon.name} fires at {b.ground.names[place]}"))
    return found


def title_of(b: Battle, described: Described, place: int) -> str:
    """ "2 US infantry fire at German grenadier in Woods at range 2"."""
    mine, theirs = ([unit for unit in b.units if unit.side == side] for side in (0, 1))
    many = sum([isinstance(unit, Platoon) for unit in mine]) > 1
    verb = ("assault" if many else "assaults") if described.assault else ("fire at" if many else "fires at")
    where = f"in {b.ground.terrain[place].name}"
    if not described.assault:
        where += f" at range {described.range}"
    return f"{listed(mine, False)} {verb} {listed(theirs, True)} {where}"


def listed(units: list[Unit], officers: bool) -> str:
    """Platoons by name with their number, and an officer."""
    names = [unit.name for unit in units if isinstance(unit, Platoon)]
    words = [name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in dict.fromkeys(names)]
    if officers and any(not isinstance(unit, Platoon) and unit.hex >= 0 for unit in units):
        words.append("an officer")
    return " and ".join(words)


def fire_forecast(b: Battle, attack: Attack, title: str) -> Forecast:
    """Fire at a hex: column and divisor, the steps it will cost, and what else."""
    odds = fire_odds(b, attack)
    dice, divided = fire_words(b, attack)
    if len(odds.steps) > 1:
        outcomes = {f"{count(steps, 'step')} lost": chance for steps, chance in enumerate(odds.steps) if chance}
    else:
        (falls,) = odds.outcomes.values()
        outcomes = {"the officer falls": falls, "the officer is unharmed": 1 - falls}
    others = [f"{text} {float(chance):.1%}" for text, chance in odds.outcomes.items() if len(odds.steps) > 1]
    return Forecast(
        capital(title),
        (("Attack", dice, (*factors(b, attack), *attack.modifiers)), ("Divisor", divided, attack.divisor_notes)),
        floats(outcomes),
        f"{odds.mean:.2f} steps lost on average" + "".join(f"; {each}" for each in others),
        {
            "ff": attack.ff,
            "column": b.scenario.rulebook.chart.columns[attack.column],
            "divisor": attack.divisor,
            "steps": [float(chance) for chance in odds.steps],
            "eliminated": float(odds.outcomes.get(KILLED, Fraction(0))),
            "losses": odds.mean,
        },
    )


def fight_forecast(b: Battle, described: Described, place: int, title: str) -> Forecast:
    """15.2 The first roll of a fight, if all go in unhurt."""
    if described.range != 1:
        raise ValueError("An assault starts next to the enemy: say `at range 1`. (rule 14.1)")
    mine, theirs = b.units_at(b.ground.index["A000"], 0), b.units_at(place, 1)
    if not described.halves[1].platoons:
        raise ValueError("Officers alone cannot be assaulted. (rule 14.1)")
    if not described.halves[0].officer:
        mine = [unit for unit in mine if isinstance(unit, Platoon)]
    (strength, notes), (against, defence), outcomes = fight_outcomes(b, mine, theirs, place)
    return Forecast(
        capital(title),
        (("Attack", f"strength {strength} + 2d6", notes), ("Defence", f"strength {against} + 2d6", defence)),
        floats(outcomes),
        "the first roll of the fight, if all attackers arrive unhurt",
        {"strength": strength, "defence_strength": against},
    )


def floats(outcomes: dict[str, Fraction]) -> dict[str, float]:
    return {text: float(chance) for text, chance in outcomes.items()}


FORECASTS = Forecasts(from_words, from_scene)
