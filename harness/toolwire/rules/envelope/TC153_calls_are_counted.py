"""TC153: calls-are-counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects.count import count_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Variance, Violation

#: How formats call the tokens of an answer, and those of prompt and answer.
_ANSWER: Final = frozenset(
    {"candidatesTokenCount", "completion_tokens", "eval_count", "outputTokens", "output_tokens"}
)
_TOTAL: Final = frozenset({"totalTokenCount", "totalTokens", "total_tokens"})


def _due(reading: Reading) -> bool:
    """Return whether an answer is of calls alone, and counts its tokens and those of the request."""
    reply = reading.reply
    counts = reply.usage is not None and reply.usage.output is not None and bool(reply.usage.input)
    return counts and bool(reply.tool_calls) and not reply.text and reply.complete


def _counted(reading: Reading) -> Iterator[Violation]:
    usage = reading.reply.usage
    if not _due(reading) or usage is None or usage.output:
        return
    # Thoughts may be counted beside what is called, in the total alone.
    if usage.total is None or usage.total <= (usage.input or 0):
        message = "No token is counted of an answer that is calls alone."
        yield Violation(reading.reply.tool_calls[0].pointer, message, "above 0", 0)


def _uncounted(value: Json) -> Json:
    """Return a document in which the answer has no tokens."""
    if isinstance(value, list):
        return [_uncounted(one) for one in value]
    if not isinstance(value, dict):
        return value
    made = {key: _uncounted(one) for key, one in value.items()}
    told = sum(count_of(made[key]) or 0 for key in _ANSWER & made.keys())
    wholes = {key: count_of(value) for key, value in made.items() if key in _TOTAL}
    rest = {key: whole - told for key, whole in wholes.items() if whole is not None}
    return {**made, **dict.fromkeys(_ANSWER & made.keys(), 0), **rest}


def _planted(_name: str, mode: Mode) -> Callable[[Exchange], Exchange]:
    def whole(document: JsonObject) -> None:
        changed = _uncounted({**document})
        assert isinstance(changed, dict)
        document.update(changed)

    def streamed(stream: list[Frame]) -> list[Frame]:
        return [(kind, _uncounted(payload)) for kind, payload in stream]

    return body(whole) if mode is Mode.BLOCKING else frames(streamed)


RULE = Rule(
    id="TC153",
    name="calls-are-counted",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Where the tokens of an answer are counted, calls have some: that no answer of a run which "
        "is calls alone counts any is the server's doing. One alone is information. What a text "
        "costs is TC124's, and so is that nothing at all is counted."
    ),
    why="Budgets and bills leave the calls out, which are most of what an agent has written.",
    breaks="whoever adds up what the answers of an agent cost",
    workaround="Count the characters of names and arguments where the count is zero.",
    source=Source(
        "docs",
        "OpenAI: completion_tokens are the tokens in the generated completion, calls among them",
        "https://platform.openai.com/docs/api-reference/chat/object",
        "2026-11-25",
    ),
    check=_counted,
    needs_calls=True,
    needs_ids=True,
    variance=Variance("answers of calls alone that count tokens", _due),
    mutations=mutations_for("single_call", _planted),
)
