"""14, 15.3.b What happens to tokens in the Assessment phase: wind, and the colours of their borders."""

from msgspec import structs

from sandtable.systems.of_war_and_men.rules.cards import clear_pile
from sandtable.systems.of_war_and_men.rules.decisions.windows import number
from sandtable.systems.of_war_and_men.rules.explosion import explode
from sandtable.systems.of_war_and_men.rules.sight import DIRECTIONS, drifted
from sandtable.systems.of_war_and_men.state.pieces import (
    BLACK,
    ORANGE,
    RED_BORDER,
    SATCHEL,
    SMOKE,
    YELLOW,
    Battle,
    Procedure,
)


def blow(b: Battle) -> Procedure:
    """15.3.a, 17.23 One flip of the wind moves all smoke alike; if there is none no card is flipped."""
    if b.mission.wind < 0 or not any(token.kind == SMOKE for token in b.tokens):
        return
    first = b.players[b.teams[b.track[0]].player]
    value = yield from number(b, b.mission.wind, "wind", "15.3.a", first.index)
    clear_pile(b)
    if value not in DIRECTIONS:
        return
    for token in [token for token in b.tokens if token.kind == SMOKE]:
        cell = drifted(b, token.cell, value)
        b.drop_token(token)
        if cell >= 0:
            b.add_token(structs.replace(token, cell=cell))
            b.tell("smoke drifts", "15.3.a", place=cell, value=value)
        else:
            b.tell("smoke gone", "15.3.a", place=token.cell)


def turn_over(b: Battle) -> Procedure:
    """15.3.b Charges with a red border explode (9.5), other red tokens go, yellow ones flip (9.8).

    Black ones stay (14.1).
    """
    red = [token for token in b.tokens if token.border == RED_BORDER]
    yellow = [token for token in b.tokens if token.border == YELLOW]
    for token in red:
        if token.kind == SATCHEL:
            yield from explode(b, token)
    for token in red:
        if token.kind != SATCHEL:
            b.drop_token(token)
            b.tell("token removed", "14.4", place=token.cell, text=token.kind)
    for token in yellow:
        if token in b.tokens:
            b.drop_token(token)
            b.add_token(structs.replace(token, border=RED_BORDER))
            b.tell("token flipped", "14.5", place=token.cell, text=token.kind)
    for man in b.soldiers:
        if man.sighted == YELLOW:
            man.sighted = BLACK  # 9.6
    if b.artillery == YELLOW:
        b.artillery = ORANGE
        b.tell("artillery", "11.4.b", text=ORANGE)
