"""What notices may not reach: addresses inside the server's own network, unless the operator names them.

Whoever gives an address to be told at chooses where this server connects to. So the process that sends (courier.py)
lives behind a fence: each connection is looked at when it is made, whatever name or redirect led there. It starts no
programs and opens no files of the server either.
"""

import contextlib
import ipaddress
import os
import socket
import sys
from collections.abc import Iterable
from typing import Any

REFUSED = "Notices do not go to addresses inside the network of this server."

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def is_inside(address: Address) -> bool:
    """Whether an address is of no use to the world: loopback, private, link-local and the like."""
    if isinstance(address, ipaddress.IPv6Address):
        within = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            within = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if within is not None:
            return is_inside(within)
    return not address.is_global or address.is_multicast


def addresses_of(host: str) -> set[Address]:
    """What a name stands for; nothing if nobody knows it."""
    with contextlib.suppress(OSError, UnicodeError):
        found = socket.getaddrinfo(host.strip("[]"), None, proto=socket.IPPROTO_TCP)
        return {ipaddress.ip_address(str(where[0]).partition("%")[0]) for *_, where in found}
    return set()


def may_reach(host: str, allowed: Iterable[str]) -> bool:
    """Whether notices may go there, as far as can be told beforehand."""
    found = addresses_of(host)
    known = {each for name in allowed for each in addresses_of(name)}
    return all(each in known or not is_inside(each) for each in found)


class Fenced(PermissionError):
    """Refused by the fence."""


STARTING = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.spawn", "syslog.syslog")
CONNECTING = ("socket.connect", "socket.sendto", "socket.sendmsg")


def put_up(allowed: Iterable[str]) -> None:
    """From now on, and for as long as this process lives. What will be imported should be there already."""
    known = frozenset(each for name in allowed for each in addresses_of(name))
    ours = tuple(os.path.realpath(each) + os.sep for each in (*sys.path, sys.prefix, sys.base_prefix) if each)

    def watch(event: str, args: tuple[Any, ...]) -> None:
        if event in CONNECTING:
            where = args[1]
            if not isinstance(where, tuple):
                raise Fenced(REFUSED)  # a socket of this machine
            address = ipaddress.ip_address(str(where[0]).partition("%")[0])
            if address not in known and is_inside(address):
                raise Fenced(REFUSED)
        elif event in STARTING:
            raise Fenced("Notices start no programs.")
        elif event == "open" and isinstance(args[0], (str, bytes)) and not _below(args[0], ours):
            raise Fenced("Notices open no files.")

    sys.addaudithook(watch)


def _below(path: str | bytes, folders: tuple[str, ...]) -> bool:
    return os.path.realpath(os.fsdecode(path)).startswith(folders)
