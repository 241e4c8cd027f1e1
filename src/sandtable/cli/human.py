"""A human at the keyboard: draws the table, asks, and explains refusals."""

import contextlib

from rich.console import Console

from sandtable.bots import adviser, levels
from sandtable.bots.player import Bot, Seat
from sandtable.cli.match import Match
from sandtable.cli.odds import tell_odds
from sandtable.cli.output import errors
from sandtable.cli.story import Story, briefing
from sandtable.cli.words import Wrong
from sandtable.content.problems import ContentError
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.play import Mishap
from sandtable.table.view import View
from sandtable.terminal import Command, ask
from sandtable.terminal.advice import weighed
from sandtable.terminal.asking import Hooks
from sandtable.terminal.hexes import chosen_places
from sandtable.terminal.panels import header, names
from sandtable.terminal.screen import write

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  arrow keys and history in `input`


ADVISER = "tactician"  # who gives hints, if nobody else is asked for


def ask_human(match: Match, story: Story, seat: str) -> bool:
    """One choice of a human, or a choice taken back; False if he leaves the table."""
    view: View = match.system.shown.whole(match.play, seat)
    console = story.console
    room = look(view, story)
    if len(match.humans) > 1:
        write(console, f"{names(view).get(seat, seat)}, it is your turn to choose.")
    keyboard = Keyboard()
    hooks = hooks_of(match, story, view)
    while True:
        answer = ask(view, console, keyboard, match.system.shelf.rules(), room, hooks)
        try:
            if not isinstance(answer, Command):
                match.choose(answer, seat)
            elif answer.word == "undo":
                match.undo(seat)
                write(console, "Your last choice was taken back.")
                story.skip(match.play)
            elif answer.word == "quit":
                if keyboard.interrupted:
                    raise KeyboardInterrupt
                if match.journal is None and not keyboard.ended and not keyboard.sure():
                    continue
                return False
            return True
        except IllegalChoice as refusal:
            rule = f" (rule {refusal.rule})" if refusal.rule else ""
            write(console, f"No: {refusal.reason}{rule}")
        except Mishap as mishap:
            write(console, f"Something went wrong: {mishap}.")


def look(view: View, story: Story) -> int:
    """Draw the table if it does not look as it did when it was drawn last; the lines left on the screen."""
    sight = (view.pieces, view.markers, chosen_places(view))
    lines = 3  # heading, question, prompt
    if story.drawn != sight:
        story.drawn = sight
        write(story.console, "")
        lines += story.draw(view)
    write(story.console, header(view))
    return max(1, story.console.height - lines) if story.console.is_terminal else 0


def hooks_of(match: Match, story: Story, view: View) -> Hooks:
    """The commands that need more than the view."""
    console = story.console

    def odds(words: str) -> bool:
        """`odds tiger at range 4 on t-34-76` asks the rules and not the table."""
        if not words or words.isdecimal():
            return False
        try:
            tell_odds(match.found.system, words, console)
        except (Wrong, ContentError) as error:
            write(console, str(error))
        return True

    def hint(words: str) -> bool:
        """What a computer player would do who sits down here: it sees what this seat sees, and plays nothing."""
        try:
            friend = adviser.make(words or ADVISER)
        except levels.UnknownBot as error:
            write(console, str(error))
            return True
        with errors().status(f"The {friend.name} is thinking …"):
            choice = friend.choose(Seat(match.play, view.seat))
        tell_hint(view, choice, friend, console)
        return True

    def goal(_: str) -> bool:
        write(console, briefing(view, match.found.info, console.width, whole=True))
        return True

    def undo(_: str) -> bool:
        if any(move.seat == view.seat for move in match.play.history):
            return False
        write(console, "There is nothing to take back: you have not chosen anything yet.")
        return True

    def help(_: str) -> bool:
        if match.journal is not None:
            write(console, f"The battle is saved in {match.journal.path} while you play.")
        return False

    return {"odds": odds, "hint": hint, "goal": goal, "undo": undo, "help": help}


def tell_hint(view: View, choice: Choice, friend: Bot, console: Console) -> None:
    """What is advised, under which number, why, and all that was weighed."""
    thought = friend.thought
    options = view.decision.options if view.decision is not None else ()
    found = next(((number, option) for number, option in enumerate(options, 1) if option.choice == choice), None)
    if found is not None:
        write(console, f"The {friend.name} suggests {found[0]}: {found[1].label}.")
    elif thought is not None:
        write(console, f"The {friend.name} suggests: {thought.choice}.")
    if thought is None:
        write(console, "No other option is worth considering.")
        return
    write(console, thought.why)
    if thought.more:
        write(console, thought.more)
    if len(thought.plans) > 1:
        write(console, weighed(thought))


class Keyboard:
    """Reads a line, and remembers how it ended."""

    def __init__(self) -> None:
        self.interrupted = False  # by Ctrl-C
        self.ended = False  # nothing more will be typed

    def __call__(self, prompt: str) -> str:
        try:
            return input(prompt)
        except KeyboardInterrupt:
            self.interrupted = True
            raise
        except EOFError:
            self.ended = True
            raise

    def sure(self) -> bool:
        """Whether somebody leaves a battle that is not kept."""
        try:
            answer = self("The battle is not saved. Leave it for good? [y/n] ").strip().lower()
            return answer in ("y", "yes", "q", "quit")
        except EOFError:
            return True
