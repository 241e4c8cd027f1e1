"""How each kind of event is told besides its sentence."""

from sandtable.table.telling import BAD, HURT, IMPULSE, LOST, NEWS, SHOT, TURN, Telling

TELLINGS = {
    "round": TURN,
    "order": Telling(about=lambda event: event.text),
    "night": TURN,
    "activated": IMPULSE,
    "initiative": Telling("impulse", "news", dice="sum"),
    "initiative tied": Telling(dice="sum"),
    "battle over": NEWS,
    "attacks": SHOT,
    "barrage": SHOT,
    "flak": SHOT,
    "strength lost": HURT,
    "company lost": LOST,
    "destroyed": LOST,
    "hq lost": BAD,
    "regiment gone": BAD,
}
