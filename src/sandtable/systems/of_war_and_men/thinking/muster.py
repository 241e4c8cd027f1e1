"""What is decided before the battle: which division, and how its squad forms Fireteams."""

import tomllib
from functools import cache
from typing import Any

from sandtable.systems.of_war_and_men.rules.squads import (
    AS_PROPOSED,
    CLOSE,
    FORM,
    Forming,
    fair_share,
    ready_squad,
    ready_teams,
    size_limit,
    team_limit,
)
from sandtable.systems.of_war_and_men.state.book import BLUE, SoldierCard
from sandtable.systems.of_war_and_men.state.pieces import Battle, Player
from sandtable.systems.of_war_and_men.state.tables import DATA
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.firepower import volley
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import listed
from sandtable.table.scheme import Scheme

LARGE = "Few and large Fireteams"
LINES = "lines"  # in the orders of a plan: who stands where


@cache
def book() -> dict[str, list[Any]]:
    """Divisions that were measured and win as often, and the Missions in which they do not: data/openings.toml."""
    return tomllib.loads((DATA / "openings.toml").read_text(encoding="utf-8"))


def divisions(b: Battle, decision: Decision, player: Player) -> dict[Choice, float]:
    """What leading each division promises: those that win as often promise the same."""
    worth = {choice: squad_worth(b, player, choice) for choice in decision.options()}
    for keys in book()["as_good"] if b.mission.key not in book()["but_in"] else ():
        those = [choice for choice in worth if choice.piece in keys]
        worth |= dict.fromkeys(those, max([worth[choice] for choice in those], default=0.0))
    return worth


def squad_worth(b: Battle, player: Player, choice: Choice) -> float:
    """The ready squad of a division: its points, how well it shoots, and whether it belongs on its side."""
    division = b.scenario.rulebook.divisions[choice.piece]
    squad = ready_squad(division, fair_share(b, player), team_limit(b, player), size_limit(b, player))
    arms = [((card.weapon.key, False, card.discipline, False),) for card in squad]
    shots = [
        volley(each, far, False, 0, weights.USUAL_RESOLVE, weights.USUAL_VITALITY, BLUE)
        for each in arms
        for far in weights.USUAL_RANGES
    ]
    points = weights.POINTS * sum([card.points for card in squad])
    fire = weights.SHOOTING * sum([kill + weights.DUCKED * duck for duck, kill in shots])
    return points + fire + (weights.LOYAL if len(division.sides) == 1 else 0.0)


# Fireteams (10.7): few and large ones, for one card moves or fires all of a Fireteam ------------------


def ways(decision: Decision) -> list[Scheme]:
    """10.7.a As proposed; or few and large ones, which a quick player does not think of."""
    words = {AS_PROPOSED: ("Fireteams as proposed", 0.0), FORM: (LARGE, -1.0)}
    return [Scheme(words[each][0], {}, each, words[each][1]) for each in decision.options()]


def thought_over(found: list[Scheme]) -> list[Scheme]:
    """Few and large ones are better."""
    return [Scheme(each.label, each.orders, each.first, 1.0 if each.first == FORM else 0.0) for each in found]


def form(b: Battle, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
    """10.7.b The next man, or the next Fireteam, by the plan made when the first was asked for.

    Which Fireteam is the first, and who stands on its left, makes no difference: there is a plan for each man.
    """
    assert isinstance(decision, Forming)
    options = decision.options()
    lines = current.orders.get(LINES, "") if current is not None else ""
    if lines:
        return [Scheme(LARGE, {LINES: lines}, next_man(lines, decision, options))]
    done = [""] * (decision.fireteam - 1)
    best = few_and_large(b, decision, b.player(seat), options)
    label = f"{LARGE}: {'; '.join([listed([card.name for card in team]) for team in best])}"
    found = []
    for teams in turned(best):
        lines = "/".join(done + [written(team) for team in teams])
        found.append(Scheme(label, {LINES: lines}, next_man(lines, decision, options), 0.0))
    return found


def next_man(lines: str, decision: Forming, options: list[Choice]) -> Choice:
    """Who is next by the plan, or else the end of the Fireteam."""
    team = lines.split("/")[decision.fireteam - 1 :][:1]
    men = [Choice("line", man) for each in team for man in each.split(" ")]
    return next((man for man in men if man in options), CLOSE if CLOSE in options else options[0])


def turned(teams: list[list[SoldierCard]]) -> list[list[list[SoldierCard]]]:
    """The same Fireteams in so many ways that each man is once the first of all; neighbours stay neighbours."""
    found = []
    for first in range(len(teams)):
        ahead = teams[first:] + teams[:first]
        for left in range(len(ahead[0])):
            found.append([team[left % len(team) :] + team[: left % len(team)] for team in ahead])
    return found


def few_and_large(b: Battle, decision: Forming, player: Player, options: list[Choice]) -> list[list[SoldierCard]]:
    """Who is to stand where, of those who are left: who asks for advice may have formed some Fireteams."""
    cards = {card.id: card for division in b.scenario.rulebook.divisions.values() for card in division.soldiers}
    squad = [cards[choice.piece] for choice in options if choice.do == "line"]
    size, done = size_limit(b, player), decision.fireteam - 1
    count = min(max(weights.FEW_TEAMS, -(-len(squad) // size)), team_limit(b, player)) - done
    led = any(card.leader for card in squad)  # else the last Fireteam, which has its Leader, takes them all
    return ready_teams(squad, max(1, count), size) if led else [squad]


def written(team: list[SoldierCard]) -> str:
    return " ".join([card.id for card in team])
