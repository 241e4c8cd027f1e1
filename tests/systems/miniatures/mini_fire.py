"""Scenes in which one Unit fires at another, far from everybody else."""

from mini_stage import MiniStage, stage

from sandtable.table.event import Event

# So that neither company is at an end when a Unit falls.
SPARE = """
blue U9 veteran
  PL rifle U9-1 at 2,2
red G9 veteran
  PL rifle G9-1 at 70,46
"""


def unit_text(line: str, teams: str) -> str:
    """A Unit with its Teams, one a line or between semicolons."""
    rows = [row.strip() for row in teams.replace(";", "\n").splitlines() if row.strip()]
    return "\n".join([line, *[f"  {row}" for row in rows]])


def scene_of(
    blue: str, red: str, *more: str, level: str = "veteran", target: str = "veteran activated", check: str = "failed"
) -> str:
    """A blue Unit U1 that acts and a red Unit G1, which has been activated and so cannot go to ground."""
    return "\n".join(
        [SPARE, unit_text(f"blue U1 {level}", blue), unit_text(f"red G1 {target}", red), *more, f"active U1 {check}"]
    )


def firing(
    blue: str,
    red: str,
    *more: str,
    dice: tuple[int, ...] = (),
    level: str = "veteran",
    target: str = "veteran activated",
) -> MiniStage:
    """The scene, with everybody in U1 who can firing at G1."""
    s = stage(scene_of(blue, red, *more, level=level, target=target), *dice)
    s.do("fire", "U1")
    all_fire(s, "G1")
    return s


def all_fire(s: MiniStage, target: str) -> MiniStage:
    """Everybody who can fires at a target."""
    choice = next(option for option in s.options("fire") if option.to == target)  # all, or the only one
    s.do("fire", choice.piece, target)
    return s


def need(s: MiniStage) -> int:
    """The number needed to hit by the last shot."""
    return s.last("shot").need


def reasons(event: Event) -> list[tuple[int, str, str]]:
    """The modifiers of an event."""
    return [(each.amount, each.label, each.rule) for each in event.modifiers]


def rules_of(event: Event) -> list[str]:
    return [each.rule for each in event.modifiers]


def lost(s: MiniStage) -> list[str]:
    """Who has been lost, in order."""
    return [event.piece for event in s.told("lost")]
