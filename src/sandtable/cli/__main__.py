"""`python -m sandtable.cli` is `sandtable`."""

from sandtable.cli import main

main()
