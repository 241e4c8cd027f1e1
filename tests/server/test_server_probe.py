"""What a choice would mean, asked before it is made: nothing changes, nobody learns what he may not."""

import random
from contextlib import suppress
from typing import Any

from house import CATS, House
from websockets.exceptions import ConnectionClosed

from sandtable.server.battle import Battle
from sandtable.server.battles import meaning
from sandtable.server.refusal import MISHAP, Refusal
from sandtable.table.chance import SeededChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import Play
from sandtable.table.shown import Note, Probe
from sandtable.table.system import AnySystem
from sandtable.table.view import Shape, Zone
from sandtable.testing.variant import Toy, assembled


def test_a_probe_says_whether_a_choice_is_allowed_and_changes_nothing(house: House, made: dict[str, Any]) -> None:
    token = made["seats"]["red"]
    with house.socket(token) as red, house.socket(made["spectator"]) as watcher:
        red.wait_for("hello")
        red.say({"type": "probe", "state": 0, "id": 7, "choice": {"do": "storm"}})
        assert red.hear() == {"type": "probed", "state": 0, "id": 7, "ok": True}
        red.say({"type": "probe", "state": 0, "id": 8, "choice": {"do": "surrender"}})
        refused = red.hear()
        assert refused["type"] == "probed" and refused["id"] == 8 and "ok" not in refused
        red.choose(0, {"do": "surrender"})
        told = red.wait_for("refused")
        assert (refused["reason"], refused["rule"]) == (told["error"], told["rule"])  # as the choice itself would be
        red.say({"type": "probe", "state": 5, "choice": {"do": "storm"}})
        assert "state 0" in red.hear()["reason"]
        watcher.wait_for("hello")
        watcher.say({"type": "probe", "state": 0, "choice": {"do": "storm"}})
        assert "watches" in watcher.hear()["reason"]
        assert house.state(token) == 0
        red.choose(0, {"do": "storm"})
        assert red.wait_for("view")["state"] == 1
        red.say({"type": "probe", "state": 1, "choice": {"do": "storm"}})
        assert "not your turn" in red.hear()["reason"]


def test_malformed_probes_are_refused_like_malformed_choices(house: House, made: dict[str, Any]) -> None:
    with house.socket(made["seats"]["red"]) as red:
        red.wait_for("hello")
        for wrong in (
            {"type": "probe"},
            {"type": "probe", "state": 0},
            {"type": "probe", "state": 0, "choice": {"do": 1}},
            {"type": "probe", "state": 0, "choice": {"do": "storm", "at": [["a", 1, 2]]}},
            {"type": "probe", "state": 0, "id": "x", "choice": {"do": "storm"}},
        ):
            red.say(wrong)
            assert red.hear()["type"] == "error"


def test_a_flood_of_probes_closes_the_socket(tmp_path: Any) -> None:
    slow = House(tmp_path / "data", settings={"messages_a_second": 0.001, "burst": 5.0, "workers": 1})
    made = slow.new()
    with slow.socket(made["seats"]["red"]) as red:
        red.wait_for("hello")
        with suppress(ConnectionClosed):  # the server closes in the middle of it
            for _ in range(12):
                red.say({"type": "probe", "state": 0, "choice": {"do": "storm"}})
        assert red.closed() == 1008
    assert slow.state(made["seats"]["red"]) == 0


def test_a_probe_of_a_move_tells_its_dangers(house: House) -> None:
    """Where a game names dangers and nothing more, the probe names them."""
    made = house.new(CATS)
    pick = random.Random(4)
    for _ in range(300):
        for token in made["seats"].values():
            view = house.view(token)
            for option in view.get("decision", {}).get("options", []):
                if not option.get("path"):
                    continue
                state = house.state(token)
                told = house.get(f"seat/{token}/dangers", state=state, to=option["place"])["dangers"]
                if told:
                    with house.socket(token) as page:
                        page.wait_for("hello")
                        page.say({"type": "probe", "state": state, "choice": option["choice"]})
                        found = page.wait_for("probed")
                    assert found["ok"] and {d["piece"] for d in found["dangers"]} == {d["piece"] for d in told}
                    return
        house.act(made, pick)
    raise AssertionError("nobody came under fire")


def test_overlays_are_a_list_where_a_game_has_none(house: House, made: dict[str, Any]) -> None:
    assert house.get(f"seat/{made['seats']['red']}/overlays", piece="red") == {"zones": []}
    house.get(f"seat/{made['spectator']}/overlays", 403, piece="red")
    house.get(f"seat/{made['seats']['red']}/overlays", 400)
    house.get("seat/nobody/overlays", 404, piece="red")


# The hook itself, without a server ----------------------------------------------------------------


class Telling(Toy):
    """A game that has something to say."""

    seen: Any = None

    def probe(self, battle: Any, decision: Decision, choice: Choice) -> Probe:
        if choice.do == "hold":
            raise ZeroDivisionError("a fault in the rules")
        self.seen = battle
        return Probe(
            (Note("In soft cover.", "10.2", "good", "red"),), (), (Zone("arc", "", shape=Shape(((0, 0),), 9)),)
        )


class Room:
    """As much of a battle as is asked about."""

    id = "room"
    over = False
    notice = ""

    def __init__(self, system: AnySystem) -> None:
        self.system = system
        self.play = Play(system, system.rules.new(system.shelf.find("toy/ridge")), SeededChance(b"1"))

    known_to = Battle.known_to


def test_the_hook_gets_a_battle_in_which_secrets_are_dealt_anew() -> None:
    telling = Telling()
    system = assembled(telling)
    room: Any = Room(system)
    before = system.rules.fingerprint(room.play.battle)
    found = meaning(room, "red", Choice("storm"))
    assert found.notes[0].text == "In soft cover." and found.zones[0].kind == "arc"
    assert telling.seen is not room.play.battle
    assert system.rules.fingerprint(room.play.battle) == before


def test_a_fault_in_the_hook_is_an_answer_and_no_crash() -> None:
    room: Any = Room(assembled(Telling()))
    try:
        meaning(room, "red", Choice("hold"))
    except Refusal as refusal:
        assert refusal.error == MISHAP
    else:
        raise AssertionError("it was not refused")
