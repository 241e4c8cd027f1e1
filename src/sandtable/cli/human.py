"""A human at the keyboard: draws the table, asks, and explains refusals."""

import contextlib

from sandtable.cli.match import Match
from sandtable.cli.odds import tell_odds
from sandtable.cli.story import Story
from sandtable.cli.words import Wrong
from sandtable.content.problems import ContentError
from sandtable.table.decision import IllegalChoice
from sandtable.table.play import Mishap
from sandtable.table.view import View
from sandtable.terminal import Command, ask
from sandtable.terminal.hexes import chosen_places
from sandtable.terminal.panels import header, names, option_text
from sandtable.terminal.screen import write

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  arrow keys and history in `input`

HELP = "  odds                  the odds of your shots; `odds tiger at range 4 on t-34-76` those of any attack"


def ask_human(match: Match, story: Story, seat: str) -> bool:
    """One choice of a human, or a choice taken back; False if he leaves the table."""
    view: View = match.system.view(match.play, seat)
    console = story.console
    look(view, story)
    if len(match.humans) > 1:
        write(console, f"{names(view).get(seat, seat)}, it is you who choose.")
    keyboard = Keyboard(view, story)
    while True:
        answer = ask(view, console, keyboard, match.system.rules())
        try:
            if not isinstance(answer, Command):
                match.choose(answer, seat)
            elif answer.word == "undo":
                match.undo(seat)
                write(console, "Taken back.")
                story.skip(match.play)
            elif answer.word == "quit":
                if keyboard.interrupted:
                    raise KeyboardInterrupt
                return False
            return True
        except IllegalChoice as refusal:
            rule = f" (rule {refusal.rule})" if refusal.rule else ""
            write(console, f"No: {refusal.reason}{rule}")
        except Mishap as mishap:
            write(console, f"Something went wrong: {mishap}.")


def look(view: View, story: Story) -> None:
    """Draw the table if it does not look as it did when it was drawn last."""
    sight = (view.pieces, view.markers, chosen_places(view))
    if story.drawn != sight:
        story.drawn = sight
        write(story.console, "")
        story.draw(view)
    write(story.console, header(view))


class Keyboard:
    """Reads a line; `odds` is answered here, for it asks the rules and not the table."""

    def __init__(self, view: View, story: Story) -> None:
        self.view = view
        self.story = story
        self.interrupted = False  # by Ctrl-C

    def __call__(self, prompt: str) -> str:
        while True:
            try:
                line = input(prompt)
            except KeyboardInterrupt:
                self.interrupted = True
                raise
            word, _, rest = line.strip().partition(" ")
            if word.lower() in ("?", "help"):
                write(self.story.console, HELP)
            if word.lower() != "odds":
                return line
            self.answer(rest)

    def answer(self, words: str) -> None:
        console = self.story.console
        if words:
            try:
                tell_odds(words, console)
            except (Wrong, ContentError) as error:
                write(console, str(error))
            return
        decision = self.view.decision
        shots = [option for option in decision.options if option.odds] if decision is not None else []
        for option in shots:
            write(console, f"  {option_text(option)}")
        if not shots:
            write(console, "No option here is a shot. `odds tiger at range 4 on t-34-76 in woods` reckons any other.")
