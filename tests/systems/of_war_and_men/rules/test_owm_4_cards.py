"""4 The Card Command System."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.cards import TimeUp, census, draw_to, flip, fog_of_war, lost_cards, take
from sandtable.systems.of_war_and_men.rules.discipline import leaderless
from sandtable.systems.of_war_and_men.rules.fire.targets import pick, size_colour
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import nerve
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.book import BLUE, GREEN, RED
from sandtable.table.chance import ScriptedChance
from sandtable.testing.citing import rule
from sandtable.testing.scene import tale

DUEL = """
. . .
axis 1 at A1
  Hans rank=Cpl weapon={weapon} discipline={discipline}
allies 1 at C1
{men}
hand axis attack-red
active axis-1
"""


def duel(*flips: str, men: str = "Joe rank=Cpl", weapon: str = "gar", discipline: str = "red") -> OwmStage:
    lines = "\n".join(f"  {man}" for man in men.split(","))
    text = DUEL.format(weapon=weapon, discipline=discipline, men=lines)
    return stage(text, *flips).order("attack", "attack-red", "allies-1")


@rule("4.1", "G.ccs", "BC.2", "5.4", "G.core_deck")
def test_every_throw_of_the_three_dice_is_on_one_card() -> None:
    cards = rulebook().cards[1:]
    assert len(cards) == 192
    assert {card.dice for card in cards} == {
        (d4, d6, d8) for d4 in range(1, 5) for d6 in range(1, 7) for d8 in range(1, 9)
    }
    vectors = {1: (1, 1, 1), 11: (3, 1, 3), 33: (1, 2, 1), 64: (4, 4, 8), 73: (1, 1, 3), 97: (1, 4, 1)}
    vectors |= {128: (4, 6, 8), 129: (1, 5, 1), 192: (4, 2, 8)}
    assert {number: cards[number - 1].dice for number in vectors} == vectors


@rule("4.1", "4.2")
def test_one_die_is_read_from_each_card_flipped() -> None:
    b = scene(". .")
    b.chance = ScriptedChance(64, 128)
    assert flip(b, BLUE, "test", "4.1") == 8  # card 64 shows 4, 4, 8
    assert b.pile == [64]
    assert flip(b, RED, "test", "4.1") == rulebook().cards[129].dice[RED]  # a second number needs a second card
    assert len(b.deck) == 190


@rule("4.3", "G.deck_timer", "8.3", "D.time")
def test_when_a_deck_runs_out_the_discards_are_the_next() -> None:
    b = scene(". .\ndecks 2\nleft 2")
    b.chance = ScriptedChance(1, 1)
    take(b, "test")
    assert (b.decks_left, len(b.deck), len(b.discard)) == (2, 1, 190)
    assert take(b, "test") == 2
    assert (b.decks_left, len(b.deck), len(b.discard), b.time_up) == (1, 190, 0, False)
    assert tale(b.events) == ["4.3 new deck =1"]
    assert 2 not in b.deck, "the card just taken stays where it is"


@rule("4.3")
def test_with_no_discards_the_open_pile_is_shuffled_in() -> None:
    b = scene(". .\ndecks 2\nleft 2")
    b.fog, b.discard = b.discard, []
    b.chance = ScriptedChance(1, 1)
    flip(b, RED, "test", "4.1")
    flip(b, RED, "test", "4.1")
    assert sorted(b.deck + b.pile) == [1, 2]
    assert not b.time_up


@rule("4.3", "8.3")
def test_after_the_last_deck_time_is_up() -> None:
    b = scene(". .\nleft 1")
    b.chance = ScriptedChance(1)
    take(b, "test")
    assert b.time_up and tale(b.events) == ["4.3 time is up"]
    with pytest.raises(TimeUp):
        take(b, "test")


LAST = """
. . .
axis 1 at A1
  Hans rank=Cpl weapon=k98 discipline=red
  Otto weapon=k98
allies 1 at C1
  Joe rank=Cpl vitality=5
hand axis attack-red
active axis-1
left {left}
"""


@rule("4.3", "22.1")
def test_a_sequence_that_lacks_a_card_is_void() -> None:
    """Four cards: number of attackers, target, green, blue; the Discipline flip is impossible."""
    s = stage(LAST.format(left=4), "#2", "#1", "#3", "#4")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.man("Joe").team >= 0
    assert s.b.result is not None and s.b.result.rule == "22.1"
    assert lost_cards(s.b) == []


@rule("4.3", "22.1")
def test_a_sequence_whose_last_card_was_the_last_is_resolved() -> None:
    """Five cards: the total is complete and counts; the second soldier does not fire any more."""
    s = stage(LAST.format(left=5).replace("vitality=5", "vitality=1 resolve=1"), "#2", "#1", "#3", "#5", "#4")
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.last("shot").dice == (3, 2, -4)
    assert s.man("Joe").fate == "killed"
    assert s.b.result is not None


@rule("4.4", "16.2.f")
@pytest.mark.parametrize(("size", "colour"), [(1, RED), (4, RED), (5, GREEN), (6, GREEN), (7, BLUE), (8, BLUE)])
def test_the_size_of_a_fireteam_gives_the_colour(size: int, colour: int) -> None:
    assert size_colour(size) == colour


@rule("4.4")
def test_wounded_and_suppressed_soldiers_keep_their_numbers() -> None:
    s = duel("R1", "R3", "B1", "B1", "R1", men="Joe rank=Cpl suppressed=0,Sam wounded,Tom")
    assert s.do("fire", "Hans").last("shot").target == "Tom"


@rule("4.5", "16.2.f")
def test_a_number_without_a_soldier_is_flipped_again() -> None:
    s = duel("R1", "R4", "R2", "B1", "B1", "R1", men="Joe rank=Cpl,Sam,Tom")
    assert s.do("fire", "Hans").last("shot").target == "Sam"
    assert len(s.told("flip")) == 6
    s.done()


@rule("4.6", "16.2.f")
@pytest.mark.parametrize(("flip", "target"), [("R1", "Joe"), ("R2", "Sam"), ("R3", "Joe"), ("R4", "Sam")])
def test_of_two_soldiers_odd_is_the_first_and_even_the_second(flip: str, target: str) -> None:
    s = duel("R1", flip, "B1", "B1", "R1", men="Joe rank=Cpl,Sam")
    assert s.do("fire", "Hans").last("shot").target == target


@rule("4.7", "4.8", "BC.9")
def test_a_single_candidate_still_burns_a_card() -> None:
    s = duel("R1", "R4", "B1", "B1", "R1")
    left = len(s.b.deck)
    s.do("fire", "Hans")
    assert s.last("shot").target == "Joe"
    assert left - len(s.b.deck) == 4  # one for the target, whatever it shows, two of lethality, one of Discipline


@rule("4.7", "4.5")
def test_a_number_of_somebody_who_may_not_be_hit_is_flipped_again() -> None:
    """Of three men the second is not among the valid: a 2 and a 4, which names nobody, are flipped again."""
    text = ". .\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\n  Jim\n  Tom\nhand axis hill\n"
    b = stage(f"{text}active axis-1", "R2", "R4", "R3").b
    line = b.men(b.teams[1])
    procedure = pick(b, line, [line[0], line[2]], "the target", "16.2.f", 0, closed=True)
    with pytest.raises(StopIteration) as over:
        next(procedure)
    assert over.value.value == line[2].index
    assert [event.dice for event in b.events if event.kind == "flip"][-3:] == [(2,), (4,), (3,)]


@rule("4.9", "4.10", "7.10", "16.2.i", "BC.7")
@pytest.mark.parametrize(("discipline", "flip", "minus"), [("red", "R4", 4), ("green", "G6", 6), ("blue", "B8", 8)])
def test_discipline_is_subtracted_in_its_colour(discipline: str, flip: str, minus: int) -> None:
    s = duel("R1", "R1", "B7", "B8", flip, discipline=discipline)
    s.do("fire", "Hans")
    assert s.last("shot").dice == (7, 8, -minus)
    assert s.last("shot").value == 15 - minus


@rule("4.10")
@pytest.mark.parametrize(("trait", "flip", "added"), [("Mentor", 4, 1), ("Mentor", 1, 0), ("Bickerer", 4, -1)])
def test_a_trait_changes_a_discipline_number_but_not_below_one(trait: str, flip: int, added: int) -> None:
    """What the number loses is added to the total."""
    assert nerve([trait], flip) == flip - added
    assert nerve([trait, trait], 2) == (1 if trait == "Mentor" else 4)


JAMMED = """
. . .
axis 1 at A1
  Hans rank={rank} jammed discipline=green
allies 1 at C1
  Joe rank=Cpl
phase assessment
step 3
round 2
"""


@rule("4.11", "5.7", "G.discipline_check", "15.3.b")
@pytest.mark.parametrize(("value", "passed"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_check_succeeds_on_one_or_two(value: int, passed: bool) -> None:
    s = stage(JAMMED.format(rank="Cpl"), f"G{value}")
    s.do("unjam", "Hans")
    assert s.man("Hans").jammed is not passed
    assert s.last("check").value == passed


@rule("4.12")
def test_a_check_costs_no_standard_action() -> None:
    s = stage(
        ". .\naxis 1 at A1\n  Hans rank=Cpl\nallies 1 at B1\n  Joe rank=Cpl\n"
        "token entrenchment A2 black\nhand axis maneuver maneuver entrench\nactive axis-1".replace(". .", ". .\n. ."),
        "G1",
    )
    s.order("maneuver", "maneuver", "A2").order("maneuver", "maneuver", "A2")
    assert s.told("check")
    assert s.b.actions == 2  # the two Maneuvers and no more


@rule("4.13", "G.double_discipline", "5.13")
def test_double_discipline_adds_two_flips() -> None:
    s = stage(
        DUEL.format(weapon="gar", discipline="red", men="  Joe")
        .replace("at A1", "at A1 heading=A2")
        .replace("\n. . .\n", "\n. . .\n. . .\n"),
        "R1",
        "R1",
        "B7",
        "B8",
        "R4",
        "R3",
    )
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.last("shot").dice == (7, 8, -4, -3)


@rule("4.13")
def test_several_reasons_still_mean_two_flips() -> None:
    s = stage(
        """
        . . .
        axis 1 at A1
          Hans rank=Pvt weapon=gar discipline=red suppressed=0
        allies 1 at C1 covered heading=B1
          Joe
        hand axis attack-red
        active axis-1
        """,
        "R1", "R1", "B7", "B8", "R4", "R3",
    )  # fmt: skip
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.last("shot").dice == (7, 8, -4, -3)


@rule("4.13")
@pytest.mark.parametrize(("flips", "passed"), [(("G2", "G1"), True), (("G1", "G3"), False), (("G3", "G1"), False)])
def test_a_check_under_double_discipline_takes_the_higher(flips: tuple[str, str], passed: bool) -> None:
    s = stage(JAMMED.format(rank="Pvt"), *flips)
    s.do("unjam", "Hans")
    assert s.man("Hans").jammed is not passed


@rule("4.14")
def test_without_leaders_discipline_is_double() -> None:
    s = stage(DUEL.format(weapon="gar", discipline="green", men="  Joe").replace("rank=Cpl", "rank=Pvt"),
              "R1", "R1", "B7", "B8", "G4", "G3")  # fmt: skip
    assert leaderless(s.b, s.team("axis-1"))
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    assert s.last("shot").dice == (7, 8, -4, -3)
    assert not leaderless(
        scene(". .\naxis 1 at A1\n  Hans rank=PFC"), scene(". .\naxis 1 at A1\n  Hans rank=PFC").teams[0]
    )


@rule("1.3", "G.core_deck")
def test_all_cards_are_always_somewhere() -> None:
    b = scene(". .\naxis 1 at A1\n  Hans\nhand axis hill attack-red")
    assert census(b) == list(range(1, 193))
    b.discard.append(b.deck[0])
    assert lost_cards(b)
    b.discard.pop()
    b.deck.pop()
    assert "missing [192]" in lost_cards(b)[0]


@rule("15.5.b", "G.fog", "10.11")
def test_fog_of_war_takes_a_card_out_of_play() -> None:
    b = scene(". .\ndecks 2\nleft 2")
    b.chance = ScriptedChance(1, 1)
    fog_of_war(b)
    assert b.fog == [1]
    take(b, "test")
    assert 1 not in b.deck, "not even a reshuffle brings it back"


@rule("15.5.b", "G.fog")
def test_the_fog_tells_how_many_cards_it_has_taken_but_not_which() -> None:
    b = scene(". .\nleft 3")
    b.chance = ScriptedChance(3, 1)
    fog_of_war(b)
    fog_of_war(b)
    assert len(b.fog) == 2 and b.fog == sorted(b.fog), "in no order"
    told = [event for event in b.events if event.kind == "fog of war"]
    assert [(event.piece, event.value) for event in told] == [("", 1), ("", 2)]


@rule("17.2", "G.hand_size", "15.3.d")
def test_a_hand_is_filled_to_seven() -> None:
    b = scene(". .\naxis 1 at A1\n  Hans\nhand axis hill attack-red")
    b.chance = ScriptedChance(1, 1, 1, 1, 1)
    draw_to(b, b.players[0])
    assert len(b.players[0].hand) == 7
    draw_to(b, b.players[0])
    assert len(b.players[0].hand) == 7
    assert {event.seen_by for event in b.events if event.kind == "card"} == {("axis",)}
