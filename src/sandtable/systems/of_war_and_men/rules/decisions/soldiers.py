"""17 Command Decisions for soldiers: Act of Valor, Attention, Field Dressing, Field Repairs, Last Stand, Marksman."""

from collections.abc import Callable, Iterator

from sandtable.systems.of_war_and_men.rules.card_questions import ask_by_hand
from sandtable.systems.of_war_and_men.rules.conditions import clear_jam, stand_up
from sandtable.systems.of_war_and_men.rules.decisions.windows import number
from sandtable.systems.of_war_and_men.rules.decisions.wishes import may_hold
from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.rules.fire.attack_order import (
    holds_marksman,
    in_range,
    open_fire,
    within_reach,
)
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import grid_row
from sandtable.systems.of_war_and_men.rules.rally import rally, rally_all
from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.state.book import RED, Card
from sandtable.systems.of_war_and_men.state.pieces import (
    NOWHERE,
    SUPPRESSED,
    WOUNDED,
    Battle,
    Fireteam,
    Played,
    Player,
    Procedure,
    Soldier,
)
from sandtable.table.asking import ask
from sandtable.table.decision import Choice

Playable = Callable[[Battle, Player, Card, str], bool]
Prepare = Callable[[Battle, Player, Played], Procedure]
Execute = Callable[[Battle, Played], Procedure]
Mending = tuple[Playable, Prepare, Execute]

FIRING = ("attack", "act of valor", "on the run")  # 17.19: what a Marksman may shoot for


def friendly_men(b: Battle, player: Player) -> list[Soldier]:
    """10.1 The soldiers of the player's side on the map."""
    soldiers = b.soldiers
    return [soldiers[i] for team in b.friends(player.side) for i in team.soldiers]


def choose_man(b: Battle, player: Player, played: Played, men: list[Soldier], prompt: str, rule: str) -> Procedure:
    """Which soldier the card is for."""
    options = [Choice("choose", man.id) for man in men]
    answer = yield from ask(b, player.index, "soldier", prompt, rule, options)
    man = b.soldier(answer.piece)
    played.soldier, played.team = man.index, man.team


def choose_team(prompt: str, rule: str) -> Prepare:
    """The question which friendly Fireteam a card is for."""

    def prepare(b: Battle, player: Player, played: Played) -> Procedure:
        options = [Choice("choose", team.id) for team in b.friends(player.side)]
        answer = yield from ask(b, player.index, "fireteam", prompt, rule, options)
        played.team = b.team(answer.piece).index

    return prepare


def friend_on_map(b: Battle, player: Player, card: Card, when: str) -> bool:
    """Some friendly Fireteam is on the map."""
    return bool(b.friends(player.side))


# Act of Valor (17.4) -----------------------------------------------------------------------------


def valor_targets(b: Battle, man: Soldier, marksman: bool = False) -> list[Fireteam]:
    """17.4 Enemy Fireteams at which he may fire as soon as he is rallied, perhaps as a marksman."""
    return fired_at(b, man, within_reach(b, b.teams[man.team]), marksman)


def fired_at(b: Battle, man: Soldier, foes: list[Fireteam], marksman: bool = False) -> list[Fireteam]:
    """7.7 Those within reach of his Fireteam that are in the range of his own weapon."""
    cell = b.teams[man.team].cell
    if not can_fire(man):
        return []
    return [enemy for enemy in foes if in_range(b, man, distance(b, cell, enemy.cell), marksman)]


def valor_choices(b: Battle, player: Player, marksman: bool) -> Iterator[Choice]:
    """17.4 Who, and against whom, with a marksman or without; the rally alone where there is nobody to fire at."""
    for team in b.friends(player.side):
        foes = within_reach(b, team)
        for man in b.men(team):
            for enemy in fired_at(b, man, foes, marksman):
                yield Choice("choose", man.id, enemy.id)
            if man.condition == SUPPRESSED and not fired_at(b, man, foes):
                yield Choice("choose", man.id)


def valor_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return any(valor_choices(b, player, holds_marksman(b, player)))


def prepare_valor(b: Battle, player: Player, played: Played) -> Procedure:
    """Whether he is asked does not tell if he holds a Marksman (17.19)."""
    prompt = "Which soldier performs the Act of Valor?"
    possible = list(valor_choices(b, player, may_hold(b, player)))

    def allowed() -> list[Choice]:
        return list(valor_choices(b, player, holds_marksman(b, player)))

    answer = yield from ask_by_hand(b, player, "soldier", prompt, "17.4", possible, allowed)
    man = b.soldier(answer.piece)
    enemy = b.find_team(answer.to)
    played.soldier, played.team = man.index, man.team
    played.target = enemy.index if enemy is not None else NOWHERE
    played.far = enemy is not None and enemy not in valor_targets(b, man)  # 17.19


def valor(b: Battle, played: Played) -> Procedure:
    """17.4 He is rallied; then a red flip is the number of Firing Sequences he may make at one enemy Fireteam."""
    man = b.soldiers[played.soldier]
    if man.team < 0:
        return
    played.team = man.team
    yield from rally(b, man, "17.4")
    if played.target >= 0 and b.teams[played.target] in valor_targets(b, man, played.marksman == man.index):
        open_fire(b, played)
        played.shots = yield from number(b, RED, "Firing Sequences", "17.4", played.player)


# Whole Fireteams (17.5, 17.16) -------------------------------------------------------------------


prepare_attention: Prepare = choose_team("Which Fireteam is called to Attention?", "17.5")
prepare_last_stand: Prepare = choose_team("Which Fireteam makes a Last Stand?", "17.16")


def attention(b: Battle, played: Played) -> Procedure:
    """17.5 All its soldiers are rallied and it goes to the top of the track; it still acts once per round."""
    team = b.teams[played.team]
    if not team.gone:
        yield from rally_all(b, team, "17.5")
        b.track.remove(team.index)
        b.track.insert(0, team.index)
        b.tell("track", "17.5", played.player, path=tuple([b.teams[index].id for index in b.track]))


def last_stand(b: Battle, played: Played) -> Procedure:
    """17.16 All its soldiers are rallied; until the round ends each Firing Sequence against it loses a red flip."""
    team = b.teams[played.team]
    if not team.gone:
        yield from rally_all(b, team, "17.16")
        team.last_stand = True
        b.tell("last stand", "17.16", played.player, team.id)


# Single soldiers (17.11, 17.12) ------------------------------------------------------------------


def wounded(b: Battle) -> list[Soldier]:
    return [man for man in b.soldiers if man.condition == WOUNDED]


def jammed(b: Battle) -> list[Soldier]:
    return [man for man in b.soldiers if man.jammed]


def mending(
    ill: Callable[[Battle], list[Soldier]], prompt: str, rule: str, mend: Callable[[Battle, Soldier, str], None]
) -> Mending:
    """A card that mends what ails one soldier: whether it can be played, whom it is for, what it does."""

    def ailing(b: Battle, player: Player) -> list[Soldier]:
        men = ill(b)
        return [man for man in friendly_men(b, player) if man in men] if men else []

    def playable(b: Battle, player: Player, card: Card, when: str) -> bool:
        return bool(ailing(b, player))

    def prepare(b: Battle, player: Player, played: Played) -> Procedure:
        return choose_man(b, player, played, ailing(b, player), prompt, rule)

    def execute(b: Battle, played: Played) -> Procedure:
        man = b.soldiers[played.soldier]
        if man.team >= 0 and man in ill(b):
            mend(b, man, rule)
        yield from ()

    return playable, prepare, execute


# 17.11 One wounded soldier is healed at once.
DRESSING: Mending = mending(wounded, "Who is healed?", "17.11", stand_up)
# 17.12 The jammed weapon of one soldier is repaired at once.
REPAIRS: Mending = mending(jammed, "Whose weapon is repaired?", "17.12", clear_jam)


# Marksman (17.19) --------------------------------------------------------------------------------


def marksmen(b: Battle, player: Player) -> list[Soldier]:
    """17.19 Who may still fire for the card on top of the stack, an order that waits or one between two shots."""
    if not b.stack or b.stack[-1].kind not in FIRING or b.stack[-1].marksman >= 0:
        return []
    return shooting_men(b, player, b.stack[-1])


def shooting_men(b: Battle, player: Player, shooting: Played) -> list[Soldier]:
    if b.players[shooting.player].side != player.side or shooting.target < 0:
        return []
    team, enemy = b.teams[shooting.team], b.teams[shooting.target]
    if team.gone or enemy.gone:
        return []
    far = distance(b, team.cell, enemy.cell)
    men = [b.soldiers[shooting.soldier]] if shooting.soldier >= 0 else b.men(team)
    waiting = [man for man in men if man.index not in shooting.fired or shooting.soldier >= 0]
    return [man for man in waiting if can_fire(man) and grid_row(b, man, far, closer=True)]


def marksman_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return bool(marksmen(b, player))


def prepare_marksman(b: Battle, player: Player, played: Played) -> Procedure:
    men = shooting_men(b, player, b.stack[-2])
    return choose_man(b, player, played, men, "Who is the marksman?", "17.19")


def marksman(b: Battle, played: Played) -> Procedure:
    """17.19 His next Firing Sequence uses the row of a range one shorter."""
    b.stack[-2].marksman = played.soldier  # the card that it was played on lies beneath
    yield from ()
