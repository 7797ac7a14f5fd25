"""Records as text that needs no rules: what was ordered, for games that cannot be judged here."""

import msgspec

from dragoman.record.entries import Entry, GameRecord, Turn


def record_text(record: GameRecord) -> str:
    """Everything that happened in a game, as it was written down."""
    head = f"{record.variant}, version {record.version}"
    return "\n\n".join([head, *(entry_text(entry) for entry in record.entries)]) + "\n"


def entry_text(entry: Entry) -> str:
    """One entry of a record."""
    if isinstance(entry, Turn):
        rows = (f"{seat}: {'; '.join(lines)}" for seat, lines in entry.orders.items())
        return "\n".join([entry.phase, *(f"  {row}" for row in rows)])
    fields: dict[str, object] = msgspec.to_builtins(entry)
    words = (
        f"{name} {', '.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for name, value in fields.items()
        if name not in ("type", "state") and value
    )
    return " ".join([str(fields["type"]), *words])
