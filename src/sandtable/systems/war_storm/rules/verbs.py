"""What verbs of choices are for: doing nothing, taking back, going somewhere. The others speak for themselves."""

from sandtable.table.view import Role

ROLES: dict[str, Role] = {
    "done": "pass",
    "halt": "pass",
    "hold": "pass",
    "keep": "pass",
    "pass": "pass",
    "boat": "move",
    "run": "move",
    "to": "move",
    "withdraw": "move",
    "place": "place",
}
