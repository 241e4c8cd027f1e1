"""Who does what an option says, for those who read it away from the board."""

import msgspec

from sandtable.table.view import View


def named(view: View) -> View:
    """The view with the name of who acts in every option whose label does not hold it.

    Of "1st Platoon, leader" the platoon is name enough.
    """
    if view.decision is None:
        return view
    names = {group.id: group.name for group in view.groups} | {piece.id: piece.name for piece in view.pieces}
    asked = view.decision.piece
    options = []
    for option in view.decision.options:
        name = names.get(option.piece, "") if option.piece != asked else ""
        told = not name or name.split(",")[0] in option.label
        options.append(option if told else msgspec.structs.replace(option, by=name))
    return msgspec.structs.replace(view, decision=msgspec.structs.replace(view.decision, options=tuple(options)))
