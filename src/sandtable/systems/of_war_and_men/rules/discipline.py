"""4.11 Discipline Checks; who is in command (7.3); Fireteams without Leaders (4.14)."""

from collections.abc import Generator

from sandtable.systems.of_war_and_men.rules.decisions.windows import number
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.state.book import FACES
from sandtable.systems.of_war_and_men.state.pieces import WOUNDED, Battle, Fireteam, Soldier, Verdict
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

Chosen = Generator[Decision, Choice, Soldier]

SUCCESS = NUMBERS.success  # 4.11: this or less


def leaderless(b: Battle, team: Fireteam) -> bool:
    """4.14 No Leader is left in the Fireteam (G.leader)."""
    return not any(man.card.leader for man in b.men(team)) and not trait_modifiers.stands_in_for_leaders(b, team)


def highest(b: Battle, team: Fireteam) -> list[Soldier]:
    """7.3, G.in_command The soldiers of the highest rank in the Fireteam."""
    men = [man for man in b.men(team) if not man.card.civilian]
    top = max((man.card.rank for man in men), default=0)
    return [man for man in men if man.card.rank == top]


def commander(b: Battle, team: Fireteam, why: str, rule: str, among: list[Soldier] | None = None) -> Chosen:
    """G.in_command The soldier in command; among equals the owner chooses."""
    found = highest(b, team) if among is None else among
    options = [Choice("command", man.id) for man in found]
    answer = yield from ask(b, team.player, "command", f"Who is in command {why}?", rule, options, piece=team.id)
    return next(man for man in found if man.id == answer.piece)


def check(
    b: Battle,
    man: Soldier,
    why: str,
    rule: str,
    need: int = SUCCESS,
    modifiers: tuple[Modifier, ...] = (),
) -> Verdict:
    """A flip of his Discipline, 2 or less succeeds; without Leaders the higher of two counts.

    See also 4.9, G.discipline_check.
    """
    team = b.teams[man.team]
    flips = NUMBERS.double if leaderless(b, team) else 1  # 4.13
    values = []
    for _ in range(flips):
        values.append((yield from number(b, man.card.discipline, why, rule, man.player)))
    total = max(values) + sum(each.amount for each in modifiers)
    passed = total <= need  # 4.11
    b.tell(
        "check",
        rule,
        man.player,
        man.id,
        dice=tuple(values),
        need=need,
        value=int(passed),
        text=why,
        modifiers=modifiers,
        faces=FACES[man.card.discipline],
    )
    return passed


def can_fire(man: Soldier) -> bool:
    """16.2.a Not wounded, jammed or crewing; the suppressed may fire (19.4.b)."""
    return man.condition != WOUNDED and not man.jammed and man.gunner < 0 and not man.card.civilian
