"""What views say so that no client has to guess: roles, tones, luck, what a click would mean."""

import random
from fractions import Fraction

import msgspec
import pytest

from sandtable.systems import systems
from sandtable.table.aftermath.decided import decided
from sandtable.table.aftermath.luck import luck_of
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from sandtable.table.event import Event, Result
from sandtable.table.play import Play
from sandtable.table.pointing import named, pointed
from sandtable.table.system import AnySystem
from sandtable.table.telling import AGAIN, HURT, LOST, SHOT, SUM, TURN, Telling, log_lines, told_odds
from sandtable.table.view import DecisionView, Group, Luck, Odds, OptionView, Piece, Seat, Track, TrackBox, View
from sandtable.testing.toy import TOY

ALL = [*systems().values(), TOY]
QUESTIONS = 120  # of one game: enough for every phase of a turn


@pytest.mark.parametrize("system", ALL, ids=[system.key for system in ALL])
def test_every_option_of_a_game_has_the_role_of_its_verb(system: AnySystem) -> None:
    """A pass is what the rules call doing nothing, and nothing else is; the rest is as the system declares it."""
    pick = random.Random(3)
    info = min(system.shelf.infos(), key=lambda info: info.id)
    play = Play(system, system.rules.new(system.shelf.find(info.id)), SampledChance(3))
    roles = system.rules.roles
    seen = set()
    for _ in range(QUESTIONS):
        if play.result is not None:
            break
        seat = play.asked()[0]
        shown = system.shown.view(play, seat).decision
        for option in shown.options:
            assert option.role == roles.get(option.choice.do, ""), option
            assert (option.role == "pass") == (option.choice.do in system.rules.passes), option
            seen.add(option.role)
        play.choose(pick.choice([option.choice for option in shown.options]), seat)
    assert {"", "pass"} <= seen or system.key == "of_war_and_men", f"only {seen} in {info.id}"


@pytest.mark.parametrize("system", ALL, ids=[system.key for system in ALL])
def test_what_opens_a_chapter_and_what_is_harm_is_said_by_every_system(system: AnySystem) -> None:
    tellings = system.shown.tellings
    assert any(telling.shows == "news" for telling in tellings.values())
    assert any(telling.shows == "shot" for telling in tellings.values())
    for kind, telling in tellings.items():
        if telling.shows in ("hurt", "lost"):
            assert telling.tone == "bad", kind
            assert telling.about(Event(kind)), f"{kind} leaves the piece without a word"


def test_a_line_says_its_tone_what_it_shows_and_what_it_is_about() -> None:
    events = [
        Event("turn", value=2),
        Event("disrupted", piece="a"),
        Event("gone", piece="a"),
        Event("drawn", text="end-turn"),
        Event("check", dice=(3, 4), need=8),
        Event("other"),
    ]
    tellings = {
        "turn": TURN,
        "disrupted": HURT,
        "gone": LOST,
        "drawn": Telling("impulse", "news", lambda event: event.text),
        "check": SUM,
    }
    lines = log_lines(events, lambda event: event.kind, tellings)
    assert [(line.tone, line.shows, line.about, line.value) for line in lines] == [
        ("turn", "news", "", 2),
        ("bad", "hurt", "disrupted", 0),
        ("bad", "lost", "eliminated", 0),
        ("impulse", "news", "end-turn", 0),
        ("", "", "", 0),
        ("", "", "", 0),
    ]
    assert lines[4].need == 0  # no die of a sum reaches a number by itself


def test_luck_counts_dice_that_needed_a_number_once_and_adds_up_the_others() -> None:
    events = [
        Event("shot", side="red", dice=(6, 1, 4), need=4),
        Event("shot again", side="red", dice=(6, 1, 4), need=4),
        Event("check", side="red", dice=(2, 3), need=5),
        Event("wind", side="red", dice=(4,)),
        Event("shot", side="blue", dice=(1,), need=4),
        Event("weather", dice=(6,), need=4),
    ]
    found = luck_of(events, ("red", "blue"), {"shot": SHOT, "shot again": AGAIN, "check": SUM})
    red = found["red"].shown("red")
    assert (red.side, red.dice, red.hits, red.expected) == ("red", 3, 2, 1.5)
    assert red.deviation == round(0.5 / 0.75**0.5, 3)
    assert (red.summed, red.average, red.usual) == (3, 3.0, 3.5)
    assert (found["blue"].dice, found["blue"].hits, found["blue"].summed) == (1, 0, 0)
    assert found["blue"].deviation == -1.0
    assert luck_of([], ("red",), {})["red"].shown("red").average == 0.0


def test_an_option_names_who_acts_where_its_label_does_not() -> None:
    pieces = (Piece("h", "1st HQ", "blue", group="g", hq=True), Piece("t", "1st, Tank", "blue", group="g"))
    labels = (("h", "Change the order of the 1st Guards"), ("h", "Move"), ("t", "Fire with the 1st"), ("t", "Fire"))
    options = tuple(OptionView(Choice("do", piece), label, piece) for piece, label in labels)
    groups = (Group("g", "1st Guards", "blue"),)
    question = DecisionView("k", "?", options=options)
    asked = named(View("s", "", "", "", (), pieces=pieces, groups=groups, decision=question)).decision
    assert asked is not None and [option.by for option in asked.options] == ["", "1st HQ", "", "1st, Tank"]


def test_odds_say_which_outcome_does_nothing_and_which_is_the_end() -> None:
    chances = {"no effect": Fraction(1, 2), "hurt": Fraction(1, 4), "gone": Fraction(1, 4)}
    assert told_odds(chances.items(), none=("no effect",), worst=("gone", "both gone")) == (
        Odds("no effect", 500, "none"),
        Odds("hurt", 250),
        Odds("gone", 250, "worst"),
    )


def question(*options: OptionView, piece: str = "") -> DecisionView:
    return DecisionView("kind", "What?", "1", piece, options)


def test_a_click_on_another_piece_means_what_the_options_do_to_pieces() -> None:
    fire = OptionView(Choice("fire", "a", "x"), "", "a", "x", "H1")
    act = OptionView(Choice("act", "b"), "", "b")
    assert pointed(question(fire, act, piece="a")).at_piece == Choice("fire", "a")
    assert pointed(question(fire, act)).at_piece == Choice("act")  # the question is who acts
    assert pointed(question(act, piece="a")).at_piece == Choice("act")
    assert pointed(question(OptionView(Choice("pass"), ""))).at_piece is None
    aim = Choice("shell", "a")
    assert pointed(question(act, piece="a"), at_piece=aim).at_piece == aim
    assert pointed(question(fire, act), at_place=aim).at_place == aim, "where nobody in particular acts"


def test_a_click_on_another_place_means_a_move_if_one_may_move() -> None:
    smoke = OptionView(Choice("smoke", "a", "H1"), "", "a", "", "H1")
    move = OptionView(Choice("move", "", "H2"), "", "a", "", "H2", role="move")
    assert pointed(question(smoke, move, piece="a")).at_place == Choice("move")
    assert pointed(question(smoke, piece="a")).at_place == Choice("smoke", "a")
    assert pointed(question(OptionView(Choice("act", "b"), "", "b"), smoke)).at_place is None
    free = OptionView(Choice("move", "a", at=(("a", 1, 2, 0),)), "", "a", "", "1,2", role="move")
    assert pointed(question(free, piece="a")).at_place is None  # a hand puts pieces where it likes


def test_what_decided_a_battle_is_told_in_three_sentences() -> None:
    seats = (Seat("red", "Red", "red"), Seat("blue", "Blue", "blue"))
    pieces = tuple(Piece(f"{side} {n}", "", side) for side in ("red", "blue") for n in range(3))
    luck = (Luck("red", 10, 8, 5.0, 1.9), Luck("blue", 10, 4, 5.0, -0.6))
    result = Result("red", "the bridge is held", "1")
    view = View("toy", "toy/a", "A", "", seats, pieces=pieces, result=result, luck=luck)
    events = [
        Event("turn", value=2),
        Event("gone", side="red", piece="blue 0"),
        Event("turn", value=3),
        *[Event("gone", side="red", piece=f"blue {n}") for n in (1, 2, 2)],
        Event("gone", side="blue", piece="red 1"),
    ]
    told = decided(view, events, {"turn": TURN, "gone": LOST})
    assert told == (
        "The Red side won: the bridge is held.",
        "The Red side lost 1 of 3 and the Blue side lost 3 of 3 units, 3 of these 4 in turn 3.",
        "The dice were kinder to the Red side (8 hits where 5.0 were expected) than to the Blue side "
        "(4 where 5.0 were), and that helped.",
    )
    assert decided(view, events[2:5], {"turn": TURN, "gone": LOST})[1] == (
        "The Red side lost 0 of 3 and the Blue side lost 2 of 3 units, all in turn 3."
    )
    leader = Piece("red leader", "", "red", minor=True, full_steps=1)
    led = msgspec.structs.replace(view, pieces=(*pieces, leader))
    assert " of 3 units (leaders are not counted), " in decided(led, events, {"turn": TURN, "gone": LOST})[1]
    points = msgspec.structs.replace(view, result=Result("red", "Red victory: Red 8, Blue 0", ""), luck=())
    assert decided(points, (), {})[0] == "The Red side won: Red 8, Blue 0."
    gave_up = msgspec.structs.replace(view, result=Result("red", "blue resigned", ""), luck=())
    assert decided(gave_up, (), {})[0] == "The Red side won: the Blue side resigned."
    scored = tuple(
        Track("points", "Points", side, (TrackBox(text, now=True),)) for side, text in (("red", "6"), ("blue", "0"))
    )
    assert decided(msgspec.structs.replace(gave_up, tracks=scored), (), {})[0] == (
        "The Red side won: the Blue side resigned; the points stood at 6 for the Red side and 0 for the Blue side."
    )
    assert "stood" not in decided(msgspec.structs.replace(view, tracks=scored), (), {})[0]
    once = Luck("red", usual=3.5, summed=4, average=6.0), Luck("blue", usual=3.5, summed=5, average=2.0)
    assert (
        decided(msgspec.structs.replace(view, luck=once), (), {})[2]
        == "Rolls averaged 2.00 for the Blue side; 3.50 is usual. "
        "That is neither good nor bad by itself: some rolls should be high and some low."
    )
    flipped = [Event("flip", side="blue", dice=(2,))]
    assert decided(msgspec.structs.replace(view, luck=once), flipped, {"flip": Telling(shows="flip")})[2] == (
        "Flips averaged 2.00 for the Blue side; 3.50 is usual. "
        "That is neither good nor bad by itself: some flips should be high and some low."
    )
    usual = msgspec.structs.replace(view, luck=(Luck("red", 10, 6, 5.0, 0.6), Luck("blue", 10, 4, 5.0, -0.6)))
    assert decided(usual, events, {})[2] == (
        "The dice were a little kinder to the Red side (6 hits where 5.0 were expected) than to the Blue side "
        "(4 where 5.0 were)."
    )
    even = msgspec.structs.replace(view, luck=(luck[0], luck[0]), result=Result(None, "time is up", "1"))
    assert decided(even, [], {}) == (
        "Nobody won: time is up.",
        "Neither side lost a unit.",
        "The dice favoured nobody.",
    )
    hurt = tuple(
        Piece(f"{side} {n}", "", side, steps=3 - n, full_steps=3) for side in ("red", "blue") for n in (0, 1)
    )
    assert decided(msgspec.structs.replace(even, pieces=hurt, step_word="strength point"), [], {})[1] == (
        "Neither side lost a unit: the Red side lost 1 of 6 and the Blue side lost 1 of 6 strength points."
    )
