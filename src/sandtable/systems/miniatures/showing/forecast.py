"""The odds of shootings that somebody describes: in words, or as a scene (`sandtable odds miniatures ...`)."""

from sandtable.systems.miniatures.reading.attack_words import ASSAULTS, Side, as_scene, read_sides
from sandtable.systems.miniatures.rules.assault.charge import could_charge
from sandtable.systems.miniatures.rules.assault.targets import may_assault, why_no_assault
from sandtable.systems.miniatures.rules.fire.refusals import why_not_at
from sandtable.systems.miniatures.rules.fire.shooting import targets_for
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL, able
from sandtable.systems.miniatures.rules.leaders import Target, target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.showing.assault_odds import assault_odds
from sandtable.systems.miniatures.showing.assault_view import assault_view, outcomes
from sandtable.systems.miniatures.showing.attack_view import outcome_chances, throw_words
from sandtable.systems.miniatures.showing.names import name_of
from sandtable.systems.miniatures.showing.odds import exact_odds, planned
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.table.event import Modifier
from sandtable.table.shown import Forecast, Forecasts
from sandtable.table.telling import capital, count


def from_words(text: str) -> Forecast:
    """What a shooting in words will do."""
    firers, target, away = read_sides(text)
    b = scene(as_scene(firers, target, away))
    for team in b.teams:
        team.name = f"the {team.type.name}"
    mark = target_of(b, "X")
    mark.unit.name = "the target"
    ground = ""
    if target.terrain is not None:
        ground = f" {'behind' if target.terrain.line else 'in'} {target.terrain.name}"
    there = f"{called(target)}{ground}, {away:g} inches away"
    if any(word.lower() in ASSAULTS for word in text.split()):
        unit = b.unit("A")
        unit.pl = unit.teams[0]  # 14.7: somebody leads them
        return assault_of(b, unit, mark, f"{called(firers)} assault {there}")
    teams = [team for team in b.on_table(0) if able(b, team, mark)]
    if not teams:
        reason, rule = why_not_at(b, b.on_table(0)[0], mark)
        raise ValueError(f"{capital(reason)} (rule {rule})")
    return forecast_of(b, teams, mark, firers.kind, "aimed" in firers.words, f"{called(firers)} at {there}")


def called(side: Side) -> str:
    """The Teams of a side in words: 5 Rifle and LMG."""
    names: dict[str, int] = {}
    for type in side.teams:
        names[type.name] = names.get(type.name, 0) + 1
    words = [f"{number} {name}" if number > 1 else name for name, number in names.items()]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def from_scene(text: str) -> list[Forecast]:
    """Every target that the active Unit can fire at, with all Teams that can; then all that it can assault."""
    b = scene(text)
    if b.active < 0:
        raise ValueError("No Unit acts in this scene: it needs a line like `active U1 passed`.")
    unit = b.units[b.active]
    kind = MOVED if b.shifted else NORMAL
    found: list[Forecast] = []
    for target in targets_for(b, unit.side):
        teams = [team for team in b.all_of(unit) if able(b, team, target)]
        if teams:
            found.append(forecast_of(b, teams, target, kind, False, f"{unit.name} at {name_of(b, target.key)}"))
    if b.passed and not b.action:  # 3.3.e
        for key in may_assault(b, unit):
            found.append(assault_of(b, unit, target_of(b, key), f"{unit.name} assaults {name_of(b, key)}"))
    return found


def assault_of(b: Battle, unit: Unit, target: Target, title: str) -> Forecast:
    """13 The charge of all who can, and the first strikes."""
    going = could_charge(b, unit, target)
    odds = assault_odds(b, unit, target, going) if going else None
    if odds is None:
        reason, rule = why_no_assault(b, unit, target.key)
        raise ValueError(f"{capital(reason)} (rule {rule})")
    view = assault_view(b, unit, target, going, odds)
    dangers = [f"{each.chance / 1000:.1%} {each.text}" for each in view.losses]
    return Forecast(
        title,
        (
            ("Charge", f"{count(odds.strikers, 'Team')}, {view.attack}", ()),
            ("Defensive fire", view.defence, view.defence_notes),
        ),
        {text: float(chance) for text, chance in outcomes(odds)},
        "; ".join(dangers),
        {
            "strikers": odds.strikers,
            "halted": float(odds.halted),
            "none_arrives": float(odds.none_arrives),
            "taken": [float(chance) for chance in odds.taken],
            "lost_to_fire": float(odds.defence.lost) if odds.defence is not None else 0.0,
            "answered_at_most": float(odds.answered),
        },
    )


def forecast_of(b: Battle, teams: list[Team], target: Target, kind: int, aimed: bool, title: str) -> Forecast:
    """The shooting as the odds see it."""
    shots = planned(b, teams, target, kind, aimed)
    odds = exact_odds(b, shots, target)
    notes: dict[Modifier, None] = {}
    for shot in shots:
        notes.update(dict.fromkeys(shot.modifiers))
    mean = float(sum([number * chance for number, chance in enumerate(odds.hits)]))
    markers = float(odds.markers + odds.suppressions)
    return Forecast(
        title,
        (("Fire", throw_words(shots), tuple(notes)),),
        {text: float(chance) for text, chance in outcome_chances(odds)},
        f"{mean:.2f} hits and {markers:.2f} suppression markers on average",
        {
            "dice": sum([shot.dice for shot in shots]),
            "needs": sorted({shot.need for shot in shots}),
            "hits": [float(chance) for chance in odds.hits],
            "lost": [float(chance) for chance in odds.lost],
        },
    )


FORECASTS = Forecasts(from_words, from_scene)
