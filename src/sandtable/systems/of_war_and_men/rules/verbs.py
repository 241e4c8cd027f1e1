"""What verbs of choices are for: doing nothing, taking back, going somewhere. The others speak for themselves."""

from sandtable.table.view import Role

ROLES: dict[str, Role] = {
    "as they stand": "pass",
    "cease fire": "pass",
    "done": "pass",
    "keep the line": "pass",
    "leave": "pass",
    "pass": "pass",
    "stay": "pass",
    "wait": "pass",
    "close": "done",
    "keep": "done",
    "maneuver": "move",
    "retreat": "move",
    "arrive": "place",
    "land": "place",
    "place": "place",
    "start": "place",
}
