"""What an analysis finds. Chances are those of the first side, from 0 to 1; a draw counts as half a win."""

import msgspec

from sandtable.table.decision import Choice


class AnalysisError(Exception):
    """A battle that cannot be analysed: one sentence."""


class Point(msgspec.Struct, frozen=True):
    """How it stood in one state of the battle."""

    state: int  # as the server counts: 0 before the first choice
    turn: int
    seat: str  # who chose what led here; nobody at the start
    label: str  # what was chosen, in words
    chance: float
    low: float = 0.0  # the band: the true chance is likely between these (95 of 100)
    high: float = 1.0
    mark: str = ""  # "turn" or "activation" where one begins


class Arrow(msgspec.Struct, frozen=True):
    """A choice on the board: who does something, to whom or where."""

    choice: Choice
    piece: str = ""
    target: str = ""
    place: str = ""


class Step(msgspec.Struct, frozen=True):
    """One choice: how it changed the chances of the first side, in three parts that add up to the change."""

    state: int  # that it led to
    turn: int
    seat: str
    side: int  # 0: the first
    label: str
    before: float
    after: float
    choice: float  # against the best of what a strong player would have weighed, before any die fell
    dice: float  # what dice, cards and cups did then, against their mean
    rest: float  # the model's own error
    better: str = ""  # the best of that; empty: what was chosen, or nothing to choose
    why: str = ""  # in the words of who weighed it
    low: float = 0.0  # interval of `choice` (95 of 100)
    high: float = 0.0
    tries: int = 0
    ends: int = 0  # of these played to the end of the battle
    kind: str = ""  # of decision
    asked: str = ""  # the question
    drew: tuple[str, ...] = ()  # what was drawn for
    came: tuple[str, ...] = ()  # of a throw that swung much: what came of it, in sentences
    exact: bool = True  # the mean over the dice is exact
    throws: int = 0  # outcomes or throws that it is the mean of
    other: Choice | None = None  # what was better
    arrows: tuple[Arrow, ...] = ()  # of a mistake: what was chosen, what was better


class Account(msgspec.Struct, frozen=True):
    """What a side gained and lost, in chances of its own."""

    side: str
    name: str
    choice: float
    dice: float
    rest: float


class Turning(msgspec.Struct, frozen=True):
    """A moment that mattered."""

    state: int  # before it: where one could choose otherwise
    turn: int
    kind: str  # "choice" or "dice"
    side: str
    points: int  # what it was worth to that side, in hundredths: below 0 it lost
    text: str
    seat: str = ""  # who chose
    low: int = 0  # the interval of what a mistake cost, in hundredths
    high: int = 0
    arrows: tuple[Arrow, ...] = ()


class Analysis(msgspec.Struct, frozen=True):
    """All that was found."""

    scenario: str
    name: str
    sides: tuple[str, str]
    names: tuple[str, str]
    turn_word: str
    winner: str | None
    reason: str
    fitted: str  # a sentence about what the chances rest on
    points: tuple[Point, ...]
    steps: tuple[Step, ...] = ()
    accounts: tuple[Account, ...] = ()
    sentences: tuple[str, ...] = ()
    turnings: tuple[Turning, ...] = ()
    done: int = 0  # choices looked at
    of: int = 0
    complete: bool = False
    solid: bool = False  # the chances are fitted to battles
    opening: Step | None = None  # what was drawn before the first choice
    yours: tuple[str, ...] = ()  # the sentences, said to either side
