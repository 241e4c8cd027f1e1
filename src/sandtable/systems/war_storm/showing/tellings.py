"""How each kind of event is told besides its sentence."""

from sandtable.table.telling import BAD, HURT, IMPULSE, LOST, NEWS, SUM, TURN, Telling

TELLINGS = {
    "turn": TURN,
    "initiative": IMPULSE,
    "activated": IMPULSE,
    "end": NEWS,
    "fired": Telling(shows="shot", dice="sum"),
    "step lost": HURT,
    "routed": HURT,
    "out of command": BAD,
    "discipline failure": BAD,
    "position lost": BAD,
    "eliminated": LOST,
    "officer lost": LOST,
    "disintegrated": LOST,
    "lost in rout": LOST,
    # Two dice are added up and compared with a number.
    "officer check": SUM,
    "company check": SUM,
    "platoon check": SUM,
    "activation check": SUM,
    "wire check": SUM,
    "assault check": SUM,
    "rally": SUM,
    "fight": SUM,
    "initiative roll": SUM,
}
