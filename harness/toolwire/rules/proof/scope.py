"""What a rule is judged on, and what one answer of a model can explain, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.rules.rule import Rule, Subject, Variance

#: Subject -> what is judged, and when, in words that follow "Judged on".
_JUDGED: Final[Mapping[Subject, str]] = {
    Subject.RESPONSE: "{modes} {replies}",
    Subject.AB: "streamed responses beside the blocking response to the same request",
    Subject.PROBE: "{modes} {replies} to a request that a suite makes for this purpose",
    Subject.CONVERSATION: "{modes} {replies} against the conversation before them",
    Subject.REQUEST: "requests: what a client sends, not what a provider answers",
}


def scope(rule: Rule) -> str:
    """Return a sentence: "Judged on blocking and streaming responses, when the request is known"."""
    modes = " and ".join(str(mode) for mode in rule.modes)
    replies = "error replies" if rule.on_error else "responses"
    parts = [f"Judged on {_JUDGED[rule.subject].format(modes=modes, replies=replies)}"]
    if rule.needs_request:
        parts.append("when the request is known")
    if rule.needs_wire:
        parts.append("when the bytes are as they were on the wire")
    return ", ".join(parts) + "."


def variance_text(variance: Variance) -> str:
    """Return what becomes of breaches that the model may have chosen, in two sentences."""
    where = f" in {' and '.join(variance.dialects)}" if variance.dialects else ""
    what = "Some of its breaches can" if variance.partly else "A breach can"
    return (
        f"{what} be explained by one answer of a model{where}: it is counted over a run, of "
        f"{variance.of}, and colours nothing by itself. It is a fault of the server where the "
        "model's answer is known, or where no reply of the run shows that the server can do it "
        "right."
    )
