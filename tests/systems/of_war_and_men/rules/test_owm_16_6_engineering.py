"""16.6 Engineering Actions, 16.7 Stealth, 16.8 Recognition, 16.9 Transfer."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.engineering import idle
from sandtable.systems.of_war_and_men.state.pieces import NOWHERE
from sandtable.testing.citing import rule

WORK = """
{rows}
{more}
axis 1 at A1 {words}
{men}
allies 1 at C1 {allies}
  Joe rank=Cpl
hand axis {hand}
active axis-1
"""
GUNNERS = "Hans rank=Cpl,Otto weapon=m42,Karl,Max weapon=kzf"


def work(
    *flips: str | int,
    rows: str = ". . .\n. . .",
    words: str = "",
    men: str = GUNNERS,
    allies: str = "",
    hand: str = "entrench entrench attack-red",
    more: str = "",
    goes_on: bool = False,
) -> OwmStage:
    lines = "\n".join(f"  {man}" for man in men.split(","))
    text = WORK.format(rows=rows, more=more, words=words, men=lines, allies=allies, hand=hand)
    return stage(text, *flips, goes_on=goes_on)


def pay(s: OwmStage, word: str = "entrench") -> OwmStage:
    s.do("discard", s.held(word))
    return s


# Crews and scopes --------------------------------------------------------------------------------


@rule("16.6.a", "16.6.c", "16.6.e", "G.crewing", "G.engineering", "16.6.b")
def test_a_machine_gun_is_crewed_for_a_card() -> None:
    s = work()
    assert {(choice.piece, choice.to) for choice in s.options("crew")} == {
        ("Otto", "Hans"),
        ("Otto", "Karl"),
        ("Otto", "Max"),
    }
    s.do("crew", "Otto", "Karl")
    assert s.asked == ("axis", "pay")
    pay(s)
    assert s.man("Otto").helper == s.man("Karl").index
    assert s.man("Karl").gunner == s.man("Otto").index
    assert s.man("Otto").ready_in == 2, "not in the same round"
    assert s.b.actions == 1
    assert len(s.b.players[0].hand) == 2
    told = s.last("crewed")
    assert (told.rule, told.piece, told.target) == ("16.6.c", "Otto", "Karl")


@rule("16.6.d", "16.6.e", "9.6", "G.sighted", "16.6.b", "16.6.a")
def test_a_sniper_takes_up_his_scope_for_a_card() -> None:
    s = work().do("sight", "Max")
    pay(s)
    assert (s.man("Max").sighted, s.man("Max").ready_in) == ("yellow", 2)
    assert s.refused("sight", "Hans").rule == "16.6.d"


@rule("9.6", "14.5")
def test_the_sighted_token_turns_black_in_the_assessment_phase() -> None:
    text = ". .\naxis 1 at A1\n  Max rank=PFC weapon=kzf sighted=2\nallies 1 at B1\n  Joe\n"
    s = stage(f"{text}phase assessment\nstep 4")
    assert s.man("Max").sighted == "black"


@rule("16.6.c")
@pytest.mark.parametrize("state", ["suppressed", "wounded"])
def test_gunner_and_helper_must_be_upright(state: str) -> None:
    assert work(men=f"Hans rank=Cpl {state},Otto weapon=m42").options("crew") == []
    assert work(men=f"Hans rank=Cpl,Otto weapon=m42 {state}").options("crew") == []


@rule("16.6.c", "16.6.g")
def test_not_on_the_move() -> None:
    s = work(words="heading=A2")
    assert s.options("crew") == [] and s.options("sight") == []
    assert s.refused("crew", "Otto", "Hans").rule == "16.6.g"


@rule("16.6.h")
def test_uncrewing_is_free() -> None:
    s = work(men="Hans rank=Cpl,Otto weapon=m42 helper=Hans,Max weapon=kzf sighted=1")
    s.do("uncrew", "Otto").do("unsight", "Max")
    assert (s.man("Otto").helper, s.man("Hans").gunner, s.man("Max").sighted) == (NOWHERE, NOWHERE, "")
    assert s.b.actions == 0


@rule("16.6.h")
@pytest.mark.parametrize(
    ("vitality", "resolve", "icon"), [(20, 6, ""), (20, 6, "w"), (6, 6, "")], ids=["suppressed", "wounded", "killed"]
)
@pytest.mark.parametrize("hit", ["R1", "R2"], ids=["gunner", "helper"])
def test_a_hit_breaks_up_the_crew(vitality: int, resolve: int, icon: str, hit: str) -> None:
    """Whether it hits the gunner or his helper."""
    text = f"""
    . . .
    axis 1 at A1
      Hans rank=Cpl weapon=gar discipline=red
    allies 1 at B1
      Joe rank=Cpl weapon=bre helper=Sam resolve={resolve} vitality={vitality}
      Sam resolve={resolve} vitality={vitality}
    hand axis attack-red
    active axis-1
    """
    s = stage(text, "R1", hit, "R4", f"G4{icon}", "B6", "R2").order("attack", "attack-red", "allies-1")
    s.do("fire", "Hans")
    joe, sam = s.man("Joe"), s.man("Sam")
    assert (joe.helper, joe.ready_in, sam.gunner) == (NOWHERE, 0, NOWHERE)


@rule("16.6.b")
def test_an_engineering_action_is_not_interrupted() -> None:
    s = work(1, 1, hand="entrench entrench attack-red").do("redraw", "", "", 2)
    assert {choice.do for choice in s.options()} == {"discard"}
    pay(s)
    assert {choice.do for choice in s.options()} == {"discard"}, "no order in between"


@rule("16.6.i", "16.6.b", "16.6.a")
def test_one_to_three_cards_are_redrawn() -> None:
    s = work(1, 1, 1, hand="entrench entrench entrench entrench")
    assert {choice.number for choice in s.options("redraw")} == {1, 2, 3}
    assert s.refused("redraw", "", "", 4).rule == "16.6.i"
    s.do("redraw", "", "", 3)
    for _ in range(3):
        pay(s)
    assert len(s.b.players[0].hand) == 4
    assert set(s.b.players[0].hand) & {1, 2, 3} == {1, 2, 3}
    assert len(s.b.discard) == 3
    assert s.b.actions == 1
    assert lost_cards(s.b) == []
    assert {choice.number for choice in work(hand="entrench").options("redraw")} == {1}


# Stealth -----------------------------------------------------------------------------------------


@rule("16.7.a", "G.stealth", "9.9", "16.6.b", "16.6.a")
def test_stealth_costs_a_card() -> None:
    s = work(words="heading=A2").do("stealth")
    pay(s)
    assert s.team("axis-1").stealth
    assert s.b.actions == 1
    assert s.refused("stealth").rule == "16.7.a"


@rule("16.7.b", "5.14", "16.7.a")
def test_not_in_no_stealth_terrain() -> None:
    assert work(rows="= . .\n. . .").refused("stealth").rule == "16.7.b"


@rule("16.7.e", "G.attack_lower", "16.7.b", "16.6.a")
def test_not_where_it_was_attacked_in_this_round() -> None:
    assert work(words="attacked").refused("stealth").rule == "16.7.e"
    text = WORK.format(rows=". . .", more="", words="", men="  Hans rank=Cpl", allies="", hand="attack-red entrench")
    s = stage(text, "R1", "R1", "G1", "B1", "G1").order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.team("allies-1").attacked
    s = work(words="attacked", hand="maneuver maneuver entrench")
    s.order("maneuver", "maneuver", "A2").order("maneuver", "maneuver", "A2")
    assert not s.team("axis-1").attacked, "in another Terrain it may hide again"


# Recognition -------------------------------------------------------------------------------------


@rule("16.8.a", "G.recognition")
@pytest.mark.parametrize(("flip", "seen"), [("G2", True), ("G3", False)])
def test_the_soldier_in_command_looks_for_a_hidden_fireteam(flip: str, seen: bool) -> None:
    s = work(flip, allies="stealth").do("recognise", "", "allies-1")
    assert s.last("check").piece == "Hans"
    assert s.team("allies-1").stealth is not seen
    assert s.b.actions == 0, "free"
    assert s.options("recognise") == [], "one try per turn"


@rule("16.8.a", "21.3.a")
def test_blocked_line_of_sight_prevents_recognition() -> None:
    assert work(rows=". W .\n. . .", allies="stealth").options("recognise") == []
    assert work(allies="").options("recognise") == []


@rule("16.8.b", "18.5.d")
def test_a_star_shell_helps() -> None:
    s = work("G3", allies="stealth", more="token star shell C1 red").do("recognise", "", "allies-1")
    assert not s.team("allies-1").stealth
    assert s.last("check").modifiers[0].amount == -1


# Transfer ----------------------------------------------------------------------------------------

SECOND = "axis 2 at B1\n  Fritz rank=Cpl"


@rule("16.9.a", "G.transfer", "16.6.b", "16.6.a")
def test_soldiers_transfer_for_a_card_each() -> None:
    s = work(men="Hans rank=Cpl,Otto suppressed=0,Karl wounded,Max", more=SECOND).do("transfer", "", "axis-2")
    assert {choice.piece for choice in s.options("send")} == {"Hans", "Karl", "Max"}, "the suppressed cannot move"
    s.do("send", "Karl")
    pay(s).do("send", "Max")
    pay(s).do("done")
    assert [man.id for man in s.b.men(s.team("axis-2"))] == ["Fritz", "Karl", "Max"]
    assert [man.id for man in s.b.men(s.team("axis-1"))] == ["Hans", "Otto"]
    assert len(s.b.players[0].hand) == 1
    assert s.b.actions == 1


@rule("16.9.a", "16.6.a")
def test_at_most_three_and_only_to_an_adjacent_fireteam_with_room() -> None:
    hand = "entrench entrench entrench entrench entrench"
    s = work(men="Hans rank=Cpl,Otto,Karl,Max", more=SECOND, hand=hand).do("transfer", "", "axis-2")
    for id in ("Otto", "Karl", "Max"):
        s.do("send", id)
        pay(s)
    assert s.asked == ("axis", "action")
    full = "axis 2 at B1\n" + "\n".join(f"  M{i}" for i in range(8))
    assert work(more=full).refused("transfer", "", "axis-2").rule == "16.9.a"
    far = "axis 2 at C2\n  Fritz rank=Cpl"
    assert work(more=far).refused("transfer", "", "axis-2").rule == "16.9.a"


@rule("16.9.b")
def test_once_per_round_and_soldier() -> None:
    s = work(men="Hans rank=Cpl,Otto transferred=1", more=SECOND).do("transfer", "", "axis-2")
    assert s.asked == ("axis", "pay"), "only Hans can go"
    pay(s)
    assert s.man("Hans").transferred_in == 1


@rule("16.9.a")
def test_an_emptied_fireteam_leaves_the_game() -> None:
    s = work(men="Hans rank=Cpl", more=SECOND).do("transfer", "", "axis-2")
    pay(s)
    assert s.team("axis-1").gone
    assert s.b.result is not None, "and its turn is over"


@rule("16.6.h", "16.9.a")
def test_a_transferred_gunner_is_uncrewed() -> None:
    s = (
        work(men="Hans rank=Cpl,Otto weapon=m42 helper=Hans", more=SECOND)
        .do("transfer", "", "axis-2")
        .do("send", "Otto")
    )
    pay(s)
    assert s.man("Hans").gunner == NOWHERE


@rule("16.1", "16.6.a")
@pytest.mark.parametrize(
    ("do", "piece", "to", "number"),
    [
        ("stealth", "", "", 0),
        ("redraw", "", "", 1),
        ("crew", "Otto", "Hans", 0),
        ("sight", "Max", "", 0),
        ("transfer", "", "axis-2", 0),
        ("sap", "", "", 0),
        ("repair", "Hans", "", 0),
    ],
)
def test_with_both_actions_spent_that_is_the_reason(do: str, piece: str, to: str, number: int) -> None:
    s = work(rows="R . .\n. . .", more="level lieutenant\nactions 2")
    assert s.refused(do, piece, to, number).rule == "16.1"


@rule("16.6.g", "16.6.c")
@pytest.mark.parametrize(
    ("words", "found"), [("", ["Hans", "Otto", "Karl", "Max"]), ("heading=A1", []), ("heading=A2", [])]
)
def test_who_is_free_to_crew(words: str, found: list[str]) -> None:
    """Nobody of a Fireteam on the move, be it to the first position of the map."""
    s = work(words=words)
    assert [man.id for man in idle(s.b, s.team("axis-1"))] == found
