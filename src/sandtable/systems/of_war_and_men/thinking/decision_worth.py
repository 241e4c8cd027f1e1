"""Command Decisions: what it is worth to play one now, and on the total of a shot."""

from collections.abc import Callable

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.conditions import safe_from_fire
from sandtable.systems.of_war_and_men.rules.decisions.windows import EVADE, FUBAR
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import adjacent
from sandtable.systems.of_war_and_men.state.book import FACES, GREEN, HAND, Card
from sandtable.systems.of_war_and_men.state.pieces import (
    DEBRIEF,
    SATCHEL,
    SUPPRESSED,
    UPRIGHT,
    Battle,
    Played,
    Player,
    Soldier,
)
from sandtable.systems.of_war_and_men.state.scenario import ALLIES
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.card_worth import order_worth
from sandtable.systems.of_war_and_men.thinking.firepower import Picture, Team
from sandtable.table.decision import Choice


def play_worth(b: Battle, player: Player, choice: Choice, picture: Picture) -> float:
    """A Command Decision now, less what the card would be worth otherwise; more than 0: play it."""
    card = b.card(card_number(choice.piece))
    rate = RATES.get(card.decision)
    if rate is None:
        return weights.NEVER
    order = order_worth(b, player, card)
    return rate(b, player, card, picture) - (weights.ORDERED * order if order >= weights.GOOD else weights.SPENT)


def best_play(b: Battle, player: Player, options: list[Choice]) -> Choice | None:
    """The Command Decision that is most use now, if any is."""
    picture = Picture(b)
    best, most = None, 0.0
    for choice in options:
        if choice.do == "play":
            value = play_worth(b, player, choice, picture)
            if value > most:
                best, most = choice, value
    return best


def valor(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.4 A man and his best target, two or three shots."""
    foes = visible(picture, 1 - player.side)
    return weights.VALOR * max(
        [picture.threat(me, me.team.cell, foes) for me in picture.sides[player.side]], default=0.0
    )


def visible(picture: Picture, side: int) -> list[Team]:
    """The Fireteams of a side that can be fired at."""
    return [each for each in picture.sides[side] if not each.team.stealth]


def lucky(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.17 A man ducks; a Fireteam on the move halts."""
    return max([lucky_worth(b, each) for each in visible(picture, 1 - player.side)], default=0.0)


def lucky_worth(b: Battle, foe: Team) -> float:
    return weights.DUCKED * foe.mean + (weights.HALTED if foe.team.heading >= 0 else 0.0)


def grenade(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.14 By its strength."""
    return weights.GRENADE + weights.STRONGER_GRENADE * card.colour


def attention(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.5, 17.16 The Fireteam with the most men down."""
    return weights.RISEN * max([down(b, each.team.soldiers) for each in picture.sides[player.side]], default=0)


def down(b: Battle, men: list[int]) -> int:
    """Points of soldiers who are suppressed."""
    return sum([b.soldiers[i].card.points for i in men if b.soldiers[i].condition == SUPPRESSED])


def help_one(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.11, 17.12 A wounded man or a jammed weapon."""
    return weights.HELPED_MAN


def operation(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.8 By the Mission's operation."""
    kind = b.mission.operation
    if kind == "reinforcements":
        short = HAND - len(player.hand) + 1
        late = b.phase == DEBRIEF or all(each.team.activated for each in picture.sides[player.side])
        return weights.REINFORCED * short - weights.REINFORCING if not late else weights.NEVER
    if kind == "artillery":
        return weights.ARTILLERY
    if kind == "satchel charge" and mission_rules.has(b, "bridges") and player.side == ALLIES:
        return weights.CHARGE if charge_places(b, player) else weights.NEVER
    return weights.NEVER


def charge_places(b: Battle, player: Player) -> list[tuple[str, int]]:
    """18.4.a Bridges in reach without a charge, with the Fireteam that reaches them."""
    wanted = [
        cell
        for cell in b.mission.places.get("bridges", ())
        if not b.terrain(cell).no_movement and not b.has_token(SATCHEL, cell)
    ]
    return [
        (team.id, cell)
        for team in b.own(player.index)
        for cell in wanted
        if cell == team.cell or cell in adjacent(b, team.cell)
    ]


def spy(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.15 The enemy loses his best card."""
    return weights.SPIED


def hurry(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.9 A move that is done at once, out of the enemy's fire."""
    top = b.stack[-1] if b.stack else None
    if top is not None and top.kind == "maneuver" and top.player == player.index and not top.double_time:
        return weights.DOUBLE_TIME
    if top is None and b.active >= 0 and b.active_team.player == player.index and b.active_team.heading >= 0:
        return weights.DOUBLE_TIME
    return weights.NEVER


def on_the_run(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.20 Fire after two Maneuver orders."""
    me = picture.teams.get(b.active)
    return (
        weights.ON_THE_RUN * picture.threat(me, me.team.cell, visible(picture, 1 - player.side))
        if me is not None
        else 0.0
    )


def cancel(b: Battle, player: Player, card: Card, picture: Picture) -> float:
    """17.13 An enemy's card that would hurt."""
    top = b.stack[-1] if b.stack else None
    if top is None or b.players[top.player].side == player.side:
        return weights.NEVER
    if top.kind == "attack" and top.team in picture.teams and top.target in picture.teams:
        one, other = picture.teams[top.team], picture.teams[top.target]
        return picture.fire(one, one.team.cell, other, other.team.cell, b.card(top.card).strength)
    if top.kind == "combat operation" and mission_rules.has(b, "bridges"):
        return weights.CHARGE
    return weights.CANCELLED.get(top.kind, weights.NEVER)


Rate = Callable[[Battle, Player, Card, Picture], float]

RATES: dict[str, Rate] = {
    "act of valor": valor,
    "attention": attention,
    "combat operation": operation,
    "double time": hurry,
    "field dressing": help_one,
    "field repairs": help_one,
    FUBAR: cancel,
    "grenade": grenade,
    "intelligence": spy,
    "last stand": attention,
    "lucky shot": lucky,
    "on the run": on_the_run,
}
USEFUL = frozenset((*RATES, EVADE))  # with none of these in the hand there is nothing to be asked


# On a total (16.2.o) -----------------------------------------------------------------------------


def loss(b: Battle, men: list[Soldier], total: int) -> float:
    """What a total costs those who may have been hit, on average."""
    if not men:
        return 0.0
    value = 0.0
    for man in men:
        if total >= man.card.vitality:
            value += man.card.points
        elif total >= man.card.resolve:
            value += man.card.points * (weights.ROUTED if man.condition == SUPPRESSED else weights.DUCKED)
    return weights.POINTS * value / len(men)


def exposed(b: Battle, played: Played) -> list[Soldier]:
    """Who may have been hit by the card that takes effect."""
    if played.target < 0:
        return [man for man in b.soldiers if man.team >= 0 and man.condition == UPRIGHT and not man.card.civilian]
    return [man for man in b.men(b.teams[played.target]) if not safe_from_fire(b, man)]


def answer_total(b: Battle, player: Player, options: list[Choice], total: int) -> Choice | None:
    """Evade what would hurt; make good a shot that falls short by little."""
    played = b.stack[-1]
    men = exposed(b, played)
    now = loss(b, men, total)
    theirs = b.players[played.player].side != player.side
    best, most = None, weights.EVADED
    for choice in options:
        if choice.do != "play":
            continue
        card = b.card(card_number(choice.piece))
        if theirs and card.decision == EVADE:
            faces = FACES[card.colour]
            gain = now - sum([loss(b, men, total - face) for face in range(1, faces + 1)]) / faces
        elif not theirs and card.decision == FUBAR:
            faces = FACES[GREEN]
            gain = sum([loss(b, men, total + face) for face in range(1, faces + 1)]) / faces - now - weights.EVADED
        else:
            continue
        if gain > most:
            best, most = choice, gain
    return best
