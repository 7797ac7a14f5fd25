"""What a variant is made of before it has rules, and the rules that come of it."""

from msgspec import Struct

from dragoman.errors import DataError
from dragoman.rules import Draft, Module, Option, Policies, Ruleset, Settings, standard_rules


class Plan(Struct, frozen=True):
    """What a variant is made of before it has rules."""

    modules: tuple[Module, ...]
    schema: tuple[Option, ...]
    settings: Settings
    policies: Policies
    draft: Draft


def rules_of(plan: Plan) -> Ruleset:
    """The rules of an edition, answered anew by each module in turn."""
    rules = standard_rules(plan.policies)
    for module in plan.modules:
        rules = module.answer(rules, plan.draft, plan.settings)
        if not isinstance(rules, Ruleset):
            problem = f"its answer gave {rules!r}: end it with return rules.answering(…)"
            raise DataError(f"{module.name}.py", "MODULE", problem)
    return rules
