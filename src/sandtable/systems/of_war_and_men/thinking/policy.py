"""The quick policy: what is answered to any question by rules of thumb, with a plan in mind or without."""

from collections.abc import Callable

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.decisions.windows import WAIT, total_asked
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import grid_row
from sandtable.systems.of_war_and_men.rules.sight import ranges
from sandtable.systems.of_war_and_men.state.pieces import Battle, Player
from sandtable.systems.of_war_and_men.thinking import weights, worth
from sandtable.systems.of_war_and_men.thinking.actions import Mind
from sandtable.systems.of_war_and_men.thinking.card_worth import keep
from sandtable.systems.of_war_and_men.thinking.decision_worth import (
    USEFUL,
    answer_total,
    best_play,
    charge_places,
    down,
    lucky_worth,
)
from sandtable.systems.of_war_and_men.thinking.firepower import Picture
from sandtable.systems.of_war_and_men.thinking.progress import aims_of
from sandtable.table.asking import DONE, PASS
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

Answer = Callable[[Battle, Decision, Player], Choice]


def follow(b: Battle, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
    """The answer of a seat."""
    player = b.player(seat)
    if decision.kind == "action":
        return act(b, decision, player, scheme)
    answer = ANSWERS.get(decision.kind)
    if answer is not None:
        return answer(b, decision, player)
    found = worth.habit(b, decision)
    return found if found is not None else decision.options()[0]


# The turn of a Fireteam --------------------------------------------------------------------------


def act(b: Battle, decision: Decision, player: Player, scheme: Scheme | None) -> Choice:
    """The best deed; a move that the plan wants completed is completed."""
    wanted = scheme.orders.get(b.active_team.id, "") if scheme is not None else ""
    best, most = PASS, 0.0
    for value, choice in Mind(b, player.side).deeds(decision, player):
        if wanted and choice.do == "maneuver" and wanted == f"to {choice.to}":
            value += weights.PLANNED
        if value > most:
            best, most = choice, value
    return best


# Windows -----------------------------------------------------------------------------------------


def window(b: Battle, decision: Decision, player: Player) -> Choice:
    """Play what is worth more now than kept; else pass, and wait if there is nothing to be asked about."""
    options = decision.options()
    if len(options) > 2:
        total = total_asked(decision)
        found = best_play(b, player, options) if total is None else answer_total(b, player, options, total)
        if found is not None:
            return found
    if any(b.card(number).decision in USEFUL for number in player.hand):
        return PASS
    return WAIT


# Cards, soldiers, targets ------------------------------------------------------------------------


def pay(b: Battle, decision: Decision, player: Player) -> Choice:
    """The card that is the least loss."""
    return min(decision.options(), key=lambda choice: keep(b, player, card_number(choice.piece)))


def intelligence(b: Battle, decision: Decision, player: Player) -> Choice:
    """The enemy's best card."""
    cards = [choice for choice in decision.options() if choice.do == "discard"]
    other = next((each for each in b.players if each.side != player.side), player)
    return max(cards, key=lambda choice: keep(b, other, card_number(choice.piece)), default=PASS)


def points(b: Battle, choice: Choice) -> int:
    """What the soldier of an option is worth."""
    man = b.find_soldier(choice.piece)
    return man.card.points if man is not None else -1


def dearest(b: Battle, decision: Decision, player: Player) -> Choice:
    """The soldier who is worth most."""
    return max(decision.options(), key=lambda choice: points(b, choice))


def cheapest(b: Battle, decision: Decision, player: Player) -> Choice:
    """The soldier who is worth least."""
    return min(decision.options(), key=lambda choice: points(b, choice))


def steadiest(b: Battle, decision: Decision, player: Player) -> Choice:
    """The soldier with the best Discipline."""

    def discipline(choice: Choice) -> int:
        man = b.find_soldier(choice.piece)
        return man.card.discipline if man is not None else 9

    return min(decision.options(), key=discipline)


def soldier(b: Battle, decision: Decision, player: Player) -> Choice:
    """Who is helped, or whose valor it is: the best pair of a shot and a target."""
    options = decision.options()
    if not any(choice.to for choice in options):
        return dearest(b, decision, player)
    picture = Picture(b)

    def value(choice: Choice) -> float:
        man, enemy = b.find_soldier(choice.piece), b.find_team(choice.to)
        if man is None or enemy is None:
            return 0.0
        me, foe = picture.teams[man.team], picture.teams[enemy.index]
        grid = grid_row(b, man, picture.far[me.team.cell][enemy.cell])
        return len(grid) * picture.fire(me, me.team.cell, foe, enemy.cell) - weights.NERVE * man.card.discipline

    return max(options, key=value)


def target(b: Battle, decision: Decision, player: Player) -> Choice:
    """Which enemy Fireteam."""
    picture = Picture(b)

    def value(choice: Choice) -> float:
        enemy = b.find_team(choice.to) or b.find_team(choice.piece)
        return lucky_worth(b, picture.teams[enemy.index]) if enemy is not None else 0.0

    return max(decision.options(), key=value)


def fireteam(b: Battle, decision: Decision, player: Player) -> Choice:
    """Which of one's own: the one with most men down, or on the move."""

    def value(choice: Choice) -> int:
        team = b.find_team(choice.piece)
        return down(b, team.soldiers) + (weights.UNDER_WAY if team.heading >= 0 else 0) if team is not None else 0

    return max(decision.options(), key=value)


def throw(b: Battle, decision: Decision, player: Player) -> Choice:
    """A grenade at the dearest enemy, back if possible; a charge at a bridge."""
    charges = charge_places(b, player)

    def value(choice: Choice) -> float:
        if choice.do == "throw back":
            return weights.THROWN_BACK
        enemy = b.find_team(choice.to)
        if enemy is not None:
            return float(sum([b.soldiers[i].card.points for i in enemy.soldiers]))
        return weights.THROWN_AT_BRIDGE if (choice.piece, b.cell_called(choice.to)) in charges else 0.0

    return max(decision.options(), key=value)


def bombard(b: Battle, decision: Decision, player: Player) -> Choice:
    """Where the enemy is worth most and friends are not."""

    def value(choice: Choice) -> int:
        cell = b.cell_called(choice.to)
        total = 0
        for team in b.at(cell):
            worth = sum([b.soldiers[i].card.points for i in team.soldiers])
            total += -weights.OWN_MEN * worth if team.side == player.side else worth
        return total

    return max(decision.options(), key=value)


# Assaults ----------------------------------------------------------------------------------------


def odds(b: Battle) -> tuple[float, float]:
    """How strong the two Fireteams of an assault are."""
    assert b.assault is not None
    mind = Mind(b, 0)
    strengths = []
    for index in b.assault.teams:
        team = b.teams[index]
        count = sum([not b.soldiers[i].card.civilian for i in team.soldiers])
        strengths.append(mind.prowess(team) * count)
    return strengths[0], strengths[1]


def stay(b: Battle, decision: Decision, player: Player) -> Choice:
    """Fight on unless it is hopeless."""
    options = decision.options()
    assert b.assault is not None
    strengths = odds(b)
    place = 0 if b.teams[b.assault.teams[0]].player == player.index else 1
    if strengths[place] >= weights.STAND * strengths[1 - place]:
        return options[0]
    return safest(b, decision, player)


def slip_away(b: Battle, decision: Decision, player: Player) -> Choice:
    """Go if the others are stronger."""
    strengths = odds(b)
    return decision.options()[0] if strengths[1] >= strengths[0] else safest(b, decision, player)


def safest(b: Battle, decision: Decision, player: Player) -> Choice:
    """Of the cells to go to the one where the Fireteam is best off."""
    ways = [choice for choice in decision.options() if choice.do in ("retreat", "arrive", "land", "start")]
    if len(ways) < 2:
        return ways[0] if ways else decision.options()[0]
    mind = Mind(b, player.side)

    def value(choice: Choice) -> float:
        team, cell = b.find_team(choice.piece), b.cell_called(choice.to)
        if team is None or cell < 0:
            return 0.0
        me = mind.picture.teams.get(team.index)
        return mind.post(me, cell) if me is not None else 0.0

    return max(ways, key=value)


# Set-up ------------------------------------------------------------------------------------------


def start(b: Battle, decision: Decision, player: Player) -> Choice:
    """As near to what the Mission is about as possible, in cover."""
    aims = aims_of(b, player.side) or (len(b.cells) // 2,)
    chateau = b.mission.places.get("chateau")
    far = ranges(b.mission.columns, b.mission.rows)

    def value(choice: Choice) -> float:
        cell = b.cell_called(choice.to)
        return min([far[cell][aim] for aim in chateau or aims]) - weights.COVER * b.terrain(cell).defence

    return min(decision.options(), key=value)


def first_of(b: Battle, decision: Decision, player: Player) -> Choice:
    """What is offered first."""
    return decision.options()[0]


def done(b: Battle, decision: Decision, player: Player) -> Choice:
    """No more of it, where that is possible."""
    options = decision.options()
    return DONE if DONE in options else options[0]


def rally(b: Battle, decision: Decision, player: Player) -> Choice:
    """The dearest man who is down."""
    return max(decision.options(), key=lambda choice: points(b, choice) if choice != DONE else -2)


ANSWERS: dict[str, Answer] = {
    "window": window,
    "pay": pay,
    "intelligence": intelligence,
    "aim": dearest,
    "rally": rally,
    "command": steadiest,
    "soldier": soldier,
    "target": target,
    "fireteam": fireteam,
    "throw": throw,
    "bombard": bombard,
    "assault": stay,
    "slip away": slip_away,
    "retreat": safest,
    "arrive": start,
    "start": start,
    "land": start,
    "line": first_of,
    "unjam": first_of,
    "bodyguard": cheapest,
    "leader": cheapest,
    "role": first_of,
    "division": first_of,
    "squad": first_of,
    "fireteams": first_of,
    "first": first_of,
    "objective": first_of,
    "place": first_of,
    "terrain": first_of,
    "light": first_of,
    "track": first_of,
    "look": first_of,
    "transfer": done,
    "drift": first_of,
}
