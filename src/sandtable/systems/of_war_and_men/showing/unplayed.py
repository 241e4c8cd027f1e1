"""Why a card in hand cannot be played now: the reasons with which the rules refuse it."""

from collections.abc import Iterator

from sandtable.systems.of_war_and_men.rules.sight import neighbours
from sandtable.systems.of_war_and_men.state.book import Card
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.table.decision import Choice, Decision, IllegalChoice

ACTION, WINDOW = "action", "window"  # the questions that are answered with cards


def why_unplayed(b: Battle, decision: Decision, card: Card) -> tuple[str, str]:
    """A sentence and a rule, or a sentence for each use of the card that is refused; nothing if it can be played."""
    if decision.kind not in (ACTION, WINDOW):
        return "", ""
    if any(card.id in (option.piece, option.to) for option in decision.options()):
        return "", ""
    found: dict[str, str] = {}
    for choice in uses(b, decision, card):
        try:
            decision.check(choice)
        except IllegalChoice as refused:
            found.setdefault(refused.reason, refused.rule)
    return " ".join(found), next(iter(found.values()), "")


def uses(b: Battle, decision: Decision, card: Card) -> Iterator[Choice]:
    """What playing the card would be: an order to the Fireteam whose turn it is, a Command Decision."""
    if decision.kind == ACTION:
        yield from orders(b, decision, card)
    if decision.kind == WINDOW or (card.decision and b.decisions):
        yield Choice("play", card.id)


def orders(b: Battle, decision: Decision, card: Card) -> Iterator[Choice]:
    team = b.find_team(decision.piece)
    if card.order == "attack":
        yield from (
            Choice("attack", card.id, enemy.id)
            for enemy in b.teams
            if team is not None and enemy.side != team.side and enemy.cell >= 0 and not enemy.gone
        )
    elif card.order == "maneuver":
        if team is not None:
            near = neighbours(b.mission.columns, b.mission.rows)[team.cell]
            yield from (Choice("maneuver", card.id, b.place_name(cell)) for cell in near)
    else:
        yield Choice(card.order or "terrain", card.id)
