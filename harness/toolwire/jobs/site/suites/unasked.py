"""Formats in which a case cannot be asked, and why: facts of the formats, whoever speaks them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolwire.dialects import DIALECTS
from toolwire.model.exchange import Endpoint
from toolwire.suites import Case, Suite
from toolwire.suites.expressible import lacking, why_not_probed

#: Any will do: no request is sent.
_NOWHERE: Final = Endpoint("https://example.com", "model")
_NO_CONCEPT: Final = "no such concept"
_NO_QUESTION: Final = "the rule whose question it asks is about other formats"


@dataclass(frozen=True, slots=True)
class UnaskedFormats:
    """Formats that lack what a case asks for the same reason, which is in words."""

    reason: str
    formats: tuple[str, ...]


def unasked(suite: Suite, case: Case) -> tuple[UnaskedFormats, ...]:
    """Return the formats that cannot ask a case, by their reasons."""
    found: dict[str, list[str]] = {}
    for dialect in DIALECTS:
        reason = _reason(suite, case, dialect)
        if reason:
            found.setdefault(reason, []).append(dialect)
    return tuple(UnaskedFormats(reason, tuple(names)) for reason, names in found.items())


def _reason(suite: Suite, case: Case, dialect: str) -> str:
    """Return why a format cannot ask a case, where it can without its name; "" where it can ask."""
    if suite.dialects and dialect not in suite.dialects:
        return _NO_CONCEPT
    reason = lacking(case, _NOWHERE, dialect)
    if reason is None:
        spoken = case.dialect or dialect
        asked = any(why_not_probed(case, spoken, mode) is None for mode in case.modes)
        return "" if asked else _NO_QUESTION
    for words in (f"the dialect {dialect} ", "cannot say this: ", "has "):
        reason = reason.removeprefix(words)
    return reason
