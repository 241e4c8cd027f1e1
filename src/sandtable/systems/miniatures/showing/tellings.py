"""How each kind of event is told besides its sentence."""

from sandtable.table.telling import BURST, HURT, IMPULSE, LOST, SHOT, SUM, TURN, Telling

TO_HIT = Telling(shows="shot", least=2)  # 6.14 a 1 never hits

TELLINGS = {
    "round": TURN,
    "initiative": IMPULSE,
    "activated": IMPULSE,
    "first roll": SUM,
    "shooting": SHOT,
    "shot": TO_HIT,
    "shot again": TO_HIT,
    "range in": Telling(least=2),
    "strikes": SHOT,
    "barrage": BURST,
    "template": BURST,
    "smoke fired": BURST,
    "smoke": BURST,
    "suppressed": HURT,
    "lost": LOST,
    "destroyed": LOST,
    "company check": Telling(ends=True),
}
