"""Who asks: the address a request came from. Limits and turns are by address, so that one cannot take all."""

from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

NOBODY = ""
caller: ContextVar[str] = ContextVar("caller", default=NOBODY)  # of the request that is being answered

_NETWORK = 64  # bits of an IPv6 address that a household has; the rest it picks as it likes


def client_of(scope: Scope) -> str:
    """The address of whoever sent a request; of IPv6 its network."""
    found = scope.get("client")
    if not found:
        return NOBODY
    try:
        address = ip_address(str(found[0]).partition("%")[0])
    except ValueError:
        return str(found[0])[:100]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ip_network((int(address), _NETWORK), strict=False))
    return str(address)
