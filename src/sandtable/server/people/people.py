"""The room of people beside the battles: who they are, and all that is kept about them."""

from typing import Any

import msgspec

from sandtable.server.battles import Battles
from sandtable.server.people import records
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.records import Account


class People:
    """The people of one server."""

    def __init__(self, battles: Battles) -> None:
        self.battles = battles
        self.settings = battles.settings
        self.store = battles.store
        self.accounts = Accounts(battles.store, battles.limits)

    async def me(self, account: Account) -> dict[str, Any]:
        """An account as its owner sees it."""
        kinds = [kind for kind, _ in await self.store.run(records.keys_of(account.id))]
        shown = {name: getattr(account, name) for name in ("id", "name", "badge", "bot", "made", "muted", "banned")}
        return {**shown, "devices": kinds.count(records.DEVICE), "recovery": records.RECOVERY in kinds}

    async def export(self, account: Account) -> dict[str, Any]:
        """All that is kept about somebody."""
        keys = await self.store.run(records.keys_of(account.id))
        return {
            "account": msgspec.to_builtins(account),
            "keys": [{"kind": kind, "made": made} for kind, made in keys],
        }

    async def close(self, account: Account) -> None:
        """Somebody goes for good."""
        await self.store.run(records.close_account(account.id))
