"""The terminal: what is drawn, to the letter, and what is understood of what a player types."""

import re
from io import StringIO

import msgspec
import pytest
from rich.console import Console

from sandtable.table.decision import Choice
from sandtable.table.event import Modifier, Result
from sandtable.table.scheme import Thought, Weighed
from sandtable.table.shelf import RuleText
from sandtable.table.view import (
    AttackView,
    BoardMarker,
    Box,
    Count,
    DecisionView,
    Feature,
    Group,
    Hex,
    HexBoard,
    LogLine,
    Marker,
    Odds,
    OptionView,
    Piece,
    Pile,
    PlaneBoard,
    Position,
    Seat,
    Terrain,
    Track,
    TrackBox,
    Value,
    View,
)
from sandtable.terminal import Command, Unclear, ask, board_text, draw_board, picture, show, understand
from sandtable.terminal.advice import weighed
from sandtable.terminal.asking import rule_text
from sandtable.terminal.hexes import short_code
from sandtable.terminal.panels import header, legend, log_line, merged, option_lines, roster
from sandtable.terminal.screen import write

GROUND = """
. . . . . W
. H H . C .
. H F . . .
. . . L K .
W . . L . R
"""
ROAD = {"A3": (3,), "B3": (6, 2), "C3": (5, 3), "D3": (6, 2), "E3": (5, 3), "F3": (6,)}
NAMES = {
    ".": ("clear", "clear"),
    "W": ("woods", "woods"),
    "H": ("hill", "hill"),
    "C": ("city", "town"),
    "F": ("wooded hill", "hill woods"),
    "L": ("lake", "water"),
    "K": ("cultivated", "field"),
    "R": ("rough", "rough"),
}
DISRUPTED = Marker("disrupted", "Disrupted", "!", "bad")
COMPLETE = Marker("ops complete", "Ops Complete", "✓", "done")


def board() -> HexBoard:
    hexes = []
    for row, line in enumerate(GROUND.split("\n")[1:-1]):
        for column, letter in enumerate(line.split()):
            name = f"{'ABCDEF'[column]}{row + 1}"
            ways = (Feature("road", ROAD[name]),) if name in ROAD else ()
            edges = (Feature("crest", (1,)),) if name == "B2" else ()
            hexes.append(Hex(name, column, row, NAMES[letter][0], ways=ways, edges=edges))
    terrain = tuple(Terrain(name, name.capitalize(), letter, colour) for letter, (name, colour) in NAMES.items())
    lines = (Terrain("road", "Road", "=", "road"), Terrain("crest", "Crest", "^", "crest"))
    return HexBoard("flat", 6, 5, terrain, tuple(hexes), lines)


def piece(id, name, side, code, place, steps=2, *markers, minor=False, order=0):
    values = (Value("AP", "3-5-5"), Value("MF", "5"))
    return Piece(
        id,
        name,
        side,
        code=code,
        place=place,
        group=f"{side}-1",
        minor=minor,
        values=values,
        markers=markers,
        steps=steps,
        full_steps=2,
        order=order,
    )


def move(place, cost=1, who="t34-76-1"):
    return OptionView(Choice("move", who, place), f"Move to {place} ({cost} MP)", who, place=place, cost=cost)


def view() -> View:
    options = (
        move("E2", 2),
        move("F2"),
        OptionView(
            Choice("fire", "t34-76-1", "tiger-1"),
            "Fire at Tiger I #1",
            "t34-76-1",
            "tiger-1",
            odds=(Odds("hit", 417),),
        ),
        OptionView(Choice("fire", "t34-76-1", "tiger-2"), "Fire at Tiger I #2", "t34-76-1", "tiger-2"),
        OptionView(Choice("pass"), "Do nothing more", key="p"),
    )
    return View(
        "nations_at_war",
        "nations_at_war/hand-made",
        "A Hand-made Battle",
        "soviet",
        (Seat("german", "German", "german", "grey"), Seat("soviet", "Soviet", "soviet", "red")),
        board=board(),
        turn=2,
        turns=4,
        phase="Operations: 276th Tank",
        active="soviet",
        waiting=("soviet",),
        pieces=(
            piece("tiger-1", "Tiger I #1", "german", "Tig¹", "B2"),
            piece("tiger-2", "Tiger I #2", "german", "Tig²", "C3", 1, DISRUPTED, COMPLETE),
            piece("505-hq", "505th HQ", "german", "HQ", "B2", minor=True),
            piece("t34-76-1", "T-34/76 #1", "soviet", "T34¹", "F3"),
            piece("t34-76-2", "T-34/76 #2", "soviet", "T34²", "F3", 2, COMPLETE, order=1),
        ),
        groups=(Group("german-1", "505th Hvy Pz", "german"), Group("soviet-1", "276th Tank", "soviet")),
        markers=(
            BoardMarker("wreck", "Wreck", "D3", sign="†"),
            BoardMarker("smoke", "Smoke", "E4", sign="s", level=2),
        ),
        tracks=(Track("turns", "Turns", boxes=tuple(TrackBox(str(n), now=n == 2) for n in range(1, 5))),),
        piles=(Pile("cup", "Cup", 3, contents=(Count("505th Hvy Pz"), Count("End Turn", 2))),),
        log=(
            LogLine(1, "276th Tank is drawn.", rule="3.2"),
            LogLine(
                2,
                "T-34/76 #2 fires: 1 hit.",
                dice=(6, 2),
                need=6,
                rule="5.1.1",
                modifiers=(Modifier(1, "extended range", "5.1.4"),),
            ),
        ),
        decision=DecisionView("operation", "What does T-34/76 #1 do?", "3.4.5", "t34-76-1", options),
    )


def paper(width=100, **more) -> Console:
    return Console(width=width, file=StringIO(), **more)


def printed(console: Console) -> str:
    return console.file.getvalue()


def typing(*lines):
    """A reader that types these lines and then ends the input."""
    left = list(lines)

    def read(prompt):
        if not left:
            raise EOFError
        return left.pop(0)

    return read


# The board ---------------------------------------------------------------------------------------

LARGE = r"""
  _____         _____         _____
 /A1   \       /C1   \       /E1   \
/       \_____/       \_____/       \_____
\       /B1   \       /D1   \       /F1  W\
 \_____/       \_____/       \_____/  w w  \
 /A2   \       /C2  H\       /*E2 C\w  w   /
/       \^^^^^/  h h  \_____/  c c  \_____/
\       /*B2 H\h  h   /D2   \c  c   /*F2  \
 \_____/■Tig¹  \_____/       \_____/       \
 /A3   \h  h   /*C3 F\       /E3   \       /
/       \HQ___/■Ti²-!✓\_____/       \_____/
\    ====B3  H=========D3   =========F3   \
 \_____=========_____=========_____=●T34²✓ \
 /A4   \h  h   /C4   \       /E4  K\▶T34¹  /
/       \_____/       \†____/  k k  \_____/
\       /B4   \       /D4  L\k  k   /F4   \
 \_____/       \_____/  l l  \s2___/       \
 /A5  W\       /C5   \l  l   /E5   \       /
/  w w  \_____/       \_____/       \_____/
\w  w   /B5   \       /D5  L\       /F5  R\
 \_____/       \_____/  l l  \_____/  r r  \
       \       /     \l  l   /     \r  r   /
        \_____/       \_____/       \_____/
"""

COMPACT = r"""
     A1  B1  C1  D1  E1  F1
  A1
      .       .       .
  A2      .       .  *    w w
      .  ■Ti¹ h h     c c*
  A3     HQ h■Ti² .       .
      ===================●T3²
  A4      h h    †.      ▶T3¹
      .       .      s2 k
  A5      .       l l     .
      w w     .       .
          .       l l     r r
"""


def trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n")]


def test_the_large_board():
    assert trimmed(draw_board(view(), 44).plain) == trimmed(LARGE.strip("\n"))


def test_the_compact_board():
    assert trimmed(draw_board(view(), 30).plain) == trimmed(COMPACT.strip("\n"))


@pytest.mark.parametrize(
    ("width", "widest", "lines"), [(170, 170, 47), (150, 149, 47), (128, 128, 47), (100, 100, 24)]
)
def test_a_map_of_21_by_11_fits(width, widest, lines):
    hexes = tuple(Hex(f"{chr(65 + q)}{r + 1}", q, r, "clear") for q in range(21) for r in range(11))
    big = HexBoard("flat", 21, 11, (Terrain("clear", "Clear", "."),), hexes)
    rows = draw_board(msgspec.structs.replace(view(), board=big), width).plain.split("\n")
    assert max(len(row) for row in rows) <= widest
    assert len(rows) <= lines


def test_three_units_in_a_hex_are_counted():
    seen = view()
    third = piece("t34-76-3", "T-34/76 #3", "soviet", "T34³", "F3", order=2)
    drawn = draw_board(msgspec.structs.replace(seen, pieces=(*seen.pieces, third)), 60).plain
    assert "●T34³" in drawn
    assert "●T34²✓+1" in drawn


def test_what_a_small_drawing_has_no_room_for_is_marked():
    """A third unit, an HQ or a wreck under two units."""
    seen = view()
    hq = piece("276-hq", "276th HQ", "soviet", "HQ", "F3", minor=True)
    drawn = draw_board(msgspec.structs.replace(seen, pieces=(*seen.pieces, hq)), 30).plain
    assert "●T3²" in drawn and "▶T3+" in drawn


def test_codes_keep_type_and_number():
    assert [short_code(code, 3) for code in ("Pz4¹", "Pz3¹", "Tig²", "T34³", "HQ")] == [
        "P4¹",
        "P3¹",
        "Ti²",
        "T3³",
        "HQ",
    ]
    seen = view()
    tired = piece("pz", "Pz IV #1", "german", "Pz4¹", "A1", 1, DISRUPTED, COMPLETE)
    narrow = msgspec.structs.replace(seen, pieces=(tired,), decision=None)
    assert "P4¹" in draw_board(narrow, 23).plain  # three characters a hex
    assert "■P4¹-!✓" in draw_board(narrow, 44).plain


def test_a_low_window_gets_a_line_a_row():
    rows = draw_board(view(), 80, height=10).plain.split("\n")
    assert len(rows) == 7 and rows[0].split() == list("ABCDEF")
    assert "▶T34+" in rows[3] and "half a hex lower" in rows[-1]
    assert len(draw_board(view(), 80, height=14).plain.split("\n")) == 12
    assert len(draw_board(view(), 80, height=40).plain.split("\n")) == 23
    assert len(draw_board(view(), 128, height=10).plain.split("\n")) == 23


def test_pointed_hexes_are_drawn_as_bricks():
    hexes = (Hex("0101", 0, 0, "clear"), Hex("0201", 1, 0, "woods"), Hex("0102", 0, 1, "clear"))
    terrain = (Terrain("clear", "Clear", "."), Terrain("woods", "Woods", "w", "woods"))
    bricks = HexBoard("pointed", 2, 2, terrain, hexes)
    rows = draw_board(msgspec.structs.replace(view(), board=bricks, pieces=()), 60).plain.split("\n")
    assert rows[0].startswith("|0101   |0201  w|")
    assert rows[3].startswith("    |0102")
    flat = draw_board(msgspec.structs.replace(view(), board=bricks, pieces=()), 60, compact=True).plain.split("\n")
    assert [row.split() for row in flat] == [["01", "02"], ["01", ".", "w"], ["02", "."]]
    assert flat[2].index(".") == flat[1].index(".") + 2  # half a hex further


def test_a_plane_is_listed():
    plane = PlaneBoard(7200, 4800, ())
    tank = Piece("m4", "M4 Sherman", "soviet", at=Position(2650, 700), markers=(COMPLETE,))
    listed = board_text(msgspec.structs.replace(view(), board=plane, pieces=(tank,)), 80)
    assert listed.plain == "26.5, 7: Soviet M4 Sherman (Ops Complete)"


# The panels --------------------------------------------------------------------------------------


def test_the_whole_table_without_colours():
    console = paper()
    show(view(), console)
    text = printed(console)
    assert text.startswith("A Hand-made Battle · Turn 2 of 4 · Operations: 276th Tank · Soviet to choose\n")
    assert "Turns: 1 [2] 3 4\n" in text
    assert "Cup (3): 505th Hvy Pz, End Turn ×2\n" in text
    assert "T-34/76 #2 fires: 1 hit.  ⚅6 ⚁2 (6+)  [+1 extended range]  5.1.1\n" in text
    assert "\x1b" not in text


def test_colours_at_a_terminal():
    console = paper(force_terminal=True, color_system="truecolor")
    show(view(), console)
    assert "\x1b[" in printed(console)


def test_a_terminal_that_knows_only_ascii():
    class Old(StringIO):
        encoding = "ascii"

    console = Console(width=100, file=Old())
    show(view(), console)
    write(console, weighed(weighing()))
    text = printed(console)
    assert text.isascii()
    assert "============" in text and "-1.9" in text
    assert "#Tig2-!v" in text
    assert "T-34/76 #2 fires: 1 hit.  6 2 (6+)" in text


def test_how_it_ended():
    over = msgspec.structs.replace(view(), result=Result("german", "the railroad is held", "13.2"))
    assert header(over).plain.endswith("· German won: the railroad is held")


def test_the_roster():
    lines = roster(view()).plain.split("\n")
    assert lines[0] == "505th Hvy Pz"
    assert lines[1].split() == ["■HQ", "505th", "HQ", "B2", "AP", "3-5-5", "MF", "5"]
    assert "■Tig²-!✓" in lines[3] and lines[3].endswith("Disrupted, Ops Complete")


def test_the_roster_of_a_hex():
    lines = roster(view(), 80, "f3").plain.split("\n")
    assert lines[0] == "276th Tank" and len(lines) == 3
    assert roster(view(), 80, "zz").plain == "No unit is called zz, and none stands there."


def test_the_legend():
    lines = legend(view()).plain.split("\n")
    assert " W  Woods" in lines
    assert "=== Road" in lines
    assert " !    Disrupted" in lines
    assert " †    wreck" in lines
    assert " *    a hex you can choose" in lines
    assert " AP          F-R-T, Firepower (dice)" in legend(view()).plain


def test_dice_that_reached_their_number_are_set_off():
    line = log_line(view().log[1])
    good = [line.plain[span.start : span.end] for span in line.spans if span.style == "bold green"]
    assert "".join(good).strip() == "⚅6"


def test_options_stand_under_their_piece():
    assert [line.plain for line in option_lines(view(), 74)] == [
        "T-34/76 #1 at F3",
        "   1 Move to E2 (2 MP)                3 Fire at Tiger I #1 (42% hit)",
        "   2 Move to F2 (1 MP)                4 Fire at Tiger I #2",
        "Otherwise",
        "   5 Do nothing more [p]",
    ]


def with_options(*options):
    return msgspec.structs.replace(view(), decision=msgspec.structs.replace(view().decision, options=options))


def test_many_hexes_are_one_line():
    moves = [move(f"{'ABCDEF'[n % 6]}{n // 6 + 1}", n % 3 + 1) for n in range(12)]
    pass_on = OptionView(Choice("pass"), "Do nothing more", key="p")
    seen = with_options(*moves, pass_on)
    lines = [line.plain for line in option_lines(seen, 80, brief=True)]
    assert lines[:2] == ["Otherwise", "  13 Do nothing more [p]"] or lines[0] == "  13 Do nothing more [p]"
    assert lines[-1] == (
        "Move T-34/76 #1: type a hex, starred on the map, like a1 (4 for 1 MP, 4 for 2 MP, 4 for 3 MP);"
        " `list` shows all"
    )
    assert len(option_lines(seen, 30)) > 12


def test_units_off_the_board_are_named_with_their_box():
    seen = view()
    waiting = piece("t34-76-1", "T-34/76 #1", "soviet", "T34¹", "276th-tank")
    seen = msgspec.structs.replace(
        seen, pieces=(waiting,), boxes=(Box("276th-tank", "276th Tank, enters on turn 1", "soviet"),)
    )
    assert option_lines(seen)[0].plain == "T-34/76 #1 (276th Tank, enters on turn 1)"


def test_the_steps_of_a_move_are_one_line():
    def step(number, start, to, who="tiger-1"):
        return LogLine(number, f"Tiger moves to {to} with the HQ.", "moved", piece=who, place=to, path=(start, to))

    lines = merged([step(1, "U3", "T2"), step(2, "T2", "S2"), step(3, "S2", "R1"), step(4, "A1", "A2", "other")])
    assert [line.text for line in lines] == [
        "Tiger moves U3-T2-S2 to R1 with the HQ.",
        "Tiger moves to A2 with the HQ.",
    ]


def test_a_picture(tmp_path):
    path = tmp_path / "battle.svg"
    picture(view(), path)
    drawn = path.read_text()
    assert drawn.startswith("<svg")
    assert "A Hand-made Battle" in drawn.replace("&#160;", " ")


# The asker ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("1", 1),
        (" 5 ", 5),
        ("p", 5),
        ("move F2", 2),
        ("move to e2", 1),
        ("mo e2", 1),
        ("fire tiger-1", 3),
        ("fire tig2", 4),
        ("Fire at Tiger I #2", 4),
        ("f tiger-2", 4),
        ("do nothing", 5),
        ("pass", 5),
    ],
)
def test_words_of_an_option(typed, number):
    seen = view()
    assert understand(seen, typed) == seen.decision.options[number - 1].choice


def test_f1_is_not_f11():
    seen = view()
    options = (move("F11"), move("F1"))
    decision = msgspec.structs.replace(seen.decision, options=options)
    assert understand(msgspec.structs.replace(seen, decision=decision), "move f1").to == "F1"


def test_several_options_answer():
    assert understand(view(), "fire") == Unclear("Which one?", (3, 4))


def test_no_such_number():
    assert understand(view(), "6") == Unclear("There is no option 6; the last one is 5.")


def test_the_nearest_word():
    assert understand(view(), "fier tiger-1") == Unclear(
        '"fier" is not among the options. Did you mean fire or tiger?'
    )
    assert "You can: fire, move, pass" in understand(view(), "xyzzy").message


def test_words_that_do_not_go_together():
    assert understand(view(), "fire e2 tig2").message == "Tiger I #2 is at C3, not at E2."


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("move a5", Choice("move", "t34-76-1", "A5")),
        ("fire t34-76-2", Choice("fire", "t34-76-1", "t34-76-2")),
        ("move t342 a5", Choice("move", "t34-76-2", "A5")),
        ("a5", Choice("move", "t34-76-1", "A5")),
        ("fire b2", Choice("fire", "t34-76-1", "tiger-1")),
        ("fire tiger 1", Choice("fire", "t34-76-1", "tiger-1")),
        ("assault b2", Choice("assault", "t34-76-1", "B2")),
    ],
)
def test_what_is_well_said_goes_to_the_gate(typed, choice):
    assert understand(view(), typed) == choice


@pytest.mark.parametrize(
    ("typed", "word", "text"),
    [
        ("?", "help", ""),
        ("hint greedy", "hint", "greedy"),
        ("log 50", "log", "50"),
        ("rule 5.1.4", "rule", "5.1.4"),
        ("q", "quit", ""),
        ("un", "Which", ""),
    ],
)
def test_commands(typed, word, text):
    meant = understand(view(), typed)
    if word == "Which":  # undo or units
        assert isinstance(meant, Unclear)
    else:
        assert meant == Command(word, text)


def test_a_choice_after_a_look_around():
    console = paper()
    seen = view()
    rules = {"5.1.4": RuleText("5.1.4", "Extended Range", "Twice the range, one harder.", "Rounded down.")}
    answer = ask(
        seen,
        console,
        typing("?", "map", "units", "log", "legend", "rule 5.1.4", "", "fire", "fire tig1"),
        rules,
    )
    assert answer == Choice("fire", "t34-76-1", "tiger-1")
    text = printed(console)
    assert text.startswith("What does T-34/76 #1 do?  rule 3.4.5\n")
    for part in (
        "take back your last choice",
        "■Tig²",
        "505th Hvy Pz",
        "276th Tank is drawn.",
        "=== Road",
        "Ruling: Rounded down.",
        "Type a number",
        "Which one?",
    ):
        assert part in text


def test_a_hex_without_enemies_is_no_target():
    assert understand(view(), "fire a1") == Unclear("No enemy stands in A1.")
    assert understand(with_options(move("E2")), "fire tiger") == Unclear(
        "Which one: Tiger I #1 (B2), Tiger I #2 (C3)?"
    )


def test_a_letter_is_not_the_beginning_of_a_word():
    """Who presses a key that is none here has chosen nothing."""
    meant = understand(with_options(OptionView(Choice("act", "t34-76-1"), "Act with the Panzer")), "p")
    assert isinstance(meant, Unclear) and "You can: act" in meant.message


def test_a_hex_is_not_the_beginning_of_another():
    """I1 is forbidden where I10 and I11 are not: it goes to the gate."""
    seen = with_options(move("F10"), move("F11"))
    assert understand(seen, "f1") == Choice("move", "t34-76-1", "F1")


def test_undo_leaves_the_question_which_one():
    console = paper()
    seen = msgspec.structs.replace(view(), may_undo=True)
    assert ask(seen, console, typing("fire", "undo", "1")) == seen.decision.options[0].choice
    text = printed(console)
    assert "Which one?\nT-34/76 #1 at F3\n" in text and "(42% hit)" in text.partition("Which one?")[2]
    assert "Never mind" in text and text.count("What does T-34/76 #1 do?") == 2


def test_the_odds_of_an_option_at_length():
    shot = OptionView(
        Choice("fire", "t34-76-1", "tiger-1"),
        "Fire at Tiger I #1",
        "t34-76-1",
        odds=(Odds("hit", 417),),
        attack=AttackView("3 dice on 5+", "4 dice on 4+", (Modifier(1, "moving", "4.1"),), (), (Odds("none", 583),)),
    )
    console = paper()
    ask(with_options(shot), console, typing("odds", "odds 1", "odds 9"))
    text = printed(console)
    assert "   1 Fire at Tiger I #1 (42% hit)" in text and "T-34/76 #1 at F3" in text
    assert "  Attack: 3 dice on 5+\n    +1 moving  4.1\n  Defence: 4 dice on 4+\n  none  58%" in text
    assert "There is no option 9; the last one is 1." in text


def weighing() -> Thought:
    plans = (Weighed("Storm the mill", 2.14, 8), Weighed("Hold", 1.64, 4), Weighed("Go back", -1.86, 2))
    return Thought("tactician", "Move to F5", "Why not?", plans)


def test_what_was_weighed_is_a_table_with_the_best_first():
    console = paper(80)
    console.print(weighed(weighing()))
    rows = [re.split(r"\s{2,}", line.strip()) for line in printed(console).splitlines() if line.strip()]
    assert rows[0] == ["Plan", "Platoons ahead", "Close to the best", "Tries"]
    assert rows[2:] == [
        ["Storm the mill", "+2.1", "━━━━━━━━━━━━", "8"],
        ["Hold", "+1.6", "━━━━━━━━━━──", "4"],
        ["Go back", "−1.9", "────────────", "2"],
    ]


def test_a_difference_of_a_tenth_of_a_platoon_looks_small():
    console = paper(80)
    console.print(weighed(Thought("greedy", "A", "", (Weighed("A", 1.0, 1), Weighed("B", 0.9, 1)))))
    assert "━━━━━━━━━━━─" in printed(console)


def test_commands_say_what_they_leave_out():
    console = paper()
    ask(msgspec.structs.replace(view(), goals=("Soviet victory: always.",)), console, typing("goal now", "log x"))
    text = printed(console)
    assert '`goal` takes no further words; "now" is ignored.' in text and "Goal: Soviet victory: always." in text
    assert "takes a number of lines" in text


def test_the_end_of_input_leaves_politely():
    assert ask(view(), paper(), typing()) == Command("quit")


def test_ctrl_c_leaves_politely():
    def read(prompt):
        raise KeyboardInterrupt

    assert ask(view(), paper(), read) == Command("quit")


def test_undo_only_when_it_may_be():
    console = paper()
    assert ask(view(), console, typing("undo", "quit")) == Command("quit")
    assert "There is nothing to take back" in printed(console)
    assert ask(msgspec.structs.replace(view(), may_undo=True), paper(), typing("undo")) == Command("undo")


def test_long_lists_come_in_pages():
    seen = view()
    options = tuple(move(f"{'ABCDEF'[n % 6]}{n}", n, f"unit-{n % 10}") for n in range(200))
    many = msgspec.structs.replace(seen, decision=msgspec.structs.replace(seen.decision, options=options))
    console = paper(40)
    assert ask(many, console, typing("list", "more", "200")) == options[199].choice
    first, second = printed(console).split("more lines: type `more`.\n", 1)
    assert "   1 Move to A0" in first and "   1 Move to A0" not in second
    assert first.partition("   1 Move")[2].count("\n") <= 31
    assert "more" in second


def test_rules_by_number():
    rules = {id: RuleText(id, f"Title {id}", "Words.") for id in ("5.1.a", "5.1.b", "5.2")}
    assert rule_text(rules, "5.2") == "5.2 Title 5.2\nWords."
    assert rule_text(rules, "").startswith("Chapters") and rule_text(rules, "title").count("\n") == 2
    assert rule_text({"1": RuleText("1", "T", "W.", "So.")}, "1") == "1 T\nW.\nRuling: So."
    assert rule_text(rules, "5.1") == "5.1.a Title 5.1.a\n5.1.b Title 5.1.b"
    assert rule_text(rules, "5.3").startswith("There is no rule '5.3'. Similar: 5.2")
    assert ask(view(), paper(), typing("rule 5.2")) == Command("rule", "5.2")
