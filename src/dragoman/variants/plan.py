"""What a variant is made of before it has rules, and the rules that come of it."""

from msgspec import Struct

from dragoman.errors import DataError
from dragoman.rules import STANDARD, AnswerError, Draft, Module, Option, Policies, Ruleset, Settings


class Plan(Struct, frozen=True):
    """What a variant is made of before it has rules."""

    modules: tuple[Module, ...]
    schema: tuple[Option, ...]
    settings: Settings
    policies: Policies
    draft: Draft


def rules_of(plan: Plan) -> Ruleset:
    """Standard's rules, answered anew by each module in turn."""
    rules = STANDARD
    for module in plan.modules:
        try:
            rules = module.answer(rules, plan.draft, plan.settings)
        except AnswerError as error:
            raise DataError(f"{module.name}.py", error.question, error.problem) from error
        if not isinstance(rules, Ruleset):
            problem = f"its answer gave {rules!r}: end it with return rules.answering(…)"
            raise DataError(f"{module.name}.py", "MODULE", problem)
    return rules
