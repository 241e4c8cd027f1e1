"""The shapes of requests and answers, for checking the former and describing both (OpenAPI)."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sandtable.server.seats import ADVISER
from sandtable.server.tokens import SHAPE

Name = Annotated[str, Field(max_length=200)]
State = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
Kinds = Annotated[
    dict[Annotated[str, Field(max_length=100)], Name],
    Field(max_length=16, description='who sits where: "person" or the name of a computer player'),
]


Visibility = Annotated[
    Literal["private", "unlisted", "public"],
    Field(description="who may see it: those who play, whoever has a link, or everybody"),
]
JsonObject = dict[str, Any]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewBattle(Body):
    scenario: Name
    seats: Kinds
    seed: Annotated[int, Field(ge=0, le=10**18)] | None = None
    hot_seat: bool = False
    visibility: Visibility | None = None
    gives_up: bool = False
    all_asked: bool = False


class Taken(Body):
    """The new link of a seat: 32 characters that nobody can guess, made by whoever takes it."""

    token: Annotated[str, Field(pattern=f"^{SHAPE}$")]


class Forked(Body):
    state: State
    seats: Kinds


class HintAsked(Body):
    """Which computer player is asked what it would do in this seat."""

    state: State
    level: Name = ADVISER


# Answers -------------------------------------------------------------------------------------------


class SeatInfo(BaseModel):
    id: str
    name: str
    side: str
    colour: str = ""


class BalanceOut(BaseModel):
    """Who won how often when a computer player fought itself."""

    level: str
    games: int
    wins: dict[str, int]
    draws: int


class ScenarioOffer(BaseModel):
    id: str
    name: str
    sides: list[str]
    seats: list[SeatInfo]
    turns: int
    date: str
    background: str
    minutes: int
    complexity: int
    balance: BalanceOut | None
    own: bool
    practice: bool
    all_asked: str


class LeftOutFile(BaseModel):
    """A scenario file of whoever runs the server that cannot be played, without its folder."""

    file: str
    reason: str


class GuidedOffer(BaseModel):
    """The first battle of a system with a guide, and what its button says."""

    scenario: str
    offer: str


class SystemOffer(BaseModel):
    key: str
    title: str
    publisher: str
    about: str
    turn_word: str
    secrets: bool
    guided: GuidedOffer | None
    scenarios: list[ScenarioOffer]


class LevelOut(BaseModel):
    """A computer player: what it is called in commands, and for people."""

    name: str
    title: str
    about: str


class Offer(BaseModel):
    """What can be played. `visibility` is what a battle has whose maker does not say; `people`: others come here."""

    version: str
    visibility: Visibility
    people: bool
    bots: list[str]
    levels: list[LevelOut]
    systems: list[SystemOffer]
    left_out: list[LeftOutFile]


class RuleOut(BaseModel):
    id: str
    title: str
    text: str
    ruling: str = ""
    source: str = "book"
    examples: list[str] = []


class RulesOut(BaseModel):
    system: str
    title: str
    rules: list[RuleOut]
    handbook: dict[str, Any]  # chapters, diagrams, sequence, charts: see docs/views.md


class Result(BaseModel):
    winner: str | None
    reason: str
    rule: str


class BattleMade(BaseModel):
    """A new battle. `seats` has the links of the persons' seats. `spectator` is empty where nobody may watch."""

    battle: str
    seats: dict[str, str]
    spectator: str
    seed_digest: str


class Listed(BaseModel):
    id: str
    system: str
    scenario: str
    title: str
    seats: dict[str, str]
    hot_seat: bool
    fork_of: str
    guided: bool
    made: float
    state: int
    turn: int
    phase: str
    over: bool
    result: Result | None


class BattleList(BaseModel):
    battles: list[Listed]


class Watch(BaseModel):
    spectator: str


class MomentOut(BaseModel):
    state: int
    turn: int
    label: str
    kind: Literal["turn", "impulse", "choice"]


class NextOut(BaseModel):
    """The scenario that is proposed to whoever has won a guided battle."""

    scenario: str
    name: str


class SeatState(BaseModel):
    """A seat and its battle. `links` only in a hot seat; `seed` and `explained` only when the battle is over.

    `notice`: why it can be looked at and not played: it was played by other rules.
    """

    battle: str
    system: str
    scenario: str
    title: str
    seat: str
    seats: dict[str, str]
    levels: list[LevelOut]
    hot_seat: bool
    curtain: bool
    links: dict[str, str]
    fork_of: str
    visibility: Visibility
    guided: bool
    gives_up: bool
    all_asked: bool
    state: int
    over: bool
    notice: str
    result: Result | None
    seed_digest: str
    seed_chosen: bool
    seed: str | None
    moments: list[MomentOut]
    explained: list[int]
    next: NextOut | None


class StateNow(BaseModel):
    state: int


class SightOut(BaseModel):
    """Without `to` what is in sight: hexes, or on a plane pieces and ground; with it whether it is seen, and why."""

    hexes: list[str] | None = None
    shapes: list[JsonObject] | None = None
    open: bool | None = None
    reason: str | None = None
    rule: str | None = None


class OddsOut(BaseModel):
    text: str
    chance: int


class DangerOut(BaseModel):
    place: str
    piece: str
    target: str
    label: str
    odds: list[OddsOut] = []


class Dangers(BaseModel):
    to: str
    possible: bool  # whether anybody ever fires at a piece on its way in this game
    dangers: list[DangerOut]


class CountedOut(BaseModel):
    """The odds of an option, in short and at length, as in a view."""

    option: int
    odds: list[OddsOut] = []
    attack: JsonObject | None


class Verified(BaseModel):
    """`proved` of the `draws` follow from the seed, and the rules allow all `choices`."""

    ok: bool
    line: int
    sentence: str
    choices: int
    draws: int
    proved: int


class Overlays(BaseModel):
    zones: list[JsonObject]


class WeighedOut(BaseModel):
    """A plan that was weighed: 1 is worth about a platoon; `text` says it in short."""

    label: str
    value: float
    text: str
    tries: int


class ThoughtOut(BaseModel):
    """Why a computer player chose what it chose: all it weighed, the best first."""

    level: str
    choice: str
    why: str  # what is particular to this choice
    more: str  # what is general: what such an answer is good for, what decides the battle
    plans: list[WeighedOut]
    unit: str  # what 1 stands for in their numbers


class HintOut(BaseModel):
    """What a computer player would do. Without a thought there was nothing to weigh."""

    state: int
    level: str
    choice: JsonObject
    thought: ThoughtOut | None


class WhyOut(BaseModel):
    """What the computer player in a seat thought when its choice made this state."""

    state: int
    seat: str
    thought: ThoughtOut
