"""Battles in a browser."""

from sandtable.server.serving import ServeError, serve, work

__all__ = ["ServeError", "serve", "work"]
