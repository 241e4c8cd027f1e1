"""How each kind of event is told besides its sentence."""

from sandtable.table.event import Event
from sandtable.table.telling import AGAIN, BAD, BURST, HURT, IMPULSE, LOST, NEWS, SHOT, SUM, TURN, Telling


def marker(event: Event) -> str:
    """The key of the marker that was drawn."""
    return event.text


TELLINGS = {
    "turn": TURN,
    "drawn": Telling("impulse", "news", marker),
    "activated": IMPULSE,
    "battle over": NEWS,
    "chaos": Telling(shows="news", dice="sum"),
    "fired": SHOT,
    "struck": SHOT,
    "strafed": SHOT,
    "bombarded": SHOT,
    "aa fired": SHOT,
    "smoke fired": BURST,
    "smoke": BURST,
    "mines": BURST,
    "disrupted": HURT,
    "reduced": HURT,
    "hq reduced": Telling("bad", "hurt", lambda event: "reduced"),
    "eliminated": LOST,
    "hq eliminated": LOST,
    "aircraft destroyed": LOST,
    "wreck": BAD,
    "assault lost": BAD,
    "barrage lost": BAD,
    "acquisition lost": BAD,
    "bridge out": Telling("bad", "burst"),
    # Dice that are summed or only looked at: no die of them reaches a number by itself.
    "morale check": SUM,
    "ranged in": SUM,
    "drifted": SUM,
    "odd hit": SUM,
    "plane roll": SUM,
    "fate die": AGAIN,
    "re-rolled": AGAIN,
}
