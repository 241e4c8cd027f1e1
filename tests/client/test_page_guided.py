"""The guided first battle of each game: played to its end by whoever does only what the guide says.

On the phone the part without the page is left to `make soak`: it is the same as on the desk.
"""

import random

import pytest
from learner import begin_guided, heading, press_steps, take_steps

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.system import AnySystem, systems
from soak import LONG, sample

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
GUIDED = [system for system in systems().values() if system.shelf.guide() is not None]


def offer_of(system: AnySystem) -> str:
    guide = system.shelf.guide()
    assert guide is not None
    return guide.offer


@pytest.mark.soak
@pytest.mark.parametrize("how", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_a_newcomer_follows_the_guide_to_the_end(table, house, system, how):
    """Explanations were switched off in another game: here they are all the same."""
    page = table.page({"guide": False}, **how)
    begin_guided(page, house.address, system.title, offer_of(system))
    taken = take_steps(page)
    assert taken == [step.title for step in system.shelf.guide().steps]
    page.wait_for_selector(".guide .lesson")
    assert heading(page) == "Now it is your battle"
    if how is PHONE and not LONG:
        return
    # The rest is played without the page, which shows how it ended.
    house.play_on(page.url.rpartition("/")[2], tuple(system.rules.passes), random.Random(1))
    page.wait_for_selector("dialog.end h2")
    assert not page.locator(".guide").is_visible()


@pytest.mark.soak
@pytest.mark.parametrize("system", GUIDED[: sample(1, 99)], ids=lambda system: system.key)
def test_the_guide_is_followed_by_keys_alone(table, house, system):
    page = table.page({"guide": False}, **DESK)
    begin_guided(page, house.address, system.title, offer_of(system))
    assert press_steps(page) == [step.title for step in system.shelf.guide().steps]
