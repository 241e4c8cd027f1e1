"""D.wishes Who is asked out of turn: public facts and wishes decide it, and nothing else."""

import pytest
from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.rules.decisions.wishes import KINDS
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.table.decision import Choice
from sandtable.table.wishes import kept_for_later
from sandtable.testing.citing import rule

FIELD = """
. . . .
level lieutenant
axis 1 at A1
  Hans rank=PFC weapon=gar discipline=red
  Otto rank=Cpl weapon=gar discipline=red
{more}
allies 1 at {at}
  Joe rank=Cpl resolve={resolve} vitality={vitality}
hand axis {axis}
hand allies {allies}
wishes axis {mine}
wishes allies {theirs}
active axis-1
"""


def field(*flips: str, **words: str) -> OwmStage:
    filled = {"axis": "attack-red attack-green maneuver entrench", "allies": "hill evade-blue", "at": "D1"}
    filled |= {"mine": "usual", "theirs": "usual", "resolve": "9", "vitality": "19", "more": ""} | words
    return stage(FIELD.format(**filled), *flips)


def attack(s: OwmStage) -> OwmStage:
    return s.order("attack", "attack-red", "allies-1")


# An enemy's card ---------------------------------------------------------------------------------


@rule("D.wishes", "G.execute", "17.13")
def test_an_attack_is_asked_about_and_an_entrenchment_is_not() -> None:
    assert attack(field(resolve="4")).asked == ("allies", "window")
    assert field().order("entrench", "entrench").asked == ("axis", "action")
    assert field(theirs="enemy").order("entrench", "entrench").asked == ("allies", "window")
    assert attack(field("R1", resolve="4", theirs="enemy=never")).asked == ("axis", "fire")


@rule("D.wishes", "16.2.h")
def test_an_attack_whose_shots_will_hardly_hurt_is_not_asked_about() -> None:
    """A rifle at range 3 flips green and blue, 3 and 4 on average; its red Discipline takes 2 and doubt takes 1."""
    assert attack(field(resolve="4")).asked == ("allies", "window")
    assert attack(field("R1", resolve="5")).asked == ("axis", "fire")
    assert attack(field("R1", resolve="5", theirs="enemy")).asked == ("allies", "window"), "he wishes it always"
    assert attack(field(resolve="6", at="B1")).asked == ("allies", "window"), "three numbers from so near"
    assert attack(field(resolve="9", vitality="4")).asked == ("allies", "window"), "it would kill"


@rule("D.wishes")
def test_a_never_that_is_kept_for_later_is_asked_as_usual_and_passes() -> None:
    """Where others play too: they see him asked as if he had wished nothing, and his order answers."""

    def told(wish: str) -> OwmStage:
        s = field("R1", resolve="4")
        if wish:
            s.play.choose(Choice("wish", "enemy", wish), "allies")
        return s

    assert attack(told("")).asked == attack(told("later never")).asked == ("allies", "window")
    assert attack(told("")).play.ordered() is None and attack(told("never")).asked == ("axis", "fire")
    assert told("later never").order("entrench", "entrench").asked == ("axis", "action")
    s = attack(told("later never"))
    s.play.choose(Choice("wish", "totals", "later never"), "allies")
    assert s.play.ordered() == Choice("pass")
    s.play.choose(Choice("pass"), "allies")
    assert s.asked == ("axis", "fire")
    other = attack(told(""))
    other.play.choose(Choice("wish", "totals", "later never"), "allies")
    assert other.play.ordered() is None, "it is the wish about cards that decides here"


@rule("D.wishes", "17.8", "17.15", "17.17")
@pytest.mark.parametrize(
    ("card", "more", "asked"),
    [
        ("lucky-shot", "", True),
        ("intelligence", "", True),
        ("combat-operation", "operation artillery\nartillery orange", True),
        ("combat-operation", "operation star shell", False),
        ("attention", "", False),
        ("last-stand", "", False),
    ],
)
def test_which_decisions_of_an_enemy_are_asked_about(card: str, more: str, asked: bool) -> None:
    s = field(axis=f"{card} hill hill", more=more).play_card(card)
    while s.asked[1] not in ("action", "window"):
        s.play.choose(s.options()[0])
    assert (s.asked == ("allies", "window")) is asked


@rule("D.wishes", "17.13")
def test_fubar_on_ones_own_card_is_asked_about() -> None:
    s = attack(field(axis="attack-red hill hill", allies="fubar hill", resolve="4"))
    assert s.play_card("fubar").asked == ("axis", "window"), "it is his attack that is cancelled"
    s = field(axis="attack-red hill hill", allies="fubar hill", mine="enemy=never", resolve="4")
    assert attack(s).play_card("fubar").asked != ("axis", "window")


@rule("D.wishes", "10.1")
def test_what_is_aimed_at_a_partner_is_not_asked_about() -> None:
    more = "players 4\nallies-2 1 at C1\n  Jim rank=Cpl\nhand allies-2 hill hill\nwishes allies-2 usual"
    s = attack(field("R1", more=more, resolve="4"))
    assert s.asked == ("allies", "window")
    assert s.do("pass").asked == ("axis", "fire")
    s = attack(field(resolve="4", more=more.replace("usual", "enemy")))
    assert {s.asked, s.do("pass").asked} == {("allies", "window"), ("allies-2", "window")}


# One's own ---------------------------------------------------------------------------------------


@rule("D.wishes", "17.6", "17.9")
def test_ones_own_maneuver_is_asked_about_in_sight_of_the_enemy() -> None:
    seen = field(axis="maneuver covering-fire hill").order("maneuver", "maneuver", "B1")
    assert seen.asked == ("axis", "window") and seen.plays() == {"covering-fire"}
    hidden = FIELD.replace(". . . .", ". . W .").format(
        axis="maneuver hill", allies="hill", at="D1", mine="usual", theirs="usual", resolve=9, vitality=19, more=""
    )
    assert stage(hidden).order("maneuver", "maneuver", "B1").asked == ("axis", "action")
    assert field(mine="own=never").order("maneuver", "maneuver", "B1").asked == ("axis", "action")


@rule("D.wishes", "G.execute")
def test_ones_own_attack_is_not_asked_about() -> None:
    s = attack(field("R1", axis="attack-red marksman hill", theirs="enemy=never"))
    assert s.asked == ("axis", "fire")
    s = attack(field("R1", axis="attack-red marksman hill", theirs="enemy=never", mine="own"))
    assert s.asked == ("axis", "window") and s.plays() == {"marksman"}


@rule("D.wishes", "17.19")
@pytest.mark.parametrize("held", ["marksman", "hill"])
def test_a_shot_that_reaches_only_with_a_marksman_is_asked_about(held: str) -> None:
    text = FIELD.replace(". . . .", ". . . . .").replace("weapon=gar", "weapon=mp4")
    words = {"allies": "hill", "at": "E1", "mine": "usual", "theirs": "enemy=never", "resolve": 9, "vitality": 19}
    s = stage(text.format(axis=f"attack-red {held} hill", more="", **words))
    if held == "hill":
        assert not s.options("attack")
        return
    assert attack(s).asked == ("axis", "window") and s.plays() == {"marksman"}
    never = stage(
        text.format(axis="attack-red marksman hill", more="", **words).replace("axis usual", "axis own=never")
    )
    assert not never.options("attack"), "who is not asked cannot name one"


# Totals ------------------------------------------------------------------------------------------


def shot(*flips: str, **words: str) -> OwmStage:
    """Hans fires: a red number of attackers, a target, two lethality numbers and his Discipline."""
    s = attack(field("R1", "R1", *flips, theirs=words.pop("theirs", "enemy=never totals=decisive"), **words))
    return s.do("fire", "Hans")


@rule("D.wishes", "16.2.o", "17.10")
def test_the_defender_is_asked_where_an_average_evade_would_help() -> None:
    assert shot("G5", "B8", "R1", resolve="9").asked == ("allies", "window"), "12 against 9: hit by no more than 4"
    assert shot("G5", "B8", "R1", resolve="8").asked != ("allies", "window"), "hit by more"
    assert shot("G5", "B8", "R1", resolve="13").asked != ("allies", "window"), "missed"
    assert shot("G5", "B8", "R1", resolve="4", vitality="12").asked == ("allies", "window"), "killed by little"


@rule("16.2.o")
def test_who_is_asked_about_a_total_is_told_whose_it_is_and_what_comes_of_it() -> None:
    decision = shot("G5", "B8", "R1", resolve="9").play.decision
    assert decision is not None and decision.prompt == "Shot of Hans at Joe: 12, suppressed."
    decision = shot("G5", "B8", "R1", resolve="13", theirs="enemy=never totals").play.decision
    assert decision is not None and decision.prompt == "Shot of Hans at Joe: 12, no effect."


@rule("D.wishes", "16.2.o", "17.7")
def test_the_attacker_is_asked_where_an_average_number_would_help() -> None:
    def asked(discipline: str, vitality: str, resolve: str = "4") -> bool:
        return shot("G5", "B8", discipline, resolve=resolve, vitality=vitality).asked == ("axis", "window")

    assert asked("R4", vitality="11"), "9 with a bad Discipline, 11 with 2"
    assert not asked("R4", vitality="12"), "11 would not be enough"
    assert not asked("R2", vitality="12"), "2 is what he may expect"
    assert not asked("R4", vitality="19", resolve="11"), "he would only duck"


@rule("D.wishes", "16.2.o")
def test_totals_are_asked_about_always_or_never_if_one_wishes() -> None:
    assert shot("G5", "B8", "R1", resolve="9", theirs="enemy=never totals=never").asked != ("allies", "window")
    s = shot("G5", "B8", "R1", resolve="13", theirs="enemy=never totals")
    assert s.asked == ("allies", "window")


@rule("D.wishes", "16.2.o", "10.1")
def test_the_total_of_a_shot_at_a_partner_is_not_asked_about() -> None:
    partner = "players 4\nallies-2 1 at C1\n  Jim rank=Cpl\nhand allies-2 hill hill\nwishes allies-2 "
    s = shot("G5", "B8", "R1", resolve="9", theirs="enemy=never totals=never", more=f"{partner}totals=decisive")
    assert s.asked != ("allies-2", "window")
    s = shot("G5", "B8", "R1", resolve="9", theirs="enemy=never totals=never", more=f"{partner}totals")
    assert s.asked == ("allies-2", "window")


# Free moments ------------------------------------------------------------------------------------

QUIET = "enemy=never totals=never own=never numbers=never"


@rule("D.wishes", "17.1", "16.2.m")
def test_between_two_shots_whoever_was_hit_is_asked() -> None:
    hit = ("R2", "R1", "G5", "B8", "R1")
    s = attack(field(*hit, theirs=f"{QUIET} moments=concerned", mine=QUIET)).do("fire", "Hans")
    assert s.man("Joe").condition and not s.b.stack and s.asked == ("allies", "window"), "the second has no target"
    two = "\n  Jim rank=Cpl resolve=19 vitality=29"
    text = {"theirs": f"{QUIET} moments=concerned", "mine": QUIET, "vitality": f"19{two}"}
    s = attack(field("R2", "R1", "G5", "B8", "R1", **text)).do("fire", "Hans")
    assert s.man("Joe").condition and s.asked == ("allies", "window")
    s = attack(field("R2", "R4", "G5", "B8", "R1", **text)).do("fire", "Hans")
    assert not s.man("Jim").condition and s.asked == ("axis", "fire"), "nobody was hit"


@rule("D.wishes", "17.1", "16.2.m")
def test_nobody_is_asked_between_two_shots_when_none_is_left() -> None:
    """After the last one there is the moment after the action, and one question."""
    s = attack(field("R1", "R1", "G5", "B8", "R1", theirs=f"{QUIET} moments", mine=QUIET)).do("fire", "Hans")
    assert s.asked == ("allies", "window") and not s.b.stack
    assert s.do("pass").asked == ("axis", "action")


@rule("D.wishes", "17.1", "15.4.d")
def test_an_enemy_who_comes_near_is_asked_about() -> None:
    more = "axis 2 at B1 heading={}\n  Karl rank=Cpl\ntrack axis-1 axis-2 allies-1"

    def arrived(to: str, at: str) -> OwmStage:
        text = {"more": more.format(to), "at": at, "theirs": f"{QUIET} moments=concerned", "mine": QUIET}
        return stage(FIELD.format(axis="hill", allies="hill", resolve=9, vitality=19, **text), goes_on=True).do(
            "pass"
        )

    assert arrived("C1", "D1").told("moved") and arrived("C1", "D1").asked == ("allies", "window")
    far = FIELD.replace(". . . .", ". . . . .")
    text = {"more": more.format("C1"), "at": "E1", "theirs": f"{QUIET} moments=concerned", "mine": QUIET}
    s = stage(far.format(axis="hill", allies="hill", resolve=9, vitality=19, **text), goes_on=True).do("pass")
    assert s.told("moved") and s.asked == ("axis", "action")


@rule("D.wishes", "17.1")
def test_whoever_has_had_his_say_is_no_longer_concerned() -> None:
    s = attack(field("R1", "R1", "G5", "B8", "R1", theirs="moments=concerned enemy", mine=QUIET)).do("pass")
    s.do("fire", "Hans")
    assert s.asked == ("allies", "window"), "his man was hit"
    assert s.do("pass").asked == ("axis", "action")
    s.order("entrench", "entrench")
    assert s.asked == ("allies", "window"), "about the card, as he wishes"
    assert s.do("pass").asked == ("axis", "action"), "and not at the moment after it"


# The table ---------------------------------------------------------------------------------------


@rule("D.wishes")
def test_wishes_are_set_at_any_time_by_anybody() -> None:
    s = field("R1")
    s.play.choose(Choice("wish", "enemy", "never"), "allies")
    assert s.asked == ("axis", "action") and attack(s).asked == ("axis", "fire")
    private = FIELD.replace("level lieutenant\n", "")
    words = {"axis": "hill", "allies": "hill", "at": "D1", "mine": "usual", "theirs": "usual", "more": ""}
    assert not OF_WAR_AND_MEN.rules.wishes(scene(private.format(resolve=9, vitality=19, **words)))
    for kind in KINDS:
        assert kind.name and kind.rule in OF_WAR_AND_MEN.shelf.rules() and len({v.key for v in kind.values}) > 1


DECISIONS = (
    "act-of-valor", "attention", "chain-of-command", "combat-operation", "covering-fire", "double-time", "evade-blue",
    "field-dressing", "field-repairs", "fubar", "grenade-green", "intelligence", "last-stand", "lucky-shot",
    "marching-order", "marksman", "on-the-run", "recon", "regroup", "smoke", "hill",
)  # fmt: skip


@rule("D.wishes", "17.1", "16.2.o", "G.execute")
@pytest.mark.parametrize("wishes", ["usual", "moments cards totals numbers"])
def test_whether_somebody_is_asked_does_not_depend_on_his_cards(wishes: str) -> None:
    """The same battle with every card in the hand of the defender: each time the same is asked of the same seats."""

    def questions(card: str) -> list[tuple[str, str, str]]:
        s = field(
            "R2",
            "R1",
            "G5",
            "B8",
            "R1",
            allies=f"{card} hill",
            theirs=wishes,
            vitality="19\n  Jim resolve=19 vitality=29",
        )
        found = []
        for choice in (("attack", s.held("attack-red"), "allies-1"), ("entrench", s.held("entrench"), ""), ("pass",)):
            s.do(*choice)
            while s.asked != ("axis", "action") and s.play.decision is not None:
                seat, kind = s.asked
                found.append((seat, kind, s.play.decision.prompt))
                s.do("fire", "Hans") if kind == "fire" and "(2 left)" in s.play.decision.prompt else s.do(
                    "cease fire" if kind == "fire" else "pass"
                )
        return found

    expected = questions("hill")
    assert len(expected) > (8 if wishes != "usual" else 3)
    for card in DECISIONS:
        assert questions(card) == expected, card


@rule("D.wishes", "17.1")
def test_whoever_waits_where_others_play_is_asked_as_one_who_passes() -> None:
    """To the others, waiting looks like passing: he is asked in the same moments, and his order passes."""
    wait = kept_for_later(OF_WAR_AND_MEN.rules.wishes(field().b), Choice("wait"))
    assert wait == Choice("wait", "", "later"), "one choice, as a pass is: the others can count them"

    def questions(answer: Choice) -> list[tuple[str, str]]:
        s = field("R1", "R1", "G5", "B8", "R1", theirs="moments cards totals", mine=QUIET, axis="attack-red entrench")
        attack(s)
        s.play.choose(answer, "allies")
        found = []
        for step in (("fire", "Hans"), ("entrench", s.held("entrench"), "")):
            s.do(*step)
            while s.asked[0] == "allies":
                found.append((s.asked[1], s.play.decision.prompt))
                assert s.play.ordered() == (Choice("pass") if answer == wait else None)
                s.do("pass")
        return found

    expected = questions(Choice("pass"))
    assert len(expected) >= 3 and questions(wait) == expected
    assert not questions(Choice("wait")), "that is how it would be told apart"


@rule("D.wishes", "17.1")
def test_the_rest_of_a_turn_may_be_passed_beforehand_and_ends_with_it() -> None:
    s = field("R1", theirs="moments cards")
    s.play.choose(Choice("wish", "rest", "pass"), "allies")
    assert attack(s).asked == ("axis", "fire"), "he alone plays here, and is not asked"
    s = field(theirs="moments")
    s.play.choose(Choice("wish", "rest", "later pass"), "allies")
    s.do("pass")
    assert s.b.active < 0 and not [wish for wish in s.b.wishes if wish[1] == "rest"]


@rule("D.wishes", "17.1", "16.2.o")
def test_where_all_are_asked_about_everything_a_wish_changes_no_question_but_answers_it() -> None:
    """The others see the same questions whatever he wishes, and his order passes what he does not want to answer."""

    def questions(wish: str) -> list[tuple[str, str, bool]]:
        """Of the Allies: what they are asked, and whether an order passes it."""
        s = field("R1", "R1", "G5", "B8", "R1", "R1", mine=QUIET, axis="attack-red entrench", resolve="4")
        for kind in KINDS:
            value = kind.value(wish) or kind.values[0]
            s.play.choose(Choice("wish", kind.key, kind.among_others(value, True) or ""), "allies")
        found = []
        attack(s)
        for step in (("fire", "Hans"), ("entrench", "entrench", ""), ()):
            while s.asked[0] == "allies":
                found.append((s.asked[1], s.play.decision.prompt, s.play.ordered() == Choice("pass")))
                s.do("pass")
            if step:
                s.do(step[0], *[s.held(word) if word == "entrench" else word for word in step[1:]])
        return found

    always, usual, never = questions("always"), questions("usual"), questions("never")
    asked = [question[:2] for question in always]
    assert len(asked) >= 4
    assert [question[:2] for question in usual] == [question[:2] for question in never] == asked
    assert [question[2] for question in always] == [False] * len(asked)
    assert [question[2] for question in never] == [True] * len(asked)
    passed = [question[2] for question in usual]
    assert not passed[0] and True in passed, "the attack concerns him, most else does not"
