"""What verbs of choices are for: doing nothing, taking back, going somewhere. The others speak for themselves."""

from sandtable.table.view import Role

ROLES: dict[str, Role] = {
    "done": "pass",
    "keep": "pass",
    "pass": "pass",
    "stay": "pass",
    "leave": "done",
    "nothing": "done",
    "move": "move",
    "place": "place",
}
