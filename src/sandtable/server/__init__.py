"""Battles in a browser: one process, one file."""

from sandtable.server.serving import ServeError, serve

__all__ = ["ServeError", "serve"]
