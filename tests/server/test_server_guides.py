"""Guided battles: begun with the seed of the guide, led step by step, answered as the guide says."""

from house import House

from sandtable.testing.toy import GUIDE


def test_the_guide_of_a_game_is_on_offer(house: House) -> None:
    offered = {each["key"]: each["guided"] for each in house.get("games")["systems"]}
    assert offered["toy"] == {"scenario": "toy/ridge", "offer": "Guided patrol"}
    guide = house.get("guides/toy")
    assert [step["title"] for step in guide["steps"]] == [step.title for step in GUIDE.steps]
    assert "seed" not in guide and not any("then" in step or "told" in step for step in guide["steps"])
    house.get("guides/chess", 404)
    house.post("guides/chess", {}, 404)


def test_a_guided_battle_goes_step_by_step(house: House) -> None:
    made = house.post("guides/toy", {}, 201)
    assert list(made["seats"]) == ["red"]
    token = made["seats"]["red"]
    about = house.get(f"seat/{token}")
    assert (
        about["guided"]
        and about["seed_chosen"]
        and about["gives_up"]
        and about["seats"] == {"red": "person", "blue": "random"}
    )
    with house.socket(token) as red, house.socket(made["spectator"]) as watcher:
        news = red.wait_for("hello")
        assert news["step"] == 0 and watcher.wait_for("hello")["step"] == -1
        for number, step in enumerate(GUIDE.steps):
            while "decision" not in news["view"] or news["step"] != number:  # blue gives its orders meanwhile
                news = red.wait_for("view", "refused")
            choice = {"do": step.choice.do, "piece": step.choice.piece, "to": step.choice.to}
            red.choose(news["state"], choice)
        while news["step"] != len(GUIDE.steps):
            news = red.wait_for("view", "refused")


def test_whoever_leaves_the_path_is_told_so(house: House) -> None:
    token = house.post("guides/toy", {}, 201)["seats"]["red"]
    with house.socket(token) as red:
        red.choose(red.wait_for("hello")["state"], {"do": "storm"})
        while "step" in red.wait_for("view"):  # -1 is left out; blue gives its orders meanwhile
            pass


def test_a_briefing_shows_the_opening_and_no_question(house: House) -> None:
    told = house.get("briefings/nations_at_war/first-light")
    assert set(told["plans"]) == {"german", "soviet"}
    view = told["view"]
    assert view["board"]["kind"] == "hexes" and view["goals"] and view["pieces"]
    assert not view.get("decision") and not view.get("log") and not view.get("seat")
    assert house.get("briefings/toy/ridge")["plans"] == {}
    house.get("briefings/toy/nowhere", 404)


def test_an_ordinary_battle_has_no_steps(house: House) -> None:
    made = house.new("toy/ridge")
    assert not house.get(f"seat/{made['seats']['red']}")["guided"]
    with house.socket(made["seats"]["red"]) as red:
        assert red.wait_for("hello")["step"] == -1


def test_whoever_has_played_a_guided_battle_is_told_of_the_next_one(house: House) -> None:
    token = house.post("guides/war_storm", {}, 201)["seats"]["american"]
    assert house.get(f"seat/{token}")["next"] is None, "not before it is over"
    house.post(f"seat/{token}/resign", {})
    assert house.get(f"seat/{token}")["next"] == {"scenario": "war_storm/hedgerow-lane", "name": "Hedgerow Lane"}
    ordinary = house.new("toy/ridge")["seats"]["red"]
    house.post(f"seat/{ordinary}/resign", {})
    assert house.get(f"seat/{ordinary}")["next"] is None
