"""4.b-4.f Losses: who takes them, and what is removed."""

from sandtable.systems.regimental.state.pieces import Battle, Stand
from sandtable.table.decision import Choice


def capacity(b: Battle, stand: Stand) -> int:
    """What a hex has to lose: the strength points of its core stand, and its company."""
    return stand.sp + stand.has_company


def ways_to_lose(b: Battle, stand: Stand) -> list[Choice]:
    """4.e From the core stand or by giving up the company; the company goes before its stand dies."""
    found: list[Choice] = []
    if stand.has_company:
        found.append(Choice("lose", b.companies[stand.company].id))
    if stand.sp > 1 or not stand.has_company:  # 4.f
        found.insert(0, Choice("lose", stand.id))
    return found


def why_not_lose(b: Battle, choice: Choice) -> tuple[str, str]:
    """Why a loss may not be taken there."""
    if choice.do != "lose":
        return ("", "")
    stand = b.find_stand(choice.piece)
    if stand is not None and stand.has_company and stand.sp == 1:
        name = b.companies[stand.company].name
        return (f"{stand.name} is at its last strength point: {name} must be removed first.", "4.f")
    return ("Losses come off the core stand or the company in the hex that was hit.", "4.e")


def lose(b: Battle, choice: Choice, rule: str) -> None:
    """4.e A strength point or a company is gone."""
    company = b.find_company(choice.piece)
    if company is not None:
        host = b.stands[company.host]
        host.company = -1
        company.host = -1
        b.tell("company lost", rule, host.side, company.id, host.id, host.hex)
        return
    stand = b.stand(choice.piece)
    stand.sp -= 1
    b.tell("strength lost", rule, stand.side, stand.id, place=stand.hex, value=stand.sp)
    if stand.sp == 0:
        destroy(b, stand, "1.3.a")


def destroy(b: Battle, stand: Stand, rule: str) -> None:
    """1.3.a The stand is removed with all that is in its hex (1.2.d); the loss of an HQ is noted (6.b)."""
    place = stand.hex
    if stand.has_company:
        b.companies[stand.company].host = -1
        stand.company = -1
    stand.sp = 0
    stand.shots = 0
    b.lift(stand)
    b.tell("destroyed", rule, stand.side, stand.id, place=place)
    if stand.type.hq:
        regiment = b.regiments[stand.regiment]
        regiment.hq_lost = b.round_number
        b.tell("hq lost", "6.b", stand.side, stand.id, regiment.key)
