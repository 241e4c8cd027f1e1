"""The files of the page: read once, small on the wire, and asked for once by each browser.

The page names its files by a version, which is a digest of all of them: `/v/VERSION/main.js`. What lies there never
changes, so a browser keeps it and does not ask again; only the page itself is asked for at every visit. Whoever edits
a file needs no new start: files are read again when the page is asked for and one of them has changed.
"""

import gzip
import hashlib
import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sandtable.server.refusal import problem

TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
TYPES |= {".json": "application/json", ".webmanifest": "application/manifest+json", ".md": "text/markdown"}
PACKED = (".html", ".js", ".css", ".svg", ".json", ".md")
PAGE = "/index.html"
KEPT = "public, max-age=31536000, immutable"
ASKED = "no-cache"
IMPORT = re.compile(r'^(?:import|export|\}) ?[^"\n]*"(\.[^"]+\.js)";', re.MULTILINE)
# The addresses of the one page: the lobby, a battle, the workshop, sheets to print.
PAGES = re.compile(r"/|/index\.html|/b/[^/]*|/workshop|/print/[^/]*/[^/]*")


class File:
    """One file in memory."""

    __slots__ = ("_packed", "body", "kind", "tag")

    def __init__(self, path: str, body: bytes) -> None:
        suffix = posixpath.splitext(path)[1]
        self.body = body
        self.kind = TYPES.get(suffix, "application/octet-stream")
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        self._packed: bytes | None = None if suffix in PACKED else body

    def packed(self) -> bytes:
        """As it goes to a browser that reads gzip; the file as it is where nothing is gained."""
        if self._packed is None:
            packed = gzip.compress(self.body, 6, mtime=0)
            self._packed = packed if len(packed) < len(self.body) else self.body
        return self._packed


class Files:
    """All files below a folder, as they were when they were last read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: list[tuple[str, int, int]] = []
        self.found: dict[str, File] = {}
        self.version = ""
        self.page: File | None = None
        self.refresh()

    def refresh(self) -> None:
        """Read the files again if one of them has changed."""
        try:
            seen = sorted(walk(self._folder))
            if seen == self._seen:
                return
            found = {path: File(path, (self._folder / path[1:]).read_bytes()) for path, _, _ in seen}
        except OSError:  # somebody is moving them about: what was read stays
            return
        digest = hashlib.sha256("".join(f"{path} {file.tag}\n" for path, file in found.items()).encode())
        self._seen, self.found, self.version = seen, found, digest.hexdigest()[:16]
        self.page = self._dressed() if PAGE in found else None

    def _dressed(self) -> File:
        """The page with the version in the addresses of its files, and with all that its script needs, at once."""
        at = f"/v/{self.version}"
        text = re.sub(r'(href|src)="(/[^"]+\.(?:css|js|svg))"', rf'\1="{at}\2"', self.found[PAGE].body.decode())
        ahead = "".join(f'<link rel="modulepreload" href="{at}{path}" />' for path in self._needs("/main.js"))
        return File(PAGE, text.replace("</head>", f"{ahead}</head>").encode())

    def _needs(self, script: str) -> list[str]:
        """A script with all that it imports, and so on."""
        needed: list[str] = []
        wanted = [script]
        while wanted:
            path = wanted.pop(0)
            if path in needed or path not in self.found:
                continue
            needed.append(path)
            imports = IMPORT.findall(self.found[path].body.decode())
            wanted += [posixpath.normpath(posixpath.join(posixpath.dirname(path), to)) for to in imports]
        return needed


def walk(folder: Path, under: str = "") -> Iterator[tuple[str, int, int]]:
    """Every file that may be served: its path, and what changes when it does. Nothing hidden, no link, no Python."""
    with os.scandir(f"{folder}{under}") as entries:
        for entry in entries:
            path = f"{under}/{entry.name}"
            if entry.name.startswith((".", "__")) or entry.is_symlink() or entry.name.endswith(".py"):
                continue
            if entry.is_dir():
                yield from walk(folder, path)
            else:
                about = entry.stat()
                yield path, about.st_mtime_ns, about.st_size


class Client:
    """Serves the files of the client; its one page for every battle. What is not there is a 404 in words."""

    def __init__(self, folder: Path) -> None:
        self._files = Files(folder.resolve())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found, keep = self._find(str(scope["path"])) if scope["method"] in ("GET", "HEAD") else (None, ASKED)
        response: Response
        if found is None:
            response = Response(problem("There is nothing here."), 404, media_type="application/json")
        else:
            response = answer(found, keep, dict(scope["headers"]))
        await response(scope, receive, send)

    def _find(self, path: str) -> tuple[File | None, str]:
        """A file, and how long a browser may keep it."""
        files = self._files
        if PAGES.fullmatch(path):
            files.refresh()
            return files.page, ASKED
        if path.startswith("/v/"):
            version, _, rest = path.removeprefix("/v/").partition("/")
            return files.found.get(f"/{rest}"), KEPT if version == files.version else ASKED
        return files.found.get(path), ASKED


def answer(file: File, keep: str, headers: dict[bytes, bytes]) -> Response:
    """The file, packed if the browser can read that; nothing where the browser has it already."""
    told = {"Cache-Control": keep, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag.encode() in headers.get(b"if-none-match", b""):
        return Response(status_code=304, headers=told)
    body = file.body
    if b"gzip" in headers.get(b"accept-encoding", b""):
        body = file.packed()
        if body is not file.body:
            told["Content-Encoding"] = "gzip"
    return Response(body, headers=told, media_type=file.kind)
