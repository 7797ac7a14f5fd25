"""Leaders: one for each power, worth a unit of strength beside an army or fleet, nothing alone.

The rulings L1 to L22 are those of Militarism III, from which the idea comes.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from dragoman.geo import LAND, SEA, Place, Province, local
from dragoman.model import (
    ADJUSTMENT,
    MOVEMENT,
    RETREAT,
    Ballot,
    Build,
    Fate,
    Force,
    Kind,
    Move,
    Order,
    Piece,
    Power,
    Seat,
    Sign,
    State,
    Stroke,
    Subject,
    Tally,
    Unit,
)
from dragoman.modules.leaders.fallen import (
    ELIMINATED,
    FALLEN,
    fallen,
    noting_fallen,
    with_fallen,
)
from dragoman.modules.leaders.leading import (
    LEADER,
    lead_movement,
    lead_retreats,
    lead_winters,
    together,
)
from dragoman.rules import (
    Ask,
    Draft,
    Election,
    Lots,
    Module,
    Option,
    Orders,
    Ruleset,
    Settings,
    Variant,
)
from dragoman.rules.adjustments import BUILDS, is_opening

STAR = "M0-9.5L2.4-3.2 9-2.9 3.8 1.3 5.6 7.8 0 4.1-5.6 7.8-3.8 1.3-9-2.9-2.4-3.2Z"
KIND = Kind(
    LEADER,
    "leader",
    frozenset({LAND, SEA}),
    needs_supply=False,
    captures=False,
    most=1,
    also=("leader", "leaders"),
    # Alone, a standard on its foot: a star in a circle is the mark of a center.
    sign=Sign(
        (
            Stroke("M-14 14Q-7 8 0 14Z", fill="paper", stroke="rim", width=1.1),
            Stroke("M-7 11V-15", stroke="rim", width=3, cap="round"),
            Stroke("M-7-14H15L10.5-5 15 4H-7Z", fill="power", stroke="paper", width=3),
            Stroke("M-7-14H15L10.5-5 15 4H-7Z", fill="power", stroke="rim", width=1.1),
            Stroke(STAR, fill="ink", x=1.5, y=-5, scale=0.62),
        )
    ),
    # With a unit, a pennant with the star.
    beside=Sign(
        (
            Stroke("M0 0V-19", stroke="rim", width=1.6, cap="round", x=8, y=-4),
            Stroke("M0-19L14-15 0-10.5Z", fill="power", stroke="rim", x=8, y=-4),
            Stroke(STAR, fill="ink", x=13, y=-18.8, scale=0.3),
        )
    ),
)
CUTS = {
    2: "an attack takes as many points of a support as it has strength of its own",
    1: "every attack takes one point, led or not (the letter of rule 3d)",
}


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Leaders in muster, strength, cutting, retreats, builds and the opening."""
    capitals = [name.lower() for name in settings["capitals"]]
    by_strength = settings["led_attack_cuts"] == 2
    phases = rules.phases
    led = {
        MOVEMENT: lead_movement(phases[MOVEMENT]),
        RETREAT: noting_fallen(lead_retreats(phases[RETREAT]), LEADER),
        ADJUSTMENT: lead_winters(phases[ADJUSTMENT]),
    }
    whole = settings["led_orders"] == "whole"
    return rules.answering(
        review=(
            lambda ask, ballots, faults: together(ask, ballots, rules.review(ask, ballots, faults))
        )
        if whole
        else rules.review,
        muster=lambda ask, place, ordered: muster(rules, ask, place, ordered),
        strength=lambda ask, force: strength(rules, ask, force),
        support_worth=lambda ask, force, cut: support_worth(rules, ask, force, cut),
        cuts=(lambda ask, a, s: cuts(rules, ask, a, s)) if by_strength else rules.cuts,
        contests=lambda ask, a, b, place: contests(rules, ask, a, b, place),
        settle=lambda ask, place, fates: settle(rules, ask, place, fates),
        refuge_round=lambda ask, unit: refuge_round(rules, ask, unit),
        aftermath=lambda ask, lots: aftermath(rules, ask, lots),
        sites=lambda ask, power: sites(rules, ask, power),
        elect=lambda ask, subject, ballots: elect(rules, capitals, ask, subject, ballots),
        default=lambda ask, subject: placed(capitals, ask, subject, rules.default(ask, subject)),
        opening=lambda variant, seats, lots: opening(rules, capitals, variant, seats, lots),
        phases={**phases, **led},
        show=lambda ask: (*rules.show(ask), *fallen(ask)),
    )


def muster(
    rules: Ruleset, ask: Ask, place: Province, ordered: Sequence[tuple[Unit, Orders]]
) -> Sequence[Force]:
    """A leader joins a force of its own power that does what it does, else it acts alone (L2)."""
    troops = [row for row in ordered if row[0].kind != LEADER]
    forces = list(rules.muster(ask, place, troops))
    for leader, orders in (row for row in ordered if row[0].kind == LEADER):
        n = next((n for n, f in enumerate(forces) if joins(ask, leader, orders[0], f)), None)
        if n is None:
            forces.append(Force(leader.power, (leader,), leader.place, orders[0]))
        else:
            led = forces[n]
            units, also = (*led.units, leader), (*led.also, (leader.id, orders[0]))
            forces[n] = replace(led, units=units, also=also)
    return forces


def joins(ask: Ask, leader: Unit, order: Order, force: Force) -> bool:
    """Whether a leader with this order goes, or stays, with a force (L2, L3)."""
    if force.power != leader.power or is_lone(force):
        return False
    if isinstance(order, Move) and isinstance(force.order, Move):
        return ask.province[order.to] == ask.province[force.order.to]
    return not isinstance(order, Move) and not isinstance(force.order, Move)


def is_lone(force: Force) -> bool:
    """Whether a force is a leader without a unit."""
    return force.units[0].kind == LEADER


def strength(rules: Ruleset, ask: Ask, force: Force) -> Tally | None:
    """One more with a leader; a leader alone is left out of every battle (L5, L7)."""
    if is_lone(force):
        return None
    tally = rules.strength(ask, force)
    led = any(unit.kind == LEADER for unit in force.units)
    return tally.plus(1, KIND.name) if tally and led else tally


def support_worth(rules: Ruleset, ask: Ask, force: Force, points_cut: int) -> int:
    """A support is worth what it would be if whole, less the points that were cut (L6)."""
    return max(0, rules.support_worth(ask, force, 0) - points_cut)


def cuts(rules: Ruleset, ask: Ask, attack: Force, support: Force) -> tuple[int, int]:
    """An attack takes as many points as it has strength of its own (L6)."""
    strike, arrive = rules.cuts(ask, attack, support)
    tally = ask.rules.strength(ask, attack)
    return (strike * tally.total if tally else 0, arrive)


def contests(rules: Ruleset, ask: Ask, a: Force, b: Force, place: Province) -> bool:
    """Leaders of several powers share, and a leader with units of its own power (L8, L9)."""
    if is_lone(a) and is_lone(b):
        return a.power == b.power
    if (is_lone(a) or is_lone(b)) and a.power == b.power:
        return False
    return rules.contests(ask, a, b, place)


def settle(rules: Ruleset, ask: Ask, place: Province, fates: Sequence[Fate]) -> Sequence[Unit]:
    """A leader stands in the province; coasts are its fleet's affair (L14)."""
    return [
        replace(unit, place=ask.map.root(unit.place)) if unit.kind == LEADER else unit
        for unit in rules.settle(ask, place, fates)
    ]


def refuge_round(rules: Ruleset, ask: Ask, unit: Unit) -> int:
    """Leaders retreat after all others (L11)."""
    return rules.refuge_round(ask, unit) + (unit.kind == LEADER)


def aftermath(rules: Ruleset, ask: Ask, lots: Lots) -> State:
    """The leader of a power that is eliminated goes too (L17)."""
    state = rules.aftermath(ask, lots)
    after = ask.with_state(state)
    owners = {after.rules.capture(after, center) for center in after.map.centers}
    troops = {u.power for u in state.units if u.kind != LEADER}
    # Whoever has no center after a Fall loses all units in the Winter that follows.
    living = owners if ask.variant.year.settles(state.phase) else owners | troops
    lost = [u for u in state.units if u.kind == LEADER and u.power not in living]
    units = tuple(u for u in state.units if u not in lost)
    return with_fallen(ask, replace(state, units=units), [u.power for u in lost], ELIMINATED)


def sites(rules: Ruleset, ask: Ask, power: Power) -> tuple[Piece, ...]:
    """One's own leader does not keep a home from being built in; leaders only at the opening."""
    theirs = tuple(u for u in ask.state.units if u.kind != LEADER or u.power != power)
    found = rules.sites(ask.with_state(replace(ask.state, units=theirs)), power)
    if not is_opening(ask):
        return found
    homes = ask.state.homes.get(power, ())
    return (*found, *(Piece(LEADER, Place(home)) for home in homes))


def elect(
    rules: Ruleset, capitals: list[str], ask: Ask, subject: Subject, ballots: Sequence[Ballot]
) -> Election:
    """What the owner wrote, with a place for a leader that was given none."""
    election = rules.elect(ask, subject, ballots)
    return replace(election, orders=placed(capitals, ask, subject, election.orders))


def placed(capitals: list[str], ask: Ask, subject: Subject, orders: Orders) -> Orders:
    """At the opening, orders with the leader placed in the capital unless they place it (L18)."""
    if not is_opening(ask) or subject.topic != BUILDS:
        return orders
    seat = capital(capitals, ask.state.homes.get(subject.power, ()))
    done = any(isinstance(o, Build) and o.unit.kind == LEADER for o in orders)
    return orders if done or seat is None else (*orders, Build(Piece(LEADER, Place(seat))))


def capital(capitals: list[str], homes: Sequence[Province]) -> Province | None:
    """The home in which a leader is placed unless its power says otherwise.

    Where there are several boards a capital without a board is one on each of them.
    """
    named = (h for h in homes if h in capitals or local(h) in capitals)
    return next(named, homes[0] if homes else None)


def opening(
    rules: Ruleset, capitals: list[str], variant: Variant, seats: tuple[Seat, ...], lots: Lots
) -> State:
    """The opening; where it has no builds, leaders stand in their capitals from the start."""
    state = rules.opening(variant, seats, lots)
    if is_opening(Ask(variant, state)):
        return state
    named = ((p, capital(capitals, homes)) for p, homes in state.homes.items())
    new = [(p, seat) for p, seat in named if seat is not None]
    units = tuple(
        Unit(n, p, LEADER, Place(seat)) for n, (p, seat) in enumerate(new, state.last_id + 1)
    )
    return replace(state, units=(*state.units, *units), last_id=state.last_id + len(units))


def add_leaders(draft: Draft, settings: Settings) -> Draft:
    """The draft with leaders, fleets that carry them, and the words for led units (L1, L15)."""
    carried = {
        k.letter: replace(k, carries=k.carries | {LEADER}) if k.carries else k
        for k in draft.kinds.values()
    }
    units = [k.letter for k in draft.kinds.values() if k.needs_supply]
    # Rule 3c prints IA and IF, surely for LA and LF.
    words = {f"{first}{k.lower()}": (k, LEADER) for k in units for first in ("l", "i")}
    return replace(draft, kinds=carried, words={**draft.words, **words})


def defaults(draft: Draft) -> Settings:
    """The capitals that the variant's file lists (L18)."""
    return {"capitals": draft.look_up("capitals", list[str], [])}


def objects(draft: Draft, settings: Settings) -> str | None:
    """Why there can be no leaders here, if there cannot."""
    homes = [home for info in draft.powers.values() for home in info.homes]
    if not homes:
        return "leaders begin in home centers, and no power has any when the game begins"
    known = {*homes, *map(local, homes), *defaults(draft)["capitals"]}
    wrong = [c for c in settings["capitals"] if c.lower() not in known]
    return f"capitals: {wrong[0]} is no home center; {homes[0]} is one" if wrong else None


MODULE = Module(
    name="leaders",
    about="Every power has one leader. With an army or fleet it adds one to its strength; alone "
    "it has none, fights nobody and goes over land and sea. Attacks take points of a support one "
    "by one. Leaders need no supply, capture nothing and share spaces with each other and with "
    "their own units.",
    answer=answer,
    options=(
        Option(
            "led_attack_cuts",
            "choice",
            2,
            "; ".join(f"{n}: {text}" for n, text in CUTS.items()),
            tuple(CUTS),
            source="L6",
            title="What a led attack cuts",
        ),
        Option(
            "led_orders",
            "choice",
            "whole",
            "whole: an order for a unit and its leader that one of them could not carry out is "
            "void for both; apart: each is taken by itself",
            ("whole", "apart"),
            source="L2",
            title="Orders for a unit and its leader",
        ),
        Option(
            "capitals",
            "names",
            [],
            "where leaders are put that nobody placed: each power's first home in this list, else "
            "its first home",
            source="L18",
            title="Where unplaced leaders stand",
        ),
    ),
    shape=add_leaders,
    facts=(FALLEN,),
    kinds=(KIND,),
    objects=objects,
    defaults=defaults,
    loops=f"{__name__}.loops",
)
