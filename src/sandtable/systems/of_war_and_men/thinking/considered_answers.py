"""What a player with more time answers: to the total of a shot, and where his Terrain goes."""

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.decisions.windows import CHAIN, EVADE, FUBAR, WAIT, total_asked
from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.showing.narrator import label
from sandtable.systems.of_war_and_men.state.book import FACES, Card
from sandtable.systems.of_war_and_men.state.pieces import Battle, Played, Player, Soldier
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.decision_worth import exposed, loss
from sandtable.systems.of_war_and_men.thinking.policy import follow
from sandtable.systems.of_war_and_men.thinking.prospect import Planner
from sandtable.table.asking import PASS
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme


def considered(b: Battle, decision: Decision, seat: str) -> list[Scheme]:
    """Answers with what they promise; nothing where a rule of thumb will do."""
    player = b.player(seat)
    if decision.kind == "place":
        return places(b, decision, player)
    if decision.kind == "terrain":
        return reports(b, decision, player)
    if decision.kind != "window":
        return []
    total = total_asked(decision)
    if total is not None and len(decision.options()) > 2:
        return totals(b, decision, player, total)
    chained = any(b.card(number).decision == CHAIN for number in player.hand)
    if chained and follow(b, decision, seat, None) == WAIT:
        return [Scheme("Wait for a total", {}, PASS, 0.0)]
    return []


# Totals (16.2.o) ---------------------------------------------------------------------------------


def totals(b: Battle, decision: Decision, player: Player, total: int) -> list[Scheme]:
    """Let it stand, or play what changes it: the last number is on the table."""
    found = [Scheme("Let the total stand", {}, PASS, 0.0)]
    for choice in decision.options():
        if choice.do == "play":
            gain = change(b, player, b.card(card_number(choice.piece)), total)
            found.append(Scheme(label(b, decision, choice), {}, choice, gain))
    return found


def change(b: Battle, player: Player, card: Card, total: int) -> float:
    """What a card on the total brings its player, less what it should bring."""
    played = b.stack[-1]
    men = exposed(b, played)
    now = loss(b, men, total)
    theirs = b.players[played.player].side != player.side
    if card.decision == EVADE:
        return now - mean(b, men, total, FACES[card.colour]) - weights.EVADED if theirs else -weights.EVADED
    shots = shooters(b, played)
    if not shots or not b.pile:
        return -weights.EVADED
    last = b.card(b.pile[-1]).dice
    nerves = [man.card.discipline for man in shots]
    if card.decision == FUBAR:
        return (
            sum([loss(b, men, total + last[nerve]) for nerve in nerves]) / len(nerves) - now - weights.DEAR
            if not theirs
            else -weights.DEAR
        )
    more = sum([mean(b, men, total + last[nerve], FACES[nerve]) for nerve in nerves]) / len(nerves) - now
    return (-more if theirs else more) - weights.ORDERED_ANEW


def mean(b: Battle, men: list[Soldier], total: int, faces: int) -> float:
    """What a total costs on average with one more number taken from it."""
    return sum([loss(b, men, total - face) for face in range(1, faces + 1)]) / faces


def shooters(b: Battle, played: Played) -> list[Soldier]:
    """Who may be firing: the last number was his Discipline."""
    if played.shots <= 0 or played.team < 0:
        return []
    if played.soldier >= 0:
        return [b.soldiers[played.soldier]]
    return [man for man in b.men(b.teams[played.team]) if can_fire(man) and man.index not in played.fired]


# Terrain (16.10) ---------------------------------------------------------------------------------


def reports(b: Battle, decision: Decision, player: Player) -> list[Scheme]:
    """17.21 Which Terrain the scouts report: what serves best."""
    if b.active < 0:
        return []
    found = Planner(b, player.side).sites(b.active_team, player.hand)
    schemes = []
    for choice in decision.options():
        kind = b.card(card_number(choice.piece)).terrain if choice.piece.startswith("card-") else None
        value = found[kind.key][0] if kind is not None and kind.key in found else 0.0
        schemes.append(Scheme(label(b, decision, choice), {}, choice, value))
    return schemes


def places(b: Battle, decision: Decision, player: Player) -> list[Scheme]:
    """Where the Terrain that is laid serves best."""
    options = decision.options()
    if b.active < 0 or not options[0].piece.startswith("card-"):
        return []
    for _, cell in Planner(b, player.side).sites(b.active_team, [card_number(options[0].piece)]).values():
        for choice in options:
            if choice.to == b.place_name(cell):
                return [Scheme(label(b, decision, choice), {}, choice, 0.0)]
    return []
