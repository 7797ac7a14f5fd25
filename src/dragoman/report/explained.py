"""Resolutions that know their words: every verdict with its sentence, the phase as its sheet."""

from collections.abc import Iterator

from msgspec.structs import asdict

from dragoman.errors import NotationError
from dragoman.model import VOID, Order, Resolution, State, Verdict, piece_of
from dragoman.notation import read_orders
from dragoman.report.ledger import verdict_texts
from dragoman.report.sheet import results_sheet
from dragoman.rules import Ask, Variant
from dragoman.words.language import language


class ExplainedVerdict(Verdict, frozen=True, kw_only=True, gc=False):
    """What came of one order, and the sentence that says why."""

    text: str

    def __str__(self) -> str:
        return f"{self.power}: {self.order}: {self.text}"


class ExplainedResolution(Resolution, frozen=True, kw_only=True):
    """What one phase came to, with the position it began in; `print` shows the results sheet.

    It is a container of its verdicts: `resolution["A par - bur"]` is the one on that order, and
    `resolution["A par"]` or `resolution["par"]` the one on whatever that unit was ordered.
    """

    variant: Variant
    before: State

    def __eq__(self, other: object) -> bool:
        fields = Resolution.__struct_fields__
        return isinstance(other, Resolution) and all(
            getattr(self, field) == getattr(other, field) for field in fields
        )

    def __hash__(self) -> int:
        return hash((self.phase, self.verdicts))

    def __str__(self) -> str:
        return results_sheet(self, Ask(self.variant, self.before), Ask(self.variant, self.state))

    @property
    def text(self) -> str:
        """The results sheet."""
        return str(self)

    def __iter__(self) -> Iterator[ExplainedVerdict]:
        """Every verdict, in the order in which the orders came."""
        ask = Ask(self.variant, self.before)
        for verdict, text in zip(self.verdicts, verdict_texts(self, ask), strict=True):
            yield ExplainedVerdict(**asdict(verdict), text=text)

    def __len__(self) -> int:
        return len(self.verdicts)

    def __contains__(self, order: object) -> bool:
        return isinstance(order, str | Order) and bool(self.find(order))

    def __getitem__(self, order: str | Order) -> ExplainedVerdict:
        """The verdict on an order, in any spelling, or on what a unit such as `A par` was ordered.

        Of several verdicts on the same, the one that was not void.
        """
        found = sorted(self.find(order), key=lambda verdict: verdict.outcome == VOID)
        if not found:
            raise KeyError(f"{order}: nothing like that was ordered in {self.phase}")
        return found[0]

    def find(self, order: str | Order) -> list[ExplainedVerdict]:
        """Every verdict on an order, or on a unit."""
        names = {str(order)}
        if isinstance(order, str):
            names |= self._canonical(order)
        return [v for v in self if names & {str(v.order), *_named(v.order)}]

    def _canonical(self, text: str) -> set[str]:
        """What a text means as an order of whoever it fits."""
        speech = language(Ask(self.variant, self.before))
        try:
            return set(map(str, read_orders(text, speech, self.before)))
        except NotationError:
            return set()


def _named(order: Order) -> tuple[str, ...]:
    """How the unit of an order is called: `A par` or `par`."""
    piece = piece_of(order)
    return (str(piece), piece.place) if piece else ()


def explained_resolution(
    resolution: Resolution, variant: Variant, before: State
) -> ExplainedResolution:
    """A resolution with its words; `before` is the position in which the orders were given."""
    return ExplainedResolution(**asdict(resolution), variant=variant, before=before)
