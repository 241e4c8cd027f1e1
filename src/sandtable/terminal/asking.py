"""Asks a player at the keyboard: he types a number, or the words of a choice, or a command."""

import difflib
import re
from collections.abc import Callable, Mapping

import msgspec
from rich.console import Console

from sandtable.table.decision import Choice
from sandtable.table.system import RuleText
from sandtable.table.view import HexBoard, OptionView, View
from sandtable.terminal.panels import legend, log_lines, option_lines, question, roster
from sandtable.terminal.screen import board_text, write

PAGE = 30  # lines of options at a time
FILLERS = frozenset(("a", "an", "the", "to", "at", "on", "in", "with", "from", "of"))
DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")

HELP = {
    "1, 2, 3 …": "take the option with that number",
    "move f5, fire tiger": "the words of an option; beginnings of words are enough",
    "map": "draw the board again; `map compact` draws it small",
    "units": "list all units with their values and states",
    "log": "the last events; `log 50` shows more of them",
    "legend": "what letters, colours and signs mean",
    "more": "the next page of options; `list` shows the first",
    "rule 5.1.4": "read a rule",
    "undo": "take back your last choice, if no die has fallen since",
    "quit": "leave the table; the battle is kept",
}
COMMANDS = ("?", "help", "legend", "list", "log", "map", "more", "quit", "rule", "undo", "units")


class Command(msgspec.Struct, frozen=True):
    """Something else than a choice: a word of COMMANDS and what was typed after it."""

    word: str
    text: str = ""


class Unclear(msgspec.Struct, frozen=True):
    """What was typed is no choice: why, and the numbers of the options that come close."""

    message: str
    numbers: tuple[int, ...] = ()


Answer = Choice | Command
Read = Callable[[str], str]


def ask(
    view: View,
    console: Console | None = None,
    read: Read = input,
    rules: Mapping[str, RuleText] | None = None,
) -> Answer:
    """Ask until the player chooses, or types `undo` or `quit`, or leaves (end of input, Ctrl-C: `quit`).

    A choice that is well said but not on the list comes back too: the gate explains why it is forbidden.
    """
    console = console or Console()
    decision = view.decision
    if decision is None:
        raise ValueError("nobody is asked in this view")
    write(console, question(decision))
    page = _list(view, console, 0)
    while True:
        try:
            typed = read("> ")
        except (EOFError, KeyboardInterrupt):
            write(console, "")
            return Command("quit")
        answer = understand(view, typed)
        if isinstance(answer, Choice):
            return answer
        if isinstance(answer, Unclear):
            write(console, answer.message)
            for number in answer.numbers:
                write(console, f"{number:>4} {decision.options[number - 1].label}")
        elif answer.word in ("more", "list"):
            page = _list(view, console, page if answer.word == "more" else 0)
        elif answer.word == "undo" and not view.may_undo:
            write(console, "Nothing of yours can be taken back: a die has fallen since, or a secret is out.")
        elif answer.word in ("undo", "quit") or (answer.word == "rule" and rules is None):
            return answer
        else:
            _carry_out(view, console, answer, rules or {})


def understand(view: View, typed: str) -> Answer | Unclear:
    """What a line means: a choice, a command, or why it is neither."""
    text = typed.strip().lower().translate(DIGITS)
    options = view.decision.options if view.decision is not None else ()
    if not text:
        return Unclear("Type a number, the words of an option, or ? for help.")
    if text.isdecimal():
        number = int(text)
        if 1 <= number <= len(options):
            return options[number - 1].choice
        return Unclear(f"There is no option {number}; there are {len(options)}.")
    for option in options:
        if option.key and option.key.lower() == text:
            return option.choice
    word, _, rest = text.partition(" ")
    if word in COMMANDS:
        return Command("help" if word == "?" else word, rest.strip())
    found = _matching(view, options, text)
    if len(found) == 1:
        return options[found[0] - 1].choice
    if found:
        return Unclear("Which one?", tuple(found[:PAGE]))
    known = [command for command in COMMANDS if command.startswith(word)]
    if len(known) == 1:
        return Command(known[0], rest.strip())
    return _well_said(view, options, text) or _nearest(view, options, text)


def _words(text: str) -> list[str]:
    """Words and ids, in small letters: "T-34/76 #2" is t-34/76, 2 and t3476."""
    words = [word.strip(".,:;()[]#?!'\"") for word in text.lower().translate(DIGITS).split()]
    return [word for word in words if word]


def _tokens(view: View, option: OptionView) -> set[str]:
    """All the words an option may be called by."""
    choice = option.choice
    names = (choice.do, option.label, choice.piece, choice.to, option.place, option.target)
    tokens = set(_words(" ".join(names)))
    ids = {choice.piece, choice.to, option.piece, option.target}
    for piece in view.pieces:
        if piece.id in ids:
            tokens.update(_words(f"{piece.name} {piece.code}"))
            tokens.add(re.sub(r"[^a-z0-9]", "", piece.name.lower()))
    return tokens


def _matching(view: View, options: tuple[OptionView, ...], text: str) -> list[int]:
    """The numbers of the options that answer to all words; those that do so more exactly go first."""
    typed = [word for word in _words(text) if word not in FILLERS]
    best = 0
    found: list[int] = []
    for number, option in enumerate(options, 1):
        tokens = _tokens(view, option)
        score = 1
        for word in typed:
            if word in tokens:
                score += 1
            elif not any(token.startswith(word) for token in tokens):
                break
        else:
            if score > best:
                best, found = score, []
            if score == best and typed:
                found.append(number)
    return found


def _things(view: View) -> dict[str, str]:
    """Places and pieces by what a player may call them."""
    things: dict[str, str] = {}
    if isinstance(view.board, HexBoard):
        things.update({hex.name.lower(): hex.name for hex in view.board.hexes})
    for piece in view.pieces:
        for word in (piece.code.lower().translate(DIGITS), piece.name.lower(), piece.id.lower()):
            if word:
                things[word] = piece.id
    return things


def _well_said(view: View, options: tuple[OptionView, ...], text: str) -> Choice | None:
    """A choice that is not on the list but names its parts, for the gate to explain."""
    words = [word for word in _words(text) if word not in FILLERS]
    alike = [option for option in options if words and option.choice.do.lower().startswith(words[0])]
    things = _things(view)
    if not alike or len(words) not in (2, 3) or any(word not in things for word in words[1:]):
        return None
    sample = alike[0].choice
    named = [things[word] for word in words[1:]]
    if len(named) == 2:
        if named[0] not in {piece.id for piece in view.pieces}:
            return None
        return Choice(sample.do, named[0], named[1], sample.number)
    if sample.to:
        return Choice(sample.do, sample.piece, named[0], sample.number)
    return Choice(sample.do, named[0])


def _nearest(view: View, options: tuple[OptionView, ...], text: str) -> Unclear:
    """Which word is not known, and what it may have been meant to be."""
    vocabulary: set[str] = set(COMMANDS)
    for option in options:
        vocabulary |= _tokens(view, option)
    for word in _words(text):
        if word in FILLERS or any(token.startswith(word) for token in vocabulary):
            continue
        near = difflib.get_close_matches(word, sorted(vocabulary), n=3, cutoff=0.6)
        if near:
            return Unclear(f'"{word}" is not among the options. Did you mean {" or ".join(near)}?')
        verbs = ", ".join(sorted({option.choice.do for option in options}))
        return Unclear(f'"{word}" is not among the options. You can: {verbs}; or ? for help.')
    return Unclear("No option answers to all of these words together.")


def _list(view: View, console: Console, start: int) -> int:
    """Print a page of options from line `start`; returns where the next page begins."""
    lines = option_lines(view, console.width)
    if start >= len(lines):
        start = 0
    end = min(start + PAGE, len(lines))
    if len(lines) - end <= 2:
        end = len(lines)
    for line in lines[start:end]:
        write(console, line)
    if end < len(lines):
        write(console, f"… {len(lines) - end} more lines: type `more`.")
    return end


def _carry_out(view: View, console: Console, command: Command, rules: Mapping[str, RuleText]) -> None:
    """The commands that only look."""
    if command.word == "map":
        write(console, board_text(view, console.width, compact=command.text.startswith("c")))
    elif command.word == "units":
        write(console, roster(view))
    elif command.word == "legend":
        write(console, legend(view))
    elif command.word == "log":
        write(console, log_lines(view, int(command.text) if command.text.isdecimal() else 20))
    elif command.word == "rule":
        write(console, rule_text(rules, command.text))
    elif command.word == "help":
        for word, meaning in HELP.items():
            write(console, f"  {word:<22}{meaning}")


def rule_text(rules: Mapping[str, RuleText], id: str) -> str:
    """A rule in words, its parts if there is no rule of just that number, or the nearest numbers."""
    exact = {key.lower(): rule for key, rule in rules.items()}
    wanted = id.strip().lower()
    if wanted in exact:
        rule = exact[wanted]
        ruling = f"\nRuling: {rule.ruling}" if rule.ruling else ""
        return f"{rule.id} {rule.title}\n{rule.text}{ruling}"
    parts = [rule for key, rule in exact.items() if wanted and key.startswith(wanted + ".")]
    if parts:
        return "\n".join(f"{rule.id} {rule.title}" for rule in parts)
    near = [exact[key].id for key in difflib.get_close_matches(wanted, list(exact), n=3)]
    return f"There is no rule {id!r}." + (f" Near: {', '.join(near)}." if near else "")
