"""14, 15.3.b What happens to tokens in the Assessment phase, by the colour of their borders."""

from sandtable.systems.of_war_and_men.pieces import Battle, Procedure


def turn_over(b: Battle) -> Procedure:
    """15.3.b Red tokens are removed, yellow ones flip."""
    yield from ()
