"""20.1 The assault: lines drawn up in secret, paired Discipline Checks with advantage, rounds, retreat."""

from sandtable.systems.of_war_and_men.rules.cards import clear_pile, flip
from sandtable.systems.of_war_and_men.rules.conditions import end_second_grid, halt, remove
from sandtable.systems.of_war_and_men.rules.discipline import SUCCESS, leaderless
from sandtable.systems.of_war_and_men.rules.fire.targets import pick
from sandtable.systems.of_war_and_men.rules.maneuver import barred, enter, settle_in
from sandtable.systems.of_war_and_men.rules.retreat import empty_ways, forced_retreat, suppress_all
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.state.pieces import (
    SUPPRESSED,
    WOUNDED,
    Assault,
    Battle,
    Fireteam,
    Procedure,
    Soldier,
    Verdict,
)
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision, Together
from sandtable.table.event import Modifier

STAY = Choice("stay")
AS_THEY_STAND = Choice("as they stand")
ANEW = Choice("anew")


def fight(b: Battle, a: Assault) -> Procedure:
    """20.1 One step: drawing up, or a round."""
    if a.round == 0:
        yield from draw_up(b, a)
    else:
        yield from fight_round(b, a)


def fighters(b: Battle, team: Fireteam) -> list[Soldier]:
    """Who fights: everybody but Lu."""
    return [man for man in b.men(team) if not man.card.civilian]


def first_on_track(b: Battle, a: Assault) -> tuple[int, int]:
    """12.2 The two places of the fight in the order of the track."""
    return (0, 1) if b.track.index(a.teams[0]) < b.track.index(a.teams[1]) else (1, 0)


# Steps 1 and 2 -----------------------------------------------------------------------------------


def draw_up(b: Battle, a: Assault) -> Procedure:
    """A hidden Fireteam may slip away; crews break up; both lines are drawn up in secret."""
    coming, there = (b.teams[index] for index in a.teams)
    if a.stealth[1] and a.established[1] and (yield from slips_away(b, there)):
        b.assault = None  # 20.1.m: no assault takes place, and nobody's turn is over
        if not a.free:  # 16.3.d: it has looked around when it came to the truck
            yield from settle_in(b, coming)
        return
    for team in (coming, there):
        team.attacked = True  # 16.7.e
        halt(b, team, "20.1.v")
        for man in b.men(team):
            end_second_grid(b, man)  # 20.1.o, 20.1.p
    if not a.free:
        use_up(b, coming)
    yield from line_up(b, a)  # 20.1.b, 20.1.c
    a.round = 1


def use_up(b: Battle, team: Fireteam) -> None:
    """20.1.v Who triggers an assault has no action left: its turn is over, and so are shots that are under way."""
    team.activated = True
    if b.active == team.index:
        b.turn_over = True
    for played in b.stack:
        if played.team == team.index and played.executing:
            played.shots = 0


def slips_away(b: Battle, team: Fireteam) -> Verdict:
    """20.1.m A stealthed and established Fireteam may retreat before the assault, unsuppressed and still hidden."""
    options = [Choice("retreat", team.id, b.place_name(cell)) for cell in empty_ways(b, team)]
    answer = yield from ask(
        b, team.player, "slip away", f"Does {team.name} slip away?", "20.1.m", [STAY, *options], piece=team.id
    )
    if answer == STAY:
        return False
    for man in b.men(team):
        end_second_grid(b, man)  # nobody moves with a crewed gun or behind a scope (16.6.g)
    b.tell("retreats", "20.1.m", team.player, team.id, place=b.cell_called(answer.to))
    yield from enter(b, team, b.cell_called(answer.to), "20.1.m")
    return True


def line_up(b: Battle, a: Assault) -> Procedure:
    """20.1.b, 20.1.c Each side picks its men from left to right; the lines are laid down together.

    Each at its own pace, so that nobody sees whether the enemy has changed his line. A player whose enemy has a
    single man is asked alone, as everybody can see.
    """
    places = [place for place, index in enumerate(a.teams) if len(fighters(b, b.teams[index])) > 1]
    if len(places) == 1:
        yield from pick_line(b, a, places[0])
    elif places:
        parts = {seat_of(b, a, place): draw_line(b, a, place) for place in places}
        yield Together("line", "Draw up the line.", "20.1.b", parts)
    for place, index in enumerate(a.teams):
        left = [man.index for man in fighters(b, b.teams[index]) if man.index not in a.lines[place]]
        a.lines[place].extend(left)
        names = tuple([b.soldiers[i].id for i in a.lines[place]])
        b.tell("line", "20.1.c", b.teams[index].player, b.teams[index].id, place=a.cell, path=names)


def seat_of(b: Battle, a: Assault, place: int) -> str:
    """Who draws up the line on one side of the fight."""
    return b.players[b.teams[a.teams[place]].player].seat


def draw_line(b: Battle, a: Assault, place: int) -> Procedure:
    """20.1.c A line in secret; until the enemy's is drawn up too it may be drawn up anew."""
    while True:
        yield from pick_line(b, a, place)
        prompt = "Your line is ready. The enemy is still drawing up his."
        team = b.teams[a.teams[place]]
        yield Decision(seat_of(b, a, place), "line", prompt, "20.1.c", lambda: [ANEW], piece=team.id, settled=True)
        a.lines[place].clear()


def pick_line(b: Battle, a: Assault, place: int) -> Procedure:
    """20.1.b Man by man from left to right, or all as they stand; the last one needs no choice."""
    team = b.teams[a.teams[place]]
    line = a.lines[place]

    def options() -> list[Choice]:
        # Read from the battle when somebody looks, for the line is a secret.
        left = [man for man in fighters(b, team) if man.index not in line]
        first = [] if line else [AS_THEY_STAND]
        return first + [Choice("next", man.id) for man in left]

    prompt = f"Which soldier of {team.name} is next in the line?"
    while len(line) < len(fighters(b, team)) - 1:
        answer = yield Decision(seat_of(b, a, place), "line", prompt, "20.1.b", options, piece=team.id)
        if answer == AS_THEY_STAND:
            return
        line.append(b.soldier(answer.piece).index)


# Step 3 ------------------------------------------------------------------------------------------


def fight_round(b: Battle, a: Assault) -> Procedure:
    """Pair by pair down the lines; who has no counterpart seeks an opponent by flip (20.1.d-20.1.g)."""
    b.tell("assault round", "20.1.g", place=a.cell, value=a.round)
    lines = [alive(b, a, place) for place in (0, 1)]
    for i in range(max(len(lines[0]), len(lines[1]))):
        pair = [lines[place][i] if i < len(lines[place]) and lines[place][i].team >= 0 else None for place in (0, 1)]
        if pair[0] is not None and pair[1] is not None:
            duel(b, a, pair[0], pair[1])  # 20.1.d
            continue
        for place in first_on_track(b, a) if both_left(b, a) else ():
            man = pair[place]
            if man is not None and man.condition != WOUNDED:
                rivals = alive(b, a, 1 - place)
                rival = yield from pick(b, rivals, rivals, "an opponent", "20.1.f", man.player, closed=True)
                other = b.soldiers[rival]
                duel(b, a, *((man, other) if place == 0 else (other, man)))
        if not both_left(b, a):
            break
    clear_pile(b)
    yield from end_of_round(b, a)


def alive(b: Battle, a: Assault, place: int) -> list[Soldier]:
    """The living soldiers of one line, closed up."""
    return [b.soldiers[i] for i in a.lines[place] if b.soldiers[i].team >= 0]


def both_left(b: Battle, a: Assault) -> bool:
    return bool(alive(b, a, 0)) and bool(alive(b, a, 1))


def score(b: Battle, a: Assault, place: int, man: Soldier) -> list[Modifier]:
    """20.1.i, 20.1.j Advantages and disadvantages of a soldier (G.established)."""
    found = []
    if a.flanking[place]:
        found.append(Modifier(NUMBERS.advantage, "flanking", "20.1.j"))
    if a.stealth[place]:
        found.append(Modifier(NUMBERS.advantage, "stealth", "20.1.j"))
    if a.established[place]:
        found.append(Modifier(NUMBERS.advantage, "established", "20.1.k"))
    if man.card.weapon.icon:
        found.append(Modifier(man.card.weapon.icon, man.card.weapon.name, "20.1.j"))
    return found + trait_modifiers.advantage(b, man)


def advantaged(b: Battle, a: Assault, one: Soldier, two: Soldier) -> int:
    """20.1.h, 20.1.l Which of the two has advantage: 0, 1, or -1 for neither. Stealth that attacks beats all once.

    Not where the truck has left enemies together (11.6.h): nobody has chosen to attack.
    See also G.advantage.
    """
    if a.round == 1 and a.stealth[0] and not a.stealth[1] and not a.free:
        return 0
    mine = sum(each.amount for each in score(b, a, 0, one))
    theirs = sum(each.amount for each in score(b, a, 1, two))
    return -1 if mine == theirs else 0 if mine > theirs else 1


def duel(b: Battle, a: Assault, one: Soldier, two: Soldier) -> None:
    """Checks of the pair; exactly one success kills the other, with advantage before he can answer."""
    pair = (one, two)
    first = advantaged(b, a, one, two)
    passed = [False, False]
    if first >= 0:
        passed[first] = succeeds(b, pair[first])
        if not passed[first]:
            passed[1 - first] = succeeds(b, pair[1 - first])  # 20.1.h
    else:
        for place in first_on_track(b, a):
            passed[place] = succeeds(b, pair[place])
    winner = passed.index(True) if passed.count(True) == 1 else -1  # 20.1.e
    b.tell(
        "duel",
        "20.1.e" if first < 0 else "20.1.h",
        one.player,
        one.id,
        two.id,
        a.cell,
        value=winner + 1,
        text="" if first < 0 else pair[first].id,
        modifiers=tuple(score(b, a, 0, one)),
    )
    if winner >= 0:
        remove(b, pair[1 - winner], "killed", "20.1.e")


def succeeds(b: Battle, man: Soldier) -> bool:
    """20.1.d, 20.1.q, 20.1.r One flip of Discipline; two for the suppressed and the leaderless; the wounded fail."""
    if man.condition == WOUNDED:
        return False
    flips = NUMBERS.double if man.condition == SUPPRESSED or leaderless(b, b.teams[man.team]) else 1
    return max(flip(b, man.card.discipline, "assault", "20.1.d", man.player, man.id) for _ in range(flips)) <= SUCCESS


# Step 4 ------------------------------------------------------------------------------------------


def end_of_round(b: Battle, a: Assault) -> Procedure:
    """Stealth is broken; then each side says in track order whether it retreats."""
    teams = [b.teams[index] for index in a.teams]
    for team in teams:
        if team.stealth:
            team.stealth = False
            b.tell("seen", "20.1.l", team.player, team.id, place=a.cell)
    if any(team.gone for team in teams):
        yield from over(b, a)
        return
    if all(man.condition == WOUNDED for team in teams for man in fighters(b, team)):
        yield from fall_back(b, a, 0)
        return
    for place in first_on_track(b, a):
        if (yield from declares(b, a, place)):  # 20.1.s
            return
    a.round += 1


def declares(b: Battle, a: Assault, place: int) -> Verdict:
    """20.1.s Stay, or retreat: the one that came goes back, the one that was there where it is empty (20.1.t)."""
    team = b.teams[a.teams[place]]
    if place == 0 and not a.free:
        options = [Choice("retreat", team.id)]
    else:
        options = [Choice("retreat", team.id, b.place_name(cell)) for cell in empty_ways(b, team)]
    prompt = f"Does {team.name} stay in the assault?"
    answer = yield from ask(b, team.player, "assault", prompt, "20.1.s", [STAY, *options], piece=team.id)
    if answer == STAY:
        return False
    yield from fall_back(b, a, place, b.cell_called(answer.to))
    return True


def fall_back(b: Battle, a: Assault, place: int, cell: int = -1) -> Procedure:
    """A Fireteam leaves the assault, everybody suppressed, by another way if its own is shut."""
    team = b.teams[a.teams[place]]
    suppress_all(b, team)  # 20.1.u
    b.tell("leaves assault", "20.1.u", team.player, team.id, place=a.cell)
    if place == 0 and cell < 0:
        cell = a.origin
    held = cell < 0 or any(other.side != team.side for other in b.at(cell))
    if held or barred(b, team, cell) is not None:
        yield from forced_retreat(b, team, "20.1.t")
    else:
        yield from enter(b, team, cell, "20.1.t")
    yield from over(b, a)


def over(b: Battle, a: Assault) -> Procedure:
    """The assault is over; the Fireteam that came in settles in if it stays."""
    b.assault = None
    coming, there = (b.teams[index] for index in a.teams)
    for place, team in enumerate((coming, there)):
        if not team.gone:
            yield from keep_line(b, a, place, team)
    b.tell("assault over", "20.1.v", place=a.cell)
    if coming.cell == a.cell and not a.free:
        yield from settle_in(b, coming)


def keep_line(b: Battle, a: Assault, place: int, team: Fireteam) -> Procedure:
    """20.1.c Afterwards the owner keeps the order of the assault or restores the old line."""
    drawn = [man.index for man in alive(b, a, place) if man.team == team.index]
    others = [i for i in team.soldiers if i not in drawn]
    if drawn and drawn + others != team.soldiers:
        options = [Choice("keep the line"), Choice("restore the line")]
        prompt = f"Which order does {team.name} keep after the assault?"
        answer = yield from ask(b, team.player, "line", prompt, "20.1.c", options, piece=team.id)
        if answer.do == "keep the line":
            team.soldiers = drawn + others
