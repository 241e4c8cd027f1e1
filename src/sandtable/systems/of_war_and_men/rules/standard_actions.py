"""16 Standard Actions: what the active Fireteam may order; Entrench, Rally and the Terrain action."""

from collections.abc import Callable
from functools import lru_cache

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.conditions import any_suppressed
from sandtable.systems.of_war_and_men.rules.decisions.windows import announce, number, put_on_stack
from sandtable.systems.of_war_and_men.rules.fire.attack_order import (
    attack,
    holds_marksman,
    hurts,
    no_attack,
    no_attack_on_thing,
    reaches,
    targets,
)
from sandtable.systems.of_war_and_men.rules.maneuver import barred, cannot_move, maneuver, ways
from sandtable.systems.of_war_and_men.rules.rally import rally
from sandtable.systems.of_war_and_men.rules.sight import neighbours, sees
from sandtable.systems.of_war_and_men.rules.tokens import entrenchment
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.state import pieces
from sandtable.systems.of_war_and_men.state.book import CARD_IDS, Card
from sandtable.systems.of_war_and_men.state.cells import Cell, Token
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam, Played, Player, Procedure
from sandtable.table.asking import DONE, ask
from sandtable.table.decision import Choice

MAPS = 4096  # arrangements of cards whose edge is kept

# What may be ordered -----------------------------------------------------------------------------


def order_choices(b: Battle, team: Fireteam, player: Player) -> list[Choice]:
    """16.1 The Standing Orders and Terrain actions that the hand allows (G.action)."""
    found: list[Choice] = []
    at: dict[bool, list[str]] = {}
    to: list[str] | None = None
    down: bool | None = None
    room: bool | None = None
    cards = b.scenario.rulebook.cards
    for held in player.hand:
        order, id = cards[held].order, CARD_IDS[held]
        if order == "attack":
            marksman = holds_marksman(b, player, held)
            if marksman not in at:
                at[marksman] = targets(b, team, marksman)
            found += [Choice("attack", id, target) for target in at[marksman]]
        elif order == "maneuver":
            to = [b.place_name(cell) for cell in ways(b, team)] if to is None else to
            found += [Choice("maneuver", id, place) for place in to]
        elif order == "entrench":
            if not team.dug_in:
                found.append(Choice("entrench", id))
        elif order == "rally":
            down = any_suppressed(b, team) if down is None else down
            if down:
                found.append(Choice("rally", id))
        else:
            room = has_open_place(b, team) if room is None else room
            if room:
                found.append(Choice("terrain", id))
    return found


def has_open_place(b: Battle, team: Fireteam) -> bool:
    """16.10 Whether the active Fireteam may lay Terrain anywhere."""
    return any(sees(b, team.cell, cell) for cell in edge(b.mission.columns, b.mission.rows, b.laid))


def is_open_place(b: Battle, team: Fireteam, cell: int) -> bool:
    """16.10 Whether it may lay Terrain there."""
    return cell in edge(b.mission.columns, b.mission.rows, b.laid) and sees(b, team.cell, cell)


def open_places(b: Battle, team: Fireteam) -> list[int]:
    """16.10 Where the active Fireteam may lay Terrain: next to an existing Terrain and within its line of sight."""
    return [cell for cell in edge(b.mission.columns, b.mission.rows, b.laid) if sees(b, team.cell, cell)]


@lru_cache(MAPS)
def edge(columns: int, rows: int, laid: int) -> tuple[int, ...]:
    """16.10 The open positions next to an existing Terrain; `laid`: the cells with a card."""
    near = neighbours(columns, rows)
    return tuple(
        [
            cell
            for cell in range(columns * rows)
            if not laid >> cell & 1 and any(laid >> other & 1 for other in near[cell])
        ]
    )


def why_no_order(b: Battle, team: Fireteam, player: Player, choice: Choice) -> tuple[str, str]:
    """Why an order is refused."""
    card = next((b.card(held) for held in player.hand if b.card(held).id == choice.piece), None)
    if card is None:
        return (f"You do not hold {choice.piece}.", "16.1") if choice.piece.startswith("card-") else ("", "")
    if choice.do in EXECUTE and choice.do != (card.order or "terrain"):
        return f"{card.id} cannot be used for {choice.do.title()}.", "6.2"
    if choice.do == "attack":
        enemy = b.find_team(choice.to)
        if enemy is None:
            return no_attack_on_thing(b, team, choice.to) or ("", "")
        if enemy.cell < 0:
            return "An Attack order must name an enemy Fireteam on the map.", "16.2.a"
        if enemy.side == team.side:
            return f"{enemy.name} is on your side.", "16.2.a"
        return no_attack(b, team, enemy, holds_marksman(b, player, card.number)) or ("", "")
    if choice.do == "maneuver":
        cell = b.cell_called(choice.to)
        if cell < 0:
            return "There is no such position on the map.", "16.4.a"
        if cannot_move(b, team):
            return cannot_move(b, team) or ("", "")
        if team.heading >= 0 and cell != team.heading:
            return f"{team.name} is already on the move to {b.place_name(team.heading)}.", "16.4.d"
        return barred(b, team, cell) or (f"{choice.to} is not next to {b.place_name(team.cell)}.", "16.4.a")
    if choice.do == "entrench" and team.dug_in:
        return f"{team.name} already uses an entrenchment, and a Terrain has only one.", "16.3.b"
    if choice.do == "rally":
        return f"Nobody in {team.name} is suppressed.", "16.5.a"
    if choice.do == "terrain":
        return "No open position next to other Terrain is in sight.", "16.10"
    return "", ""


def give_order(b: Battle, team: Fireteam, choice: Choice) -> Procedure:
    """G.execute An order is played: it lies on the stack, and its Standard Action is spent whatever comes of it.

    See also G.standard_action.
    """
    card = b.card(card_number(choice.piece))
    played = Played(card.number, team.player, choice.do, team.index)
    put_on_stack(b, played)
    if choice.do == "attack":
        enemy = b.find_team(choice.to)
        if enemy is None:
            played.thing = choice.to
        else:
            played.target = enemy.index
            played.far = not reaches(b, team, enemy.cell, marksman=False)
            played.weak = b.decisions and not hurts(b, played)
    elif choice.do == "maneuver":
        played.cell = b.cell_called(choice.to)
    elif choice.do == "terrain":
        yield from choose_place(b, team, card, played, open_places(b, team), "16.10")
    b.actions += 1
    announce(b, played)


def choose_place(b: Battle, team: Fireteam, card: Card, played: Played, places: list[int], rule: str) -> Procedure:
    """10.2, 16.10 Where a Terrain card goes, and which way round."""
    options = []
    for cell in places:
        options.append(Choice("place", card.id, b.place_name(cell)))
        if card.cross:
            options.append(Choice("place", card.id, b.place_name(cell), 1))
    assert card.terrain is not None
    prompt = f"Where does the {card.terrain.name} go?"
    answer = yield from ask(b, played.player, "place", prompt, rule, options, piece=team.id)
    played.cell = b.cell_called(answer.to)
    played.turned = answer.number == 1


# The orders --------------------------------------------------------------------------------------


def entrench(b: Battle, played: Played) -> Procedure:
    """16.3.a, 16.3.b An entrenchment for the Fireteam's Terrain, or the use of the one that is there.

    See also G.entrench.
    """
    team = b.teams[played.team]
    if not team.gone and team.cell >= 0:
        dig_in(b, team, "16.3.a")
    yield from ()


def dig_in(b: Battle, team: Fireteam, rule: str) -> None:
    """16.3.a The Fireteam that digs uses the entrenchment at once."""
    if entrenchment(b, team.cell) is None:
        b.add_token(Token(pieces.ENTRENCHMENT, team.cell, pieces.BLACK))
    team.dug_in = True
    b.tell("entrenched", rule, team.player, team.id, place=team.cell)


def rally_order(b: Battle, played: Played) -> Procedure:
    """16.5 The number flipped is how many suppressed soldiers may be rallied; the player picks them (G.rally)."""
    team = b.teams[played.team]
    if team.gone or not any(man.condition == pieces.SUPPRESSED for man in b.men(team)):
        return
    count = yield from number(b, b.card(played.card).strength, "soldiers rallied", "16.5.a", played.player)
    count += trait_modifiers.extra_rallied(b, team)
    assigned: list[int] = []
    while count > 0:
        down = [man for man in b.men(team) if man.condition == pieces.SUPPRESSED and man.index not in assigned]
        if not down:
            break
        options = [*[Choice("rally", man.id) for man in down], DONE]
        answer = yield from ask(
            b, played.player, "rally", f"Who is rallied? ({count} left)", "16.5.b", options, piece=team.id
        )
        if answer == DONE:
            break
        man = b.soldier(answer.piece)
        assigned.append(man.index)
        yield from rally(b, man, "16.5.b")
        count -= 1


def lay_terrain(b: Battle, played: Played) -> Procedure:
    """16.10 The Terrain card fills the position, if it is still open, next to other Terrain and in sight."""
    team = b.teams[played.team]
    if not team.gone and is_open_place(b, team, played.cell):
        put_terrain(b, played.card, played.cell, played.turned, played.player, "16.10")
        played.card = 0
    yield from ()


def put_terrain(b: Battle, held: int, cell: int, turned: bool, player: int, rule: str) -> None:
    """6.3 A core Terrain card comes on the map."""
    card = b.card(held)
    assert card.terrain is not None
    b.lay(cell, Cell(card.terrain, card.id, card.number, card.cross, turned))
    b.tell("terrain", rule, player, card.id, place=cell, text=card.terrain.name)


EXECUTE: dict[str, Callable[[Battle, Played], Procedure]] = {
    "attack": attack,
    "entrench": entrench,
    "maneuver": maneuver,
    "rally": rally_order,
    "terrain": lay_terrain,
}
