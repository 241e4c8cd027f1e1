"""Logs: sentences for people or one JSON object a line for machines, and never a link, a seed or another secret."""

import json
import logging
import re
import sys
import time
from typing import Any

PLAIN = "plain"
JSON = "json"
KINDS = (PLAIN, JSON)

requests = logging.getLogger("sandtable.requests")  # one line for each, in JSON only

# A token, or a seed or hash in hexadecimal digits. Names in a program have no such length with digits or capitals.
_SECRET = re.compile(r"(?<![A-Za-z0-9_-])(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{32,}(?![A-Za-z0-9_-])")
_ADDRESS = re.compile(r"postgres(ql)?://\S+")


def without_secrets(text: str) -> str:
    """A text in which whatever looks like a token, a seed or the address of a database is left out."""
    return _ADDRESS.sub("postgresql://…", _SECRET.sub("…", text))


class Plain(logging.Formatter):
    """A sentence, and where an error came from."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class Lines(logging.Formatter):
    """One JSON object a line. What was said about a request is in fields of its own."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def set_up(kind: str) -> None:
    """Where all loggers of this process write to."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if kind == JSON else Plain())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sandtable").setLevel(logging.INFO if kind == JSON else logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = name != "uvicorn.access"  # an address holds a link
