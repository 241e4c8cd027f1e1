"""Analyses on the server: only of battles that are over, in slices, kept."""

import random

from house import SHORT, House, until


def test_a_battle_is_analysed_when_it_is_over_and_the_answer_is_kept(house: House) -> None:
    made = house.new(SHORT)
    token = next(iter(made["seats"].values()))
    refused = house.get(f"seat/{token}/analysis", 403)
    assert "when it is over" in refused["error"]
    house.play_out(made, random.Random(4))
    until(lambda: house.get(f"seat/{token}/analysis")["state"] == "done")
    report = house.get(f"seat/{token}/analysis")
    found = report["analysis"]
    assert found["complete"] and len(found["points"]) == found["of"] + 1 == len(found["steps"]) + 1
    assert found["points"][-1]["chance"] in (0.0, 0.5, 1.0)

    assert house.get(f"seat/{made['spectator']}/analysis") == report  # for everybody who holds a link
    house.get(f"seat/{'A' * 32}/analysis", 404)
