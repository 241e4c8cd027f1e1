"""Writes the reference of every key into docs/scenarios.md, from data/fields.toml of each system.

PYTHONPATH=src python docs/make_reference.py
"""

import re
from pathlib import Path

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.fields import reference
from sandtable.table.system import systems

PAGE = Path(__file__).with_name("scenarios.md")


def main() -> None:
    text = PAGE.read_text()
    for key, system in systems().items():
        start, end = f"<!-- fields of {key} -->\n", f"<!-- end of fields of {key} -->"
        said = reference(system.shelf.fields())
        text = re.sub(
            f"{re.escape(start)}.*?{re.escape(end)}", lambda _, said=said, start=start, end=end: f"{start}{said}\n{end}",
            text, flags=re.S,
        )  # fmt: skip
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
