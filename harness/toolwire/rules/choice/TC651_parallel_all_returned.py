"""TC651: parallel-all-returned."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.views.chance import has_several


def _several_due(reading: Reading) -> bool:
    """Return whether several calls were written out, and any came in a reply that was not cut."""
    conversation = reading.conversation
    if not reading.reply.tool_calls or conversation is None or conversation.parallel is False:
        return False
    cut = load_dialect(reading.dialect).stops.get(reading.reply.stop or "") == "length"
    return not cut and len(wanted_value(reading)) > 1


def _all_returned(reading: Reading) -> Iterator[Violation]:
    came, wanted = reading.reply.tool_calls, wanted_value(reading)
    if len(came) < len(wanted) and _several_due(reading):
        message = "Fewer calls came than the prompt writes out: some may have been lost."
        yield Violation(came[-1].pointer, message, len(wanted), len(came))


RULE = Rule(
    id="TC651",
    name="parallel-all-returned",
    severity=dict.fromkeys(DIALECTS, Severity.WARNING),
    statement=(
        "A reply to a prompt that writes out several calls for one reply holds all of them as "
        "calls of their own. A model may make fewer: what tells the two apart is a backend with "
        "a fixed answer, or a run in which no reply ever has more than one. A reply without any "
        "is not judged."
    ),
    why="Where only the first or the last call survives, the work of the others is lost.",
    breaks="agents that fan out, with LM Studio 0.3.17 and others",
    workaround="Ask for one call at a time.",
    check=_all_returned,
    subject=Subject.PROBE,
    needs_request=True,
    needs_asked=True,
    variance=Variance(
        "replies with a call where several were written out",
        _several_due,
        shown=has_several,
    ),
    mutations=mutations_for("spelt_out", again(lambda calls: calls[:1])),
    cases="""
LM Studio 0.3.17-18 | parallel calls broken in stream; <think> in content | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/759 | issue closed 2025-07 (also #723)
""",
)
