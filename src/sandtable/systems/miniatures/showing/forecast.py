"""The odds of shootings that somebody describes: in words, or as a scene (`sandtable odds miniatures ...`)."""

from sandtable.systems.miniatures.reading.attack_words import Side, as_scene, read_sides
from sandtable.systems.miniatures.rules.fire.refusals import why_not_at
from sandtable.systems.miniatures.rules.fire.shooting import targets_for
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL, able
from sandtable.systems.miniatures.rules.leaders import Target, target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.showing.attack_view import outcome_chances, throw_words
from sandtable.systems.miniatures.showing.names import name_of
from sandtable.systems.miniatures.showing.odds import exact_odds, planned
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.table.event import Modifier
from sandtable.table.shown import Forecast, Forecasts
from sandtable.table.telling import capital


def from_words(text: str) -> Forecast:
    """What a shooting in words will do."""
    firers, target, away = read_sides(text)
    b = scene(as_scene(firers, target, away))
    for team in b.teams:
        team.name = f"the {team.type.name}"
    mark = target_of(b, "X")
    mark.unit.name = "the target"
    teams = [team for team in b.on_table(0) if able(b, team, mark)]
    if not teams:
        reason, rule = why_not_at(b, b.on_table(0)[0], mark)
        raise ValueError(f"{capital(reason)} (rule {rule})")
    ground = ""
    if target.terrain is not None:
        ground = f" {'behind' if target.terrain.line else 'in'} {target.terrain.name}"
    title = f"{called(firers)} at {called(target)}{ground}, {away:g} inches away"
    return forecast_of(b, teams, mark, firers.kind, "aimed" in firers.words, title)


def called(side: Side) -> str:
    """The Teams of a side in words: 5 Rifle and LMG."""
    names: dict[str, int] = {}
    for type in side.teams:
        names[type.name] = names.get(type.name, 0) + 1
    words = [f"{number} {name}" if number > 1 else name for name, number in names.items()]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def from_scene(text: str) -> list[Forecast]:
    """Every target that the active Unit can fire at, with all Teams that can."""
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
    return found


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
