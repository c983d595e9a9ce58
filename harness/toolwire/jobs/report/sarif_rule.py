"""A rule as SARIF describes one: `reportingDescriptor` of the OASIS Standard, section 3.49."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.model.rule_facts import RuleFacts

#: Severity -> `level` of a result.
LEVELS: Mapping[Severity, str] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "note",
}
#: Severity -> `problem.severity`, by which GitHub sorts.
_PROBLEMS: Mapping[Severity, str] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "recommendation",
}

#: A case of a suite that failed although no rule is broken.
EXPECTATION = RuleFacts(
    "expectation",
    "reply-is-what-the-case-expects",
    "The reply is what the case of the suite expects of the wire.",
    "A suite says which calls, arguments, text and stop its question must bring; this reply"
    " brought others, in a form that breaks no rule.",
    {"all": Severity.ERROR},
)
#: A listing of a provider's file that excuses what is no longer there.
STALE = RuleFacts(
    "stale-deviation",
    "known-deviation-no-longer-shows",
    "What the provider's file lists as a known deviation still shows.",
    "An excuse that nobody needs would hide the day the fault comes back.",
    {"all": Severity.WARNING},
)
#: Those that have no page: no rule of the wire.
OWN = (EXPECTATION, STALE)

_LONGEST = 1024
_MOST_TAGS = 20


def descriptor(rule: RuleFacts) -> JsonObject:
    """Return the description of a rule.

    `helpUri` is the document the statement rests on; the page itself is in `help`.
    """
    tags: list[Json] = [rule.subject, *sorted(rule.severity)]
    described: JsonObject = {
        "id": rule.id,
        "name": rule.name[:255],
        "shortDescription": {"text": _cut(_first_sentence(rule.statement))},
        "fullDescription": {"text": _cut(f"{rule.statement} {rule.why}")},
        "help": {
            "text": "\n\n".join(f"{heading}: {text}" for heading, text in _sections(rule)),
            "markdown": "\n\n".join(f"**{h}**: {_markdown(text)}" for h, text in _sections(rule)),
        },
        "defaultConfiguration": {"level": LEVELS[rule.most_severe]},
        "properties": {
            "tags": tags[:_MOST_TAGS],
            "problem.severity": _PROBLEMS[rule.most_severe],
            "severity": {name: str(word) for name, word in sorted(rule.severity.items())},
        },
    }
    if rule.url:
        described["helpUri"] = rule.url
    return described


def _sections(rule: RuleFacts) -> Iterator[tuple[str, str]]:
    texts = {
        "What it states": rule.statement,
        "Why": rule.why,
        "Who breaks": rule.breaks,
        "Workaround": rule.workaround,
        "Source": " ".join(filter(None, (rule.source, rule.url))),
        "Its page": f"toolwire explain {rule.id}" if rule not in OWN else "",
    }
    return ((heading, text) for heading, text in texts.items() if text)


def _markdown(text: str) -> str:
    """Keep markup, which rules speak of, from being taken for HTML; code spans stay as they are."""
    pieces = text.split("`")
    pieces[::2] = [piece.replace("<", "\\<") for piece in pieces[::2]]
    return "`".join(pieces)


def _first_sentence(text: str) -> str:
    head, stop, _ = text.partition(". ")
    return f"{head}{stop}".strip()


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
