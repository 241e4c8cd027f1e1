"""A shelf that holds its scenarios in memory: for the toy, and for systems that a test makes up."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic

from sandtable.table.fields import Declared
from sandtable.table.learning.guide import Guide
from sandtable.table.learning.handbook import Chapter, Handbook
from sandtable.table.rules import S
from sandtable.table.shelf import Catalogue, LeftOut, RuleText, ScenarioInfo, Texts


class MemoryShelf(Generic[S]):
    """Scenarios by id, and what each is in the list of games. It reads no files."""

    def __init__(
        self,
        scenarios: Mapping[str, S],
        info: Callable[[S], ScenarioInfo],
        rules: Mapping[str, RuleText],
        guide: Guide | None = None,
    ) -> None:
        self._scenarios = scenarios
        self._info = info
        self._rules = rules
        self._guide = guide

    def infos(self) -> list[ScenarioInfo]:
        return [self._info(scenario) for scenario in self._scenarios.values()]

    def left_out(self) -> list[LeftOut]:
        return []

    def find(self, id: str) -> S:
        for known, scenario in self._scenarios.items():
            if id in (known, known.partition("/")[2]):
                return scenario
        raise ValueError(f"there is no scenario {id}; there is {' and '.join(self._scenarios)}")

    def load(self, path: Path | str) -> S:
        raise ValueError(f"this game reads no files, so not {path} either")

    def texts(self, id: str) -> Texts:
        return {}

    def read(self, texts: Texts) -> S:
        raise ValueError("this game reads no texts")

    def sketch(self, texts: Texts) -> S | None:
        return None

    def describe_map(self, path: Path) -> str:
        raise ValueError(f"this game reads no files, so not {path} either")

    def catalogue(self) -> Catalogue:
        return {}

    def fields(self) -> Declared:
        return Declared(())

    def rules(self) -> dict[str, RuleText]:
        return dict(self._rules)

    def handbook(self) -> Handbook:
        return Handbook((Chapter("Rules", tuple(self._rules)),))

    def plans(self, id: str) -> dict[str, str]:
        return {}

    def guide(self) -> Guide | None:
        return self._guide
