"""The words of claims: the verb, its reasons, and the fact of a claim that stands."""

from dragoman.model import DONE, SEAT, TEXT, VOID, FactKind, ReasonKind, Verb

CLAIM = Verb(
    "claim",
    takes=(TEXT,),
    words=("claim", "claims"),
    opens=("two-way win", "a two-way win", "three-way win", "a three-way win"),
    by_seat=True,
    says="This claim is made: {0}",
    noun="claim",
)
CLAIMED = ReasonKind("claimed", DONE, "the claim was recorded", "the claim is recorded")
MALFORMED = ReasonKind(
    "malformed", VOID, "the claim is not understood", "void: the claim is not understood"
)
CLAIM_OF = FactKind("claim", (SEAT, TEXT, TEXT), "Claim of {0}", "{1}", "{2}")
