"""Contradictions of many exchanges, counted by rule, vendor and format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from toolwire.jobs.lint.contradiction import Contradiction, Disputed
from toolwire.jobs.lint.judging import Judged
from toolwire.model.conversation import JsonObject
from toolwire.rules import RULES

#: Most places of one dispute that are kept.
_MOST_PLACES: Final = 3
#: What is known of the official SDK where nobody tried it.
UNTRIED: Final = "not tried"

#: Disputed, rule, provider, dialect, and whether somebody decided.
_Key: TypeAlias = tuple[Disputed, str, str, str, bool]


class DisputePlace(NamedTuple):
    """Where a contradiction stands: the exchange, and the pointer into it."""

    source: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """One rule that one vendor's own answers speak against.

    Attributes:
        side: whether the rule is about requests (which the vendor took) or about answers.
        rule, provider, dialect: which, whose and in which format.
        decided: the provider's file lists it as a known deviation.
        exchanges: in how many it shows.
        places: the first of them.
        sdk: what official SDKs made of the answers -> exchanges; {} for requests.
    """

    side: Disputed
    rule: str
    provider: str
    dialect: str
    decided: bool
    exchanges: int
    places: tuple[DisputePlace, ...]
    sdk: Mapping[str, int]

    def as_json(self) -> JsonObject:
        """Return the line that `lint --contradictions -o` writes."""
        return {
            "kind": "contradiction",
            "side": str(self.side),
            "rule": self.rule,
            "name": RULES[self.rule].name,
            "provider": self.provider,
            "dialect": self.dialect,
            "decided": self.decided,
            "exchanges": self.exchanges,
            "places": [place._asdict() for place in self.places],
            "sdk": dict(sorted(self.sdk.items())),
        }


class Disputes:
    """Takes judged exchanges and tells which rules their vendors contradict."""

    def __init__(self, sdk: Mapping[str, str] | None = None) -> None:
        """Begin to count.

        Args:
            sdk: source of an exchange -> what the vendor's official SDK made of its answer.
        """
        self._sdk = sdk or {}
        self._exchanges: Counter[_Key] = Counter()
        self._places: dict[_Key, tuple[DisputePlace, ...]] = {}
        self._read: dict[_Key, Counter[str]] = {}

    def take(self, judged: Judged) -> None:
        """Count what one exchange contradicts; a rule counts once in it."""
        first = {_key(one): one for one in reversed(judged.contradictions)}
        for key, one in first.items():
            self._exchanges[key] += 1
            places = self._places.get(key, ())
            self._places[key] = (*places, DisputePlace(one.source, one.pointer))[:_MOST_PLACES]
            if one.side is Disputed.RESPONSE:
                read = self._read.setdefault(key, Counter())
                read[self._sdk.get(one.source, UNTRIED)] += 1

    def rows(self) -> tuple[Dispute, ...]:
        """Return all of them: undecided ones first, the most frequent first."""
        keys = sorted(self._exchanges, key=lambda key: (key[4], -self._exchanges[key], key))
        return tuple(
            Dispute(*key, self._exchanges[key], self._places[key], self._read.get(key, {}))
            for key in keys
        )


def _key(one: Contradiction) -> _Key:
    return one.side, one.rule, one.provider, one.dialect, one.decided
