"""Of War and Men: soldiers and cards, with a deck that is dice, clock and hand."""

from sandtable.systems.of_war_and_men.reading.position import position
from sandtable.systems.of_war_and_men.reading.shelf import SHELF
from sandtable.systems.of_war_and_men.rules.decisions.windows import STANDING_ORDERS
from sandtable.systems.of_war_and_men.rules.decisions.wishes import wishes
from sandtable.systems.of_war_and_men.rules.faults import faults
from sandtable.systems.of_war_and_men.rules.rounds import script
from sandtable.systems.of_war_and_men.rules.verbs import ROLES
from sandtable.systems.of_war_and_men.showing.draws import draws
from sandtable.systems.of_war_and_men.showing.forecast import FORECASTS
from sandtable.systems.of_war_and_men.showing.narrator import label, sentence
from sandtable.systems.of_war_and_men.showing.option_views import counted
from sandtable.systems.of_war_and_men.showing.printing import printed
from sandtable.systems.of_war_and_men.showing.sight_questions import sight
from sandtable.systems.of_war_and_men.showing.tellings import TELLINGS
from sandtable.systems.of_war_and_men.showing.view import view
from sandtable.systems.of_war_and_men.state.hidden import redeal
from sandtable.systems.of_war_and_men.state.pieces import empty_battle
from sandtable.systems.of_war_and_men.state.scenario import SIDES
from sandtable.systems.of_war_and_men.thinking.mind import OfWarAndMenMind
from sandtable.table.rules import Rules
from sandtable.table.shown import Shown
from sandtable.table.system import System

SHOWN = Shown(
    view, label, sentence, TELLINGS, sight, count=counted,
    forecasts=FORECASTS, draws=draws, printed=printed, position=position, turn_word="Round", piece_word="soldier",
)  # fmt: skip

OF_WAR_AND_MEN = System(
    key="of_war_and_men", title="Of War and Men", publisher="Netherhavyn Game Works",
    about="A handful of named soldiers on a growing map of cards. The deck is both dice and clock.",
    rules=Rules(
        new=empty_battle,
        script=script,
        faults=faults,
        redeal=redeal,
        side=lambda battle, seat: SIDES[battle.player(seat).side],
        turn=lambda battle: battle.round,
        roles=ROLES,
        wishes=wishes,
        standing_orders=STANDING_ORDERS,
        all_asked="Whoever holds a card is asked at each moment when one can be played.",
    ),
    shown=SHOWN, shelf=SHELF, mind=OfWarAndMenMind(),
)  # fmt: skip
