"""Where notices arrive in tests: a mail server, and a web server that stands for webhooks and push services."""

import base64
import email
import email.policy
import json
import os
import threading
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Web:
    """Takes whatever is posted. `answers`: the next statuses; `moved`: where it sends everybody."""

    def __init__(self) -> None:
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.moved = ""
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status = web.answers.pop(0) if web.answers else 201
                self.send_response(307 if web.moved else status)
                if web.moved:
                    self.send_header("Location", web.moved)
                self.send_header("Content-Length", "0")
                self.end_headers()
                web.came.append((self.path, dict(self.headers), body))

            def log_message(self, *words: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def at(self, path: str) -> list[bytes]:
        """What was posted there."""
        return [body for where, _, body in self.came if where == path]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class AnyPort(Controller):
    """A mail server on any free port."""

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


class Letters:
    """A mail server."""

    def __init__(self) -> None:
        self.came: list[EmailMessage] = []
        self._controller = AnyPort(self, hostname="127.0.0.1", port=0)
        self._controller.start()
        self.port = self._controller.port

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from=sandtable@example.org"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        found = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        self.came.append(found)
        return "250 OK"

    def to(self, address: str) -> list[tuple[str, str]]:
        """Subjects and texts of what came to an address."""
        return [(str(each["Subject"]), str(each.get_content())) for each in self.came if each["To"] == address]

    def close(self) -> None:
        self._controller.stop(no_assert=True)


class Browser:
    """A browser that has asked a push service for notices; only it can read them."""

    def __init__(self, web: Web, name: str = "one") -> None:
        self._web = web
        self._path = f"/push/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"http://127.0.0.1:{self._web.port}{self._path}",
            "p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="),
            "auth": base64.urlsafe_b64encode(self._secret).decode().rstrip("="),
        }

    def shown(self) -> list[dict[str, str]]:
        """The notices that came."""
        how: dict[str, Any] = {"private_key": self._key, "auth_secret": self._secret, "version": "aes128gcm"}
        return [json.loads(http_ece.decrypt(body, **how)) for body in self._web.at(self._path)]
