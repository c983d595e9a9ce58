"""The history of a request, message by message, as it stands on each wire.

`reading.asked` has the same history in neutral terms; request rules need to know where each
call and each result stands, and what stands beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from toolwire.dialects import load_dialect
from toolwire.dialects.request_form import RequestForm
from toolwire.dialects.sent import HistoryStep
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize


@cache
def request_form(name: str) -> RequestForm:
    """Return how a dialect's requests are written.

    Raises:
        ToolwireError: tools and history are text there.
    """
    form = load_dialect(name).wire.request
    if form is None:
        raise ToolwireError(f"requests of {name} are text")
    return form


@memoize
def steps(reading: Reading) -> tuple[HistoryStep, ...]:
    """Return the history of a request, oldest first; () when there is none."""
    request, form = reading.request, load_dialect(reading.dialect).wire.request
    return tuple(form.history(request)) if form is not None and isinstance(request, dict) else ()


def has_history(reading: Reading) -> bool:
    """Return whether the history of a request has a call, a result, or what is like either."""
    for step in steps(reading):  # noqa: SIM110 - asked of every request, where `any` takes longer
        if step.calls or step.results or step.asked or step.answered:
            return True
    return False


def current(history: Sequence[HistoryStep]) -> Sequence[HistoryStep]:
    """Return the messages after the last prompt of the user; results are none."""
    for number in range(len(history) - 1, -1, -1):
        step = history[number]
        if step.role == "user" and step.other and not step.results:
            return history[number + 1 :]
    return history


def signature_of(call: JsonObject) -> str | None:
    """Return the signature that a call of the OpenAI-shaped route carries; None without one."""
    google = object_of(object_of(call.get("extra_content")).get("google"))
    return string_of(google.get("thought_signature")) or None
