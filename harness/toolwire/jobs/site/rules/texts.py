"""What the page of a rule says whoever breaks it: made once a process, from the rule's record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from toolwire.io.json_text import dump
from toolwire.jobs.site.rules.areas import AREAS, area_of
from toolwire.model.observation import Severity
from toolwire.rules import FILES, RULES, ReportedCase, Rule, Subject
from toolwire.rules.breaking import measured
from toolwire.rules.proof.chosen import BESIDE, ChosenExamples, chosen_examples
from toolwire.rules.proof.scope import scope, variance_text
from toolwire.rules.proof.withdrawn import Withdrawn, withdrawn_of

#: Severity -> what it says of an answer, in words that follow "error".
_MEANS: Final[Mapping[Severity, str]] = {
    Severity.ERROR: "an official SDK or a major framework breaks on it",
    Severity.WARNING: "some clients break on it, or drop something",
    Severity.INFO: "it differs from what is published, and breaks nobody who was tried",
}
#: What `error` says of a request.
_REFUSED: Final = "the vendor refuses such a request"
#: Kind of a source -> words that begin a line.
_KINDS: Final[Mapping[str, str]] = {
    "spec": "A published specification or type",
    "docs": "Documentation",
    "api-error": "An error that the vendor's own API answers",
    "observed": "Observed",
}


@dataclass(frozen=True, slots=True)
class SeverityWords:
    """One severity of a rule: its word, what it means, and the formats in which it has it."""

    word: str
    means: str
    formats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasuredClients:
    """The clients that were given a rule's fault in one format and broke; () where none did."""

    format: str
    clients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """The page of a rule of the table.

    Attributes:
        rule: its record.
        area, area_title: the folder of its file, and the words for it.
        file: its file, from the repository on.
        severities: the most severe first.
        scope: what it is judged on, as a sentence; variance: what a model can explain, or "".
        source_kind: what the source is, in words.
        measured: by format; () where no client was given its fault.
        chosen: the examples that the Markdown page shows too; beside: the words that stand
            before what is shown beside each.
        cases: real cases. withdrawn: what is said of it no more.
        shim: what an adapter can do, as a word and its parameters as JSON; "" for nothing.
    """

    rule: Rule
    area: str
    area_title: str
    file: str
    severities: tuple[SeverityWords, ...]
    scope: str
    variance: str
    source_kind: str
    measured: tuple[MeasuredClients, ...]
    chosen: ChosenExamples
    beside: str
    cases: tuple[ReportedCase, ...]
    withdrawn: tuple[Withdrawn, ...]
    shim: str

    @property
    def brief(self) -> str:
        """Return the first sentence of the statement."""
        first, stop, _ = self.rule.statement.partition(". ")
        return f"{first}{stop}".strip()

    @property
    def severity(self) -> str:
        """Return `error in 3 formats; info in 1 format`."""
        return "; ".join(
            f"{one.word} in {len(one.formats)} format{'s' if len(one.formats) > 1 else ''}"
            for one in self.severities
        )


@cache
def rule_texts(name: str) -> RuleTexts:
    """Return what the page of a rule of the table says, by its id."""
    rule = RULES[name]
    area = area_of(name)
    shim = rule.shim
    return RuleTexts(
        rule=rule,
        area=area,
        area_title=AREAS[area],
        file=f"harness/toolwire/{FILES[name]}",
        severities=_severities(rule),
        scope=scope(rule),
        variance=variance_text(rule.variance) if rule.variance is not None else "",
        source_kind=_KINDS.get(rule.source.kind, rule.source.kind),
        measured=tuple(
            MeasuredClients(dialect, who)
            for dialect, who in sorted(measured().get(name, {}).items())
        ),
        chosen=chosen_examples(name),
        beside=BESIDE.get(rule.subject, ""),
        cases=rule.real_cases(),
        withdrawn=withdrawn_of(name),
        shim="" if shim is None else _shim(shim.action, dict(shim.parameters)),
    )


def _severities(rule: Rule) -> tuple[SeverityWords, ...]:
    ranked = sorted(rule.severity.items(), key=lambda item: (item[1].rank, item[0]))
    return tuple(
        SeverityWords(str(severity), _means(rule, severity), tuple(name for name, _ in of_it))
        for severity, of_it in groupby(ranked, key=lambda item: item[1])
    )


def _means(rule: Rule, severity: Severity) -> str:
    refused = rule.subject is Subject.REQUEST and severity is Severity.ERROR
    return _REFUSED if refused else _MEANS[severity]


def _shim(action: str, parameters: dict[str, object]) -> str:
    told = [f"{name}={dump(value).decode()}" for name, value in parameters.items()]
    return " ".join((action, *told))
