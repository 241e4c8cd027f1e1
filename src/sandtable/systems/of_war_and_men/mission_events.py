"""11 What a Mission makes happen, at the moments at which the chapters ask."""

from sandtable.systems.of_war_and_men.pieces import Battle, Fireteam, Procedure
from sandtable.systems.of_war_and_men.token_events import blow
from sandtable.table.decision import Choice


def turn_begins(b: Battle, team: Fireteam) -> Procedure:
    """First thing in a Fireteam's turn: landing (11.7.b), what has to last an entire round (G.entire_round)."""
    yield from ()


def take_action(b: Battle, team: Fireteam, choice: Choice) -> Procedure:
    """Carry out one of `actions`."""
    yield from ()


def top_of_round(b: Battle) -> Procedure:
    """8.2, 15.3.a The Mission's events in the Assessment phase, in their order."""
    yield from blow(b)


def end_of_round(b: Battle) -> Procedure:
    """11.3.b The Mission's events in the Debrief phase, before Fog-of-War."""
    yield from ()
