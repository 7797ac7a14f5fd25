"""Rules as values: what can be asked, the default answers, and the variants made of them."""

from dragoman.rules.adjustments import named_for
from dragoman.rules.ask import Ask
from dragoman.rules.convoys import can_sail, landings, on_routes
from dragoman.rules.editions import EDITIONS, POLICIES, Policies, policies
from dragoman.rules.lots import Lots
from dragoman.rules.module import Draft, Module, Settings
from dragoman.rules.notes import remembered, remembering
from dragoman.rules.questions import (
    QUESTIONS,
    SEALED,
    SIGNED,
    UNSIGNED,
    Badge,
    Charge,
    Claims,
    Election,
    Faults,
    Mandate,
    Orders,
    PhaseRule,
    Routes,
    Ruleset,
    Step,
    View,
)
from dragoman.rules.standard import (
    ALL_POINTS,
    agreed_draw,
    all_or_nothing,
    always_contest,
    as_they_ended,
    check_seats,
    moved,
    one_unit_one_force,
    power_is_side,
    standard_rules,
    strength_one,
    survivors,
)
from dragoman.rules.tree import Tree, orders_of
from dragoman.rules.variant import Option, PowerInfo, Variant

__all__ = [
    "ALL_POINTS",
    "EDITIONS",
    "POLICIES",
    "QUESTIONS",
    "SEALED",
    "SIGNED",
    "UNSIGNED",
    "Ask",
    "Badge",
    "Charge",
    "Claims",
    "Draft",
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
    "Routes",
    "Ruleset",
    "Settings",
    "Step",
    "Tree",
    "Variant",
    "View",
    "agreed_draw",
    "all_or_nothing",
    "always_contest",
    "as_they_ended",
    "can_sail",
    "check_seats",
    "landings",
    "moved",
    "named_for",
    "on_routes",
    "one_unit_one_force",
    "orders_of",
    "policies",
    "power_is_side",
    "remembered",
    "remembering",
    "standard_rules",
    "strength_one",
    "survivors",
]
