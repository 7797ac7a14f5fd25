"""Build anywhere: units are raised in any center that their power owns, not only at home."""

from dragoman.geo import Province
from dragoman.model import Power
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings

WHERE = Option(
    "build_in",
    "choice",
    "centers",
    "centers: a power builds in every center that it owns; "
    "homes: in every home center that it owns, whosever home it was",
    ("centers", "homes"),
    title="Where units are built",
)


def build_anywhere(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Builds in every center, or in every home center, that a power owns."""

    def bases(ask: Ask, power: Power) -> tuple[Province, ...]:
        earlier = rules.bases(ask, power)
        homes = (h for power in ask.variant.powers for h in ask.state.homes.get(power, ()))
        more = ask.map.centers if settings["build_in"] == "centers" else homes
        return tuple(dict.fromkeys((*earlier, *more)))

    return rules.answering(bases=bases)


MODULE = Module(
    "build_anywhere",
    "Units are built in any center that their power owns, not only at home.",
    build_anywhere,
    (WHERE,),
    fixed=("bases",),
)
