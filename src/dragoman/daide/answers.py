"""What a client may say, and what it is answered; everything else is not understood."""

from collections.abc import Callable

from dragoman.daide.host import Host, PastPhase
from dragoman.daide.orders import MAY_BE, OrderRefused
from dragoman.daide.press import PressReader, passed_on
from dragoman.daide.results import position
from dragoman.daide.syntax import Misread, WireOrder, Words, balanced, huh, too_deep
from dragoman.daide.terms import OBSERVER, PLAYER, WireClient
from dragoman.daide.tokens import FIXED, OPEN, PHASE, Message, category, group, say
from dragoman.model import ADJUSTMENT, RETREAT, Power

UNANSWERED = {FIXED["HUH"], FIXED["PRN"]}

Answer = Callable[[Host, WireClient, Words], None]


def receive(host: Host, client: WireClient, message: Message) -> None:
    """Answer a message; one that is not understood is sent back with the place of its fault."""
    if message[0] in UNANSWERED:
        return
    if not balanced(message):
        client.send(say("PRN", group(message)))
        return
    deep, answer = too_deep(message), ANSWERS.get(message[0])
    try:
        if deep is not None or answer is None:
            raise Misread(deep or 0)
        answer(host, client, Words(message, host.board, 1))
    except Misread as fault:
        client.send(huh(message, fault.at))


def reply(client: WireClient, words: Words, good: bool) -> None:
    """Say yes or no to the message that was read."""
    client.send(say("YES" if good else "REJ", group(words.message)))


# Who is there.


def nme(host: Host, client: WireClient, words: Words) -> None:
    """Somebody comes to play."""
    name, version = words.grouped(Words.text), words.grouped(Words.text)
    words.end()
    free = len(host.players) < len(host.seats)
    good = not client.joined and not host.started and free
    if good:
        client.role, client.name, client.version = PLAYER, name, version
    reply(client, words, good)
    if good:
        client.send(host.board.named_map())


def obs(host: Host, client: WireClient, words: Words) -> None:
    """Somebody comes to watch."""
    if words.more:
        client.name, client.version = words.grouped(Words.text), words.grouped(Words.text)
    words.end()
    good = not client.joined
    if good:
        client.role = OBSERVER
    reply(client, words, good)
    if good:
        client.send(host.board.named_map())
        if host.started:
            client.send(host.hello(client))
            client.send(host.board.scores(host.state))
            client.send(position(host.board, host.state))


def iam(host: Host, client: WireClient, words: Words) -> None:
    """Somebody is back."""
    token, passcode = words.grouped(Words.power), words.grouped(Words.number)
    words.end()
    power = host.board.power[token]
    free = power in host.seats and power not in host.playing
    good = host.started and client.power is None and free and passcode == host.passcodes[power]
    if good:
        host.restore(client, power)
    reply(client, words, good)
    if good:
        host.welcome(power)


def yes(host: Host, client: WireClient, words: Words) -> None:
    """A client agrees: to the map, or that it has saved the game."""
    inner = words.inside()
    words.end()
    if inner.sees("MAP") and client.role == PLAYER and not host.started:
        client.ready = True
    client.saved = client.saved or inner.sees("SVE")


def rej(host: Host, client: WireClient, words: Words) -> None:
    """A client cannot: who does not know the map, or has not the saved game, only watches."""
    inner = words.inside()
    words.end()
    if inner.sees("MAP") and client.role == PLAYER and not host.started:
        client.role, client.ready = OBSERVER, False
    client.refused = client.refused or inner.sees("LOD")
    client.saved = client.saved or inner.sees("SVE")


# What everybody may ask.


def hlo(host: Host, client: WireClient, words: Words) -> None:
    """Who am I?"""
    words.end()
    if host.started:
        client.send(host.hello(client))
    else:
        reply(client, words, False)


def answered_with(message: Callable[[Host], Message]) -> Answer:
    """The answer to a question without an argument that can always be answered."""

    def answer(host: Host, client: WireClient, words: Words) -> None:
        words.end()
        client.send(message(host))

    return answer


def ord_(host: Host, client: WireClient, words: Words) -> None:
    """The results of the last movement, and of what came after it."""
    words.end()
    moves = [n for n, past in enumerate(host.past) if past.movement]
    rows = host.past[moves[-1] :] if moves else host.past
    if not rows:
        reply(client, words, False)
    for message in [message for past in rows for message in past.orders]:
        client.send(message)


def hst(host: Host, client: WireClient, words: Words) -> None:
    """The results of some phase, or the opening."""
    if not words.more:
        client.send(host.board.scores(host.first))
        client.send(position(host.board, host.first))
        return
    turn = words.grouped(Words.turn)
    words.end()
    found: list[PastPhase] = [p for p in host.past if p.turn == (turn[0], turn[1] % 0x4000)]
    if not found:
        reply(client, words, False)
        return
    for message in found[-1].orders:
        client.send(message)
    client.send(host.board.scores(found[-1].after))
    client.send(position(host.board, found[-1].after))


def tme(host: Host, client: WireClient, words: Words) -> None:
    """How much time is left; or: tell me when so much is left."""
    if not words.more:
        if host.deadline is None:
            reply(client, words, False)
        else:
            client.send(host.time_left())
        return
    seconds = words.grouped(Words.number)
    words.end()
    good = 0 <= seconds <= host.terms.longest and host.terms.longest > 0
    if good:
        client.alarms.add(seconds)
    reply(client, words, good)


def adm(host: Host, client: WireClient, words: Words) -> None:
    """Something about the running of the game, which everybody hears."""
    words.grouped(Words.text)
    words.grouped(Words.text)
    words.end()
    host.broadcast(words.message)


def smr(host: Host, client: WireClient, words: Words) -> None:
    """How the game ended."""
    words.end()
    if not host.verdict:
        reply(client, words, False)
    for message in host.verdict:
        client.send(message)


# What players may do.


def mover(host: Host, client: WireClient) -> Power | None:
    """The power for which somebody may order now."""
    return client.power if host.started and not host.over else None


def sub(host: Host, client: WireClient, words: Words) -> None:
    """Orders, each of which is answered; then what is missing."""
    turn = _turn(words)
    orders: list[WireOrder] = words.groups(Words.order)
    power = mover(host, client)
    if power is None or not _now(host, turn):
        reply(client, words, False)
        return
    draft = host.drafts[power]
    for order in orders:
        note = MAY_BE
        try:
            draft.add(order)
        except OrderRefused as refused:
            note = refused.note
        client.send(say("THX", group(order.tokens), group(FIXED[note])))
    if not draft.complete:
        client.send(draft.missing())


def _turn(words: Words) -> Message | None:
    """The phase that a message is for, if it names one."""
    ahead = words.message[words.at : words.at + 2]
    if len(ahead) < 2 or ahead[0] != OPEN or category(ahead[1]) != PHASE:
        return None
    return words.grouped(Words.turn)


def _now(host: Host, turn: Message | None) -> bool:
    """Whether a message is for this phase, or for none."""
    if turn is None:
        return True
    return (turn[0], turn[1] % 0x4000) == host.board.turn(host.state.phase)


def mis(host: Host, client: WireClient, words: Words) -> None:
    """What is missing?"""
    words.end()
    power = mover(host, client)
    if power is None:
        reply(client, words, False)
    else:
        client.send(host.drafts[power].missing())


def gof(host: Host, client: WireClient, words: Words) -> None:
    """Judge as soon as all orders are in."""
    words.end()
    power = mover(host, client)
    reply(client, words, power is not None)
    if power is not None:
        host.holding.discard(power)
        if not host.drafts[power].complete:
            client.send(host.drafts[power].missing())


def drw(host: Host, client: WireClient, words: Words) -> None:
    """A draw would be accepted."""
    words.end()
    power = mover(host, client)
    good = power is not None and power in host.living
    if power is not None and good:
        host.drawing.add(power)
    reply(client, words, good)


def not_(host: Host, client: WireClient, words: Words) -> None:
    """Something is taken back: readiness, an order or all, a draw, an alarm."""
    inner = words.inside()
    words.end()
    word = inner.word(*UNDONE)
    good = UNDONE[_name(word)](host, client, inner)
    reply(client, words, good)


def _name(token: int) -> str:
    return next(name for name in UNDONE if FIXED[name] == token)


def not_gof(host: Host, client: WireClient, words: Words) -> bool:
    words.end()
    power = mover(host, client)
    if power is None or power not in host.living:
        return False
    host.holding.add(power)
    return True


def not_sub(host: Host, client: WireClient, words: Words) -> bool:
    order = words.grouped(Words.order) if words.more else None
    words.end()
    power = mover(host, client)
    if power is None:
        return False
    if order is not None:
        return host.drafts[power].drop(order)
    host.drafts[power].kept.clear()
    return True


def not_drw(host: Host, client: WireClient, words: Words) -> bool:
    words.end()
    power = mover(host, client)
    if power is None or power not in host.living:
        return False
    host.drawing.discard(power)
    return True


def not_tme(host: Host, client: WireClient, words: Words) -> bool:
    seconds = {words.grouped(Words.number)} if words.more else set(client.alarms)
    words.end()
    good = bool(seconds & client.alarms)
    client.alarms -= seconds
    return good


UNDONE: dict[str, Callable[[Host, WireClient, Words], bool]] = {
    "GOF": not_gof,
    "SUB": not_sub,
    "DRW": not_drw,
    "TME": not_tme,
}


# Press.


def snd(host: Host, client: WireClient, words: Words) -> None:
    """Press, which is passed on if all whom it is for can have it."""
    turn = _turn(words)
    targets = words.grouped(Words.powers)
    start = words.at
    words.grouped(PressReader(host.terms.level).said)
    words.end()
    sender = mover(host, client)
    if sender is None or not _may_talk(host, sender, targets) or not _now(host, turn):
        reply(client, words, False)
        return
    for token in targets:
        power = host.board.power[token]
        if power not in host.living or power not in host.playing:
            client.send(say("OUT" if power not in host.living else "CCD", group(token)))
            return
    saying = passed_on(words.message[start + 1 : -1], host.terms.level)
    said = say("FRM", group(host.board.powers[sender]), group(tuple(targets)), group(saying))
    for token in targets:
        host.playing[host.board.power[token]].send(said)
    reply(client, words, True)


def _may_talk(host: Host, sender: Power, targets: list[int]) -> bool:
    """Whether press may pass now, from somebody who is left, not to himself."""
    terms, kind = host.terms, host.state.phase.kind
    silent = (terms.silent_retreats and kind == RETREAT) or (
        terms.silent_builds and kind == ADJUSTMENT
    )
    late = host.deadline is not None and host.deadline - host.clock() < terms.silence
    mine = host.board.powers[sender] in targets
    return sender in host.living and not mine and not silent and not late


ANSWERS: dict[int, Answer] = {
    FIXED[name]: answer
    for name, answer in {
        "NME": nme,
        "OBS": obs,
        "IAM": iam,
        "YES": yes,
        "REJ": rej,
        "HLO": hlo,
        "MAP": answered_with(lambda host: host.board.named_map()),
        "MDF": answered_with(lambda host: host.board.definition),
        "SCO": answered_with(lambda host: host.board.scores(host.state)),
        "NOW": answered_with(lambda host: position(host.board, host.state)),
        "ORD": ord_,
        "HST": hst,
        "TME": tme,
        "ADM": adm,
        "SMR": smr,
        "SUB": sub,
        "MIS": mis,
        "GOF": gof,
        "DRW": drw,
        "NOT": not_,
        "SND": snd,
    }.items()
}
