"""What verbs of choices are for: doing nothing, taking back, going somewhere. The others speak for themselves."""

from sandtable.table.view import Role

ROLES: dict[str, Role] = {
    "change": "change",
    "done": "pass",
    "pass": "pass",
    "ready": "pass",
    "stay": "pass",
    "fall back": "move",
    "march": "march",
    "move": "move",
    "retreat": "move",
    "shift": "move",
    "place": "place",
}
