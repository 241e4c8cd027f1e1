"""How each kind of event is told besides its sentence."""

from sandtable.table.telling import BURST, HURT, IMPULSE, LOST, SHOT, SUM, TURN

TELLINGS = {
    "round": TURN,
    "initiative": IMPULSE,
    "activated": IMPULSE,
    "first roll": SUM,
    "shooting": SHOT,
    "shot": SHOT,
    "shot again": SHOT,
    "strikes": SHOT,
    "barrage": BURST,
    "template": BURST,
    "smoke fired": BURST,
    "smoke": BURST,
    "suppressed": HURT,
    "lost": LOST,
    "destroyed": LOST,
}
