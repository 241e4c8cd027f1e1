"""Who somebody is: a name and a badge that a browser keeps with a key. There is no password to lose."""

import hashlib
import secrets

from fastapi import Request

from sandtable.server.edge.limits import ACCOUNTS, CODES, Limits
from sandtable.server.people import names, records
from sandtable.server.people.clock import now
from sandtable.server.people.records import Account, Key
from sandtable.server.refusal import Refusal
from sandtable.server.seats import WEAK
from sandtable.server.store import Store, Taken, Work
from sandtable.server.tokens import digest_of, is_token, is_weak

MINUTE = 60.0
CODE_LASTS = 10 * MINUTE
SEEN_EVERY = 3600.0  # seconds between two notes that somebody was here

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without those that are mistaken for others
_MISTAKEN = str.maketrans("OIL", "011", "- ")
ONCE, PRINTED = 10, 24  # letters of a code for once (50 bits) and of one that is printed (120 bits)

NOBODY = "Say who you are first: choose a name."
BANNED = "Whoever runs this server has banned this account."
LOOKS_TAKEN = "Somebody here has this name, or one that looks like it. Choose another one."
NO_CODE = "This code opens nothing. A code works once and for ten minutes; ask for a new one."


class Accounts:
    """The accounts of one server."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits

    async def of(self, request: Request, banned: bool = False) -> Account:
        """Whose request this is; Refusal 401 if nobody's, 403 if he is banned, unless that does not matter here."""
        account = await self.find(request)
        if account is None:
            raise Refusal(401, NOBODY)
        if account.banned and not banned:
            raise Refusal(403, BANNED)
        return account

    async def find(self, request: Request) -> Account | None:
        """Whose request this is, if anybody's."""
        key = key_of(request)
        account = await self._store.run(records.who_has(digest_of(key), now())) if key else None
        if account is not None and now() - account.seen > SEEN_EVERY:
            self._store.submit(records.note_seen(account.id, now()))
        return account

    async def make(self, name: str, key: str) -> Account:
        """A new account. The browser made its key, so that it may ask again if the answer was lost."""
        name = names.clean(name)
        check_key(key)
        digest = digest_of(key)
        known = await self._store.run(records.who_has(digest, now()))
        if known is not None:
            return known
        self._limits.take(ACCOUNTS)
        account = Account(secrets.token_hex(6), name, badge_of(key), now(), now())
        await self.take_name(records.add_account(account, names.skeleton(name), [Key(digest, records.DEVICE)]))
        return account

    async def rename(self, account: Account, name: str) -> str:
        """Another name; as it was cleaned."""
        name = names.clean(name)
        await self.take_name(records.rename(account.id, name, names.skeleton(name)))
        return name

    async def take_name(self, work: Work[None]) -> None:
        try:
            await self._store.run(work)
        except Taken as error:
            raise Refusal(409, LOOKS_TAKEN) from error

    async def code(self, account: Account) -> str:
        """A code that brings this account to another device, once."""
        code = new_code(ONCE)
        await self._store.run(records.put_key(account.id, coded(code, records.CODE, now() + CODE_LASTS), now()))
        return code

    async def recovery(self, account: Account) -> str:
        """A code to print; the one before opens nothing any more."""
        code = new_code(PRINTED)
        await self._store.run(records.put_key(account.id, coded(code, records.RECOVERY, records.FOREVER), now()))
        return code

    async def enter(self, code: str, key: str) -> Account:
        """Let a browser with a new key into the account of a code."""
        self._limits.take(CODES)
        check_key(key)
        id = await self._store.run(records.enter(coded(code, records.CODE, 0.0).digest, digest_of(key), now()))
        found = await self._store.run(records.accounts_of([id])) if id else {}
        if not id or id not in found:
            raise Refusal(404, NO_CODE)
        return found[id]

    async def leave(self, account: Account, key: str, others: bool) -> None:
        """This device is forgotten, or all others are."""
        digest = digest_of(key)
        dropped = records.drop_keys(account.id, but=digest) if others else records.drop_keys(account.id, only=digest)
        await self._store.run(dropped)


def key_of(request: Request) -> str:
    """The key that a request shows, if it looks like one."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" and is_token(key) else ""


def check_key(key: str) -> None:
    if is_weak(key):
        raise Refusal(422, WEAK.replace("link", "key"))


def badge_of(key: str) -> str:
    """What a badge is drawn from: nothing of the key can be found from it."""
    return hashlib.sha256(b"the badge of " + digest_of(key)).hexdigest()[:16]


def new_code(length: int) -> str:
    """Letters and digits in groups of four or five."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(length))
    group = 4 if length % 4 == 0 else 5
    return "-".join(letters[place : place + group] for place in range(0, length, group))


def coded(code: str, kind: str, until: float) -> Key:
    """A code as it is kept, however it was typed."""
    plain = code.upper().translate(_MISTAKEN)
    return Key(digest_of(f"code {plain}"), kind, until)
