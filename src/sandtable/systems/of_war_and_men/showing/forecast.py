"""The odds of shots that somebody describes: in words, or as a scene (`sandtable odds of_war_and_men ...`)."""

from fractions import Fraction

from sandtable.systems.of_war_and_men.reading.attack_words import Half, as_scene, read_shot
from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.rules.fire.attack_order import out_of_reach, shooters, targets
from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.showing.narrator import man_name, who
from sandtable.systems.of_war_and_men.showing.odds import ShotOdds, fire, throw
from sandtable.systems.of_war_and_men.state.pieces import Battle, Played, Soldier
from sandtable.table.shown import Forecast, Forecasts

ON = ("hill", "road", "railroad", "bridge")  # one is on these, and in other Terrain


def from_words(text: str) -> Forecast:
    """What a shot in words will do."""
    shooter, target, both = read_shot(text)
    b = scene(as_scene(shooter, target, both))
    man = b.soldier("S")
    said = shooter.said["shot"]
    enemy = b.teams[-1]
    played = Played(0, 0, "on the run" if "on the run" in said else "attack", b.active, enemy.index)
    played.stealthy = b.active_team.stealth
    if "marksman" in said:
        played.marksman = man.index
    check(b, played, man, shooter.men[0].name)
    terrain = b.terrain(enemy.cell)
    where = "" if terrain.key == "field" else f" {'on' if terrain.key in ON else 'in'} {terrain.name}"
    title = f"{shooter.men[0].name} fires at {called(target)}{where} at range {both.range}"
    return forecast_of(title, fire(b, "axis", played, man))


def called(half: Half) -> str:
    """Those under fire."""
    names = [man.name for man in half.men]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def check(b: Battle, played: Played, man: Soldier, name: str) -> None:
    """The shot must be one that the rules allow."""
    team, enemy = b.teams[played.team], b.teams[played.target]
    reason = out_of_reach(b, team, enemy)
    if reason is not None:
        raise ValueError("{} (rule {})".format(*reason))
    if not can_fire(man):
        raise ValueError(
            f"{name} cannot fire: {'wounded' if man.condition else 'his weapon is jammed'} (rule 16.2.a)"
        )
    if man not in shooters(b, played):
        raise ValueError(f"{name} cannot fire at range {distance(b, team.cell, enemy.cell)} (rule 7.7)")


def from_scene(text: str) -> list[Forecast]:
    """Every shot that a soldier of the active Fireteam can fire for an Attack order."""
    b = scene(text)
    if b.active < 0:
        raise ValueError("No Fireteam is active in this scene: add a line like `active axis-1`.")
    team = b.active_team
    seat = b.players[team.player].seat
    found: list[Forecast] = []
    for id in targets(b, team):
        enemy = b.find_team(id)
        played = Played(0, team.player, "attack", team.index, enemy.index if enemy is not None else -1)
        played.thing = "" if enemy is not None else id
        played.stealthy = team.stealth
        for man in shooters(b, played):
            found.append(forecast_of(f"{man_name(man)} fires at {who(b, id)}", fire(b, seat, played, man)))
    return found


def forecast_of(title: str, odds: ShotOdds) -> Forecast:
    """The shot as the odds see it."""
    if not odds.chances:
        raise ValueError(f"{odds.notes[-1].label} (rule {odds.notes[-1].rule}).")
    note = f"his weapon jams {float(odds.jam):.1%} of the time"
    if odds.nerve:
        note += f", he loses his nerve {float(odds.nerve):.1%}"
    return Forecast(
        title,
        (("Fire", throw(odds), tuple(odds.notes)),),
        {name: float(chance) for name, chance in odds.chances.items()},
        note,
        {
            "flips": throw(odds),
            "range": odds.shot.range,
            "jam": float(odds.jam),
            "some_effect": float(1 - odds.chances.get("no effect", Fraction())),
        },
    )


FORECASTS = Forecasts(from_words, from_scene)
