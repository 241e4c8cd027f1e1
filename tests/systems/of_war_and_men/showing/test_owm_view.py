"""What a seat sees: its own hand and nobody else's, the map as it lies, and every event and choice in words."""

import random
import re
from collections import Counter
from pathlib import Path

from owm_stage import stage

import sandtable.systems.of_war_and_men as package
from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.showing.board_view import card_view
from sandtable.systems.of_war_and_men.showing.narrator import LABELS, SENTENCES
from sandtable.systems.of_war_and_men.showing.option_views import prompt
from sandtable.systems.of_war_and_men.state.pieces import ORANGE, SETUP, YELLOW, Battle
from sandtable.table.chance import SampledChance
from sandtable.table.play import AnyPlay, Play
from sandtable.table.view import CardBoard, View, decode, encode
from sandtable.terminal.panels import names
from sandtable.testing.citing import rule

SYSTEM = OF_WAR_AND_MEN
SOURCE = Path(package.__file__).parent
JAMMED = """
. . .
axis 1 at A1
  Hans rank=Cpl jammed discipline=green
allies 1 at C1
  Joe rank=Cpl
phase assessment
step 3
round 2
"""
INTERRUPTED = """
. . . .
level lieutenant
axis 1 at A1
  Hans rank=PFC weapon=gar discipline=red
allies 1 at D1
  Joe rank=Cpl resolve=9 vitality=19
hand axis attack-red attack-green
hand allies fubar fubar
wishes axis cards
wishes allies cards
active axis-1
"""


def played(scenario: str, choices: int, seed: int = 1) -> AnyPlay:
    """A game in which chance has made the choices of the set-up and so many after it."""
    play = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(f"of_war_and_men/{scenario}")), SampledChance(seed))
    rng = random.Random(seed)
    left = choices
    while left and play.decision is not None:
        left -= battle_of(play).phase != SETUP
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        play.choose(rng.choice(decision.options()), seat)
    return play


def seen(play: AnyPlay, seat: str) -> View:
    found = SYSTEM.shown.view(play, seat)
    assert decode(encode(found)) == found
    return found


def battle_of(play: AnyPlay) -> Battle:
    battle = play.battle
    assert isinstance(battle, Battle)
    return battle


def test_a_hand_is_seen_by_its_owner_and_counted_by_the_others() -> None:
    play = played("king-of-the-hill-lieutenant", 3)
    own, other = battle_of(play).players[:2]
    assert own.hand and other.hand
    hands = {hand.seat: hand for hand in seen(play, own.seat).hands}
    assert [card.id for card in hands[own.seat].cards] == [f"card-{number}" for number in own.hand]
    assert hands[other.seat].cards == () and hands[other.seat].count == len(other.hand)
    assert all(hand.cards == () for hand in seen(play, "").hands)


def test_cards_that_were_looked_at_stay_in_sight() -> None:
    play = played("king-of-the-hill-lieutenant", 3)
    own, other = battle_of(play).players[:2]
    own.known = other.hand[:2]
    hands = {hand.seat: hand for hand in seen(play, own.seat).hands}
    assert [card.id for card in hands[other.seat].cards] == [f"card-{number}" for number in other.hand[:2]]


def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    play = played("king-of-the-hill-private", 2)
    seats = [player.seat for player in battle_of(play).players]
    for seat in seats:
        told = [line for line in seen(play, seat).log if line.kind == "card"]
        assert told and all(line.side == seat for line in told)
    assert not [line for line in seen(play, "").log if line.kind == "card"]


def test_how_many_cards_were_drawn_is_told_to_the_others() -> None:
    play = played("king-of-the-hill-private", 2)
    own, other = [player.seat for player in battle_of(play).players][:2]
    told = [line for line in seen(play, own).log if line.kind == "draws"]
    assert told and all(line.side == other for line in told), "one's own cards have been told one by one"
    assert {line.side for line in seen(play, "").log if line.kind == "draws"} == {own, other}


@rule("4.11")
def test_a_check_says_what_must_not_be_exceeded() -> None:
    s = stage(JAMMED, "G4")
    s.do("unjam", "Hans")
    line = next(line for line in seen(s.play, "axis").log if line.kind == "check")
    assert line.text == "Cpl Hans fails his check for the jammed weapon (2 or less needed)."
    assert line.need == 0, "the die did not have to reach a number"


@rule("17.1")
def test_whoever_may_interrupt_is_told_who_plays_what_on_whom() -> None:
    s = stage(INTERRUPTED)
    s.order("attack", "attack-red", "allies-1")
    decision = s.play.decision
    assert decision is not None and decision.kind == "window"
    assert prompt(s.b, decision) == "The Axis plays Attack on Allies 1. Do you answer it?"
    s.do("pass")
    decision = s.play.decision
    assert decision is not None and decision.seat == "axis"
    assert prompt(s.b, decision) == "You play Attack on Allies 1. Do you answer it?"


@rule("16.6.h")
def test_what_is_seldom_wanted_is_aside() -> None:
    gun = "Hans rank=PFC weapon=m42 helper=Otto\n  Otto"
    s = stage(INTERRUPTED.replace("Hans rank=PFC weapon=gar discipline=red", gun))
    decision = SYSTEM.shown.view(s.play, "axis").decision
    assert decision is not None
    assert [each.choice.do for each in decision.options if each.aside] == ["uncrew"]


def test_sentences_have_one_full_stop_and_sides_their_verbs() -> None:
    for seed in range(3):
        play = played("capture-the-flag-colonel", 120, seed)
        lines = [line.text for seat in ("axis", "") for line in seen(play, seat).log]
        assert not [text for text in lines if text.endswith("..") or text.startswith(("Allies", "Axis"))]


def test_the_map_grows() -> None:
    play = played("king-of-the-hill-private", 0)
    before = seen(play, "")
    assert isinstance(before.board, CardBoard)
    after = seen(played("king-of-the-hill-private", 200), "")
    assert isinstance(after.board, CardBoard)
    laid = [cell for cell in after.board.cells if cell.terrain]
    assert len(laid) > len([cell for cell in before.board.cells if cell.terrain])
    assert after.board_key != before.board_key
    assert all(cell.cross is not None for cell in laid)


def test_soldiers_are_inside_their_fireteam() -> None:
    view = seen(played("not-in-my-house-colonel", 40), "axis")
    tokens = {piece.id: piece for piece in view.pieces if piece.kind == "fireteam"}
    men = [piece for piece in view.pieces if piece.kind == "soldier" and piece.steps]
    assert tokens and men
    for man in men:
        assert tokens[man.inside].side == man.side and tokens[man.inside].place == man.place
        assert {value.label for value in man.values} >= {
            "Rank",
            "Weapon",
            "Resolve",
            "Discipline",
            "Vitality",
            "Strength",
        }
    private = seen(played("not-in-my-house-private", 40), "axis")
    assert not [v for piece in private.pieces for v in piece.values if v.label == "Strength"]


def test_a_terrain_card_shows_its_own_ground() -> None:
    book = SYSTEM.shelf.find("of_war_and_men/not-in-my-house-private").rulebook
    terrain = {each.terrain.key: each for each in book.cards if each.terrain is not None}
    assert {key: card_view(card).art for key, card in terrain.items()} == {key: key for key in terrain}
    assert {"stream", "lake", "road", "hedgerow"} <= set(terrain)


def test_a_card_shows_both_its_uses_and_its_dice() -> None:
    book = SYSTEM.shelf.find("of_war_and_men/not-in-my-house-private").rulebook
    card = next(each for each in book.cards if each.order == "attack" and each.decision == "evade")
    shown = card_view(card)
    assert [part.art for part in shown.parts] == ["attack", "evade"]
    assert all(part.text and part.rule for part in shown.parts)
    assert [(value.label, int(value.text)) for value in shown.dice] == list(
        zip(("red", "green", "blue"), card.dice, strict=True)
    )


def test_a_squad_has_a_name_of_its_own() -> None:
    """The side that wins is called by its own name, not by that of a division."""
    view = seen(played("not-in-my-house-private", 5), "axis")
    assert {group.id for group in view.groups} == {"squad-axis", "squad-allies"} == {p.group for p in view.pieces}
    assert {names(view)[seat.side] for seat in view.seats} == {"Axis", "Allies"}


@rule("11.4.a", "11.4.b")
def test_the_guns_say_when_they_are_loaded() -> None:
    play = played("capture-the-flag-private", 1)
    told = []
    for border in (YELLOW, ORANGE):
        battle_of(play).artillery = border
        told += [track.boxes[0].text for track in seen(play, "axis").tracks if track.kind == "artillery"]
    assert told == ["reloading", "loaded"]


def test_the_deck_is_a_clock() -> None:
    play = played("not-in-my-house-private", 40)
    piles = {pile.kind: pile for pile in seen(play, "").piles}
    assert piles["deck"].full == 192 and piles["deck"].count == len(battle_of(play).deck) < 192
    assert piles["deck"].cards == () and piles["deck"].contents == ()


def test_every_event_has_a_sentence() -> None:
    text = "\n".join(path.read_text() for path in SOURCE.rglob("*.py"))
    kinds = set(re.findall(r'\.tell\(\s*"([a-z -]+)"', text))
    assert len(kinds) > 50
    assert kinds - SENTENCES.keys() == set()


def test_every_choice_has_a_label() -> None:
    text = "\n".join(path.read_text() for path in SOURCE.rglob("*.py"))
    verbs = set(re.findall(r'Choice\(\s*"([a-z -]+)"', text))
    assert len(verbs) > 35
    assert verbs - LABELS.keys() == set()


@rule("21.1", "G.discard")
def test_everybody_may_look_through_the_discards() -> None:
    play = played("king-of-the-hill-lieutenant", 150)
    b = battle_of(play)
    assert len(b.discard) > 20
    names = [card_view(b.card(number)).name for number in b.discard]
    for seat in ("axis", "allies", ""):
        pile = next(pile for pile in seen(play, seat).piles if pile.kind == "discard")
        assert {each.text: each.count for each in pile.contents} == Counter(names)
        assert [card.name for card in pile.cards] == names[-1:], "the top one lies open"
        assert pile.count == len(b.discard)


HELD = """
. . .
level private
axis 1 at A1
  Hans rank=PFC weapon=gar discipline=red
allies 1 at C1
  Joe rank=Cpl resolve=19 vitality=20
hand axis attack-red attack-green rally
active axis-1
"""


def reasons(play: AnyPlay) -> list[tuple[str, str]]:
    """Why the cards of the Axis cannot be played, card by card."""
    hand = next(each for each in seen(play, "axis").hands if each.seat == "axis")
    return [(card.why, card.why_rule) for card in hand.cards]


@rule("16.2.b", "16.5.a")
def test_a_card_in_hand_says_why_it_cannot_be_played() -> None:
    s = stage(HELD, "R1", "R1", "G1", "B1", "R1")
    nobody = "Nobody in Axis 1 is suppressed."
    assert reasons(s.play) == [("", ""), ("", ""), (nobody, "16.5.a")]
    s.order("attack", "attack-red", "allies-1").do("fire", "Hans")
    again = "Axis 1 has already attacked Allies 1 in this turn."
    assert reasons(s.play) == [(again, "16.2.b"), (nobody, "16.5.a")]
    decision = seen(s.play, "axis").decision
    assert decision is not None and decision.at_piece is not None
    assert decision.at_piece.do == "attack", "a click on an enemy asks the same"
