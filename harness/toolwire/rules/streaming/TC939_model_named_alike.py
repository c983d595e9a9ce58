"""TC939: model-named-alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import Json
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.rule import (
    Mutation,
    Reading,
    Rule,
    Severity,
    Source,
    Subject,
    Variance,
    Violation,
)
from toolwire.rules.stop.pair_rules import STREAMED, told_of_one_request

#: Where answers name their model.
_NAMING: Final = (
    *("anthropic-messages", "gemini-generate", "ollama-chat", "openai-chat", "openai-responses"),
)
#: How they call it.
_MEMBERS: Final = frozenset({"model", "modelVersion"})


def _names(reading: Reading) -> tuple[str, str] | None:
    """Return the models of a stream and of the whole reply to the same; None where one is not told."""
    return told_of_one_request(reading, lambda one: one.reply.model or None)


def _due(reading: Reading) -> bool:
    return _names(reading) is not None


def _alike(reading: Reading) -> Iterator[Violation]:
    streamed, whole = _names(reading) or ("", "")
    if streamed != whole:
        message = "The stream names another model than the whole reply to the same request."
        yield Violation("event[0]", message, whole[:200], streamed[:200])


def _renamed(name: str) -> Mutation:
    def change(value: Json) -> Json:
        if not isinstance(value, dict):
            return value
        made = {key: change(one) for key, one in value.items()}
        told = (key for key in _MEMBERS & made.keys() if isinstance(made[key], str))
        return {**made, **dict.fromkeys(told, "another")}

    def plant(all_frames: list[Frame]) -> list[Frame]:
        return [(kind, change(payload)) for kind, payload in all_frames]

    return Mutation(name, STREAMED[0], "single_call", frames(plant))


RULE = Rule(
    id="TC939",
    name="model-named-alike",
    subject=Subject.AB,
    severity=dict.fromkeys(_NAMING, Severity.WARNING),
    statement=(
        "A request and the same request streamed are answered by a model of one name: an alias, or "
        "the name of a snapshot, but the same in both. A router may send one of them elsewhere; "
        "that no pair of a run agrees is the server's doing."
    ),
    why="Costs and quotas are kept by the name in the answer, and split or lost by the mode.",
    breaks="clients that look up prices or context sizes by the model that the answer names",
    workaround="Keep the name that was asked for.",
    source=Source(
        "docs",
        "OpenAI: model is the model used for the chat completion; of a stream's chunks, to generate the completion",
        "https://platform.openai.com/docs/api-reference/chat-streaming/streaming",
        "2026-11-25",
    ),
    check=_alike,
    modes=STREAMED,
    needs_request=True,
    variance=Variance("pairs of answers that name a model", _due),
    mutations=tuple(map(_renamed, _NAMING)),
)
