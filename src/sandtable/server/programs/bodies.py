"""The shapes of requests and answers of programs."""

from typing import Annotated

import msgspec
from pydantic import BaseModel, Field

from sandtable.server.bodies import Body, Name
from sandtable.server.edge.messages import State, Wish
from sandtable.server.people.bodies import KeyText, Text


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer names the question by its id, and an option by its index; or it is a whole choice."""

    id: State
    option: State | None = None
    choice: Wish | None = None


class NewBot(Body):
    """A name, and the token that the program will show: 32 characters that its owner made at random."""

    name: Text
    token: KeyText


class Challenging(Body):
    """What is to be played, and on which side the challenger wants to sit."""

    scenario: Name
    seat: Annotated[str, Field(max_length=100)] = ""


class BotOut(BaseModel):
    id: str
    name: str
    badge: str
    bot: bool


class Bots(BaseModel):
    bots: list[BotOut]
