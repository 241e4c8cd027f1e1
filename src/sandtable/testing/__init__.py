"""What a game system must pass, and small helps for its tests. Ships with the package."""

from sandtable.testing.citing import rule

__all__ = ["rule"]
