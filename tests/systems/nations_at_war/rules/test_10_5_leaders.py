"""10.5 Leaders."""

from stage import stage

from sandtable.testing import rule

ROW = ".. .. .. .. .. .."


@rule("10.5.a", "10.5.d")
def test_a_leader_stays_with_his_platoon() -> None:
    """He goes where it goes, and does not count for stacking."""
    s = stage(f"{ROW}\ngerman infantry P at A1 leader=2/9\ngerman infantry Q at B1\nsoviet t-34-76 S at F1 ops")
    s.do("act", "P").do("move", "", "B1").do("stop")
    assert s.where("P") == s.where("Q") == "B1"
    assert (s.unit("P").leader, s.unit("Q").leader) == ((2, 9), None)


@rule("10.5.a")
def test_a_leader_comes_with_a_chaos_result() -> None:
    """Chaos 5 gives one to a Good Order infantry platoon of the drawer."""
    s = stage(
        f"{ROW}\ngerman infantry P at A1\ngerman infantry Q at B1\nsoviet t-34-76 S at F1\nchaos 1\nphase draw\n"
        "cup chaos german",
        *(1, 2, 3),
        *(1, 1, 1),  # the German marker, and the command check of P
        goes_on=True,
    )
    s.do("pick", "Q")
    assert (s.unit("P").leader, s.unit("Q").leader) == (None, (1, 9))


@rule("10.5.b")
def test_a_leader_adds_dice_to_every_attack() -> None:
    """Ranged fire, Opportunity Fire and Assault, together with an HQ's Leadership."""
    foe = "soviet guards-infantry S at C1"
    s = stage(f"{ROW}\ngerman infantry P at A1 leader=2/9\ngerman hq 320th-infantry-hq at A1\n{foe}", *[1] * 6)
    s.do("act", "P", number=1).do("fire", "P", "S", 1).done()
    fired = s.last("fired")
    assert [(m.amount, m.rule) for m in fired.modifiers] == [(1, "2.5.6.2.b"), (2, "10.5.b")]
    s = stage(f"{ROW}\ngerman infantry P at A1\nsoviet guards-infantry S at D1 leader=1/9", 1, 1, 1)
    s.do("act", "P").do("move", "", "B1").do("fire", "S", "P").done()
    assert len(s.last("fired").dice) == 3
    s = stage(f"{ROW}\ngerman infantry P at A1 leader=2/9\nsoviet guards-infantry S at B1", *[1] * 5, *[1] * 3)
    s.do("act", "P").do("assault", "", "B1").done()
    assert [(len(e.dice), [m.rule for m in e.modifiers]) for e in s.told("struck")] == [(5, ["10.5.b"]), (3, [])]


@rule("10.5.b")
def test_the_platoon_uses_his_morale() -> None:
    """Morale 9 instead of the Formation's 5: a 9 rallies, and next door it does not."""
    s = stage(
        f"{ROW}\ngerman infantry P at A1 disrupted leader=1/9\ngerman infantry Q at B1 disrupted\n"
        "soviet t-34-76 S at F1\nmorale 5\nphase rally\nactive german",
        *(4, 5),
        *(4, 5),
    )
    assert (s.unit("P").disrupted, s.unit("Q").disrupted) == (False, True)
    assert [(e.need, e.value) for e in s.told("morale check")] == [(9, 1), (5, 0)]
    s.done()


@rule("10.5.b", "3.4.2.b")
def test_he_and_his_platoon_are_always_in_command() -> None:
    """Without an HQ only the platoon without a leader makes a check."""
    s = stage(
        f"{ROW}\ngerman infantry P at A1 leader=1/9\ngerman infantry Q at B1\nsoviet t-34-76 S at F1\nmorale 5\n"
        "phase command\nactive german",
        *(6, 6),
    )
    assert (s.unit("P").out_of_command, s.unit("Q").out_of_command) == (False, True)
    assert [e.piece for e in s.told("command check")] == ["Q"]
    s.done()


SHOT = f"{ROW}\ngerman tiger P at A1\nsoviet guards-infantry S at F1 leader=1/9"


@rule("10.5.c", "10.5.d")
def test_leader_losses() -> None:
    """A Reduced platoon rolls for him: he falls on a 1, not on a 2; Disruption alone is no danger."""
    for die, left in ((1, None), (2, (1, 9))):
        s = stage(SHOT, *(5, 5, 1), die)
        s.do("act", "P").do("fire", "P", "S").done()
        check = s.last("leader check")
        assert (check.dice, check.need, check.value, check.rule) == ((die,), 2, int(left is None), "10.5.c")
        assert s.unit("S").leader == left and s.unit("S").steps == 1
    s = stage(SHOT, *(5, 1, 1))
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.unit("S").disrupted and s.unit("S").leader == (1, 9) and not s.told("leader check")


@rule("10.5.c")
def test_a_leader_dies_with_his_platoon() -> None:
    """Without a die."""
    s = stage(SHOT, *(5, 5, 5))
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.where("S") == "eliminated" and s.unit("S").leader is None and not s.told("leader check")


@rule("10.5.d")
def test_a_leader_is_no_target() -> None:
    """Fire names platoons; he is neither one of them nor a counter that could be Disrupted."""
    s = stage(SHOT).do("act", "P")
    assert [choice.to for choice in s.options("fire")] == ["S"]
