"""11 What a Mission changes in limits, targets and points. Each Mission's own rules hang on its switches.

What it makes happen is in mission_events.py.
"""

from sandtable.systems.of_war_and_men.pieces import Battle, Fireteam
from sandtable.table.decision import Choice

SIZE = 8  # 3.7


def size_limit(b: Battle, team: Fireteam) -> int:
    """3.7, G.merging The most soldiers a Fireteam may have."""
    return size_for(b, b.side(team))


def size_for(b: Battle, side: int) -> int:
    """3.7, 11.3.a The same, by side."""
    return SIZE


def bars(b: Battle, team: Fireteam, cell: int) -> tuple[str, str] | None:
    """Why the Mission keeps a Fireteam out of a Terrain: a sentence and a rule."""
    return None


def peace_at(b: Battle, cell: int) -> bool:
    """11.6.h No assault takes place in this Terrain."""
    return False


def things(b: Battle, team: Fireteam) -> list[str]:
    """11.6.c What else than a Fireteam an Attack order may name."""
    return []


def thing_cell(b: Battle, thing: str) -> int:
    """Where such a thing is."""
    return next(token.cell for token in b.tokens if token.kind == thing)


def hit_thing(b: Battle, thing: str, total: int, team: Fireteam) -> None:
    """11.6.c What a total does to a thing."""


def escort_lost(b: Battle, team: Fireteam) -> None:
    """11.5.b The last soldier of a Fireteam is out of the game."""


def may_act(b: Battle, team: Fireteam) -> bool:
    """Whether a Fireteam on the track gets a turn although it is not on the map."""
    return team.cell >= 0


def on_track(b: Battle, team: Fireteam) -> bool:
    """10.9 Whether a Fireteam has its token on the track; one that is still to arrive has none (11.3.b)."""
    return True


def actions(b: Battle, team: Fireteam) -> list[Choice]:
    """Standard Actions of the Mission (11.6.e)."""
    return []


def points(b: Battle, side: int) -> int:
    """8.13 Mission points of a side at the end."""
    earned = sum(player.mission_points for player in b.players if player.side == side)
    if "hold at the end" in b.mission.switches and holder(b, b.mission.places["objective"][0]) == side:
        earned += b.mission.values["hold"]
    return earned


def holder(b: Battle, cell: int) -> int:
    """The side that holds a cell: it has a Fireteam there and the enemy has none; -1: nobody."""
    sides = {b.side(team) for team in b.at(cell)}
    return sides.pop() if len(sides) == 1 else -1
