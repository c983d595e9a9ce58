"""TC660: thought-out-calls-come."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, place_of, whole
from toolwire.rules.views.probe_answer import answered


def _due(reading: Reading) -> bool:
    """Return whether a reply that came to its end has thoughts, and the prompt writes out calls."""
    what = asked(reading)
    if what is None or what.since or not what.calls or not whole(reading):
        return False
    return bool((reading.reply.reasoning or "").strip())


def _shown(reading: Reading) -> bool:
    """Return whether a call came behind thoughts, whatever was asked."""
    return bool(reading.reply.reasoning) and bool(reading.reply.tool_calls)


def _come(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if _due(reading) and not reply.tool_calls and not (reply.text or "").strip():
        message = "The answer has thoughts alone, though the prompt writes out a call."
        yield Violation(place_of(reading), message, "a call", "no call and no word")


RULE = Rule(
    id="TC660",
    name="thought-out-calls-come",
    # Cohere's v1 has no thoughts.
    severity=dict.fromkeys((one for one in EVERYWHERE if one != "cohere-v1"), Severity.WARNING),
    statement=(
        "Behind thoughts comes what was thought out: a call where the prompt writes one out, or "
        "words. A model may stop behind its thoughts once; that no reply of a run with thoughts has "
        "a call, and all that were to have one have nothing, is the server's doing."
    ),
    why=(
        "Two readers of a model's words stand behind each other, one for thoughts and one for "
        "calls: what the first takes for itself the second never sees, and an agent that thinks "
        "gets nothing to do."
    ),
    breaks="agents that ask a model to think",
    workaround="Ask without thinking where tools are offered.",
    check=_come,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies with thoughts to prompts that write out calls", _due, shown=_shown),
    mutations=mutations_for("spelt_out", answered(Answer(reasoning="Paris is meant."))),
    cases="""
Ollama (qwen3) | thinking and tools together: the message is empty, with done_reason stop | https://github.com/ollama/ollama/issues/10976 | issue open 2025-06
vLLM (Qwen3.5, qwen3 reasoning parser) | a call within the thoughts is in reasoning, and tool_calls is empty | https://github.com/vllm-project/vllm/issues/39056 | issue open 2026
""",
)
