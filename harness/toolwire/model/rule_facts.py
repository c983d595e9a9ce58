"""What a rule says of itself, as plain values that reports are handed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolwire.model.conversation import Json
from toolwire.model.observation import Severity


@dataclass(frozen=True, slots=True)
class Shim:
    """What an adapter can do about a broken rule, in machine words: a hint of quirk passports.

    Attributes:
        action: a word of `docs/quirks.md`; the rule's `workaround` says the same in a sentence.
        parameters: name and value, in the order written.
    """

    action: str
    parameters: tuple[tuple[str, Json], ...] = ()


@dataclass(frozen=True, slots=True)
class ReportedCase:
    """One real case from a public thread."""

    who: str
    symptom: str
    url: str
    status: str


@dataclass(frozen=True, slots=True)
class RuleFacts:
    """A rule of the table.

    Attributes:
        id, name: as in the table.
        statement, why: texts of its page.
        severity: dialect -> severity there; never empty.
        subject: `response`, `ab`, `probe`, `conversation` or `request`.
        breaks, workaround: texts of its page; "" when there is nothing to say.
        source: what the statement rests on, in words.
        url: its address; "" when it has none.
        cases: real cases from public threads.
    """

    id: str
    name: str
    statement: str
    why: str
    severity: Mapping[str, Severity] = field(default_factory=dict)
    subject: str = "response"
    breaks: str = ""
    workaround: str = ""
    source: str = ""
    url: str = ""
    cases: tuple[ReportedCase, ...] = ()

    @property
    def most_severe(self) -> Severity:
        """Return the most severe severity it has in any dialect."""
        return min(self.severity.values(), key=lambda severity: severity.rank)

    @property
    def severities(self) -> str:
        """Return `error on a, b; info on c`, the most severe first."""
        found: dict[Severity, list[str]] = {}
        for name, severity in sorted(self.severity.items()):
            found.setdefault(severity, []).append(name)
        ranked = sorted(found.items(), key=lambda item: item[0].rank)
        return "; ".join(f"{severity} on {', '.join(names)}" for severity, names in ranked)
