"""What one client may use, by its address. Whoever takes too much is told when there is more; nobody else waits."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from sandtable.server.edge.callers import caller
from sandtable.server.refusal import Refusal
from sandtable.server.settings import Settings

REMEMBERED = 20_000  # clients and kinds; who has used nothing for longest is forgotten first

BATTLES = "battles"
HINTS = "hints"
VERIFICATIONS = "verifications"
REQUESTS = "requests"
ACCOUNTS = "accounts"
CODES = "codes"
TALK = "talk"
NOTICES = "notices"
MESSAGES = "messages"

SENTENCES = {  # each with its limit in numbers
    BATTLES: "You have started too many battles: {most:g} an hour are allowed. Please wait a while.",
    HINTS: "You have asked for too many hints: {most:g} a minute are allowed. Please wait a while.",
    VERIFICATIONS: "You have asked for too many verifications: {most:g} a minute are allowed. Please wait a while.",
    REQUESTS: "Too many requests: {a_second:g} a second are allowed, and {most:g} at once. Please wait a moment.",
    ACCOUNTS: "You have made too many accounts: {most:g} an hour are allowed. Please wait a while.",
    TALK: "You say too much at once: {a_minute:g} a minute are allowed, and {most:g} at once. Please wait a moment.",
    NOTICES: "You have changed too much about notices: {most:g} times an hour are allowed. Please wait a while.",
    CODES: "You have tried too many codes: {most:g} a minute are allowed. Please wait a while.",
}


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many a second after that."""

    most: float
    a_second: float

    def told(self, sentence: str) -> str:
        """A sentence with these numbers."""
        return sentence.format(most=self.most, a_second=self.a_second, a_minute=60 * self.a_second)


class Bucket:
    """What one client may still use of one kind."""

    __slots__ = ("_last", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.most
        self._last = now

    def take(self, now: float) -> float:
        """Use one; else the seconds until there is one."""
        rate = self._rate
        self._left = min(rate.most, self._left + (now - self._last) * rate.a_second)
        self._last = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / rate.a_second

    def book(self, now: float) -> float:
        """Use one that may be still to come; the seconds until it is there."""
        rate = self._rate
        self._left = min(rate.most, self._left + (now - self._last) * rate.a_second) - 1
        self._last = now
        return max(0.0, -self._left / rate.a_second)


class Limits:
    """The limits of all clients."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rates = {
            BATTLES: Rate(settings.battles_an_hour, settings.battles_an_hour / 3600),
            HINTS: Rate(settings.client_hints_a_minute, settings.client_hints_a_minute / 60),
            VERIFICATIONS: Rate(settings.verifications_a_minute, settings.verifications_a_minute / 60),
            REQUESTS: Rate(settings.requests_at_once, settings.requests_a_second),
            MESSAGES: Rate(settings.client_burst, settings.client_messages_a_second),
            ACCOUNTS: Rate(settings.accounts_an_hour, settings.accounts_an_hour / 3600),
            TALK: Rate(settings.says_at_once, settings.says_a_minute / 60),
            NOTICES: Rate(settings.ways_an_hour, settings.ways_an_hour / 3600),
            CODES: Rate(settings.codes_a_minute, settings.codes_a_minute / 60),
        }
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._busy: Counter[tuple[str, str]] = Counter()

    def take(self, kind: str) -> None:
        """Whoever asks just now uses one of a kind; Refusal 429 if none is left."""
        now = self._clock()
        wait = self._bucket(kind, now).take(now)
        if wait:
            raise Refusal(429, self._rates[kind].told(SENTENCES[kind]), retry_after=math.ceil(wait))

    def book(self, kind: str) -> float:
        """Whoever asks just now uses one of a kind, after so many seconds: he is not refused, he waits."""
        now = self._clock()
        return self._bucket(kind, now).book(now)

    def _bucket(self, kind: str, now: float) -> Bucket:
        who = (kind, caller.get())
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._rates[kind], now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(who)
        return bucket

    @contextmanager
    def at_once(self, kind: str, most: int) -> Iterator[bool]:
        """One of those that a client has at the same time; False: there are as many as it may have."""
        who = (kind, caller.get())
        if self._busy[who] >= most:
            yield False
            return
        self._busy[who] += 1
        try:
            yield True
        finally:
            self._busy[who] -= 1
            if not self._busy[who]:
                del self._busy[who]
