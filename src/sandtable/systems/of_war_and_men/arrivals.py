"""11 What a Mission makes of a Fireteam that has come into a Terrain."""

from sandtable.systems.of_war_and_men.pieces import Battle, Fireteam, Procedure


def settled(b: Battle, team: Fireteam) -> Procedure:
    """A Fireteam has come into its Terrain for good: after its move, its landing, or the assault it won there."""
    yield from ()
