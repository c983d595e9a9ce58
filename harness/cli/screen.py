"""Text for a terminal: values from the wire are shown so that they cannot act on it."""

from __future__ import annotations

import unicodedata

from harness.conversation import Json
from harness.json_text import dump
from harness.observation import Finding

__all__ = ["finding_lines", "many", "plain", "shown"]

_LONGEST = 160


def plain(text: str) -> str:
    """Return text with control, format and surrogate characters written as escapes."""
    return "".join(
        char if unicodedata.category(char)[0] != "C" else f"\\u{ord(char):04x}" for char in text
    )


def many(count: int, noun: str) -> str:
    """Return `1 case`, `1,508 cases`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def shown(value: Json) -> str:
    """Return a wire value as short, harmless JSON."""
    text = plain(dump(value).decode())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"


def finding_lines(finding: Finding) -> list[str]:
    """Return a finding as lines: rule, where, what; expected and actual; how to read on."""
    lines = [f"{finding.severity} {finding.rule} at {plain(finding.pointer)}: {finding.message}"]
    said = [
        f"{word} {shown(value)}"
        for word, value in (("expected", finding.expected), ("actual", finding.actual))
        if value is not None or finding.expected is not None
    ]
    if said:
        lines.append(f"  {', '.join(said)}")
    lines.append(f"  toolwire explain {finding.rule}")
    return lines
