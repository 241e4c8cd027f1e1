"""`sandtable backup` and `sandtable restore`."""

from pathlib import Path

from sandtable.server.serving import ServeError
from sandtable.server.settings import usual_folder


def backup(file: Path, data: Path | None) -> None:
    """Copy the battles of a server, running or not, to a file."""
    from sandtable.server.store.backup import back_up
    from sandtable.server.store.contract import StoreError

    try:
        found = back_up(data or usual_folder(), file)
    except StoreError as error:
        raise ServeError(str(error)) from error
    print(f"{file} has {counted(found.battles)}.")
    tell(found.damaged)


def restore(file: Path, data: Path | None) -> None:
    """Put the battles of a backup in the place of those that are there."""
    from sandtable.server.store.backup import restore
    from sandtable.server.store.contract import StoreError

    folder = data or usual_folder()
    try:
        found, kept = restore(file, folder)
    except StoreError as error:
        raise ServeError(str(error)) from error
    print(f"{folder} has {counted(found.battles)} now.")
    if kept is not None:
        print(f"What was there before is in {kept}.")
    tell(found.damaged)


def counted(number: int) -> str:
    return "1 battle" if number == 1 else f"{number} battles"


def tell(damaged: dict[str, str]) -> None:
    for battle, reason in damaged.items():
        print(f"Battle {battle} is damaged: {reason}")
