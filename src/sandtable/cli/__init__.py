"""The command line: `sandtable games`, `play`, `replay`, `verify`, `rules`, `odds`, `check`."""

from sandtable.cli.commands import app, main

__all__ = ["app", "main"]
