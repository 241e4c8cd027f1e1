"""5.1 Ranged Combat."""

from stage import stage

from sandtable.testing import rule


@rule("2.5.6.2.b")
def test_leadership_example() -> None:
    """The 11th Panzer HQ lifts one Pz IV from 3 to 5 dice at range 5."""
    s = stage(
        """
        .. .. .. .. .. ..
        german pzivg P1 at A1
        german pzivg P2 at A1
        german hq 11th-panzer-hq at A1
        soviet t-34-76 S at F1
        """,
        *(5, 5, 6, 1, 2),  # attack
        *(5, 1),  # save on 5: one hit cancelled
        *(1, 1, 1),  # the second platoon, plain dice
    )
    s.do("act", "P1").do("fire", "P1", "S", 1)
    fired = s.last("fired")
    assert (fired.dice, fired.need, fired.value) == ((5, 5, 6, 1, 2), 5, 3)
    assert s.unit("S").disrupted and s.unit("S").steps == 1
    s.do("act", "P2")
    assert "leadership" not in str(s.options("fire", "P2"))
    s.do("fire", "P2", "S").done()
    assert s.last("fired").dice == (1, 1, 1)
