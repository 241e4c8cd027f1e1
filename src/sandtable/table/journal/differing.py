"""A journal that the rules of today do not play again as it was played: where they differ, in a sentence."""

import msgspec

from sandtable.table.chance import OutOfDice
from sandtable.table.decision import IllegalChoice
from sandtable.table.journal.record import End, Entry, Header, JournalError

OTHER_RULES = "This battle was played by other rules"


class Differs(JournalError):
    """The first line that the rules of today do not take as it was played."""

    def __init__(self, reason: str, line: int, choice: int = 0) -> None:
        """`reason` is a sentence; `choice` is the number of the choice, 0: the opening."""
        super().__init__(reason, line)
        self.choice = choice


def refused(entry: Entry, error: Exception) -> Differs:
    """A choice, or its taking back, that the rules of today do not allow or cannot carry out."""
    what = f"Taking back choice {entry.number}" if entry.undo else f"Choice {entry.number}"
    if isinstance(error, IllegalChoice):
        rule = f" (rule {error.rule})" if error.rule else ""
        reason = f"{what} is not allowed{rule}: {error.reason}"
    elif isinstance(error.__cause__, OutOfDice):
        reason = f"{what} asks for a draw that the journal does not have: {error.__cause__}."
    else:
        reason = f"{what} cannot be played: {error}."
    return Differs(reason, entry.line, entry.number)


def other_draws(recorded: int, drawn: int, line: int, choice: int = 0) -> Differs:
    """Another number of draws than the journal holds."""
    what = f"Choice {choice}" if choice else "The opening"
    return Differs(f"{what} asks for {draws(drawn)}; the journal has {draws(recorded)}.", line, choice)


def without_reason(found: Differs) -> Differs:
    """For a battle whose secrets are not out: why a choice is refused may tell what somebody holds."""
    what = f"Choice {found.choice}" if found.choice else "The opening"
    return Differs(f"{what} is not as the rules of today say.", found.line, found.choice)


def check_end(recorded: End, now: End | None, line: int, choices: int) -> None:
    """Whether a battle that was over is over after all its choices, and ended as it did then."""
    if now is None:
        raise Differs("After its last choice the battle is not over.", line, choices + 1)
    if recorded.turn is None:  # an old journal
        now = msgspec.structs.replace(now, turn=None)
    if recorded != now:
        raise Differs(f"Its journal says {who_won(recorded)}; by the rules {who_won(now)}.", line, choices + 1)


def who_won(end: End) -> str:
    turn = "" if end.turn is None else f" in turn {end.turn}"
    return f"{end.winner or 'nobody'} won{turn}, {end.reason} (rule {end.rule})"


def draws(number: int) -> str:
    return "1 draw" if number == 1 else f"{number} draws"


def notice(header: Header, changed: bool, choices: int, found: Differs | None) -> str:
    """What somebody who looks at the battle is told; nothing where it plays again as it was played.

    `changed`: the content of the scenario is another than then. `choices` counts those of the whole journal.
    """
    if found is None and not changed:
        return ""
    if found is None:
        return f"{OTHER_RULES}: {header.scenario} has changed since. All its choices are still allowed."
    why = f": {header.scenario} has changed since." if changed else ", or its journal was altered."
    if found.choice > choices:
        return f"{OTHER_RULES}{why} {found.sentence}"
    place = f"choice {found.choice - 1} of {choices}" if found.choice > 1 else "its first choice"
    return f"{OTHER_RULES}{why} It replays up to {place}. {found.sentence}"
