"""Asks a player at the keyboard: he types a number, or the words of a choice, or a command."""

import difflib
import textwrap
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.text import Text

from sandtable.table.decision import Choice
from sandtable.table.shelf import RuleText
from sandtable.table.view import View
from sandtable.terminal.panels import (
    attack_lines,
    goal_lines,
    legend,
    log_lines,
    odds_lines,
    option_lines,
    question,
    roster,
)
from sandtable.terminal.screen import board_text, map_height, write
from sandtable.terminal.understanding import Answer, Command, Unclear, understand

PAGE = 30  # lines of options at a time where the height of the screen is not known
LEAST = 5  # lines of options at a time

HELP = {
    "1, 2, 3 …": "take the option with that number",
    "move f5, fire tiger": "the words of an option; beginnings of words are enough",
    "f5": "a hex alone: move there, or set up there",
    "goal": "how the battle is won, and its special rules",
    "map": "draw the board again; `map compact` draws it small, `map big` large",
    "units": "list all units with their values and states; `units f5` those in a hex",
    "log": "the last events; `log 50` shows more of them",
    "legend": "what letters, colours and signs mean",
    "list": "all options; `more` shows the next page",
    "odds": "the odds of your shots; `odds 3` explains those of option 3;",
    "": "`odds tiger at range 4 on t-34-76` gives those of any attack",
    "hint": "what a computer player would do in your place, and why; `hint greedy` asks another",
    "rule 5.1.4": "read a rule; `rule` lists the chapters, `rule smoke` searches",
    "undo": "take back your last choice, if no die has been rolled since",
    "quit": "leave the table",
}
ALONE = ("goal", "help", "legend", "list", "more", "quit", "undo")  # commands that take nothing after them

Read = Callable[[str], str]
Hooks = Mapping[str, Callable[[str], bool]]  # commands that somebody else answers: True if he did


def ask(
    view: View,
    console: Console | None = None,
    read: Read = input,
    rules: Mapping[str, RuleText] | None = None,
    room: int = 0,
    hooks: Hooks | None = None,
) -> Answer:
    """Ask until the player chooses, or types `undo` or `quit`, or leaves (end of input, Ctrl-C: `quit`).

    A choice that is well said but not on the list comes back too: the gate explains why it is forbidden.
    `room`: the lines there are for the first options.
    """
    console = console or Console()
    if view.decision is None:
        raise ValueError("nobody is asked in this view")
    return _Asking(view, console, rules, hooks or {}).ask(read, room)


class _Asking:
    """One question to a player."""

    def __init__(self, view: View, console: Console, rules: Mapping[str, RuleText] | None, hooks: Hooks) -> None:
        self.view = view
        self.console = console
        self.rules = rules
        self.hooks = hooks
        self.between: tuple[int, ...] = ()  # the options of an open "Which one?"
        self.lines: list[Text] = []  # of options
        self.next = 0  # the first of them that has not been shown

    def ask(self, read: Read, room: int) -> Answer:
        self.begin(room)
        while True:
            try:
                typed = read("> ")
            except (EOFError, KeyboardInterrupt):
                write(self.console, "")
                return Command("quit")
            answer = self.meant(typed)
            if isinstance(answer, Choice):
                return answer
            if isinstance(answer, Unclear):
                self.unclear(answer)
            elif self.answered(answer):
                return answer

    def begin(self, room: int = 0) -> None:
        """The question and what can be chosen, in short."""
        assert self.view.decision is not None
        write(self.console, question(self.view.decision))
        self.between = ()
        self.lines = option_lines(self.view, self.console.width, brief=True)
        self.next = 0
        self.page(room)

    def meant(self, typed: str) -> Answer | Unclear:
        """What a line means; after "Which one?" first among those."""
        answer = understand(self.view, typed)
        if self.between and isinstance(answer, Unclear) and answer.numbers:
            left = tuple(number for number in answer.numbers if number in self.between)
            if len(left) == 1 and self.view.decision is not None:
                return self.view.decision.options[left[0] - 1].choice
            return Unclear(answer.message, left or answer.numbers)
        return answer

    def unclear(self, answer: Unclear) -> None:
        write(self.console, answer.message)
        self.between = answer.numbers
        if answer.numbers:
            for line in option_lines(self.view, self.console.width, answer.numbers, brief=True):
                write(self.console, line)

    def answered(self, command: Command) -> bool:
        """Carry out a command that only looks; True for those that somebody else carries out."""
        if command.text and command.word in ALONE:
            write(self.console, f'`{command.word}` takes no further words; "{command.text}" is ignored.')
        if command.word == "undo" and self.between:
            write(self.console, "Never mind; back to the question.")
            self.begin()
            return False
        hook = self.hooks.get(command.word)
        if hook is not None and hook(command.text):
            return False
        if command.word == "undo" and not self.view.may_undo:
            write(
                self.console,
                "There is nothing to take back: you have not chosen since a die was rolled or a secret was revealed.",
            )
            return False
        if command.word in ("undo", "quit") or (command.word == "rule" and self.rules is None):
            return True
        if command.word in ("more", "list"):
            if command.word == "list":
                self.lines = option_lines(self.view, self.console.width)
                self.next = 0
            self.page()
        else:
            self.look(command)
        return False

    def page(self, room: int = 0) -> None:
        """Print as many lines of options as there is room for."""
        screen = self.console.height - 3 if self.console.is_terminal else PAGE
        size = max(LEAST, room or screen)
        if self.next >= len(self.lines):
            self.next = 0
        end = min(self.next + size, len(self.lines))
        if len(self.lines) - end <= 2:
            end = len(self.lines)
        for line in self.lines[self.next : end]:
            write(self.console, line)
        if end < len(self.lines):
            write(self.console, f"… {len(self.lines) - end} more lines: type `more`.")
        self.next = end

    def look(self, command: Command) -> None:
        """The commands that only look."""
        view, console, text = self.view, self.console, command.text
        if command.word == "map":
            big = text.startswith(("b", "l"))
            height = 0 if big or text.startswith("c") else map_height(console)
            write(console, board_text(view, console.width, text.startswith("c"), height))
            if text and not (big or text.startswith("c")):
                write(console, "Type `map`, `map compact` or `map big`.")
        elif command.word == "units":
            write(console, roster(view, console.width, text))
        elif command.word == "goal":
            for line in goal_lines(view):
                write(console, line)
        elif command.word == "legend":
            write(console, legend(view))
        elif command.word == "odds":
            self.tell_odds(text)
        elif command.word == "log":
            known = text.isdecimal() and len(text) < 7
            if text and not known:
                write(console, f'`log` takes a number of lines, not "{text}".')
            write(console, log_lines(view, int(text) if known else 20))
        elif command.word == "rule":
            write(console, rule_text(self.rules or {}, text, console.width))
        elif command.word == "help":
            for word, meaning in HELP.items():
                write(console, f"  {word:<20}{meaning}")

    def tell_odds(self, text: str) -> None:
        """All shots in short, or one at length."""
        options = self.view.decision.options if self.view.decision is not None else ()
        if text.isdecimal() and len(text) < 9 and 1 <= int(text) <= len(options):
            lines = attack_lines(int(text), options[int(text) - 1])
        elif text:
            lines = [Text(f"There is no option {text}; the last one is {len(options)}.")]
        else:
            lines = odds_lines(self.view) or [Text("None of the options is a shot.")]
        for line in lines:
            write(self.console, line)


def rule_text(rules: Mapping[str, RuleText], id: str, width: int = 100) -> str:
    """A rule in words; its parts; the chapters; the titles with a word in them; or the nearest numbers."""
    exact = {key.lower(): rule for key, rule in rules.items()}
    wanted = id.strip().lower()
    if not wanted:
        chapters = list(dict.fromkeys(key.partition(".")[0] for key in rules))
        listed = textwrap.fill(" ".join(chapters), width)
        return f"Chapters; type `rule {chapters[0] if chapters else 1}` to read one:\n{listed}"
    if wanted in exact:
        rule = exact[wanted]
        ruling = f"\nRuling: {rule.ruling}" if rule.ruling else ""
        return f"{rule.id} {rule.title}\n{rule.text}{ruling}"
    parts = [rule for key, rule in exact.items() if key.startswith(wanted + ".")]
    parts = parts or [rule for rule in exact.values() if wanted.isalpha() and wanted in rule.title.lower()]
    if parts:
        return "\n".join(f"{rule.id} {rule.title}" for rule in parts)
    near = [exact[key].id for key in difflib.get_close_matches(wanted, list(exact), n=3)]
    return f"There is no rule {id!r}." + (f" Similar: {', '.join(near)}." if near else "")
