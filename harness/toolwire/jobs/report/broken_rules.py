"""The rules that a report's findings break, and their texts as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from markupsafe import Markup, escape

from toolwire.jobs.report.model import Findings
from toolwire.model.rule_facts import RuleFacts

#: The characters of RFC 3986, section 2, but for brackets.
_ADDRESS = re.compile(r"https://[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+", re.ASCII)


def broken(findings: Findings, rules: Iterable[RuleFacts]) -> Mapping[str, RuleFacts]:
    """Return id -> rule of those that somebody breaks, in the order of `rules`.

    An id that a results file made up is not among them, so that every id here can be an anchor.
    """
    found = {deviation.rule for deviation in findings.deviations}
    return {rule.id: rule for rule in rules if rule.id in found}


def code(text: str) -> Markup:
    """Return text as HTML, what stands between two backticks as code.

    Text with an odd number of backticks is returned as it is, escaped.
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    whole = Markup()
    for at, part in enumerate(parts):
        whole += Markup("<code>{}</code>").format(part) if at % 2 else escape(part)
    return whole


def web(url: str) -> bool:
    """Return whether an address may be a link: https, and nothing that could end it early."""
    return _ADDRESS.fullmatch(url) is not None
