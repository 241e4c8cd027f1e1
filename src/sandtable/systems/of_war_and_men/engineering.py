"""16.6 Engineering Actions: Standard Actions paid for with cards of the hand."""

from sandtable.systems.of_war_and_men.pieces import Battle, Fireteam, Player, Procedure
from sandtable.table.decision import Choice


def choices(b: Battle, team: Fireteam, player: Player) -> list[Choice]:
    """16.6.a What the active Fireteam may do with any cards."""
    return []


def carry_out(b: Battle, team: Fireteam, player: Player, choice: Choice) -> Procedure:
    """16.6.b The cost is paid and the action happens at once; nothing lies on the stack."""
    yield from ()


def why_not(b: Battle, team: Fireteam, player: Player, choice: Choice) -> tuple[str, str]:
    """Why an Engineering Action is refused."""
    return "", ""
