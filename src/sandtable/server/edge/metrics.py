"""What a server does, in numbers for Prometheus. No number is about one battle or one client."""

from collections.abc import Callable, Iterable
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Now(Protocol):
    """What can be counted just now."""

    def battles(self) -> int: ...
    def players(self) -> int: ...
    def spectators(self) -> int: ...
    def waiting(self) -> int: ...


class Metrics:
    """The numbers of one server process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.battles = Counter("sandtable_battles_made", "Battles begun", registry=registry)
        self.choices = Counter("sandtable_choices", "Choices saved", ["by"], registry=registry)
        self.choosing = Histogram(
            "sandtable_choice_seconds", "From a choice received to saved", registry=registry, buckets=SECONDS
        )
        self.thinking = Histogram(
            "sandtable_thought_seconds",
            "From a question to a computer player to its answer, its wait for a worker included",
            ["level"],
            registry=registry,
            buckets=SECONDS,
        )
        self.requests = Histogram(
            "sandtable_request_seconds",
            "From a request to its answer",
            ["method", "route", "status"],
            registry=registry,
            buckets=SECONDS,
        )

    def watch(self, now: Now) -> None:
        """Count these whenever somebody asks."""
        self.registry.register(_Gauges(now))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Gauges(Collector):
    def __init__(self, now: Now) -> None:
        counted: dict[str, tuple[str, Callable[[], int]]] = {
            "sandtable_battles_open": ("Battles in memory", now.battles),
            "sandtable_computers_waiting": ("Computer players that wait for a worker", now.waiting),
        }
        self._counted = counted
        self._now = now

    def collect(self) -> Iterable[Metric]:
        for name, (text, count) in self._counted.items():
            yield GaugeMetricFamily(name, text, value=count())
        sockets = GaugeMetricFamily("sandtable_sockets", "Open sockets", labels=["place"])
        sockets.add_metric(["seat"], self._now.players())
        sockets.add_metric(["gallery"], self._now.spectators())
        yield sockets
