"""The shapes of requests and answers about people."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from sandtable.server.bodies import Body, Listed, Name, Visibility
from sandtable.server.tokens import SHAPE

Text = Annotated[str, Field(max_length=200)]
KeyText = Annotated[str, Field(pattern=f"^{SHAPE}$", description="32 characters that the browser made at random")]


class NewAccount(Body):
    name: Text
    key: KeyText


class NewName(Body):
    name: Text


class Entering(Body):
    """A one-time code or a recovery code, and the key that the browser will have."""

    code: Text
    key: KeyText


class Leaving(Body):
    """Forget this device, or all others."""

    others: bool = False


class Closing(Body):
    """The name of the account, typed by whoever wants it gone."""

    name: Text


# Answers -------------------------------------------------------------------------------------------


class Somebody(BaseModel):
    """An account as anybody may see it."""

    id: str
    name: str
    badge: str
    bot: bool = False


class Me(Somebody):
    """An account as its owner sees it."""

    made: float
    muted: bool
    banned: bool
    devices: int
    recovery: bool


class Code(BaseModel):
    """A code; `address` is what its picture says, `picture` its rows of dark and light (1 and 0)."""

    code: str
    minutes: int = 0
    address: str = ""
    picture: list[str] = []


class Exported(BaseModel):
    """All that is kept about an account."""

    account: dict[str, Any]
    keys: list[dict[str, Any]]
    battles: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    words: list[dict[str, Any]]
    ways: list[dict[str, Any]]


# Tables --------------------------------------------------------------------------------------------


class PaceIn(Body):
    """How much time players have: "move", so much for each move; "total", so much in all and more with each move."""

    kind: Literal["", "move", "total"] = ""
    seconds: Annotated[float, Field(ge=0, le=14 * 86_400)] = 0.0
    increment: Annotated[float, Field(ge=0, le=86_400)] = 0.0


class NewTable(Body):
    """A table: what is played, my seat or "" for either, who else plays, and for whom it is."""

    scenario: Name
    seat: Name = ""
    computers: Annotated[dict[Annotated[str, Field(max_length=100)], Name], Field(max_length=16)] = {}
    by_link: bool = False
    visibility: Visibility | None = None
    pace: PaceIn = PaceIn()
    gives_up: bool = False
    all_asked: bool = False


class Coming(Body):
    """The seat that is taken, or "" for any."""

    seat: Name = ""


class Sitting(Body):
    """The link of a seat that is mine; `made`: I made the battle."""

    token: KeyText
    made: bool = False


class Opening(Body):
    seat: Name = ""


class Again(Body):
    """The battle that is to be played again, with sides changed or not."""

    swap: bool = True


class Taker(Somebody):
    """Who has come, and to which seat; "" is either."""

    seat: str


class Table(BaseModel):
    """An open table. `open`: the seats that can be chosen; `missing`: how many must still come; `mine`: I made it;
    `inside`: I sit there; `asked`: it is for me."""

    id: str
    system: str
    scenario: str
    title: str
    takers: list[Taker]
    computers: dict[str, str]
    open: list[str]
    missing: int
    by_link: bool
    pace: dict[str, Any]
    all_asked: bool
    made: float
    mine: bool
    inside: bool
    asked: bool
    link: str = ""


class TableAgain(Table):
    """A table for those who played; `battle` and `token`, a link to my seat: it has begun with me."""

    battle: str = ""
    token: str = ""


class Tables(BaseModel):
    tables: list[Table]


class Accepted(BaseModel):
    """The battle that has begun, if the table is full now, and the link to one's seat."""

    battle: str = ""
    token: str = ""


class Opened(BaseModel):
    token: str


class Player(BaseModel):
    kind: str
    name: str
    badge: str


class MyBattle(Listed):
    """A battle in which I have a seat. `my_turn`: since when it is; null: it is not."""

    own: list[str]
    my_turn: float | None
    runs_out: float | None
    players: dict[str, Player]


class MyBattles(BaseModel):
    battles: list[MyBattle]


# At a table ----------------------------------------------------------------------------------------


class Said(Body):
    text: Annotated[str, Field(max_length=2000)]


class Agreed(Body):
    """Whether one wants a draw."""

    yes: bool


class TakingBack(Body):
    """The seat whose last choice is to be taken back, and whether one wants that."""

    seat: Name
    yes: bool


class HandedOver(Body):
    """A seat, and the computer player who is to have it."""

    seat: Name
    player: Name


class SeatNamed(Body):
    seat: Name


class Done(BaseModel):
    pass


class Drawn(BaseModel):
    drawn: bool


class TakenBack(BaseModel):
    taken_back: bool


class PlayerOut(BaseModel):
    """A seat: who plays it, whether he is here, has ever come, has given it up, must choose, wants a draw.

    `vacant`: nobody plays it yet, or any more, so a new link can be made for it; `undo`: he wants something taken
    back; `asks_undo`: a choice of his own.
    """

    seat: str
    kind: str
    name: str
    badge: str
    here: bool
    joined: bool
    given_up: bool
    vacant: bool
    asked: bool
    draw: bool
    undo: bool
    asks_undo: bool
    runs_out: float | None


class LineOut(BaseModel):
    room: str
    seat: str
    name: str
    text: str
    time: float


class CompanyOut(BaseModel):
    type: str
    players: list[PlayerOut]
    talk: list[LineOut]
    watching: int
