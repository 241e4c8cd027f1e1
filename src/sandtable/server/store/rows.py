"""What is kept: battles with their journals, the links to their seats, and what computer players thought."""

import msgspec

PRIVATE = "private"  # for those who play, and nobody else
UNLISTED = "unlisted"  # for those who are sent a link
PUBLIC = "public"  # listed, and anybody may watch
VISIBILITIES = (PRIVATE, UNLISTED, PUBLIC)


class Facts(msgspec.Struct, frozen=True):
    """What is fixed about a battle when it is made."""

    system: str
    scenario: str
    title: str
    kinds: dict[str, str]  # who sits where: "person" or a computer player
    hot_seat: bool = False
    seed_chosen: bool = False
    fork_of: str = ""
    visibility: str = PUBLIC
    guided: bool = False  # a first battle with a guide: its seed is in the guide
    gives_up: bool = False  # computer players give up when they have lost
    handed_over: bool = False  # a person's seat has gone to a computer player
    all_asked: bool = False  # where several persons play, all are asked about everything that can be asked


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a battle stands, for the list; of `state` choices."""

    state: int = -1
    turn: int = 0
    phase: str = ""
    winner: str | None = None
    reason: str = ""
    rule: str = ""


class Row(msgspec.Struct, frozen=True):
    """A battle in the store. `states` counts its choices, taken back ones and undos included."""

    id: str
    facts: Facts
    seed: bytes
    made: float
    due: bool  # a computer player must choose
    over: bool
    summary: Summary
    states: int
    touched: float = 0.0  # when somebody looked at it last, within some minutes


class Link(msgspec.Struct, frozen=True):
    """Whose seat a link holds; seat "" is the gallery."""

    battle: str
    seat: str
