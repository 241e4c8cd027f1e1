"""Where a piece may enter the map is in sight, however the window has changed since."""

from typing import Any

from hands import wait

TABLET = {"viewport": {"width": 820, "height": 1180}}
OUTSIDE = """() => {
  return [...document.querySelectorAll('.reach')].filter((mark) => {
    const box = mark.getBoundingClientRect();
    const x = box.x + box.width / 2;
    return box.width && (x < 0 || x > innerWidth);
  }).length;
}"""


def test_the_edge_at_which_a_formation_enters_is_seen_when_the_guide_makes_room(table: Any, house: Any) -> None:
    made = house.battle({"german": "person", "soviet": "random"}, "nations_at_war/cats-in-the-mist", seed=2)
    page = table.open(made["seats"]["german"], {"guide": True}, seen=True, **TABLET)
    for _ in range(25):
        assert wait(page)
        words = page.locator(".ask-body").inner_text()
        if "Bring on" in words:
            break
        page.keyboard.press(
            "d" if "Set up the rest" in words else "f" if "Finish" in words else "p" if "Hold fire" in words else "1"
        )
    page.keyboard.press("1")
    page.wait_for_selector(".reach")
    page.locator(".guide button", has_text="No more explanations").click()
    page.locator(".guide button", has_text="No more explanations").wait_for(state="hidden")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.locator(".reach").count() >= 11 and page.evaluate(OUTSIDE) == 0
