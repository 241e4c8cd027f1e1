"""The shapes of requests and answers about people."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from sandtable.server.bodies import Body
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
