"""Sandtable: WWII tabletop wargames by their own rules."""

__version__ = "0.1.0"
