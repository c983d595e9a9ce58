"""Probes: putting a rule's question into the request of a step, and what has none."""

from __future__ import annotations

from dataclasses import replace

from toolwire.io.json_text import dump, parse
from toolwire.model.exchange import Mode, Request
from toolwire.rules import RULES
from toolwire.suites.model import Case, Step


def put(request: Request, step: Step, dialect: str) -> Request:
    """Return a step's request with the question of its probe in it, if it has one.

    Where the request asks the question as it is, it stays what it was, byte for byte.
    """
    ask = RULES[step.probe].probing.get(dialect) if step.probe is not None else None
    if ask is None:
        return request
    body = parse(request.body)
    assert isinstance(body, dict)
    ask(body)
    return replace(request, body=dump(body))


def why_not_probed(case: Case, dialect: str, mode: Mode) -> str | None:
    """Return why a case's probes cannot be asked; None when they can, or it has none."""
    for step in case.steps:
        rule = RULES[step.probe] if step.probe is not None else None
        if rule is not None and dialect not in rule.severity:
            return f"the dialect {dialect} has no such question"
        if rule is not None and mode not in rule.modes:
            return f"{rule.id} asks nothing of a {mode} response"
    return None
