"""What verbs of choices are for: doing nothing, taking back, going somewhere. The others speak for themselves."""

from sandtable.table.view import Role

ROLES: dict[str, Role] = {
    "pass": "pass",
    "finish": "done",
    "hold": "done",
    "hold fire": "done",
    "keep": "done",
    "pass impulse": "done",
    "pass march": "done",
    "stay": "done",
    "stop": "done",
    "back": "back",
    "exit": "move",
    "fate move": "move",
    "move": "move",
    "retreat": "move",
    "shift": "move",
    "place": "place",
    "place mounted": "place",
}
