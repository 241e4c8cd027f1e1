"""Beyond this machine: names, proxies, the home network, health, numbers and logs."""

import contextlib
import json
import logging
import random
import socket
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from house import PATIENCE, SHORT, TOY, House
from prometheus_client.parser import text_string_to_metric_families

from sandtable.server import ServeError
from sandtable.server.edge.lan import lan_address, qr_code
from sandtable.server.edge.logs import Lines, Plain, without_secrets
from sandtable.server.running import announce
from sandtable.server.serving import Reach, settings_for
from sandtable.server.tokens import new_token

# Names -----------------------------------------------------------------------------------------------


def test_a_server_answers_to_the_names_it_is_reached_by(tmp_path: Path) -> None:
    here = partial(settings_for, data=tmp_path, database="")
    assert here(Reach()).hosts == ("127.0.0.1", "localhost", "::1") and here(Reach()).visibility == "public"
    assert here(Reach("0.0.0.0")).hosts == ()
    public = here(Reach("0.0.0.0", "https://games.example.org", ("10.0.0.2", "fd00::/8")))
    assert "games.example.org" in public.hosts and "10.0.0.2" in public.trusted
    assert public.visibility == "unlisted" and public.forget_after == public.forget_unplayed == 0
    assert here(Reach(forget_after=90)).forget_after == 90 * 86_400
    assert here(Reach(forget_after=90)).forget_unplayed == 7 * 86_400
    assert lan_address() in here(Reach("0.0.0.0", lan=True)).hosts
    for wrong in (Reach(public_url="games.example.org"), Reach(trusted=("my-proxy",))):
        with pytest.raises(ServeError):
            here(wrong)


def test_the_home_network_gets_an_address_and_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        announce(listener, "0.0.0.0", False, lan=True)
        address = f"http://{lan_address()}:{port}/"
        told = capsys.readouterr().out
        assert told.startswith(f"Sandtable is on {address} (Ctrl-C stops it).") and qr_code(address) in told
        announce(listener, "0.0.0.0", False, "https://games.example.org")
        assert "on https://games.example.org (" in capsys.readouterr().out
    assert qr_code("http://192.0.2.7:8000/").count("\n") >= 14


def test_pages_of_the_public_address_may_play_behind_a_proxy(folder: Path) -> None:
    house = House(folder, settings={"public_url": "https://games.example.org", "hosts": ["127.0.0.1"]})
    red = house.new()["seats"]["red"]
    with house.socket(red, origin="https://games.example.org") as page:
        assert page.hear()["type"] == "hello"
    with house.socket(red, origin="https://evil.example") as page:
        assert page.closed() == 4403
    assert house.stop() == 0


def test_only_a_trusted_proxy_is_believed(folder: Path) -> None:
    """Whoever comes straight to the server cannot give himself another address."""
    house = House(folder, settings={"requests_at_once": 10, "requests_a_second": 0.01})
    for number in range(12):
        answer = house.http.get("/api/battles", headers={"x-forwarded-for": f"192.0.2.{number}"})
    assert answer.status_code == 429
    house.kill()


# Health and numbers ----------------------------------------------------------------------------------


def test_health_readiness_and_numbers(folder: Path) -> None:
    house = House(folder, settings={"hosts": ["127.0.0.1"], "workers": 1, "secret_pace": 0.0})
    for path, text in (("/healthz", "ok\n"), ("/readyz", "ready\n")):
        answer = house.http.get(path, headers={"host": "10.1.2.3:8000"})  # a probe knows no name of ours
        assert (answer.status_code, answer.text) == (200, text)
    made = house.new(SHORT, blue="random")
    tokens = [*made["seats"].values(), made["spectator"]]
    with house.socket(made["seats"]["red"]) as red, house.socket(made["spectator"]) as watcher:
        for page in (red, watcher):
            page.wait_for("hello")
        red.choose(0, house.view(made["seats"]["red"])["decision"]["options"][0]["choice"])
        watcher.wait_for("view")
        text = house.http.get("/metrics").text
    numbers = {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert numbers["sandtable_battles_made_total",] == 1 and numbers["sandtable_battles_open",] == 1
    assert numbers["sandtable_sockets", "seat"] == numbers["sandtable_sockets", "gallery"] == 1
    assert numbers["sandtable_choices_total", "person"] >= 1 and numbers["sandtable_computers_waiting",] >= 0
    assert numbers["sandtable_choice_seconds_count",] == 1
    assert numbers["sandtable_request_seconds_count", "/api/battles", "201", "POST"] == 1
    assert "/api/seat/{token}/view" in text and not any(token in text for token in [*tokens, made["battle"]])
    assert house.http.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404
    assert house.stop() == 0


def test_numbers_are_for_named_addresses_and_a_lost_file_is_not_ready(folder: Path) -> None:
    house = House(folder, settings={"metrics_from": ["192.0.2.0/24"]})
    assert house.http.get("/metrics").status_code == 404
    (folder / "sandtable.db").unlink()
    with contextlib.suppress(httpx.TransportError):  # if it has noticed before, it is gone
        assert house.http.get("/readyz").status_code == 503
    assert house.process.wait(PATIENCE) == 1


# Logs ------------------------------------------------------------------------------------------------


def record(message: str, *values: Any, error: Exception | None = None) -> logging.LogRecord:
    told = (type(error), error, None) if error else None
    return logging.LogRecord("sandtable.server", logging.ERROR, "file.py", 1, message, values, told)  # type: ignore[arg-type]


def test_no_log_holds_a_link_or_a_secret() -> None:
    token, seed, address = new_token(), random.Random(1).randbytes(32).hex(), "postgresql://me:pass@db/battles"
    for form in (Plain(), Lines()):
        for secret in (token, seed, address):
            said = form.format(record("/ws/%s failed", secret, error=ValueError(f"in '{secret}'.")))
            assert secret not in said and "…" in said and "failed" in said
    kept = "battle 0123456789ab: test_a_function_with_a_name_that_is_very_long_indeed in sandtable/server/battles.py"
    assert without_secrets(kept) == kept
    line = json.loads(Lines().format(record("a sentence")))
    assert line["level"] == "error" and line["message"] == "a sentence" and line["time"].endswith("Z")


def test_a_running_server_logs_requests_by_their_route(folder: Path) -> None:
    house = House(folder, settings={"logs": "json"})
    made = house.new(TOY)
    house.choose(made["seats"]["red"], {"do": "hold"}, 0)
    house.get(f"seat/{'A' * 31}x", 404)
    assert house.stop() == 0
    lines = [json.loads(line) for line in house.complaints().splitlines()]
    routes = [(line["method"], line["route"], line["status"]) for line in lines if line["message"] == "request"]
    assert ("POST", "/api/battles", 201) in routes and ("GET", "/api/seat/{token}", 404) in routes
    assert all("ms" in line and line["client"] == "127.0.0.1" for line in lines if line["message"] == "request")
    assert not any(token in house.complaints() for token in (*made["seats"].values(), made["spectator"], "A" * 31))
