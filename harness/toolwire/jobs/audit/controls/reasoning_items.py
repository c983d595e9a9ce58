"""A history that is refused for the items of reasoning in it, which the server gave itself.

Clients send them back as they came, beside the calls. A server that knows none of them refuses every such
history, and takes each other: the same without them tells the one from the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.jobs.audit.controls.meaning import Control, Controls
from toolwire.model.exchange import Request
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.suites.model import OWN_MESSAGE, Step

#: The type of an item of reasoning, where a format has it in a history beside the messages.
_REASONING: Final = "reasoning"
_REFUSED: Final = (
    "The server refuses a reasoning item of its own: the same history without it is taken."
)


def unreasoned(step: Step, refusal: Reading) -> Request | None:
    """Return a request without the items of reasoning in its history, of which the server has refused its own.

    None where it has none.
    """
    form, asked = load_dialect(refusal.dialect).wire.request, refusal.exchange.request
    if step.question != OWN_MESSAGE or form is None or form.parts is None or asked is None:
        return None
    body = object_of(refusal.request)
    items = items_of(body.get(form.parts.history))
    left = [one for one in items if object_of(one).get("type") != _REASONING]
    if len(left) == len(items):
        return None
    return replace(asked, body=dump({**body, form.parts.history: left}))


def for_reasoning(findings: Iterable[Finding], controls: Controls) -> tuple[Finding, ...]:
    """Return findings, those that a server refuses its own message with what it refuses of it."""
    without = controls.get(Control.UNREASONED)
    if without is None or not without.ok:
        return tuple(findings)
    return tuple(
        replace(one, message=_REFUSED) if one.rule == OWN_MESSAGE else one for one in findings
    )
