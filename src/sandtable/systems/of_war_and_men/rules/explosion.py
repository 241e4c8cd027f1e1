"""18.4 What a Satchel Charge does when it goes off (G.satchel)."""

from sandtable.systems.of_war_and_men.rules.conditions import remove, wound
from sandtable.systems.of_war_and_men.rules.retreat import forced_retreat
from sandtable.systems.of_war_and_men.rules.tokens import entrenchment
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.state.cells import Cell, Token
from sandtable.systems.of_war_and_men.state.pieces import WOUNDED, Battle, Procedure

BRIDGE = "bridge"


def explode(b: Battle, token: Token, spares: bool = False) -> Procedure:
    """The charge goes off; one that a soldier falls upon spares everybody else (18.4.g)."""
    cell = token.cell
    b.drop_token(token)
    b.tell("explosion", "18.4.b", place=cell)
    destroy_entrenchment(b, cell, "18.4.c")
    if not spares:
        for team in b.at(cell):
            team.attacked = True  # 16.7.e
            for man in b.men(team):
                if man.card.civilian:
                    continue
                if man.condition != WOUNDED:
                    wound(b, man, "18.4.e")
                elif trait_modifiers.survives(b, man):
                    man.spent = True  # 7.12
                else:
                    remove(b, man, "killed", "18.4.e")
    yield from destroy_terrain(b, cell)  # 18.4.d


def destroy_entrenchment(b: Battle, cell: int, rule: str) -> None:
    """9.2, 16.3.e The entrenchment is gone, for whoever used it."""
    token = entrenchment(b, cell)
    if token is not None:
        b.drop_token(token)
        b.tell("entrenchment gone", rule, place=cell)
    for team in b.at(cell):
        team.dug_in = False


def destroy_terrain(b: Battle, cell: int) -> Procedure:
    """18.4.d, 11.3 Buildings and Ruins become a Field; a Bridge becomes a Lake, and who stood on it must go."""
    ruined = b.terrain(cell)
    if not ruined.falls_to or (ruined.key == BRIDGE and "bridges" not in b.mission.switches):
        return
    fallen = b.scenario.rulebook.terrain[ruined.falls_to]
    b.tell("destroyed", "18.4.d", place=cell, text=ruined.name)
    if fallen.no_movement:
        for team in b.at(cell):
            yield from forced_retreat(b, team, "G.forced_retreat")
    if b.cells[cell].number:
        b.discard.append(b.cells[cell].number)
    b.lay(cell, Cell(fallen, fallen.name))
