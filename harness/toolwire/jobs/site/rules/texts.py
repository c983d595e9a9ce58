"""What the page of a rule says whoever breaks it, from the rule's record."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from toolwire.io.json_text import dump
from toolwire.model.observation import Severity
from toolwire.model.rule_facts import Shim
from toolwire.rules import Rule, Subject

#: Severity -> what it says of an answer, in words that follow "error".
_MEANS: Final[Mapping[Severity, str]] = {
    Severity.ERROR: "an official SDK or a major framework breaks on it",
    Severity.WARNING: "some clients break on it, or drop something",
    Severity.INFO: "it differs from what is published, and breaks nobody who was tried",
}
#: What `error` says of a request.
_REFUSED: Final = "the vendor refuses such a request"
#: Kind of a source -> words that begin a line.
SOURCE_KINDS: Final[Mapping[str, str]] = {
    "spec": "A published specification or type",
    "docs": "Documentation",
    "api-error": "An error that the vendor's own API answers",
    "observed": "Observed",
}


def brief(rule: Rule) -> str:
    """Return the first sentence of the statement."""
    first, stop, _ = rule.statement.partition(". ")
    return f"{first}{stop}".strip()


def severities_of(rule: Rule) -> tuple[tuple[Severity, str, tuple[str, ...]], ...]:
    """Return each severity, what it means, and the formats that have it, the most severe first."""
    ranked = sorted(rule.severity.items(), key=lambda item: (item[1].rank, item[0]))
    return tuple(
        (severity, _means(rule, severity), tuple(name for name, _ in of_it))
        for severity, of_it in groupby(ranked, key=lambda item: item[1])
    )


def severity_text(rule: Rule) -> str:
    """Return `error in 3 formats; info in 1 format`."""
    return "; ".join(
        f"{severity} in {len(formats)} format{'s' if len(formats) > 1 else ''}"
        for severity, _, formats in severities_of(rule)
    )


def _means(rule: Rule, severity: Severity) -> str:
    refused = rule.subject is Subject.REQUEST and severity is Severity.ERROR
    return _REFUSED if refused else _MEANS[severity]


def shim_text(shim: Shim) -> str:
    """Return what an adapter can do: a word, and its parameters as JSON."""
    told = [f"{name}={dump(value).decode()}" for name, value in dict(shim.parameters).items()]
    return " ".join((shim.action, *told))
