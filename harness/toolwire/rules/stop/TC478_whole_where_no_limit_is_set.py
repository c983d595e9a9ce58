"""TC478: whole-where-no-limit-is-set."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.latin_words import latin_words
from toolwire.rules.views.limit import most_tokens
from toolwire.rules.views.probe_answer import answered

#: Whose requests need not say how long an answer may be.
_MAY_LEAVE_OUT = tuple(name for name in EVERYWHERE if name != "anthropic-messages")


def _whole(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if load_dialect(reading.dialect).stops.get(reply.stop or "") != "length":
        return
    what, text = asked(reading), (reply.text or "").strip()
    if what is None or what.since or not what.quoted or reply.reasoning or reply.tool_calls:
        return
    begun = bool(text) and len(text) < len(what.quoted) and what.quoted.startswith(text)
    if begun and most_tokens(reading) is None:
        message = "The answer was cut, and its request sets no limit."
        words = latin_words(what.quoted)
        yield Violation(reply.stop_pointer, message, f"{words} words", latin_words(text))


def _half(name: str, mode: Mode) -> Change:
    """Plant the first half of what is to be said, and the word for a limit."""

    def other(exchange: Exchange) -> Answer:
        what = asked(load_dialect(name).decode(exchange))
        if what is None or not what.quoted:
            raise LookupError("nothing is to be said")
        return Answer(text=what.quoted[: len(what.quoted) // 2].strip(), cut=True)

    return answered(other)(name, mode)


RULE = Rule(
    id="TC478",
    name="whole-where-no-limit-is-set",
    severity=dict.fromkeys(_MAY_LEAVE_OUT, Severity.WARNING),
    statement=(
        "A short text that the prompt quotes and that is to be said comes whole where the request "
        "sets no limit: it is not cut in its middle, with the word for a limit. Anthropic's "
        "requests always set one."
    ),
    why=(
        "Where a server has a small limit of its own, answers and calls of clients that set none "
        "end in the middle: a file that a tool is to write is never finished, and the same is tried "
        "again."
    ),
    breaks="agents that set no limit, as most do: half a call is no call",
    workaround="Set a limit in every request.",
    source=Source(
        "docs",
        "Amazon Bedrock, InferenceConfiguration: the default of maxTokens is the maximum that the model allows",
        "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InferenceConfiguration.html",
        "2026-11-28",
    ),
    check=_whole,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    mutations=mutations_for("say_so", _half, _MAY_LEAVE_OUT),
    cases="""
Text Generation Inference | a plain answer is cut with finish_reason length where max_tokens is null | https://github.com/huggingface/text-generation-inference/issues/2421 | issue open 2024-08
GLM 5.3 at Mistral Vibe | 4,096 tokens where none are set, thoughts counted: the answer is empty | https://github.com/mistralai/mistral-vibe/issues/1118 | issue open 2026-09
""",
)
