"""Schemathesis against the OpenAPI: whatever it thinks of, the server answers as its description says."""

import contextlib
import random
from typing import Any

import pytest
import schemathesis
from house import CATS, PATIENCE, SHORT, House
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from soak import sample

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
    allow_header_conformance,
]

ENDING = ("/take", "/resign", "/abort", "/leave", "/draw", "/handover", "/claim")
CALM = settings(
    max_examples=sample(2, 300),
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def tables(house: House) -> dict[str, Any]:
    """Battles to ask about: one that goes on, one that is over."""
    fresh = house.new(CATS)
    done = house.new(SHORT)
    house.play_out(done, random.Random(0))
    tokens = [fresh["seats"]["german"], fresh["spectator"], done["seats"]["red"], done["spectator"]]
    return {"tokens": tokens, "ids": [fresh["battle"], done["battle"]]}


@pytest.fixture(scope="module")
def api_schema(house: House) -> Any:
    return schemathesis.openapi.from_url(f"http://127.0.0.1:{house.port}/api/openapi.json", timeout=PATIENCE)


@pytest.mark.soak
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_request_is_answered_as_described(
    house: House, tables: dict[str, Any], api_schema: Any, mode: GenerationMode
) -> None:
    called = 0
    for found in api_schema.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not operation.body and not operation.query:
            continue  # any name is a name: Schemathesis would look long for one that is none, and find nothing

        @CALM
        @given(case=operation.as_strategy(generation_mode=mode))
        def answered(case: Any) -> None:
            nonlocal called
            called += 1
            put_right(case, tables)
            came = case.call(timeout=PATIENCE)
            # Too big and too long are refusals, too, of which Schemathesis does not know.
            big = came.status_code in (413, 414)
            checks = [each for each in CHECKS if each is not negative_data_rejection or not big]
            case.validate_response(came, checks=checks)

        with contextlib.suppress(Unsatisfiable):  # nothing can be wrong with a request without parameters
            answered()
    assert called > 5 * CALM.max_examples


def put_right(case: Any, tables: dict[str, Any]) -> None:
    """Mostly real links and names: behind a wrong one there is nothing to test but the 404."""
    pick = random.Random(str(case.body) + str(case.query))
    wanted = {
        "token": pick.choice(tables["tokens"]),
        "id": pick.choice(tables["ids"]),
        "system": "nations_at_war",
        "slug": "cats-in-the-mist",
    }
    ends = case.path.endswith(ENDING)
    if ends:
        wanted["token"] = "A" * 32  # the links and the battles are still needed
    for name, value in wanted.items():
        if name in case.path_parameters and (pick.random() < 0.8 or ends):
            case.path_parameters[name] = value


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [("?state=" + "1" * 5000, {}, 414), ("?state=1", {"X-Long": "x" * 20_000}, 431)],
)
def test_what_is_refused_at_the_door_is_described(
    house: House, tables: dict[str, Any], address: str, headers: dict[str, str], status: int
) -> None:
    """Every request may be too long or too slow, wherever it goes."""
    came = house.http.get(f"/api/seat/{tables['tokens'][0]}/view{address}", headers=headers)
    assert came.status_code == status and list(came.json()) == ["error"]
    for path, methods in house.http.get("/api/openapi.json").json()["paths"].items():
        for method, operation in methods.items():
            assert {"408", "413", "414", "431"} <= set(operation["responses"]), (method, path)


def test_the_description_holds_no_secret(house: House, tables: dict[str, Any]) -> None:
    text = house.http.get("/api/openapi.json").text
    assert not any(each in text for each in [*tables["tokens"], *tables["ids"]])
    assert "/home" not in text and ".toml" not in text and "sandtable.db" not in text
