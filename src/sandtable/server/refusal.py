"""What a request gets that cannot be granted: a sentence that says what to do, and a status."""

import msgspec


class Refusal(Exception):
    """A request that changes nothing. `rule` is the rule of the game that forbids it, if one does."""

    def __init__(self, status: int, error: str, rule: str = "", retry_after: int = 0) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.rule = rule
        self.retry_after = retry_after  # seconds, if it is known when the same would be granted


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was not granted, and the rule of the game that forbids it, if one does."""

    error: str
    rule: str = ""


def clean(text: str) -> str:
    """Half of a surrogate pair, which JSON can carry in, cannot be written out again."""
    return text.encode("utf-8", "replace").decode()


def problem(error: str, rule: str = "") -> bytes:
    return msgspec.json.encode(Problem(clean(error), clean(rule)))


UNKNOWN_LINK = "This link does not open a seat. Ask whoever sent it for a new one."
NOT_ASKED = "It is not your turn to choose."
ONLY_WATCHING = "This is a spectator's link. A spectator watches and cannot play."
NO_UNDO = "You can take back only your own last choice, and only if no die was rolled and no secret revealed since."
DAMAGED = (
    "This battle is damaged on the server's disk and cannot be opened. "
    "Whoever runs the server finds the reason in its log and can restore a backup."
)
MISHAP = "Something went wrong in the rules. The battle is unchanged. Please choose something else and report this."
NEW_LINK = "This seat has a new link."
NOT_SAVED = "The server could not save this. Nothing was changed. Please try again."
NOT_KNOWN = "The database did not answer. Check whether this was done before you try again."
NO_DATABASE = "The database does not answer. Please try again in a moment."
