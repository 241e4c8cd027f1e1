"""What comes with requests about notices, and what is answered."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from sandtable.server.bodies import Body


class Subscription(Body):
    """A browser that will show notices, as it describes itself."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Annotated[str, Field(max_length=200)]
    auth: Annotated[str, Field(max_length=100)]


class NewWay(Body):
    """A way to be told: this browser, a mail address, or an address that Apprise knows."""

    kind: Literal["push", "mail", "apprise"]
    address: Annotated[str, Field(max_length=1000)] = ""
    browser: Subscription | None = None
    name: Annotated[str, Field(max_length=60)] = ""


class ChangedWay(Body):
    """Whether it also tells of what one is looking at; the code that came by mail."""

    always: bool | None = None
    code: Annotated[str, Field(max_length=20)] = ""


class WayOut(BaseModel):
    """A way of mine. `confirmed`: false until the code that was sent there was typed."""

    id: str
    kind: str
    name: str
    always: bool
    confirmed: bool
    trouble: str
    made: float


class Ways(BaseModel):
    """What this server can do, and my ways. `push`: the key for browsers, empty where there is none."""

    push: str
    mail: bool
    apprise: bool
    ways: list[WayOut]
