"""Where output goes: the story to stdout, signs of life to stderr."""

import os
import sys
from typing import Any

import msgspec
from rich.console import Console

from sandtable.table.telling import count as count

PIPE_WIDTH = 132  # characters; wide enough for the large map of 21 columns


class Screen(Console):
    """A console that leaves a closed pipe to the door (cli.commands)."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Standard output. A pipe has no width of its own."""
    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Screen(width=PIPE_WIDTH if piped else None)


def errors() -> Console:
    """Standard error: progress and notes."""
    return Console(stderr=True)


def json_line(value: Any) -> str:
    return msgspec.json.encode(value).decode()
