"""Probes: putting a rule's question into the request of a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request
from toolwire.rules import RULES
from toolwire.suites.model import Step


def with_probe(request: Request, step: Step, dialect: str) -> Request:
    """Return a step's request with the question of its probe in it, if it has one.

    Where the request asks the question as it is, it stays what it was, byte for byte.
    """
    ask = RULES[step.probe].probing.get(dialect) if step.probe is not None else None
    return request if ask is None else asking(request, ask)


def asking(request: Request, ask: Callable[[JsonObject], None]) -> Request:
    """Return a request with a question in its body.

    Args:
        request: with an object as its body.
        ask: changes the body in place.
    """
    body = parse(request.body)
    assert isinstance(body, dict)
    ask(body)
    return replace(request, body=dump(body))
