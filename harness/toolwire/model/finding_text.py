"""Observations and findings as lines of text that are harmless wherever they are shown."""

from __future__ import annotations

from toolwire.io import shown
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json
from toolwire.model.observation import Finding, Observation

_LONGEST = 160

one_line = shown.line


def target_name(seen: Observation) -> str:
    """Return who was observed: `provider/model (dialect)`."""
    return one_line(f"{seen.provider}/{seen.model} ({seen.dialect})")


def case_name(seen: Observation) -> str:
    """Return what was observed: `suite.case[mode]`."""
    return one_line(f"{seen.suite}.{seen.case}[{seen.mode}]")


def values(finding: Finding) -> str:
    """Return `expected "x", actual "y"`, the values as short JSON; "" when there are none."""
    pairs = (("expected", finding.expected), ("actual", finding.actual))
    known = finding.expected is not None
    return ", ".join(f"{word} {shown_value(v)}" for word, v in pairs if v is not None or known)


def finding_lines(finding: Finding) -> list[str]:
    """Return a finding as lines: rule, where, what; the values; how to read on."""
    head = f"{finding.severity} {finding.rule} at {finding.pointer}: {finding.message}"
    head = f"a model can explain it: {head}" if finding.variance else head
    reported = [head, values(finding), f"toolwire explain {finding.rule}"]
    return [one_line(line) for line in reported if line]


def shown_value(value: Json) -> str:
    """Return a value from the wire as short, harmless JSON."""
    text = one_line(dump(value).decode())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"
