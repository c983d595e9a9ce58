"""What was seen: findings, facets and verdicts of one target, case and mode.

An observation is one line of `results.jsonl`; the member names below are a contract that
scripts read (design.md, section 6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import Any, Final

from msgspec import field

from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, Mode
from toolwire.model.topic import Topic
from toolwire.model.value import Value


class Severity(StrEnum):
    """`error`: an official SDK or a major framework breaks. `warning`: some clients break.
    `info`: drift, reported only."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """Return 0 for the most severe, rising."""
        return tuple(Severity).index(self)


class Verdict(StrEnum):
    """What a case came to.

    `conformant`: all expectations met, nothing above info. `non-strict`: only warnings.
    `failed`: an error finding, or an expectation about the wire not met. `unsupported`:
    documented as absent, or refused cleanly. `inconclusive`: the model did not do what the
    case needs. `not-run`: could not look; the reason says why. Never green: the last two.
    """

    CONFORMANT = "conformant"
    NON_STRICT = "non-strict"
    FAILED = "failed"
    UNSUPPORTED = "unsupported"
    INCONCLUSIVE = "inconclusive"
    NOT_RUN = "not-run"


#: The name that the scripted model is served by (`servers/scripted_model`): what it answers is known.
SCRIPTED: Final = "scripted"
#: Suite of an observation that is about an exchange as a whole and not about a feature.
WHOLE: Final = "lint"

#: Facets in the order in which the format comparison matrix shows them: key -> heading.
FACETS: Mapping[str, str] = {
    "call_field": "Tool call field",
    "arguments": "Arguments",
    "no_arguments": "No arguments as",
    "id_field": "Call id field",
    "id_pattern": "Call id pattern",
    "stop_field": "Stop field",
    "stop_on_call": "Stop value on a call",
    "text_beside_call": "Content beside a call",
    "definition_field": "Tool definition",
    "schema_field": "Schema key",
    "result_field": "Result goes back as",
    "result_id_field": "Result id field",
    "framing": "Stream framing",
    "error_field": "Error body",
    "legacy_api": "Legacy functions",
}


class Finding(Value, frozen=True):
    """One breach of a rule.

    Attributes:
        rule: rule id, for example `TC304`.
        severity: as the rule earns it in this dialect.
        pointer: JSON pointer into the body, `event[N]/...` in a stream, `status`,
            `header[name]`, or `request/...`.
        message: one sentence that contains no value from the wire.
        expected, actual: short JSON values or words; `actual` may come from the wire and is
            hostile.
        variance: one answer of a model can explain it: it counts for a rate over the run, and
            for no verdict by itself.
        topic: of a finding that a wrong request was answered, what of the request is wrong.
    """

    rule: str
    severity: Severity
    pointer: str
    message: str
    # `Json`, which calls itself: msgspec, which decodes millions of these from results, knows no such type.
    expected: Any = None
    actual: Any = None
    variance: bool = False
    topic: Topic = Topic.OTHER

    @property
    def counted(self) -> Severity:
        """Return the severity that counts for a verdict, `info` of what a model can explain."""
        return Severity.INFO if self.variance else self.severity

    def as_json(self) -> JsonObject:
        """Return the finding as the contract spells it."""
        return {
            "rule": self.rule,
            "severity": str(self.severity),
            "pointer": self.pointer,
            "message": self.message,
            "expected": self.expected,
            "actual": self.actual,
            **({"variance": True} if self.variance else {}),
            **({} if self.topic is Topic.OTHER else {"topic": str(self.topic)}),
        }


#: Bits of the beginning, the middle and the end of a text, and of a reply that does as told and has none of them.
PARTS: Final = (1, 2, 4)
ALL_PARTS, NO_PART = 7, 8


def added(first: int | None, second: int | None) -> int | None:
    """Return the sum of two counts; None where neither was counted."""
    return second if first is None else first + (second or 0)


class Chance(Value, frozen=True):
    """How often replies could have broken a rule that one answer of a model can explain.

    Attributes:
        replies: that could have.
        hits: that did.
        cleared: that prove that the server can do it right, whoever asked for it.
        parts: bits of the parts of one text that replies show, of those that a rule asks for together, and
            `NO_PART`; 0 for a rule that asks for one thing.
        reverse: pairs of answers that differ the other way round; None for a rule that has no other way.
    """

    replies: int = 0
    hits: int = 0
    cleared: int = 0
    parts: int = 0
    reverse: int | None = None

    def __add__(self, other: Chance) -> Chance:
        """Return both counts together."""
        return Chance(
            self.replies + other.replies,
            self.hits + other.hits,
            self.cleared + other.cleared,
            self.parts | other.parts,
            added(self.reverse, other.reverse),
        )


class Trials(Value, frozen=True):
    """How often an item was run and did as asked, with the 95 % interval of that rate."""

    runs: int
    met: int
    low: float
    high: float


class Observation(Value, frozen=True):
    """One target, case and mode, with how we know.

    `reason` explains every verdict that is not `conformant`; `facets` maps keys of `FACETS`
    to observed words; `timing` holds seconds (live mode only). `known` are rules among the
    findings that the provider's file lists as known deviations; `otherwise` is then what the
    verdict were without them, None where nothing is known. `trials` is set where the item
    was run more than once. `chances` has, of each rule that one answer of a model can explain,
    how often it could show in the replies of this observation: rates over a run are folded from
    them (`toolwire.results.variance`).

    `asked` tells a case that this harness asked, with its expectations, from traffic that
    happens to show a feature and was held to rules only. `run` is the id of the run that asked;
    "" for traffic, and while the run is under way.
    """

    provider: str
    dialect: str
    model: str
    suite: str
    case: str
    mode: Mode
    verdict: Verdict
    evidence: Evidence
    reason: str = ""
    findings: tuple[Finding, ...] = ()
    facets: Mapping[str, str] = field(default_factory=dict)
    timing: Mapping[str, float] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    otherwise: Verdict | None = None
    trials: Trials | None = None
    asked: bool = True
    run: str = ""
    chances: Mapping[str, Chance] = field(default_factory=dict)

    @property
    def counted(self) -> Verdict:
        """Return the verdict that counts for an exit code, for which known deviations do not."""
        return self.otherwise or self.verdict

    def as_json(self) -> JsonObject:
        """Return the observation as one line of results.jsonl."""
        evidence: JsonObject = {
            "level": str(self.evidence.level),
            "recorded_at": self.evidence.recorded_at,
            "source": self.evidence.source,
            "sha256": self.evidence.sha256,
            **({"at": self.evidence.at} if self.evidence.at else {}),
        }
        return {
            "kind": "observation",
            "provider": self.provider,
            "dialect": self.dialect,
            "model": self.model,
            "suite": self.suite,
            "case": self.case,
            "mode": str(self.mode),
            "asked": self.asked,
            "verdict": str(self.verdict),
            "reason": self.reason,
            "findings": [finding.as_json() for finding in self.findings],
            "facets": dict(self.facets),
            "evidence": evidence,
            "timing": dict(self.timing),
            **({"known": list(self.known)} if self.known else {}),
            **({"otherwise": str(self.otherwise)} if self.otherwise else {}),
            **({"trials": asdict(self.trials)} if self.trials else {}),
            **({"run": self.run} if self.run else {}),
            **({"chances": _counts(self.chances)} if self.chances else {}),
        }


def _counts(chances: Mapping[str, Chance]) -> JsonObject:
    """Return `{rule: [replies, hits, cleared]}`: short, because most observations have some.

    Behind these are the bits of parts, where there are any, and what differs the other way round.
    """
    return {
        rule: [one.replies, one.hits, one.cleared, *_seldom(one)]
        for rule, one in sorted(chances.items())
    }


def _seldom(chance: Chance) -> tuple[int, ...]:
    if chance.reverse is not None:
        return chance.parts, chance.reverse
    return (chance.parts,) if chance.parts else ()


class Stale(Value, frozen=True):
    """A listed deviation that could have shown and did not: provider, dialect, rule id."""

    provider: str
    dialect: str
    rule: str

    @property
    def text(self) -> str:
        """Return what is to be done, in one line."""
        return (
            f"stale deviation: {self.rule} of {self.provider} no longer shows; remove it from "
            f"harness/toolwire/providers/{self.provider}.yaml"
        )

    def as_json(self) -> JsonObject:
        """Return it as the footer of results.jsonl has it."""
        return {"provider": self.provider, "dialect": self.dialect, "rule": self.rule}
