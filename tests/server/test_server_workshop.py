"""The workshop over HTTP: drafts are read, edited, played, measured and saved; a bad one harms nobody."""

import time
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from house import PATIENCE, House

import sandtable.systems
from sandtable.content.editing import Edit
from sandtable.server.workshop.drafts import read_draft
from sandtable.server.workshop.fairness import (
    Job,
    Kept,
    Objective,
    Outcome,
    held_in,
    narrow,
    objectives_of,
    result_of,
    wilson,
)
from sandtable.server.workshop.pending import Desk, Pending
from sandtable.server.workshop.warnings import QUESTIONS, never_asked
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import systems

GAMES = ["nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"]


def blank(game: str) -> dict[str, str]:
    declared = systems()[game].shelf.fields()
    return {"new.toml": declared.blank.lstrip("\n"), **declared.maps}


def test_a_draft_is_edited_played_and_saved(folder: Path, tmp_path: Path) -> None:
    house = House(folder)
    shop = house.get("workshop")
    assert {each["key"] for each in shop["systems"]} >= set(GAMES) and shop["saves"]
    texts = blank("regimental")
    read = house.post("workshop/draft", {"system": "regimental", "texts": texts})
    assert read["texts"] == texts and read["problems"] == [] and read["digest"]
    at = next(mark for mark in read["marks"] if mark["label"] == "I/1")
    edits = [
        {"do": "paint", "hex": "0404", "sign": "w"},
        {"do": "set", "path": at["path"], "value": "0406"},
        {"do": "set", "path": ["name"], "value": "The Mill"},
    ]
    now = house.post("workshop/draft", {"system": "regimental", "texts": texts, "edits": edits})
    assert now["refused"] == "" and now["digest"] not in ("", read["digest"])
    hexes = {each["name"]: each["terrain"] for each in now["view"]["board"]["hexes"]}
    assert hexes["0404"] == "woods"
    assert next(piece for piece in now["view"]["pieces"] if piece["name"] == "I/1")["place"] == "0406"
    # A mistake: the board shows what can be read, and the repair mends it.
    wrong = {"new.toml": now["texts"]["new.toml"].replace('type = "infantry"', 'type = "infntry"', 1)}
    bad = house.post("workshop/draft", {"system": "regimental", "texts": wrong})
    problem = bad["problems"][0]
    assert bad["mended"] and bad["view"] and not bad["digest"] and problem["repair"] == "infantry" and problem["line"]
    for path in ("battles", "fairness", "scenarios"):
        body = {"system": "regimental", "texts": wrong}
        body |= {"battles": {"seats": {"blue": "person", "red": "random"}}, "fairness": {"level": "random"}}.get(
            path, {}
        )
        assert "Fix them first" in house.post(f"workshop/{path}", body, 422)["error"]
    # Played at once, and by its link after the server was killed.
    body = {"system": "regimental", "texts": now["texts"], "seats": {"blue": "person", "red": "random"}}
    made = house.post("workshop/battles", body, 201)
    assert house.view(made["seats"]["blue"])["title"] == "The Mill"
    house.kill()
    house = House(folder)
    assert house.view(made["seats"]["blue"])["title"] == "The Mill"
    # Saved to the folder, and offered in the lobby after a while; the texts come back as they were saved.
    saved = {"system": "regimental", "texts": now["texts"]}
    for _ in range(2):  # once more it is saved to the same file
        assert house.post("workshop/scenarios", saved)["file"] == "the-mill.toml"
    assert [path.name for path in (folder / "scenarios").iterdir()] == ["the-mill.toml"]
    assert (folder / "scenarios" / "the-mill.toml").read_text() == now["texts"]["new.toml"]
    assert house.stop() == 0
    house = House(folder)
    found = house.get("workshop/scenarios/regimental/the-mill")["texts"]
    assert found == {"the-mill.toml": now["texts"]["new.toml"]}
    house.get("workshop/scenarios/regimental/nothing", 404)
    assert house.stop() == 0


def test_saving_a_draft_hurts_no_other_scenario(folder: Path) -> None:
    """Each battle has a file of its own, and a sheet that another battle uses is not changed."""
    house = House(folder)
    texts = blank("war_storm")

    def saved(name: str, texts: dict[str, str], status: int = 200) -> Any:
        named = {**texts, "new.toml": texts["new.toml"].replace("A New Battle", name)}
        return house.post("workshop/scenarios", {"system": "war_storm", "texts": named}, status)

    assert saved("The Mill", texts)["file"] == "the-mill.toml"
    painted = {"system": "war_storm", "texts": texts, "edits": [{"do": "paint", "hex": "E1005", "sign": "w"}]}
    other = house.post("workshop/draft", painted)["texts"]
    assert "The Mill uses the map e.map.toml too" in saved("The Ford", other, 409)["error"]
    assert saved("The Mill", other)["file"] == "the-mill.toml"  # its own sheet it may change
    rename = {"do": "rename", "file": "e.map.toml", "value": "K"}
    fresh = house.post("workshop/draft", {"system": "war_storm", "texts": texts, "edits": [rename]})
    assert fresh["refused"] == "" and fresh["problems"] == [] and set(fresh["texts"]) == {"new.toml", "k.map.toml"}
    assert saved("The Ford", fresh["texts"])["file"] == "the-ford.toml"
    names = sorted(path.name for path in (folder / "scenarios").iterdir())
    assert names == ["e.map.toml", "k.map.toml", "the-ford.toml", "the-mill.toml"]
    assert house.stop() == 0


def test_a_scenario_that_is_opened_and_saved_is_the_same_byte_for_byte(folder: Path) -> None:
    """With its comments and what was measured; after an edit that was taken back too."""
    house = House(folder)
    ours = Path(sandtable.systems.__file__).parent / "regimental/data/scenarios/the-road-to-ostrau.toml"
    texts = house.get("workshop/scenarios/regimental/the-road-to-ostrau")["texts"]
    assert texts == {"the-road-to-ostrau.toml": ours.read_text()}
    edits = [{"do": "set", "path": ["days"], "value": 3}]
    changed = house.post("workshop/draft", {"system": "regimental", "texts": texts, "edits": edits})["texts"]
    assert changed["the-road-to-ostrau.toml"] != ours.read_text()
    edits[0]["value"] = tomllib.loads(ours.read_text())["days"]
    back = house.post("workshop/draft", {"system": "regimental", "texts": changed, "edits": edits})["texts"]
    saved = house.post("workshop/scenarios", {"system": "regimental", "texts": back})["file"]
    assert (folder / "scenarios" / saved).read_bytes() == ours.read_bytes()
    assert house.stop() == 0


def test_bad_drafts_are_refused_in_words(folder: Path) -> None:
    house = House(folder, settings={"people": True})
    texts = blank("nations_at_war")
    for body, status in (
        ({"system": "chess", "texts": texts}, 422),
        ({"system": "nations_at_war", "texts": {}}, 400),
        ({"system": "nations_at_war", "texts": {"../new.toml": "x"}}, 400),
        ({"system": "nations_at_war", "texts": texts, "edits": [{"do": "explode"}]}, 400),
        ({"system": "nations_at_war", "texts": {"a.toml": "x" * 50_000, "b.map.toml": "x" * 13_000}}, 413),
    ):
        assert house.post("workshop/draft", body, status)["error"]
    for text in ("", "name = ", "a = 1e999\nb = 99999999999999999999", "[[[", "\x00", 'map = """' * 3):
        read = house.post("workshop/draft", {"system": "nations_at_war", "texts": {"new.toml": text}})
        assert read["problems"] and not read["digest"]
    refused = house.post(
        "workshop/draft",
        {"system": "nations_at_war", "texts": texts, "edits": [{"do": "paint", "hex": "ZZ99", "sign": "W"}]},
    )
    assert refused["refused"] and refused["texts"] == texts
    # Where others come nobody writes to the folder of whoever runs the server.
    assert not house.get("workshop")["saves"]
    assert "Download" in house.post("workshop/scenarios", {"system": "nations_at_war", "texts": texts}, 403)["error"]
    house.get("workshop/fairness/..%2F..%2Fx/greedy", 404)
    house.get(f"workshop/fairness/{'0' * 64}/greedy", 404)
    assert house.stop() == 0


def measured(house: House, texts: dict[str, str], most: int) -> Any:
    body = {"system": "regimental", "texts": texts, "level": "random", "most": most}
    result = house.post("workshop/fairness", body)
    end = time.monotonic() + 5 * PATIENCE  # the process gives way to all others
    while result["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.2)
        result = house.get(f"workshop/fairness/{result['digest']}/random")
    return result


def test_a_draft_is_measured_in_the_background_and_results_are_kept(folder: Path) -> None:
    house = House(folder)
    texts = blank("regimental")
    first = measured(house, texts, 4)
    assert first["state"] == "enough" and first["games"] == 4 and first["choices"] > 0
    assert sum(share["wins"] for share in first["shares"]) + first["draws"] == 4
    house.kill()
    house = House(folder)
    known = house.get(f"workshop/fairness/{first['digest']}/random")
    assert (known["games"], known["shares"]) == (4, first["shares"])
    assert measured(house, texts, 6)["games"] == 6  # only what is missing is played
    # What was measured becomes the end of the file; it is no part of what is played.
    body = {"system": "regimental", "texts": texts, "level": "random"}
    written = house.post("workshop/balance", body)["texts"]
    assert written["new.toml"].startswith(texts["new.toml"]) and "games = 6" in written["new.toml"]
    read = house.post("workshop/draft", {"system": "regimental", "texts": written})
    assert read["problems"] == [] and read["digest"] == first["digest"]
    assert "not been measured" in house.post("workshop/balance", body | {"level": "greedy"}, 404)["error"]
    assert house.get(f"workshop/fairness/{'0' * 64}/random", quiet=True) is None
    # A planted handicap is found: Blue holds the village from the start, and Red stands far away from it.
    easy = texts["new.toml"].replace('holder = "red"', 'holder = "blue"')
    easy = easy.replace('at = "0503" },', 'at = "0801" },').replace('hq = { at = "0502" }', 'hq = { at = "0701" }')
    other = measured(house, {"new.toml": easy}, 6)
    assert other["digest"] != first["digest"] and [share["wins"] for share in other["shares"]] == [6, 0]
    body = {"system": "regimental", "texts": texts, "level": "greedy", "most": 400}
    job = house.post("workshop/fairness", body)
    # A server that was killed goes on by itself with what it was at.
    house.kill()
    house = House(folder)
    assert house.get(f"workshop/fairness/{job['digest']}/greedy")["state"] in ("waiting", "running")
    stopped = house.http.delete(f"/api/workshop/fairness/{job['digest']}/greedy").json()
    assert stopped["state"] == "stopped"
    assert house.stop() == 0
    assert list((folder / "workshop").glob("*.pending")) == []


def test_what_is_pending_is_held_by_one_process(tmp_path: Path) -> None:
    one, other = Desk(tmp_path), Desk(tmp_path)
    pending = Pending("regimental", blank("regimental"), "0" * 64, ["blue", "red"], "random", 50)
    one.put(pending)
    assert other.is_there(pending.key) and other.left() == []
    one.close()  # the process ends
    assert other.left() == [pending]
    (tmp_path / "x.pending").write_text("torn")
    assert Desk(tmp_path).left() == [] and not (tmp_path / "x.pending").exists()
    other.drop(pending.key)
    assert not one.is_there(pending.key)


def test_the_interval_narrows_and_ends_it() -> None:
    kept = Kept("0" * 64, "greedy", ["blue", "red"])
    spans = []
    for seed in range(400):
        kept.outcomes.append(Outcome(seed, "blue" if seed % 2 else "red", "held", 8, 100, {"0503": 1}))
        low, high = wilson(sum(each.winner == "blue" for each in kept.outcomes), len(kept.outcomes))
        spans.append(high - low)
        if narrow(kept):
            break
    assert spans[10] > spans[50] > spans[200] and 380 <= len(kept.outcomes) <= 400  # a fair battle takes 384 or so
    sure = Kept("0" * 64, "greedy", ["blue", "red"], [Outcome(seed, "blue", "held", 8, 100) for seed in range(73)])
    assert narrow(sure)  # a handicap is found sooner
    result = result_of(kept, "running", 400)
    scored = Kept("0" * 64, "greedy", ["blue"], [Outcome(n, "blue", f"Blue {n}, Red 1", 8, 100) for n in range(9)])
    assert result_of(scored, "enough", 9).reasons == {"blue: Blue …, Red …": 9}  # not nine reasons
    every = Job("regimental", {}, kept, 400, all=True)
    assert not every.over() and Job("regimental", {}, kept, 400).over()  # or all of them, if that is wanted
    assert result.lost == {"0503": len(kept.outcomes)} and result.shares[0].low < 0.5 < result.shares[0].high


def test_which_objective_decides() -> None:
    """The mill is held by whoever wins, the ford by Blue in any case, and the hill by nobody."""
    outcomes = [
        Outcome(seed, winner, "held", 8, 100, {}, {"Ford": "blue", "Hill": "", "Mill": winner or "red"})
        for seed, winner in enumerate(["blue", "red", "red", None])
    ]
    assert objectives_of(outcomes) == [
        Objective("Mill", {"blue": 1, "red": 3}, 1.0),
        Objective("Ford", {"blue": 4}, 0.3333),
        Objective("Hill", {}, 0.0),
    ]
    for game, name in (("regimental", "The village, 1 point"), ("miniatures", "Farm"), ("war_storm", "The goal")):
        system = systems()[game]
        view = system.shown.view(Play(system, system.rules.new(system.shelf.read(blank(game))), SampledChance(1)), "")
        assert list(held_in(view)) == [name] and held_in(view)[name] in ("red", "german")


def test_a_draft_that_breaks_a_rule_is_shown_as_it_is() -> None:
    """An HQ out of reach of its stands: everybody is drawn where the text puts them."""
    game = systems()["regimental"]
    read = read_draft(game, blank("regimental"), [Edit("set", ("regiments", 0, "hq", "at"), "0604")])
    assert len(read.problems) == 1 and "hexes from its HQ" in read.problems[0].message
    assert read.view is not None and read.mended
    places = {piece.name: piece.place for piece in read.view.pieces}
    assert places["1st Infantry HQ"] == "0604" and places["I/1"] == "0306" and len(places) == 5


def test_a_good_designer_would_ask() -> None:
    """What is allowed and probably not meant is told apart from problems."""
    road = [Edit("paint", hex=place, sign="r", at=1) for place in ("G6", "H6")]
    read = read_draft(systems()["nations_at_war"], blank("nations_at_war"), road)
    assert read.problems == [] and [each.message for each in read.warnings] == ["A road ends in the open at G6, H6."]
    assert read.warnings[0].cell == "G6"
    storm = blank("war_storm")
    placed = 'place = [{ at = "E1005", officer = true, platoons = [1, 2, 3] }]'
    storm["new.toml"] = storm["new.toml"].replace('deploy = "columns 0-3"', placed)
    told = [each.message for each in read_draft(systems()["war_storm"], storm, []).warnings]
    assert len(told) == 4 and all("begins at E1005, where German deployment is." in each for each in told)


def test_a_good_designer_would_ask_who_comes_there() -> None:
    """Objectives behind water or too far for the turns there are, enemies side by side, a side without a move."""
    naw = systems()["nations_at_war"]
    texts = blank("nations_at_war")
    corner = texts["new.toml"].replace('hexes = "E4, F4"', 'hexes = "K1"').replace('zone = "E-K"', 'zone = "C-G"')

    def told(text: str, *water: str, **signs: str) -> list[str]:
        edits = [Edit("paint", hex=place, sign="L") for place in water]
        edits += [Edit("paint", hex=place, sign=sign, at=1) for place, sign in signs.items()]
        return [each.message for each in read_draft(naw, {"new.toml": text}, edits).warnings]

    assert told(corner) == []
    lake = ("J1", "J2", "K2")
    behind = "The objective Objective at K1 lies behind water: nobody can get there."
    assert told(corner, *lake) == [behind]
    assert behind not in told(corner, *lake, J1="b")  # a bridge
    hurried = corner.replace("turns = 6", "turns = 1").replace("C-G", "C-D")
    assert told(hurried) == ["Objective at K1 is too far away: nobody can get there in 1 turn."]
    regimental = blank("regimental")["new.toml"].replace('at = "0506"', 'at = "0504"').replace("0407", "0405")
    beside = read_draft(systems()["regimental"], {"new.toml": regimental}, []).warnings
    assert [each.message for each in beside] == ["II/1 begins at 0504, next to I/2."]
    rules = naw.rules
    guests = msgspec.structs.replace(
        rules,
        seats=lambda b: [*rules.seats(b), "ghost"],
        side=lambda b, seat: "ghost" if seat == "ghost" else rules.side(b, seat),
    )
    scenario = naw.shelf.read({"new.toml": texts["new.toml"].replace("turns = 6", "turns = 1")})
    assert never_asked(msgspec.structs.replace(naw, rules=guests), scenario) == ("ghost",)
    assert never_asked(naw, scenario) == ()


def test_a_good_designer_would_ask_on_a_table_too() -> None:
    """A Team in the enemy's part of the table, and an objective that nobody reaches in the rounds there are."""
    minis = systems()["miniatures"]
    text = blank("miniatures")["new.toml"]

    def told(text: str) -> list[str]:
        read = read_draft(minis, {"new.toml": text}, [])
        assert read.problems == []
        return [each.message for each in read.warnings]

    assert told(text) == []
    zoned = text.replace('facing = "south"', 'facing = "south"\nzone = [[0, 6], [36, 6], [36, 30], [0, 30]]')
    assert told(zoned) == [
        f"1st Platoon, {name} begins where the other side does: German sets up here." for name in ("Rifle", "LMG")
    ]
    far = text.replace("[36, 30]", "[60, 30]").replace("at = [18, 18]", "at = [56, 18]")
    assert told(far) == []
    assert told(far.replace("rounds = 5", "rounds = 1")) == ["Farm is too far away: nobody can get there in 1 round."]


def test_a_good_designer_would_ask_about_rivers_and_the_clock() -> None:
    """A major river of War Storm closes its hexes but for bridges; a regimental one is crossed. Air after the end."""
    storm = blank("war_storm")
    text = storm["new.toml"].replace("columns 9-14", "columns 5-7").replace("E1005", "E1505")
    river = " ".join(f"13{row:02d}" for row in range(12))

    def told(kind: str, road: str = "") -> list[str]:
        wide = text.replace("turns = 6", f'turns = 6\nriver = "{kind}"')
        sheet = storm["e.map.toml"].replace("rivers = []", f'rivers = ["{river}"]')
        sheet = sheet.replace("roads = []", f'roads = ["{road}"]') if road else sheet
        read = read_draft(systems()["war_storm"], {"new.toml": wide, "e.map.toml": sheet}, [])
        assert read.problems == []
        return [each.message for each in read.warnings if "water" in each.message]

    assert told("minor") == []
    assert told("major") == ["The objective The goal at E1505 lies behind water: nobody can get there."]
    assert told("major", "1206 1306 1406") == []  # a bridge
    regimental = blank("regimental")["new.toml"].replace('at = "0503"\npoints', 'at = "0508"\npoints')
    crossed = regimental.replace(" 07  .  .  .  .  .  .  .  .", " 07  R  R  R  .  R  R  R  R")
    assert read_draft(systems()["regimental"], {"new.toml": crossed}, []).warnings == []
    late = regimental.replace('colour = "red"', 'colour = "red"\nair = 2\nair_from_day = 2')
    asked = read_draft(systems()["regimental"], {"new.toml": late}, []).warnings
    assert [each.message for each in asked] == ["Side: air_from_day is 2, and the battle ends before: days is 1."]


def test_a_question_that_fails_is_told_and_logged_and_spoils_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The draft is read, shown and asked about all the same."""

    def broken(view: object, asked: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setitem(QUESTIONS, "the goals", broken)  # the first of all
    road = [Edit("paint", hex=place, sign="r", at=1) for place in ("G6", "H6")]
    read = read_draft(systems()["nations_at_war"], blank("nations_at_war"), road)
    assert read.digest and read.view is not None and read.problems == []
    assert [each.message for each in read.warnings] == [
        "The workshop could not check the goals. The server's log says why.",
        "A road ends in the open at G6, H6.",
    ]
    assert "could not look at the goals of a draft of nations_at_war" in caplog.text and "planted" in caplog.text


@pytest.mark.parametrize("game", GAMES)
def test_a_blank_draft_of_each_game_is_good_and_can_be_played(game: str) -> None:
    read = read_draft(systems()[game], blank(game), [])
    assert (
        read.problems == [] and read.digest and read.view is not None and read.view.board is not None and read.marks
    )
