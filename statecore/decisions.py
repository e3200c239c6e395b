"""What the agent decides on a turn: what to ask, which products to show and in which order, how sure it is, and why."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from statecore.values import AskAttribute, Confidence, Digest, Identifier, Value, Vocabulary

__all__ = ["Behaviour", "Certificate", "Decision", "Offer", "TraceItem"]

Behaviour: TypeAlias = Literal["discovery", "precision", "recovery", "boundary", "stagnation", "coverage"]
"""The six of SATU; every bundle says which one a turn is."""


class Offer(Vocabulary):
    """A product on the slate: its score (a probability where the bundle has a belief) and the wishes that it meets."""

    product_id: Identifier
    score: float
    meets: tuple[Value, ...] = ()


class TraceItem(Vocabulary):
    """A number that a decision rests on."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    value: float


class Decision(Vocabulary):
    """One turn's decision, complete: replaying a log must arrive at these very bytes.

    `slate` is in the order shown; `confidence` is the probability (or, without a belief, the relative strength) of its
    first product; `reasons` say in words why this is asked and why so much is shown.
    """

    ask: AskAttribute | None = None
    options: tuple[Value, ...] = ()
    slate: tuple[Offer, ...] = ()
    behaviour: Behaviour = "discovery"
    confidence: Confidence = 0.0
    readiness: Confidence = 0.0
    reasons: tuple[str, ...] = ()
    message: str = ""
    trace: tuple[TraceItem, ...] = ()

    @property
    def product_ids(self) -> tuple[str, ...]:
        """The ids on the slate, in the order shown."""
        return tuple(offer.product_id for offer in self.slate)


class Certificate(Vocabulary):
    """Binds a decision to what it was made from: the state it was made in, and the digests in force."""

    state_digest: Digest
    decision_digest: Digest
    pins_digest: Digest
