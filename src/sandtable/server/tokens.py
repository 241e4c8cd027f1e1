"""Tokens: the part of a link that opens a seat. Only their hashes are kept."""

import base64
import hashlib
import re
import secrets
from itertools import pairwise

SHAPE = r"[A-Za-z0-9_-]{32}"
is_token = re.compile(SHAPE).fullmatch

_DISTINCT = 14  # a random token has about 25 different characters; fewer than 14 come once in a billion
_RUN = 5  # neighbours in the alphabet, or the same, in a row
_REPEAT = 6  # characters that come twice in the same order


def new_token() -> str:
    """32 characters nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


def digest_of(token: str) -> bytes:
    """What is kept of a token, and what its link is found by."""
    return hashlib.sha256(token.encode()).digest()


def sibling(token: str, place: int) -> str:
    """The token of another seat at the same hot seat.

    Who holds one holds them all, so they differ in four characters only, and the server need not keep them.
    """
    return f"hs{place:02}{token[4:]}"


def gallery_of(battle: str) -> str:
    """The token of the gallery of a public battle. Anybody may watch it, so anybody may know it."""
    digest = hashlib.sha256(f"the gallery of {battle}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def is_weak(token: str) -> bool:
    """Whether somebody typed this token: what is made at random never looks so."""
    if len(set(token)) < _DISTINCT:
        return True
    steps = [ord(after) - ord(before) for before, after in pairwise(token)]
    run = 0
    for before, after in pairwise(steps):
        run = run + 1 if before == after and abs(after) <= 1 else 0
        if run >= _RUN:
            return True
    parts = [token[place : place + _REPEAT] for place in range(len(token) - _REPEAT + 1)]
    return len(set(parts)) < len(parts)
