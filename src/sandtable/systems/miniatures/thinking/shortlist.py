"""Which options deserve a thought, and rules of thumb for the questions that need none."""

from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL
from sandtable.systems.miniatures.rules.sight import distance2, sees
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.systems.miniatures.thinking.promises import best_volley
from sandtable.systems.miniatures.thinking.weights import BLANK, GOOD_SHOT
from sandtable.systems.miniatures.thinking.worth import ahead_now, team_worth
from sandtable.table.decision import Choice, Decision


def shortlist(b: Battle, decision: Decision) -> list[Choice]:
    """A few options, or one where a rule of thumb is good enough."""
    options = decision.options()
    rule = THUMBS.get(decision.kind)
    if rule is not None:
        return [rule(b, options)]
    if decision.kind == "fire":
        return volleys(options)
    if decision.kind == "reaction":
        return [choice for choice in options if choice.do != "select"]
    if decision.kind == "initiative":
        return [choice for choice in options if choice.do in ("activate", "appoint")] or options[-1:]
    return options


def volleys(options: list[Choice]) -> list[Choice]:
    """6.1, 6.2 At each target all who can, the others at another; the only one where there is but one; or nobody."""
    split = {choice.to for choice in options if choice.do == "split"}
    whole = {choice.to for choice in options if choice.do == "fire" and not choice.piece}
    found = []
    for choice in options:
        if choice.do == "fire":
            keep = choice.to not in (whole if choice.piece else split)
        else:
            keep = choice.do != "detail"
        if keep:
            found.append(choice)
    return found


# Rules of thumb -----------------------------------------------------------------------------------


def firepower(team: Team | None) -> int:
    """The dice of its best weapon."""
    return max([mount.weapon.fp for mount in team.type.mounts], default=0) if team is not None else 0


def cheapest(b: Battle, options: list[Choice]) -> Choice:
    """Hits and markers go where they hurt least."""
    return min(options, key=lambda choice: worth_of(b, choice.piece))


def dearest(b: Battle, options: list[Choice]) -> Choice:
    """Relief, and fire that is directed, for the Team that shoots best."""
    return max(options, key=lambda choice: firepower(b.find_team(choice.piece)))


def hardest_blow(b: Battle, options: list[Choice]) -> Choice:
    """At the best target."""
    return max(options, key=lambda choice: worth_of(b, choice.to or choice.piece))


def worth_of(b: Battle, id: str) -> float:
    team = b.find_team(id)
    return team_worth(team) if team is not None else 0.0


def try_again(b: Battle, options: list[Choice]) -> Choice:
    """A CC uses his word when it is asked for."""
    return options[0]


def leave_it(b: Battle, options: list[Choice]) -> Choice:
    """A check that has passed is not risked for a 6, which helps the enemy as well."""
    return options[0]


def best_aim(b: Battle, options: list[Choice]) -> Choice:
    """At tanks, or with most dice."""
    return max(options, key=lambda choice: (choice.to == "tank", choice.number))


def lie_low(b: Battle, options: list[Choice]) -> Choice:
    """A side that is ahead goes to ground, unless the Unit could still shoot well."""
    unit = b.find_unit(options[0].piece)
    if unit is None or not ahead_now(b, unit.side) or best_volley(b, unit, NORMAL) > GOOD_SHOT:
        return options[-1]
    return options[0]


def shells_first(b: Battle, options: list[Choice]) -> Choice:
    """A barrage rather than smoke, observed by who pays nothing for it; the CC last."""
    barrages = [choice for choice in options if choice.do == "barrage"]
    return min(barrages or options[-1:], key=lambda choice: worth_of(b, choice.piece))


def out_of_harm(b: Battle, options: list[Choice]) -> Choice:
    """A template that missed falls where it hurts the one who fired it, or nobody."""
    side = 1 - b.acting.side
    reach = b.land.numbers["template"] ** 2 // 4

    def harm(choice: Choice) -> float:
        if not choice.at:
            return BLANK
        _, x, y, _ = choice.at[0]
        under = [team for team in b.on_table() if (team.x - x) ** 2 + (team.y - y) ** 2 <= reach]
        return sum([team_worth(team) * (1 if team.side == side else -1) for team in under])

    return min(options, key=harm)


def right_gun(b: Battle, options: list[Choice]) -> Choice:
    """The main gun if the nearest enemy in sight is armored, else the coax."""
    team = b.team(options[0].piece)
    seen = [enemy for enemy in b.on_table(1 - team.side) if sees(b, team, enemy)]
    near = min(seen, key=lambda enemy: distance2(team, enemy), default=None)
    return options[0] if near is None or near.type.armored else options[-1]


THUMBS = {
    "mission": shells_first,
    "template": out_of_harm,
    "smoke": try_again,
    "main or coax": right_gun,
    "reroll": try_again,
    "second wind": leave_it,
    "direct": dearest,
    "shift": try_again,
    "suppression": cheapest,
    "shed": dearest,
    "hit": cheapest,
    "packet": cheapest,
    "aim": best_aim,
    "strike": hardest_blow,
    "range in": hardest_blow,
    "going to ground": lie_low,
    "stayers": try_again,
    "close in": try_again,
    "pursuit": try_again,
    "charge": try_again,
    "face": try_again,
    "join": try_again,
    "nearest": try_again,
    "morale": try_again,
}
