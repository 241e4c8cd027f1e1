"""The command line: `sandtable games`, `play`, `replay`, `verify`, `rules`, `odds`, `check`."""

from sandtable.cli.app import app, main

__all__ = ["app", "main"]
