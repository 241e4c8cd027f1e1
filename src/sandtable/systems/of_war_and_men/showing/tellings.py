"""How each kind of event is told besides its sentence.

Every number is told when it is flipped, and again in what it was for: luck counts the flips.
"""

from sandtable.table.event import Event
from sandtable.table.telling import AGAIN, BAD, BURST, HURT, IMPULSE, LOST, NEWS, SHOT, TURN, Telling


def purpose(event: Event) -> str:
    """What is flipped for: "red: the time"."""
    return event.text.partition(": ")[2]


TELLINGS = {
    "round": TURN,
    "activated": IMPULSE,
    "time is up": NEWS,
    "end": NEWS,
    "flip": Telling(shows="flip", about=purpose, dice="sum"),
    "check": AGAIN,
    "attack": SHOT,
    "shot": Telling(shows="shot", dice="again"),
    "damage": AGAIN,
    "duel": AGAIN,
    "shells fall": BURST,
    "smoke": BURST,
    "explosion": BURST,
    "suppressed": HURT,
    "wounded": HURT,
    "routed": HURT,
    "jammed": BAD,
    "captured": BAD,
    "killed": LOST,
    "destroyed": BAD,
    "fireteam gone": BAD,
    "truck destroyed": BAD,
}
