"""The server in a home network: its address there, and a QR code for the phone."""

import io
import socket

import segno

_ELSEWHERE = ("192.0.2.1", 9)  # reserved for examples: nothing is sent there


def lan_address() -> str:
    """The address of this machine in its network; that of this machine alone if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(_ELSEWHERE)
            return str(line.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def lan_names() -> tuple[str, ...]:
    """The names by which others in the network call this machine."""
    name = socket.gethostname().lower()
    return (lan_address(), name, f"{name.removesuffix('.local')}.local")


def qr_code(address: str) -> str:
    """An address for the camera of a phone, in half blocks."""
    out = io.StringIO()
    segno.make(address, micro=False).terminal(out=out, compact=True)
    return out.getvalue()
