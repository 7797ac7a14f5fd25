"""Rules as values: what can be asked, the default answers, and the variants made of them."""

from dragoman.rules.acts import offering, steps_to
from dragoman.rules.adjustments import named_for
from dragoman.rules.ask import Ask
from dragoman.rules.convoys import can_sail, landings, on_routes
from dragoman.rules.editions import EDITIONS, POLICIES, Policies, policies
from dragoman.rules.lots import Lots
from dragoman.rules.module import Draft, Module, Settings
from dragoman.rules.notes import remembered, remembering
from dragoman.rules.questions import QUESTIONS, STANDARD, AnswerError, Question, Ruleset
from dragoman.rules.standard import (
    ALL_POINTS,
    agreed_draw,
    check_seats,
    knows_draws,
    moved,
    sharers,
    survivors,
)
from dragoman.rules.tree import Tree, orders_of
from dragoman.rules.values import (
    SEALED,
    SIGNED,
    UNSIGNED,
    Before,
    Charge,
    Elected,
    Election,
    Faults,
    Mandate,
    Orders,
    PhaseRule,
    Routes,
    Step,
    View,
)
from dragoman.rules.variant import Option, PowerInfo, Variant, playable
from dragoman.rules.views import revealed, seen, shown

__all__ = [
    "ALL_POINTS",
    "EDITIONS",
    "POLICIES",
    "QUESTIONS",
    "SEALED",
    "SIGNED",
    "STANDARD",
    "UNSIGNED",
    "AnswerError",
    "Ask",
    "Before",
    "Charge",
    "Draft",
    "Elected",
    "Election",
    "Faults",
    "Lots",
    "Mandate",
    "Module",
    "Option",
    "Orders",
    "PhaseRule",
    "Policies",
    "PowerInfo",
    "Question",
    "Routes",
    "Ruleset",
    "Settings",
    "Step",
    "Tree",
    "Variant",
    "View",
    "agreed_draw",
    "can_sail",
    "check_seats",
    "knows_draws",
    "landings",
    "moved",
    "named_for",
    "offering",
    "on_routes",
    "orders_of",
    "playable",
    "policies",
    "remembered",
    "remembering",
    "revealed",
    "seen",
    "sharers",
    "shown",
    "steps_to",
    "survivors",
]
