"""What a page needs beside the options of a question: what other clicks would mean, and who does what."""

import msgspec

from sandtable.table.decision import Choice
from sandtable.table.view import DecisionView, OptionView, View


def pointed(view: DecisionView, at_piece: Choice | None = None, at_place: Choice | None = None) -> DecisionView:
    """The question with what a click on another piece or place would mean: these, or by the example of its options.

    A question about one piece is what it does to another, or where it goes; a question about none is who acts.
    """
    options = [option for option in view.options if not option.choice.at]
    acting = next((o for o in options if o.piece not in ("", view.piece) and not o.place), None)
    if acting is not None and not view.piece:
        return msgspec.structs.replace(view, at_piece=at_piece or Choice(acting.choice.do), at_place=at_place)
    aimed = next((o for o in options if o.target and (o.choice.piece or view.piece)), None)
    if at_piece is None and aimed is not None:
        at_piece = Choice(aimed.choice.do, aimed.choice.piece or view.piece)
    if at_piece is None and acting is not None:
        at_piece = Choice(acting.choice.do)
    there = place_meant(options)
    if at_place is None and there is not None:
        at_place = Choice(there.choice.do, there.choice.piece)
    return msgspec.structs.replace(view, at_piece=at_piece, at_place=at_place)


def place_meant(options: list[OptionView]) -> OptionView | None:
    """An option to go somewhere, if one may; else any other at a place."""
    there = [option for option in options if option.place and not option.target]
    return min(there, key=lambda option: option.role not in ("move", "march"), default=None)


def named(view: View) -> View:
    """The view with the name of who acts in every option whose label does not hold it.

    Of "1st Platoon, leader" the platoon is name enough, of a headquarters its group; what several do names them all.
    """
    if view.decision is None:
        return view
    names = {group.id: group.name for group in view.groups} | {piece.id: piece.name for piece in view.pieces}
    led = {piece.id: names.get(piece.group, "") for piece in view.pieces if piece.hq}
    asked = view.decision.piece
    options = []
    for option in view.decision.options:
        name = names.get(option.piece, "") if option.piece != asked else ""
        group = led.get(option.piece, "")
        told = not name or option.also or name.split(",")[0] in option.label or (group and group in option.label)
        options.append(option if told else msgspec.structs.replace(option, by=name))
    return msgspec.structs.replace(view, decision=msgspec.structs.replace(view.decision, options=tuple(options)))
