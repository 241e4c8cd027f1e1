"""G.execute The stack; 16.2.o the window after a total; Chain of Command, Evade and F.U.B.A.R."""

from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.rules.cards import lost_cards
from sandtable.systems.of_war_and_men.rules.decisions.wishes import asked_about_card
from sandtable.systems.of_war_and_men.state.pieces import Played
from sandtable.testing.citing import rule

CARDS = """
. . . .
level lieutenant
axis 1 at A1
  Hans rank=PFC weapon=gar discipline=red
  Otto rank=Cpl weapon=gar discipline=red
allies 1 at D1
  Joe rank=Cpl resolve={resolve} vitality=19
hand axis {axis}
hand allies {allies}
wishes axis {asked}
wishes allies {asked}
active axis-1
"""


def cards(*flips: str, axis: str, allies: str, asked: str = "cards", resolve: int = 9) -> OwmStage:
    return stage(CARDS.format(axis=axis, allies=allies, asked=asked, resolve=resolve), *flips)


@rule("17.13", "G.execute")
def test_fubar_right_after_the_attack_order_cancels_the_attack() -> None:
    s = cards(axis="attack-red attack-green", allies="fubar fubar")
    s.order("attack", "attack-red", "allies-1")
    assert s.asked == ("allies", "window")
    assert s.plays() == {"fubar"}
    s.play_card("fubar")
    s.passes(2)  # axis and allies let it stand
    assert [event.text for event in s.told("cancelled")] == ["attack"]
    assert s.b.stack == [] and len(s.b.discard) == 2
    assert s.b.actions == 1, "the Standard Action is spent"
    assert s.options("attack"), "the target may still be attacked in this turn"
    assert not s.team("allies-1").attacked


@rule("17.13", "G.execute")
def test_fubar_on_fubar_saves_the_card_below() -> None:
    s = cards("R1", axis="attack-red fubar", allies="fubar evade-red")
    s.order("attack", "attack-red", "allies-1").play_card("fubar")
    assert s.asked == ("axis", "window")
    s.play_card("fubar")
    s.do("pass")  # axis holds no card any more: only allies is asked, and lets it stand
    assert [event.text for event in s.told("cancelled")] == ["fubar"]
    assert s.asked == ("allies", "window"), "a new round of answers for the Attack"
    s.do("pass")
    assert s.last("attack").value == 1


@rule("17.13")
def test_fubar_needs_a_card_on_the_stack() -> None:
    s = cards(axis="fubar attack-red", allies="evade-red")
    assert "fubar" not in s.plays()
    assert s.refused("play", s.held("fubar")).rule == "17.13"


@rule("12.2", "G.execute", "D.stack")
def test_answers_go_round_and_the_player_himself_comes_last() -> None:
    s = cards(axis="attack-red evade-red", allies="evade-green")
    s.order("attack", "attack-red", "allies-1")
    assert s.asked == ("allies", "window")
    s.do("pass")
    assert s.asked == ("axis", "window")


# After a total (16.2.o) --------------------------------------------------------------------------


def total(*flips: str, axis: str = "entrench", allies: str = "entrench", resolve: int = 9) -> OwmStage:
    """Green 5 + blue 6 - red 3 = 8, and the window is open."""
    s = cards(
        "R1",
        "R1",
        "G5",
        "B6",
        "R3",
        *flips,
        axis=f"attack-red {axis}",
        allies=allies,
        asked="totals",
        resolve=resolve,
    )
    return s.order("attack", "attack-red", "allies-1").do("fire", "Hans")


@rule("17.10", "16.2.o")
def test_evade_takes_a_flip_of_its_colour_from_the_total() -> None:
    s = total("R3", allies="evade-red evade-blue", resolve=6)
    assert s.asked == ("allies", "window")
    assert s.plays() == {"evade-red", "evade-blue"}
    s.play_card("evade-red").passes(2)
    assert s.last("shot").dice == (5, 6, -3, -3)
    assert s.last("shot").value == 5
    assert s.told("unhurt")
    assert lost_cards(s.b) == []


@rule("17.10")
def test_a_blue_evade_takes_a_blue_flip() -> None:
    s = total("B7", allies="evade-blue hill", resolve=6)
    s.play_card("evade-blue").passes(2)
    assert s.last("shot").dice == (5, 6, -3, -7)
    assert s.last("shot").value == 1
    assert s.told("unhurt")


@rule("17.10")
def test_several_evades_may_be_played_and_only_by_the_defender() -> None:
    s = total("G4", "R1", axis="evade-red entrench", allies="evade-green evade-red hill")
    s.play_card("evade-green").play_card("evade-red")
    s.do("pass")
    assert s.asked == ("axis", "window")
    assert s.plays() == set(), "the attacker's Evade does nothing for him"
    s.do("pass")
    assert s.last("shot").value == 3


@rule("17.13")
def test_fubar_on_a_finished_total_cancels_the_last_card_only() -> None:
    """The book's case: green 5, blue 6, red 3; the red 3 counts nothing and the total becomes 11."""
    s = total(axis="fubar entrench")
    s.do("pass").play_card("fubar").passes(2)
    assert s.last("shot").dice == (5, 6, 0)
    assert s.last("shot").value == 11


@rule("17.13")
def test_a_number_that_is_cancelled_is_not_cancelled_again() -> None:
    s = total("G4", axis="fubar fubar entrench", allies="evade-green entrench entrench")
    s.do("pass").play_card("fubar")
    assert s.asked == ("allies", "window") and s.plays() == {"evade-green"}
    s.do("pass")
    assert s.asked == ("axis", "window") and s.plays() == set(), "the last number counts nothing already"
    assert s.refused("play", s.held("fubar")).rule == "16.2.o"
    s = total("G4", axis="fubar fubar entrench", allies="evade-green entrench entrench")
    s.do("pass").play_card("fubar").play_card("evade-green").do("pass")
    assert s.plays() == {"fubar"}, "the flip of the Evade is the last number now"
    s.play_card("fubar").passes(2)
    assert s.last("shot").dice == (5, 6, 0, 0) and s.last("shot").value == 11


@rule("17.13", "D.wishes", "D.time")
def test_nobody_is_asked_about_a_total_that_nothing_can_change() -> None:
    text = CARDS.format(axis="attack-red", allies="evade-red fubar fubar", asked="totals", resolve=9)
    s = stage(f"{text}left 5\n", 1, 1, 1, 1, 1).order("attack", "attack-red", "allies-1").do("fire", "Hans")
    s.play_card("fubar")
    assert s.b.result is not None, "with no card left to flip a second F.U.B.A.R. would be all"


@rule("17.13", "17.10")
def test_fubar_after_an_evade_cancels_its_flip() -> None:
    s = total("G4", axis="fubar entrench", allies="evade-green entrench")
    s.play_card("evade-green").do("pass").play_card("fubar").passes(2)
    assert s.last("shot").value == 8


@rule("17.7", "17.10")
def test_chain_of_command_replaces_the_last_number() -> None:
    s = total("G4", "G2", axis="chain-of-command entrench", allies="evade-green entrench")
    s.play_card("evade-green").do("pass").play_card("chain-of-command").passes(2)
    assert s.last("shot").dice == (5, 6, -3, -2)
    assert s.last("shot").value == 6


@rule("16.2.o", "15.4.d")
def test_only_these_three_may_be_played() -> None:
    s = total(allies="lucky-shot double-time evade-red fubar chain-of-command")
    assert s.plays() == {"evade-red", "fubar", "chain-of-command"}
    assert s.refused("play", s.held("lucky-shot")).rule == "16.2.o"


@rule("16.2.o")
def test_within_the_sequence_nobody_is_asked() -> None:
    s = cards(
        "R1", "R1", "G5", "B6", "R3", axis="attack-red entrench", allies="chain-of-command fubar", asked="numbers"
    )
    s.order("attack", "attack-red", "allies-1").passes(2)
    s.do("fire", "Hans").passes(2)  # asked about the target flip, then not until the shot is over
    assert s.told("shot")


@rule("17.13", "G.execute")
def test_a_fubar_may_answer_an_evade() -> None:
    s = cards(
        "R1",
        "R1",
        "G5",
        "B6",
        "R3",
        axis="attack-red fubar entrench",
        allies="evade-green entrench",
        asked="cards totals",
    )
    s.order("attack", "attack-red", "allies-1").passes(2)
    s.do("fire", "Hans").play_card("evade-green")
    assert s.asked == ("axis", "window")
    s.play_card("fubar").passes(2)
    s.passes(2)
    assert s.last("shot").value == 8
    assert "evade" in [event.text for event in s.told("cancelled")]


# After a number (17.7) ---------------------------------------------------------------------------


@rule("17.7")
def test_chain_of_command_flips_a_number_anew_in_the_same_colour() -> None:
    s = cards("R1", "R4", axis="attack-red chain-of-command entrench", allies="entrench", asked="numbers")
    s.order("attack", "attack-red", "allies-1")
    assert s.asked == ("allies", "window")
    s.do("pass")
    assert s.plays() == {"chain-of-command"}
    s.play_card("chain-of-command")
    s.passes(2)  # the new number may be challenged again
    assert s.last("attack").value == 4


@rule("17.7")
def test_the_new_number_may_be_challenged_again() -> None:
    s = cards(
        "R1",
        "R4",
        "R2",
        axis="attack-red chain-of-command entrench",
        allies="chain-of-command entrench",
        asked="numbers",
    )
    s.order("attack", "attack-red", "allies-1").do("pass").play_card("chain-of-command").play_card("chain-of-command")
    s.passes(2)
    assert s.last("attack").value == 2


@rule("17.7", "17.13")
def test_a_fubar_may_answer_it() -> None:
    s = cards("R1", axis="attack-red chain-of-command entrench", allies="fubar entrench", asked="numbers cards")
    s.order("attack", "attack-red", "allies-1").passes(2)
    s.do("pass").play_card("chain-of-command").play_card("fubar").passes(2)
    s.passes(2)
    assert s.last("attack").value == 1
    assert lost_cards(s.b) == []


@rule("17.7", "4.3")
def test_not_when_no_card_is_left() -> None:
    text = CARDS.format(axis="attack-red entrench", allies="chain-of-command entrench", asked="numbers", resolve=9)
    s = stage(f"{text}\nleft 1", "#1")
    s.order("attack", "attack-red", "allies-1")
    assert s.b.result is not None, "time is up: nobody is asked"


@rule("16.2.m", "19.1.c", "17.1")
def test_between_two_shots_there_is_a_free_moment() -> None:
    s = cards("R2", "R1", "G1", "B1", "R4", axis="attack-red entrench", allies="entrench", asked="moments")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "window")
    s.do("pass")
    assert s.asked == ("allies", "window")
    s.do("pass")
    assert s.asked == ("axis", "fire")


@rule("4.3", "16.2.o", "D.time")
def test_with_the_last_card_gone_nothing_that_needs_a_flip_is_played() -> None:
    text = CARDS.format(axis="attack-red", allies="evade-red chain-of-command fubar", asked="totals", resolve=9)
    s = stage(f"{text}left 5\n", 1, 1, 1, 1, 1).order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.b.time_up and s.asked == ("allies", "window")
    assert s.plays() == {"fubar"}


@rule("17.1", "12.2")
def test_at_a_free_moment_the_active_player_is_asked_first() -> None:
    text = CARDS.format(axis="attack-red smoke", allies="smoke", asked="moments", resolve=19)
    flips = ("R2", "R1", "G1", "B1", "R1")
    s = stage(f"{text}track allies-1 axis-1\n", *flips).order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.asked == ("axis", "window"), "although the other is higher on the track"
    assert s.do("pass").asked == ("allies", "window")


@rule("10.1")
def test_who_has_no_fireteam_left_is_asked_nothing_more() -> None:
    s = cards(axis="attack-red", allies="evade-red")
    other = s.b.players[1]
    played = Played(s.b.players[0].hand[0], 0, "attack")
    assert asked_about_card(s.b, other, played)
    s.team("allies-1").gone = True
    assert not asked_about_card(s.b, other, played)


@rule("3.1", "16.2.o", "17.7", "17.10")
def test_why_a_decision_may_not_be_played() -> None:
    text = """
    . . .
    level {}
    axis 1 at A1
      Hans rank=Cpl
    allies 1 at B1
      Joe rank=Cpl
    hand axis grenade-green evade-red chain-of-command marching-order hill
    active axis-1
    """

    def reason(level: str, word: str) -> tuple[str, str]:
        s = stage(text.format(level))
        refusal = s.refused("play", s.held(word))
        return str(refusal), refusal.rule

    assert reason("private", "grenade-green") == ("Command Decisions are not used at Private level.", "3.1")
    assert reason("lieutenant", "evade-red") == ("Evade is played after a total.", "16.2.o")
    assert reason("lieutenant", "chain-of-command") == (
        "Chain of Command is played after a number or a total.",
        "16.2.o",
    )
    assert reason("lieutenant", "marching-order") == (
        "Marching Order is played in the Assessment or Debrief phase: wish to be asked when a round ends.",
        "17.18",
    )
    assert reason("private", "hill")[1] == "6.3"


JOIN = """
. . . .
. . . .
level lieutenant
axis 1 at A1 heading=A2
  Hans rank=Sgt weapon=gar discipline=red
  Otto weapon=gar discipline=red
axis 2 at A2
  Karl rank=Sgt weapon=gar discipline=red
allies 1 at D1
  Joe rank=Cpl resolve=20 vitality=30
hand axis {card} double-time hill
wishes axis {wish}
active axis-1
"""


@rule("G.merging", "17.9", "16.2.m")
def test_an_attack_goes_on_when_its_fireteam_merges() -> None:
    flips = ("G2", "R1", "G1", "B1", "R1", "R2", "R1", "G5", "B6", "R2")
    s = stage(JOIN.format(card="attack-green", wish="moments"), *flips)
    s.order("attack", "attack-green", "allies-1").do("fire", "Hans").play_card("double-time").passes()
    assert s.team("axis-1").gone and s.where("axis-2") == "A2"
    assert {choice.piece for choice in s.options("fire")} == {"Otto", "Karl"}, "they are one Fireteam now"
    s.do("fire", "Otto")
    assert s.last("shot").dice == (5, 6, -2), "and on the move no more"
    s.done()


@rule("G.merging", "17.9", "16.3.a")
def test_an_order_that_waits_is_the_merged_fireteams() -> None:
    s = stage(JOIN.format(card="entrench", wish="cards")).order("entrench", "entrench").play_card("double-time")
    s.passes(2)
    assert [(token.kind, s.b.place_name(token.cell)) for token in s.b.tokens] == [("entrenchment", "A2")]
    assert s.team("axis-2").dug_in and s.b.actions == 1


@rule("G.merging", "15.2", "20.1.v", "16.2.m")
def test_what_is_under_way_does_not_go_on_with_those_who_have_had_their_turn() -> None:
    join = JOIN.replace("axis 2 at A2", "axis 2 at A2 activated")
    s = stage(join.format(card="attack-green", wish="moments"), "G2", "R1", "G1", "B1", "R1", "R2")
    s.order("attack", "attack-green", "allies-1").do("fire", "Hans").play_card("double-time").passes()
    assert s.b.result is not None and len(s.told("shot")) == 1
    s = stage(join.format(card="entrench", wish="cards")).order("entrench", "entrench").play_card("double-time")
    s.passes(2)
    assert s.b.result is not None and not s.told("entrenched")
