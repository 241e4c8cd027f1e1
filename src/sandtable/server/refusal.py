"""What a request gets that cannot be granted: a sentence that says what to do, and a status."""

import msgspec


class Refusal(Exception):
    """A request that changes nothing. `rule` is the rule of the game that forbids it, if one does."""

    def __init__(self, status: int, error: str, rule: str = "") -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.rule = rule


class Problem(msgspec.Struct, omit_defaults=True):
    """A refusal as JSON."""

    error: str
    rule: str = ""


def clean(text: str) -> str:
    """Half of a surrogate pair, which JSON can carry in, cannot be written out again."""
    return text.encode("utf-8", "replace").decode()


def problem(error: str, rule: str = "") -> bytes:
    return msgspec.json.encode(Problem(clean(error), clean(rule)))


UNKNOWN_LINK = "No seat has this link. Ask the one who sent it for a new one."
NOT_ASKED = "You are not asked anything now."
ONLY_WATCHING = "This is a spectator's link: it watches and does not play."
NO_UNDO = "Only your own last choice can be taken back, as long as no die has fallen and no secret is out since."
MISHAP = "Something went wrong in the rules; the battle stands as before. Please choose something else and report it."
