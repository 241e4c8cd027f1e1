"""Sends letters, in a process of its own behind a fence: python -m sandtable.server.notices.courier

It reads a Bag as JSON and answers with a list of what became of each parcel. Nothing is kept here: a letter that does
not get through is tried again by whoever keeps it (post.py).
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import partial
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from sandtable.server.notices.fence import REFUSED, Fenced, may_reach, put_up
from sandtable.server.notices.ways import APPRISE, MAIL, PUSH

PATIENCE = 20.0  # seconds for the other side to answer
AT_ONCE = 8
KEPT = 4 * 7 * 86_400  # seconds for which a push service keeps a notice for a browser that sleeps
CHECK = "check"  # is this an address that Apprise knows?
GONE = (404, 410)


class Parcel(msgspec.Struct, frozen=True):
    """A letter, and where it goes."""

    kind: str
    address: str
    title: str = ""
    text: str = ""
    link: str = ""
    tag: str = ""


class Bag(msgspec.Struct, frozen=True):
    """What a courier is given: parcels, and what it needs to know to send them."""

    parcels: list[Parcel]
    allowed: tuple[str, ...] = ()  # inside the server's own network, by name
    mail: str = ""  # smtp://user:password@host:port?from=address
    push_key: str = ""
    contact: str = ""


class Receipt(msgspec.Struct, frozen=True):
    """What became of a parcel: it got there; or why not, and whether it never will. A check gives a name."""

    ok: bool
    why: str = ""
    gone: bool = False
    name: str = ""


class Mail(msgspec.Struct, frozen=True):
    """Through whom mail is sent, and from which address."""

    host: str
    port: int
    user: str
    password: str
    sender: str
    secure: bool  # TLS from the start


def read_mail(address: str) -> Mail:
    """smtp://user:password@host:port?from=address; ValueError if it is not like that."""
    parts = urlsplit(address)
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not is_mail(sender):
        raise ValueError("name it like smtp://user:password@mail.example.org:587?from=sandtable@example.org")
    secure = parts.scheme == "smtps"
    port = parts.port or (465 if secure else 587)
    return Mail(parts.hostname, port, unquote(parts.username or ""), unquote(parts.password or ""), sender, secure)


def is_mail(text: str) -> bool:
    """Whether this is one mail address, and nothing else."""
    if not text.isascii() or len(text) > 200 or text.count("@") != 1 or text != "".join(text.split()):
        return False
    try:
        return bool(Address(addr_spec=text).domain)
    except (ValueError, IndexError):
        return False
    except Exception:  # what the standard library thinks of bad addresses has no class of its own
        return False


def by_mail(bag: Bag, parcel: Parcel) -> None:
    import smtplib
    import ssl

    mail = read_mail(bag.mail)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = mail.sender, parcel.address, parcel.title
    letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=mail.sender.rpartition("@")[2])
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(f"{parcel.text}\n\n{parcel.link}\n")
    how: Any = partial(smtplib.SMTP_SSL, context=ssl.create_default_context()) if mail.secure else smtplib.SMTP
    with how(mail.host, mail.port, timeout=PATIENCE) as line:
        if not mail.secure and line.has_extn("starttls"):
            line.starttls(context=ssl.create_default_context())
        if mail.user:
            line.login(mail.user, mail.password)
        line.send_message(letter)


def by_push(bag: Bag, parcel: Parcel) -> None:
    from pywebpush import webpush

    said = {"title": parcel.title, "text": parcel.text, "link": parcel.link, "tag": parcel.tag}
    webpush(
        msgspec.json.decode(parcel.address),
        msgspec.json.encode(said).decode(),
        vapid_private_key=bag.push_key,
        vapid_claims={"sub": bag.contact},
        timeout=PATIENCE,
        ttl=KEPT,
    )


def by_apprise(bag: Bag, parcel: Parcel) -> None:
    found = known(parcel.address)
    if not found.notify(title=parcel.title, body=f"{parcel.text}\n{parcel.link}"):
        raise OSError("The service did not take it.")


def known(address: str) -> Any:
    """What Apprise makes of an address; ValueError if nothing."""
    import apprise

    found = apprise.Apprise.instantiate(address, suppress_exceptions=True)
    if found is None:
        raise ValueError("Apprise does not know this address.")
    return found


def checked(bag: Bag, parcel: Parcel) -> Receipt:
    """Whether Apprise knows an address and it lies outside; its name without what is secret in it."""
    try:
        found = known(parcel.address)
    except ValueError as error:
        return Receipt(False, str(error))
    host = getattr(found, "host", None)
    if host and not may_reach(str(host), bag.allowed):
        return Receipt(False, REFUSED)
    name = str(getattr(found, "service_name", "") or "Apprise")
    return Receipt(True, name=f"{name} ({host})" if host else name)


SENDING = {MAIL: by_mail, PUSH: by_push, APPRISE: by_apprise}


def deliver(bag: Bag, parcel: Parcel) -> Receipt:
    """Send one; what became of it, in words that its owner may read."""
    if parcel.kind == CHECK:
        return checked(bag, parcel)
    try:
        SENDING[parcel.kind](bag, parcel)
    except Fenced:
        return Receipt(False, REFUSED)
    except Exception as error:
        status = getattr(getattr(error, "response", None), "status_code", 0)
        refused = any(isinstance(each, Fenced) for each in _causes(error))
        why = REFUSED if refused else f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]
        return Receipt(False, why, gone=parcel.kind == PUSH and status in GONE)
    return Receipt(True)


def _causes(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def prepare(bag: Bag) -> None:
    """Load what will be needed, then put up the fence."""
    kinds = {parcel.kind for parcel in bag.parcels}
    if kinds & {APPRISE, CHECK}:
        import mimetypes

        known("json://localhost")  # loads all services
        mimetypes.init()
    if PUSH in kinds:
        import pywebpush  # noqa: F401
    if MAIL in kinds:
        import smtplib  # noqa: F401
    own = (read_mail(bag.mail).host,) if MAIL in kinds else ()  # so mail has bags of its own
    put_up((*bag.allowed, *own))


def main() -> None:
    bag = msgspec.json.decode(sys.stdin.buffer.read(), type=Bag)
    prepare(bag)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        receipts = list(pool.map(partial(deliver, bag), bag.parcels))
    sys.stdout.buffer.write(msgspec.json.encode(receipts))


if __name__ == "__main__":
    main()
