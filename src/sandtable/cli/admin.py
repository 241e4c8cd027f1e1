"""`sandtable admin`: what whoever runs a server does about people. The server may run meanwhile."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sandtable.server.serving import ServeError
from sandtable.server.settings import usual_folder

if TYPE_CHECKING:
    from sandtable.server.people.records import Account
    from sandtable.server.store import Work

T = TypeVar("T")

app = typer.Typer(name="admin", help="Rename, mute, ban or close the accounts of a server.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="The name of the account.")]
NewName = Annotated[str, typer.Argument(metavar="NEW", show_default=False, help="The new name.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where the battles are saved.")]
Database = Annotated[str, typer.Option(metavar="postgresql://...", help="The database, if they are saved there.")]
Off = Annotated[bool, typer.Option("--off", help="Take it back.")]


@app.command()
def rename(name: Name, new: NewName, data: Data = None, database: Database = "") -> None:
    """Give an account another name."""
    from sandtable.server.people import names, records
    from sandtable.server.refusal import Refusal

    account = find(name, data, database)
    try:
        shown = names.clean(new)
    except Refusal as refusal:
        raise ServeError(refusal.error) from refusal
    done(records.rename(account.id, shown, names.skeleton(shown)), data, database)
    print(f"{account.name} is now called {shown}.")


@app.command()
def mute(name: Name, off: Off = False, data: Data = None, database: Database = "") -> None:
    """Mute an account: it can play, but not talk."""
    from sandtable.server.people import records

    account = find(name, data, database)
    done(records.set_flags(account.id, not off, account.banned), data, database)
    print(f"{account.name} can talk again." if off else f"{account.name} is muted.")


@app.command()
def ban(name: Name, off: Off = False, data: Data = None, database: Database = "") -> None:
    """Ban an account: it can only take its data and leave. Its links open nothing any more."""
    from sandtable.server.people import records
    from sandtable.server.people.chairs import shut_out
    from sandtable.server.store import Base

    account = find(name, data, database)

    def work(base: Base) -> None:
        records.set_flags(account.id, account.muted, not off)(base)
        if not off:
            shut_out(base, account.id)

    done(work, data, database)
    print(f"{account.name} is no longer banned." if off else f"{account.name} is banned.")


@app.command()
def close(name: Name, data: Data = None, database: Database = "") -> None:
    """Delete an account with its tables, its words and its seats."""
    from sandtable.server.people.people import close_all

    account = find(name, data, database)
    done(close_all(account.id), data, database)
    print(f"The account {account.name} is closed.")


def find(name: str, data: Path | None, database: str) -> "Account":
    """The account with this name, or one that looks like it."""
    from sandtable.server.people import names, records

    account = done(records.find_name(names.skeleton(name)), data, database)
    if account is None:
        raise ServeError(f"Nobody here is called {name}.")
    return account


def done(work: "Work[T]", data: Path | None, database: str) -> T:
    """Do something with the database beside a server that may run."""
    from sandtable.server.store import StoreError, Taken
    from sandtable.server.store.beside import beside

    try:
        return beside(database or data or usual_folder(), work)
    except Taken as error:
        raise ServeError("Somebody has this name, or one that looks like it.") from error
    except StoreError as error:
        raise ServeError(str(error)) from error
