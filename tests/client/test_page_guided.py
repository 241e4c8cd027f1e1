"""The guided first battle of each game: played to its end by whoever does only what the guide says.

`make test` plays one on a phone and two by keys, to a choice after the last step. `make soak` plays all of
them to the end. That the steps of every guide can be taken is proved without a page in tests/content/test_guides.py.
"""

from typing import Any

import pytest
from learner import begin_guided, finish, heading, press_steps, take_steps

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.learning.guide import Guide
from sandtable.table.system import AnySystem, systems
from soak import LONG, sample

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WAYS = {"desk": DESK, "phone": PHONE, "keys": DESK}
GUIDED = [system.key for system in systems().values() if system.shelf.guide() is not None]
SAMPLE = [("of_war_and_men", "phone"), ("nations_at_war", "keys"), ("miniatures", "keys")]
ALL = [(key, way) for key in GUIDED for way in WAYS]


def guide_of(system: AnySystem) -> Guide:
    guide = system.shelf.guide()
    assert guide is not None
    return guide


@pytest.mark.soak
@pytest.mark.parametrize(("key", "way"), ALL if LONG else SAMPLE)
def test_a_newcomer_follows_the_guide_to_the_end(lesson: Any, key: str, way: str) -> None:
    """Explanations were switched off in another game: here they are all the same."""
    system, keys = systems()[key], way == "keys"
    guide = guide_of(system)
    page = lesson.page({"guide": False}, **WAYS[way])
    begin_guided(page, lesson.house.address, system.title, guide.offer)
    taken = press_steps(page) if keys else take_steps(page)
    assert taken == [step.title for step in guide.steps]
    page.wait_for_selector(".guide .lesson")
    assert heading(page) == "Now it is your battle"
    assert finish(page, by_keys=keys, leave=sample(1, 0)) > 0
    if not LONG:
        return
    page.wait_for_selector("dialog.end h2")
    assert not page.locator(".guide").is_visible()
